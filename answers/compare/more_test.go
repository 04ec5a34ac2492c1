package compare_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/answers/compare"
	"weft/answers/measure"
	"weft/graph"
	"weft/graph/page"
	"weft/internal/drawn"
	"weft/making/ingest"
	"weft/making/ingest/ingesttest"
	"weft/store"
)

// ranked returns the pages of a crawl that count, the best by in-degree first; ties by number.
func ranked(t *testing.T, c *store.Crawl, fetched bool) (names []string, rank map[string]int64, scores map[string]float64) {
	t.Helper()
	r, err := measure.GetRanking(t.Context(), c, measure.InDegree, measure.RankOptions{Options: answer.Options{Memory: 1 << 28}})
	if err != nil {
		t.Fatal(err)
	}
	var pages []graph.Node
	scores = map[string]float64{}
	for u := range r.Scores {
		if !fetched || c.State(graph.Node(u)) == page.Fetched {
			pages = append(pages, graph.Node(u))
			scores[c.Label(graph.Node(u))] = r.Scores[u]
		}
	}
	slices.SortStableFunc(pages, func(u, v graph.Node) int { return cmp.Compare(r.Scores[v], r.Scores[u]) })
	rank = map[string]int64{}
	for i, u := range pages {
		names = append(names, c.Label(u))
		rank[c.Label(u)] = int64(i + 1)
	}
	return names, rank, scores
}

// The lists of best pages, of new and gone pages, and the correlation of fetched pages are those of sorted lists of names.
func TestMoreIsAsSorted(t *testing.T) {
	r := drawn.Rand(t)
	for range 6 {
		a, b := random(t, r.Uint64(), r.IntN(2) == 0), random(t, r.Uint64(), r.IntN(2) == 0)
		for _, fetched := range []bool{false, true} {
			top := 1 + r.IntN(12)
			got := run(t, compare.Options{A: a, B: b, Fetched: fetched, Top: top, Ranking: measure.InDegree, More: true}).More
			namesA, rankA, x := ranked(t, a, fetched)
			namesB, rankB, y := ranked(t, b, fetched)
			only := func(names []string, of, other map[string]int64, first bool) (all []compare.Placed) {
				for _, n := range names {
					if _, both := other[n]; !both && len(all) < top {
						p := compare.Placed{Name: n, RankB: of[n]}
						if first {
							p = compare.Placed{Name: n, RankA: of[n]}
						}
						all = append(all, p)
					}
				}
				return all
			}
			if want := only(namesA, rankA, rankB, true); !same(got.GonePages, want) {
				t.Errorf("gone: got %v, want %v", got.GonePages, want)
			}
			if want := only(namesB, rankB, rankA, false); !same(got.NewPages, want) {
				t.Errorf("new: got %v, want %v", got.NewPages, want)
			}
			want := map[string]compare.Placed{}
			for _, n := range slices.Concat(namesA[:min(top, len(namesA))], namesB[:min(top, len(namesB))]) {
				want[n] = compare.Placed{Name: n, RankA: rankA[n], RankB: rankB[n]}
			}
			for _, p := range got.Best {
				if want[p.Name] != p {
					t.Errorf("best: got %+v, want %+v", p, want[p.Name])
				}
				delete(want, p.Name)
			}
			if len(want) > 0 {
				t.Errorf("best: %v are missing", want)
			}
			checkFetched(t, got, a, b, x, y)
		}
	}
}

func same(a, b []compare.Placed) bool { return len(a)+len(b) == 0 || slices.Equal(a, b) }

// checkFetched compares the correlation of the pages that both crawls fetched with the definition of tau-b, pair by pair.
func checkFetched(t *testing.T, got *compare.More, a, b *store.Crawl, x, y map[string]float64) {
	t.Helper()
	var names []string
	for u := range a.NumPages() {
		n := a.Label(graph.Node(u))
		v, is, err := b.Find(n)
		if err == nil && is && a.State(graph.Node(u)) == page.Fetched && b.State(v) == page.Fetched {
			names = append(names, n)
		}
	}
	if got.Fetched != int64(len(names)) {
		t.Errorf("%d pages were fetched in both, want %d", got.Fetched, len(names))
	}
	order, allX, allY := 0.0, 0.0, 0.0
	for i, n := range names {
		for _, m := range names[:i] {
			dx, dy := float64(cmp.Compare(x[n], x[m])), float64(cmp.Compare(y[n], y[m]))
			order, allX, allY = order+dx*dy, allX+dx*dx, allY+dy*dy
		}
	}
	if allX*allY == 0 {
		return
	}
	if want := order / math.Sqrt(allX*allY); got.TauB == nil || math.Abs(*got.TauB-want) > 1e-12 {
		t.Errorf("tau-b of fetched pages: got %v, want %v", got.TauB, want)
	}
}

// Hosts are in the list of the crawls that have them: the largest first, and of equal ones in the order of their names.
func TestMoreHosts(t *testing.T) {
	list := func(text string) *store.Crawl {
		return ingesttest.Import(t, ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(text)})
	}
	lines := func(host string, n int) (text string) {
		for i := range n {
			text += fmt.Sprintf("http://%s/\thttp://%s/%d\n", host, host, i)
		}
		return text
	}
	a := list(lines("kept.example", 3) + lines("shrunk.example", 9) + lines("gone.example", 4) + lines("also.gone.example", 4) + lines("few.gone.example", 1))
	b := list(lines("kept.example", 3) + lines("shrunk.example", 2) + lines("new.example", 2))
	got := run(t, compare.Options{A: a, B: b, Top: 2, More: true})
	names := func(hosts []compare.Host) (all string) {
		for _, h := range hosts {
			all += fmt.Sprintf("%s %d-%d ", h.Host, h.Pages.Kept+h.Pages.Gone, h.Pages.Kept+h.Pages.New)
		}
		return all
	}
	for _, c := range []struct{ got, want string }{
		{names(got.More.NewHosts), "new.example 0-3 "},
		{names(got.More.GoneHosts), "gone.example 5-0 also.gone.example 5-0 "},
		{names(got.More.Grown), "shrunk.example 10-3 "},
		{fmt.Sprint(*got.HostCounts), "{2 3 1}"},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
}

// Scores that are held for several comparisons give the same comparison as scores of one.
func TestHeldScores(t *testing.T) {
	a, b := random(t, 7, false), random(t, 8, true)
	o := compare.Options{A: a, B: b, Top: 5, Ranking: measure.PageRank, More: true}
	want := run(t, o)
	var err error
	for _, side := range []struct {
		c  *store.Crawl
		to **compare.Scores
	}{{a, &o.ScoresA}, {b, &o.ScoresB}} {
		if *side.to, err = compare.Score(t.Context(), side.c, o); err != nil {
			t.Fatal(err)
		}
		defer (*side.to).Close()
	}
	for range 2 { // they are not closed by the first
		if got := run(t, o); fmt.Sprintf("%+v", *got.Ranks.TauB) != fmt.Sprintf("%+v", *want.Ranks.TauB) || !slices.Equal(got.More.Best, want.More.Best) {
			t.Errorf("got %+v, want %+v", got.Ranks, want.Ranks)
		}
	}
	names, err := o.ScoresA.Best(3)
	if err != nil || len(names) != 3 || names[0] != best(t, a) {
		t.Errorf("the best are %v, want first %s: %v", names, best(t, a), err)
	}
}

func best(t *testing.T, c *store.Crawl) string {
	t.Helper()
	r, err := measure.GetRanking(t.Context(), c, measure.PageRank, measure.RankOptions{Options: answer.Options{Memory: 1 << 28}})
	if err != nil {
		t.Fatal(err)
	}
	top := 0
	for u := range r.Scores {
		if r.Scores[u] > r.Scores[top] && !r.Ties().Tied(r.Scores[u], r.Scores[top]) {
			top = u
		}
	}
	return c.Label(graph.Node(top))
}
