package measure_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/answers/measure"
	"weft/making/ingest"
	"weft/making/ingest/ingesttest"
)

// PageRank by kept weights has the same bits in every form and with any workers. It counts only the arcs of the wanted kinds,
// and its result has a name of its own.
func TestPageRankByKeptWeights(t *testing.T) {
	const n = 2000
	r := rand.New(rand.NewPCG(1, 2))
	type arc struct {
		u, v   int
		weight float64
		isLink bool
	}
	var arcs []arc
	list := "source,target,kinds,weight\n"
	seen := map[[2]int]bool{}
	for range 5 * n {
		a := arc{r.IntN(n), r.IntN(n), r.ExpFloat64(), r.IntN(4) > 0}
		if seen[[2]int{a.u, a.v}] {
			continue
		}
		seen[[2]int{a.u, a.v}] = true
		kind := "link"
		if !a.isLink {
			kind = "redirect"
		}
		arcs = append(arcs, a)
		list += fmt.Sprintf("%d,%d,%s,%v\n", a.u, a.v, kind, a.weight)
	}
	c := ingesttest.Import(t, ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(list), Weights: "weight", Pages: n})
	plain := ingesttest.Import(t, ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(list), Pages: n})
	ask := func(o measure.RankOptions) *measure.Ranking {
		t.Helper()
		o.Weights, o.Tolerance = measure.KeptWeights, 1e-12
		got, err := measure.GetRanking(t.Context(), c, measure.PageRank, o)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	for _, kinds := range []string{"", "link"} {
		strength := make([]float64, n)
		for _, a := range arcs {
			if a.isLink || kinds == "" {
				strength[a.u] += a.weight
			}
		}
		want := make([]float64, n)
		for u := range want {
			want[u] = 1. / n
		}
		for range 300 {
			next, lost := make([]float64, n), 0.0
			for u, x := range want {
				if strength[u] == 0 {
					lost += x
				}
			}
			for _, a := range arcs {
				if a.isLink || kinds == "" {
					next[a.v] += 0.85 * want[a.u] * a.weight / strength[a.u]
				}
			}
			for u := range next {
				next[u] += (0.85*lost + 0.15) / n
			}
			want = next
		}
		first := ask(measure.RankOptions{Options: answer.Options{Memory: 1 << 30, Kinds: kinds, Workers: 1}})
		for u, x := range first.Scores {
			if math.Abs(x-want[u]) > 1e-11 {
				t.Fatalf("kinds %q: page %d: got %v, want %v", kinds, u, x, want[u])
			}
		}
		small := ask(measure.RankOptions{Options: answer.Options{Memory: 32 << 20, Kinds: kinds, Workers: 3}})
		if !slices.Equal(first.Scores, small.Scores) {
			t.Errorf("kinds %q: other bits by the form %s and 3 workers than by %s", kinds, small.Form, first.Form)
		}
		if first.Params["weights"] != measure.KeptWeights {
			t.Errorf("the parameters are %v", first.Params)
		}
	}
	o := measure.RankOptions{Options: answer.Options{Memory: 1 << 30}, Weights: measure.KeptWeights}
	if _, err := measure.GetRanking(t.Context(), plain, measure.PageRank, o); err == nil || !strings.Contains(err.Error(), "has no weights") {
		t.Errorf("a crawl without weights: got %v", err)
	}
}
