package measure_test

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"weft/algo/rank"
	"weft/answers/answer"
	"weft/answers/measure"
	"weft/graph"
	"weft/graph/graphtest"
	"weft/graph/random"
	"weft/making/generate"
	"weft/store"
)

const copies = 4

// copied returns a graph that is several copies of another, their pages mixed, and the page of the other of which each
// is a copy.
func copied(g *graph.Memory, seed uint64) (*graph.Memory, []graph.Node) {
	n := g.NumNodes()
	perm := graphtest.Permutation(copies*n, seed)
	of := make([]graph.Node, copies*n)
	var arcs []graph.Arc
	for c := range copies {
		for u := range n {
			of[perm[c*n+u]] = graph.Node(u)
			for _, v := range g.Succ(graph.Node(u)) {
				arcs = append(arcs, graph.Arc{From: perm[c*n+u], To: perm[c*n+int(v)]})
			}
		}
	}
	return graph.FromArcs(copies*n, arcs), of
}

// exact returns the PageRank of a graph to the last digits; false if two pages are nearer to each other than any rule
// tells, and not equal.
func exact(t *testing.T, g *graph.Memory) ([]float64, bool) {
	t.Helper()
	in := graphtest.Transpose(t, g)
	r, err := rank.PageRank(t.Context(), in, nil, rank.PageRankOptions{Method: rank.Power, Tolerance: 1e-15, MaxIterations: 1000})
	if err != nil {
		t.Fatal(err)
	}
	sorted := slices.Sorted(slices.Values(r.Scores))
	for i, s := range sorted {
		if i > 0 && s-sorted[i-1] > 1e-13*s && s-sorted[i-1] < 2e-4*s {
			return nil, false
		}
	}
	for u, s := range r.Scores { // those that are equal become it
		i, _ := slices.BinarySearch(sorted, s*(1-1e-12))
		r.Scores[u] = sorted[i]
	}
	return r.Scores, true
}

// Pages that the graph does not tell apart have equal PageRanks, though an iteration that updates in place and ends at
// a bound leaves them a little different: in lists of the best they stand by number, and to Kendall they are tied.
func TestEqualPageRanksTie(t *testing.T) {
	tried, differed := 0, 0
	for seed := range uint64(60) {
		m, err := random.NewForestFire(random.ForestFireOptions{Pages: 40, Back: 0.05, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		base := graphtest.Load(t, m)
		scores, ok := exact(t, base)
		if !ok {
			continue
		}
		tried++
		g, of := copied(base, seed)
		dir := filepath.Join(t.TempDir(), fmt.Sprint(seed))
		if _, err := generate.Run(t.Context(), generate.Options{Model: g, Degree: 8, DraftOptions: store.DraftOptions{Output: dir, Memory: 1 << 30}}); err != nil {
			t.Fatal(err)
		}
		c, err := store.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		for _, tolerance := range []float64{0, 1e-6} {
			for _, method := range []string{"gauss-seidel", "power"} {
				o := measure.RankOptions{Options: answer.Options{Memory: 1 << 30}, Top: len(of), Tolerance: tolerance, Method: method}
				r, err := measure.GetRanking(t.Context(), c, measure.PageRank, o)
				if err != nil {
					t.Fatal(err)
				}
				for u := range of {
					for v := range u {
						if d := math.Abs(r.Scores[u] - r.Scores[v]); of[u] == of[v] && d > 1e-12*r.Scores[u] {
							differed++
						}
					}
				}
				checkOrder(t, fmt.Sprintf("seed %d, %s to %g", seed, method, tolerance), r, of, scores)
				checkTau(t, c, r, g, of, scores)
			}
		}
	}
	if tried < 8 || differed == 0 {
		t.Errorf("%d graphs were tried, %d pairs of equal pages differ: want more", tried, differed)
	}
}

func checkOrder(t *testing.T, what string, r *measure.Ranking, of []graph.Node, scores []float64) {
	t.Helper()
	want := make([]uint32, len(of))
	for u := range want {
		want[u] = uint32(u)
	}
	slices.SortFunc(want, func(u, v uint32) int {
		return cmp.Or(cmp.Compare(scores[of[v]], scores[of[u]]), cmp.Compare(u, v))
	})
	for i, top := range r.Top {
		if top.Page != want[i] {
			t.Errorf("%s: place %d is page %d, want %d", what, i, top.Page, want[i])
			return
		}
	}
}

func checkTau(t *testing.T, c *store.Crawl, r *measure.Ranking, g *graph.Memory, of []graph.Node, scores []float64) {
	t.Helper()
	d, err := measure.GetDegrees(t.Context(), c, measure.DegreeOptions{Options: answer.Options{Memory: 1 << 30}, Samples: -1, PageRank: r.Scores, Ties: r.Ties()})
	if err != nil {
		t.Fatal(err)
	}
	sum, untiedX, untiedY := 0.0, 0.0, 0.0
	for u := range of {
		for v := range u {
			x := float64(cmp.Compare(len(g.Succ(graph.Node(u))), len(g.Succ(graph.Node(v)))))
			y := float64(cmp.Compare(scores[of[u]], scores[of[v]]))
			sum, untiedX, untiedY = sum+x*y, untiedX+x*x, untiedY+y*y
		}
	}
	for _, x := range d.Correlations {
		if x.A == "out-degree" && x.B == "pagerank" && math.Abs(x.KendallB-sum/math.Sqrt(untiedX*untiedY)) > 1e-12 {
			t.Errorf("tau-b of out-degree and PageRank %v, want %v", x.KendallB, sum/math.Sqrt(untiedX*untiedY))
		}
	}
}
