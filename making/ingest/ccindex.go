package ingest

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"weft/internal/digits"
	"weft/internal/option"
	"weft/making/ingest/tally"
	"weft/store"
	"weft/web/ccindex"
	"weft/web/remote"
)

// CCIndex names the records that an index of Common Crawl selects, among the inputs of a crawl.
const CCIndex = "cc-index"

// CommonCrawl is the root of the files that indexes of Common Crawl name.
const CommonCrawl = "https://data.commoncrawl.org/"

// An IndexOptions selects records of archives by indexes: see package ccindex.
type IndexOptions struct {
	// Indexes are files or addresses: of lines, of a table, or of cluster.idx, beside which the files of lines are.
	Indexes []string
	// Select are the wanted hosts and URLs, in the forms of [ccindex.Selection].
	Select []string
	// Root is the folder or address of the archives; empty stands for [CommonCrawl].
	Root string
}

// An indexReader reads the selected records of an index.
type indexReader struct {
	im       *importer
	index    string
	wanted   ccindex.Selection
	archives *archives
	found    int64
	unread   int // fetches in a row that the network failed
}

// readIndexes reads the records that the indexes select.
func (im *importer) readIndexes(ctx context.Context) error {
	o := &im.opts.Index
	if len(o.Indexes) == 0 {
		return nil
	}
	if im.list != "" {
		return fmt.Errorf("%w: %s is a list or a graph", errKinds, im.list)
	}
	im.archives = true
	r := &indexReader{im: im}
	for _, word := range o.Select {
		if err := r.wanted.Add(word); err != nil {
			return option.Errorf("{cc-select}: %w", err)
		}
	}
	if r.wanted.Empty() {
		return option.Errorf("%w: an index holds millions of pages: select hosts or URLs with {cc-select}", ErrOptions)
	}
	var err error
	if r.archives, err = im.opts.openArchives(cmp.Or(o.Root, CommonCrawl)); err != nil {
		return err
	}
	defer r.archives.close()
	for _, index := range o.Indexes {
		if err := im.Named(func() error { return r.read(ctx, index) }); err != nil {
			if errors.Is(err, tally.ErrBadInput) || ctx.Err() != nil {
				return err
			}
			return naming(shown(index), err)
		}
	}
	if r.found == 0 {
		return fmt.Errorf("%w: %s: no capture of %s", tally.ErrBadInput, strings.Join(shownAll(o.Indexes), ", "), strings.Join(o.Select, ", "))
	}
	return im.TakeRest()
}

// read reads an index and its records.
func (r *indexReader) read(ctx context.Context, index string) error {
	im := r.im
	r.index, im.Tally.Input = index, shown(index)
	im.setPhase("reading")
	in, err := im.opts.open(ctx, index, nil)
	if err != nil {
		return err
	}
	defer in.close() //nolint:errcheck // nothing was written
	records, bad := im.Tally.Records, im.Tally.Bad
	head, _ := in.peek.Peek(peekSize)
	switch {
	case ccindex.IsTable(head):
		err = r.fetch(ctx, func(take func(ccindex.Row) error, bad func(int64, error) error) error {
			return r.table(ctx, take, bad)
		})
	case ccindex.IsCluster(head):
		err = r.fetch(ctx, func(take func(ccindex.Row) error, bad func(int64, error) error) error {
			return r.cluster(ctx, take, bad)
		})
	default:
		err = r.fetch(ctx, func(take func(ccindex.Row) error, bad func(int64, error) error) error {
			return r.lines(in, take, bad)
		})
	}
	if err != nil {
		return err
	}
	im.Inputs = append(im.Inputs, store.Input{
		Path: shown(index), Format: CCIndex, ReadAs: CCIndex + ": " + strings.Join(im.opts.Index.Select, ", "), Bytes: max(in.size, in.raw.n),
		Records: im.Tally.Records - records, Bad: im.Tally.Bad - bad,
	})
	return nil
}

func (r *indexReader) table(ctx context.Context, take func(ccindex.Row) error, bad func(int64, error) error) error {
	at, size, closeIt, err := r.im.opts.at(ctx, r.index)
	if err != nil {
		return err
	}
	defer closeIt() //nolint:errcheck // nothing was written
	err = ccindex.Table(at, size, &r.wanted, take, bad)
	if far, ok := errors.AsType[*remote.Error](err); ok { // the network or the server is at fault, not the table
		return far
	}
	return err
}

func (r *indexReader) lines(in *input, take func(ccindex.Row) error, bad func(int64, error) error) error {
	text, _, err := in.text()
	if err == nil {
		err = ccindex.Lines(text, &r.wanted, take, bad)
	}
	if in.raw.failed != nil {
		err = in.raw.failed
	}
	return err
}

// cluster reads the blocks of lines that hold the selection.
func (r *indexReader) cluster(ctx context.Context, take func(ccindex.Row) error, bad func(int64, error) error) error {
	at, size, closeIt, err := r.im.opts.at(ctx, r.index)
	if err != nil {
		return err
	}
	blocks, err := ccindex.Cluster(at, size, &r.wanted)
	if err = errors.Join(err, closeIt()); err != nil {
		return err
	}
	beside, err := r.im.opts.besideIndex(r.index)
	if err != nil {
		return err
	}
	defer beside.close()
	var packed []byte
	for _, b := range blocks {
		if b.Length > r.im.Limits.Block {
			return fmt.Errorf("%w: a block of %s in %s", ccindex.ErrCorrupt, digits.Size(b.Length), b.File)
		}
		if packed, err = beside.part(ctx, b.File, b.Offset, b.Length, packed[:0]); err != nil {
			return err
		}
		z, err := gzip.NewReader(bytes.NewReader(packed))
		if err == nil {
			err = ccindex.Lines(z, &r.wanted, take, bad)
		}
		if err != nil && (errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) || errors.Is(err, io.ErrUnexpectedEOF)) {
			err = fmt.Errorf("%w: %s, the block at byte %d: %w", ccindex.ErrCorrupt, b.File, b.Offset, err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// besideIndex opens the folder of an index.
func (o *Options) besideIndex(index string) (*archives, error) {
	if !remote.Is(index) {
		return o.openArchives(filepath.Dir(index))
	}
	return &archives{source: o.source(), address: func(name string) (string, error) { return remote.Beside(index, name) }}, nil
}
