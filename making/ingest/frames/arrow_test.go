package frames_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"weft/making/ingest/ingesttest"
)

// arrowText returns an Arrow file with columns of some types, by turns name and type. The type may be a field, with metadata. A last element is an option of the writer. Each batch is a list of rows in JSON.
func arrowText(t *testing.T, columns []any, batches ...string) string {
	t.Helper()
	var fields []arrow.Field
	var options []ipc.Option
	if last := len(columns) - 1; last%2 == 0 {
		columns, options = columns[:last], []ipc.Option{columns[last].(ipc.Option)}
	}
	for i := 0; i < len(columns); i += 2 {
		field, ok := columns[i+1].(arrow.Field)
		if !ok {
			field.Type = columns[i+1].(arrow.DataType)
		}
		field.Name, field.Nullable = columns[i].(string), true
		fields = append(fields, field)
	}
	schema := arrow.NewSchema(fields, nil)
	var b bytes.Buffer
	w, err := ipc.NewFileWriter(&b, append(options, ipc.WithSchema(schema))...)
	if err != nil {
		t.Fatal(err)
	}
	for _, rows := range batches {
		batch, _, err := array.RecordFromJSON(memory.DefaultAllocator, schema, strings.NewReader(rows))
		if err == nil {
			err = w.Write(batch)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// arrowFile writes such a file, for an import that skips bad rows.
func arrowFile(t *testing.T, columns []any, batches ...string) ingesttest.Options {
	t.Helper()
	return with(ingesttest.Options{MaxBad: 1}, ingesttest.File(t, "t.arrow", arrowText(t, columns, batches...)))
}

// ends returns columns called source and target of one type.
func ends(of arrow.DataType) []any { return []any{"source", of, "Target", of} }

// Arcs between numbers and names of all types.
func TestArrowTypes(t *testing.T) {
	const some = `[{"source":0,"Target":1},{"source":1,"Target":null},{"source":2,"Target":0}]`
	const texts = `[{"source":"a","Target":"b"},{"source":null,"Target":"b"},{"source":"b","Target":"c"}]`
	const coded = `[{"source":"YQ==","Target":"Yg=="},{"source":null,"Target":"Yg=="},{"source":"Yg==","Target":"Yw=="}]`
	var cases []ingesttest.Case
	for _, of := range []arrow.DataType{
		arrow.PrimitiveTypes.Int8, arrow.PrimitiveTypes.Int16, arrow.PrimitiveTypes.Int32, arrow.PrimitiveTypes.Int64,
		arrow.PrimitiveTypes.Uint8, arrow.PrimitiveTypes.Uint16, arrow.PrimitiveTypes.Uint32, arrow.PrimitiveTypes.Uint64,
		&arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.PrimitiveTypes.Int64},
	} {
		cases = append(cases, ingesttest.Case{Name: of.String(), Options: arrowFile(t, ends(of), some), Want: `
as arrow, arcs from "source" to "target"
pages 0 1 2
arcs 0→1 2→0
records 2+1
log t.arrow 1 skipped row 2: an end of the arc is missing`})
	}
	for of, rows := range map[arrow.DataType]string{
		arrow.BinaryTypes.String: texts, arrow.BinaryTypes.LargeString: texts, arrow.BinaryTypes.StringView: texts,
		arrow.BinaryTypes.Binary: coded, arrow.BinaryTypes.LargeBinary: coded, arrow.BinaryTypes.BinaryView: coded,
		&arrow.FixedSizeBinaryType{ByteWidth: 1}:                                                          coded,
		&arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int16, ValueType: arrow.BinaryTypes.String}: texts,
	} {
		cases = append(cases, ingesttest.Case{Name: of.String(), Options: arrowFile(t, ends(of), rows), Want: `
as arrow, arcs from "source" to "target"
pages a b c
arcs a→b b→c
records 2+1
log t.arrow 1 skipped row 2: an end of the arc is missing`})
	}
	ingesttest.Run(t, cases)
	extended := func(name string, of arrow.DataType) arrow.Field {
		return arrow.Field{Type: of, Metadata: arrow.NewMetadata([]string{ipc.ExtensionTypeKeyName}, []string{name})}
	}
	uuid := extended("arrow.uuid", &arrow.FixedSizeBinaryType{ByteWidth: 16})
	uuid.Name = "item"
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "numbers below 0", Options: arrowFile(t, ends(arrow.PrimitiveTypes.Int8), `[{"source":-1,"Target":1},{"source":0,"Target":1}]`), Want: `
as arrow, arcs from "source" to "target"
pages 0 1
arcs 0→1
records 1+1
log t.arrow 0 skipped row 1: -1 is not the number of a page`},
		{Name: "the largest number", Options: arrowFile(t, ends(arrow.PrimitiveTypes.Int64), `[{"source":4294967295,"Target":1},{"source":0,"Target":1}]`), Want: `
as arrow, arcs from "source" to "target"
pages 0 1
arcs 0→1
records 1+1
log t.arrow 0 skipped row 1: 4294967295 is not the number of a page`},
		{Name: "a number of 33 bits", Options: arrowFile(t, ends(arrow.PrimitiveTypes.Int64), `[{"source":4294967296,"Target":1},{"source":-7,"Target":null}]`), Want: `
as arrow, arcs from "source" to "target"
pages 1 4294967296
arcs 4294967296→1
records 1+1
log t.arrow 1 skipped row 2: an end of the arc is missing`},
		{Name: "a number of 64 bits", Options: arrowFile(t, ends(arrow.PrimitiveTypes.Uint64), `[{"source":18446744073709551615,"Target":1}]`), Want: `
as arrow, arcs from "source" to "target"
pages 1 18446744073709551615
arcs 18446744073709551615→1
records 1+0`},
		{Name: "decimals", Options: arrowFile(t, ends(&arrow.Decimal128Type{Precision: 38, Scale: 1}), `[{"source":"1.0","Target":"2.0"},{"source":"1.5","Target":"2.0"},{"source":"-1.0","Target":"2.0"}]`), Want: `
as arrow, arcs from "source" to "target"
pages 0:ghost 1 2
arcs 1→2
note 1 numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)
records 1+2
log t.arrow 1 skipped row 2: 1.5 is not a whole number
log t.arrow 2 skipped row 3: -1 is not the number of a page`},
		{Name: "large decimals", Options: arrowFile(t, ends(&arrow.Decimal128Type{Precision: 38, Scale: 0}), `[{"source":"99999999999999999999999999","Target":"-99999999999999999999999999"}]`), Want: `
as arrow, arcs from "source" to "target"
pages -99999999999999999999999999 99999999999999999999999999
arcs 99999999999999999999999999→-99999999999999999999999999
records 1+0`},
		{Name: "decimals with a scale below 0", Options: arrowFile(t, ends(&arrow.Decimal128Type{Precision: 38, Scale: -1}), `[]`), Want: `
records 0+0
error t.arrow: the column source holds decimal(38, -1), which are no pages: expected integers or texts; 'columns' names other columns`},
		{Name: "UUIDs", Options: arrowFile(t, []any{"source", uuid, "target", uuid}, `[{"source":"EjRWeJq83vABAgMEBQYHCA==","target":"EjRWeJq83vABAgMEBQYH/w=="}]`), Want: `
as arrow, arcs from "source" to "target"
pages 12345678-9abc-def0-0102-030405060708 12345678-9abc-def0-0102-0304050607ff
arcs 12345678-9abc-def0-0102-030405060708→12345678-9abc-def0-0102-0304050607ff
records 1+0`},
		{Name: "lists of UUIDs", Options: arrowFile(t, []any{"source", uuid, "target", arrow.ListOfField(uuid)}, `[{"source":"EjRWeJq83vABAgMEBQYHCA==","target":["EjRWeJq83vABAgMEBQYH/w=="]}]`), Want: `
as arrow, arcs from "source" to each of "target"
pages 12345678-9abc-def0-0102-030405060708 12345678-9abc-def0-0102-0304050607ff
arcs 12345678-9abc-def0-0102-030405060708→12345678-9abc-def0-0102-0304050607ff
records 1+0`},
		{Name: "JSON", Options: arrowFile(t, []any{"source", extended("arrow.json", arrow.BinaryTypes.String), "target", arrow.BinaryTypes.String}, `[{"source":"a","target":"b"}]`), Want: `
as arrow, arcs from "source" to "target"
pages a b
arcs a→b
records 1+0`},
		{Name: "numbers called UUIDs", Options: arrowFile(t, []any{"source", extended("arrow.uuid", arrow.PrimitiveTypes.Int64), "target", arrow.PrimitiveTypes.Int64}, `[{"source":0,"target":1}]`), Want: `
as arrow, arcs from "source" to "target"
pages 0 1
arcs 0→1
records 1+0`},
		{Name: "several batches", Options: arrowFile(t, ends(arrow.PrimitiveTypes.Int64), `[{"source":0,"Target":1},{"source":1,"Target":2}]`, `[]`, `[{"source":2,"Target":null},{"source":2,"Target":0}]`), Want: `
as arrow, arcs from "source" to "target"
pages 0 1 2
arcs 0→1 1→2 2→0
records 3+1
log t.arrow 2 skipped row 3: an end of the arc is missing`},
		{Name: "a large number in a later batch", Options: arrowFile(t, ends(arrow.PrimitiveTypes.Int64), `[{"source":0,"Target":1}]`, `[{"source":1,"Target":1099511627776}]`), Want: `
as arrow, arcs from "source" to "target"
pages 0 1 1099511627776
arcs 0→1 1→1099511627776
records 2+0`},
		{Name: "no rows", Options: arrowFile(t, ends(arrow.PrimitiveTypes.Int64)), Want: `
records 0+0
error bad input: there is no record in t.arrow`},
		{Name: "two types", Options: arrowFile(t, []any{"source", arrow.PrimitiveTypes.Int64, "target", arrow.BinaryTypes.String}, `[{"source":0,"target":"a"}]`), Want: `
records 0+0
error t.arrow: the columns source and target are of two types: expected integers or texts in both`},
	})
}

// Columns of types that are no pages.
func TestArrowTypesOfOthers(t *testing.T) {
	for _, c := range []struct {
		of   arrow.DataType
		want string
	}{
		{arrow.FixedWidthTypes.Date32, "dates"},
		{arrow.FixedWidthTypes.Date64, "dates"},
		{arrow.FixedWidthTypes.Timestamp_ms, "times"},
		{arrow.FixedWidthTypes.Time32ms, "times of day"},
		{arrow.FixedWidthTypes.Time64us, "times of day"},
		{arrow.FixedWidthTypes.Float16, "floating-point numbers"},
		{arrow.PrimitiveTypes.Float32, "floating-point numbers"},
		{arrow.PrimitiveTypes.Float64, "floating-point numbers"},
		{arrow.FixedWidthTypes.Boolean, "truth values"},
		{arrow.FixedWidthTypes.Duration_ms, "duration[ms]"},
		{&arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.FixedWidthTypes.Date32}, "dates"},
	} {
		o := arrowFile(t, []any{"source", arrow.PrimitiveTypes.Int64, "target", c.of}, `[{"source":1,"target":null}]`)
		o.Columns = "source,target"
		want := fmt.Sprintf("records 0+0\nerror t.arrow: the column target holds %s, which are no pages: expected integers or texts; 'columns' names other columns", c.want)
		if got := ingesttest.Tell(t, o); got != want {
			t.Errorf("%v: got %s, want %s", c.of, got, want)
		}
	}
}

// Lists of successors, and tables with further columns.
func TestArrowTables(t *testing.T) {
	number, text := arrow.PrimitiveTypes.Int64, arrow.BinaryTypes.String
	people := ingesttest.File(t, "p.arrow", arrowText(t, []any{"id", number, "name", text}, `[{"id":0,"name":"com.example"},{"id":1,"name":null}]`, `[{"id":1,"name":"com.example.www"},{"id":2,"name":"org.b-c"}]`))
	arcs := ingesttest.File(t, "a.arrow", arrowText(t, []any{"s", number, "t", number}, `[{"s":0,"t":1},{"s":1,"t":2}]`))
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "lists", Options: arrowFile(t, []any{"id", number, "adj", arrow.ListOf(number)}, `[{"id":0,"adj":[1,2]},{"id":5,"adj":[]},{"id":6,"adj":null},{"id":1,"adj":[0,null]}]`), Want: `
as arrow, arcs from "id" to each of "adj"
pages 0 1 2 3:ghost 4:ghost 5 6
arcs 0→1 0→2 1→0
note 2 numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)
records 3+1
log t.arrow 3 skipped row 4: an end of the arc is missing`},
		{Name: "large lists", Options: arrowFile(t, []any{"url", text, "links", arrow.LargeListOf(text)}, `[{"url":"a","links":["b","c"]},{"url":"d","links":[]},{"url":"e","links":null}]`, `[{"url":"b","links":["a"]}]`), Want: `
as arrow, arcs from "url" to each of "links"
pages a b c d e
arcs a→b a→c b→a
records 4+0`},
		{Name: "lists of large numbers", Options: arrowFile(t, []any{"id", number, "adj", arrow.ListOf(number)}, `[{"id":0,"adj":[1,1099511627776]}]`), Want: `
as arrow, arcs from "id" to each of "adj"
pages 0 1 1099511627776
arcs 0→1 0→1099511627776
records 1+0`},
		{Name: "lists of lists", Options: arrowFile(t, []any{"id", number, "adj", arrow.ListOf(arrow.ListOf(number))}, `[{"id":0,"adj":[[1]]}]`), Want: `
records 0+0
error t.arrow: the column adj holds lists: expected a number or a text a row, or a list of them as target`},
		{Name: "lists of a width", Options: arrowFile(t, []any{"source", number, "target", number, "x", arrow.FixedSizeListOf(2, number)}, `[{"source":0,"target":1,"x":[1,2]}]`), Want: `
as arrow, arcs from "source" to "target"
pages 0 1
arcs 0→1
note 1 further columns, which are not kept
records 1+0`},
		{Name: "further columns", Options: arrowFile(t, []any{"x", arrow.PrimitiveTypes.Float64, "source", text, "target", text, "y", arrow.StructOf(arrow.Field{Name: "z", Type: number})}, `[{"x":1,"source":"a","target":"b","y":{"z":1}}]`), Want: `
as arrow, arcs from "source" to "target"
pages a b
arcs a→b
note 2 further columns, which are not kept
records 1+0`},
		{Name: "kinds and directions", Options: arrowFile(t, []any{"source", text, "target", text, "kinds", text, "directed", arrow.FixedWidthTypes.Boolean, "type", text}, `[{"source":"a","target":"b","kinds":"redirect","type":"Undirected"},{"source":"b","target":"c","type":"x"}]`), Want: `
as arrow, arcs from "source" to "target", kinds in "kinds"
pages a b c
arcs a→b:redirect b→a:redirect b→c
note 1 edges without direction, which are two arcs
note 1 further columns, which are not kept
records 2+0`},
		{Name: "directions as truth values", Options: arrowFile(t, []any{"source", text, "target", text, "directed", arrow.FixedWidthTypes.Boolean}, `[{"source":"a","target":"b","directed":false},{"source":"b","target":"c","directed":true},{"source":"c","target":"a","directed":null}]`), Want: `
as arrow, arcs from "source" to "target"
pages a b c
arcs a→b b→a b→c c→a
note 1 edges without direction, which are two arcs
records 3+0`},
		{Name: "unknown names", Options: arrowFile(t, []any{"a", text, "b", text, "c", arrow.PrimitiveTypes.Float64}, `[{"a":"x","b":"y","c":1},{"a":"y","b":"z","c":2},{"a":"z","b":"x","c":null}]`), Want: `
records 0+0
error t.arrow: the header names neither source nor target ("a", "b", "c"): say how to read it
  'columns' 1,2   x -> y, y -> z, z -> x
  'columns' 2,1   y -> x, z -> y, x -> z`},
		{Name: "pages", Options: with(ingesttest.Options{MaxBad: 1}, people, arcs), Want: `
as arrow, pages numbered by "id", names in "name", which are reversed hosts
as arrow, arcs from "s" to "t"
pages http://example.com/ http://www.example.com/ http://b-c.org/
arcs http://example.com/→http://www.example.com/ http://www.example.com/→http://b-c.org/
records 5+1
log p.arrow 1 skipped row 2: page 1 has no name`},
		{Name: "columns that are not there", Options: with(ingesttest.Options{Columns: "s,x"}, arcs), Want: `
records 0+0
error a.arrow: the options do not fit the input: 'columns': there is no column "x": the table has ["s" "t"]`},
		{Name: "weights", Options: with(ingesttest.Options{Weights: "auto"}, arcs), Want: `
records 0+0
error the options do not fit the input: 'weights' is for edges, matrixmarket, smat, pajek, gml, graphml, gexf, metis, parquet, jsonl, csr, jsongraph, jsonarray, gdf, dot, and the input is read as arrow`},
	})
}
