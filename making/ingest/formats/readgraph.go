package formats

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"weft/making/assemble"
	"weft/making/ingest/scan"
)

// Scan returns a scanner of a text, after its byte order mark.
func (t *Text) Scan(ctx context.Context) *scan.Scanner {
	r := bufio.NewReaderSize(&Stopper{Ctx: ctx, Reader: t.Lines.Reader}, 1<<16)
	s := scan.NewScanner(r)
	if head, _ := r.Peek(len(scan.BOM)); bytes.HasPrefix(head, scan.BOM) {
		n, _ := r.Discard(len(scan.BOM)) // they are there
		s.Offset = int64(n)
	}
	return s
}

// A Stopper reads until its context is done.
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

var ErrStopped = errors.New("stopped")

func NewIDGraph(im *Import, where func() (line, offset int64)) (*assemble.Nodes, error) {
	g, err := assemble.NewNodes(im.Assembly, where)
	if err != nil {
		return nil, err
	}
	g.Alone, g.Size = im.NumInputs == 1, im.Total
	return g, nil
}
