package generate

import (
	"context"

	"weft/graph"
	"weft/graph/bv"
	"weft/internal/mem"
	"weft/store"
)

// writeTranspose turns the graph round that was written.
func (b *builder) writeTranspose(ctx context.Context) (err error) {
	mem.Release()
	g, err := bv.Open(b.draft.Path(store.GraphBase))
	if err != nil {
		return err
	}
	defer g.Close() //nolint:errcheck // nothing was written
	err = store.Transpose(ctx, b.draft.Path(store.TransposeBase), watched{g, b}, store.TransposeOptions{
		Memory: b.opts.transposeMemory(), Dir: b.draft.Dir(), Workers: b.opts.Workers, BV: bv.Options{Workers: b.opts.Workers},
	})
	if err != nil {
		return err
	}
	t, err := bv.Open(b.draft.Path(store.TransposeBase))
	if err != nil {
		return err
	}
	if t.NumArcs() > 0 {
		b.m.Counts.TransBitsPA = float64(t.SizeBits()) / float64(t.NumArcs())
	}
	return t.Close()
}

// watched is a graph that tells that it is read.
type watched struct {
	graph.Random
	b *builder
}

func (w watched) Scan(r graph.Range) graph.Cursor {
	w.b.note("transposing", 0, 0)
	return w.Random.Scan(r)
}
