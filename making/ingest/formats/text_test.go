package formats_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"weft/graph/kinds"
	"weft/making/assemble"
	"weft/making/ingest/formats"
	"weft/making/ingest/scan"
	"weft/making/ingest/tables"
	"weft/making/ingest/tally"
)

// newText returns a text with its own import, which writes no crawl, and the log of the import.
func newText(r io.Reader, l tables.Layout) (*formats.Text, *bytes.Buffer) {
	log := new(bytes.Buffer)
	im := &formats.Import{Assembly: &assemble.Assembly{
		Set:   assemble.Settings{Memory: 1 << 30},
		Tally: &tally.Tally{Out: log, Input: "list"},
		Notes: map[string]int64{},
	}}
	t := formats.NewText(im)
	t.Lines, t.Layout = scan.NewLines(bufio.NewReader(r)), &l
	return t, log
}

var (
	blanks = tables.AnyLine
	commas = tables.Layout{Sep: ',', Quotes: tables.QuotesAlways, Columns: 2, Target: 1, Direction: -1}
)

// withHeader is a layout whose first line is a header.
func withHeader(l tables.Layout, names ...string) tables.Layout {
	l.SkipHeader, l.Header = true, names
	return l
}

// Each passes on records. It skips comments, empty lines and headers, and rejects bad lines under the number and the offset
// of their first line.
func TestEach(t *testing.T) {
	for _, c := range []struct {
		name, text string
		layout     tables.Layout
		want       string // the records
		log        string
		bad        int64
	}{
		{"empty", "", blanks, "", "", 0},
		{"words", "a b\n\n \n# c\nd  e\tf", blanks, "a|b; d|e|f", "", 0},
		{"mark", "\xef\xbb\xbf# c\na b\n", blanks, "a|b", "", 0},
		{"bad line", "a b\nbad x\nc d\n", blanks, "a|b; c|d", "list\t4\tskipped\tline 2: bad: \"bad x\"\n", 1},
		{"header", "from,to\na,b\n", withHeader(commas, "from", "to"), "a|b", "", 0},
		{"header that comes again", "from,to\na,b\nfrom,to\nc,d\n", withHeader(commas, "from", "to"), "a|b; c|d", "", 0},
		{"rows without a field", "from,to\n,\na,b\n", withHeader(commas, "from", "to"), "a|b", "", 0},
		{"quoted field over lines", "a,\"b\nc\"\nd,e\n", commas, "a|b\nc; d|e", "", 0},
		{"bad quoted field over lines", "a,b\nbad,\"b\nc\"\n", commas, "a|b", "list\t4\tskipped\tline 3: bad: \"bad,\\\"b\\nc\\\"\"\n", 1},
		{"quoted field without an end", "a,b\nc,\"d\ne,f\n", commas, "a|b", "list\t4\tskipped\tline 3: a quoted field that begins here does not end in 2 lines: \"c,\\\"d\\ne,f\"\n", 2},
	} {
		x, log := newText(strings.NewReader(c.text), c.layout)
		var got []string
		err := x.Each(context.Background(), func(fields [][]byte) error {
			if string(fields[0]) == "bad" {
				return tally.Badf("bad")
			}
			got = append(got, string(bytes.Join(fields, []byte("|"))))
			return nil
		})
		if err != nil || strings.Join(got, "; ") != c.want {
			t.Errorf("%s: got %q, %v, want %q", c.name, strings.Join(got, "; "), err, c.want)
		}
		if log.String() != c.log || x.Import.Tally.Bad != c.bad {
			t.Errorf("%s: got %d bad records and the log %q, want %d and %q", c.name, x.Import.Tally.Bad, log, c.bad, c.log)
		}
		if x.Import.Tally.Records != int64(len(got)) {
			t.Errorf("%s: counted %d records, want %d", c.name, x.Import.Tally.Records, len(got))
		}
	}
}

// A line longer than the limit is a bad record, and the next line is read.
func TestEachOfLongLines(t *testing.T) {
	x, _ := newText(io.MultiReader(strings.NewReader(strings.Repeat("x ", scan.MaxLine/2+1)), strings.NewReader("\na b\n")), blanks)
	records := 0
	if err := x.Each(context.Background(), func([][]byte) error { records++; return nil }); err != nil {
		t.Fatal(err)
	}
	if records != 1 || x.Import.Tally.Bad != 1 {
		t.Errorf("got %d records and %d bad ones, want 1 and 1", records, x.Import.Tally.Bad)
	}
}

// Errors other than bad records end a text. A text that breaks off keeps its lines, and is a break.
func TestEachEnds(t *testing.T) {
	full := errors.New("disk full")
	x, _ := newText(strings.NewReader("a\nb\n"), blanks)
	calls := 0
	err := x.Each(context.Background(), func([][]byte) error { calls++; return full })
	if !errors.Is(err, full) || calls != 1 {
		t.Errorf("got %v after %d lines, want %v after 1", err, calls, full)
	}

	x, _ = newText(io.MultiReader(strings.NewReader("a b\nc"), iotest.ErrReader(io.ErrUnexpectedEOF)), blanks)
	calls = 0
	err = x.Each(context.Background(), func([][]byte) error { calls++; return nil })
	if err != nil || calls != 1 || len(x.Import.Tally.Breaks) != 1 || x.Import.Tally.Breaks[0].Offset != 5 {
		t.Errorf("a text that breaks off: got %v, %d lines, breaks %+v", err, calls, x.Import.Tally.Breaks)
	}

	ctx, stop := context.WithCancel(context.Background())
	stop()
	x, _ = newText(strings.NewReader(strings.Repeat("a\n", 5000)), blanks)
	if err := x.Each(ctx, func([][]byte) error { return nil }); !errors.Is(err, context.Canceled) || x.Lines.Number > 4096 {
		t.Errorf("stopped: got %v at line %d", err, x.Lines.Number)
	}
}

// Numbers of pages are counted from 0, whatever the text counts from.
func TestNumber(t *testing.T) {
	for _, c := range []struct {
		word string
		base uint32
		want uint32
		ok   bool
	}{
		{"0", 0, 0, true},
		{"0", 1, 0, false},
		{"1", 1, 0, true},
		{"4294967294", 0, scan.NoPage - 1, true},
		{"4294967294", 1, scan.NoPage - 2, true},
		{"4294967295", 0, 0, false},
		{"-1", 0, 0, false},
		{"a", 0, 0, false},
		{"", 0, 0, false},
	} {
		x, _ := newText(strings.NewReader(""), blanks)
		x.Base = c.base
		got, err := x.Number([]byte(c.word))
		if (err == nil) != c.ok || got != c.want {
			t.Errorf("%q from %d: got %d, %v, want %d, %t", c.word, c.base, got, err, c.want, c.ok)
		}
		if _, bad := errors.AsType[tally.BadRecord](err); !c.ok && !bad {
			t.Errorf("%q: %v is no bad record", c.word, err)
		}
	}
}

func TestListed(t *testing.T) {
	swapped, both, sides, directions, weights := blanks, blanks, blanks, blanks, blanks
	for _, l := range []*tables.Layout{&swapped, &both, &sides, &weights} {
		l.Columns = 2
	}
	swapped.Source, swapped.Target = 1, 0
	both.Both, sides.Right = true, 10
	directions.Columns, directions.Direction = 3, 2
	weights.Weights = true
	for _, c := range []struct {
		name   string
		layout tables.Layout
		line   string
		want   string // arcs, or the beginning of the error
	}{
		{"plain", weights, "3 4", "3→4"},
		{"weight", weights, "3 4 0.5", "3→4"},
		{"third column that is no weight", weights, "3 4 x", "3 columns"},
		{"swapped", swapped, "3 4", "4→3"},
		{"both ways", both, "3 4", "3→4 4→3"},
		{"loop both ways", both, "3 3", "3→3"},
		{"two sides", sides, "3 4", "3→14"},
		{"source beyond its side", sides, "11 4", "source 11 of 10"},
		{"undirected", directions, "3 4 Undirected", "3→4 4→3"},
		{"directed", directions, "3 4 Directed", "3→4"},
		{"one column", swapped, "3", "one column"},
		{"three columns", swapped, "3 4 5", "3 columns"},
		{"leading zero", weights, "03 4", "a number that begins with 0"},
		{"zero", weights, "0 4", "0→4"},
		{"name", weights, "a 4", `"a" is not the number of a page`},
		{"too large", weights, "3 4294967295", `"4294967295" is not the number of a page`},
	} {
		x, _ := newText(strings.NewReader(""), c.layout)
		var got []string
		err := x.Listed(bytes.Fields([]byte(c.line)), func(u, v uint32, _ kinds.Set) error {
			got = append(got, fmt.Sprintf("%d→%d", u, v))
			return nil
		})
		if text := strings.Join(got, " "); err == nil && text != c.want || err != nil && !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: got %s, %v, want %s", c.name, text, err, c.want)
		}
	}
}

// Arcs and lists that the first line counts and that are missing are bad records.
func TestEnd(t *testing.T) {
	for _, c := range []struct {
		name          string
		entries, seen int64
		nodes, next   uint32
		empty         bool
		bad           int64
	}{
		{"nothing stated", 0, 5, 0, 0, false, 0},
		{"all", 5, 5, 0, 0, false, 0},
		{"more", 5, 9, 0, 0, false, 0},
		{"two arcs missing", 5, 3, 0, 0, false, 2},
		{"all lists", 0, 0, 4, 4, true, 0},
		{"three lists missing", 9, 0, 4, 1, true, 3},
	} {
		x, log := newText(strings.NewReader(""), blanks)
		x.Entries, x.Seen, x.Nodes, x.Next, x.Empty = c.entries, c.seen, c.nodes, c.next, c.empty
		if err := x.End(); err != nil || x.Import.Tally.Bad != c.bad || (log.Len() > 0) != (c.bad > 0) {
			t.Errorf("%s: got %d bad records, %v, log %q, want %d", c.name, x.Import.Tally.Bad, err, log, c.bad)
		}
	}
	x, _ := newText(strings.NewReader(""), blanks)
	x.Entries, x.Import.Tally.Strict = 1, true
	if err := x.End(); !errors.Is(err, tally.ErrBadInput) {
		t.Errorf("strict: got %v", err)
	}
}

func TestParseCount(t *testing.T) {
	for word, want := range map[string]int64{"0": 0, "12": 12, "9223372036854775807": math.MaxInt64, "9223372036854775808": -1, "-1": -1, "+1": -1, "": -1, "1.0": -1, "a": -1} {
		if got, ok := formats.ParseCount([]byte(word)); ok != (want >= 0) || ok && got != want {
			t.Errorf("%q: got %d, %t, want %d", word, got, ok, want)
		}
	}
}

// A scanner begins after the byte order mark, and counts it.
func TestScan(t *testing.T) {
	for _, c := range []struct {
		text   string
		first  byte
		ok     bool
		offset int64
	}{
		{"\xef\xbb\xbfx", 'x', true, 4},
		{"x", 'x', true, 1},
		{"\xef\xbb\xbf", 0, false, 3},
		{"", 0, false, 0},
		{"\xef\xbb", 0xef, true, 1},
	} {
		x, _ := newText(strings.NewReader(c.text), blanks)
		s := x.Scan(context.Background())
		if got, ok := s.Next(); got != c.first || ok != c.ok || s.Offset != c.offset {
			t.Errorf("%q: got %q, %t at %d, want %q, %t at %d", c.text, got, ok, s.Offset, c.first, c.ok, c.offset)
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	x, _ := newText(strings.NewReader("x"), blanks)
	s := x.Scan(ctx)
	if _, ok := s.Next(); ok || !errors.Is(s.Err, formats.ErrStopped) || !errors.Is(s.Err, context.Canceled) {
		t.Errorf("stopped: got %t, %v", ok, s.Err)
	}
}

// Nodes are numbered in the order in which they are met, from the base.
func TestNodeTable(t *testing.T) {
	x, _ := newText(strings.NewReader(""), blanks)
	nodes := &formats.NodeTable{Base: 10}
	longest := strings.Repeat("x", scan.MaxWord)
	for _, c := range []struct {
		id    string
		want  uint32
		isNew bool
	}{{"a", 10, true}, {"b", 11, true}, {"a", 10, false}, {longest, 12, true}} {
		n, isNew, err := nodes.Number(x.Import, []byte(c.id))
		if err != nil || n != c.want || isNew != c.isNew {
			t.Errorf("%.10q: got %d, %t, %v, want %d, %t", c.id, n, isNew, err, c.want, c.isNew)
		}
	}
	for _, id := range []string{"", longest + "x"} {
		_, _, err := nodes.Number(x.Import, []byte(id))
		if _, bad := errors.AsType[tally.BadRecord](err); !bad {
			t.Errorf("an identifier of %d bytes: got %v, want a bad record", len(id), err)
		}
	}
	last := &formats.NodeTable{Base: assemble.None - 2}
	if n, _, err := last.Number(x.Import, []byte("a")); err != nil || n != assemble.None-2 {
		t.Errorf("the last number: got %d, %v", n, err)
	}
	if n, _, err := last.Number(x.Import, []byte("b")); err == nil {
		t.Errorf("beyond the last number: got %d", n)
	}
}

// The numbers of an exported crawl are kept if its pages are not in the order of their names.
func TestKeepOrder(t *testing.T) {
	for _, c := range []struct {
		keys   []string
		inputs int
		want   bool
	}{
		{nil, 1, false},
		{[]string{"a", "b", "b", "c"}, 1, false},
		{[]string{"a", "c", "b"}, 1, true},
		{[]string{"a", "c", "b"}, 2, true},
		{[]string{"a", "c", "b"}, 3, false},
		{[]string{"c", "a", "b"}, 1, true},
	} {
		x, _ := newText(strings.NewReader(""), blanks)
		x.Import.NumInputs = c.inputs
		var last []byte
		for _, key := range c.keys {
			last = x.Import.KeepOrder(last, []byte(key))
		}
		if got := x.Import.Set.KeepNumbers; got != c.want {
			t.Errorf("%v of %d inputs: got %t, want %t", c.keys, c.inputs, got, c.want)
		}
	}
}

func TestWeighing(t *testing.T) {
	if w := formats.NewWeighing(" "); w != nil || w.Read([]byte("no number")) != nil {
		t.Errorf("without a column: got %v", w)
	}
	w := formats.NewWeighing(" weight ")
	if w.Begin("list"); !math.IsNaN(w.Next) || w.Input != "list" {
		t.Errorf("at the beginning: got the weight %v of %q", w.Next, w.Input)
	}
	for text, want := range map[string]float64{"1": 1, " -2.5 ": -2.5, "1e3": 1000} {
		if err := w.Read([]byte(text)); err != nil || w.Next != want {
			t.Errorf("%q: got %v, %v, want %v", text, w.Next, err, want)
		}
	}
	for _, text := range []string{"", "-", "x", "inf", "NaN", "1e999", "1,5"} {
		if err := w.Read([]byte(text)); err == nil {
			t.Errorf("%q: got %v, want an error", text, w.Next)
		}
	}
	if w.Set(7); w.Next != 7 {
		t.Errorf("got %v, want 7", w.Next)
	}
	if !w.Named("weight") || w.Named("height") {
		t.Errorf("the attribute weight has weights: %t, the attribute height: %t", w.Named("weight"), w.Named("height"))
	}
}

func TestReading(t *testing.T) {
	arcs := tables.Layout{Arcs: [][2]string{{"a", "b"}, {"b", "c"}}}
	for _, c := range []struct {
		r           formats.Reading
		text, first string
	}{
		{formats.Reading{Name: "gml"}, "gml", ""},
		{formats.Reading{Name: "pajek", Told: "two sides", Layout: &arcs}, "pajek, two sides", "a -> b, b -> c"},
		{formats.Reading{Name: "jsonl", Keys: bytes.NewBufferString("from, to")}, "jsonl, from, to", ""},
		{formats.Reading{Name: "cdx", Layout: &tables.RawLine}, "cdx", ""},
	} {
		if got := c.r.String(); got != c.text {
			t.Errorf("got %q, want %q", got, c.text)
		}
		if got := c.r.FirstArcs(); got != c.first {
			t.Errorf("%s: got the arcs %q, want %q", c.text, got, c.first)
		}
	}
	list := formats.Reading{Name: "edges", IsList: true, Layout: &commas}
	if got := list.String(); !strings.HasPrefix(got, "edges, ") || slices.Contains([]string{"edges, ", "edges"}, got) {
		t.Errorf("a list: got %q, want the layout", got)
	}
}
