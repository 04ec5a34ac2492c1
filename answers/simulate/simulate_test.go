package simulate_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"weft/algo/distance"
	"weft/answers/simulate"
	"weft/crawl"
	"weft/crawl/strategy"
	"weft/graph"
	"weft/graph/bv/bvtest"
	"weft/graph/graphtest"
	"weft/graph/page"
)

// run crawls a web breadth first and returns the keys in the order of their picks.
func run(t testing.TB, w crawl.Web, n, workers, window int, from graph.Node) (keys []graph.Node, failed int, s crawl.Stats) {
	t.Helper()
	s, err := crawl.Run(context.Background(), crawl.Options{
		Web: w, Strategy: new(strategy.BreadthFirst), Pages: crawl.NewDense(n), Seeds: simulate.Seeds(from), Window: window, Workers: workers,
		Learnt: func(p crawl.Pick, r *crawl.Reply, _ []crawl.Link) error {
			if p.Page == crawl.None {
				return nil
			}

			if keys = append(keys, graph.Node(p.Key)); r.State == page.Failed {
				failed++
			}
			return nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return keys, failed, s
}

// A breadth-first crawl is a breadth-first search, in memory and compressed, and a window changes nothing in its order.
func TestCrawlIsSearch(t *testing.T) {
	for seed := range uint64(30) {
		g := graphtest.Random(seed)
		if g.NumNodes() == 0 {
			continue
		}
		from := graph.Node(seed) % graph.Node(g.NumNodes())
		want, err := distance.BFS(context.Background(), g, []graph.Node{from}, graph.Work{})
		if err != nil {
			t.Fatal(err)
		}
		for _, view := range []graph.Random{g, bvtest.Compress(t, g)} {
			for _, window := range []int{1, 5} {
				if keys, _, s := run(t, simulate.NewStored(view), g.NumNodes(), 2, window, from); !slices.Equal(keys, want.Order) || s.Known != len(want.Order) {
					t.Fatalf("seed %d: got %v, want %v", seed, keys, want.Order)
				}
			}
		}
	}
}

func TestBlockedPagesAreGhosts(t *testing.T) {
	m, err := graph.NewMemory([]uint32{0, 2, 3, 4, 4, 4}, []graph.Node{1, 2, 3, 4})
	if err != nil {
		t.Fatal(err)
	}
	w := simulate.Fenced(simulate.NewStored(m), func(k crawl.Key) bool { return k == 2 })
	keys, failed, s := run(t, w, 5, 1, 1, 0)
	if !slices.Equal(keys, []graph.Node{0, 1, 2, 3}) || failed != 1 || s.Known != 4 {
		t.Errorf("got %v, %d failed, %+v", keys, failed, s)
	}
}

func TestUnknownPage(t *testing.T) {
	m, err := graph.NewMemory([]uint32{0, 0}, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = crawl.Run(context.Background(), crawl.Options{
		Web: simulate.NewStored(m), Strategy: new(strategy.DepthFirst), Pages: crawl.NewDense(9), Seeds: simulate.Seeds(3),
	})
	if err == nil {
		t.Error("a seed that is no page: no error")
	}
}

func BenchmarkCrawl(b *testing.B) {
	packed := bvtest.Open(b, "cnr-2000", "cnr-2000.graph")
	m, err := graph.Load(packed)
	if err != nil {
		b.Fatal(err)
	}
	for name, s := range map[string]func() crawl.Strategy{
		"bfs": func() crawl.Strategy { return new(strategy.BreadthFirst) }, "indegree": func() crawl.Strategy { return new(strategy.MostLinked) },
	} {
		b.Run(name, func(b *testing.B) {
			links := uint64(0)
			for b.Loop() {
				st, err := crawl.Run(context.Background(), crawl.Options{
					Web: simulate.NewStored(m), Strategy: s(), Pages: crawl.NewDense(m.NumNodes()), Seeds: simulate.Seeds(0), Window: 1, Workers: 1,
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

func ExampleNewStored() {
	g := graph.FromArcs(4, []graph.Arc{{From: 0, To: 2}, {From: 2, To: 1}, {From: 2, To: 3}})
	_, err := crawl.Run(context.Background(), crawl.Options{
		Web: simulate.NewStored(g), Strategy: new(strategy.DepthFirst), Pages: crawl.NewDense(4), Seeds: simulate.Seeds(0),
		Learnt: func(p crawl.Pick, _ *crawl.Reply, _ []crawl.Link) error {
			if p.Page == crawl.None {
				return nil
			}

			fmt.Println(p.Key)
			return nil
		},
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// 0
	// 2
	// 1
	// 3
}
