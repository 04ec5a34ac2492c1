package ingest

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/parquet-go/parquet-go"

	"weft/internal/mem"
)

// ArrowFile is a table in an Arrow file (the IPC file format), which Feather V2 is, too.
const ArrowFile Format = "arrow"

var _ = register(textFormat{format: ArrowFile, place: 42, takes: []string{columnsOption}})

// arrowMagic begins an Arrow file; two zeros follow.
const arrowMagic = "ARROW1\x00\x00"

// An arrowTable is a table in an Arrow file. It hands out its values as values of Parquet, so that the same code reads both
// kinds of tables. Memory: a record batch, whose size the writer chose. A file is refused if a batch
// does not fit the budget.
type arrowTable struct {
	r      *ipc.FileReader
	memory *boundedMemory
}

// boundedMemory hands out memory up to a limit. The library reports what exceeds it as damage: need says otherwise.
type boundedMemory struct {
	memory.Allocator
	limit, used, need int64
}

var errNoRoom = errors.New("no memory for a record batch")

func (b *boundedMemory) take(n int) {
	b.used += int64(n)
	if b.used > b.limit {
		b.need = max(b.need, b.used)
		b.used -= int64(n)
		panic(errNoRoom)
	}
}

func (b *boundedMemory) Allocate(size int) []byte {
	b.take(size)
	return b.Allocator.Allocate(size)
}

func (b *boundedMemory) Reallocate(size int, old []byte) []byte {
	b.take(size - len(old))
	return b.Allocator.Reallocate(size, old)
}

func (b *boundedMemory) Free(old []byte) {
	b.used -= int64(len(old))
	b.Allocator.Free(old)
}

// readArrowFile reads a table as readParquet does.
func (im *importer) readArrowFile(ctx context.Context, in *input, how *reading) (err error) {
	bounded := &boundedMemory{Allocator: memory.NewGoAllocator(), limit: im.memory() / 2}
	defer func() { // the library panics on some damage
		if p := recover(); p != nil {
			err = fmt.Errorf("the Arrow file is damaged: %v", p)
		}
		if err != nil && bounded.need > 0 {
			err = &mem.ShortError{What: fmt.Sprintf("an Arrow file with %s and more in a record batch", mem.Format(bounded.need)), Need: 2*bounded.need + mem.Base, Budget: im.opts.Memory}
		}
	}()
	at, size, err := im.seekable(in)
	if err != nil {
		return err
	}
	r, err := ipc.NewFileReader(io.NewSectionReader(at, 0, size), ipc.WithAllocator(bounded), ipc.WithBodySizeLimit(bounded.limit), ipc.WithMetadataSizeLimit(bounded.limit))
	if err != nil {
		return fmt.Errorf("the Arrow file cannot be read: %w", err)
	}
	defer r.Close() //nolint:errcheck // nothing was written
	a := &arrowTable{r: r, memory: bounded}
	t := &parquetTable{im: im, t: &text{im: im}, columns: a.columns(), source: a}
	if err := a.findBeyond(ctx, t.columns); err != nil {
		return err
	}
	return t.read(ctx, in, how, false)
}

// columns describes the columns.
func (a *arrowTable) columns() []tableColumn {
	var all []tableColumn
	for i, f := range a.r.Schema().Fields() {
		c := tableColumn{name: strings.ToLower(f.Name), index: i}
		t := f.Type
		if l, ok := t.(arrow.ListLikeType); ok && (t.ID() == arrow.LIST || t.ID() == arrow.LARGE_LIST) {
			c.isList, t = true, l.Elem()
			c.nested = t.ID() == arrow.LIST || t.ID() == arrow.LARGE_LIST
		}
		c.setArrowType(t)
		all = append(all, c)
	}
	return all
}

func (c *tableColumn) setArrowType(t arrow.DataType) {
	switch x := t.(type) {
	case *arrow.DictionaryType:
		c.setArrowType(x.ValueType)
		return
	case arrow.ExtensionType:
		if x.ExtensionName() == "arrow.uuid" {
			c.holds = holdsUUIDs
			return
		}
		c.setArrowType(x.StorageType())
		return
	case *arrow.Decimal128Type:
		c.holds, c.scale = holdsDecimals, x.Scale
		if x.Scale < 0 {
			c.holds, c.what = holdsOther, t.String()
		}
		return
	}
	switch id := t.ID(); id {
	case arrow.INT8, arrow.INT16, arrow.INT32, arrow.INT64, arrow.UINT8, arrow.UINT16, arrow.UINT32, arrow.UINT64:
		c.holds, c.unsigned = holdsNumbers, id == arrow.UINT64
	case arrow.STRING, arrow.LARGE_STRING, arrow.STRING_VIEW, arrow.BINARY, arrow.LARGE_BINARY, arrow.BINARY_VIEW, arrow.FIXED_SIZE_BINARY:
		c.holds = holdsTexts
	case arrow.DATE32, arrow.DATE64:
		c.what = "dates"
	case arrow.TIMESTAMP:
		c.what = "times"
	case arrow.TIME32, arrow.TIME64:
		c.what = "times of day"
	case arrow.FLOAT16, arrow.FLOAT32, arrow.FLOAT64:
		c.what = "floating-point numbers"
	case arrow.BOOL:
		c.what = "truth values"
	default:
		c.what = t.String()
	}
}

// findBeyond marks the columns with a number above 32 bits, for which Parquet has statistics.
func (a *arrowTable) findBeyond(ctx context.Context, columns []tableColumn) error {
	var wide []*tableColumn
	for i := range columns {
		if c := &columns[i]; c.isNumber() {
			wide = append(wide, c)
		}
	}
	if len(wide) == 0 {
		return nil
	}
	return a.each(ctx, wide, func(row [][]parquet.Value) error {
		for i, c := range wide {
			for _, x := range row[i] {
				if x.IsNull() {
					continue
				}
				n, ok, err := c.integer(x)
				c.beyond = c.beyond || err == nil && (!ok || n > 1<<32-1)
			}
		}
		return nil
	})
}

// each calls take with the values of some columns, row by row.
func (a *arrowTable) each(ctx context.Context, of []*tableColumn, take func(row [][]parquet.Value) error) error {
	for i := range a.r.NumRecords() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := a.batch(i, of, take); err != nil {
			return err
		}
	}
	return nil
}

func (a *arrowTable) batch(i int, of []*tableColumn, take func(row [][]parquet.Value) error) error {
	rec, err := a.r.RecordBatchAt(i)
	if err != nil {
		return fmt.Errorf("record batch %d: the file is damaged: %w", i, err)
	}
	defer rec.Release()
	cells := make([]func(row int, dst []parquet.Value) []parquet.Value, len(of))
	for k, c := range of {
		cells[k] = arrowCells(rec.Column(c.index), c)
	}
	row := make([][]parquet.Value, len(of))
	for r := range int(rec.NumRows()) {
		for k := range of {
			row[k] = cells[k](r, row[k][:0])
		}
		if err := take(row); err != nil {
			return err
		}
	}
	return nil
}

// arrowCells returns a function that appends the values of a row: one value, or all values of a list.
func arrowCells(a arrow.Array, c *tableColumn) func(row int, dst []parquet.Value) []parquet.Value {
	list, ok := a.(array.ListLike)
	if !c.isList || !ok {
		value := arrowValues(a)
		return func(row int, dst []parquet.Value) []parquet.Value { return append(dst, value(row)) }
	}
	value := arrowValues(list.ListValues())
	return func(row int, dst []parquet.Value) []parquet.Value {
		if list.IsNull(row) {
			return append(dst, parquet.NullValue())
		}
		from, to := list.ValueOffsets(row)
		for i := from; i < to; i++ {
			dst = append(dst, value(int(i)))
		}
		if from == to {
			dst = append(dst, parquet.NullValue())
		}
		return dst
	}
}

// arrowValues returns a function that returns value i of an array. Values of other types are null: no arc needs them.
func arrowValues(a arrow.Array) func(i int) parquet.Value {
	var value func(i int) parquet.Value
	switch x := a.(type) {
	case *array.Dictionary:
		of := arrowValues(x.Dictionary())
		value = func(i int) parquet.Value { return of(x.GetValueIndex(i)) }
	case array.ExtensionArray:
		value = arrowValues(x.Storage())
	case *array.Decimal128:
		value = func(i int) parquet.Value {
			var b [16]byte
			n := x.Value(i)
			binary.BigEndian.PutUint64(b[:8], uint64(n.HighBits())) //nolint:gosec // its bits
			binary.BigEndian.PutUint64(b[8:], n.LowBits())
			return parquet.ByteArrayValue(b[:])
		}
	case interface{ Value(i int) []byte }: // bytes of any length
		value = func(i int) parquet.Value { return parquet.ByteArrayValue(x.Value(i)) }
	case array.StringLike:
		value = func(i int) parquet.Value { return parquet.ByteArrayValue([]byte(x.Value(i))) }
	default:
		value = arrowIntegers(a)
	}
	if value == nil {
		return func(int) parquet.Value { return parquet.NullValue() }
	}
	return func(i int) parquet.Value {
		if a.IsNull(i) {
			return parquet.NullValue()
		}
		return value(i)
	}
}

// arrowIntegers returns a function that returns value i of an array of integers; nil for other arrays.
func arrowIntegers(a arrow.Array) func(i int) parquet.Value {
	switch x := a.(type) {
	case *array.Int8:
		return func(i int) parquet.Value { return parquet.Int64Value(int64(x.Value(i))) }
	case *array.Int16:
		return func(i int) parquet.Value { return parquet.Int64Value(int64(x.Value(i))) }
	case *array.Int32:
		return func(i int) parquet.Value { return parquet.Int64Value(int64(x.Value(i))) }
	case *array.Int64:
		return func(i int) parquet.Value { return parquet.Int64Value(x.Value(i)) }
	case *array.Uint8:
		return func(i int) parquet.Value { return parquet.Int64Value(int64(x.Value(i))) }
	case *array.Uint16:
		return func(i int) parquet.Value { return parquet.Int64Value(int64(x.Value(i))) }
	case *array.Uint32:
		return func(i int) parquet.Value { return parquet.Int64Value(int64(x.Value(i))) }
	case *array.Uint64:
		return func(i int) parquet.Value { return parquet.Int64Value(int64(x.Value(i))) } //nolint:gosec // the column is unsigned
	}
	return nil
}

// first returns the first texts of a column.
func (a *arrowTable) first(c *tableColumn, most int) (values [][]byte, err error) {
	err = a.each(context.Background(), []*tableColumn{c}, func(row [][]parquet.Value) error {
		if !row[0][0].IsNull() {
			values = append(values, append([]byte(nil), row[0][0].ByteArray()...))
		}
		if len(values) >= most {
			return io.EOF
		}
		return nil
	})
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return values, err
}
