package ingest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"weft/graph/kinds"
	"weft/graph/page"
	"weft/making/assemble"
	"weft/making/ingest/tally"
	"weft/store"
	"weft/web/weburl"
)

// Columns of rows in Arrow. The first has the kind of the row: input, page, arc or text. Others may be null.
const (
	rowColumn    = "row" // page, arc or text
	sourceColumn = "source"
	targetColumn = "target"
	textColumn   = "text"
	stateColumn  = "state"
	kindsColumn  = "kinds"
	partColumn   = "part"
	byColumn     = "by"
	wholeColumn  = "whole"
	statusColumn = "status"
	typeColumn   = "type"
	sizeColumn   = "size"
	timeColumn   = "time"
	digestColumn = "digest"
	titleColumn  = "title"
	siteColumn   = "site"
	skinColumn   = "skin"

	rowColumns = 17
)

// Values of the first column.
const (
	inputRow = "input" // its text is the description of an input, as JSON
	pageRow  = "page"
	arcRow   = "arc"
	textRow  = "text"
)

// rowsSchema is the schema of rows. Keys are sort keys of URLs. The text of a page is its URL, of an input its description.
// State, kinds and by are numbers of weft. Part and whole say how a capture was kept. Times are milliseconds since 1970.
var rowsSchema = sync.OnceValue(func() *arrow.Schema {
	return arrow.NewSchema([]arrow.Field{
		{Name: rowColumn, Type: arrow.BinaryTypes.String},
		{Name: sourceColumn, Type: arrow.BinaryTypes.String},
		{Name: targetColumn, Type: arrow.BinaryTypes.String, Nullable: true},
		{Name: textColumn, Type: arrow.BinaryTypes.String, Nullable: true},
		{Name: stateColumn, Type: arrow.PrimitiveTypes.Int32, Nullable: true},
		{Name: kindsColumn, Type: arrow.PrimitiveTypes.Int32, Nullable: true},
		{Name: partColumn, Type: arrow.FixedWidthTypes.Boolean, Nullable: true},
		{Name: byColumn, Type: arrow.PrimitiveTypes.Int32, Nullable: true},
		{Name: wholeColumn, Type: arrow.FixedWidthTypes.Boolean, Nullable: true},
		{Name: statusColumn, Type: arrow.PrimitiveTypes.Int32, Nullable: true},
		{Name: typeColumn, Type: arrow.BinaryTypes.String, Nullable: true},
		{Name: sizeColumn, Type: arrow.PrimitiveTypes.Int64, Nullable: true},
		{Name: timeColumn, Type: arrow.PrimitiveTypes.Int64, Nullable: true},
		{Name: digestColumn, Type: arrow.BinaryTypes.String, Nullable: true},
		{Name: titleColumn, Type: arrow.BinaryTypes.String, Nullable: true},
		{Name: siteColumn, Type: arrow.BinaryTypes.String, Nullable: true},
		{Name: skinColumn, Type: arrow.PrimitiveTypes.Int64, Nullable: true},
	}, nil)
})

// rowsPerBatch and bytesPerBatch end a record batch.
const (
	rowsPerBatch  = 1 << 15
	bytesPerBatch = 8 << 20
)

// An ArrowRows writes rows as an Arrow stream (the IPC streaming format). It implements [Rows]. Memory: about 16 MiB.
type ArrowRows struct {
	w     *ipc.Writer
	b     *array.RecordBuilder
	rows  int
	bytes int
	count [3]int64
	names map[string]string // of inputs, as the rows should call them
	url   []byte            // scratch
}

// NewArrowRows begins a stream. called has other names for inputs, such as the address of standard input.
func NewArrowRows(out io.Writer, called map[string]string) *ArrowRows {
	return &ArrowRows{names: called, w: ipc.NewWriter(out, ipc.WithSchema(rowsSchema())), b: array.NewRecordBuilder(memory.DefaultAllocator, rowsSchema())}
}

// Rows returns the numbers of pages, arcs and texts that were written.
func (a *ArrowRows) Rows() (pages, arcs, texts int64) { return a.count[0], a.count[1], a.count[2] }

func (a *ArrowRows) text(i int, b []byte) {
	f := a.b.Field(i).(*array.StringBuilder) //nolint:forcetypeassert // by the schema
	if b == nil {
		f.AppendNull()
		return
	}
	f.BinaryBuilder.Append(b)
	a.bytes += len(b)
}

func (a *ArrowRows) int32(i int, v int32) { a.b.Field(i).(*array.Int32Builder).Append(v) } //nolint:forcetypeassert // by the schema

func (a *ArrowRows) bool(i int, v bool) { a.b.Field(i).(*array.BooleanBuilder).Append(v) } //nolint:forcetypeassert // by the schema

func (a *ArrowRows) nulls(from, to int) {
	for i := from; i < to; i++ {
		a.b.Field(i).AppendNull()
	}
}

// ended counts a row, and writes the batch if it is full.
func (a *ArrowRows) ended() error {
	a.rows++
	if a.rows < rowsPerBatch && a.bytes < bytesPerBatch {
		return nil
	}
	return a.flush()
}

func (a *ArrowRows) flush() error {
	if a.rows == 0 {
		return nil
	}
	rec := a.b.NewRecordBatch()
	defer rec.Release()
	a.rows, a.bytes = 0, 0
	return a.w.Write(rec)
}

// Input writes an input.
func (a *ArrowRows) Input(in *assemble.InputRow) error {
	told := *in
	if name, ok := a.names[in.Path]; ok {
		told.Path = name
	}
	b, err := json.Marshal(told)
	if err != nil {
		return err
	}
	a.text(0, []byte(inputRow))
	a.text(1, []byte(told.Path))
	a.nulls(2, 3)
	a.text(3, b)
	a.nulls(4, rowColumns)
	return a.ended()
}

// Page writes a page.
func (a *ArrowRows) Page(p *assemble.PageRow) error {
	a.count[0]++
	a.text(0, []byte(pageRow))
	a.text(1, p.Key)
	a.nulls(2, 3)
	url, err := weburl.AppendName(a.url[:0], p.Key)
	if err != nil {
		return fmt.Errorf("the key of a page: %w", err)
	}
	a.url = url
	a.text(3, url)
	a.int32(4, int32(p.State))
	a.nulls(5, 7)
	if !p.Seen {
		a.nulls(7, rowColumns)
		return a.ended()
	}
	f := &p.Facts
	a.int32(7, int32(p.By))
	a.bool(8, p.Whole)
	a.int32(9, int32(f.Status)) //nolint:gosec // a status has three digits
	a.text(10, orNil(f.Type))
	a.b.Field(11).(*array.Int64Builder).Append(f.Size) //nolint:forcetypeassert // by the schema
	if f.Time.IsZero() {
		a.nulls(12, 13)
	} else {
		a.b.Field(12).(*array.Int64Builder).Append(f.Time.UnixMilli()) //nolint:forcetypeassert // by the schema
	}
	a.text(13, orNil(f.Digest))
	a.text(14, orNil(f.Title))
	a.text(15, orNil(f.Site))
	a.b.Field(16).(*array.Int64Builder).Append(int64(f.Skin)) //nolint:forcetypeassert,gosec // by the schema; of 60 bits
	return a.ended()
}

func orNil(b []byte) []byte {
	if len(b) == 0 {
		return nil
	}
	return b
}

// Arc writes an arc.
func (a *ArrowRows) Arc(r *assemble.ArcRow) error {
	a.count[1]++
	a.text(0, []byte(arcRow))
	a.text(1, r.Source)
	a.text(2, r.Target)
	a.nulls(3, 5)
	a.int32(5, int32(r.Kinds.Label())) //nolint:gosec // fewer than 17 bits
	a.bool(6, r.Part)
	a.nulls(7, rowColumns)
	return a.ended()
}

// Text writes a text of a link.
func (a *ArrowRows) Text(r *assemble.TextRow) error {
	a.count[2]++
	a.text(0, []byte(textRow))
	a.text(1, r.Source)
	a.text(2, r.Target)
	a.text(3, r.Text)
	a.nulls(4, 6)
	a.bool(6, r.Part)
	a.nulls(7, rowColumns)
	return a.ended()
}

// Close writes the rest. Without it a reader finds that the stream is cut.
func (a *ArrowRows) Close() error {
	err := a.flush()
	a.b.Release()
	return errors.Join(err, a.w.Close())
}

// arrowStream is the beginning of an Arrow stream: a continuation mark, and the length of the schema.
var arrowStream = []byte{0xff, 0xff, 0xff, 0xff}

// readArrow reads rows from an Arrow stream. The library panics on some damage.
func readArrow(in io.Reader, rows assemble.Rows) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("%w: the Arrow stream is damaged: %v", tally.ErrBadInput, x)
		}
	}()
	end := &endOfStream{r: in}
	r, err := ipc.NewReader(end)
	if err != nil {
		return fmt.Errorf("%w: the Arrow stream cannot be read: %w", tally.ErrBadInput, err)
	}
	defer r.Release()
	if !r.Schema().Equal(rowsSchema()) {
		return fmt.Errorf("%w: an Arrow stream with the columns %v; expected rows of weft worker", tally.ErrBadInput, r.Schema())
	}
	for r.Next() {
		if err := readBatch(r.RecordBatch(), rows); err != nil {
			return err
		}
	}
	if err := r.Err(); err != nil {
		return fmt.Errorf("%w: the Arrow stream is damaged or cut: %w", tally.ErrBadInput, err)
	}
	if !end.marked() {
		return fmt.Errorf("%w: the Arrow stream is cut: its end is missing", tally.ErrBadInput)
	}
	return nil
}

// An endOfStream remembers the last bytes: a whole stream ends with a mark and a length of zero, which the library does not
// demand.
type endOfStream struct {
	r    io.Reader
	last [8]byte
}

func (e *endOfStream) Read(p []byte) (int, error) {
	n, err := e.r.Read(p)
	if n >= len(e.last) {
		copy(e.last[:], p[n-len(e.last):n])
	} else if n > 0 {
		copy(e.last[:], e.last[n:])
		copy(e.last[len(e.last)-n:], p[:n])
	}
	return n, err
}

func (e *endOfStream) marked() bool {
	return e.last == [8]byte{0xff, 0xff, 0xff, 0xff}
}

// A batch of columns.
type rowBatch struct {
	text [rowColumns]*array.String
	i32  [rowColumns]*array.Int32
	i64  [rowColumns]*array.Int64
	flag [rowColumns]*array.Boolean
}

func readBatch(rec arrow.RecordBatch, rows assemble.Rows) error {
	var b rowBatch
	for i := range rowsSchema().NumFields() {
		switch c := rec.Column(i).(type) {
		case *array.String:
			b.text[i] = c
		case *array.Int32:
			b.i32[i] = c
		case *array.Int64:
			b.i64[i] = c
		case *array.Boolean:
			b.flag[i] = c
		}
	}
	for i := range int(rec.NumRows()) {
		if err := b.row(i, rows); err != nil {
			return err
		}
	}
	return nil
}

func (b *rowBatch) bytes(column, row int) []byte {
	c := b.text[column]
	if c.IsNull(row) {
		return nil
	}
	return []byte(c.Value(row))
}

func (b *rowBatch) row(i int, rows assemble.Rows) error {
	source, target := b.bytes(1, i), b.bytes(2, i)
	part := !b.flag[6].IsNull(i) && b.flag[6].Value(i)
	switch kind := b.text[0].Value(i); {
	case len(source) == 0:
		return tally.Badf("a row without a page")
	case kind == pageRow:
		return b.page(i, source, rows)
	case kind == inputRow:
		var told assemble.InputRow
		if err := json.Unmarshal(b.bytes(3, i), &told); err != nil {
			return tally.Badf("the description of an input cannot be read: %v", err)
		}
		return rows.Input(&told)
	case len(target) == 0:
		return tally.Badf("a row of kind %.20q without a target", kind)
	case kind == arcRow:
		k := kinds.OfLabel(uint32(b.i32[5].Value(i)) & (assemble.PartArc - 1)) //nolint:gosec // cut to 16 bits
		return rows.Arc(&assemble.ArcRow{Source: source, Target: target, Kinds: k, Part: part})
	case kind == textRow:
		return rows.Text(&assemble.TextRow{Source: source, Target: target, Text: b.bytes(3, i), Part: part})
	default:
		return tally.Badf("%.20q is no kind of row", kind)
	}
}

func (b *rowBatch) page(i int, key []byte, rows assemble.Rows) error {
	state := b.i32[4].Value(i)
	if state < 0 || state > 255 {
		return tally.Badf("%d is no state of a page", state)
	}
	p := &assemble.PageRow{Key: key, State: uint8(state)}
	if b.i32[7].IsNull(i) {
		return rows.Page(p)
	}
	by := b.i32[7].Value(i)
	if by < 0 || int(by) >= page.NumStates {
		return tally.Badf("%d is no state of a response", by)
	}
	p.Seen, p.By, p.Whole = true, page.State(by), b.flag[8].Value(i)
	p.Facts.Status, p.Facts.Size = int(b.i32[9].Value(i)), b.i64[11].Value(i)
	p.Facts.SetType(string(b.bytes(10, i)))
	if !b.i64[12].IsNull(i) {
		p.Facts.Time = time.UnixMilli(b.i64[12].Value(i)).UTC()
	}
	p.Facts.SetDigest(string(b.bytes(13, i)))
	p.Facts.SetTitle(b.bytes(14, i))
	p.Facts.SetSite(b.bytes(15, i))
	if skin := b.i64[16].Value(i); 0 < skin && skin <= store.MaxSkin {
		p.Facts.Skin = uint64(skin)
	}
	return rows.Page(p)
}
