package course

import (
	"context"
	"slices"

	"weft/graph"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/mem"
	"weft/store"
)

// Keep commits the crawled graph to a draft. Pages are in the order of their discovery. Crawled pages are fetched,
// and all other known pages are ghosts. Each link occurs once, loops included. Kinds are not kept: all links are
// plain.
//
// Memory: 4 bytes per known page and 8 per crawled page beside the records, plus the transpose with the rest of
// the draft's budget. The caller aborts the draft on errors.
func (c *Course) Keep(ctx context.Context, draft *store.Draft, o *store.DraftOptions, step store.Step) error {
	draft.States, draft.Manifest.Counts.Kinds = make([]uint8, c.now.known), map[string]int64{"link": 0}
	for u := range draft.States {
		draft.States[u] = uint8(page.Ghost)
	}
	for i := range c.pages.n {
		draft.States[c.pages.at(i)] = uint8(page.Fetched)
	}
	err := draft.WriteGraph("storing the crawl", func(add func([]graph.Node, []kinds.Set) error) error { return c.eachPage(ctx, add) })
	if err != nil {
		return err
	}
	mem.Release()
	if err := draft.Transpose(o.Beyond(c.notes())); err != nil {
		return err
	}
	return draft.Commit(step)
}

// notes is the memory of the records.
func (c *Course) notes() int64 {
	return NotesBytes(Size{Crawled: c.pages.n, Links: int64(c.links.n)})
}

// eachPage hands out the list of each known page, in the order of discovery.
func (c *Course) eachPage(ctx context.Context, add func([]graph.Node, []kinds.Set) error) error {
	place := make([]uint32, c.now.known) // in the crawl, plus 1; 0 of pages that are not crawled
	starts, at := make([]int, c.pages.n), 0
	for i := range c.pages.n {
		place[c.pages.at(i)] = uint32(i + 1)
		starts[i] = at
		at += int(c.sizes.at(i))
	}
	var scratch []uint32
	var list []graph.Node
	for u, i := range place {
		if u%chunk == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		list = list[:0]
		if i > 0 {
			for _, to := range c.links.span(&scratch, starts[i-1], int(c.sizes.at(int(i-1)))) {
				list = append(list, graph.Node(to))
			}
			slices.Sort(list)
		}
		if err := add(slices.Compact(list), nil); err != nil {
			return err
		}
	}
	return nil
}
