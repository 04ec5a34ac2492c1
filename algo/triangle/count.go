package triangle

import (
	"cmp"
	"context"
	"errors"
	"math"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/par"
)

// Options of [Count].
type Options struct {
	graph.Work
	// Lists is the memory that a block of oriented lists may take, in bytes; 0 for all of them at once. More blocks
	// take more passes. A single list is held whatever it takes.
	Lists int64
	// Progress, if not nil, receives the number of each block when it begins, and the number of blocks.
	Progress func(block, blocks int)
	// Save, if not nil, receives the state after every 64 parts of the graph, in each block. An error that it
	// returns ends the work.
	Save func(State) error
	// Resume, if not nil, is the state of earlier work with the same graph and Lists; the work continues from
	// there.
	Resume *State

	atOnce int // parts between two savings; 0 stands for partsAtOnce
}

// partsAtOnce is the number of parts of the graph, of about a million arcs each, between two calls of Save.
const partsAtOnce = 64

// Totals are of a graph whose loops were left out.
type Totals struct {
	Edges int64 // pairs of nodes that are joined, in one direction or both
	// Wedges are pairs of neighbours of a node, Σ d(d−1)/2, d being the number of neighbours; Several are the nodes
	// that have two or more.
	Wedges  int64
	Several int
	// Paths are x → y → z with x ≠ z.
	Paths int64
}

// A Counted graph has all its triangles counted.
type Counted struct {
	Totals
	Nodes     int
	Triangles int64
	// Cycles are triangles x → y → z → x, Transitive triples x → y → z with x → z. A triangle all of whose links are
	// returned has two of the ones and six of the others.
	Cycles, Transitive int64
	Degrees            []uint32 // neighbours of each node
	Of                 []uint64 // triangles that each node is in
	Blocks             int      // of oriented lists
}

// Bytes returns the memory of [Count] beside the oriented lists. arrays are 20 bytes a node for degrees, triangles
// and the starts of lists, which may lie in scratch files. marks are 4 bytes per node and worker.
func Bytes(nodes, workers int) (arrays, marks int64) {
	return 8 + 20*int64(nodes), 4 * int64(nodes) * int64(par.Workers(workers))
}

// ListBytes is the memory of all oriented lists, at most: 5 bytes an edge.
func ListBytes(arcs int64) int64 { return 5 * arcs }

// ErrTooMany says that wedges or paths are more than 2⁶³.
var ErrTooMany = errors.New("more than 2^63 pairs of neighbours")

// Count counts the triangles of a graph with arcs out and transpose in.
//
// It takes three passes over both, and two more for each block after the first. One worker with one block takes two.
// The time is the number of arcs for each pass, and for each edge the length of a list of at most √(2·edges). Memory:
// [Bytes] and [ListBytes], or the limit of the options. The result depends on the graph alone. Errors: reading,
// allocating memory, ctx, a transpose of another graph, and [ErrTooMany].
func Count(ctx context.Context, out, in graph.Random, o Options) (*Counted, error) {
	n := out.NumNodes()
	m := alloc.Maker{Space: o.Space}
	c := &counter{
		both: newBoth(ctx, out, in, o.Workers), Options: o,
		Counted: Counted{Nodes: n, Degrees: alloc.From[uint32](&m, n), Of: alloc.From[uint64](&m, n)},
		starts:  alloc.From[int64](&m, n+1),
	}
	if m.Err != nil {
		return nil, m.Err
	}
	var err error
	if c.Totals, err = c.totals(c.Degrees); err != nil {
		return nil, err
	}
	if err := c.count(); err != nil {
		return nil, err
	}
	return &c.Counted, nil
}

type counter struct {
	both
	Options
	Counted
	starts []int64 // starts of all oriented lists, as if they were in one array; n+1 of them
}

func (c *counter) count() error {
	blocks, b, err := c.orient()
	if err != nil {
		return err
	}
	c.Blocks = len(blocks)
	var at State
	if c.Resume != nil {
		if err := c.goOn(c.Resume); err != nil {
			return err
		}
		at = *c.Resume
	}
	for ; at.Block < len(blocks); at.Block, at.Part = at.Block+1, 0 {
		if c.Progress != nil {
			c.Progress(at.Block, len(blocks))
		}
		if b.Range != blocks[at.Block] {
			if err := c.load(b, blocks[at.Block]); err != nil {
				return err
			}
		}
		if err := c.against(b, at); err != nil {
			return err
		}
	}
	return nil
}

// orient finds out where oriented lists start, and returns the blocks and memory for one of them. If one worker does
// the work and one block holds all lists, orient loads them too. Counting then takes 0.82 of the time on crawls.
func (c *counter) orient() ([]graph.Range, *block, error) {
	var whole *block
	if c.workers == 1 && c.Nodes > 0 && c.Edges <= c.most() {
		whole = &block{c: c, ends: make([]graph.Node, c.Edges), ways: make([]way, c.Edges)}
	}
	end, fits := 0, true
	err := c.each(func(s *scratch, _ int, u graph.Node, succ, pred []graph.Node) {
		s.orient(c.Degrees, u, succ, pred)
		c.starts[u+1] = int64(len(s.ends))
		if whole == nil {
			return
		}
		if fits = fits && len(s.ends) <= len(whole.ends)-end; fits {
			copy(whole.ends[end:], s.ends)
			copy(whole.ways[end:], s.ways)
			end += len(s.ends)
		}
	})
	if err != nil {
		return nil, nil, err
	}
	if !fits {
		return nil, nil, errors.New("triangles: the transpose is of another graph")
	}
	for u := range c.Nodes {
		c.starts[u+1] += c.starts[u]
	}
	blocks := c.cut()
	if whole != nil {
		whole.Range = blocks[0]
		return blocks, whole, nil
	}
	return blocks, c.room(blocks), nil
}

// most returns how many entries a block has at most.
func (c *counter) most() int64 {
	if c.Lists > 0 {
		return c.Lists / 5
	}
	return math.MaxInt64
}

// cut cuts the nodes into ranges whose oriented lists fit.
func (c *counter) cut() []graph.Range {
	most := c.most()
	var all []graph.Range
	for lo := 0; lo < c.Nodes; {
		hi := lo + 1
		for hi < c.Nodes && c.starts[hi+1]-c.starts[lo] <= most {
			hi++
		}
		all = append(all, graph.Range{Lo: lo, Hi: hi})
		lo = hi
	}
	return all
}

// A block holds the oriented lists of a range of nodes.
type block struct {
	graph.Range
	c    *counter
	ends []graph.Node
	ways []way // parallel to ends
}

// list returns the oriented list of a node of the block, in order.
func (b *block) list(u graph.Node) ([]graph.Node, []way) {
	first := b.c.starts[b.Lo]
	lo, hi := b.c.starts[u]-first, b.c.starts[u+1]-first
	return b.ends[lo:hi], b.ways[lo:hi]
}

// touch reads the beginnings of the lists of some nodes, all at the same time, because they will be needed one after
// the other. Counting takes 0.7 of the time on pages numbered at random, and 1.03 in page order.
func (b *block) touch(nodes []graph.Node) (t graph.Node) {
	first := b.c.starts[b.Lo]
	for _, v := range nodes {
		if at := b.c.starts[v] - first; at >= 0 && at < int64(len(b.ends)) {
			t ^= b.ends[at]
		}
	}
	return t
}

// room returns one block that is large enough for each range. Two blocks would exceed the stated memory.
func (c *counter) room(blocks []graph.Range) *block {
	most := int64(0)
	for _, r := range blocks {
		most = max(most, c.starts[r.Hi]-c.starts[r.Lo])
	}
	return &block{c: c, ends: make([]graph.Node, most), ways: make([]way, most)}
}

// load replaces the lists of a block by the lists of a range.
func (c *counter) load(b *block, r graph.Range) error {
	b.Range = r
	return c.within(r, func(s *scratch, _ int, u graph.Node, succ, pred []graph.Node) {
		s.orient(c.Degrees, u, succ, pred)
		ends, ways := b.list(u)
		copy(ends, s.ends)
		copy(ways, s.ways)
	})
}

// against finds the triangles u, v, w, oriented in this order, with v in the block, for the remaining parts of u.
func (c *counter) against(b *block, at State) error {
	parts := graph.Parts(c.out)
	for at.Part < len(parts) {
		some := parts[at.Part:min(at.Part+cmp.Or(c.atOnce, partsAtOnce), len(parts))]
		t := newTally(len(some))
		if err := c.partsAgainst(b, some, t); err != nil {
			return err
		}
		t.sum(&c.Counted)
		if at.Part += len(some); c.Save != nil {
			if err := c.Save(c.state(at)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *counter) partsAgainst(b *block, parts []graph.Range, t *tally) error {
	if b.Lo == 0 && b.Hi == c.Nodes {
		return par.Do(c.ctx, len(parts), c.workers, func(i int) error {
			s := c.free.Get()
			defer c.free.Put(s)
			s.ready(c.Nodes)
			for u := graph.Node(parts[i].Lo); int(u) < parts[i].Hi; u++ {
				s.ends, s.ways = b.list(u)
				s.meet(u, b, t, i)
			}
			return nil
		})
	}
	return c.parts(parts, func(s *scratch, i int, u graph.Node, succ, pred []graph.Node) {
		s.ready(c.Nodes)
		s.orient(c.Degrees, u, succ, pred)
		s.meet(u, b, t, i)
	})
}
