package ingest

import (
	"fmt"

	"weft/graph/kinds"
	"weft/making/ingest/scan"
	"weft/making/ingest/tally"
	"weft/web/weburl"
)

// NodeLines is "n number name" and "e from to".
const NodeLines Format = "nodelines"

var _ = register(textFormat{format: NodeLines, place: 7, looks: isNodeLines, read: namedLines((*text).nodeLine)})

// Numbered is "nodes arcs …", then "number name" from 1, then "from to": hollins.dat.
const Numbered Format = "numbered"

var _ = register(textFormat{
	format: Numbered, place: 8, looks: isNumbered, read: namedLines((*text).numberedLine), counts: firstWords(1),
	perPage: func([]byte) int64 { return 8 },
})

func (t *text) nodeLine(fields [][]byte) error {
	if len(fields) < 3 {
		return tally.Badf("expected \"n number name\" or \"e from to\"")
	}
	n, err := t.number(fields[1])
	if err != nil {
		return err
	}
	switch string(fields[0]) {
	case "n":
		return t.Node(n, fields[2])
	case "e":
		v, err := t.number(fields[2])
		if err != nil {
			return err
		}
		return t.looseArc(n, v, kinds.Link)
	}
	return tally.Badf("expected \"n number name\" or \"e from to\"")
}

func (t *text) numberedLine(fields [][]byte) error {
	if t.rows == 1 {
		t.base = 1
		n, ok := scan.ParseNumber(fields[0])
		if !ok || len(fields) < 2 {
			return fmt.Errorf("line %d: expected the numbers of pages and arcs", t.lines.Number)
		}
		t.Nodes = n
		if m, ok := scan.ParseNumber(fields[1]); ok {
			t.entries = int64(m)
		}
		return nil
	}
	if len(fields) < 2 {
		return tally.Badf("one column: expected a number and a name, or two numbers")
	}
	u, err := t.number(fields[0])
	if err == nil && u >= t.Nodes {
		err = tally.Badf("page %d of %d", u+1, t.Nodes)
	}
	if err != nil {
		return err
	}
	if v, ok := scan.ParseNumber(fields[1]); ok && t.next == t.Nodes {
		if v < 1 || v > t.Nodes {
			return tally.Badf("page %d of %d", v, t.Nodes)
		}
		t.seen++
		return t.looseArc(u, v-1, kinds.Link)
	}
	t.next++
	return t.Node(u, fields[1])
}

func isNodeLines(rows [][][]byte, _ []byte) bool {
	row := rows[0]
	return len(row) >= 3 && scan.IsNumber(row[1]) && (string(row[0]) == "n" || string(row[0]) == "e" && scan.IsNumber(row[2]))
}

// isNumbered says whether the first line counts nodes and arcs, and the next names a node.
func isNumbered(rows [][][]byte, _ []byte) bool {
	first := rows[0]
	return len(first) >= 2 && scan.IsNumber(first[0]) && scan.IsNumber(first[1]) && len(rows) > 1 && namesPage(rows[1])
}

// namesPage says whether a line is a number and a URL.
func namesPage(row [][]byte) bool {
	if len(row) < 2 || !scan.IsNumber(row[0]) {
		return false
	}
	_, err := weburl.Append(nil, row[1])
	return err == nil
}

// looseArc keeps an arc between pages whose names may come later.
func (t *text) looseArc(u, v uint32, k kinds.Set) error {
	return t.im.LooseArc(u, v, k, t.lines.Offset)
}
