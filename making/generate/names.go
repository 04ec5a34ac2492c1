package generate

import (
	"context"

	"weft/graph"
	"weft/graph/random"
	"weft/internal/par"
)

// keys are the sort keys of a few pages in a row.
type keys struct {
	pages graph.Range
	text  []byte
	ends  []int // of each key in text
}

func (k *keys) make(from *random.Namer) {
	for u := k.pages.Lo; u < k.pages.Hi; u++ {
		k.text = from.AppendKey(k.text, graph.Node(u))
		k.ends = append(k.ends, len(k.text))
	}
}

// writeNames writes the names of the pages, if they have some.
func (b *builder) writeNames(ctx context.Context) error {
	if c := b.opts.Crawl; c != nil {
		if !c.HasNames() {
			return nil
		}
		return b.WriteNames(b.sameKeys)
	}
	if named, ok := b.opts.Model.(Named); ok {
		return b.WriteNames(func(add func([]byte) error) error { return b.eachKey(ctx, named, add) })
	}
	return nil
}

// sameKeys calls add with the keys that the pages have in the crawl that the graph is made of.
func (b *builder) sameKeys(add func(key []byte) error) error {
	keys, err := b.opts.Crawl.ScanKeys()
	if err != nil {
		return err
	}
	for keys.Next() {
		if err := b.Pass("naming pages", int(keys.Page()), b.pages); err != nil {
			return err
		}
		if err := add(keys.Key()); err != nil {
			return err
		}
	}
	return keys.Err()
}

// eachKey calls add with the keys of the pages in turn.
func (b *builder) eachKey(ctx context.Context, from Named, add func(key []byte) error) error {
	produce := func(put func(*keys) error) error {
		return cut(b.pages, func(r graph.Range) error { return put(&keys{pages: r}) })
	}
	newWorker := func() func(*keys) {
		namer := from.Namer()
		return func(k *keys) { k.make(namer) }
	}
	return par.Ordered(ctx, b.opts.Workers, produce, newWorker, func(k *keys) error {
		lo := 0
		for _, end := range k.ends {
			if err := add(k.text[lo:end]); err != nil {
				return err
			}
			lo = end
		}
		b.Note("naming pages", k.pages.Hi, b.pages)
		return nil
	})
}
