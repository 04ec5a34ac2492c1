package ingest

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"weft/making/assemble"
	"weft/making/ingest/scan"
)

// scan returns a scanner of a text, after its byte order mark.
func (t *text) scan(ctx context.Context) *scan.Scanner {
	r := bufio.NewReaderSize(&stopper{ctx: ctx, r: t.lines.Reader}, 1<<16)
	s := scan.NewScanner(r)
	if head, _ := r.Peek(len(scan.BOM)); bytes.HasPrefix(head, scan.BOM) {
		n, _ := r.Discard(len(scan.BOM)) // they are there
		s.Offset = int64(n)
	}
	return s
}

// readNodes reads a text whose nodes have identifiers.
func readNodes(ctx context.Context, t *text, how *reading, _ []byte) (err error) {
	s := t.scan(ctx)
	where := func() (line, offset int64) { return s.Line, s.Offset }
	g, err := newIDGraph(t.im, where)
	if err != nil {
		return err
	}
	defer g.Close()
	g.UsualWeight(how.format == GEXF)
	if how.format == GML {
		err = (&gmlReader{Scanner: s, sink: g}).read()
	} else {
		err = newXMLReader(s, g).read()
	}
	if err != nil {
		return err
	}
	return g.Finish()
}

// A stopper reads until its context is done.
type stopper struct {
	ctx context.Context //nolint:containedctx // a stopper lives as long as one call
	r   io.Reader
}

func (s *stopper) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, errors.Join(errStopped, err)
	}
	return s.r.Read(p)
}

var errStopped = errors.New("stopped")

func newIDGraph(im *importer, where func() (line, offset int64)) (*assemble.Nodes, error) {
	g, err := assemble.NewNodes(im.Assembly, where)
	if err != nil {
		return nil, err
	}
	g.Alone, g.Size = len(im.opts.Inputs) == 1, im.total
	return g, nil
}
