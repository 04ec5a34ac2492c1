package ingest

import (
	"fmt"

	"weft/graph/page"
	"weft/internal/bitset"
	"weft/internal/mem"
	"weft/internal/option"
	"weft/making/assemble"
	"weft/making/ingest/scan"
	"weft/store"
)

// readFetched reads the list of fetched pages: numbers or URLs, one a line.
func (im *importer) readFetched() error {
	if !im.ListsFetched() || im.listRead {
		return nil
	}
	im.listRead = true
	o := ListOptions{Stdin: im.opts.Stdin, Memory: im.opts.Memory, Comments: im.opts.Comments}
	comments, err := EachListed(im.opts.Fetched, o, im.setFetched)
	if err != nil {
		return option.Errorf("{fetched} %s: %w", im.opts.Fetched, err)
	}
	im.Notes["comment lines of the list of fetched pages, which are not kept"] += comments
	if im.Fetched == nil && im.Col == nil {
		im.Fetched = bitset.New(1)
	}
	return nil
}

func (im *importer) setFetched(field []byte) error {
	if n, ok := scan.ParseNumber(field); ok {
		if int(n/64) >= len(im.Fetched) {
			if err := mem.Check(fmt.Sprintf("a list of fetched pages with the number %d", n), int64(n)/4, im.opts.Memory); err != nil {
				return err
			}
		}
		im.Fetched.Put(int(n))
		return nil
	}
	return im.Named(func() error {
		im.Col.Page(store.Key(nil, field), assemble.Firm|uint8(page.Fetched))
		return im.Col.Room()
	})
}
