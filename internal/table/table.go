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
	batch [batchRows]parquet.Row
	held  int    // rows in it
	texts []byte // of these
	at    int    // column of the next value
	rows  int    // of the group
	text  int    // bytes of it
	err   error
}

// batchRows is how many rows are given to the library at a time, or fewer if their texts are of more than batchText
// bytes. A row alone takes twice as long.
const (
	batchRows = 64
	batchText = 1 << 15
)

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
	for i := range w.batch {
		w.batch[i] = make(parquet.Row, len(cols))
	}
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
		switch v := v.(type) {
		case int64:
			w.Int(v)
		case float64:
			w.Float(v)
		case string:
			w.texts = append(w.texts, v...)
			w.put(parquet.ByteArrayValue(w.newest(len(v))), 1)
		case []byte:
			w.Text(v)
		case nil:
			if !w.cols[i].Optional {
				w.at = 0
				return fmt.Errorf("column %s: a value is missing", w.cols[i].Name)
			}
			w.put(parquet.Value{}, 0)
		default:
			w.at = 0
			return fmt.Errorf("column %s: a %T cannot be stored", w.cols[i].Name, v)
		}
	}
	return w.End()
}

// Int adds the next value of a row, which [Writer.End] ends. For large tables this takes less time than Append.
func (w *Writer) Int(v int64) { w.put(parquet.Int64Value(v), 1) }

// Float is Int for a float64.
func (w *Writer) Float(v float64) { w.put(parquet.DoubleValue(v), 1) }

// Text is Int for a text, which it copies.
func (w *Writer) Text(v []byte) {
	w.texts = append(w.texts, v...)
	w.put(parquet.ByteArrayValue(w.newest(len(v))), 1)
}

// newest returns the last bytes of texts. They stay as they are when texts grows.
func (w *Writer) newest(n int) []byte { return w.texts[len(w.texts)-n:] }

// put adds a value, which an optional column has at the given level.
func (w *Writer) put(v parquet.Value, level int) {
	if w.at >= len(w.cols) { // End reports it
		w.at++
		return
	}
	if !w.cols[w.at].Optional {
		level = 0
	}
	w.batch[w.held][w.place[w.at]] = v.Level(0, level, w.place[w.at])
	w.at++
}

// End ends a row that has a value for each column.
func (w *Writer) End() error {
	n := w.at
	if w.at = 0; w.err == nil && n != len(w.cols) {
		w.err = fmt.Errorf("a row of %d values in a table of %d columns", n, len(w.cols))
	}
	if w.err != nil {
		return w.err
	}
	if w.held++; w.held == batchRows || len(w.texts) >= batchText {
		w.flush()
	}
	return w.err
}

// flush gives the held rows to the library.
func (w *Writer) flush() {
	if w.err != nil || w.held == 0 {
		return
	}
	w.rows, w.text = w.rows+w.held, w.text+len(w.texts)
	_, w.err = w.out.WriteRows(w.batch[:w.held])
	if w.held, w.texts = 0, w.texts[:0]; w.err == nil && (w.rows >= groupRows || w.text >= groupText) {
		w.rows, w.text = 0, 0
		w.err = w.out.Flush()
	}
}

// Close writes the rest.
func (w *Writer) Close() error {
	if w.flush(); w.err != nil {
		return w.err
	}
	return w.out.Close()
}
