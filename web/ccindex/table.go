package ccindex

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/parquet-go/parquet-go"

	"weft/internal/table"
)

// IsTable reports whether a file begins as a Parquet table does.
func IsTable(head []byte) bool { return strings.HasPrefix(string(head), "PAR1") }

// The columns that are read. The others say which row groups cannot hold selected URLs, and what the payload is.
var (
	tableColumns = []string{"url", "warc_filename", "warc_record_offset", "warc_record_length"}
	tableTexts   = 2 // the first columns are texts, the others whole numbers
	digestColumn = "content_digest"
	keyColumn    = "url_surtkey"
)

// Table calls take with the selected rows of a table, in their order. It reads no row group whose statistics (of the column
// url_surtkey) say that none of its URLs is selected. It calls bad with the number of each row that names no record, from
// 1. An error of take or bad ends it.
func Table(r io.ReaderAt, size int64, s *Selection, take func(Row) error, bad func(row int64, why error) error) (err error) {
	defer func() { // the library panics on some damage
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: the Parquet file cannot be read: %v", ErrCorrupt, p)
		}
	}()
	f, err := table.Open(r, size)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	t := &tableReader{s: s, take: take, bad: bad}
	if t.columns, err = findColumns(f); err != nil {
		return err
	}
	for i, g := range f.RowGroups() {
		if skips(f, i, s) {
			t.row += g.NumRows()
			continue
		}
		if err := t.group(g); err != nil {
			return err
		}
	}
	return nil
}

// A tableReader reads the row groups of a table.
type tableReader struct {
	columns []int // as findColumns returns them
	s       *Selection
	take    func(Row) error
	bad     func(row int64, why error) error
	row     int64 // the number of the last row that was read
}

// findColumns returns the numbers of the columns, the digest last: -1 if the table has no digests.
func findColumns(f *parquet.File) (numbers []int, err error) {
	for i, name := range tableColumns {
		c, found := f.Schema().Lookup(name)
		if !found {
			return nil, fmt.Errorf("the table has no column %s: expected the index of a crawl with the columns %s", name, strings.Join(tableColumns, ", "))
		}
		switch kind := c.Node.Type().Kind(); {
		case i < tableTexts && kind != parquet.ByteArray:
			return nil, fmt.Errorf("the column %s has the type %s: expected texts", name, c.Node.Type())
		case i >= tableTexts && kind != parquet.Int32 && kind != parquet.Int64:
			return nil, fmt.Errorf("the column %s has the type %s: expected INT32 or INT64", name, c.Node.Type())
		}
		numbers = append(numbers, c.ColumnIndex)
	}
	if c, found := f.Schema().Lookup(digestColumn); found {
		return append(numbers, c.ColumnIndex), nil
	}
	return append(numbers, -1), nil
}

// skips reports whether a row group has no selected URL, by its statistics.
func skips(f *parquet.File, group int, s *Selection) bool {
	c, found := f.Schema().Lookup(keyColumn)
	if !found {
		return false
	}
	stats := f.Metadata().RowGroups[group].Columns[c.ColumnIndex].MetaData.Statistics
	low, high := stats.MinValue, stats.MaxValue
	return len(low) > 0 && len(high) > 0 && !s.Overlaps(string(low), string(high)+"\xff") // writers may cut the greatest key
}

// group reads a row group.
func (t *tableReader) group(g parquet.RowGroup) error {
	cursors := make([]*table.Cursor, len(t.columns))
	for i, c := range t.columns {
		if c < 0 {
			continue
		}
		cursors[i] = table.NewCursor(g.ColumnChunks()[c])
		defer cursors[i].Close() //nolint:errcheck // nothing was written
	}
	for range g.NumRows() {
		t.row++
		var v [5]parquet.Value
		for i, c := range cursors {
			if c == nil {
				continue
			}
			var err error
			if v[i], err = c.Next(); errors.Is(err, io.EOF) { // the table says that there are more rows
				err = io.ErrUnexpectedEOF
			}
			if err != nil {
				return fmt.Errorf("%w: row %d: %w", ErrCorrupt, t.row, err)
			}
		}
		if !t.s.Has(string(text(v[0]))) {
			continue
		}
		r := Row{string(text(v[0])), string(text(v[1])), integer(v[2]), integer(v[3]), string(text(v[4]))}
		var err error
		if why := r.check(); why != nil {
			err = t.bad(t.row, why)
		} else {
			err = t.take(r)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func text(v parquet.Value) []byte {
	if v.IsNull() || v.Kind() != parquet.ByteArray {
		return nil
	}
	return v.ByteArray()
}

func integer(v parquet.Value) int64 {
	switch {
	case v.IsNull():
		return -1
	case v.Kind() == parquet.Int32:
		return int64(v.Int32())
	case v.Kind() == parquet.Int64:
		return v.Int64()
	}
	return -1
}
