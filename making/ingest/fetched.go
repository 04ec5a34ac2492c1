package ingest

import (
	"fmt"

	"weft/graph/page"
	"weft/internal/bitset"
	"weft/internal/mem"
	"weft/internal/option"
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

// listedState is the state of a page of a list or a graph by the options: unknown, unless another list, or a rule,
// names the fetched pages.
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
		im.fetched = bitset.New(1)
	}
	return nil
}

// noteFetched counts listed numbers without a page.
func (im *importer) noteFetched(isPage func(n int) bool) {
	for n := range im.fetched.All() {
		if !isPage(n) {
			im.notes["numbers of the list of fetched pages that no page has, left out"]++
		}
	}
}

func (im *importer) setFetched(field []byte) error {
	if n, ok := parseNumber(field); ok {
		if int(n/64) >= len(im.fetched) {
			if err := mem.Check(fmt.Sprintf("a list of fetched pages with the number %d", n), int64(n)/4, im.opts.Memory); err != nil {
				return err
			}
		}
		im.fetched.Put(int(n))
		return nil
	}
	return im.named(func() error {
		im.col.page(store.Key(nil, field), Firm|uint8(page.Fetched))
		return im.col.room()
	})
}
