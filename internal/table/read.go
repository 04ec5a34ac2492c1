package table

import (
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
)

// Open opens a Parquet file without its indexes of pages and its Bloom filters. The library panics on some damage, here and
// when values are read.
func Open(r io.ReaderAt, size int64) (*parquet.File, error) {
	err := CheckFooter(r, size)
	if err == nil {
		var f *parquet.File
		if f, err = parquet.OpenFile(r, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true)); err == nil {
			return f, nil
		}
	}
	return nil, fmt.Errorf("the Parquet file is damaged, or cut: %w", err)
}

// A Cursor reads the values of a column of a row group, one after the other.
type Cursor struct {
	values parquet.ColumnChunkValueReader
	buf    [256]parquet.Value
	n, at  int
}

// NewCursor returns a cursor at the begin of a column.
func NewCursor(c parquet.ColumnChunk) *Cursor {
	return &Cursor{values: parquet.NewColumnChunkValueReader(c)}
}

// Next returns the next value, valid until the next call; io.EOF after the last.
func (c *Cursor) Next() (parquet.Value, error) {
	for c.at == c.n {
		n, err := c.values.ReadValues(c.buf[:])
		if c.at, c.n = 0, n; n == 0 && err != nil {
			return parquet.Value{}, err
		}
	}
	c.at++
	return c.buf[c.at-1], nil
}

// Row returns the value that Next returned, as a row of one value. It is valid until the next call of Next.
func (c *Cursor) Row() []parquet.Value { return c.buf[c.at-1 : c.at] }

// Back lets Next return the same value once more.
func (c *Cursor) Back() { c.at-- }

// Close ends the reading.
func (c *Cursor) Close() error { return c.values.Close() }
