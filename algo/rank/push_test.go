package rank

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"weft/graph"
	"weft/graph/graphtest"
)

// wide returns a random graph whose nodes fill several bins.
func wide(seed uint64) *graph.Memory {
	r := rand.New(rand.NewPCG(seed, 5))
	n := 3<<binBits + r.IntN(1000)
	arcs := make([]graph.Arc, 200_000)
	for i := range arcs {
		arcs[i] = graph.Arc{From: graph.Node(r.IntN(n)), To: graph.Node(r.IntN(n))}
	}
	return graph.FromArcs(n, arcs)
}

// What is pushed is what is gathered, to the last bit.
func TestPushIsPull(t *testing.T) {
	var graphs []*graph.Memory
	for seed := range uint64(30) {
		graphs = append(graphs, graphtest.Random(seed))
	}
	graphs = append(graphs, wide(1), wide(2))
	for i, g := range graphs {
		n := g.NumNodes()
		r := rand.New(rand.NewPCG(uint64(i), 6))
		values := make([]float64, n)
		for u := range values {
			values[u] = r.ExpFloat64()
		}
		in, err := graph.Transpose(g)
		if err != nil {
			t.Fatal(err)
		}
		want := make([]float64, n)
		loops := i%2 == 0
		for u := range want {
			list := slices.Clone(in.Succ(graph.Node(u)))
			if !loops {
				list = slices.DeleteFunc(list, func(v graph.Node) bool { return int(v) == u })
			}
			want[u] = gather(values, list)
		}
		for _, workers := range []int{1, 3} {
			p, err := newPusher(context.Background(), g, loops, graph.Work{Workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			for range 2 { // a pusher is used again
				got := make([]float64, n)
				if err := p.sum(context.Background(), values, got); err != nil || !slices.Equal(got, want) {
					t.Fatalf("graph %d, %d workers: other sums, error %v", i, workers, err)
				}
			}
			held := 2*int64(len(p.target)) + 8*int64(len(p.value)) + 8*int64(len(p.messages)+len(p.targets))
			if stated := PushBytes(n, g.NumArcs()); held > stated {
				t.Errorf("graph %d: a pusher takes %d bytes, %d are stated", i, held, stated)
			}
		}
	}
}

// All ways to the power iteration and to HITS give the same bits.
func TestPushedRankings(t *testing.T) {
	g := wide(3)
	in, err := graph.Transpose(g)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	rounds := 20
	if testing.Short() {
		rounds = 3
	}
	var ranks, hubs []float64
	for _, push := range []bool{false, true} {
		o := PageRankOptions{Method: Power, MaxIterations: rounds, Tolerance: -1}
		if push {
			o.Push = g
		}
		r, err := PageRank(ctx, in, nil, o)
		if err != nil {
			t.Fatal(err)
		}
		h, err := HITS(ctx, g, in, HITSOptions{Iterations: min(rounds, 5), Push: push})
		if err != nil {
			t.Fatal(err)
		}
		if push && (!slices.Equal(r.Scores, ranks) || !slices.Equal(h.Hubs, hubs)) {
			t.Error("pushing gives other scores than gathering")
		}
		ranks, hubs = r.Scores, h.Hubs
	}
}

func TestFar(t *testing.T) {
	near, err := Far(graphtest.Random(3))
	if err != nil || near != 0 {
		t.Errorf("a graph of a few nodes: got %v of its arcs, %v", near, err)
	}
	far, err := Far(wide(1))
	if err != nil || far < 0.1 || far > 0.2 { // (1-2/3)² of a random graph, 65,536 being two thirds of its nodes
		t.Errorf("a random graph of three bins: got %v of its arcs, %v; want about a ninth", far, err)
	}
}

func BenchmarkPush(b *testing.B) {
	r := rand.New(rand.NewPCG(7, 7))
	const n, m = 6 << 20, 24 << 20
	starts, succ := make([]int64, n+1), make([]graph.Node, 0, m)
	for u := range n {
		list := make([]graph.Node, 0, m/n)
		for range m / n {
			list = append(list, graph.Node(r.IntN(n)))
		}
		slices.Sort(list)
		succ = append(succ, slices.Compact(list)...)
		starts[u+1] = int64(len(succ))
	}
	g, err := graph.NewMemory(starts, succ)
	if err != nil {
		b.Fatal(err)
	}
	values, sums := make([]float64, n), make([]float64, n)
	for u := range values { // untouched memory is one page of zeros
		values[u], sums[u] = r.Float64(), 1
	}
	p, err := newPusher(context.Background(), g, true, graph.Work{Workers: 1})
	if err != nil {
		b.Fatal(err)
	}
	perArc := func(b *testing.B) {
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(succ)), "ns/arc")
	}
	b.Run("push", func(b *testing.B) {
		for b.Loop() {
			if err := p.sum(context.Background(), values, sums); err != nil {
				b.Fatal(err)
			}
		}
		perArc(b)
	})
	b.Run("pull", func(b *testing.B) { // of a random graph, whose transpose is like it
		for b.Loop() {
			for u := range n {
				sums[u] = gather(values, g.Succ(graph.Node(u)))
			}
		}
		perArc(b)
	})
}
