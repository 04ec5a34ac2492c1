package rank

import (
	"unsafe"

	"weft/graph"
)

// A group is up to 256 consecutive pages of a block, and room for their lists.
type group struct {
	lo, pages int
	starts    [blockPages + 1]uint32 // of short lists
	short     []graph.Node
	lens      [blockPages]uint8 // of lists, up to longList; 0 where a list has not been read
	order     [blockPages]uint8
	ends      [longList + 1]uint16
	places    [longPlaces]graph.Node // of a part of a long list
	rest      [blockPages]float64    // what a page receives from no other page
}

// groupBytes is the memory of a group.
const groupBytes = int64(unsafe.Sizeof(group{})) + 4*longList*blockPages

// longPlaces is how many places of a long list are made at a time, a multiple of four.
const longPlaces = 1024

// isLater reports whether a page of the block gets its new contribution after another one, given how far they are from the
// first. Lengths of lists are known of the group of the other one.
func (g *group) isLater(at, off int) bool {
	if at/blockPages != off/blockPages {
		return off > at
	}
	rank := func(i int) int { return (int(g.lens[i%blockPages])+1)%(longList+1)*blockPages + i%blockPages }
	return rank(off) > rank(at)
}

// read reads the lists of a block, group by group. It calls long with each long list, and keeps the others. Then the
// lengths of the lists before it in the group are known. At the end of a group it calls end.
func (g *group) read(in graph.Graph, r graph.Range, long func(u graph.Node, list []graph.Node), end func()) error {
	g.begin(r.Lo)
	err := graph.EachList(in, r, func(u graph.Node, list []graph.Node) {
		if g.pages == blockPages {
			end()
			g.begin(int(u))
		}
		i := g.pages
		if g.lens[i] = uint8(min(len(list), longList)); len(list) < longList { //nolint:gosec // at most longList
			g.short = append(g.short, list...)
		} else {
			long(u, list)
		}
		g.pages++
		g.starts[i+1] = uint32(len(g.short)) //nolint:gosec // at most longList for each page
	})
	if err == nil {
		end()
	}
	return err
}

// begin begins a group.
func (g *group) begin(lo int) {
	g.lo, g.pages, g.short = lo, 0, g.short[:0]
	clear(g.lens[:])
}

// A row is the lists of a group, in the order in which they are summed. The list of page i is
// succ[starts[i]:starts[i+1]].
type row struct {
	starts []uint32
	succ   []graph.Node // places of values
	order  []uint8
	ends   *[longList + 1]uint16
}

// arrange orders the short lists that were read, and makes places of their numbers.
func (g *group) arrange(w *sweep, r graph.Range, to int) row {
	for i := range g.pages {
		list := g.short[g.starts[i]:g.starts[i+1]]
		for k, v := range list {
			list[k] = w.place(graph.Node(g.lo+i), v, r, to) //nolint:gosec // a node
		}
	}
	g.ends = orderByLength(g.order[:g.pages], func(i int) int { return int(g.lens[i]) })
	return row{g.starts[:g.pages+1], g.short, g.order[:g.pages], &g.ends}
}

// sweepRead computes the new contributions of a block, whose lists it reads.
func (w *sweep) sweepRead(lane int, r graph.Range) error {
	to, g := w.fresh(lane), &w.groups[lane]
	copy(w.values[to:], w.values[r.Lo:r.Hi])
	weights := w.pref.from(r.Lo)
	filled := false
	fill := func() {
		if !filled {
			w.fill(g, &weights, g.lo, min(g.lo+blockPages, r.Hi))
		}
		filled = true
	}
	return g.read(w.in, r, func(u graph.Node, list []graph.Node) {
		fill()
		w.put(g, g.lo, to+g.lo-r.Lo, int(u)-g.lo, g.sumLong(w, u, list, r, to))
	}, func() {
		fill()
		filled = false
		w.settle(g, g.arrange(w, r, to), g.lo, to+g.lo-r.Lo)
	})
}

// sumLong sums a long list, whose places it makes some at a time.
func (g *group) sumLong(w *sweep, u graph.Node, list []graph.Node, r graph.Range, to int) (sums [4]float64) {
	for len(list) > 0 {
		part := g.places[:min(len(list), longPlaces)]
		for k, v := range list[:len(part)] {
			part[k] = w.place(u, v, r, to)
		}
		addLong(&sums, w.values, part)
		list = list[len(part):]
	}
	return sums
}

// addLong adds values to four sums in turn, because the processor can work on several sums at a time.
func addLong(sums *[4]float64, values []float64, list []graph.Node) {
	a, b, c, d := sums[0], sums[1], sums[2], sums[3]
	for ; len(list) >= 4; list = list[4:] {
		a += values[list[0]]
		b += values[list[1]]
		c += values[list[2]]
		d += values[list[3]]
	}
	for _, v := range list {
		a += values[v]
	}
	sums[0], sums[1], sums[2], sums[3] = a, b, c, d
}

// put sets the new contribution of page i of a group from the sums over its list. The group begins at page lo and at
// place to.
func (w *sweep) put(g *group, lo, to, i int, sums [4]float64) {
	sum := (sums[0] + sums[1]) + (sums[2] + sums[3])
	w.values[to+i] = share(w.alpha, sum, g.rest[i], w.degrees[lo+i])
}

// share returns the contribution of a page that receives a sum. Where it links to itself, the equation is solved for its
// score.
func share(alpha, sum, rest float64, degree uint32) float64 {
	x := float64(alpha*sum) + rest
	return x * (1 / (float64(degree&^loopBit) - float64(alpha*float64(degree>>31))))
}

// settle computes the new contributions of the pages with short lists of a group, which begins at page lo and at place
// to. Each length has code of its own: a loop over the lists would take a tenth longer.
func (w *sweep) settle(g *group, x row, lo, to int) {
	values, starts, succ, order, ends, rest, alpha := w.values, x.starts, x.succ, x.order, x.ends, &g.rest, w.alpha
	fresh, degrees := w.values[to:][:len(order)], w.degrees[lo:][:len(order)]
	for _, i := range order[:ends[0]] {
		fresh[i] = share(alpha, 0, rest[i], degrees[i])
	}
	for _, i := range order[ends[0]:ends[1]] {
		fresh[i] = share(alpha, values[succ[starts[i]]], rest[i], degrees[i])
	}
	for _, i := range order[ends[1]:ends[2]] {
		p := succ[starts[i]:][:2]
		fresh[i] = share(alpha, values[p[0]]+values[p[1]], rest[i], degrees[i])
	}
	for _, i := range order[ends[2]:ends[3]] {
		p := succ[starts[i]:][:3]
		fresh[i] = share(alpha, values[p[0]]+values[p[1]]+values[p[2]], rest[i], degrees[i])
	}
	for _, i := range order[ends[3]:ends[4]] {
		p := succ[starts[i]:][:4]
		fresh[i] = share(alpha, values[p[0]]+values[p[1]]+values[p[2]]+values[p[3]], rest[i], degrees[i])
	}
	for _, i := range order[ends[4]:ends[5]] {
		p := succ[starts[i]:][:5]
		fresh[i] = share(alpha, values[p[0]]+values[p[1]]+values[p[2]]+values[p[3]]+values[p[4]], rest[i], degrees[i])
	}
	for _, i := range order[ends[5]:ends[6]] {
		p := succ[starts[i]:][:6]
		fresh[i] = share(alpha, values[p[0]]+values[p[1]]+values[p[2]]+values[p[3]]+values[p[4]]+values[p[5]], rest[i], degrees[i])
	}
	for _, i := range order[ends[6]:ends[7]] {
		p := succ[starts[i]:][:7]
		fresh[i] = share(alpha, values[p[0]]+values[p[1]]+values[p[2]]+values[p[3]]+values[p[4]]+values[p[5]]+values[p[6]], rest[i], degrees[i])
	}
	for _, i := range order[ends[7]:ends[8]] {
		p := succ[starts[i]:][:8]
		fresh[i] = share(alpha, values[p[0]]+values[p[1]]+values[p[2]]+values[p[3]]+values[p[4]]+values[p[5]]+values[p[6]]+values[p[7]], rest[i], degrees[i])
	}
	for _, i := range order[ends[8]:ends[longList-1]] {
		fresh[i] = share(alpha, gather(values, succ[starts[i]:starts[int(i)+1]]), rest[i], degrees[i])
	}
}
