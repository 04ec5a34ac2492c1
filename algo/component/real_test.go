package component_test

import (
	"context"
	"encoding/binary"
	"os"
	"slices"
	"testing"

	"weft/algo/component"
	"weft/graph"
	"weft/graph/bv/bvtest"
	"weft/graph/graphtest"
	"weft/internal/shared"
)

// The numbers of components were computed with scipy 1.17.1, scipy.sparse.csgraph.connected_components(A,
// connection="strong" and "weak"); the bow ties with networkx 3.6.1: strongly_connected_components, descendants and
// ancestors of a node of the largest, then descendants of a node joined to all of IN and ancestors of one that all of OUT is
// joined to, and node_connected_component of the undirected graph.
func TestAgainstScipyAndNetworkx(t *testing.T) {
	for _, c := range []struct {
		name         string
		graph        func() graph.Random
		strong, weak int
		largest      []uint32
		bow          component.BowTieCounts
	}{
		{
			"hollins", func() graph.Random { return bvtest.Hollins(t) }, 3634, 1,
			[]uint32{1426, 107, 81, 69, 63},
			component.BowTieCounts{SCC: 1426, In: 186, Out: 4125, TendrilsIn: 271, Tubes: 4},
		},
		{
			"wb-cs-stanford", func() graph.Random { return bvtest.Open(t, "wb-cs-stanford", "wb-cs.stanford.graph") }, 4391, 522,
			[]uint32{2759, 333, 208, 191, 99},
			component.BowTieCounts{SCC: 2759, In: 883, Out: 4378, TendrilsIn: 764, TendrilsOut: 49, Tubes: 94, Other: 2, Disconnected: 985},
		},
		{
			"harvard500", func() graph.Random { return bvtest.Open(t, "harvard500", "harvard500.graph") }, 147, 1,
			[]uint32{335, 20, 1, 1, 1},
			component.BowTieCounts{SCC: 335, Out: 165},
		},
	} {
		g := c.graph()
		ctx := context.Background()
		scc, err := component.SCC(ctx, g, graph.Work{})
		if err != nil {
			t.Fatal(err)
		}
		wcc, err := component.WCC(ctx, g, graph.Work{Workers: 0})
		if err != nil {
			t.Fatal(err)
		}
		if scc.Count() != c.strong || wcc.Count() != c.weak || !slices.Equal(scc.Sizes[:5], c.largest) {
			t.Errorf("%s: got %d strong, %d weak, sizes %v; want %d, %d, %v", c.name, scc.Count(), wcc.Count(), scc.Sizes[:5], c.strong, c.weak, c.largest)
		}
		bow, err := component.BowTie(ctx, g, graphtest.Transpose(t, g), component.Known{SCC: scc, WCC: wcc}, graph.Work{})
		if err != nil {
			t.Fatal(err)
		}
		if bow.Counts != c.bow {
			t.Errorf("%s: got bow tie %+v, want %+v", c.name, bow.Counts, c.bow)
		}
	}
}

// TestAgainstWebGraph compares with what webgraph-rs wrote for cnr-2000: the component of each node and the sizes, as
// big-endian 32-bit numbers; its numbers of components of the same size differ from ours.
func TestAgainstWebGraph(t *testing.T) {
	g := bvtest.Open(t, "cnr-2000", "cnr-2000.graph")
	theirs := bigEndian(t, "cnr-2000.scc")
	sizes := bigEndian(t, "cnr-2000.sccsizes")
	for _, view := range []graph.Random{g, load(t, g)} {
		scc, err := component.SCC(context.Background(), view, graph.Work{})
		if err != nil {
			t.Fatal(err)
		}
		slices.SortFunc(sizes, func(a, b uint32) int { return int(int64(b) - int64(a)) })
		if !slices.Equal(scc.Sizes, sizes) {
			t.Errorf("got %d sizes, largest %d; want %d, %d, or others differ", scc.Count(), scc.Largest(), len(sizes), sizes[0])
		}
		ours := map[uint32]uint32{}
		for u, c := range scc.Labels {
			if o, ok := ours[theirs[u]]; ok && o != c {
				t.Fatalf("node %d: got component %d, want %d", u, c, o)
			}
			ours[theirs[u]] = c
		}
		wcc, err := component.WCC(context.Background(), view, graph.Work{Workers: 8})
		if err != nil {
			t.Fatal(err)
		}
		if wcc.Count() != 1 {
			t.Errorf("got %d weak components, want 1", wcc.Count())
		}
	}
}

func bigEndian(t testing.TB, name string) []uint32 {
	t.Helper()
	data, err := os.ReadFile(shared.File(t, "cnr-2000", name))
	if err != nil {
		t.Fatal(err)
	}
	numbers := make([]uint32, len(data)/4)
	for i := range numbers {
		numbers[i] = binary.BigEndian.Uint32(data[4*i:])
	}
	return numbers
}

func load(t testing.TB, g graph.Graph) *graph.Memory {
	t.Helper()
	m, err := graph.Load(g)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

var sink *component.Components

func each(b *testing.B, run func(g graph.Random) (*component.Components, error)) {
	g := bvtest.Open(b, "cnr-2000", "cnr-2000.graph")
	if err := g.Index(); err != nil {
		b.Fatal(err)
	}
	for name, view := range map[string]graph.Random{"memory": load(b, g), "compressed": g} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c, err := run(view)
				if err != nil {
					b.Fatal(err)
				}
				sink = c
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(view.NumArcs()), "ns/arc")
		})
	}
}

func BenchmarkSCC(b *testing.B) {
	each(b, func(g graph.Random) (*component.Components, error) {
		return component.SCC(context.Background(), g, graph.Work{})
	})
}

func BenchmarkSCCBoth(b *testing.B) {
	packed := bvtest.Open(b, "cnr-2000", "cnr-2000.graph")
	back := graphtest.Transpose(b, packed)
	each(b, func(g graph.Random) (*component.Components, error) {
		return component.SCCBoth(context.Background(), g, back, graph.Work{})
	})
}

func BenchmarkWCC(b *testing.B) {
	each(b, func(g graph.Random) (*component.Components, error) {
		return component.WCC(context.Background(), g, graph.Work{Workers: 1})
	})
}

func BenchmarkBowTie(b *testing.B) {
	g := load(b, bvtest.Open(b, "cnr-2000", "cnr-2000.graph"))
	in := graphtest.Transpose(b, g)
	ctx := context.Background()
	scc, err := component.SCC(ctx, g, graph.Work{})
	if err != nil {
		b.Fatal(err)
	}
	wcc, err := component.WCC(ctx, g, graph.Work{Workers: 1})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := component.BowTie(ctx, g, in, component.Known{SCC: scc, WCC: wcc}, graph.Work{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(g.NumArcs()), "ns/arc")
}
