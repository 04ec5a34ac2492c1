package polite_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"weft/crawl/polite"
)

func hostNames(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("www.host%d.example:443", i)
	}
	return names
}

func BenchmarkScheduler(b *testing.B) {
	for _, hosts := range []int{1, 1000, 1_000_000} {
		b.Run(fmt.Sprintf("hosts=%d", hosts), func(b *testing.B) {
			names := hostNames(hosts)
			s := polite.New[[3]uint64](polite.Options{})
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				s.Put(names[i*7919%hosts], [3]uint64{})
				t, err := s.Take(b.Context())
				if err != nil {
					b.Fatal(err)
				}
				s.Done(t, polite.Outcome{Status: 200})
				i++
			}
		})
	}
	b.Run("waiting=1000000", func(b *testing.B) { // a heap of a million hosts, all of them with items
		names := hostNames(1_000_000)
		s := polite.New[[3]uint64](polite.Options{Delay: time.Nanosecond})
		for _, name := range names {
			s.Put(name, [3]uint64{})
			s.Put(name, [3]uint64{})
		}
		b.ReportAllocs()
		for b.Loop() {
			t, err := s.Take(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			s.Done(t, polite.Outcome{Status: 200})
			s.Put(t.Host, t.Item)
		}
	})
	for _, workers := range []int{2, 64} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			names := hostNames(1000)
			s := polite.New[[3]uint64](polite.Options{})
			for _, name := range names {
				s.Put(name, [3]uint64{})
			}
			var left atomic.Int64
			left.Store(int64(b.N))
			b.ResetTimer()
			var wg sync.WaitGroup
			for range workers {
				wg.Go(func() {
					for left.Add(-1) >= 0 {
						t, err := s.Take(b.Context())
						if err != nil {
							b.Error(err)
							return
						}
						s.Done(t, polite.Outcome{Status: 200})
						s.Put(t.Host, t.Item)
					}
				})
			}
			wg.Wait()
		})
	}
}
