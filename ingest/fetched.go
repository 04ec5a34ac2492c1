package ingest

import (
	"fmt"
	"math/bits"

	"weft/internal/mem"
	"weft/internal/option"
	"weft/page"
	"weft/store"
)

// Rules that say, instead of a list, which pages of lists and graphs were fetched.
const (
	AllFetched     = "all"     // all of them
	LinkingFetched = "linking" // those with links; the others are ghosts
)

// listsFetched says whether the option names a file.
func (im *importer) listsFetched() bool {
	f := im.opts.Fetched
	return f != "" && f != AllFetched && f != LinkingFetched
}

// listedState is the state of a page of a list or a graph, as far as the options tell: unknown, unless another list says
// which were fetched, or a rule.
func (im *importer) listedState() page.State {
	if im.ghost {
		return page.Ghost
	}
	switch im.opts.Fetched {
	case "", LinkingFetched:
		return page.Unknown
	case AllFetched:
		return page.Fetched
	}
	return page.Ghost
}

// readFetched reads the list of fetched pages: numbers or URLs, one a line.
func (im *importer) readFetched() error {
	if !im.listsFetched() || im.listRead {
		return nil
	}
	im.listRead = true
	o := ListOptions{Stdin: im.opts.Stdin, Memory: im.opts.Memory, Comments: im.opts.Comments}
	comments, err := EachListed(im.opts.Fetched, o, im.setFetched)
	if err != nil {
		return option.Errorf("{fetched} %s: %w", im.opts.Fetched, err)
	}
	im.notes["comment lines of the list of fetched pages, which are not kept"] += comments
	if im.fetched == nil && im.col == nil {
		im.fetched = []uint64{0}
	}
	return nil
}

// noteFetched counts the listed numbers that are those of no page.
func (im *importer) noteFetched(isPage func(n int) bool) {
	for i, word := range im.fetched {
		for ; word != 0; word &= word - 1 {
			if !isPage(64*i + bits.TrailingZeros64(word)) {
				im.notes["numbers of the list of fetched pages that no page has, left out"]++
			}
		}
	}
}

func (im *importer) setFetched(field []byte) error {
	if n, ok := parseNumber(field); ok {
		if short := int(n/64) + 1 - len(im.fetched); short > 0 {
			if err := mem.Check(fmt.Sprintf("a list of fetched pages with the number %d", n), int64(n)/4, im.opts.Memory); err != nil {
				return err
			}
			im.fetched = append(im.fetched, make([]uint64, short)...)
		}
		im.fetched[n/64] |= 1 << (n % 64)
		return nil
	}
	return im.named(func() error {
		im.col.page(store.Key(nil, field), firm|uint8(page.Fetched))
		return im.col.room()
	})
}
