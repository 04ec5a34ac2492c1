package frontier_test

import (
	"math/rand/v2"
	"testing"

	"weft/crawl"
	"weft/crawl/frontier"
	"weft/crawl/frontier/frontiertest"
)

// met returns URLs in the order in which a breadth-first crawl meets them.
func met(n int) (urls [][]byte) {
	web := frontiertest.New()
	seen := map[frontiertest.Address]bool{}
	var queue, links []frontiertest.Address
	for p := (frontiertest.Address{}); len(urls) < n; p, queue = queue[0], queue[1:] {
		links = web.Links(links[:0], p)
		for _, q := range links {
			if !seen[q] {
				seen[q] = true
				queue = append(queue, q)
				urls = append(urls, web.AppendURL(nil, q))
			}
		}
	}
	return urls[:n]
}

func BenchmarkNames(b *testing.B) {
	urls := met(1 << 20)
	total := 0
	for _, url := range urls {
		total += len(url)
	}
	fill := func(b *testing.B) *frontier.Names {
		n := mustCreate(b, b.TempDir(), 2<<20)
		for i, url := range urls {
			if err := n.Append(url); err != nil {
				b.Fatal(err)
			}
			if i%8 == 7 {
				if err := n.Flush(); err != nil {
					b.Fatal(err)
				}
			}
		}
		n.Settle()
		return n
	}
	b.Run("append", func(b *testing.B) { // with a Flush for every 8 names
		for b.Loop() {
			if err := fill(b).Close(); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(urls)), "ns/name")
		b.ReportMetric(float64(total)/float64(len(urls)), "B/URL")
	})
	n := fill(b)
	defer n.Close()
	var name []byte
	b.Run("random", func(b *testing.B) {
		r := rand.New(rand.NewPCG(1, 1))
		for b.Loop() {
			var err error
			if name, err = n.Name(name[:0], crawl.Page(r.IntN(len(urls)))); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("in-order", func(b *testing.B) {
		p := 0
		for b.Loop() {
			var err error
			if name, err = n.Name(name[:0], crawl.Page(p%len(urls))); err != nil {
				b.Fatal(err)
			}
			p++
		}
	})
	b.Run("fill", func(b *testing.B) {
		for b.Loop() {
			var k frontier.Known
			if err := k.Fill(b.Context(), n, 2); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(urls)), "ns/name")
	})
}
