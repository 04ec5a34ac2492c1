package formats

import (
	"bufio"
	"bytes"

	"weft/making/ingest/scan"
	"weft/making/ingest/tables"
)

// BlankBytes are the bytes that may precede the mark of a format.
const BlankBytes = " \t\r\n"

// FirstRows returns the words of the first lines of a text that are neither empty nor comments, up to a number of lines.
// If the head or a long line is cut, the last word of the cut line is left out.
func FirstRows(head []byte, most int) [][][]byte {
	peeked := len(head)
	head = bytes.TrimPrefix(head, scan.BOM)
	var rows [][][]byte
	for len(rows) < most && len(head) > 0 {
		line, rest, whole := bytes.Cut(head, []byte{'\n'})
		cut := !whole && peeked >= scan.TextPeek
		head = rest
		if len(line) > scan.LongRow {
			line, cut = line[:scan.LongRow], true
		}
		if tables.AnyLine.IsComment(line) {
			continue
		}
		fields := (&tables.Splitter{Sep: ' '}).Split(nil, line)
		if cut && len(fields) > 0 {
			fields = fields[:len(fields)-1]
		}
		if len(fields) > 0 {
			rows = append(rows, fields)
		}
	}
	return rows
}

// FirstWords returns the Counts of a format whose texts begin with up to n words that count the pages.
func FirstWords(n int) func(rows [][][]byte) [][]byte {
	return func(rows [][][]byte) [][]byte { return rows[0][:min(n, len(rows[0]))] }
}

// PeekReader returns a reader of the beginning of a text.
func PeekReader(b []byte) *bufio.Reader { return bufio.NewReader(bytes.NewReader(b)) }
