package ingest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"weft/internal/mem"
)

const parquetMagic = "PAR1"

func isParquet(in *input) bool {
	head, _ := in.peek.Peek(len(parquetMagic))
	return string(head) == parquetMagic
}

// The names of the columns of arcs, in pairs.
var parquetPairs = [][2]string{{"source", "target"}, {"src", "dst"}, {"from", "to"}, {"from_page", "to_page"}, {"from_id", "to_id"}, {"source_url", "target_url"}, {"from_url", "to_url"}}

// readParquet reads a table with a row an arc: columns source and target, src and dst, from and to, or the first two, of
// integers or texts. Memory: a page of each column, which is as large as who wrote it chose; a file whose pieces of
// columns, unpacked, do not fit the budget is refused.
func (im *importer) readParquet(ctx context.Context, in *input) (err error) {
	defer func() { // the library panics on some damage
		if p := recover(); p != nil {
			err = fmt.Errorf("the Parquet file is damaged: %v", p)
		}
	}()
	if in.file == nil || in.size < 0 {
		return errors.New("a Parquet file cannot be read from a pipe: its directory is at its end: give a file")
	}
	if _, err := io.Copy(io.Discard, in.peek); err != nil { // for its checksum
		return err
	}
	f, err := parquet.OpenFile(in.file, in.size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return fmt.Errorf("the Parquet file is damaged, or cut: %w", err)
	}
	if err := isOtherTable(in, f); err != nil {
		return err
	}
	from, to, err := arcColumns(f)
	if err != nil {
		return err
	}
	if len(f.Schema().Columns()) > 2 {
		im.notes["further columns, which are not kept"] += int64(len(f.Schema().Columns()) - 2)
	}
	p := &parquetArcs{im: im, t: &text{im: im}, from: from, to: to}
	read := func() error { return p.read(ctx, f) }
	if columnKind(f, from) == parquet.ByteArray || columnKind(f, from) == parquet.FixedLenByteArray {
		p.take = p.names
		return im.named(read)
	}
	p.take, p.unsigned = p.numbers, [2]bool{isUnsigned(f, from), isUnsigned(f, to)}
	return im.numbered(read)
}

// isOtherTable says of a table that weft wrote what is wrong if it is none of arcs: its columns have names, so that
// nothing need be guessed, and the first two may be numbers.
func isOtherTable(in *input, f *parquet.File) error {
	by, _, _ := strings.Cut(f.Metadata().CreatedBy, " ")
	names := columnNames(f)
	if _, _, ok := namedPair(names); ok || by != "weft" {
		return nil
	}
	what := "weft wrote it with other things than arcs"
	if slices.Contains(names, "page") {
		what = "weft wrote it with a page a row, and no arcs"
	}
	arcs := "arcs.parquet, which an export writes"
	if beside := filepath.Join(filepath.Dir(in.path), "arcs.parquet"); in.path != beside {
		if _, err := os.Stat(beside); err == nil {
			arcs = beside
		}
	}
	return fmt.Errorf("the table has the columns %q: %s: give %s", names, what, arcs)
}

// columnNames returns the names of the columns in small letters.
func columnNames(f *parquet.File) (names []string) {
	for _, c := range f.Schema().Columns() {
		names = append(names, strings.ToLower(strings.Join(c, ".")))
	}
	return names
}

// namedPair finds the columns that are called as the ends of arcs are.
func namedPair(names []string) (from, to int, ok bool) {
	for _, pair := range parquetPairs {
		if from, to = slices.Index(names, pair[0]), slices.Index(names, pair[1]); from >= 0 && to >= 0 {
			return from, to, true
		}
	}
	return 0, 1, false
}

// arcColumns finds the two columns of an arc.
func arcColumns(f *parquet.File) (from, to int, err error) {
	columns, names := f.Schema().Columns(), columnNames(f)
	from, to, _ = namedPair(names)
	if len(columns) < 2 {
		return 0, 0, fmt.Errorf("the table has the columns %q: want two, such as source and target", names)
	}
	for _, i := range []int{from, to} {
		leaf, _ := f.Schema().Lookup(columns[i]...)
		switch k := leaf.Node.Type().Kind(); {
		case leaf.MaxRepetitionLevel > 0:
			return 0, 0, fmt.Errorf("the column %s holds lists: want a number or a text a row", names[i])
		case k != parquet.Int32 && k != parquet.Int64 && k != parquet.ByteArray && k != parquet.FixedLenByteArray:
			return 0, 0, fmt.Errorf("the column %s is of type %s: want integers or texts", names[i], leaf.Node.Type())
		}
	}
	if isTextKind(columnKind(f, from)) != isTextKind(columnKind(f, to)) {
		return 0, 0, fmt.Errorf("the columns %s and %s are of two types: want integers or texts in both", names[from], names[to])
	}
	return from, to, nil
}

func columnKind(f *parquet.File, i int) parquet.Kind {
	leaf, _ := f.Schema().Lookup(f.Schema().Columns()[i]...)
	return leaf.Node.Type().Kind()
}

func isUnsigned(f *parquet.File, i int) bool {
	leaf, _ := f.Schema().Lookup(f.Schema().Columns()[i]...)
	t := leaf.Node.Type().LogicalType()
	if t == nil {
		return false
	}
	n, ok := t.Value.(*format.IntType)
	return ok && !n.IsSigned
}

func isTextKind(k parquet.Kind) bool { return k == parquet.ByteArray || k == parquet.FixedLenByteArray }

// parquetArcs reads two columns in step.
type parquetArcs struct {
	im       *importer
	t        *text
	from, to int
	row      int64
	unsigned [2]bool // of 32 bits
	take     func(u, v parquet.Value) error
}

func (p *parquetArcs) read(ctx context.Context, f *parquet.File) error {
	for i, g := range f.RowGroups() {
		for _, c := range []int{p.from, p.to} {
			if need := chunkBytes(f, i, c); need > p.im.memory() {
				return &mem.ShortError{What: fmt.Sprintf("a Parquet file with %s in a piece of a column", mem.Format(need)), Need: need + mem.Base, Budget: p.im.opts.Memory}
			}
		}
		if err := p.group(ctx, g); err != nil {
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

func (p *parquetArcs) group(ctx context.Context, g parquet.RowGroup) error {
	u := newColumnReader(g.ColumnChunks()[p.from])
	defer u.values.Close() //nolint:errcheck // nothing was written
	v := newColumnReader(g.ColumnChunks()[p.to])
	defer v.values.Close() //nolint:errcheck // nothing was written
	for n := 0; ; n++ {
		if n%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		a, err := u.next()
		b, err2 := v.next()
		switch {
		case errors.Is(err, io.EOF) && errors.Is(err2, io.EOF):
			return nil
		case errors.Is(err, io.EOF) || errors.Is(err2, io.EOF):
			return errors.New("the file is damaged: one column is shorter than the other")
		case err != nil || err2 != nil:
			return fmt.Errorf("the file is damaged: %w", errors.Join(err, err2))
		}
		p.row++
		err = p.im.tally.judge(p.take(a, b), p.row-1, func(bad error) string { return fmt.Sprintf("row %d: %s", p.row, bad) })
		if err != nil {
			return err
		}
	}
}

func (p *parquetArcs) numbers(u, v parquet.Value) error {
	var n [2]uint32
	for i, x := range []parquet.Value{u, v} {
		if x.IsNull() {
			return badLine("an end of the arc is missing")
		}
		k := integer(x, p.unsigned[i])
		if k < 0 || k >= none {
			return badLine("%d is not the number of a page", k)
		}
		n[i] = uint32(k)
	}
	return p.t.arc(n[0], n[1])
}

// integer returns a number; the column says whether 32 bits are unsigned.
func integer(x parquet.Value, unsigned bool) int64 {
	switch {
	case x.Kind() == parquet.Int64:
		return x.Int64()
	case unsigned:
		return int64(x.Uint32())
	}
	return int64(x.Int32())
}

func (p *parquetArcs) names(u, v parquet.Value) error {
	if u.IsNull() || v.IsNull() {
		return badLine("an end of the arc is missing")
	}
	return p.t.namedArc(u.ByteArray(), v.ByteArray())
}

// A columnReader reads the values of a column one by one.
type columnReader struct {
	values parquet.ColumnChunkValueReader
	buf    [256]parquet.Value
	n, at  int
}

func newColumnReader(c parquet.ColumnChunk) *columnReader {
	return &columnReader{values: parquet.NewColumnChunkValueReader(c)}
}

func (r *columnReader) next() (parquet.Value, error) {
	for r.at == r.n {
		n, err := r.values.ReadValues(r.buf[:])
		if r.at, r.n = 0, n; n == 0 && err != nil {
			return parquet.Value{}, err
		}
	}
	r.at++
	return r.buf[r.at-1], nil
}
