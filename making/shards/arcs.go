package shards

import (
	"context"

	"weft/graph"
	"weft/graph/bv"
	"weft/graph/kinds"
	"weft/internal/mem"
)

// The columns of arcs/ and texts/.
const (
	arcSource = iota
	arcTarget
	arcKinds
)

const textText = arcKinds

var (
	arcColumns  = []column{arcSource: {"source", numbers, true}, arcTarget: {"target", numbers, true}, arcKinds: {"kinds", texts, false}}
	textColumns = []column{arcSource: {"source", numbers, true}, arcTarget: {"target", numbers, true}, textText: {"text", texts, true}}
)

// An ArcCursor reads the arcs list by list, in the order of the pages. It refuses arcs out of the order of source and target,
// repeated arcs, and arcs of missing pages. Memory: the longest list.
type ArcCursor struct {
	r     *rows
	n     int64
	u     int64 // the page of the list
	succ  []graph.Node
	kinds []kinds.Set
	words map[string]kinds.Set

	ahead         bool // a row was read that belongs to a later list
	source        uint32
	target        uint32
	kind          kinds.Set
	readAny, done bool
}

// ReadArcs returns a cursor over the lists of all pages. Close it after use.
func (f *Folder) ReadArcs(ctx context.Context) *ArcCursor {
	return &ArcCursor{r: f.rows(ctx, "", f.in(ArcsFolder), arcColumns), n: f.Pages, u: -1, words: map[string]kinds.Set{}}
}

// Next moves to the list of the next page; false after the last page or after an error.
func (c *ArcCursor) Next() bool {
	if c.r.err != nil || c.u+1 >= c.n {
		return false
	}
	c.u++
	c.succ, c.kinds = c.succ[:0], c.kinds[:0]
	for {
		if !c.ahead {
			if c.ahead = c.take(); !c.ahead {
				return c.r.err == nil
			}
		}
		if int64(c.source) != c.u {
			return true
		}
		c.succ, c.kinds, c.ahead = append(c.succ, graph.Node(c.target)), append(c.kinds, c.kind), false
		if n := int64(len(c.succ)); n&(n-1) == 0 && n >= 1<<20 {
			if c.r.err = c.room(2 * n); c.r.err != nil {
				return false
			}
		}
	}
}

// room refuses a list that with its compression exceeds the budget.
func (c *ArcCursor) room(n int64) error {
	long := bv.Longest{List: n, Window: n}
	return mem.Check("shards with a page of more than 2²⁰ arcs", 6*n+long.WriteBytes(), c.r.f.opts.Memory)
}

// take reads the next arc; false at the end or after an error.
func (c *ArcCursor) take() bool {
	if c.done || !c.r.next() {
		c.done = true
		return false
	}
	u, v := c.r.page(arcSource, c.n), c.r.page(arcTarget, c.n)
	if c.r.err != nil {
		return false
	}
	if c.readAny && (u < c.source || u == c.source && v <= c.target) {
		c.r.fail("the arc %d → %d follows %d → %d: expected arcs in the order of source and target, each once", u, v, c.source, c.target)
		return false
	}
	c.source, c.target, c.readAny = u, v, true
	return c.takeKinds()
}

// mostWords bounds the sets of kinds that are remembered: there are few.
const mostWords = 1 << 10

func (c *ArcCursor) takeKinds() bool {
	word := c.r.text(arcKinds)
	if word == nil {
		c.kind = kinds.Link
		return true
	}
	var known bool
	if c.kind, known = c.words[string(word)]; known {
		return true
	}
	k, err := kinds.Parse(string(word))
	if err != nil || k.String() != string(word) {
		c.r.fail("the kinds of the arc %d → %d are %.100q: expected words such as link, or link+nofollow", c.source, c.target, word)
		return false
	}
	if len(c.words) < mostWords {
		c.words[string(word)] = k
	}
	c.kind = k
	return true
}

// Node returns the page of the list.
func (c *ArcCursor) Node() graph.Node { return graph.Node(c.u) } //nolint:gosec // below the number of pages

// Succ returns the list, valid until the next call of Next.
func (c *ArcCursor) Succ() []graph.Node { return c.succ }

// Kinds returns the kinds of the arcs of the list, valid until the next call of Next.
func (c *ArcCursor) Kinds() []kinds.Set { return c.kinds }

// Err returns the error that ended the reading, nil after all lists.
func (c *ArcCursor) Err() error { return c.r.err }

// Close ends the reading.
func (c *ArcCursor) Close() { c.r.close() }
