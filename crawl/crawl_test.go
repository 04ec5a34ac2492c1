package crawl_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"weft/crawl"
	"weft/crawl/strategy"
	"weft/graph/kinds"
	"weft/graph/page"
)

// A web of lists: page k links to web[k].
type web struct {
	lists   [][]crawl.Key
	slow    bool // replies come in another order than picks
	started []uint64
	fetched atomic.Int64
}

func (w *web) Start(p crawl.Pick) { w.started = append(w.started, p.Seq) }

func (w *web) Fetch(ctx context.Context, p crawl.Pick, r *crawl.Reply) error {
	if w.slow {
		select {
		case <-time.After(time.Duration(rand.IntN(50)) * time.Microsecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	w.fetched.Add(1)
	r.State = page.Fetched
	for _, k := range w.lists[p.Key] {
		r.Links = append(r.Links, crawl.Out{Key: k, Kinds: kinds.Link})
	}
	return nil
}

func randomWeb(seed uint64, n int) *web {
	r := rand.New(rand.NewPCG(seed, 31))
	w := &web{lists: make([][]crawl.Key, n)}
	for u := range w.lists {
		seen := map[crawl.Key]bool{}
		for range r.IntN(7) {
			if k := crawl.Key(r.IntN(n)); !seen[k] {
				seen[k] = true
				w.lists[u] = append(w.lists[u], k)
			}
		}
	}
	return w
}

// journal is a log that is kept as text.
type journal struct{ lines []string }

func (j *journal) Picked(p crawl.Pick) error {
	j.lines = append(j.lines, fmt.Sprintf("pick %d page %d key %d", p.Seq, p.Page, p.Key))
	return nil
}

func (j *journal) Learnt(p crawl.Pick, r *crawl.Reply, links []crawl.Link) error {
	line := fmt.Sprintf("learnt %d %v", p.Page, r.State)
	for _, l := range links {
		line += fmt.Sprintf(" %d/%v", l.To, l.New)
	}
	j.lines = append(j.lines, line)
	return nil
}

func seeds(keys ...crawl.Key) []crawl.Out {
	var out []crawl.Out
	for _, k := range keys {
		out = append(out, crawl.Out{Key: k})
	}
	return out
}

// reachable returns how many pages can be reached.
func reachable(w *web, from ...crawl.Key) int {
	seen := map[crawl.Key]bool{}
	for todo := from; len(todo) > 0; todo = todo[1:] {
		if k := todo[0]; !seen[k] {
			seen[k] = true
			todo = append(todo, w.lists[k]...)
		}
	}
	return len(seen)
}

// In strict order the log is the same for any number of workers, and pages are picked once.
func TestStrictOrder(t *testing.T) {
	for seed := range uint64(3) {
		for _, window := range []int{1, 2, 7, 64} {
			var want []string
			for _, workers := range []int{1, 2, 5} {
				w := randomWeb(seed, 150)
				w.slow = workers > 1
				var j journal
				s, err := crawl.Run(context.Background(), crawl.Options{
					Web: w, Strategy: strategy.NewRandom(seed), Pages: crawl.NewDense(150), Seeds: seeds(3), Window: window, Workers: workers, Log: &j,
				})
				if err != nil {
					t.Fatal(err)
				}
				if n := reachable(w, 3); int(s.Picked) != n || s.Known != n || int(w.fetched.Load()) != n || s.Stopped {
					t.Fatalf("seed %d: got %+v, %d fetched, want %d pages", seed, s, w.fetched.Load(), n)
				}
				if !slices.IsSorted(w.started) {
					t.Fatalf("seed %d: starts in the order %v", seed, w.started)
				}
				if want == nil {
					want = j.lines
				} else if !slices.Equal(j.lines, want) {
					t.Fatalf("seed %d, window %d, %d workers: another log", seed, window, workers)
				}
			}
		}
	}
}

func TestArrival(t *testing.T) {
	for seed := range uint64(12) {
		w := randomWeb(seed, 150)
		w.slow = true
		s, err := crawl.Run(context.Background(), crawl.Options{
			Web: w, Strategy: new(strategy.BreadthFirst), Pages: crawl.NewDense(150), Seeds: seeds(3, 5, 3), Workers: 4, Arrival: true,
		})
		if n := reachable(w, 3, 5); err != nil || int(s.Picked) != n {
			t.Fatalf("seed %d: got %+v, %v; want %d pages", seed, s, err, n)
		}
	}
}

func TestHowItEnds(t *testing.T) {
	failure := errors.New("failure")
	run := func(change func(*crawl.Options)) (crawl.Stats, error) {
		o := crawl.Options{Web: randomWeb(1, 100), Strategy: new(strategy.BreadthFirst), Pages: crawl.NewDense(100), Seeds: seeds(1), Window: 8, Workers: 2}
		change(&o)
		return crawl.Run(context.Background(), o)
	}
	for _, arrival := range []bool{false, true} {
		s, err := run(func(o *crawl.Options) { o.Limit, o.Arrival = 10, arrival })
		if err != nil || s.Picked != 10 || !s.Stopped {
			t.Errorf("a limit of 10: got %+v, %v", s, err)
		}
		learnt := uint64(0)
		s, err = run(func(o *crawl.Options) {
			o.Arrival = arrival
			o.Learnt = func(p crawl.Pick, _ *crawl.Reply, _ []crawl.Link) error {
				if p.Page == crawl.None {
					return nil
				}
				if learnt++; learnt == 5 {
					return crawl.ErrStop
				}
				return nil
			}
		})
		if err != nil || !s.Stopped || learnt != s.Learnt || s.Learnt > 5+8 {
			t.Errorf("stopped after 5: got %+v, %v, %d learnt", s, err, learnt)
		}
		if _, err := run(func(o *crawl.Options) {
			o.Arrival, o.Learnt = arrival, func(crawl.Pick, *crawl.Reply, []crawl.Link) error { return failure }
		}); !errors.Is(err, failure) {
			t.Errorf("got %v, want what Learnt says", err)
		}
		if _, err := run(func(o *crawl.Options) { o.Arrival, o.Pages = arrival, crawl.NewDense(50) }); err == nil {
			t.Error("a key that is too large: no error")
		}
		if _, err := run(func(o *crawl.Options) { o.Arrival, o.Strategy = arrival, new(repeating) }); err == nil {
			t.Error("a strategy that names a page twice: no error")
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := crawl.Run(ctx, crawl.Options{Web: randomWeb(1, 9), Strategy: new(strategy.DepthFirst), Pages: crawl.NewDense(9), Seeds: seeds(1)}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want that it was stopped", err)
	}
}

// repeating takes page 0 again and again.
type repeating struct{ strategy.BreadthFirst }

func (*repeating) Learn(crawl.Page, page.State, []crawl.Link) {}
func (*repeating) Next() (crawl.Page, crawl.Turn)             { return 0, crawl.Take }

func TestBarredPagesAreNotPicked(t *testing.T) {
	w := randomWeb(4, 100)
	var picked []crawl.Key
	s, err := crawl.Run(context.Background(), crawl.Options{
		Web: fenced{w}, Strategy: new(strategy.MostLinked), Pages: crawl.NewDense(100), Seeds: seeds(0),
		Learnt: func(p crawl.Pick, _ *crawl.Reply, _ []crawl.Link) error {
			if p.Page == crawl.None {
				return nil
			}
			picked = append(picked, p.Key)
			return nil
		},
	})
	if err != nil || len(picked) < 5 || s.Known <= len(picked) {
		t.Fatalf("got %+v, %v", s, err)
	}
	for _, k := range picked {
		if k%2 != 0 {
			t.Errorf("page %d is barred and was picked", k)
		}
	}
}

// fenced bars odd pages.
type fenced struct{ *web }

func (f fenced) Fetch(ctx context.Context, p crawl.Pick, r *crawl.Reply) error {
	err := f.web.Fetch(ctx, p, r)
	for i := range r.Links {
		r.Links[i].Barred = r.Links[i].Key%2 != 0
	}
	return err
}

func BenchmarkInLine(b *testing.B) {
	const n = 200_000
	w := randomWeb(1, n)
	links := 0
	for _, l := range w.lists {
		links += len(l)
	}
	for name, s := range map[string]func() crawl.Strategy{
		"bfs":      func() crawl.Strategy { return new(strategy.BreadthFirst) },
		"indegree": func() crawl.Strategy { return new(strategy.MostLinked) },
		"opic":     func() crawl.Strategy { return new(strategy.OPIC) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				w.started = nil
				if _, err := crawl.Run(context.Background(), crawl.Options{Web: w, Strategy: s(), Pages: crawl.NewDense(n), Seeds: seeds(0)}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(links), "ns/link")
		})
	}
}

func ExampleRun() {
	w := &web{lists: [][]crawl.Key{{1, 2}, {3}, {3, 0}, {4}, {}}}
	_, err := crawl.Run(context.Background(), crawl.Options{
		Web: w, Strategy: new(strategy.BreadthFirst), Pages: crawl.NewDense(5), Seeds: seeds(2),
		Learnt: func(p crawl.Pick, r *crawl.Reply, _ []crawl.Link) error {
			if p.Page == crawl.None {
				return nil
			}

			fmt.Println(p.Seq, p.Key, len(r.Links))
			return nil
		},
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// 0 2 2
	// 1 3 1
	// 2 0 2
	// 3 4 0
	// 4 1 1
}
