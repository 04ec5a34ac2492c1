package rank_test

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"testing"

	"weft/algo/rank"
	"weft/graph"
	"weft/graph/bv/bvtest"
	"weft/graph/graphtest"
	"weft/stats"
)

// A summary is what testdata/golden.py keeps of a vector.
type summary struct {
	Sum    float64      // of each score times 1 + page mod 97
	Top    []graph.Node // the best pages
	Scores []float64    // and their scores
}

// check compares scores with those of the other program, relative to each score of the top and to the sum.
func (want summary) check(t *testing.T, name string, scores []float64, tolerance float64) {
	t.Helper()
	sum := 0.0
	for u, x := range scores {
		sum += x * float64(u%97+1)
	}
	if math.Abs(sum-want.Sum) > tolerance*want.Sum {
		t.Errorf("%s: got weighted sum %.15g, want %.15g", name, sum, want.Sum)
	}
	for i, u := range rank.TopK(scores, len(want.Top), stats.Rounding) {
		near := func(x float64) bool { return math.Abs(x-want.Scores[i]) <= tolerance*want.Scores[i] }
		if !near(scores[u]) || !near(scores[want.Top[i]]) {
			t.Errorf("%s: place %d: got page %d with %.15g, want %d with %.15g", name, i, u, scores[u], want.Top[i], want.Scores[i])
		}
	}
}

// TestAgainstScipyAndNetworkx compares with testdata/golden.json, which testdata/golden.py made with scipy 1.17.1 and
// networkx 3.6.1.
func TestAgainstScipyAndNetworkx(t *testing.T) {
	text, err := os.ReadFile("testdata/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden map[string]map[string]summary
	if err := json.Unmarshal(text, &golden); err != nil {
		t.Fatal(err)
	}
	graphs := map[string]func(t *testing.T) graph.Random{
		"hollins":        func(t *testing.T) graph.Random { return bvtest.Hollins(t) },
		"wb-cs-stanford": func(t *testing.T) graph.Random { return bvtest.Open(t, "wb-cs-stanford", "wb-cs.stanford.graph") },
		"cnr-2000":       func(t *testing.T) graph.Random { return load(t, bvtest.Open(t, "cnr-2000", "java-cnr-2000.graph")) },
	}
	for name, want := range golden {
		t.Run(name, func(t *testing.T) {
			if raceDetector && name == "cnr-2000" {
				t.Skip("takes more than a minute under the race detector")
			}
			out := graphs[name](t)
			in := graphtest.Transpose(t, out)
			checkRanks(t, want, in)
			checkHubs(t, want, out, in)
		})
	}
}

func checkRanks(t *testing.T, want map[string]summary, in graph.Random) {
	t.Helper()
	some := []graph.Node{3, 50, 700}
	for name, o := range map[string]rank.PageRankOptions{
		"uniform":           {},
		"networkx-pagerank": {Method: rank.Power},
		"strong":            {Pages: some},
		"weak":              {Pages: some, Dangling: rank.Weak},
		"pseudo":            {Alpha: 0.5, Dangling: rank.Pseudo},
	} {
		w, ok := want[name]
		if !ok {
			continue
		}
		o.Tolerance, o.MaxIterations = 1e-12, 400
		r, err := rank.PageRank(context.Background(), in, nil, o)
		if err != nil {
			t.Fatal(err)
		}
		if !r.Converged {
			t.Errorf("%s: bound %g after %d iterations", name, r.Bound, r.Iterations)
		}
		w.check(t, name, r.Scores, 1e-9)
	}
}

func checkHubs(t *testing.T, want map[string]summary, out, in graph.Random) {
	t.Helper()
	ctx := context.Background()
	for _, norm := range []rank.Norm{rank.L2, rank.L1} {
		h, err := rank.HITS(ctx, out, in, rank.HITSOptions{Norm: norm, Loops: true})
		if err != nil {
			t.Fatal(err)
		}
		want["hits-authorities-"+h.Norm].check(t, "authorities by "+h.Norm, h.Authorities, 1e-11)
		want["hits-hubs-"+h.Norm].check(t, "hubs by "+h.Norm, h.Hubs, 1e-11)
		if w, ok := want["networkx-hubs"]; ok && norm == rank.L1 {
			w.check(t, "hubs by networkx", h.Hubs, 1e-9)
			want["networkx-authorities"].check(t, "authorities by networkx", h.Authorities, 1e-9)
		}
	}
	w, ok := want["salsa-authorities"]
	if !ok {
		return
	}
	s, err := rank.SALSA(ctx, out, graph.Work{})
	if err != nil {
		t.Fatal(err)
	}
	w.check(t, "salsa authorities", s.Authorities, 1e-9)
	want["salsa-hubs"].check(t, "salsa hubs", s.Hubs, 1e-9)
}
