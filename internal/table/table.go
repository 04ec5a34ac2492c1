// Package table writes tables as Parquet files.
package table

import (
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"

	"weft/internal/atomicfile"
)

// A Type is the type of a column.
type Type int

// The types of columns.
const (
	Int Type = iota
	Float
	Text
	Time  // an int64: milliseconds since 1970, UTC
	Delta // an Int stored as difference from the one before
	Word  // a Text stored as a number of a dictionary, for few distinct values
)

// A Column has a name and a type. The values of an optional column may be nil.
type Column struct {
	Name     string
	Type     Type
	Optional bool
}

// node returns the column in the schema of the library.
func (c Column) node(compressed compress.Codec) (n parquet.Node) {
	switch c.Type {
	case Int:
		n = parquet.Leaf(parquet.Int64Type)
	case Float:
		n = parquet.Leaf(parquet.DoubleType)
	case Text:
		n = parquet.Compressed(parquet.String(), compressed)
	case Time:
		n = parquet.Timestamp(parquet.Millisecond)
	case Delta:
		n = parquet.Encoded(parquet.Leaf(parquet.Int64Type), &parquet.DeltaBinaryPacked)
	case Word:
		n = parquet.Encoded(parquet.String(), &parquet.RLEDictionary)
	}
	if c.Optional {
		n = parquet.Optional(n)
	}
	return n
}

// A Writer writes rows in order. Memory: a row group, compressed, and a page of each column and an encoder of its
// texts: 12 MiB at most for three columns.
type Writer struct {
	cols  []Column
	place []int // index of each of our columns in the schema, which sorts them by name
	out   *parquet.GenericWriter[any]
	row   []parquet.Row
	rows  int // of the group
	text  int // bytes of it
	err   error
}

// Maximum size of a row group, in rows and in bytes of text. It is in memory before it is written. With 6 MiB of
// text a table took from 11.7 to 12.8 MB, because the scheduling of goroutines decides whether the library finds
// buffers in its pools.
const (
	groupRows = 1 << 17
	groupText = 4 << 20
)

// Create writes a table to a file that appears whole or not at all; fill adds the rows.
func Create(path string, cols []Column, fill func(*Writer) error) error {
	return atomicfile.Write(path, func(out io.Writer) error {
		w := New(out, cols)
		if err := fill(w); err != nil {
			return err
		}
		return w.Close()
	})
}

// New returns a Writer to out.
func New(out io.Writer, cols []Column) *Writer {
	group := parquet.Group{}
	compressed, err := newCodec()
	for _, c := range cols {
		group[c.Name] = c.node(compressed)
	}
	schema := parquet.NewSchema("table", group)
	w := &Writer{cols: cols, out: parquet.NewGenericWriter[any](out, schema, parquet.CreatedBy("weft", "", ""), parquet.PageBufferSize(pageBytes)), err: err}
	at := map[string]int{}
	for i, path := range schema.Columns() {
		at[path[0]] = i
	}
	for _, c := range cols {
		w.place = append(w.place, at[c.Name])
	}
	w.row = []parquet.Row{make(parquet.Row, len(cols))}
	return w
}

// Append adds a row: an int64, float64, string or []byte for each column, or nil for an optional one; bytes are copied.
func (w *Writer) Append(values ...any) error {
	if w.err != nil {
		return w.err
	}
	if len(values) != len(w.cols) {
		return fmt.Errorf("a row of %d values in a table of %d columns", len(values), len(w.cols))
	}
	for i, v := range values {
		var pv parquet.Value
		switch v := v.(type) {
		case int64:
			pv = parquet.Int64Value(v)
		case float64:
			pv = parquet.DoubleValue(v)
		case string:
			pv = parquet.ByteArrayValue([]byte(v))
			w.text += len(v)
		case []byte:
			pv = parquet.ByteArrayValue(v)
			w.text += len(v)
		case nil:
			if !w.cols[i].Optional {
				return fmt.Errorf("column %s: a value is missing", w.cols[i].Name)
			}
		default:
			return fmt.Errorf("column %s: a %T cannot be stored", w.cols[i].Name, v)
		}
		level := 0
		if w.cols[i].Optional && v != nil {
			level = 1
		}
		w.row[0][w.place[i]] = pv.Level(0, level, w.place[i])
	}
	if _, w.err = w.out.WriteRows(w.row); w.err != nil {
		return w.err
	}
	if w.rows++; w.rows == groupRows || w.text >= groupText {
		w.rows, w.text = 0, 0
		w.err = w.out.Flush()
	}
	return w.err
}

// Close writes the rest.
func (w *Writer) Close() error {
	if w.err != nil {
		return w.err
	}
	return w.out.Close()
}
