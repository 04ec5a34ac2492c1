package graphs

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"weft/internal/ascii"
	"weft/internal/held"
	"weft/making/assemble"
	"weft/making/ingest/formats"
	"weft/making/ingest/judge"
	"weft/making/ingest/tally"
)

// GDF is the format of GUESS, which Gephi and collectors of social network data write. It has a table of nodes below
// "nodedef>", and a table of edges below "edgedef>".
const GDF formats.Name = "gdf"

// GDFFormat is the format GDF.
var GDFFormat = formats.Format{
	Name: GDF, Group: formats.Programs, Endings: []string{".gdf"},
	Says:  "GUESS and Gephi: tables of nodes and of edges",
	Takes: []string{formats.WeightsOption}, Marks: isGDF, Read: readGDF,
}

var gdfHead = held.Regexp(`(?i)^\s*(node|edge)def\s*>`)

func isGDF(head []byte) bool { return gdfHead().Match(head[:min(len(head), 64)]) }

// A gdfReader reads GDF (E. Adar, "GUESS: a language and interface for graph exploration", 2006). A node is called by its
// name, unless it has a url or a label; edges have no direction unless their column directed says so. Edges declare the
// nodes that they join, as in Gephi.
type gdfReader struct {
	*formats.Text
	g       *assemble.Nodes
	edges   bool // below edgedef>
	columns []string
	cells   [][]byte
	cell    []byte // cells without their quotes
}

func readGDF(ctx context.Context, t *formats.Text) error {
	r := &gdfReader{Text: t}
	return t.ReadIDLines(ctx, true, func(g *assemble.Nodes) error {
		r.g = g
		return r.row()
	})
}

// row reads a line. [assemble.Nodes] counts the nodes and edges, good and bad.
func (r *gdfReader) row() error {
	line := bytes.TrimSpace(r.Line)
	if gdfHead().Match(line) {
		r.begin(line)
		return formats.ErrNoRecord
	}
	if !r.cut(line) {
		return tally.Badf("a quoted field that does not end")
	}
	if r.edges {
		return r.edge()
	}
	return r.node()
}

// begin reads the head of a table: name TYPE, ….
func (r *gdfReader) begin(line []byte) {
	i := bytes.IndexByte(line, '>')
	r.edges = ascii.EqualFold(bytes.TrimSpace(line[:i]), "edgedef")
	r.columns = r.columns[:0]
	for c := range strings.SplitSeq(string(line[i+1:]), ",") {
		name, _, _ := strings.Cut(strings.TrimSpace(c), " ")
		r.columns = append(r.columns, strings.ToLower(name))
	}
	if r.edges && !slices.Contains(r.columns, "directed") {
		r.g.Left("tables of edges without a column directed: each edge is two arcs")
	}
}

// cut cuts a line at commas outside quotes, single or double, in which a backslash escapes the next character.
func (r *gdfReader) cut(line []byte) bool {
	r.cells, r.cell = r.cells[:0], r.cell[:0]
	start, quote := 0, byte(0)
	end := func() {
		r.cells = append(r.cells, bytes.TrimSpace(r.cell[start:]))
		start = len(r.cell)
	}
	r.cell = slices.Grow(r.cell, len(line)) // cells are parts of it
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quote != 0 && c == '\\' && i+1 < len(line):
			i++
			r.cell = append(r.cell, line[i])
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			r.cell = append(r.cell, c)
		case (c == '"' || c == '\'') && len(bytes.TrimSpace(r.cell[start:])) == 0:
			quote = c
		case c == ',':
			end()
		default:
			r.cell = append(r.cell, c)
		}
	}
	end()
	return quote == 0
}

// field returns the value of a column with one of some names; empty if there is none.
func (r *gdfReader) field(names ...string) []byte {
	for _, name := range names {
		if i := slices.Index(r.columns, name); i >= 0 && i < len(r.cells) && len(r.cells[i]) > 0 {
			return r.cells[i]
		}
	}
	return nil
}

// settled hides an error that [assemble.Nodes] has counted: the line is no record of its own.
func settledRecord(err error) error {
	if err == nil {
		return formats.ErrNoRecord
	}
	return err
}

func (r *gdfReader) node() error {
	id := r.field("name")
	if len(id) == 0 {
		return tally.Badf("a node without a name")
	}
	name := r.field("url", "uri", "href")
	if len(name) == 0 && !judge.IsURL(id) {
		name = r.field("label")
	}
	return settledRecord(r.g.Node(id, name))
}

func (r *gdfReader) edge() error {
	from, to := r.field("node1"), r.field("node2")
	if len(from) == 0 || len(to) == 0 {
		return tally.Badf("expected the two nodes of an edge")
	}
	directed := r.field("directed")
	known := 2
	if slices.Contains(r.columns, "directed") {
		known++
	}
	if i := slices.IndexFunc(r.columns, r.g.Weighs); i >= 0 {
		known++
		if i < len(r.cells) {
			r.g.EdgeWeight(r.cells[i])
		}
	}
	if len(r.columns) > known {
		r.g.Left(assemble.EdgeAttributes)
	}
	return settledRecord(r.g.Edge(from, to, !ascii.EqualFold(directed, "true") && string(directed) != "1"))
}
