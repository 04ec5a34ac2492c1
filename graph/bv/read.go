package bv

import (
	"fmt"
	"math/bits"

	"weft/graph"
	"weft/internal/corrupt"
)

// Scan returns a cursor over the lists of the nodes in r.
func (g *Graph) Scan(r graph.Range) graph.Cursor { return g.scan(r) }

func (g *Graph) scan(r graph.Range) *cursor {
	c := &cursor{g: g, window: g.window(), u: uint64(r.Lo), lo: uint64(r.Lo), hi: uint64(r.Hi)}
	if c.err = g.checked(); c.err != nil {
		return c
	}
	c.d.r.Seek(0)
	if r.Lo < r.Hi && r != graph.Everything(g) { // the end of a part is compared with the start of the next
		offsets, err := g.offsets()
		if err != nil {
			c.err = err
			return c
		}
		lo, _ := offsets.find(r.Lo)
		c.d.r.Seek(lo)
		c.end, _ = offsets.find(r.Hi)
		c.ends = true
	}
	return c
}

// A window is the memory for reading in order: the last lists, because later lists may refer to them. Node x has
// its list in ring[x mod len(ring)]. Finished cursors pass it on.
type window struct {
	d    *decoder
	ring [][]graph.Node
}

func (g *Graph) window() *window {
	if w, ok := g.windows.Get().(*window); ok {
		return w
	}
	d := newDecoder(g.data, &g.props)
	return &window{d, make([][]graph.Node, 1<<bits.Len64(d.win))} // a power of two beyond the window
}

// giveBack gives the space of long lists back: others that wait for their turn have windows, too.
func (w *window) giveBack() {
	for i, list := range w.ring {
		w.ring[i] = noRoom(list)
	}
	d := w.d
	d.copied, d.runs, d.residuals, d.merged = noRoom(d.copied), noRoom(d.runs), noRoom(d.residuals), noRoom(d.merged)
}

type cursor struct {
	*window   // nil after the end
	g         *Graph
	u, lo, hi uint64 // u is the node that Next reads
	succ      []graph.Node
	arcs      int64
	end       uint64 // end of the range, if ends is true
	ends      bool
	err       error
}

func (c *cursor) Node() graph.Node   { return graph.Node(c.u - 1) }
func (c *cursor) Succ() []graph.Node { return c.succ }
func (c *cursor) Err() error         { return c.err }

func (c *cursor) Next() bool {
	if c.u >= c.hi || c.err != nil {
		c.finish()
		return false
	}
	x := c.u
	at := c.d.r.Pos()
	list, err := c.read(x, at)
	if err != nil {
		c.err = c.g.damaged(x, at, err)
		return false
	}
	c.ring[x&uint64(len(c.ring)-1)] = list
	c.succ = list
	c.u++
	if c.arcs += int64(len(list)); c.arcs > c.g.NumArcs() {
		c.err = c.g.damaged(x, at, corrupt.Errorf("there are more arcs than the %d of the properties", c.g.NumArcs()))
		return false
	}
	return true
}

// read reads the list of node x, whose record begins at the given bit, into its place in the ring.
func (c *cursor) read(x, at uint64) ([]graph.Node, error) {
	if c.d.fast {
		if list, ok := c.fastRead(x, at); ok {
			return list, nil
		}
	}
	degree, back, pos, err := c.d.head(x, at)
	if err != nil {
		return nil, err
	}
	list := c.ring[x&uint64(len(c.ring)-1)][:0]
	if degree == 0 {
		c.d.r.Seek(pos)
		return noRoom(list), nil
	}
	var ref []graph.Node
	if back > 0 {
		if ref, err = c.list(x - back); err != nil {
			return nil, err
		}
	}
	return c.d.body(list, chained{x, degree, pos}, ref, back > 0)
}

// fastRead is read for the usual codes, with fewer calls. It says no also where a list before the scan is referred to.
func (c *cursor) fastRead(x, at uint64) ([]graph.Node, bool) {
	degree, back, pos, ok := c.d.fastHead(x, at)
	if !ok || back > x-c.lo {
		return nil, false
	}
	mask := uint64(len(c.ring) - 1)
	list := c.ring[x&mask][:0]
	if degree == 0 {
		c.d.r.Seek(pos)
		return noRoom(list), true
	}
	return c.d.fastBody(list, chained{x, degree, pos}, c.ring[(x-back)&mask], back > 0)
}

// list returns the list of a node in the window before the present node. The list of a node before the scan is
// read into its place in the ring, which no node of the window uses.
func (c *cursor) list(y uint64) (list []graph.Node, err error) {
	at := &c.ring[y&uint64(len(c.ring)-1)]
	if y < c.lo {
		*at, err = c.g.AppendSucc((*at)[:0], graph.Node(y))
	}
	return *at, err
}

// finish checks the end of a scan and passes the window on.
func (c *cursor) finish() {
	if c.window == nil {
		return
	}
	if c.err == nil {
		c.err = c.checkAll()
	}
	c.giveBack()
	c.g.windows.Put(c.window)
	c.window, c.succ = nil, nil
}

// checkAll compares the end of a scan with the offsets. After a scan of the whole graph, it compares the number of
// arcs and the end with the properties.
func (c *cursor) checkAll() error {
	pos := c.d.r.Pos()
	switch {
	case c.ends && pos != c.end:
		return corrupt.Errorf("%s: the list of node %d ends at bit %d, the next begins at %d", c.g.name, c.hi-1, pos, c.end)
	case c.lo > 0 || c.hi < uint64(c.g.NumNodes()):
		return nil
	}
	if c.arcs != c.g.NumArcs() {
		return corrupt.Errorf("%s: the lists hold %d arcs, the properties say %d", c.g.name, c.arcs, c.g.NumArcs())
	}
	return c.g.checkEnd(pos)
}

func (g *Graph) damaged(x, bit uint64, err error) error {
	return fmt.Errorf("%s: node %d, bit %d: %w", g.name, x, bit, err)
}

// A chained is a link of a chain of references: a record whose head was read.
type chained struct{ node, degree, body uint64 }

// A hand is the memory for reading a single list.
type hand struct {
	d     *decoder
	chain []chained
	lists [2][]graph.Node
}

func (g *Graph) hand() *hand {
	if h, ok := g.hands.Get().(*hand); ok {
		return h
	}
	return &hand{d: newDecoder(g.data, &g.props)}
}

// AppendSucc appends the successors of u to dst. It decodes the lists that u's refers to, one after the other.
func (g *Graph) AppendSucc(dst []graph.Node, u graph.Node) ([]graph.Node, error) {
	offsets, err := g.offsets()
	if err != nil {
		return dst, err
	}
	h := g.hand()
	dst, err = g.appendSucc(h, offsets, dst, u)
	g.hands.Put(h)
	return dst, err
}

func (g *Graph) appendSucc(h *hand, offsets *places, dst []graph.Node, u graph.Node) ([]graph.Node, error) {
	d := h.d
	chain := h.chain[:0]
	at, place := offsets.find(int(u))
	for x := uint64(u); ; {
		degree, back, end, err := d.head(x, at)
		if err != nil {
			return dst, g.damaged(x, at, err)
		}
		chain = append(chain, chained{x, degree, end})
		if back == 0 {
			break
		}
		at, place = offsets.before(int(x), int(back), place)
		x -= back
	}
	h.chain = chain
	return g.unchain(h, dst)
}

// unchain decodes the lists of a chain from its far end, and appends the last of them to dst.
func (g *Graph) unchain(h *hand, dst []graph.Node) ([]graph.Node, error) {
	var ref []graph.Node
	far := len(h.chain) - 1
	for i := far; ; i-- {
		c := h.chain[i]
		list := h.lists[i&1][:0]
		inPlace := i == 0 && len(dst) == 0 && uint64(cap(dst)) < c.degree+hub // else withRoom may not take it
		if inPlace {
			list = dst
		}
		if c.degree > 0 {
			var err error
			if list, err = h.d.body(list, c, ref, i < far); err != nil {
				return dst, g.damaged(c.node, c.body, err)
			}
		}
		switch {
		case inPlace:
			return list, nil
		case i == 0:
			h.lists[0] = list
			return append(dst, list...), nil
		}
		h.lists[i&1] = list
		ref = list
	}
}
