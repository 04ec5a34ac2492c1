package frontier_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"weft/crawl"
	"weft/crawl/frontier"
)

var _ crawl.Pages = (*frontier.Known)(nil)

func TestKnownAgainstAMap(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 51))
		var k frontier.Known
		want := map[crawl.Key]crawl.Page{}
		for range 20_000 {
			key := crawl.Key(r.Uint64())
			switch r.IntN(4) {
			case 0:
				key &= 0xff // all in one shard, and next to each other
			case 1:
				key |= ^crawl.Key(0xfff)
			case 2:
				if k.Len() > 0 {
					key = k.Key(crawl.Page(r.IntN(k.Len())))
				}
			}
			before, known := want[key]
			if p, found := k.Find(key); found != known || p != before {
				t.Fatalf("seed %d, find %x: got %d, %v; want %d, %v", seed, key, p, found, before, known)
			}
			p, isNew, err := k.Number(key)
			if !known {
				before = crawl.Page(len(want))
				want[key] = before
			}
			if err != nil || isNew == known || p != before || k.Len() != len(want) || k.Key(p) != key {
				t.Fatalf("seed %d, number %x: got %d, %v, %v; want %d, %v", seed, key, p, isNew, err, before, !known)
			}
		}
	}
}

// Sorted fingerprints fill one shard after the other; a table must not be slow then.
func BenchmarkNumber(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	keys := make([]crawl.Key, 1<<20)
	for i := range keys {
		keys[i] = crawl.Key(r.Uint64())
	}
	b.Run("new", func(b *testing.B) {
		for b.Loop() {
			var k frontier.Known
			for _, key := range keys {
				if _, _, err := k.Number(key); err != nil {
					b.Fatal(err)
				}
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(keys)), "ns/page")
	})
	b.Run("known", func(b *testing.B) {
		var k frontier.Known
		for _, key := range keys {
			k.Number(key)
		}
		i := 0
		for b.Loop() {
			k.Number(keys[i*7919&(len(keys)-1)])
			i++
		}
	})
}

func ExampleKnown() {
	var k frontier.Known
	for _, key := range []crawl.Key{7, 1 << 60, 7} {
		p, isNew, err := k.Number(key)
		fmt.Println(p, isNew, err)
	}
	// Output:
	// 0 true <nil>
	// 1 true <nil>
	// 0 false <nil>
}
