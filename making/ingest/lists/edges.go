package lists

import (
	"bytes"
	"context"

	"weft/graph/kinds"
	"weft/graph/page"
	"weft/making/ingest/formats"
	"weft/making/ingest/tables"
)

// An edgeList is a list of arcs, or of pages and their successors.
type edgeList struct{ *formats.Text }

// Edges is a line an arc: two columns of numbers, or of names; other columns are not kept.
const Edges formats.Name = tables.Edges

// EdgesFormat is the format Edges.
var EdgesFormat = formats.Format{
	Name: Edges, Group: formats.Lists, Endings: []string{".tsv", ".csv", ".txt", ".ncol"}, Exports: []string{"tsv", "csv"},
	Says:  "one arc per line: two columns of numbers or names (URLs), separated by tabs, commas, semicolons, pipes or blanks. Fields may be quoted as in CSV (RFC 4180). There may be a header such as source,target, and comments after # or %. weft detects the layout from the first 1,000 lines and prints it (\"read as\", \"first arcs\"). A later line with another layout is bad. Other columns are ignored. Comments of SNAP and KONECT say whether arcs are directed; a first line \"pages arcs\" is checked. A header of unknown words, and other doubts, are asked about: each reading is printed with its first three arcs and its flags. On a terminal, type its number",
	Takes: []string{tables.ColumnsOption, tables.SeparatorOption, tables.FirstLineOption, tables.DirectedOption, formats.CommentsOption, formats.WeightsOption}, Marks: tables.IsOfWeftNames, Lay: layEdges, Read: readEdges,
}

// layEdges finds the layout of a list of arcs. Other texts that look like columns are refused, unless an option says that it is
// a list.
func layEdges(b *formats.Beginning, how *formats.Reading) (err error) {
	how.IsList = true
	if o := b.Options; !b.Named && o.Columns == nil && o.Sep == 0 && !tables.IsOfWeftNames(b.Head) {
		if err := tables.LooksLike(b.Sample()); err != nil {
			return err
		}
	}
	how.Layout, err = tables.Decide(b.Sample(), b.Options)
	return err
}

// readEdges reads a list of arcs.
func readEdges(ctx context.Context, x *formats.Text) error {
	t := edgeList{x}
	switch {
	case t.Import.Nodes != nil:
		return t.Import.Named(func() error { t.Apart = true; return t.counted(t.Each(ctx, nodeRows{x}.edge)) })
	case t.Import.Vertices && t.Layout.Numbers:
		return t.Import.Named(func() error { return t.Each(ctx, vertexLines{x}.arc) })
	case t.Layout.Numbers:
		return t.Import.Numbered(func() error { return t.counted(t.edges(ctx, t.Lines.Reader)) })
	}
	return t.Import.Named(func() error { return t.counted(t.Each(ctx, t.namedEdge)) })
}

// counted ends the reading of a list, which ended so, and compares it with the counts of its first line.
func (t edgeList) counted(err error) error {
	if err == nil {
		err = t.CheckCounts()
	}
	if err == nil {
		err = t.End()
	}
	return err
}

// Adjacency is a line a page: its number or name, then its successors.
const Adjacency formats.Name = tables.Adjacency

// AdjacencyFormat is the format Adjacency.
var AdjacencyFormat = formats.Format{
	Name: Adjacency, Group: formats.Lists, Endings: []string{".adj", ".adjlist"},
	Says:  "one page per line: number: successors",
	Takes: []string{tables.SeparatorOption}, Lay: layAdjacency, Read: readAdjacency,
}

// layAdjacency finds the layout of a list of pages and their successors.
func layAdjacency(b *formats.Beginning, how *formats.Reading) error {
	l, ok := tables.IsAdjacency(b.Sample(), b.Options.Sep)
	if !ok {
		l = &tables.Layout{Direction: -1}
		l.DecideAdjacency(b.Sample(), b.Options.Sep)
	}
	how.Layout, how.IsList = l, true
	return nil
}

// readAdjacency reads a list of pages and their successors.
func readAdjacency(ctx context.Context, x *formats.Text) error {
	t := edgeList{x}
	if t.Layout.Numbers {
		return t.Import.Numbered(func() error { return t.Each(ctx, t.adjacency) })
	}
	return t.Import.Named(func() error { return t.Each(ctx, t.namedAdjacency) })
}

func (t edgeList) edge(fields [][]byte) error { return t.Listed(fields, t.ArcOf) }

func (t edgeList) namedEdge(fields [][]byte) error {
	source, target, both, err := t.Ends(fields)
	if err != nil {
		return err
	}
	if len(source) == 0 && t.Layout.Seeds {
		return t.Mention(target, page.Unknown)
	}
	k, err := t.KindsIn(fields)
	if err != nil {
		return err
	}
	if err = t.NamedArcOf(source, target, k); err == nil && both && !t.IsLoop(source, target) {
		err = t.NamedArcOf(target, source, k)
	}
	return err
}

// adjacency reads "u: v w …" or "u v w …"; −1 ends a list.
func (t edgeList) adjacency(fields [][]byte) error {
	u, err := t.Number(bytes.TrimSuffix(fields[0], []byte(":")))
	if err != nil {
		return err
	}
	t.Import.NumPages = max(t.Import.NumPages, u+1)
	if len(fields) == 1 || string(fields[1]) == "-1" {
		return t.Import.LonePage(u)
	}
	return t.successors(u, fields[1:])
}

func (t edgeList) successors(u uint32, fields [][]byte) error {
	for _, f := range fields {
		if string(f) == "-1" {
			break
		}
		v, err := t.Number(f)
		if err == nil {
			err = t.Arc(u, v)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (t edgeList) namedAdjacency(fields [][]byte) error {
	var err error
	if t.Key, err = t.Name(t.Key[:0], bytes.TrimSuffix(fields[0], []byte(":"))); err != nil {
		return err
	}
	c, s := t.Import.Col, t.StateOfNamed()
	from := c.Page(t.Key, s)
	for _, f := range fields[1:] {
		if t.Key, err = t.Name(t.Key[:0], f); err != nil {
			return err
		}
		c.Arc(from, c.Page(t.Key, s), kinds.Link)
	}
	return c.Room()
}
