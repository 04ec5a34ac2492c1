package frames

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/parquet-go/parquet-go"

	"weft/internal/mem"
	"weft/internal/table"
	"weft/making/ingest/formats"
	"weft/making/ingest/tables"
	"weft/store"
)

// ParquetMagic are the first bytes of a file of Parquet.
const ParquetMagic = "PAR1"

// IsParquet reports whether a file begins as Parquet does.
func IsParquet(head []byte) bool { return bytes.HasPrefix(head, []byte(ParquetMagic)) }

// ReadParquet reads a table in one of three forms. The rows are arcs, pages with their successors,
// or pages with names or states. Memory: a page of each column, whose size the writer chose. A file is
// refused if its unpacked column chunks do not fit the budget.
func ReadParquet(ctx context.Context, im *formats.Import, in *Frame, how *formats.Reading) (err error) {
	defer func() { // the library panics on some damage
		if p := recover(); p != nil {
			err = fmt.Errorf("the Parquet file is damaged: %v", p)
		}
	}()
	f, err := table.Open(in.At, in.Size)
	if err != nil {
		return err
	}
	t := &parquetTable{im: im, t: formats.NewText(im), f: f, columns: tableColumns(f)}
	t.source = t
	return t.read(ctx, in, how, isOfWeft(f))
}

// A tableSource hands out the rows of a table.
type tableSource interface {
	// each calls take with the values of some columns, row by row: one value of each, or the values of a list. An
	// empty list has one null. Values are valid until take returns. An error of take ends the table.
	each(ctx context.Context, of []*tableColumn, take func(row [][]parquet.Value) error) error
	// first returns the first texts of a column.
	first(c *tableColumn, most int) ([][]byte, error)
}

// read reads a table whose columns are known.
func (p *parquetTable) read(ctx context.Context, in *Frame, how *formats.Reading, ofWeft bool) error {
	if of, ok := pageColumns(p.columns, ofWeft, p.im.NumInputs > 1); ok {
		err := p.readPages(ctx, of)
		how.Told = of.String() // which also says whether names are reversed
		return err
	}
	if err := isOtherTable(in, ofWeft, p.columns); err != nil {
		return err
	}
	a, err := arcColumns(p.columns, &p.im.Lists, ofWeft, func() ([][][]byte, error) { return p.sample(ctx) })
	if err != nil {
		return err
	}
	how.Told = a.String()
	return p.readArcs(ctx, a)
}

// errSampled ends the reading of a sample.
var errSampled = errors.New("these are enough rows")

// sample returns the first rows of the columns without lists, as texts: as many as of a list, and as many bytes.
func (p *parquetTable) sample(ctx context.Context) (rows [][][]byte, err error) {
	var of []*tableColumn
	for i := range p.columns {
		if !p.columns[i].isList {
			of = append(of, &p.columns[i])
		}
	}
	size := 0
	err = p.source.each(ctx, of, func(row [][]parquet.Value) error {
		if len(rows) == tables.SampleLines || size > tables.SampleBytes {
			return errSampled
		}
		fields := make([][]byte, len(row))
		for i, v := range row {
			fields[i] = of[i].appendText(nil, v[0])
			size += len(fields[i])
		}
		rows = append(rows, fields)
		return nil
	})
	if errors.Is(err, errSampled) {
		err = nil
	}
	return rows, err
}

func isOfWeft(f *parquet.File) bool {
	by, _, _ := strings.Cut(f.Metadata().CreatedBy, " ")
	return by == "weft"
}

// isOtherTable reports a table that weft wrote and that holds no arcs, although its first two columns may be numbers.
func isOtherTable(in *Frame, ofWeft bool, columns []tableColumn) error {
	if _, _, ok := namedPair(columns); ok || !ofWeft {
		return nil
	}
	what := "weft wrote it with other things than arcs"
	if findColumn(columns, "page") != nil {
		what = "weft wrote it with a page a row, and no arcs"
	}
	arcs := "arcs.parquet, which an export writes"
	if beside := filepath.Join(filepath.Dir(in.Path), arcsTable); in.Path != beside {
		if _, err := os.Stat(beside); err == nil {
			arcs = beside
		}
	}
	return fmt.Errorf("the table has the columns %q: %s: give %s", columnNames(columns), what, arcs)
}

// A parquetTable is a table on its way into the graph.
type parquetTable struct {
	im      *formats.Import
	t       *formats.Text
	source  tableSource
	f       *parquet.File // nil for tables of other kinds
	columns []tableColumn
	row     int64
	last    []byte // key of the page of the last row
	facts   store.Facts
}

// rows calls take with the values of some columns, row by row. If take returns an errLine, the row is rejected.
func (p *parquetTable) rows(ctx context.Context, of []*tableColumn, take func(row [][]parquet.Value) error) error {
	return p.source.each(ctx, of, func(row [][]parquet.Value) error {
		p.row++
		p.t.Lines.Offset = p.row - 1
		return p.im.Tally.Judge(take(row), p.row-1, func(bad error) string { return fmt.Sprintf("row %d: %s", p.row, bad) })
	})
}

// each implements [tableSource].
func (p *parquetTable) each(ctx context.Context, of []*tableColumn, take func(row [][]parquet.Value) error) error {
	for i, g := range p.f.RowGroups() {
		for _, c := range of {
			if need := chunkBytes(p.f, i, c.index); need > p.im.Memory() {
				return &mem.ShortError{What: fmt.Sprintf("a Parquet file with %s in a piece of a column", mem.Format(need)), Need: need + mem.Base, Budget: p.im.Set.Memory}
			}
		}
		if err := p.group(ctx, g, of, take); err != nil {
			return fmt.Errorf("row group %d: %w", i, err)
		}
	}
	return nil
}

// chunkBytes returns how large a column of a row group is, unpacked.
func chunkBytes(f *parquet.File, group, column int) int64 {
	groups := f.Metadata().RowGroups
	if group >= len(groups) || column >= len(groups[group].Columns) {
		return 0
	}
	return groups[group].Columns[column].MetaData.TotalUncompressedSize
}

func (p *parquetTable) group(ctx context.Context, g parquet.RowGroup, of []*tableColumn, take func([][]parquet.Value) error) error {
	readers := make([]*columnReader, len(of))
	for i, c := range of {
		readers[i] = newColumnReader(g.ColumnChunks()[c.index], c.isList, p.im.Memory()/4)
		defer readers[i].Close() //nolint:errcheck // nothing was written
	}
	row := make([][]parquet.Value, len(of))
	for n := 0; ; n++ {
		if n%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		ended := 0
		for i, r := range readers {
			var err error
			switch row[i], err = r.next(); {
			case errors.Is(err, io.EOF):
				ended++
			case errors.As(err, new(*mem.ShortError)):
				return err
			case err != nil:
				return fmt.Errorf("the file is damaged: %w", err)
			}
		}
		switch {
		case ended == len(readers):
			return nil
		case ended > 0:
			return errors.New("the file is damaged: one column is shorter than the other")
		}
		if err := take(row); err != nil {
			return err
		}
	}
}

// A columnReader reads the values of a column row by row.
type columnReader struct {
	*table.Cursor
	isList bool
	row    []parquet.Value
	memory int64 // that a list may take
}

func newColumnReader(c parquet.ColumnChunk, isList bool, memory int64) *columnReader {
	return &columnReader{Cursor: table.NewCursor(c), isList: isList, memory: memory}
}

// valueBytes is the memory of a value of a list without its text, while the list grows.
const valueBytes = 48

// next returns the values of the next row, valid until the next call: one, or the values of a list.
func (r *columnReader) next() ([]parquet.Value, error) {
	v, err := r.Next()
	if err != nil {
		return nil, err
	}
	if !r.isList {
		return r.Row(), nil
	}
	r.row = append(r.row[:0], v.Clone())
	for size := int64(0); ; {
		v, err := r.Next()
		if errors.Is(err, io.EOF) {
			return r.row, nil
		}
		if err != nil {
			return nil, err
		}
		if v.RepetitionLevel() == 0 {
			r.Back()
			return r.row, nil
		}
		if v.Kind() == parquet.ByteArray {
			size += int64(len(v.ByteArray()))
		}
		if size += valueBytes; size > r.memory {
			return nil, &mem.ShortError{What: fmt.Sprintf("a list of more than %d values in a row", len(r.row)), Need: 4*size + mem.Base, Budget: r.memory*4 + mem.Base}
		}
		r.row = append(r.row, v.Clone())
	}
}

// The tables that weft exports into a folder.
const arcsTable = "arcs.parquet"
