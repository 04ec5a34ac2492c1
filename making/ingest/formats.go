package ingest

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"weft/making/assemble"
	"weft/making/ingest/scan"
	"weft/making/ingest/tables"
)

// A textFormat is a format of texts, with its detection and its reader.
type textFormat struct {
	format Format
	// place is the place among the names of formats; texts are tried in this order.
	place int
	// marks reports whether a text begins with a mark of the format; a text begins with at most one mark. looks
	// reports whether its first lines, split at blanks, look like it. A format without either is found by detect,
	// or never.
	marks func(head []byte) bool
	looks func(rows [][][]byte, head []byte) bool
	read  textReader // nil for files that are no texts
	// takes names the options that the format takes and some formats do not.
	takes []string
	// states says that the format says which pages were fetched.
	states bool
	// counts returns the words of the first lines that count the pages; nil where texts do not count them.
	counts func(rows [][][]byte) [][]byte
	// doubt returns why a text that looks like the format is not read without the option that names it; nil for none.
	doubt func(head []byte) error
	// describe returns how a text is read, as far as its beginning shows; nil where the name of the format says all.
	describe func(head []byte) string
	// perPage returns how many bytes each page takes that the text counts; nil for 2.
	perPage func(head []byte) int64
}

// A textReader reads a text that begins with head.
type textReader func(ctx context.Context, t *text, how *reading, head []byte) error

// blankBytes may stand before the mark of a format.
const blankBytes = " \t\r\n"

var registered = []textFormat{
	{format: Archive, place: 1, states: true},
	{format: WACZ, place: 2, states: true},
	{format: BVGraph, place: 3},
	{format: HTML, place: 19, states: true, takes: []string{baseURLOption, rootOption, indexFilesOption, languagesOption}},
	{format: Parquet, place: 20, takes: []string{tables.ColumnsOption, weightsOption}},
	{format: Container, place: 23, takes: []string{rootOption}},
	{format: RowStream, place: 33, states: true},
	{format: Shards, place: 34, states: true},
}

// register adds a format. A new format is a file with its name, its detection, and its reader.
func register(f textFormat) bool {
	registered = append(registered, f)
	return true
}

// formats returns all formats, in order.
var formats = sync.OnceValue(func() []textFormat {
	slices.SortFunc(registered, func(a, b textFormat) int { return cmp.Compare(a.place, b.place) })
	return registered
})

// readText reads a text in a format that is known.
func (im *importer) readText(ctx context.Context, how *reading, in *input, head []byte) error {
	for _, f := range formats() {
		if f.format == how.format && f.read != nil {
			return f.read(ctx, &text{Namer: assemble.NewNamer(im.Assembly), im: im, lines: scan.NewLines(in.plain), layout: how.layout}, how, head)
		}
	}
	return fmt.Errorf("%s is not a format of texts", how.format)
}

// alone adapts a reader that needs neither the start of the text nor its layout.
func alone(read func(*text, context.Context) error) textReader {
	return func(ctx context.Context, t *text, _ *reading, _ []byte) error { return read(t, ctx) }
}

// namedLines reads a format whose lines name pages.
func namedLines(line func(*text, [][]byte) error) textReader {
	return func(ctx context.Context, t *text, _ *reading, _ []byte) error {
		return t.im.Named(func() error {
			return errors.Join(t.each(ctx, func(fields [][]byte) error { return line(t, fields) }), t.end())
		})
	}
}

// firstWords returns the first words of a text, which count its pages.
func firstWords(n int) func(rows [][][]byte) [][]byte {
	return func(rows [][][]byte) [][]byte { return rows[0][:min(n, len(rows[0]))] }
}

// describe returns how a text of a format is read, and of a format that was not named why it is not.
func describe(format Format, head []byte, isNamed bool) (how string, err error) {
	head = bytes.TrimPrefix(head, scan.BOM)
	for _, f := range formats() {
		if f.format != format {
			continue
		}
		if f.doubt != nil && !isNamed {
			err = f.doubt(head)
		}
		if f.describe != nil {
			how = f.describe(head)
		}
	}
	return how, err
}

// markedFormat returns the format of whose mark a text begins; Auto if it begins with none.
func markedFormat(head []byte) Format {
	head = bytes.TrimPrefix(head, scan.BOM)
	for _, f := range formats() {
		if f.marks != nil && f.marks(head) {
			return f.format
		}
	}
	return Auto
}

// detectRows tells formats by their first lines, cut at blanks.
func detectRows(head []byte) Format {
	rows := firstRows(head, 64)
	for _, f := range formats() {
		if len(rows) > 0 && f.looks != nil && f.looks(rows, head) {
			return f.format
		}
	}
	return Edges
}
