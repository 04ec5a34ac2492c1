package lists

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"weft/making/ingest/formats"
	"weft/making/ingest/scan"
	"weft/making/ingest/tables"
	"weft/making/ingest/tally"
)

// ASCIIGraph is the number of pages, then a line a page with its successors.
const ASCIIGraph formats.Name = tables.ASCIIGraph

// ASCIIGraphFormat is the format ASCIIGraph.
var ASCIIGraphFormat = formats.Format{
	Name: ASCIIGraph, Group: formats.Lists,
	Says:  "the number of pages, then one line of successors per page",
	Looks: isASCIIGraph, Read: readASCIIGraph, Counts: formats.FirstWords(1),
}

// isASCIIGraph reports whether the first line is a number, and the others are numbers. If all of these have as many
// numbers, two at least, the text may be a list of arcs below a count. The reader of lists decides that.
func isASCIIGraph(rows [][][]byte, head []byte) bool {
	if len(rows[0]) != 1 || !scan.IsNumber(rows[0][0]) || len(rows) < 2 || !allNumbers(rows[1:]) {
		return false
	}
	width := max(2, len(rows[1]))
	return slices.ContainsFunc(rows[1:], func(row [][]byte) bool { return len(row) != width }) || bytes.Contains(head, []byte("\n\n"))
}

func allNumbers(rows [][][]byte) bool {
	return !slices.ContainsFunc(rows, func(row [][]byte) bool {
		return slices.ContainsFunc(row, func(f []byte) bool { return !scan.IsNumber(f) })
	})
}

func readASCIIGraph(ctx context.Context, t *formats.Text) error {
	t.Empty = true
	return t.Import.Numbered(func() error { return t.ReadLines(ctx, asciiLines{t}.take) })
}

// asciiLine reads the number of pages, then the successors of page 0, 1, ….
// asciiLines reads lines of an ASCII graph.
type asciiLines struct{ *formats.Text }

func (t asciiLines) take(fields [][]byte) error {
	if t.Rows == 1 {
		n, ok := scan.ParseNumber(fields[0])
		if !ok || len(fields) != 1 {
			return fmt.Errorf("line %d: expected the number of pages alone", t.Lines.Number)
		}
		t.Nodes = n
		return nil
	}
	if t.Next == t.Nodes {
		if len(fields) == 0 {
			return nil
		}
		return tally.Badf("there are more lines than the %d pages", t.Nodes)
	}
	t.Next++
	return edgeList(t).successors(t.Next-1, fields)
}
