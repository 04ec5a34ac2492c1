package bv_test

import (
	"fmt"
	"io"
	"testing"

	"weft/graph"
	"weft/graph/bv"
	"weft/graph/bv/bvtest"
)

var sink int64

func perArc(b *testing.B, arcs int64) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(arcs), "ns/arc")
}

func BenchmarkScanCNR(b *testing.B) {
	g := bvtest.Open(b, "cnr-2000", "cnr-2000.graph")
	b.ReportAllocs()
	for b.Loop() {
		c := g.Scan(graph.Everything(g))
		for c.Next() {
			sink += int64(len(c.Succ()))
		}
	}
	perArc(b, g.NumArcs())
}

func BenchmarkRandomCNR(b *testing.B) {
	g := bvtest.Open(b, "cnr-2000", "cnr-2000.graph")
	if err := g.Index(); err != nil {
		b.Fatal(err)
	}
	var buf []graph.Node
	arcs := int64(0)
	u := uint32(1)
	b.ReportAllocs()
	for b.Loop() {
		u = (u*1664525 + 1013904223)
		buf, _ = g.AppendSucc(buf[:0], graph.Node(uint64(u)*uint64(g.NumNodes())>>32))
		arcs += int64(len(buf))
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(arcs), "ns/arc")
}

func BenchmarkWriteCNR(b *testing.B) {
	g, err := graph.Load(bvtest.Open(b, "cnr-2000", "cnr-2000.graph"))
	if err != nil {
		b.Fatal(err)
	}
	for _, o := range []bv.Options{{Workers: 1}, {Workers: 2}, {Workers: 1, Dense: true}} {
		b.Run(fmt.Sprintf("workers=%d,dense=%v", o.Workers, o.Dense), func(b *testing.B) { benchmarkWrite(b, g, o) })
	}
}

func benchmarkWrite(b *testing.B, g *graph.Memory, o bv.Options) {
	b.ReportAllocs()
	var st bv.Stats
	for b.Loop() {
		w, err := bv.NewWriter(io.Discard, io.Discard, o)
		if err != nil {
			b.Fatal(err)
		}
		for u := range g.NumNodes() {
			if err := w.Append(g.Succ(graph.Node(u))); err != nil {
				b.Fatal(err)
			}
		}
		if st, err = w.Finish(); err != nil {
			b.Fatal(err)
		}
	}
	perArc(b, g.NumArcs())
	b.ReportMetric(st.BitsPerArc(), "bits/arc")
}
