package flow_test

import (
	"math/rand/v2"
	"testing"

	"weft/algo/flow"
	"weft/graph"
	"weft/internal/bitset"
)

// A problem is a network as the definition has it: a matrix of capacities, by pairs. Pages are 0 … n-1, n is the source
// and n+1 the sink.
type problem struct {
	n         int
	c         map[[2]int]int64
	terminals flow.Terminals
}

// define writes down the network of g with the given capacities, without loops; no limit is 1 and the sum of all others.
func define(g *graph.Memory, capacity []int64, t flow.Terminals) *problem {
	p := &problem{n: g.NumNodes(), c: map[[2]int]int64{}, terminals: t}
	limit, i := int64(1), 0
	for u := range g.NumNodes() {
		for _, v := range g.Succ(graph.Node(u)) {
			if int(v) != u {
				p.c[[2]int{u, int(v)}] = capacity[i]
				limit += capacity[i]
			}
			i++
		}
	}
	for u := range p.n {
		p.c[[2]int{u, p.n + 1}] = p.sink(u)
		limit += p.sink(u)
	}
	for _, u := range t.Sources {
		p.c[[2]int{p.n, int(u)}] = limit
	}
	for _, u := range t.Outside {
		p.c[[2]int{int(u), p.n + 1}] = limit
	}
	return p
}

// sink is the capacity of the arc to the sink, no more than what is beyond any other sum: the sums of the definition
// must fit, too.
func (p *problem) sink(u int) int64 {
	if p.terminals.Sinks != nil {
		return min(p.terminals.Sinks[u], 1<<54)
	}
	return p.terminals.Eps
}

// value returns the capacity of the cut around the pages that in accepts.
func (p *problem) value(in func(u int) bool) int64 {
	var sum int64
	side := func(u int) bool { return u == p.n || u < p.n && in(u) }
	for e, c := range p.c {
		if side(e[0]) && !side(e[1]) {
			sum += c
		}
	}
	return sum
}

// solution is a minimum cut by another method.
type solution struct {
	value        int64
	least, most  map[int]bool
	countOfCuts  int   // by trying all; 0 if unknown
	everyMinimum []int // as bits
}

// tryAll looks at every set of pages.
func (p *problem) tryAll() solution {
	var best solution
	for set := range 1 << p.n {
		v := p.value(func(u int) bool { return set>>u&1 != 0 })
		if set == 0 || v < best.value {
			best = solution{value: v}
		}
		if v == best.value {
			best.countOfCuts++
			best.everyMinimum = append(best.everyMinimum, set)
		}
	}
	all, some := 1<<p.n-1, 0
	for _, set := range best.everyMinimum {
		all &= set
		some |= set
	}
	best.least, best.most = map[int]bool{}, map[int]bool{}
	for u := range p.n {
		if all>>u&1 != 0 {
			best.least[u] = true
		}
		if some>>u&1 != 0 {
			best.most[u] = true
		}
	}
	return best
}

// augment is the algorithm of Edmonds and Karp: a shortest path that can take more, again and again.
func (p *problem) augment() solution {
	left, out, in := map[[2]int]int64{}, map[int][]int{}, map[int][]int{}
	for e, c := range p.c {
		left[e] += c
		back := [2]int{e[1], e[0]}
		if _, known := left[back]; !known {
			left[back] = 0
		}
	}
	for e := range left {
		out[e[0]] = append(out[e[0]], e[1])
		in[e[1]] = append(in[e[1]], e[0])
	}
	var value int64
	for {
		from := search(p.n, out, func(u, v int) bool { return left[[2]int{u, v}] > 0 })
		if _, ok := from[p.n+1]; !ok {
			s := solution{value: value, least: map[int]bool{}, most: map[int]bool{}}
			to := search(p.n+1, in, func(v, u int) bool { return left[[2]int{u, v}] > 0 })
			for u := range p.n {
				if _, ok := from[u]; ok {
					s.least[u] = true
				}
				if _, ok := to[u]; !ok {
					s.most[u] = true
				}
			}
			return s
		}
		most := int64(1<<63 - 1)
		for v := p.n + 1; v != p.n; v = from[v] {
			most = min(most, left[[2]int{from[v], v}])
		}
		for v := p.n + 1; v != p.n; v = from[v] {
			left[[2]int{from[v], v}] -= most
			left[[2]int{v, from[v]}] += most
		}
		value += most
	}
}

// search returns whence each node that can be reached is reached first.
func search(start int, next map[int][]int, open func(u, v int) bool) map[int]int {
	from, queue := map[int]int{start: start}, []int{start}
	for len(queue) > 0 {
		u := queue[0]
		queue = queue[1:]
		for _, v := range next[u] {
			if _, seen := from[v]; !seen && open(u, v) {
				from[v] = u
				queue = append(queue, v)
			}
		}
	}
	return from
}

// reachable is the number of pages that the sources lead to.
func (p *problem) reachable() int {
	next, outside := map[int][]int{}, map[int]bool{}
	for _, u := range p.terminals.Outside {
		outside[int(u)] = true
	}
	for e, c := range p.c {
		if c > 0 && e[1] < p.n && !outside[e[1]] {
			next[e[0]] = append(next[e[0]], e[1])
		}
	}
	return len(search(p.n, next, func(_, _ int) bool { return true })) - 1
}

// check compares a cut with a solution, and with what a cut says of itself.
func (p *problem) check(t *testing.T, got *flow.Cut, want solution) {
	t.Helper()
	if got.Value != want.value {
		t.Fatalf("got a cut of %d, want %d", got.Value, want.value)
	}
	sizes := [2]int{}
	for u := range p.n {
		if got.Minimal.Has(u) != want.least[u] || got.Maximal.Has(u) != want.most[u] {
			t.Fatalf("page %d: got %v in the smallest side and %v in the largest, want %v and %v", u, got.Minimal.Has(u), got.Maximal.Has(u), want.least[u], want.most[u])
		}
		sizes[0] += one(got.Minimal.Has(u))
		sizes[1] += one(got.Maximal.Has(u))
	}
	if sizes != [2]int{got.MinimalPages, got.MaximalPages} {
		t.Fatalf("the sides have %v pages, it says %d and %d", sizes, got.MinimalPages, got.MaximalPages)
	}
	for _, side := range []bitset.Set{got.Minimal, got.Maximal} {
		if v := p.value(side.Has); v != got.Value {
			t.Fatalf("by the definition a side has a cut of %d, want %d", v, got.Value)
		}
	}
	if r := p.reachable(); r != got.Reachable || got.AbsorbsAll() != (r == sizes[0]) {
		t.Fatalf("got %d reachable, absorbs all %v, want %d of %d", got.Reachable, got.AbsorbsAll(), sizes[0], r)
	}
	p.checkArcs(t, got)
}

func (p *problem) checkArcs(t *testing.T, got *flow.Cut) {
	t.Helper()
	var sum, sinks int64
	count, sinkArcs := 0, 0
	for e, c := range p.c {
		if c > 0 && e[0] < p.n && got.Minimal.Has(e[0]) {
			switch {
			case e[1] == p.n+1:
				sinks += c
				sinkArcs++
			case !got.Minimal.Has(e[1]):
				count++
			}
		}
	}
	for i, a := range got.Arcs {
		sum += a.Capacity
		if c := p.c[[2]int{int(a.From), int(a.To)}]; c != a.Capacity || c == 0 || !got.Minimal.Has(int(a.From)) || got.Minimal.Has(int(a.To)) {
			t.Fatalf("arc %v is not one of the cut: its capacity is %d", a, c)
		}
		if i > 0 && (a.From < got.Arcs[i-1].From || a.From == got.Arcs[i-1].From && a.To <= got.Arcs[i-1].To) {
			t.Fatalf("arc %v follows %v", a, got.Arcs[i-1])
		}
	}
	if len(got.Arcs) != count || got.SinkArcs != sinkArcs || got.SinkSum != sinks || sum+sinks != got.Value {
		t.Fatalf("got %d arcs with a sum of %d, %d to the sink with %d, of %d in all; want %d and %d with %d", len(got.Arcs), sum, got.SinkArcs, got.SinkSum, got.Value, count, sinkArcs, sinks)
	}
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// drawGraph returns a random graph of up to n pages: sparse or dense, with loops, repeated arcs, dangling pages and
// several components.
func drawGraph(r *rand.Rand, n int) *graph.Memory {
	n = 1 + r.IntN(n)
	var arcs []graph.Arc
	for range r.IntN(1 + n*(1+r.IntN(5))) {
		a := graph.Arc{From: graph.Node(r.IntN(n)), To: graph.Node(r.IntN(n))}
		arcs = append(arcs, a)
		switch r.IntN(5) {
		case 0:
			arcs = append(arcs, a)
		case 1:
			arcs = append(arcs, graph.Arc{From: a.To, To: a.From})
		}
	}
	return graph.FromArcs(n, arcs)
}

// drawCapacities draws from few values, so that cuts tie, or from many orders of magnitude.
func drawCapacities(r *rand.Rand, count int) []int64 {
	c := make([]int64, count)
	few := r.IntN(2) == 0
	for i := range c {
		if c[i] = int64(r.IntN(4)); !few {
			c[i] = r.Int64N(1 << (1 + r.IntN(40)))
		}
	}
	return c
}

// drawTerminals draws sources, and now and then pages outside and capacities to the sink for each page.
func drawTerminals(r *rand.Rand, n int, eps int64) flow.Terminals {
	t := flow.Terminals{Eps: eps}
	pages := r.Perm(n)
	for _, u := range pages[:1+r.IntN(min(3, n))] {
		t.Sources = append(t.Sources, graph.Node(u))
	}
	if r.IntN(4) == 0 {
		t.Sources = append(t.Sources, t.Sources[0])
	}
	if rest := pages[min(3, n):]; r.IntN(3) == 0 && len(rest) > 0 {
		for _, u := range rest[:1+r.IntN(min(2, len(rest)))] {
			t.Outside = append(t.Outside, graph.Node(u))
		}
	}
	return t
}
