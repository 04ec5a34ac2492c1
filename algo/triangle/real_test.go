package triangle_test

import (
	"context"
	"testing"

	"weft/algo/triangle"
	"weft/graph"
	"weft/graph/bv/bvtest"
	"weft/graph/graphtest"
)

// The numbers were computed with scipy 1.17.1 from products of sparse matrices: of the undirected graph U without
// loops, (U·U)∘U; of the directed one A, (A·A)∘Aᵀ and (A·A)∘A.
func TestAgainstScipy(t *testing.T) {
	g := bvtest.Open(t, "cnr-2000", "cnr-2000.graph")
	out, err := graph.Load(g)
	if err != nil {
		t.Fatal(err)
	}
	c, err := triangle.Count(context.Background(), out, graphtest.Transpose(t, out), triangle.Options{Lists: 1 << 22})
	if err != nil {
		t.Fatal(err)
	}
	want := triangle.Totals{Edges: 2738969, Wedges: 7861227192, Several: 242210, Paths: 91842210}
	if c.Totals != want || c.Triangles != 20977629 || c.Cycles != 3301651 || c.Transitive != 37940446 || c.Blocks < 3 {
		t.Errorf("got %+v, %d triangles, %d cycles, %d transitive, %d blocks", c.Totals, c.Triangles, c.Cycles, c.Transitive, c.Blocks)
	}
}

func BenchmarkCount(b *testing.B) {
	g := bvtest.Open(b, "cnr-2000", "cnr-2000.graph")
	out, err := graph.Load(g)
	if err != nil {
		b.Fatal(err)
	}
	in := graphtest.Transpose(b, out)
	for b.Loop() {
		if _, err := triangle.Count(context.Background(), out, in, triangle.Options{Work: graph.Work{Workers: 1}}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(out.NumArcs()), "ns/arc")
}
