package measure_test

import (
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"weft/algo/rank"
	"weft/answers/answer"
	"weft/answers/measure"
	"weft/graph"
	"weft/graph/bv"
	"weft/graph/page"
	"weft/making/generate/generatetest"
	"weft/making/ingest/ingesttest"
	"weft/store"
)

// drawStates draws a graph of n pages whose states are some of those given.
func drawStates(t *testing.T, seed uint64, n int, states ...page.State) *generatetest.Stated {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 4))
	s := generatetest.New(t, n, seed)
	var arcs []graph.Arc
	for u := range n {
		s.States[u] = states[r.IntN(len(states))]
		for range r.IntN(6) {
			arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(float64(n) * r.Float64() * r.Float64())})
		}
	}
	s.Memory = graph.FromArcs(n, arcs)
	return s
}

// without returns the graph of the pages that are not hidden, numbered anew, and the page of s that each is.
func without(s *generatetest.Stated, hidden func(page.State) bool) (*graph.Memory, []int) {
	var of []int
	number := map[int]graph.Node{}
	for u, state := range s.States {
		if !hidden(state) {
			number[u] = graph.Node(len(of))
			of = append(of, u)
		}
	}
	var arcs []graph.Arc
	for from, u := range number {
		for _, v := range s.Succ(graph.Node(from)) {
			if to, ok := number[int(v)]; ok {
				arcs = append(arcs, graph.Arc{From: u, To: to})
			}
		}
	}
	return graph.FromArcs(len(of), arcs), of
}

// Through a filter that hides pages the others have the PageRank of the graph without them, and those hidden have none,
// whatever becomes of dangling pages, however it is computed, in memory and streamed. A preference of one's own stays
// what it is.
func TestPageRankWithoutHidden(t *testing.T) {
	filters := map[string]func(page.State) bool{
		store.InScope:  func(s page.State) bool { return s == page.Excluded },
		store.Answered: func(s page.State) bool { return s != page.Fetched && s != page.Redirected },
	}
	for seed := range uint64(4) {
		s := drawStates(t, seed, 90, page.Ghost, page.Excluded, page.Failed, page.Redirected, page.Fetched, page.Fetched)
		c := s.Crawl(t)
		for name, hidden := range filters {
			filter, err := c.NewFilter(t.Context(), name, nil, plenty)
			if err != nil {
				t.Fatal(err)
			}
			part, of := without(s, hidden)
			in, err := graph.Transpose(part)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range []rank.Dangling{rank.Strong, rank.Weak, rank.Pseudo} {
				want, err := rank.PageRank(t.Context(), in, nil, rank.PageRankOptions{Dangling: d, Method: rank.Power, Tolerance: 1e-13})
				if err != nil {
					t.Fatal(err)
				}
				for _, method := range []string{measure.GaussSeidel, measure.Power} {
					for _, memory := range []int64{plenty, tightest} {
						o := measure.RankOptions{Options: answer.Options{Memory: memory, Filter: filter}, Dangling: d, Method: method, Tolerance: 1e-13}
						got, err := measure.GetRanking(t.Context(), c, measure.PageRank, o)
						if err != nil {
							t.Fatal(err)
						}
						all := make([]float64, s.NumNodes())
						for i, u := range of {
							all[u] = want.Scores[i]
						}
						for u, w := range all {
							if math.Abs(got.Scores[u]-w) > 1e-11 || w == 0 && got.Scores[u] != 0 {
								t.Fatalf("seed %d, %s, %v, %s: page %d (%v) has %v, want %v", seed, name, d, method, u, s.States[u], got.Scores[u], w)
							}
						}
						if got.Params["dangling"] != d.String() || got.Params["personalised"] != false {
							t.Errorf("%s, %v: got %v", name, d, got.Params)
						}
					}
				}
			}
			mine := make([]float64, s.NumNodes())
			for u := range mine {
				mine[u] = 1
			}
			got, err := measure.GetRanking(t.Context(), c, measure.PageRank, measure.RankOptions{Options: answer.Options{Memory: plenty, Filter: filter}, Preference: mine})
			if err != nil {
				t.Fatal(err)
			}
			for u, state := range s.States {
				if hidden(state) && got.Scores[u] <= 0 {
					t.Errorf("seed %d, %s: page %d has %v by a preference for all pages alike", seed, name, u, got.Scores[u])
				}
			}
		}
	}
}

// The list of pages that are not hidden is counted before anything starts; a filter that hides nothing costs nothing,
// one that hides all is refused.
func TestHiddenPagesArePlanned(t *testing.T) {
	heap := func(c *store.Crawl, name string) int64 {
		filter, err := c.NewFilter(t.Context(), name, nil, plenty)
		if err != nil {
			t.Fatal(err)
		}
		p, err := measure.PlanRanking(t.Context(), c, measure.PageRank, measure.RankOptions{Options: answer.Options{Memory: plenty, Filter: filter}, Method: measure.Power})
		if err != nil {
			t.Fatal(err)
		}
		return p.Need
	}
	const n = 5000
	some, none := drawStates(t, 1, n, page.Fetched, page.Excluded), drawStates(t, 1, n, page.Fetched)
	// The arcs that the filter leaves out need not be held: each costs 4 bytes of a list.
	part, _ := without(some, func(s page.State) bool { return s == page.Excluded })
	// Hidden pages lead nowhere; as there are many, the lists of the others are copied.
	whole := some.Crawl(t)
	with, without := heap(whole, store.InScope), heap(none.Crawl(t), store.InScope)
	if got, want := with-without, 12*int64(n)-4*(none.NumArcs()-part.NumArcs())+rank.LeadingBytes(n, whole.Graph().NumArcs()); got != want {
		t.Errorf("hidden pages cost %d bytes, want %d", got, want)
	}
	c := drawStates(t, 2, 20, page.Ghost).Crawl(t)
	filter, err := c.NewFilter(t.Context(), store.Answered, nil, plenty)
	if err != nil {
		t.Fatal(err)
	}
	_, err = measure.GetRanking(t.Context(), c, measure.PageRank, measure.RankOptions{Options: answer.Options{Memory: plenty, Filter: filter}})
	if err == nil || !strings.Contains(err.Error(), "the view answered hides all 20 pages") {
		t.Errorf("got %v", err)
	}
}

// Degrees and PageRank of the pages that may link are correlated as by all pairs, and each with each.
func TestCorrelationsByPairs(t *testing.T) {
	s := drawStates(t, 7, 80, page.Ghost, page.Failed, page.Fetched, page.Fetched, page.Redirected)
	c := s.Crawl(t)
	o := answer.Options{Memory: plenty}
	r, err := measure.GetRanking(t.Context(), c, measure.PageRank, measure.RankOptions{Options: o})
	if err != nil {
		t.Fatal(err)
	}
	d, err := measure.GetDegrees(t.Context(), c, measure.DegreeOptions{Options: o, Samples: -1, PageRank: r.Scores})
	if err != nil {
		t.Fatal(err)
	}
	of := map[string][]float64{}
	in := make([]float64, s.NumNodes())
	for u := range s.NumNodes() {
		for _, v := range s.Succ(graph.Node(u)) {
			in[v]++
		}
	}
	for u, state := range s.States {
		if state == page.Fetched || state == page.Redirected && c.State(graph.Node(u)).MayLink() {
			of["in-degree"] = append(of["in-degree"], in[u])
			of["out-degree"] = append(of["out-degree"], float64(len(s.Succ(graph.Node(u)))))
			of["pagerank"] = append(of["pagerank"], r.Scores[u])
		}
	}
	want := [][2]string{{"in-degree", "out-degree"}, {"in-degree", "pagerank"}, {"out-degree", "pagerank"}}
	if len(d.Correlations) != len(want) {
		t.Fatalf("got %d correlations, want %d", len(d.Correlations), len(want))
	}
	for i, x := range d.Correlations {
		if x.A != want[i][0] || x.B != want[i][1] || x.Population != "fetched pages" || x.Undefined != "" {
			t.Errorf("correlation %d: got %+v, want %v of fetched pages", i, x, want[i])
		}
		pearson, tau := byPairs(of[x.A], of[x.B])
		if math.Abs(x.Pearson-pearson) > 1e-9 || math.Abs(x.KendallB-tau) > 1e-9 {
			t.Errorf("%s and %s: got %v and %v, want %v and %v", x.A, x.B, x.Pearson, x.KendallB, pearson, tau)
		}
	}
	if d, err = measure.GetDegrees(t.Context(), c, measure.DegreeOptions{Options: o, Samples: -1}); err != nil || len(d.Correlations) != 1 {
		t.Errorf("without a PageRank: %d correlations, %v", len(d.Correlations), err)
	}
}

// byPairs returns Pearson's r, from the differences of all pairs, and Kendall's tau-b; values tie that differ by less
// than 1e-6 of themselves.
func byPairs(x, y []float64) (pearson, tau float64) {
	var xx, yy, xy, s, untiedX, untiedY float64
	sign := func(a, b float64) float64 {
		switch {
		case math.Abs(a-b) <= 1e-6*math.Abs(a):
			return 0
		case a < b:
			return -1
		}
		return 1
	}
	for i := range x {
		for j := range i {
			dx, dy := x[i]-x[j], y[i]-y[j]
			xx, yy, xy = xx+dx*dx, yy+dy*dy, xy+dx*dy
			a, b := sign(x[i], x[j]), sign(y[i], y[j])
			s, untiedX, untiedY = s+a*b, untiedX+a*a, untiedY+b*b
		}
	}
	return xy / math.Sqrt(xx*yy), s / math.Sqrt(untiedX*untiedY)
}

// A graph without names has no hosts, and takes no memory for any.
func TestNeedWithoutHosts(t *testing.T) {
	s := drawStates(t, 8, 50, page.Fetched)
	base := filepath.Join(t.TempDir(), "g")
	if _, err := bv.Write(base, s.Memory, bv.Options{}); err != nil {
		t.Fatal(err)
	}
	bare, named := ingesttest.Open(t, base), s.Crawl(t)
	hosts, err := named.Hosts()
	if err != nil {
		t.Fatal(err)
	}
	if s, err := measure.DegreesStage(t.Context(), bare, answer.Options{}); err != nil || s.View.Need.Heap() != 0 {
		t.Errorf("degrees of no hosts take %d bytes: %v", s.View.Need.Heap(), err)
	}
	for _, name := range measure.Rankings {
		a, b := measure.NeedOf(name, bare), measure.NeedOf(name, named)
		if a.Arrays() != b.Arrays() || a.Arrays() < 8*50 || b.Heap()-a.Heap() < 8*int64(hosts.Len()) {
			t.Errorf("%s: %+v without names, %+v with %d hosts", name, a, b, hosts.Len())
		}
	}
}
