package order

import (
	"cmp"
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"weft/graph"
	"weft/graph/alloc"
	"weft/graph/bv/bvtest"
	"weft/graph/graphtest"
	"weft/graph/view"
	"weft/internal/drawn"
)

// bothWays returns g with each arc both ways.
func bothWays(t testing.TB, g *graph.Memory) *graph.Memory {
	t.Helper()
	in, err := graph.Transpose(g)
	if err != nil {
		t.Fatal(err)
	}
	v, err := view.Symmetrised(g, in)
	if err != nil {
		t.Fatal(err)
	}
	m, err := graph.Load(v)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// clumps are nodes with drawn numbers, each linked with most others of its clump and one in ten with another node.
func clumps(rng *rand.Rand, count, size int) (g *graph.Memory, of []int) {
	n := count * size
	number := rng.Perm(n)
	of = make([]int, n)
	var arcs []graph.Arc
	link := func(a, b int) {
		arcs = append(arcs, graph.Arc{From: graph.Node(number[a]), To: graph.Node(number[b])})
	}
	for i := range n {
		of[number[i]] = i / size
		for j := i / size * size; j < (i/size+1)*size; j++ {
			if i != j && rng.IntN(3) > 0 {
				link(i, j)
			}
		}
		if rng.IntN(10) == 0 {
			link(i, rng.IntN(n))
		}
	}
	return graph.FromArcs(n, arcs), of
}

func layered(t testing.TB, g graph.Random, o Options) *Layering {
	t.Helper()
	l, err := Layered(t.Context(), g, o)
	if err != nil {
		t.Fatal(err)
	}
	for i, u := range l.Nodes {
		if int(l.Numbers[u]) != i {
			t.Fatalf("node %d stands at %d and has number %d", u, i, l.Numbers[u])
		}
	}
	return l
}

// The nodes of a clump come to stand together.
func TestClumpsStandTogether(t *testing.T) {
	rng := drawn.Rand(t)
	for range 10 {
		count, size := 2+rng.IntN(20), 12+rng.IntN(30)
		g, of := clumps(rng, count, size)
		l := layered(t, bothWays(t, g), Options{Seed: rng.Uint64()})
		breaks := 0
		for i := 1; i < len(l.Nodes); i++ {
			if of[l.Nodes[i]] != of[l.Nodes[i-1]] {
				breaks++
			}
		}
		if breaks >= count+count/4+1 {
			t.Errorf("%d clumps of %d nodes lie in %d pieces", count, size, breaks+1)
		}
	}
}

// The order depends neither on the workers nor on how the lists are kept, and on the seed.
func TestSameForAll(t *testing.T) {
	rng := drawn.Rand(t)
	var arcs []graph.Arc // a random graph, in which draws matter
	for range 1000 {
		arcs = append(arcs, graph.Arc{From: graph.Node(rng.IntN(300)), To: graph.Node(rng.IntN(300))})
	}
	s := bothWays(t, graph.FromArcs(300, arcs))
	for seed := range uint64(3) {
		o := Options{Seed: seed}
		want := layered(t, s, o)
		for _, workers := range []int{1, 2, 5} {
			o.Workers = workers
			for name, g := range map[string]graph.Random{"in memory": s, "compressed": bvtest.Compress(t, s)} {
				got := layered(t, g, o)
				if !slices.Equal(got.Nodes, want.Nodes) || !slices.Equal(got.Costs, want.Costs) || !slices.Equal(got.Layers, want.Layers) {
					t.Errorf("seed %d, %d workers, %s: another order", seed, workers, name)
				}
			}
		}
		o.Seed = seed + 1000
		if got := layered(t, s, o); slices.Equal(got.Costs, want.Costs) && slices.Equal(got.Layers, want.Layers) {
			t.Errorf("seeds %d and %d give the same", seed, o.Seed)
		}
	}
}

// The order is the cheapest of all that were met, its cost is that of the definition, and more rounds never cost more.
func TestCheapestIsKept(t *testing.T) {
	rng := drawn.Rand(t)
	for seed := range uint64(60) {
		g := bothWays(t, graphtest.Random(seed))
		for rounds := 1; rounds <= 3; rounds++ {
			l := layered(t, g, Options{Rounds: rounds, Gammas: []float64{0, 0.1, 1}, Seed: rng.Uint64()})
			if len(l.Costs) != rounds {
				t.Fatalf("%d rounds: costs %v", rounds, l.Costs)
			}
			least := min(l.Start, slices.Min(l.Costs))
			if got := costOf(g, l.Numbers); got != least {
				t.Fatalf("graph %d: the order costs %d, want %d of %d and %v", seed, got, least, l.Start, l.Costs)
			}
		}
	}
}

// costOf adds up, list by list, the bits of all gaps.
func costOf(g *graph.Memory, numbers []uint32) int64 {
	sum := 0
	for u, number := range numbers {
		var at []int
		for _, v := range g.Succ(graph.Node(u)) {
			at = append(at, int(numbers[v]))
		}
		slices.Sort(at)
		for i, v := range at {
			gap := v - int(number)
			if i > 0 {
				gap = v - at[i-1]
			}
			sum += bits.Len(uint(max(gap, -gap)) + 1)
		}
	}
	return int64(sum)
}

// A label is the best there is, by the formula, and what moves keeps the volumes.
func TestMove(t *testing.T) {
	rng := drawn.Rand(t)
	for range 200 {
		n := 2 + rng.IntN(30)
		var arcs []graph.Arc
		for range rng.IntN(4 * n) {
			arcs = append(arcs, graph.Arc{From: graph.Node(rng.IntN(n)), To: graph.Node(rng.IntN(n))})
		}
		g := bothWays(t, graph.FromArcs(n, arcs))
		p := newPropagation(g, new(alloc.Maker))
		p.gamma, p.labels = []float64{0, 0.25, 1, 3}[rng.IntN(4)], make([]graph.Node, n)
		for u := range p.labels {
			p.labels[u] = graph.Node(rng.IntN(n))
			p.volumes[p.labels[u]]++
		}
		u := graph.Node(rng.IntN(n))
		before := slices.Clone(p.labels)
		gain := p.move(u, g.Succ(u), rng.Uint64())
		value := func(l graph.Node) float64 {
			with, others := 0.0, 0.0
			for v, of := range before {
				if graph.Node(v) != u && of == l {
					others++
					if g.Has(u, graph.Node(v)) {
						with++
					}
				}
			}
			return (1+p.gamma)*with - p.gamma*(others+1)
		}
		for _, v := range append(slices.Clone(g.Succ(u)), u) {
			if value(before[v]) > value(p.labels[u]) {
				t.Fatalf("node %d takes label %d, worth %v; %d is worth %v", u, p.labels[u], value(p.labels[u]), before[v], value(before[v]))
			}
		}
		if want := value(p.labels[u]) - value(before[u]); gain != want {
			t.Fatalf("gain %v, want %v", gain, want)
		}
		volumes := make([]uint32, n)
		for _, l := range p.labels {
			volumes[l]++
		}
		if !slices.Equal(volumes, p.volumes) {
			t.Fatalf("volumes %v, want %v", p.volumes, volumes)
		}
	}
}

// Orders by labels are put together as the paper says it: result and labels become the numbers of their pairs, sorted
// by the result of the node that is the label, then by the label, then by the result.
func TestCombine(t *testing.T) {
	rng := drawn.Rand(t)
	for range 100 {
		n, k := 1+rng.IntN(20), 1+rng.IntN(5)
		l := &layerer{now: Order{make([]graph.Node, n), make([]uint32, n)}, counts: make([]uint32, n), sorted: make([]graph.Node, n)}
		l.now.reset()
		l.best.Layers = make([]Layer, k)
		for i := range k {
			l.best.Layers[i].Cost = int64(rng.IntN(4))
			l.labels = append(l.labels, make([]graph.Node, n))
			for u := range n {
				l.labels[i][u] = graph.Node(rng.IntN(n))
			}
		}
		want := combined(l.labels, l.best.Layers)
		l.combine()
		if !slices.Equal(l.now.Nodes, want) {
			t.Fatalf("labels %v of %v: got %v, want %v", l.labels, l.best.Layers, l.now.Nodes, want)
		}
	}
}

func combined(labels [][]graph.Node, layers []Layer) []graph.Node {
	n := len(labels[0])
	by := make([]int, len(labels))
	for i := range by {
		by[i] = i
	}
	slices.SortStableFunc(by, func(a, b int) int { return cmp.Compare(layers[b].Cost, layers[a].Cost) })
	best := labels[by[len(by)-1]]
	result := make([]int, n)
	for u, l := range best {
		result[u] = int(l)
	}
	order := make([]graph.Node, n)
	for u := range order {
		order[u] = graph.Node(u)
	}
	join := func(labels []graph.Node) {
		slices.SortFunc(order, func(a, b graph.Node) int {
			return cmp.Or(cmp.Compare(result[labels[a]], result[labels[b]]), cmp.Compare(labels[a], labels[b]), cmp.Compare(result[a], result[b]), cmp.Compare(a, b))
		})
		joined := make([]int, n)
		for i := 1; i < n; i++ {
			a, b := order[i-1], order[i]
			joined[b] = joined[a]
			if result[a] != result[b] || labels[a] != labels[b] {
				joined[b]++
			}
		}
		result = joined
	}
	for _, i := range by {
		join(labels[i])
		join(best)
	}
	return order
}

// A visit in breadth meets nodes in the order of a queue.
func TestBreadthFirst(t *testing.T) {
	for seed := range uint64(100) {
		g := bothWays(t, graphtest.Random(seed))
		n := g.NumNodes()
		o := Order{make([]graph.Node, n), make([]uint32, n)}
		if err := o.breadthFirst(t.Context(), g); err != nil {
			t.Fatal(err)
		}
		var want, queue []graph.Node
		met := map[graph.Node]bool{}
		for root := range graph.Node(n) {
			if met[root] {
				continue
			}
			met[root] = true
			for queue = append(queue, root); len(queue) > 0; queue = queue[1:] {
				want = append(want, queue[0])
				for _, v := range g.Succ(queue[0]) {
					if !met[v] {
						met[v] = true
						queue = append(queue, v)
					}
				}
			}
		}
		if !slices.Equal(o.Nodes, want) {
			t.Fatalf("graph %d: got %v, want %v", seed, o.Nodes, want)
		}
	}
}

func TestStoppedAndBroken(t *testing.T) {
	out, in := graphtest.Pair(t)
	graphtest.StoppedAndBroken(t, out, in, map[string]graphtest.Task{"layered": func(ctx context.Context, out, in graph.Random) error {
		g, err := view.Symmetrised(out, in)
		if err == nil {
			_, err = Layered(ctx, g, Options{Work: graph.Work{Workers: 1}, Gammas: []float64{0, 1}})
		}
		return err
	}})
}

// At resolution 0 no label but those that most neighbours have is left, when nothing moves any more.
func TestRunIsStable(t *testing.T) {
	for seed := range uint64(100) {
		g := bothWays(t, graphtest.Random(seed))
		n := g.NumNodes()
		p := newPropagation(g, new(alloc.Maker))
		p.labels, p.seed = make([]graph.Node, n), seed
		start := Order{make([]graph.Node, n), make([]uint32, n)}
		start.reset()
		if _, err := p.run(t.Context(), Updates, &start); err != nil {
			t.Fatal(err)
		}
		for u := range graph.Node(n) {
			with := map[graph.Node]int{}
			for _, v := range g.Succ(u) {
				if v != u {
					with[p.labels[v]]++
				}
			}
			for l, count := range with {
				if g.NumArcs() < 500 && count > with[p.labels[u]] {
					t.Fatalf("graph %d: %d neighbours of node %d have label %d, it has %d as %d have", seed, count, u, l, p.labels[u], with[p.labels[u]])
				}
			}
		}
	}
}
