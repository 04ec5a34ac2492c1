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
	kinds []kinds.Set // of arcs; none where all are plain links
	ends  []int       // of each list in arcs
	extra extra
	err   error
}

// make makes the lists, and writes the states of the pages to their place.
func (c *chunk) make(b *builder, state func(graph.Node) page.State) {
	c.arcs, c.kinds, c.ends, c.extra.counts = c.arcs[:0], c.kinds[:0], c.ends[:0], extraCounts{}
	lists, pages := b.opts.Model.Scan(c.pages), b.opts.Model.NumNodes()
	kinded, _ := lists.(graph.KindCursor)
	if b.opts.Extra != nil {
		c.extra.arcs, c.extra.kinded = b.opts.Extra.Scan(c.pages), kinded != nil
	}
	for lists.Next() {
		u, succ := lists.Node(), lists.Succ()
		b.States[u] = uint8(state(u))
		if n := len(succ); n > 0 && int(succ[n-1]) >= pages {
			c.err = fmt.Errorf("the model links page %d to page %d of %d", u, succ[n-1], pages)
			return
		}
		var ks []kinds.Set
		if kinded != nil {
			ks = kinded.Kinds()
		}
		if b.opts.Extra != nil {
			succ, ks = c.extra.join(succ, ks, state(u).MayLink())
		}
		c.arcs, c.kinds = append(c.arcs, succ...), append(c.kinds, ks...)
		c.ends = append(c.ends, len(c.arcs))
	}
	c.err = lists.Err()
}

// list returns the list from lo to end, and its kinds.
func (c *chunk) list(lo, end int) ([]graph.Node, []kinds.Set) {
	if len(c.kinds) == 0 {
		return c.arcs[lo:end], nil
	}
	return c.arcs[lo:end], c.kinds[lo:end]
}

// eachList calls add with the list of each page in turn, when its state was found.
func (b *builder) eachList(ctx context.Context, add func([]graph.Node, []kinds.Set) error) error {
	return b.eachChunk(ctx, func(c *chunk) error {
		lo := 0
		for _, end := range c.ends {
			if err := add(c.list(lo, end)); err != nil {
				return err
			}
			lo = end
		}
		b.extra.add(c.extra.counts)
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
	state := b.opts.stateOf()
	newWorker := func() func(*chunk) {
		return func(c *chunk) { c.make(b, state) }
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
func (o *Options) stateOf() func(graph.Node) page.State {
	if o.Crawl != nil {
		return o.Crawl.State
	}
	if named, ok := o.Model.(Named); ok {
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
