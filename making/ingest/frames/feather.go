package frames

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
	"weft/making/ingest/formats"
	"weft/making/ingest/tables"
)

// ArrowFile is a table in an Arrow file (the IPC file format), which Feather V2 is, too.
const ArrowFile formats.Name = "arrow"

// ArrowFileFormat is the format ArrowFile.
var ArrowFileFormat = formats.Format{
	Name: ArrowFile, Group: formats.Lists, Endings: []string{".arrow", ".feather"},
	Says:  "an Arrow file, such as Feather (version 2), with the columns of parquet",
	Takes: []string{tables.ColumnsOption},
}

// ArrowMagic begins an Arrow file; two zeros follow.
const ArrowMagic = "ARROW1\x00\x00"

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
	if int64(n) > b.limit-b.used {
		b.need = max(b.need, int64(n))
		panic(errNoRoom)
	}
	b.used += int64(n)
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

// ReadArrowFile reads a table as readParquet does.
func ReadArrowFile(ctx context.Context, im *formats.Import, in *Frame, how *formats.Reading) (err error) {
	bounded := &boundedMemory{Allocator: memory.NewGoAllocator(), limit: arrowBudget(im)}
	defer func() { // the library panics on some damage
		if recover() != nil {
			err = errArrow
		}
		if err != nil && bounded.need > 0 {
			err = shortOfArrow(im, bounded.need)
		}
	}()
	at, size := in.At, in.Size
	if err := checkArrow(im, at, size); err != nil {
		return err
	}
	r, err := ipc.NewFileReader(io.NewSectionReader(at, 0, size), ipc.WithAllocator(bounded), ipc.WithBodySizeLimit(bounded.limit), ipc.WithMetadataSizeLimit(bounded.limit))
	if err != nil {
		return errArrow
	}
	defer r.Close() //nolint:errcheck // nothing was written
	a := &arrowTable{r: r, memory: bounded}
	t := &parquetTable{im: im, t: formats.NewText(im), columns: a.columns(), source: a}
	if err := a.findBeyond(ctx, t.columns); err != nil {
		return err
	}
	return t.read(ctx, in, how, false)
}

// arrowBudget is the memory that a record batch may take, in bytes.
func arrowBudget(im *formats.Import) int64 { return im.Memory() / 2 }

// shortOfArrow returns the error of a record batch that takes some bytes and more, beyond the budget.
func shortOfArrow(im *formats.Import, need int64) error {
	return &mem.ShortError{What: fmt.Sprintf("an Arrow file with %s and more in a record batch", mem.Format(need)), Need: 2*need + mem.Base, Budget: im.Set.Memory}
}

// columns describes the columns.
func (a *arrowTable) columns() []tableColumn {
	var all []tableColumn
	for i, f := range a.r.Schema().Fields() {
		c := tableColumn{name: strings.ToLower(f.Name), index: i}
		t := f.Type
		if l, ok := t.(arrow.ListLikeType); ok && (t.ID() == arrow.LIST || t.ID() == arrow.LARGE_LIST) {
			f = l.ElemField()
			c.isList, t = true, f.Type
			c.nested = t.ID() == arrow.LIST || t.ID() == arrow.LARGE_LIST
		}
		c.setArrowType(t)
		if name, _ := f.Metadata.GetValue(ipc.ExtensionTypeKeyName); name == "arrow.uuid" && c.holds == holdsTexts {
			c.holds = holdsUUIDs
		}
		all = append(all, c)
	}
	return all
}

func (c *tableColumn) setArrowType(t arrow.DataType) {
	switch x := t.(type) {
	case *arrow.DictionaryType:
		c.setArrowType(x.ValueType)
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
		return fmt.Errorf("record batch %d: %w", i, errArrow)
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
		value = arrowNumbers(a)
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

// arrowNumbers returns a function that returns value i of an array of integers or truth values; nil for other arrays.
func arrowNumbers(a arrow.Array) func(i int) parquet.Value {
	switch x := a.(type) {
	case *array.Boolean:
		return func(i int) parquet.Value { return parquet.BooleanValue(x.Value(i)) }
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

// errArrow is the error for damage that the library finds. Its own text would name places in its code.
var errArrow = errors.New("the Arrow file is damaged: a place or a length in it does not fit its other parts: write it again")

// arrowDamage returns an error about a damaged Arrow file.
func arrowDamage(what error) error {
	return fmt.Errorf("the Arrow file is damaged: %w", what)
}

// checkArrow checks the counts in the footer and in the head of each record batch. The library makes room for any count
// that they have.
func checkArrow(im *formats.Import, at io.ReaderAt, size int64) error {
	const tail = 4 + len("ARROW1") // the size of the footer, and the end of the file
	end := make([]byte, tail)
	if size < int64(len(ArrowMagic)+tail) {
		return arrowDamage(fmt.Errorf("it has %d bytes: expected a footer: write it again", size))
	}
	if _, err := at.ReadAt(end, size-int64(tail)); err != nil {
		return err
	}
	n := int64(binary.LittleEndian.Uint32(end))
	if string(end[4:]) != "ARROW1" || n > size-int64(len(ArrowMagic)+tail) {
		return arrowDamage(errors.New("it does not end as Arrow files do, perhaps because it was cut: write it again"))
	}
	footer, err := readFlat(im, at, size-int64(tail)-n, n)
	if err != nil {
		return err
	}
	if footer.footer(); footer.bad != "" {
		return arrowDamage(fmt.Errorf("in its footer, %s: write it again", footer.bad))
	}
	for i, b := range footer.blocks {
		if err := checkBlock(im, at, size, b); err != nil {
			return fmt.Errorf("block %d of %d: %w", i+1, len(footer.blocks), err)
		}
	}
	return nil
}

// An arrowBlock is the place of a record batch or a dictionary, with the sizes of its head and its body.
type arrowBlock struct{ at, meta, body int64 }

// checkBlock checks the counts in the head of a block, and whether its body fits the budget.
func checkBlock(im *formats.Import, at io.ReaderAt, size int64, b arrowBlock) error {
	if b.at < 0 || b.meta < 8 || b.at > size-b.meta {
		return arrowDamage(fmt.Errorf("its head has %d bytes from byte %d on: expected a place in the %d bytes of the file: write it again", b.meta, b.at, size))
	}
	if b.body > arrowBudget(im) && b.body <= size-b.at-b.meta {
		return shortOfArrow(im, b.body)
	}
	x, err := readFlat(im, at, b.at, b.meta)
	if err != nil {
		return err
	}
	prefix := 4 // a length, since version 0.15 after four bytes 255
	if binary.LittleEndian.Uint32(x.b) == 1<<32-1 {
		prefix = 8
	}
	x.b = x.b[prefix:]
	if x.message(); x.bad != "" {
		return arrowDamage(fmt.Errorf("in its head, %s: write it again", x.bad))
	}
	return nil
}

// A flatParts walks over tables of FlatBuffers (flatbuffers.dev/internals). It notes the first part that does not
// fit. Parts lie behind what refers to them, so that there are no circles.
type flatParts struct {
	b      []byte
	spent  int64 // bytes of the parts seen; some writers share parts
	bad    string
	blocks []arrowBlock
}

// readFlat reads some bytes, if they fit the budget.
func readFlat(im *formats.Import, at io.ReaderAt, from, n int64) (*flatParts, error) {
	if err := mem.Check("the footer or a head of an Arrow file", 2*n, im.Set.Memory); err != nil {
		return nil, err
	}
	x := &flatParts{b: make([]byte, n)}
	_, err := at.ReadAt(x.b, from)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return x, err
}

// number reads a number of some bytes; 0 if it lies outside.
func (x *flatParts) number(at int64, size int) int64 {
	if x.bad == "" && (at < 0 || at > int64(len(x.b)-size)) {
		x.bad = fmt.Sprintf("a part should begin at byte %d of %d", at, len(x.b))
	}
	if x.bad != "" {
		return 0
	}
	switch p := x.b[at:]; size {
	case 2:
		return int64(binary.LittleEndian.Uint16(p))
	case 4:
		return int64(binary.LittleEndian.Uint32(p))
	default:
		return int64(binary.LittleEndian.Uint64(p)) //nolint:gosec // it has a sign
	}
}

// refer returns the place that a reference points to.
func (x *flatParts) refer(at int64) int64 { return at + x.number(at, 4) }

// member returns the place of a field of a table; 0 without such a field.
func (x *flatParts) member(table int64, i int) int64 {
	members := table - int64(int32(x.number(table, 4))) //nolint:gosec // it has a sign
	slot := int64(4 + 2*i)
	if slot+2 > x.number(members, 2) {
		return 0
	}
	offset := x.number(members+slot, 2)
	if offset == 0 {
		return 0
	}
	return table + offset
}

// list returns where the elements of a list begin, and their number. The list is a member of a table.
func (x *flatParts) list(table int64, i int, size int64) (from, n int64) {
	at := x.member(table, i)
	if at == 0 || x.bad != "" {
		return 0, 0
	}
	at = x.refer(at)
	n, from = x.number(at, 4), at+4
	x.spent += n * size
	if most := int64(len(x.b)); x.bad == "" && (n > (most-from)/size || x.spent > 8*most) {
		x.bad = fmt.Sprintf("a list counts %d elements, which %d bytes cannot hold", n, most)
	}
	if x.bad != "" {
		return 0, 0
	}
	return from, n
}

// tables calls f with each table of a list.
func (x *flatParts) tables(table int64, i int, f func(table int64)) {
	from, n := x.list(table, i, 4)
	for k := range n {
		if x.bad != "" {
			return
		}
		f(x.refer(from + 4*k))
	}
}

// pairs checks a list of keys and values.
func (x *flatParts) pairs(table int64, i int) {
	x.tables(table, i, func(pair int64) { x.list(pair, 0, 1); x.list(pair, 1, 1) })
}

// footer checks the footer of a file, and keeps its blocks.
func (x *flatParts) footer() {
	root := x.refer(0)
	if schema := x.member(root, 1); schema > 0 {
		schema = x.refer(schema)
		x.tables(schema, 1, func(field int64) { x.field(field, 1) })
		x.pairs(schema, 2)
	}
	for _, i := range []int{2, 3} {
		from, n := x.list(root, i, 24)
		for k := range n {
			at := from + 24*k
			x.blocks = append(x.blocks, arrowBlock{x.number(at, 8), x.number(at+8, 4), x.number(at+16, 8)})
		}
	}
	x.pairs(root, 4)
}

// maxNested is how deep types may be nested. Arrow's own readers take as many.
const maxNested = 64

// field checks a column, and those inside it.
func (x *flatParts) field(field int64, depth int) {
	if depth > maxNested {
		x.bad = fmt.Sprintf("types are nested more than %d deep", maxNested)
		return
	}
	x.list(field, 0, 1)
	x.tables(field, 5, func(child int64) { x.field(child, depth+1) })
	x.pairs(field, 6)
}

// message checks the head of a record batch or a dictionary.
func (x *flatParts) message() {
	root := x.refer(0)
	x.pairs(root, 4)
	batch := x.member(root, 2)
	if batch == 0 {
		return
	}
	batch = x.refer(batch)
	kind := x.member(root, 1)
	if x.bad == "" && kind > 0 && kind < int64(len(x.b)) && x.b[kind] == 2 { // a dictionary has its batch inside
		inner := x.member(batch, 1)
		if inner == 0 {
			return
		}
		batch = x.refer(inner)
	}
	x.list(batch, 1, 16)
	_, buffers := x.list(batch, 2, 16)
	from, n := x.list(batch, 4, 8)
	for k := range n {
		if count := x.number(from+8*k, 8); x.bad == "" && (count < 0 || count > buffers) {
			x.bad = fmt.Sprintf("a column counts %d buffers of %d", count, buffers)
		}
	}
}
