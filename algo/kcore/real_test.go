package kcore_test

import (
	"testing"

	"weft/algo/kcore"
	"weft/graph"
	"weft/graph/bv/bvtest"
	"weft/graph/graphtest"
)

// Sums of the core numbers were computed with igraph 1.0.0: coreness of the graph without loops, with the modes all, in
// and out, and of the undirected graph without parallel edges. Both methods give them, from memory and from the
// compressed lists.
func TestAgainstIgraph(t *testing.T) {
	packed := bvtest.Open(t, "cnr-2000", "cnr-2000.graph")
	back := bvtest.Open(t, "cnr-2000", "cnr-2000-t.graph")
	out := graphtest.Load(t, packed)
	in := graphtest.Transpose(t, out)
	for _, w := range []struct {
		degree                      kcore.Degree
		most                        uint32
		sum, squares, nodes, inside int64
	}{
		{kcore.Neighbours, 83, 3022174, 72586752, 86, 3652},
		{kcore.Arcs, 161, 3559090, 104427448, 82, 0},
		{kcore.In, 80, 826767, 9350831, 86, 0},
		{kcore.Out, 80, 1394409, 19960479, 85, 0},
	} {
		for _, stream := range []bool{false, true} {
			var succ, pred graph.Random = out, in
			if stream {
				succ, pred = packed, back
			}
			f, err := kcore.Find(t.Context(), succ, pred, kcore.Options{Degree: w.degree, Stream: stream})
			if err != nil {
				t.Fatal(err)
			}
			var sum, squares int64
			for _, k := range f.Numbers {
				sum += int64(k)
				squares += int64(k) * int64(k)
			}
			last := f.Shells[len(f.Shells)-1]
			if last.K != w.most || sum != w.sum || squares != w.squares || int64(last.Nodes) != w.nodes || w.inside > 0 && last.Edges != w.inside {
				t.Errorf("%v, stream %v: got sums %d and %d, innermost shell %+v, want %+v", w.degree, stream, sum, squares, last, w)
			}
		}
	}
}

func benchmark(b *testing.B, stream bool) {
	b.Helper()
	var out, in graph.Random = bvtest.Open(b, "cnr-2000", "cnr-2000.graph"), bvtest.Open(b, "cnr-2000", "cnr-2000-t.graph")
	if !stream {
		out, in = graphtest.Load(b, out), graphtest.Load(b, in)
	}
	for b.Loop() {
		if _, err := kcore.Find(b.Context(), out, in, kcore.Options{Stream: stream, Work: graph.Work{Workers: 1}}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(out.NumArcs()), "ns/arc")
}

func BenchmarkPeel(b *testing.B)   { benchmark(b, false) }
func BenchmarkPasses(b *testing.B) { benchmark(b, true) }
