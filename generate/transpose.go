package generate

import (
	"context"

	"weft/internal/mem"
	"weft/store"
)

// writeTranspose turns the graph round that was written.
func (b *builder) writeTranspose(ctx context.Context) error {
	mem.Release()
	st, err := b.draft.Transpose(ctx, store.TransposeOptions{
		Memory: b.opts.transposeMemory(), Workers: b.opts.Workers, Note: func() { b.note("transposing", 0, 0) },
	})
	b.m.Counts.TransBitsPA = st.BitsPerArc()
	return err
}
