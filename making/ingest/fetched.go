package ingest

import (
	"fmt"

	"weft/graph/page"
	"weft/internal/bitset"
	"weft/internal/mem"
	"weft/internal/option"
	"weft/making/ingest/scan"
	"weft/store"
)

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

func (im *importer) setFetched(field []byte) error {
	if n, ok := scan.ParseNumber(field); ok {
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
