package ingest

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"weft/internal/mem"
	"weft/page"
	"weft/store"
)

// readFetched reads the list of fetched pages: numbers or URLs, one a line.
func (im *importer) readFetched() error {
	if im.opts.Fetched == "" {
		return nil
	}
	in, err := openInput(im.opts.Fetched, im.opts.Stdin, im.opts.Memory, nil)
	if err != nil {
		return err
	}
	defer in.close() //nolint:errcheck // nothing was written
	r, _, err := in.text()
	if err != nil {
		return err
	}
	l := lines{r: r}
	for {
		line, ok := l.next()
		if !ok {
			break
		}
		name, _, _ := bytes.Cut(bytes.TrimSpace(line), []byte{'\t'})
		if len(name) == 0 || name[0] == '#' {
			continue
		}
		if err := im.setFetched(name); err != nil {
			return fmt.Errorf("%s, line %d: %w", im.opts.Fetched, l.number, err)
		}
	}
	if err := l.failed(); err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: %w", im.opts.Fetched, err)
	}
	if im.fetched == nil && im.col == nil {
		im.fetched = []uint64{0}
	}
	return nil
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
