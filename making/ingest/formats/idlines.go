package formats

import (
	"context"
	"weft/making/assemble"
	"weft/making/ingest/tables"
)

// ReadIDLines reads a text whose lines declare nodes and edges. row reads t.line, and returns errNoRecord if the graph
// counted a node or an edge. ends are called after the last line.
func (t *Text) ReadIDLines(ctx context.Context, implicit bool, row func(g *assemble.Nodes) error, ends ...func(g *assemble.Nodes) error) error {
	t.Layout = &tables.RawLine
	g, err := NewIDGraph(t.Import, func() (line, offset int64) { return t.Lines.Number, t.Lines.Offset })
	if err != nil {
		return err
	}
	defer g.Close()
	g.Implicit = implicit
	if err := t.Each(ctx, func([][]byte) error { return row(g) }); err != nil {
		return err
	}
	for _, end := range ends {
		if err := end(g); err != nil {
			return err
		}
	}
	return g.Finish()
}

// IsDirected says whether the edges of a format that does not say so have a direction: yes unless the option says no.
func (t *Text) IsDirected() bool {
	if t.Import.Lists.Directed == "" {
		t.Import.Notes["graphs without a word about direction, read as directed"]++
	}
	return t.Import.Lists.Directed != tables.DirectedNo
}
