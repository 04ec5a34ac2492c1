package model_test

import (
	"testing"

	"weft/gen/model"
	"weft/graph"
)

var sink int

func benchmarkScan(b *testing.B, g graph.Graph) {
	arcs := g.NumArcs()
	b.ReportAllocs()
	for b.Loop() {
		for c := g.Scan(graph.Everything(g)); c.Next(); {
			sink += len(c.Succ())
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(arcs), "ns/arc")
}

func BenchmarkWeb(b *testing.B) {
	benchmarkScan(b, must(model.NewWeb(model.WebOptions{Pages: 200_000, Degree: 20, Seed: 1})))
}

func BenchmarkGNP(b *testing.B) {
	benchmarkScan(b, must(model.NewGNP(model.GNPOptions{Pages: 200_000, Degree: 20, Seed: 1})))
}

func BenchmarkCopying(b *testing.B) {
	benchmarkScan(b, must(model.NewCopying(model.CopyingOptions{Pages: 200_000, Degree: 20, Alpha: 0.5, Seed: 1})))
}

func BenchmarkScaleFree(b *testing.B) {
	b.ReportAllocs()
	arcs := int64(0)
	for b.Loop() {
		arcs += must(model.NewScaleFree(model.ScaleFreeOptions{Pages: 200_000, Seed: 1})).Drawn()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(arcs), "ns/arc")
}

func BenchmarkForestFire(b *testing.B) {
	b.ReportAllocs()
	arcs := int64(0)
	for b.Loop() {
		arcs += must(model.NewForestFire(model.ForestFireOptions{Pages: 20_000, Seed: 1})).NumArcs()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(arcs), "ns/arc")
}

func BenchmarkNames(b *testing.B) {
	const pages = 200_000
	k := must(model.NewWeb(model.WebOptions{Pages: pages, Degree: 20, Seed: 1})).Namer()
	var key []byte
	total := 0
	b.ReportAllocs()
	for b.Loop() {
		for u := range graph.Node(pages) {
			key = k.AppendKey(key[:0], u)
			total += len(key)
		}
	}
	sink += total
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/pages, "ns/name")
	b.ReportMetric(float64(total)/float64(b.N)/pages, "bytes/name")
}
