package frames_test

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/parquet-go/parquet-go"

	"weft/making/ingest/ingesttest"
)

// columns writes a table of columns called source and target, of any types. Values of rows are pairs.
func columns(t *testing.T, source, target parquet.Node, values ...any) string {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewGenericWriter[any](&b, parquet.NewSchema("t", parquet.Group{"source": source, "target": target}))
	for pair := range slices.Chunk(values, 2) {
		row := make(parquet.Row, 2)
		for i, v := range pair {
			value, ok := v.(parquet.Value)
			if !ok {
				value = parquet.ValueOf(v)
			}
			row[i] = value.Level(0, 0, i)
		}
		if _, err := w.WriteRows([]parquet.Row{row}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return ingesttest.File(t, "t.parquet", b.String())
}

// both writes a table with two columns of the same type.
func both(t *testing.T, of parquet.Node, values ...any) ingesttest.Options {
	t.Helper()
	return with(ingesttest.Options{MaxBad: 1}, columns(t, of, of, values...))
}

// fixed returns a number as bytes of a width, big-endian.
func fixed(width int, n int64) parquet.Value {
	b := make([]byte, width)
	for i := range b {
		b[i] = byte(n >> min(63, 8*(width-1-i))) //nolint:gosec // a byte of it
	}
	return parquet.FixedLenByteArrayValue(b)
}

// Columns of all types that hold numbers or names.
func TestTypesOfPages(t *testing.T) {
	wide := func(scale, width int) parquet.Node {
		return parquet.Decimal(scale, 18, parquet.FixedLenByteArrayType(width))
	}
	uuid := func(n byte) parquet.Value {
		return parquet.FixedLenByteArrayValue([]byte{0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0xde, 0xf0, 1, 2, 3, 4, 5, 6, 7, n})
	}
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "int8", Options: both(t, parquet.Int(8), int32(0), int32(3), int32(-1), int32(1)), Want: `
as parquet, arcs from "source" to "target"
pages 0 1:ghost 2:ghost 3
arcs 0→3
note 2 numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)
records 1+1
log t.parquet 1 skipped row 2: -1 is not the number of a page`},
		{Name: "int32", Options: both(t, parquet.Leaf(parquet.Int32Type), int32(0), int32(5), int32(2), int32(0)), Want: `
as parquet, arcs from "source" to "target"
pages 0 1:ghost 2 3:ghost 4:ghost 5
arcs 0→5 2→0
note 3 numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)
records 2+0`},
		{Name: "uint32", Options: both(t, parquet.Uint(32), uint32(1), uint32(2), uint32(2), uint32(math.MaxUint32)), Want: `
as parquet, arcs from "source" to "target"
pages 0:ghost 1 2
arcs 1→2
note 1 numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)
records 1+1
log t.parquet 1 skipped row 2: 4294967295 is not the number of a page`},
		{Name: "uint64", Options: both(t, parquet.Uint(64), uint64(1), uint64(2), uint64(2), uint64(math.MaxUint64)), Want: `
as parquet, arcs from "source" to "target"
pages 1 18446744073709551615 2
arcs 1→2 2→18446744073709551615
records 2+0`},
		{Name: "int64 without a type", Options: both(t, parquet.Leaf(parquet.Int64Type), int64(1), int64(2), int64(2), int64(1<<32-1)), Want: `
as parquet, arcs from "source" to "target"
pages 0:ghost 1 2
arcs 1→2
note 1 numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)
records 1+1
log t.parquet 1 skipped row 2: 4294967295 is not the number of a page`},
		{Name: "a number of 33 bits", Options: both(t, parquet.Int(64), int64(1), int64(2), int64(2), int64(1<<32)), Want: `
as parquet, arcs from "source" to "target"
pages 1 2 4294967296
arcs 1→2 2→4294967296
records 2+0`},
		{Name: "numbers far below 0", Options: both(t, parquet.Int(64), int64(1), int64(2), int64(2), int64(-1<<40)), Want: `
as parquet, arcs from "source" to "target"
pages 0:ghost 1 2
arcs 1→2
note 1 numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)
records 1+1
log t.parquet 1 skipped row 2: -1099511627776 is not the number of a page`},
		{Name: "numbers far below 0 alone", Options: both(t, parquet.Int(64), int64(-1<<40), int64(-1<<40)), Want: `
records 0+0
error t.parquet: the columns "source" and "target" hold dates or decimal numbers: it looks like measurements, not arcs: say how to read it
  'columns' 1,2   -1099511627776 -> -1099511627776`},
		{Name: "0 in 64 bits", Options: both(t, parquet.Uint(64), uint64(0), uint64(2)), Want: `
as parquet, arcs from "source" to "target"
pages 0 1:ghost 2
arcs 0→2
note 1 numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)
records 1+0`},
		{Name: "decimals of 8 bytes", Options: both(t, wide(0, 8), fixed(8, 1), fixed(8, 1<<40)), Want: `
as parquet, arcs from "source" to "target"
pages 1 1099511627776
arcs 1→1099511627776
records 1+0`},
		{Name: "decimals of 9 bytes", Options: both(t, wide(0, 9), fixed(9, 1), fixed(9, 1<<40)), Want: `
as parquet, arcs from "source" to "target"
pages 1 1099511627776
arcs 1→1099511627776
records 1+0`},
		{Name: "decimals of 32 bits", Options: both(t, parquet.Decimal(0, 9, parquet.Int32Type), int32(1), int32(2)), Want: `
as parquet, arcs from "source" to "target"
pages 0:ghost 1 2
arcs 1→2
note 1 numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)
records 1+0`},
		{Name: "decimals of 32 bits with a point", Options: both(t, parquet.Decimal(1, 9, parquet.Int32Type), int32(10), int32(20), int32(15), int32(10)), Want: `
as parquet, arcs from "source" to "target"
pages 0:ghost 1 2
arcs 1→2
note 1 numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)
records 1+1
log t.parquet 1 skipped row 2: 1.5 is not a whole number`},
		{Name: "decimals of 64 bits", Options: both(t, parquet.Decimal(0, 18, parquet.Int64Type), int64(1), int64(1<<40)), Want: `
as parquet, arcs from "source" to "target"
pages 1 1099511627776
arcs 1→1099511627776
records 1+0`},
		{Name: "decimals of 64 bits with a point", Options: both(t, parquet.Decimal(2, 18, parquet.Int64Type), int64(100), int64(200), int64(150), int64(100), int64(-100), int64(0)), Want: `
as parquet, arcs from "source" to "target"
pages 0:ghost 1 2
arcs 1→2
note 1 numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)
records 1+2
log t.parquet 1 skipped row 2: 1.50 is not a whole number
log t.parquet 2 skipped row 3: -1 is not the number of a page`},
		{Name: "decimals of 16 bytes", Options: both(t, wide(0, 16), fixed(16, 1), fixed(16, 2), fixed(16, -1), fixed(16, 2)), Want: `
as parquet, arcs from "source" to "target"
pages 0:ghost 1 2
arcs 1→2
note 1 numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)
records 1+1
log t.parquet 1 skipped row 2: -1 is not the number of a page`},
		{Name: "decimals of 16 bytes with a point", Options: both(t, wide(1, 16), fixed(16, 10), fixed(16, 20), fixed(16, 15), fixed(16, 10)), Want: `
as parquet, arcs from "source" to "target"
pages 0:ghost 1 2
arcs 1→2
note 1 numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)
records 1+1
log t.parquet 1 skipped row 2: 1.5 is not a whole number`},
		{Name: "large decimals of 16 bytes", Options: both(t, wide(0, 16), fixed(16, 1), fixed(16, 1<<40), fixed(16, -7), fixed(16, 1)), Want: `
as parquet, arcs from "source" to "target"
pages -7 1 1099511627776
arcs -7→1 1→1099511627776
records 2+0`},
		{Name: "large decimals with a point", Options: both(t, wide(1, 16), fixed(16, 10), fixed(16, 10<<40), fixed(16, 5), fixed(16, 10)), Want: `
as parquet, arcs from "source" to "target"
pages 1 1099511627776
arcs 1→1099511627776
records 1+1
log t.parquet 1 skipped row 2: 0.5 is not a whole number`},
		{Name: "decimals of 100 bits", Options: both(t, wide(0, 16), parquet.FixedLenByteArrayValue(append(bytes.Repeat([]byte{0}, 3), bytes.Repeat([]byte{255}, 13)...)), fixed(16, 1)), Want: `
as parquet, arcs from "source" to "target"
pages 1 20282409603651670423947251286015
arcs 20282409603651670423947251286015→1
records 1+0`},
		{Name: "decimals of 5 bytes", Options: both(t, wide(0, 5), fixed(5, 1), fixed(5, 2)), Want: `
as parquet, arcs from "source" to "target"
pages 0:ghost 1 2
arcs 1→2
note 1 numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)
records 1+0`},
		{Name: "texts", Options: both(t, parquet.String(), "a", "b"), Want: `
as parquet, arcs from "source" to "target"
pages a b
arcs a→b
records 1+0`},
		{Name: "bytes", Options: both(t, parquet.Leaf(parquet.ByteArrayType), "a", "b"), Want: `
as parquet, arcs from "source" to "target"
pages a b
arcs a→b
records 1+0`},
		{Name: "bytes of a width", Options: both(t, parquet.Leaf(parquet.FixedLenByteArrayType(2)), parquet.FixedLenByteArrayValue([]byte("ab")), parquet.FixedLenByteArrayValue([]byte("cd"))), Want: `
as parquet, arcs from "source" to "target"
pages ab cd
arcs ab→cd
records 1+0`},
		{Name: "enums", Options: both(t, parquet.Enum(), "a", "b"), Want: `
as parquet, arcs from "source" to "target"
pages a b
arcs a→b
records 1+0`},
		{Name: "JSON", Options: both(t, parquet.JSON(), `"a"`, "{}"), Want: `
as parquet, arcs from "source" to "target"
pages "a" {}
arcs "a"→{}
records 1+0`},
		{Name: "UUIDs", Options: both(t, parquet.UUID(), uuid(8), uuid(255)), Want: `
as parquet, arcs from "source" to "target"
pages 12345678-9abc-def0-0102-030405060708 12345678-9abc-def0-0102-0304050607ff
arcs 12345678-9abc-def0-0102-030405060708→12345678-9abc-def0-0102-0304050607ff
records 1+0`},
		{Name: "two types", Options: in(columns(t, parquet.Int(64), parquet.String(), int64(1), "a")), Want: `
records 0+0
error t.parquet: the columns source and target are of two types: expected integers or texts in both`},
		{Name: "two types of numbers", Options: in(columns(t, parquet.Int(64), parquet.Uint(32), int64(1), uint32(2))), Want: `
as parquet, arcs from "source" to "target"
pages 0:ghost 1 2
arcs 1→2
note 1 numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)
records 1+0`},
		{Name: "a large number in one of two columns", Options: in(columns(t, parquet.Int(64), parquet.Uint(32), int64(1<<33), uint32(2))), Want: `
as parquet, arcs from "source" to "target"
pages 2 8589934592
arcs 8589934592→2
records 1+0`},
	})
}

// Columns of types that are no pages.
func TestTypesOfOthers(t *testing.T) {
	for name, c := range map[string]struct {
		of    parquet.Node
		value any
		want  string
	}{
		"dates":        {parquet.Date(), int32(1), "dates"},
		"milliseconds": {parquet.Timestamp(parquet.Millisecond), int64(1), "times"},
		"nanoseconds":  {parquet.Timestamp(parquet.Nanosecond), int64(1), "times"},
		"times of day": {parquet.Time(parquet.Millisecond), int32(1), "times of day"},
		"96 bits":      {parquet.Leaf(parquet.Int96Type), parquet.Int96Value([3]uint32{1, 2, 3}), "times"},
		"float":        {parquet.Leaf(parquet.FloatType), float32(1), "floating-point numbers"},
		"double":       {parquet.Leaf(parquet.DoubleType), 1.5, "floating-point numbers"},
		"boolean":      {parquet.Leaf(parquet.BooleanType), true, "truth values"},
		"BSON":         {parquet.BSON(), "x", "BSON"},
	} {
		for _, turned := range []bool{false, true} {
			path, column := columns(t, parquet.Int(64), c.of, int64(1), c.value), "target"
			if turned {
				path, column = columns(t, c.of, parquet.Int(64), c.value, int64(1)), "source"
			}
			want := fmt.Sprintf("records 0+0\nerror t.parquet: the column %s holds %s, which are no pages: expected integers or texts; 'columns' names other columns", column, c.want)
			if got := ingesttest.Tell(t, with(ingesttest.Options{Columns: "source,target"}, path)); got != want {
				t.Errorf("%s: got %s, want %s", name, got, want)
			}
		}
	}
}
