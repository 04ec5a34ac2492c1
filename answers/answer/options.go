package answer

import (
	"context"

	"weft/graph/kinds"
	"weft/internal/mem"
	"weft/store"
)

// Options that all questions share.
type Options struct {
	// Kinds are the arcs that count, as package kinds writes them; empty for the measured ones.
	Kinds string
	// Lens, if not nil, changes what arcs there are.
	Lens *store.Lens
	// Memory bounds the anonymous memory of the process, in bytes.
	Memory  int64
	Workers int
	Seed    uint64
	// Note, if not nil, is told what is done now, and how far it is: of total, 0 if that is not known.
	Note func(what string, done, total int64)
}

// Tell tells Note, if there is one.
func (o *Options) Tell(what string, done, total int64) {
	if o.Note != nil {
		o.Note(what, done, total)
	}
}

// View says what an algorithm wants to see: successors, predecessors, and memory of its own.
func (o *Options) View(ctx context.Context, what string, out, in bool, need store.Need) (store.ViewOptions, error) {
	v := store.ViewOptions{What: what, Kinds: kinds.Measured, Out: out, In: in, Need: need, Budget: o.Memory, Lens: o.Lens, Ctx: ctx, Note: o.Note}
	if o.Kinds == "" {
		return v, nil
	}
	var err error
	v.Kinds, err = kinds.Parse(o.Kinds)
	return v, err
}

// Open opens a view.
func (o *Options) Open(c *store.Crawl, v store.ViewOptions) (*store.View, error) {
	o.Tell("reading the graph for "+v.What, 0, 0)
	mem.Release()
	return c.View(v)
}
