package combine

import (
	"errors"
	"slices"

	"weft/graph"
	"weft/graph/kinds"
	"weft/graph/view"
	"weft/internal/heap"
	"weft/store"
)

// A part is a crawl some or all of whose pages are pages of the new one, in the same order.
type part struct {
	c *store.Crawl
	// number returns the number of page u of the crawl; nil where it is u.
	number func(u graph.Node) graph.Node
	// A number x belongs to the new crawl if take has it, as the page take.Rank(x). With nil all numbers belong,
	// as x.
	take *view.Subset
}

// place returns the new number of a page of the crawl, and whether it has one.
func (p *part) place(u graph.Node) (graph.Node, bool) {
	if p.number != nil {
		u = p.number(u)
	}
	x := int(u)
	if p.take != nil {
		if !p.take.Has(x) {
			return 0, false
		}
		x = p.take.Rank(x)
	}
	return graph.Node(x), true
}

// A steps is a cursor over the pages of a part; next finds the next page that is taken.
type steps struct {
	p    *part
	move func() bool
	node func() graph.Node
	part int        // among several
	at   graph.Node // the new number
	more bool
}

func (s *steps) next() {
	for s.more = s.move(); s.more; s.more = s.move() {
		var taken bool
		if s.at, taken = s.p.place(s.node()); taken {
			return
		}
	}
}

func newSteps(p *part, move func() bool, node func() graph.Node) *steps {
	s := &steps{p: p, move: move, node: node}
	s.next()
	return s
}

// turns move several steps side by side through the pages of the new crawl, in order.
type turns struct {
	waits *heap.Heap[*steps]
	here  []*steps // at the last requested page
}

func newTurns(all []*steps) *turns {
	t := &turns{waits: heap.New(func(a, b *steps) bool { return a.at < b.at || a.at == b.at && a.part < b.part })}
	for i, s := range all {
		if s.part = i; s.more {
			t.waits.Push(s)
		}
	}
	return t
}

// of returns the steps at page x, in the order of their parts. The next call moves these steps to their next pages.
func (t *turns) of(x graph.Node) []*steps {
	for _, s := range t.here {
		if s.next(); s.more {
			t.waits.Push(s)
		}
	}
	t.here = t.here[:0]
	for t.waits.Len() > 0 && t.waits.First().at == x {
		t.here = append(t.here, t.waits.Pop())
	}
	return t.here
}

// A reader reads the arcs of a part.
type reader struct {
	*steps
	cur graph.KindCursor
}

func newReader(p *part, back bool) *reader {
	scan := p.c.Scan
	if back {
		scan = p.c.ScanBack
	}
	cur := scan(graph.Range{Lo: 0, Hi: p.c.NumPages()})
	return &reader{newSteps(p, cur.Next, cur.Node), cur}
}

// list replaces l by the arcs of the present page.
func (r *reader) list(l *list) {
	l.succ, l.kinds = slices.Grow(l.succ[:0], len(r.cur.Succ())), slices.Grow(l.kinds[:0], len(r.cur.Succ()))
	for i, v := range r.cur.Succ() {
		if y, taken := r.p.place(v); taken {
			l.succ, l.kinds = append(l.succ, y), append(l.kinds, r.cur.Kinds()[i])
		}
	}
}

// A list is the arcs of a page and their kinds.
type list struct {
	succ  []graph.Node
	kinds []kinds.Set
}

func (l *list) add(v graph.Node, k kinds.Set) {
	l.succ, l.kinds = append(l.succ, v), append(l.kinds, k)
}

// unite replaces l by the arcs of a or b, of the kinds of both ([kinds.Set.Join]).
func (l *list) unite(a, b *list) {
	l.succ, l.kinds = l.succ[:0], l.kinds[:0]
	j := 0
	for i, v := range a.succ {
		for ; j < len(b.succ) && b.succ[j] < v; j++ {
			l.add(b.succ[j], b.kinds[j])
		}
		k := a.kinds[i]
		if j < len(b.succ) && b.succ[j] == v {
			k = k.Join(b.kinds[j])
			j++
		}
		l.add(v, k)
	}
	l.succ, l.kinds = append(l.succ, b.succ[j:]...), append(l.kinds, b.kinds[j:]...)
}

// subtract takes the arcs of b out of l.
func (l *list) subtract(b *list) {
	j, kept := 0, 0
	for i, v := range l.succ {
		for j < len(b.succ) && b.succ[j] < v {
			j++
		}
		if j == len(b.succ) || b.succ[j] != v {
			l.succ[kept], l.kinds[kept] = v, l.kinds[i]
			kept++
		}
	}
	l.succ, l.kinds = l.succ[:kept], l.kinds[:kept]
}

// eachList calls add with the arcs of every page of the new crawl, lent; back says that they are those to it.
func (r *recipe) eachList(back bool, add func(succ []graph.Node, ks []kinds.Set) error) error {
	parts := r.parts
	if r.minus != nil {
		parts = append(slices.Clip(parts), r.minus)
	}
	readers, all := make([]*reader, len(parts)), make([]*steps, len(parts))
	for i, p := range parts {
		readers[i] = newReader(p, back)
		all[i] = readers[i].steps
	}
	turn := newTurns(all)
	var sum, one, both list
	for x := range graph.Node(r.pages) {
		sum.succ, sum.kinds = sum.succ[:0], sum.kinds[:0]
		for i, s := range turn.of(x) {
			switch readers[s.part].list(&one); {
			case s.part == len(r.parts):
				sum.subtract(&one)
			case i == 0:
				sum, one = one, sum
			default:
				both.unite(&sum, &one)
				sum, both = both, sum
			}
		}
		if err := add(sum.succ, sum.kinds); err != nil {
			return err
		}
	}
	var err error
	for _, one := range readers {
		err = errors.Join(err, one.cur.Err())
	}
	return err
}
