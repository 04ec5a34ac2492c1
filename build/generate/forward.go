package generate

import (
	"context"
	"fmt"
	"sync"

	"weft/graph"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/par"
)

// chunkPages is the number of pages whose lists are made at a time.
const chunkPages = 2048

// A chunk is the lists of a few pages in a row.
type chunk struct {
	pages graph.Range
	arcs  []graph.Node
	ends  []int // of each list in arcs
	err   error
}

// make makes the lists, and writes the states of the pages to their place in states.
func (c *chunk) make(g graph.Graph, state func(graph.Node) page.State, states []uint8) {
	c.arcs, c.ends = c.arcs[:0], c.ends[:0]
	lists := g.Scan(c.pages)
	for lists.Next() {
		u, succ := lists.Node(), lists.Succ()
		states[u] = uint8(state(u))
		if n := len(succ); n > 0 && int(succ[n-1]) >= g.NumNodes() {
			c.err = fmt.Errorf("the model links page %d to page %d of %d", u, succ[n-1], g.NumNodes())
			return
		}
		c.arcs = append(c.arcs, succ...)
		c.ends = append(c.ends, len(c.arcs))
	}
	c.err = lists.Err()
}

// eachList calls add with the list of each page in turn, when its state was found.
func (b *builder) eachList(ctx context.Context, add func([]graph.Node, []kinds.Set) error) error {
	return b.eachChunk(ctx, func(c *chunk) error {
		lo := 0
		for _, end := range c.ends {
			if err := add(c.arcs[lo:end], nil); err != nil {
				return err
			}
			lo = end
		}
		return nil
	})
}

// eachChunk makes all chunks and hands them out in order, lent.
func (b *builder) eachChunk(ctx context.Context, f func(*chunk) error) error {
	free := sync.Pool{New: func() any { return new(chunk) }}
	produce := func(put func(*chunk) error) error {
		return cut(b.pages, func(r graph.Range) error {
			c := free.Get().(*chunk)
			c.pages = r
			return put(c)
		})
	}
	state := stateOf(b.opts.Model)
	newWorker := func() func(*chunk) {
		return func(c *chunk) { c.make(b.opts.Model, state, b.States) }
	}
	return par.Ordered(ctx, b.opts.Workers, produce, newWorker, func(c *chunk) error {
		if c.err != nil {
			return c.err
		}
		if err := f(c); err != nil {
			return err
		}
		free.Put(c)
		return nil
	})
}

// stateOf returns how the states of pages are found.
func stateOf(g graph.Graph) func(graph.Node) page.State {
	if named, ok := g.(Named); ok {
		return named.State
	}
	return func(graph.Node) page.State { return page.Unknown }
}

// cut puts the ranges of the chunks of n pages.
func cut(n int, put func(graph.Range) error) error {
	for lo := 0; lo < n; lo += chunkPages {
		if err := put(graph.Range{Lo: lo, Hi: min(n, lo+chunkPages)}); err != nil {
			return err
		}
	}
	return nil
}
