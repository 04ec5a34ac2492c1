package formats

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"

	"weft/making/assemble"
	"weft/making/ingest/scan"
	"weft/making/ingest/tables"
)

// Scan returns a scanner of the text after its byte order mark. It reads until the context is done.
func (t *Text) Scan(ctx context.Context) *scan.Scanner {
	r := bufio.NewReaderSize(&Stopper{Ctx: ctx, Reader: t.Lines.Reader}, 1<<16)
	s := scan.NewScanner(r)
	if head, _ := r.Peek(len(scan.BOM)); bytes.HasPrefix(head, scan.BOM) {
		n, _ := r.Discard(len(scan.BOM)) // they are there
		s.Offset = int64(n)
	}
	return s
}

// A Stopper reads until its context is done. Then it returns ErrStopped.
type Stopper struct {
	Ctx    context.Context //nolint:containedctx // a stopper lives as long as one call
	Reader io.Reader
}

func (s *Stopper) Read(p []byte) (int, error) {
	if err := s.Ctx.Err(); err != nil {
		return 0, errors.Join(ErrStopped, err)
	}
	return s.Reader.Read(p)
}

// ErrStopped says that the import was stopped. It distinguishes a stop from a text that breaks off.
var ErrStopped = errors.New("stopped")

// NewIDGraph returns the sink of a graph whose nodes have identifiers. where returns the place of its reader.
func NewIDGraph(im *Import, where func() (line, offset int64)) (*assemble.Nodes, error) {
	g, err := assemble.NewNodes(im.Assembly, where)
	if err != nil {
		return nil, err
	}
	g.Alone, g.Size = im.NumInputs == 1, im.Total
	return g, nil
}

// ReadIDLines reads a text whose lines declare nodes and edges. row reads t.Line, and returns ErrNoRecord if the graph
// counted a node or an edge. ends are called after the last line. implicit is set if edges declare nodes.
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

// IsDirected reports whether edges have a direction, in formats that do not say so: yes, unless the option says no.
func (t *Text) IsDirected() bool {
	if t.Import.Lists.Directed == "" {
		t.Import.Notes["graphs without a word about direction, read as directed"]++
	}
	return t.Import.Lists.Directed != tables.DirectedNo
}
