package rank_test

import (
	"context"
	"fmt"
	"testing"

	"weft/algo/rank"
	"weft/graph"
	"weft/graph/bv/bvtest"
	"weft/graph/graphtest"
	"weft/stats"
)

func load(t testing.TB, g graph.Graph) *graph.Memory {
	t.Helper()
	m, err := graph.Load(g)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func BenchmarkPageRank(b *testing.B) {
	packed := bvtest.Open(b, "cnr-2000", "cnr-2000-t.graph")
	if err := packed.Index(); err != nil {
		b.Fatal(err)
	}
	ctx := context.Background()
	degrees, err := rank.InDegrees(ctx, packed, graph.Work{Workers: 1})
	if err != nil {
		b.Fatal(err)
	}
	for _, view := range []graph.Random{load(b, packed), packed} {
		for _, method := range []rank.Method{rank.GaussSeidel, rank.Power} {
			b.Run(fmt.Sprintf("%T/%v", view, method), func(b *testing.B) {
				b.ReportAllocs()
				passes := 0
				for b.Loop() {
					r, err := rank.PageRank(ctx, view, degrees, rank.PageRankOptions{Method: method, Work: graph.Work{Workers: 1}})
					if err != nil {
						b.Fatal(err)
					}
					passes += r.Iterations
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(passes)/float64(view.NumArcs()), "ns/arc")
				b.ReportMetric(float64(passes)/float64(b.N), "passes")
			})
		}
	}
}

var sink any

func BenchmarkHITSAndSALSA(b *testing.B) {
	in := load(b, bvtest.Open(b, "cnr-2000", "cnr-2000-t.graph"))
	out := graphtest.Transpose(b, in)
	ctx := context.Background()
	perArc := func(b *testing.B, passes int) {
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(passes)/float64(in.NumArcs()), "ns/arc")
	}
	b.Run("HITS", func(b *testing.B) {
		for b.Loop() {
			h, err := rank.HITS(ctx, out, in, rank.HITSOptions{Work: graph.Work{Workers: 1}})
			if err != nil {
				b.Fatal(err)
			}
			sink = h
		}
		perArc(b, 60)
	})
	b.Run("SALSA", func(b *testing.B) {
		for b.Loop() {
			s, err := rank.SALSA(ctx, out, graph.Work{})
			if err != nil {
				b.Fatal(err)
			}
			sink = s
		}
		perArc(b, 1)
	})
	b.Run("TopK", func(b *testing.B) {
		s, err := rank.SALSA(ctx, out, graph.Work{})
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			sink = rank.TopK(s.Authorities, 100, stats.Rounding)
		}
	})
}
