package ingest

import (
	"context"
	"weft/making/assemble"
	"weft/making/ingest/tables"
)

// readIDLines reads a text whose lines declare nodes and edges. row reads t.line, and returns errNoRecord if the graph
// counted a node or an edge. ends are called after the last line.
func (t *text) readIDLines(ctx context.Context, implicit bool, row func(g *assemble.Nodes) error, ends ...func(g *assemble.Nodes) error) error {
	t.layout = &tables.RawLine
	g, err := newIDGraph(t.im, func() (line, offset int64) { return t.lines.Number, t.lines.Offset })
	if err != nil {
		return err
	}
	defer g.Close()
	g.Implicit = implicit
	if err := t.each(ctx, func([][]byte) error { return row(g) }); err != nil {
		return err
	}
	for _, end := range ends {
		if err := end(g); err != nil {
			return err
		}
	}
	return g.Finish()
}

// isDirected says whether the edges of a format that does not say so have a direction: yes unless the option says no.
func (t *text) isDirected() bool {
	if t.im.lists.Directed == "" {
		t.im.Notes["graphs without a word about direction, read as directed"]++
	}
	return t.im.lists.Directed != tables.DirectedNo
}
