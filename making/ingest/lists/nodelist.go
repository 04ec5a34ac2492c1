package lists

import (
	"fmt"

	"weft/graph/kinds"
	"weft/making/ingest/formats"
	"weft/making/ingest/scan"
	"weft/making/ingest/tally"
	"weft/web/weburl"
)

// NodeLines is "n number name" and "e from to".
const NodeLines formats.Name = "nodelines"

// NodeLinesFormat is the format NodeLines.
var NodeLinesFormat = formats.Format{
	Name: NodeLines, Group: formats.Lists,
	Says:  "\"n number URL\", \"e from to\"",
	Looks: isNodeLines, Read: formats.NamedLines(func(t *formats.Text) func([][]byte) error { return numberedLines{t}.node }),
}

// Numbered is "nodes arcs …", then "number name" from 1, then "from to": hollins.dat.
const Numbered formats.Name = "numbered"

// NumberedFormat is the format Numbered.
var NumberedFormat = formats.Format{
	Name: Numbered, Group: formats.Lists,
	Says:  "\"pages arcs\", then \"number URL\", then \"from to\"",
	Looks: isNumbered, Read: formats.NamedLines(func(t *formats.Text) func([][]byte) error { return numberedLines{t}.take }), Counts: formats.FirstWords(1),
	PerPage: func([]byte) int64 { return 8 },
}

// numberedLines reads lists of numbered nodes and arcs.
type numberedLines struct{ *formats.Text }

func (t numberedLines) node(fields [][]byte) error {
	if len(fields) < 3 {
		return tally.Badf("expected \"n number name\" or \"e from to\"")
	}
	n, err := t.Number(fields[1])
	if err != nil {
		return err
	}
	switch string(fields[0]) {
	case "n":
		return t.Node(n, fields[2])
	case "e":
		v, err := t.Number(fields[2])
		if err != nil {
			return err
		}
		return t.LooseArc(n, v, kinds.Link)
	}
	return tally.Badf("expected \"n number name\" or \"e from to\"")
}

func (t numberedLines) take(fields [][]byte) error {
	if t.Rows == 1 {
		t.Base = 1
		n, ok := scan.ParseNumber(fields[0])
		if !ok || len(fields) < 2 {
			return fmt.Errorf("line %d: expected the numbers of pages and arcs", t.Lines.Number)
		}
		t.Nodes = n
		if m, ok := scan.ParseNumber(fields[1]); ok {
			t.Entries = int64(m)
		}
		return nil
	}
	if len(fields) < 2 {
		return tally.Badf("one column: expected a number and a name, or two numbers")
	}
	u, err := t.Number(fields[0])
	if err == nil && u >= t.Nodes {
		err = tally.Badf("page %d of %d", u+1, t.Nodes)
	}
	if err != nil {
		return err
	}
	if v, ok := scan.ParseNumber(fields[1]); ok && t.Next == t.Nodes {
		if v < 1 || v > t.Nodes {
			return tally.Badf("page %d of %d", v, t.Nodes)
		}
		t.Seen++
		return t.LooseArc(u, v-1, kinds.Link)
	}
	t.Next++
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
