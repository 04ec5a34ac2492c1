package rewire

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"weft/graph"
	"weft/graph/random"
	"weft/internal/drawn"
)

func draw(t *testing.T, g *graph.Memory, o Options) *Drawn {
	t.Helper()
	d, err := Draw(t.Context(), g, o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// degrees are the out-degrees and the in-degrees of a graph.
func degrees(t *testing.T, g *graph.Memory) (out, in []int64) {
	t.Helper()
	back, err := graph.Transpose(g)
	if err != nil {
		t.Fatal(err)
	}
	for u := range g.NumNodes() {
		out = append(out, int64(len(g.Succ(graph.Node(u)))))
		in = append(in, int64(len(back.Succ(graph.Node(u)))))
	}
	return out, in
}

// withoutLoops returns a random graph: nodes are chosen with uneven probabilities.
func withoutLoops(r *rand.Rand, nodes, arcs int) *graph.Memory {
	var all []graph.Arc
	for range arcs {
		a := graph.Arc{From: graph.Node(math.Pow(r.Float64(), 2) * float64(nodes)), To: graph.Node(math.Pow(r.Float64(), 3) * float64(nodes))}
		if a.From != a.To {
			all = append(all, a)
		}
	}
	return graph.FromArcs(nodes, all)
}

// Every draw has the degrees of the graph, no loop and no arc twice. Some graphs have hubs.
func TestDegreesAreKept(t *testing.T) {
	r := drawn.Rand(t)
	for range 30 {
		g := withoutLoops(r, 2+r.IntN(300), r.IntN(6000))
		m := g.NumArcs()
		d := draw(t, g, Options{Steps: 20 * m, Seed: r.Uint64()})
		out, in := degrees(t, g)
		gotOut, gotIn := degrees(t, d.Graph)
		if !slices.Equal(out, gotOut) || !slices.Equal(in, gotIn) {
			t.Fatalf("the degrees changed")
		}
		for u := range g.NumNodes() { // NewMemory checked that the lists increase strictly
			if d.Graph.Has(graph.Node(u), graph.Node(u)) {
				t.Fatalf("a loop at %d", u)
			}
		}
		common := int64(0)
		for u := range g.NumNodes() {
			common += graph.Common(g.Succ(graph.Node(u)), d.Graph.Succ(graph.Node(u)))
		}
		if common != d.Kept {
			t.Errorf("%d arcs of the graph are left, %d counted", common, d.Kept)
		}
	}
}

// numbered returns the graph of n nodes whose arcs are the bits of a number, and a text with its degrees.
func numbered(n int, bits uint64) (*graph.Memory, string) {
	var arcs []graph.Arc
	in, out := make([]int, n), make([]int, n)
	for u := range n {
		for v := range n {
			if u == v {
				continue
			}
			if bits&1 > 0 {
				arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(v)})
				out[u]++
				in[v]++
			}
			bits >>= 1
		}
	}
	return graph.FromArcs(n, arcs), fmt.Sprint(in, out)
}

func asText(g *graph.Memory) string {
	starts, succ := g.Rows()
	return fmt.Sprint(starts, succ)
}

// Of the graphs with the same degrees every one is drawn equally often, by chi-square. All classes of graphs of three
// nodes, and some of four: among them those that swaps alone do not connect, such as a cycle of three nodes.
func TestAllGraphsAreEquallyLikely(t *testing.T) {
	for _, nodes := range []int{3, 4} {
		classes := map[string][]*graph.Memory{}
		var order []string
		for bits := range uint64(1) << (nodes * (nodes - 1)) {
			g, degrees := numbered(nodes, bits)
			if classes[degrees] == nil {
				order = append(order, degrees)
			}
			classes[degrees] = append(classes[degrees], g)
		}
		tested := 0
		for i, degrees := range order {
			all := classes[degrees]
			if len(all) < 2 || nodes == 4 && i%12 != 5 {
				continue
			}
			tested++
			uniform(t, degrees, all)
		}
		if want := map[int]int{3: 1, 4: 5}[nodes]; tested < want {
			t.Errorf("%d classes of %d nodes, want %d", tested, nodes, want)
		}
	}
	// Two cycles of three nodes: the degrees have 2·2 graphs of two cycles each way, and others, which include cycles
	// of six.
	var cycles []*graph.Memory
	permutations(6, func(p []int) {
		var arcs []graph.Arc
		for u, v := range p {
			if u == v {
				return
			}
			arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(v)})
		}
		cycles = append(cycles, graph.FromArcs(6, arcs))
	})
	if len(cycles) != 265 { // derangements of six
		t.Fatalf("%d graphs", len(cycles))
	}
	uniform(t, "one in, one out", cycles)
}

func permutations(n int, f func(p []int)) {
	p := make([]int, n)
	var put func(i int, used int)
	put = func(i, used int) {
		if i == n {
			f(p)
			return
		}
		for v := range n {
			if used&(1<<v) == 0 {
				p[i] = v
				put(i+1, used|1<<v)
			}
		}
	}
	put(0, 0)
}

// uniform draws from a class of graphs, beginning with each in turn.
func uniform(t *testing.T, name string, all []*graph.Memory) {
	t.Helper()
	const each = 200
	counts := map[string]int{}
	for i := range each * len(all) {
		g := all[0]
		counts[asText(draw(t, g, Options{Steps: 40 * g.NumArcs(), Seed: 1, Draw: uint64(i)}).Graph)]++
	}
	square := 0.0
	for _, g := range all {
		d := float64(counts[asText(g)] - each)
		square += d * d / each
	}
	// The square has about the normal distribution of mean k and variance 2k, k = graphs − 1; small k have a longer
	// tail.
	k := float64(len(all) - 1)
	if bound := k + 4*math.Sqrt(2*k) + 8; square > bound || len(counts) > len(all) {
		t.Errorf("%s: of %d graphs %d were drawn, with a chi-square of %.1f: want at most %.1f", name, len(all), len(counts), square, bound)
	}
}

// The chain forgets the graph: after 10 steps an arc the shares of its arcs agree with those of other chains, and with
// the middle of the chain.
func TestChainForgets(t *testing.T) {
	g, err := random.NewGNP(random.GNPOptions{Pages: 2001, Degree: 10, Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	m, err := graph.Load(g)
	if err != nil {
		t.Fatal(err)
	}
	first := draw(t, m, Options{Steps: 10 * m.NumArcs(), Seed: 1})
	// Every arc is as likely as any other: about as many of the arcs remain by chance as the density says.
	want := float64(m.NumArcs()) * 0.005
	if k := float64(first.Kept); math.Abs(k-want) > 6*math.Sqrt(want) {
		t.Errorf("%g arcs are left, want about %g", k, want)
	}
	if h := float64(first.Halfway); math.Abs(h-want) > 6*math.Sqrt(want) {
		t.Errorf("%g arcs were left halfway, want about %g", h, want)
	}
	short := draw(t, m, Options{Steps: m.NumArcs() / 4, Seed: 1})
	if short.Halfway < 2*short.Kept/2 || short.Kept < m.NumArcs()/3 {
		t.Errorf("of a short chain %d and %d arcs are left", short.Halfway, short.Kept)
	}
}

// A draw depends on the seed and its number alone.
func TestDrawIsTheSame(t *testing.T) {
	r := drawn.Rand(t)
	g := withoutLoops(r, 100, 800)
	texts := map[string]bool{}
	for i := range uint64(5) {
		o := Options{Steps: 5000, Seed: 7, Draw: i}
		once := asText(draw(t, g, o).Graph)
		if once != asText(draw(t, g, o).Graph) {
			t.Fatal("two draws with the same options differ")
		}
		texts[once] = true
	}
	if len(texts) != 5 {
		t.Errorf("%d different draws of 5", len(texts))
	}
}

// The set holds what a map holds, whatever the order of adding and removing.
func TestArcSet(t *testing.T) {
	r := drawn.Rand(t)
	for range 50 {
		size := 1 + r.IntN(40)
		s, want := newArcSet(size), map[uint64]bool{}
		for range 2000 {
			k := key(graph.Node(r.IntN(9)), graph.Node(1+r.IntN(9)))
			if want[k] {
				s.remove(k)
				delete(want, k)
			} else if len(want) < size+2 {
				s.add(k)
				want[k] = true
			}
			for u := range graph.Node(9) {
				for v := range graph.Node(9) {
					if k := key(u, v+1); s.has(k) != want[k] {
						t.Fatalf("%d: has is %v", k, s.has(k))
					}
				}
			}
		}
	}
}

func TestRefused(t *testing.T) {
	if _, err := Draw(t.Context(), graph.FromArcs(2, []graph.Arc{{From: 1, To: 1}}), Options{Steps: 9}); err == nil {
		t.Error("a loop was accepted")
	}
	if d := draw(t, graph.FromArcs(3, nil), Options{Steps: 9}); d.Graph.NumNodes() != 3 || d.Graph.NumArcs() != 0 {
		t.Errorf("a graph without arcs became %v", d.Graph)
	}
}

var sink *Drawn

func BenchmarkDraw(b *testing.B) {
	g := withoutLoops(rand.New(rand.NewPCG(1, 2)), 100_000, 1_200_000)
	for b.Loop() {
		sink, _ = Draw(b.Context(), g, Options{Steps: 10 * g.NumArcs(), Seed: 1})
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(10*g.NumArcs()), "ns/step")
	b.ReportMetric(float64(sink.Swapped)/float64(10*g.NumArcs()), "swapped/step")
}
