package generate

import (
	"context"

	"weft/gen/model"
	"weft/graph"
	"weft/internal/par"
	"weft/store"
)

// keys are the sort keys of a few pages in a row.
type keys struct {
	pages graph.Range
	text  []byte
	ends  []int // of each key in text
}

func (k *keys) make(from *model.Namer) {
	for u := k.pages.Lo; u < k.pages.Hi; u++ {
		k.text = from.AppendKey(k.text, graph.Node(u))
		k.ends = append(k.ends, len(k.text))
	}
}

// writeNames writes the names of the pages, their hosts and their domains.
func (b *builder) writeNames(ctx context.Context, from Named) error {
	w, err := b.draft.CreateNames()
	if err != nil {
		return err
	}
	defer w.Abort()
	produce := func(put func(*keys) error) error {
		return cut(b.pages, func(r graph.Range) error { return put(&keys{pages: r}) })
	}
	newWorker := func() func(*keys) {
		namer := from.Namer()
		return func(k *keys) { k.make(namer) }
	}
	err = par.Ordered(ctx, b.opts.Workers, produce, newWorker, func(k *keys) error {
		lo := 0
		for _, end := range k.ends {
			if err := w.Append(k.text[lo:end]); err != nil {
				return err
			}
			lo = end
		}
		c := &b.m.Counts
		c.NameBytes += int64(lo)
		b.note("naming pages", k.pages.Hi, b.pages)
		return nil
	})
	if err != nil {
		return err
	}
	b.m.Names, b.m.Order = true, store.ByName
	c := &b.m.Counts
	c.Hosts, c.Domains, err = w.Finish()
	return err
}
