package rank

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"weft/graph"
	"weft/graph/graphtest"
)

// wide returns a random graph whose nodes fill several blocks, and whose sources often lie farther apart in one than a
// word can say.
func wide(seed uint64) *graph.Memory {
	r := rand.New(rand.NewPCG(seed, 5))
	n := 2<<fewestBits + r.IntN(1000)
	arcs := make([]graph.Arc, 200)
	if seed > 1 {
		arcs = make([]graph.Arc, 200_000)
	}
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
			bits := fewestBits + (i+workers)%(mostBits-fewestBits+1)
			if n > 1<<fewestBits && workers == 1 {
				bits = fewestBits // several blocks
			}
			p, err := newBlockerOf(context.Background(), g, loops, bits, graph.Work{Workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			for range 2 { // it is used again
				got := make([]float64, n)
				if err := p.sum(context.Background(), values, got); err != nil || !slices.Equal(got, want) {
					t.Fatalf("graph %d, %d workers: other sums, error %v", i, workers, err)
				}
			}
			words, starts := BlockBytes(n, g.NumArcs())
			if bits != bitsOf(n, g.NumArcs()) {
				continue
			}
			if held := 4 * int64(len(p.words)); held > words || 8*int64(len(p.starts)) > starts {
				t.Errorf("graph %d: words take %d bytes and starts %d, %d and %d are stated", i, held, 8*len(p.starts), words, starts)
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
	far, err := Far(wide(2))
	if err != nil || far < 0.73 || far > 0.8 { // (1-1/8)² of a random graph, 65,536 being an eighth of its nodes
		t.Errorf("a random graph of two blocks: got %v of its arcs, %v; want about 0.77", far, err)
	}
}

// What is looked at before it is summed begins with the block, and ends with it or earlier, also where arcs have the
// last numbers that there are.
func TestAhead(t *testing.T) {
	const most = 16 * blockPages
	for _, last := range []uint32{5, most, most + 1, math.MaxUint32} {
		for _, block := range []uint32{0, 1, most - 1, most, most + 1} {
			if block > last {
				continue
			}
			starts := []uint32{0, last - block, last}
			if from, to := ahead(starts, 1); from != last-block || to != from+min(block, most) {
				t.Errorf("%d of %d arcs: from %d to %d", block, last, from, to)
			}
			if from, to := ahead(starts, 2); from != last || to != last {
				t.Errorf("behind %d arcs: from %d to %d", last, from, to)
			}
		}
	}
}

func BenchmarkPush(b *testing.B) {
	r := rand.New(rand.NewPCG(7, 7))
	const n, m = 6 << 20, 24 << 20
	starts, succ := make([]uint32, n+1), make([]graph.Node, 0, m)
	for u := range n {
		list := make([]graph.Node, 0, m/n)
		for range m / n {
			list = append(list, graph.Node(r.IntN(n)))
		}
		slices.Sort(list)
		succ = append(succ, slices.Compact(list)...)
		starts[u+1] = uint32(len(succ))
	}
	g, err := graph.NewMemory(starts, succ)
	if err != nil {
		b.Fatal(err)
	}
	values, sums := make([]float64, n), make([]float64, n)
	for u := range values { // untouched memory is one page of zeros
		values[u], sums[u] = r.Float64(), 1
	}
	p, err := newBlocker(context.Background(), g, true, graph.Work{Workers: 1})
	if err != nil {
		b.Fatal(err)
	}
	perArc := func(b *testing.B) {
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(succ)), "ns/arc")
	}
	b.Run("blocks", func(b *testing.B) {
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
