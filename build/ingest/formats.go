package ingest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
)

// A textFormat is a format of texts: how it is told from others, and read.
type textFormat struct {
	format Format
	// marks says whether a text begins with a mark of the format; looks whether its first lines, cut at blanks, look like it. A format
	// without either is told by detect, or not at all.
	marks func(head []byte) bool
	looks func(rows [][][]byte, head []byte) bool
	read  textReader
	// counts returns the words of the first lines that count the pages; nil where texts do not count them.
	counts func(rows [][][]byte) [][]byte
}

// A textReader reads a text, of which head is the beginning.
type textReader func(ctx context.Context, t *text, how *reading, head []byte) error

// blankBytes may stand before the mark of a format.
const blankBytes = " \t\r\n"

// textFormats are the formats of texts, in the order in which they are looked for. To add one: a file with what its line here names,
// and its name in format.go.
func textFormats() []textFormat {
	return []textFormat{
		{MatrixMarket, isMatrixMarket, nil, readMatrixMarket, firstWords(2)},
		{GraphML, isGraphML, nil, readNodes, nil},
		{GEXF, isGEXF, nil, readNodes, nil},
		{CDX, isCDX, nil, alone((*text).readCDX), nil},
		{Pajek, isPajek, nil, readPajek, pajekCounts},
		{GML, isGML, nil, readNodes, nil},
		{Domains, nil, nil, readDomains, nil},
		{JSONL, nil, nil, readJSONL, nil},
		{CrawlLog, nil, nil, alone((*text).readCrawlLog), nil},
		{Adjacency, nil, nil, readAdjacency, nil},
		{Vertices, nil, isVertices, alone((*text).readVertices), nil},
		{NodeLines, nil, isNodeLines, namedLines((*text).nodeLine), nil},
		{ASCIIGraph, nil, isASCIIGraph, readASCIIGraph, firstWords(1)},
		{Numbered, nil, isNumbered, namedLines((*text).numberedLine), firstWords(1)},
		{METIS, nil, isMETIS, alone((*text).readMETIS), firstWords(1)},
		{SMAT, nil, isSMAT, readMatrix, firstWords(2)},
		{Edges, nil, nil, readEdges, nil},
	}
}

// readText reads a text in a format that is known.
func (im *importer) readText(ctx context.Context, how *reading, in *input, head []byte) error {
	for _, f := range textFormats() {
		if f.format == how.format {
			return f.read(ctx, &text{im: im, lines: lines{r: in.plain}, layout: how.layout}, how, head)
		}
	}
	return fmt.Errorf("%s is no format of texts", how.format)
}

// alone reads a format of which the beginning and the layout tell no more.
func alone(read func(*text, context.Context) error) textReader {
	return func(ctx context.Context, t *text, _ *reading, _ []byte) error { return read(t, ctx) }
}

// namedLines reads a format whose lines name pages.
func namedLines(line func(*text, [][]byte) error) textReader {
	return func(ctx context.Context, t *text, _ *reading, _ []byte) error {
		return t.im.named(func() error {
			return errors.Join(t.each(ctx, func(fields [][]byte) error { return line(t, fields) }), t.end())
		})
	}
}

// firstWords returns the first words of a text, which count its pages.
func firstWords(n int) func(rows [][][]byte) [][]byte {
	return func(rows [][][]byte) [][]byte { return rows[0][:min(n, len(rows[0]))] }
}

// markedFormat returns the format of whose mark a text begins; Auto if it begins with none.
func markedFormat(head []byte) Format {
	head = bytes.TrimPrefix(head, bom)
	for _, f := range textFormats() {
		if f.marks != nil && f.marks(head) {
			return f.format
		}
	}
	return Auto
}

// detectRows tells formats by their first lines, cut at blanks.
func detectRows(head []byte) Format {
	rows := firstRows(head, 64)
	for _, f := range textFormats() {
		if len(rows) > 0 && f.looks != nil && f.looks(rows, head) {
			return f.format
		}
	}
	return Edges
}
