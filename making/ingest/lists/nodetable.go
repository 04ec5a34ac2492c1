package lists

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"weft/graph/kinds"
	"weft/internal/option"
	"weft/making/assemble"
	"weft/making/ingest/formats"
	"weft/making/ingest/judge"
	"weft/making/ingest/tables"
	"weft/making/ingest/tally"
)

// Nodes is a table of nodes with their names, as Gephi exports it; arcs by identifier follow in other inputs.
const Nodes formats.Name = "nodes"

// NodesFormat is the format Nodes.
var NodesFormat = formats.Format{
	Name: Nodes, Group: formats.Programs,
	Says:  "Gephi: a table with Id and Label; given together with the table of edges",
	Takes: []string{tables.ColumnsOption, tables.SeparatorOption, tables.FirstLineOption, tables.DirectedOption}, Lay: layNodes, Read: readNodeTable, Describe: describeNodes,
}

// Words of headers of tables of nodes, as of [judge.Word].
var (
	idWords   = []string{"id", "nodeid", "node"}
	nodeNames = []string{"url", "uri", "label", "name", "title"} // the better ones first
)

// indexWord is the name of the identifier of a node in the nodes.csv of Netzschleuder, whose header is a comment.
const indexWord = "index"

// nodeLines returns the lines of a table of nodes: a first comment is its header if it begins "# index".
func nodeLines(head []byte) [][]byte {
	s := tables.TakeSample(head)
	lines := s.Texts()
	if len(s.Lines) == 0 || s.Lines[0].Sign < 0 || s.Plain == 0 {
		return lines
	}
	first := bytes.TrimSpace(s.Lines[0].Text)
	words := bytes.Fields(bytes.ReplaceAll(first, []byte{','}, []byte{' '}))
	if len(words) < 2 || string(words[0]) != "#" || string(words[1]) != indexWord {
		return lines
	}
	return slices.Insert(slices.Clone(lines), 0, first)
}

// NodeColumns returns the columns of identifier and name in the header of a table of nodes, and their separator; 0
// for other texts.
func NodeColumns(head []byte) (sep byte, id, name int) {
	lines, ids := nodeLines(head), idWords
	if len(lines) < 2 {
		return 0, 0, 0
	}
	if lines[0][0] == '#' {
		ids = []string{indexWord}
	}
	for _, sep := range []byte{',', ';', '\t'} {
		sp := tables.Splitter{Sep: sep, Quotes: true}
		words := tables.Texts(sp.Split(nil, lines[0]))
		if _, _, ok := judge.FindPair(words); ok || len(words) < 2 {
			continue
		}
		for i := range words {
			words[i] = judge.Word(words[i])
		}
		id := slices.IndexFunc(words, func(w string) bool { return slices.Contains(ids, w) })
		name := -1
		for _, w := range nodeNames {
			if name < 0 {
				name = slices.Index(words, w)
			}
		}
		if id >= 0 && name >= 0 {
			return sep, id, name
		}
	}
	return 0, 0, 0
}

// layNodes is the layout of a table of nodes.
func layNodes(b *formats.Beginning, how *formats.Reading) error {
	how.Layout = &tables.RawLine
	sep, id, name := NodeColumns(b.Head)
	if sep == 0 {
		return option.Errorf("a table of nodes begins with the names of its columns, Id and Label (or Url) among them")
	}
	if b.Options.Alone {
		return option.Errorf("it looks like a table of nodes with their names: give the table of edges together with it (or, with a list of numbered arcs, name it with {names})")
	}
	sp := tables.Splitter{Sep: sep, Quotes: true}
	header := tables.Texts(sp.Split(nil, nodeLines(b.Head)[0]))
	how.Layout = &tables.Layout{
		Sep: sep, Quotes: tables.QuotesAlways, Source: id, Target: name, Direction: -1, Columns: len(header), Header: header, SkipHeader: true,
	}
	return nil
}

// describeNodes names the columns of a table of nodes.
func describeNodes(head []byte) string {
	sep, id, name := NodeColumns(head)
	if sep == 0 {
		return ""
	}
	sp := tables.Splitter{Sep: sep, Quotes: true}
	header := tables.Texts(sp.Split(nil, nodeLines(head)[0]))
	return fmt.Sprintf("identifiers in %q, names in %q", strings.TrimLeft(header[id], "# "), header[name])
}

func readNodeTable(ctx context.Context, t *formats.Text) error {
	if t.Import.Arcs != nil {
		return fmt.Errorf("the table of nodes follows its arcs: name it first")
	}
	return t.Import.Named(func() error {
		if t.Import.Nodes == nil {
			t.Import.Nodes = &formats.NodeTable{Base: t.Import.NumNames}
		}
		t.Apart = true
		return t.Each(ctx, nodeRows{t}.take)
	})
}

// nodeRow reads a node.
// nodeRows reads the rows of a table of nodes, and of arcs between them.
type nodeRows struct{ *formats.Text }

func (t nodeRows) take(fields [][]byte) error {
	l := t.Layout
	if l.Source >= len(fields) {
		return tally.Badf("%d columns: the header names %d", len(fields), len(l.Header))
	}
	id := fields[l.Source]
	n, isNew, err := t.Import.Nodes.Number(t.Import, id)
	switch {
	case err != nil:
		return err
	case !isNew:
		return tally.Badf("node %.80q is listed twice", id)
	}
	name := id
	if l.Target < len(fields) && len(fields[l.Target]) > 0 {
		name = fields[l.Target]
	}
	if len(l.Header) > 2 {
		t.Import.Notes[assemble.NodeAttributes]++
	}
	return t.Node(n, name)
}

// nodeEdge reads an arc between nodes of a table. An end that is not in it becomes a page that is called by its
// identifier, as in Gephi.
func (t nodeRows) edge(fields [][]byte) error {
	source, target, both, err := t.Ends(fields)
	if err != nil {
		return err
	}
	var ends [2]uint32
	for i, id := range [][]byte{source, target} {
		n, isNew, err := t.Import.Nodes.Number(t.Import, id)
		if err != nil {
			return err
		}
		if ends[i] = n; isNew {
			t.Import.Notes["ends of arcs that the table of nodes does not list"]++
			if err := t.Node(n, bytes.Clone(id)); err != nil {
				return err
			}
		}
	}
	if err = t.LooseArc(ends[0], ends[1], kinds.Link); err == nil && both && ends[0] != ends[1] {
		err = t.LooseArc(ends[1], ends[0], kinds.Link)
	}
	return err
}
