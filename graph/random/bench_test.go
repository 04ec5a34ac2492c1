package random_test

import (
	"testing"

	"weft/graph"
	"weft/graph/random"
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
	benchmarkScan(b, must(random.NewWeb(random.WebOptions{Pages: 200_000, Degree: 20, Seed: 1})))
}

func BenchmarkGNP(b *testing.B) {
	benchmarkScan(b, must(random.NewGNP(random.GNPOptions{Pages: 200_000, Degree: 7, Seed: 1})))
}

func BenchmarkCopying(b *testing.B) {
	benchmarkScan(b, must(random.NewCopying(random.CopyingOptions{Pages: 200_000, Degree: 7, Alpha: 0.5, Seed: 1})))
}

func BenchmarkScaleFree(b *testing.B) {
	b.ReportAllocs()
	arcs := int64(0)
	for b.Loop() {
		arcs += must(random.NewScaleFree(random.ScaleFreeOptions{Pages: 200_000, Seed: 1})).Drawn()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(arcs), "ns/arc")
}

func BenchmarkForestFire(b *testing.B) {
	b.ReportAllocs()
	arcs := int64(0)
	for b.Loop() {
		arcs += must(random.NewForestFire(random.ForestFireOptions{Pages: 20_000, Seed: 1})).NumArcs()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(arcs), "ns/arc")
}

func BenchmarkNames(b *testing.B) {
	const pages = 200_000
	k := must(random.NewWeb(random.WebOptions{Pages: pages, Degree: 20, Seed: 1})).Namer()
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

func BenchmarkEvolving(b *testing.B) {
	benchmarkScan(b, must(random.NewEvolving(random.EvolvingOptions{Pages: 200_000, Degree: 7, Seed: 1})))
}
