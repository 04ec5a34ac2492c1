package model_test

import (
	"fmt"
	"testing"

	"weft/crawl"
	"weft/crawl/model"
	"weft/crawl/strategy"
)

// BenchmarkCrawl crawls 30 % of a Web, in line, links drawn by one worker beside.
func BenchmarkCrawl(b *testing.B) {
	for _, pages := range []int{1 << 20, 67_000_000} {
		for name, s := range strategies() {
			b.Run(fmt.Sprintf("%d/%s", pages, name), func(b *testing.B) {
				links := uint64(0)
				for b.Loop() {
					w, err := model.New(model.Options{Pages: pages, In: zipf(b, 2.1), Out: pareto(b, 2.72), Workers: 2})
					if err != nil {
						b.Fatal(err)
					}
					st, err := crawl.Run(b.Context(), crawl.Options{
						Web: w, Strategy: s(), Pages: crawl.NewDense(pages), Seeds: w.Seeds(1), Window: 1, Workers: 1, Limit: uint64(pages) * 3 / 10,
					})
					if err != nil {
						b.Fatal(err)
					}
					links += st.Links
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(links), "ns/link")
			})
		}
	}
}

// BenchmarkLaw finds out-degrees.
func BenchmarkLaw(b *testing.B) {
	w, err := model.New(model.Options{Pages: 1 << 20, In: zipf(b, 2.1), Out: pareto(b, 2.72)})
	if err != nil {
		b.Fatal(err)
	}
	i := crawl.Key(0)
	for b.Loop() {
		w.Outdegree(i & (1<<20 - 1))
		i++
	}
}

func strategies() map[string]func() crawl.Strategy {
	return map[string]func() crawl.Strategy{
		"bfs":      func() crawl.Strategy { return new(strategy.BreadthFirst) },
		"dfs":      func() crawl.Strategy { return new(strategy.DepthFirst) },
		"indegree": func() crawl.Strategy { return new(strategy.MostLinked) },
		"random":   func() crawl.Strategy { return strategy.NewRandom(1) },
	}
}

func zipf(t testing.TB, exponent float64) model.Law {
	t.Helper()
	l, err := model.Zipf(exponent, 1)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func pareto(t testing.TB, exponent float64) model.Law {
	t.Helper()
	l, err := model.Pareto(exponent, model.DefaultScale)
	if err != nil {
		t.Fatal(err)
	}
	return l
}
