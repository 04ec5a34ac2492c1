package rank

import (
	"cmp"
	"context"
	"errors"
	mathbits "math/bits"
	"slices"

	"weft/graph"
	"weft/graph/alloc"
	"weft/graph/view"
	"weft/internal/par"
)

// numbers are the members of a set of pages, numbered in their order.
type numbers struct {
	*view.Subset
	bits  view.Bits
	ranks []graph.Node // how many members lie before each 64th page, which is faster than asking the subset
}

func newNumbers(bits view.Bits, n int) (*numbers, error) {
	pages, err := view.NewSubset(bits, n)
	if err != nil {
		return nil, err
	}
	x, rank := &numbers{pages, bits, make([]graph.Node, len(bits))}, 0
	for i, word := range bits {
		x.ranks[i] = graph.Node(rank) //nolint:gosec // a node
		rank += mathbits.OnesCount64(word)
	}
	return x, nil
}

// of sets to to the numbers of pages. A page that is no member has none, and is an error.
func (x *numbers) of(to, pages []graph.Node) error {
	to = to[:len(pages)]
	members := ^uint64(0)
	for i, v := range pages {
		word := v / 64
		members &= x.bits[word] >> (v % 64)
		to[i] = x.ranks[word] + graph.Node(mathbits.OnesCount64(x.bits[word]&(1<<(v%64)-1)))
	}
	if members&1 == 0 {
		return errStray
	}
	return nil
}

// haveAll reports whether all pages of a list are members.
func (x *numbers) haveAll(pages []graph.Node) bool {
	members := ^uint64(0)
	for _, v := range pages {
		members &= x.bits[v/64] >> (v % 64)
	}
	return members&1 == 1
}

// errStray is the error of views, or of outdegrees, that belong to different graphs.
var errStray = errors.New("the transpose has an arc that the graph has not: expected a graph, its transpose, and its outdegrees")

// A narrow graph has the lists of some pages, rows, of a graph. Node i is row i, and its list has the numbers of pages
// among columns, which may be more than NumNodes. All pages in the lists of rows are columns.
type narrow struct {
	all           graph.Random
	rows, columns *numbers
	loops         view.Bits // pages whose arcs to themselves are left out; nil for none
	before        []int64   // arcs of the lists before every startsEach'th
}

// startsEach is how many lists lie between two known numbers of arcs before a list.
const startsEach = 32

// numberBytes is the memory for numbering some of n pages, and for finding their lists.
func numberBytes(n int) int64 { return view.SubsetBytes(n) + int64(n)/16 + 8*int64(n)/startsEach + 16 }

func newNarrow(all graph.Random, rows, columns *numbers, loops view.Bits) *narrow {
	l := &narrow{all: all, rows: rows, columns: columns, loops: loops, before: make([]int64, 0, rows.Len()/startsEach+2)}
	number, arcs := 0, int64(0)
	for u := range rows.All() {
		if number%startsEach == 0 {
			l.before = append(l.before, arcs)
		}
		arcs += l.length(u)
		number++
	}
	l.before = append(l.before, arcs)
	return l
}

// length returns the length of the list of a row.
func (l *narrow) length(page int) int64 {
	n := l.all.ArcsBefore(page+1) - l.all.ArcsBefore(page)
	if l.loops != nil && l.loops.Has(page) {
		n--
	}
	return n
}

// NumNodes returns the number of rows.
func (l *narrow) NumNodes() int { return l.rows.Len() }

// NumArcs returns the number of arcs, without the pass that a view of any pages would need.
func (l *narrow) NumArcs() int64 { return l.before[len(l.before)-1] }

// ArcsBefore returns the number of arcs in the lists before u.
func (l *narrow) ArcsBefore(u int) int64 {
	if u == l.NumNodes() {
		return l.NumArcs()
	}
	arcs := l.before[u/startsEach]
	for v := u &^ (startsEach - 1); v < u; v++ {
		arcs += l.length(l.rows.Select(v))
	}
	return arcs
}

// AppendSucc appends the list of u.
func (l *narrow) AppendSucc(dst []graph.Node, u graph.Node) ([]graph.Node, error) {
	from, page := len(dst), l.rows.Select(int(u))
	dst, err := l.all.AppendSucc(dst, graph.Node(page)) //nolint:gosec // a node
	if err != nil {
		return dst, err
	}
	list, err := l.renumber(dst[from:], page, dst[from:])
	return dst[:from+len(list)], err
}

// renumber sets to to the numbers of the pages of a list. It leaves out the page itself, if loops are left out.
func (l *narrow) renumber(to []graph.Node, page int, list []graph.Node) ([]graph.Node, error) {
	if l.loops == nil || !l.loops.Has(page) {
		return to, l.columns.of(to, list)
	}
	at, has := slices.BinarySearch(list, graph.Node(page)) //nolint:gosec // a node
	if !has {
		return to[:0], errStray
	}
	return to[:len(list)-1], cmp.Or(l.columns.of(to[:at], list[:at]), l.columns.of(to[at:], list[at+1:]))
}

// Scan returns a cursor over the lists of the rows in r.
func (l *narrow) Scan(r graph.Range) graph.Cursor {
	if r.Lo >= r.Hi {
		return graph.ByList(r, l.AppendSucc)
	}
	return &narrowCursor{l: l, c: l.all.Scan(graph.Range{Lo: l.rows.Select(r.Lo), Hi: l.rows.Select(r.Hi-1) + 1}), u: r.Lo - 1}
}

// A narrowCursor passes over pages that are no rows.
type narrowCursor struct {
	l    *narrow
	c    graph.Cursor
	u    int
	succ []graph.Node
	err  error
}

func (c *narrowCursor) Next() bool {
	for c.c.Next() {
		page := int(c.c.Node())
		if !c.l.rows.Has(page) {
			continue
		}
		list := c.c.Succ()
		if c.succ, c.err = c.l.renumber(slices.Grow(c.succ[:0], len(list))[:len(list)], page, list); c.err != nil {
			return false
		}
		c.u++
		return true
	}
	return false
}

func (c *narrowCursor) Node() graph.Node   { return graph.Node(c.u) } //nolint:gosec // a node
func (c *narrowCursor) Succ() []graph.Node { return c.succ }
func (c *narrowCursor) Err() error         { return cmp.Or(c.err, c.c.Err()) }

// load copies the lists.
func (l *narrow) load(ctx context.Context, w graph.Work) (*graph.Memory, error) {
	mem, ok := l.all.(*graph.Memory)
	if !ok {
		return graph.LoadParts(ctx, l, graph.Parts(l), w, nil)
	}
	m := alloc.Maker{Space: w.Space}
	starts, succ := alloc.From[uint32](&m, l.NumNodes()+1), alloc.From[graph.Node](&m, int(l.NumArcs()))
	if m.Err != nil {
		return nil, m.Err
	}
	row, end := 0, uint32(0)
	for page := range l.rows.All() {
		row++
		end += uint32(l.length(page)) //nolint:gosec // at most MaxInMemory
		starts[row] = end
	}
	parts := graph.Parts(mem)
	err := par.Do(ctx, len(parts), w.Workers, func(i int) error {
		row := l.rows.Rank(parts[i].Lo)
		for page := range l.rows.bits.Between(parts[i].Lo, parts[i].Hi) {
			if _, err := l.renumber(succ[starts[row]:starts[row+1]], page, mem.Succ(graph.Node(page))); err != nil { //nolint:gosec // a node
				return err
			}
			row++
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return graph.OfRows(starts, succ), nil
}

// squeeze moves the values of members to the front.
func squeeze[T any](values []T, pages *numbers) []T {
	to := 0
	for u := range pages.All() {
		values[to] = values[u]
		to++
	}
	return values[:to]
}

// spread undoes squeeze, from the last to the first, within the capacity of values. Values of other pages are zero.
func spread[T any](values []T, pages *numbers) []T {
	from := len(values)
	values = values[:pages.Universe()]
	for u := len(values) - 1; u >= 0; u-- {
		var x T
		if pages.Has(u) {
			from--
			x = values[from]
		}
		values[u] = x
	}
	return values
}
