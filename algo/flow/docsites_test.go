package flow_test

import (
	"strconv"
	"strings"
	"testing"

	"weft/algo/flow"
	"weft/graph"
	"weft/internal/shared"
)

// docsites reads the links of docsites: 29,578 pages, 466,756 arcs.
func docsites(tb testing.TB) *graph.Memory {
	tb.Helper()
	lists := strings.Split(strings.TrimSuffix(shared.Gunzip(tb, "docsites", "mid.adj.txt.gz"), "\n"), "\n")
	var arcs []graph.Arc
	for u, line := range lists {
		v := 0
		for gap := range strings.FieldsSeq(line) {
			x, err := strconv.Atoi(gap)
			if err != nil {
				tb.Fatal(err)
			}
			v += x
			arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(v)})
		}
	}
	g := graph.FromArcs(len(lists), arcs)
	if g.NumNodes() != 29578 || g.NumArcs() != 466756 {
		tb.Fatalf("docsites has %d pages and %d arcs", g.NumNodes(), g.NumArcs())
	}
	return g
}

// docsitesCapacities are the capacities of the cuts below.
func docsitesCapacities(g *graph.Memory) map[string][]int64 {
	shares := func(u, _ graph.Node) int64 {
		links := int64(0)
		for _, v := range g.Succ(u) {
			if v != u {
				links++
			}
		}
		return 1 << 40 / max(1, links)
	}
	return map[string][]int64{
		"one":   flow.Capacities(g, func(_, _ graph.Node) int64 { return 1 << 40 }),
		"share": flow.Capacities(g, shares),
		"mixed": flow.Capacities(g, func(u, v graph.Node) int64 { return 1 + (int64(u)*1000003+int64(v)*7919)%1048573 }),
	}
}

// every returns each page whose number is from and a multiple of step more.
func every(g *graph.Memory, from, step int) []graph.Node {
	var pages []graph.Node
	for u := from; u < g.NumNodes(); u += step {
		pages = append(pages, graph.Node(u))
	}
	return pages
}

// ortools are minimum cuts of docsites by OR-Tools 9.15: SimpleMaxFlow, self-loops left out, with get_source_side_min_cut and
// get_sink_side_min_cut. The sources are page 5,000; pages 0, 10,000 and 20,000; every 30th.
var ortools = []struct {
	capacities       string
	sources          int
	eps, value       int64
	minimal, maximal int
}{
	{"one", 1, 1 << 40, 80264348827648, 1, 1},
	{"one", 1, 1 << 33, 10668698763264, 986, 986},
	{"one", 1, 1 << 26, 1271176101888, 18942, 18942},
	{"one", 1, 1 << 14, 310345728, 18942, 18942},
	{"one", 1, 1 << 10, 19396608, 18942, 18942},
	{"one", 1, 1 << 0, 18942, 18942, 18942},
	{"one", 3, 1 << 40, 26388279066624, 3, 3},
	{"one", 3, 1 << 33, 13700945674240, 59, 59},
	{"one", 3, 1 << 26, 1203127713792, 17928, 17928},
	{"one", 3, 1 << 14, 293732352, 17928, 17928},
	{"one", 3, 1 << 10, 18358272, 17928, 17928},
	{"one", 3, 1 << 0, 17928, 17928, 17928},
	{"one", 986, 1 << 40, 12026458184613888, 2695, 2833},
	{"one", 986, 1 << 33, 223492918214656, 26018, 26018},
	{"one", 986, 1 << 26, 1746038423552, 26018, 26018},
	{"one", 986, 1 << 14, 426278912, 26018, 26018},
	{"one", 986, 1 << 10, 26642432, 26018, 26018},
	{"one", 986, 1 << 0, 26018, 26018, 26018},
	{"share", 1, 1 << 40, 2199023255536, 1, 1},
	{"share", 1, 1 << 33, 1108101562352, 1, 1},
	{"share", 1, 1 << 26, 107660344724, 986, 986},
	{"share", 1, 1 << 14, 310345728, 18942, 18942},
	{"share", 1, 1 << 10, 19396608, 18942, 18942},
	{"share", 1, 1 << 0, 18942, 18942, 18942},
	{"share", 3, 1 << 40, 6597069766649, 3, 3},
	{"share", 3, 1 << 33, 2705829396480, 59, 59},
	{"share", 3, 1 << 26, 1028409040712, 5130, 5130},
	{"share", 3, 1 << 14, 293732352, 17928, 17928},
	{"share", 3, 1 << 10, 18358272, 17928, 17928},
	{"share", 3, 1 << 0, 17928, 17928, 17928},
	{"share", 986, 1 << 40, 1969626269608653, 1064, 1064},
	{"share", 986, 1 << 33, 217917573171799, 24110, 24110},
	{"share", 986, 1 << 26, 1746038423552, 26018, 26018},
	{"share", 986, 1 << 14, 426278912, 26018, 26018},
	{"share", 986, 1 << 10, 26642432, 26018, 26018},
	{"share", 986, 1 << 0, 26018, 26018, 26018},
	{"mixed", 1, 1 << 40, 1099536009547, 1, 1},
	{"mixed", 1, 1 << 33, 8614316363, 1, 1},
	{"mixed", 1, 1 << 26, 91490635, 1, 1},
	{"mixed", 1, 1 << 14, 11719774, 375, 375},
	{"mixed", 1, 1 << 10, 1947699, 986, 986},
	{"mixed", 1, 1 << 0, 18942, 18942, 18942},
	{"mixed", 3, 1 << 40, 3298541201266, 3, 3},
	{"mixed", 3, 1 << 33, 25776121714, 3, 3},
	{"mixed", 3, 1 << 26, 207644530, 3, 3},
	{"mixed", 3, 1 << 14, 5645352, 59, 59},
	{"mixed", 3, 1 << 10, 4382856, 1226, 1226},
	{"mixed", 3, 1 << 0, 17928, 17928, 17928},
	{"mixed", 986, 1 << 40, 1084126217126767, 986, 986},
	{"mixed", 986, 1 << 33, 8477427647343, 986, 986},
	{"mixed", 986, 1 << 26, 73903296999, 987, 987},
	{"mixed", 986, 1 << 14, 425003754, 25875, 25875},
	{"mixed", 986, 1 << 10, 26639993, 26013, 26013},
	{"mixed", 986, 1 << 0, 26018, 26018, 26018},
}

func TestDocsitesAgainstORTools(t *testing.T) {
	g := docsites(t)
	sources := map[int][]graph.Node{1: {5000}, 3: every(g, 0, 10000), 986: every(g, 0, 30)}
	networks := map[string]*flow.Network{}
	for name, c := range docsitesCapacities(g) {
		networks[name] = network(t, g, c)
	}
	for _, c := range ortools {
		got := minCut(t, networks[c.capacities], flow.Terminals{Sources: sources[c.sources], Eps: c.eps})
		if got.Value != c.value || got.MinimalPages != c.minimal || got.MaximalPages != c.maximal {
			t.Errorf("%+v: got %d around %d to %d pages", c, got.Value, got.MinimalPages, got.MaximalPages)
		}
	}
}

// A sweep of docsites is the cuts one by one.
func TestDocsitesSweep(t *testing.T) {
	g := docsites(t)
	n := network(t, g, docsitesCapacities(g)["mixed"])
	sources := every(g, 0, 30)
	eps := []int64{1 << 20, 1 << 18, 1 << 14, 1 << 8, 1}
	got, err := n.Sweep(t.Context(), flow.Terminals{Sources: sources}, eps, graph.Work{})
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range eps {
		want := minCut(t, n, flow.Terminals{Sources: sources, Eps: e})
		if s := (flow.Step{Eps: e, Value: want.Value, Pages: want.MinimalPages, Arcs: len(want.Arcs)}); got.Steps[i] != s {
			t.Errorf("got %+v, want %+v", got.Steps[i], s)
		}
		for u := range g.NumNodes() {
			if want.Minimal.Has(u) != (got.First[u] <= uint32(i)) {
				t.Fatalf("ε %d: page %d joins at step %d", e, u, got.First[u])
			}
		}
	}
}
