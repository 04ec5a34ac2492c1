package lists

import (
	"bytes"
	"context"
	"fmt"

	"weft/internal/option"
	"weft/making/assemble"
	"weft/making/ingest/formats"
	"weft/making/ingest/scan"
	"weft/making/ingest/tables"
	"weft/making/ingest/tally"
)

// Multiline is NetworkX's multi-line adjacency list.
const Multiline formats.Name = "multiline"

// MultilineFormat is the format Multiline.
var MultilineFormat = formats.Format{
	Name: Multiline, Group: formats.Programs,
	Says:  "NetworkX: \"node degree\", then one neighbour per line; {directed} says whether edges are directed",
	Takes: []string{tables.DirectedOption}, Looks: IsMultiline, Lay: layMultiline, Read: readMultiline,
}

// A multiline reads a multi-line adjacency list (nx.write_multiline_adjlist). Each node has a line "node degree"
// and degree lines with a neighbour, perhaps followed by attributes between braces, which are not kept. Labels
// have no blanks. Only # begins comments.
type multiline struct {
	*formats.Text
	left   int64  // neighbours that follow
	source []byte // of the neighbours
	from   uint32 // its number
}

// IsMultiline says whether each of the first lines is one of a node, or of a neighbour of the last node.
func IsMultiline(_ [][][]byte, head []byte) bool {
	const most = 64
	rows := multilineRows(head, most)
	i, nodes, neighbours := 0, 0, 0
	for i < len(rows) {
		degree, ok := degreeIn(rows[i])
		if !ok {
			return false
		}
		i++
		nodes++
		for ; degree > 0 && i < len(rows); degree-- {
			if !isNeighbour(rows[i]) {
				return false
			}
			neighbours++
			i++
		}
		if degree > 0 && len(rows) < most && len(head) < scan.TextPeek {
			return false // the text ends too early
		}
	}
	return nodes > 1 && neighbours > 0
}

// multilineRows returns the words of the first lines that are neither empty nor comments, whole ones.
func multilineRows(head []byte, most int) (rows [][][]byte) {
	if len(head) >= scan.TextPeek {
		head = head[:bytes.LastIndexByte(head, '\n')+1]
	}
	for head = bytes.TrimPrefix(head, scan.BOM); len(rows) < most && len(head) > 0; {
		var line []byte
		line, head, _ = bytes.Cut(head, []byte{'\n'})
		if row := bytes.Fields(line); len(row) > 0 && row[0][0] != '#' {
			rows = append(rows, row)
		}
	}
	return rows
}

// degreeIn returns the degree in a line of a node.
func degreeIn(row [][]byte) (int64, bool) {
	if len(row) != 2 {
		return 0, false
	}
	n, ok := scan.ParseNumber(row[1])
	return int64(n), ok
}

// isNeighbour reports whether a line holds a neighbour. A line has a word at least.
func isNeighbour(row [][]byte) bool {
	return len(row) == 1 || row[1][0] == '{' && row[len(row)-1][len(row[len(row)-1])-1] == '}'
}

// layMultiline decides from the start of a list whether its nodes are numbers, and whether its edges have a
// direction, which NetworkX does not record. For an undirected graph it writes each edge once, below the node that
// comes first. So if a neighbour was a node before, the graph is directed. Otherwise it may be either.
func layMultiline(b *formats.Beginning, how *formats.Reading) error {
	o, l := b.Options, tables.AnyLine
	how.Layout = &l
	l.Signs = [len(tables.SignBytes)]tables.SignUse{tables.SignAlways, tables.SignNever}
	l.Numbers = true
	seen, back := map[string]bool{}, false
	left, node := int64(0), ""
	for _, row := range multilineRows(b.Head, 10*tables.SampleLines) {
		l.Numbers = l.Numbers && scan.IsNumber(row[0])
		if left == 0 {
			left, _ = degreeIn(row)
			node = string(row[0])
			seen[node] = true
			continue
		}
		left--
		to := string(row[0])
		back = back || seen[to] && to != node
	}
	switch {
	case o.Directed != "":
		l.Both = o.Directed == tables.DirectedNo
	case !back:
		return option.Errorf("it looks like a multi-line adjacency list of NetworkX, which does not say whether its edges have a direction, and none leads back to an earlier node: say {directed} no if the graph is undirected, {directed} yes if it is directed")
	}
	return nil
}

func readMultiline(ctx context.Context, t *formats.Text) error {
	m := &multiline{Text: t}
	t.Both = t.Layout.Both
	read := func() error {
		if err := t.Each(ctx, m.take); err != nil {
			return err
		}
		if m.left == 0 {
			return nil
		}
		missing := m.left
		if err := t.Import.Tally.Reject(t.Lines.End, fmt.Sprintf("the text ends, and %d neighbours of %.80q are missing", missing, m.source)); err != nil {
			return err
		}
		t.Import.Tally.Bad += missing - 1
		return nil
	}
	if t.Layout.Numbers {
		return t.Import.Numbered(read)
	}
	return t.Import.Named(read)
}

// take reads a line.
func (m *multiline) take(fields [][]byte) error {
	if m.left > 0 {
		m.left--
		if !isNeighbour(fields) {
			return tally.Badf("%d words: expected a neighbour of %.80q, perhaps with attributes between braces", len(fields), m.source)
		}
		if len(fields) > 1 && string(fields[1]) != "{}" {
			m.Import.Notes[assemble.EdgeAttributes]++
		}
		return m.join(fields[0])
	}
	degree, ok := degreeIn(fields)
	if !ok {
		return tally.Badf("expected a node and the number of its neighbours")
	}
	m.source, m.left = append(m.source[:0], fields[0]...), degree
	if !m.Layout.Numbers {
		return m.mentionNode(fields[0])
	}
	var err error
	if m.from, err = m.Number(fields[0]); err != nil {
		return err
	}
	m.Import.NumPages = max(m.Import.NumPages, m.from+1)
	return m.Import.LonePage(m.from)
}

func (m *multiline) mentionNode(name []byte) error {
	var err error
	if m.Key, err = m.Name(m.Key[:0], name); err == nil {
		m.Import.Col.Page(m.Key, m.StateOfNamed())
		err = m.Import.Col.Room()
	}
	return err
}

// join adds an arc to a neighbour.
func (m *multiline) join(to []byte) error {
	if m.Both {
		m.Import.Notes["edges without direction, which are two arcs"]++
	}
	if m.Layout.Numbers {
		v, err := m.Number(to)
		if err == nil {
			err = m.Arc(m.from, v)
		}
		return err
	}
	err := m.NamedArc(m.source, to)
	if err == nil && m.Both {
		err = m.NamedArc(to, m.source)
	}
	return err
}
