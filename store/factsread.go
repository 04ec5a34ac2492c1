package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/parquet-go/parquet-go"

	"weft/graph"
	"weft/internal/blocksum"
	"weft/internal/corrupt"
	"weft/internal/mmap"
	"weft/internal/table"
)

// HasFacts reports whether the crawl holds [Facts] of its pages.
func (c *Crawl) HasFacts() bool {
	if c.Manifest == nil {
		return false
	}
	_, ok := c.Manifest.Files[FactsFile]
	return ok
}

// A FactReader reads the facts of pages. It is not safe for concurrent use. Memory: about 3 MiB.
type FactReader struct {
	c     *Crawl
	path  string
	file  *mmap.File
	table *parquet.GenericReader[factRow]
	row   [1]factRow
	next  int64
	facts Facts
}

// A factRow is a row of [FactsFile].
type factRow struct {
	Status *int64     `parquet:"status,optional"`
	Type   *string    `parquet:"type,optional,zstd"`
	Size   *int64     `parquet:"size,optional"`
	Digest *string    `parquet:"digest,optional,zstd"`
	Time   *time.Time `parquet:"time,optional,timestamp(millisecond)"`
	Title  *string    `parquet:"title,optional,zstd"`
	Site   *string    `parquet:"site,optional,zstd"` // earlier versions wrote no site and no skin
	Skin   *int64     `parquet:"skin,optional"`
}

// ErrNoFacts says that a crawl has no facts of pages: it was imported from a list or a graph, or made by an earlier version.
var ErrNoFacts = errors.New("the crawl has no status, media type, size, digest, time and title of its pages")

// OpenFacts opens the facts of the pages, or returns [ErrNoFacts].
func (c *Crawl) OpenFacts() (r *FactReader, err error) {
	if !c.HasFacts() {
		return nil, ErrNoFacts
	}
	r = &FactReader{c: c, path: filepath.Join(c.Path, FactsFile)}
	if r.file, err = mmap.Open(r.path); err != nil {
		return nil, lost(err)
	}
	sums, err := c.sums(FactsFile)
	if err == nil {
		err = r.open(r.file.Data, sums, int64(c.NumPages()))
	}
	if err != nil {
		return nil, errors.Join(err, r.file.Close())
	}
	return r, nil
}

// open opens the table behind its checksums. The library panics on some damage that no checksum covers, of a crawl that an
// enemy made.
func (r *FactReader) open(data []byte, sums blocksum.Sums, pages int64) (err error) {
	defer recovered(r.path, &err)
	sum, err := blocksum.New(r.path, data, sums)
	if err != nil {
		return err
	}
	from := &checkedBytes{data: data, sums: sum}
	if err := table.CheckFooter(from, int64(len(data))); err != nil {
		return corrupt.Errorf("%s: %v", r.path, err)
	}
	f, err := parquet.OpenFile(from, int64(len(data)), parquet.SkipBloomFilters(true), parquet.ReadBufferSize(1<<16))
	if err != nil {
		return corrupt.Errorf("%s: %v", r.path, err)
	}
	if n := f.NumRows(); n != pages {
		return corrupt.Errorf("%s: %d rows for %d pages", r.path, n, pages)
	}
	r.table = parquet.NewGenericReader[factRow](f)
	return nil
}

// recovered turns a panic of the library into an error.
func recovered(path string, err *error) {
	if x := recover(); x != nil {
		*err = corrupt.Errorf("%s: %v", path, x)
	}
}

// Close closes the file.
func (r *FactReader) Close() error { return errors.Join(r.table.Close(), r.file.Close()) }

// At returns the facts of a page. They are valid until the next call. Reading pages in the order of their names is fastest.
func (r *FactReader) At(p graph.Node) (*Facts, error) { return r.atName(int64(r.c.rankOf(p))) }

func (r *FactReader) atName(name int64) (f *Facts, err error) {
	defer recovered(r.path, &err)
	if name != r.next {
		if err := r.table.SeekToRow(name); err != nil {
			return nil, fmt.Errorf("%s: row %d: %w", r.path, name, err)
		}
	}
	r.row[0] = factRow{}
	if n, err := r.table.Read(r.row[:]); n != 1 {
		if err == nil || errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return nil, fmt.Errorf("%s: row %d: %w", r.path, name, err)
	}
	r.next = name + 1
	return r.row[0].set(&r.facts), nil
}

// Each calls f with the facts of all pages, in the order of their names. They are valid until f returns.
func (r *FactReader) Each(ctx context.Context, f func(p graph.Node, facts *Facts) error) error {
	for name := range int64(r.c.NumPages()) {
		if name%(1<<12) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		facts, err := r.atName(name)
		if err == nil {
			err = f(r.c.atRank(uint32(name)), facts) //nolint:gosec // pages are numbered so
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// set copies a row to f.
func (row *factRow) set(f *Facts) *Facts {
	f.Reset()
	if row.Status != nil && 0 < *row.Status && *row.Status <= 999 {
		f.Status = int(*row.Status)
	}
	if row.Size != nil && *row.Size > 0 {
		f.Size = *row.Size
	}
	if row.Skin != nil && 0 < *row.Skin && *row.Skin <= MaxSkin {
		f.Skin = uint64(*row.Skin)
	}
	if row.Time != nil {
		f.Time = row.Time.UTC()
	}
	for _, t := range []struct {
		to   *[]byte
		from *string
	}{{&f.Type, row.Type}, {&f.Digest, row.Digest}, {&f.Title, row.Title}, {&f.Site, row.Site}} {
		if t.from != nil {
			*t.to = append(*t.to, *t.from...)
		}
	}
	return f
}

// checkedBytes reads bytes of a file that are compared with their checksums first.
type checkedBytes struct {
	data []byte
	sums *blocksum.Checker
}

// ReadAt implements [io.ReaderAt].
func (c *checkedBytes) ReadAt(p []byte, at int64) (int, error) {
	if at < 0 || at > int64(len(c.data)) {
		return 0, fmt.Errorf("read at %d of %d bytes", at, len(c.data))
	}
	if err := c.sums.Check(uint64(at), uint64(at)+uint64(len(p))); err != nil {
		return 0, err
	}
	n := copy(p, c.data[at:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}
