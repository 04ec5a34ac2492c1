package answer

import (
	"context"
	"fmt"
	"io"

	"weft/graph/kinds"
	"weft/internal/mem"
	"weft/store"
)

// Options that all questions share.
type Options struct {
	// Kinds are the arcs that count, as package kinds writes them; empty for the measured ones.
	Kinds string
	// Filter, if not nil, changes what arcs there are.
	Filter *store.Filter
	// SitesID is the checksum of the sites that the question goes by; empty if there are none. [Options.SitesFor] sets it.
	SitesID string
	// Memory bounds the anonymous memory of the process, in bytes.
	Memory  int64
	Workers int
	Seed    uint64
	// Version is the version of weft, for files that name it; empty if it is unknown.
	Version string
	// Other is the crawl that this one is compared with; nil if there is none.
	Other *store.Crawl
	// Others are the crawls after the first, of a question that takes several.
	Others []*store.Crawl
	// Keep says that what is saved of the answer is kept, so that it must be held.
	Keep bool
	// Interim keeps where long work stands; nil if nothing is kept.
	Interim *Interim
	// Stdin is read where a file is called "-".
	Stdin io.Reader
	// Inform, if not nil, receives messages that must be shown at once.
	Inform func(text string, warning bool)
	// Used, if not nil, receives the sites that a question uses.
	Used func(store.SitesUsed)
	// Note, if not nil, receives the current work and its progress out of total; 0 means an unknown total.
	Note func(what string, done, total int64)
}

// Tell tells Note, if there is one.
func (o *Options) Tell(what string, done, total int64) {
	if o.Note != nil {
		o.Note(what, done, total)
	}
}

// Say tells Inform, if there is one.
func (o *Options) Say(format string, args ...any) {
	if o.Inform != nil {
		o.Inform(fmt.Sprintf(format, args...), false)
	}
}

// Warn tells Inform, if there is one, of a doubt.
func (o *Options) Warn(doubt string) {
	if o.Inform != nil {
		o.Inform(doubt, true)
	}
}

// View returns the view that an algorithm needs: successors, predecessors, and working memory.
func (o *Options) View(ctx context.Context, what string, out, in bool, need store.Need) (store.ViewOptions, error) {
	v := store.ViewOptions{What: what, Kinds: kinds.Measured, Out: out, In: in, Need: need, Budget: o.Memory, Workers: o.Workers, Filter: o.Filter, Ctx: ctx, Note: o.Note}
	var err error
	v.Kinds, err = o.Arcs()
	return v, err
}

// Arcs are the kinds of arcs that count.
func (o *Options) Arcs() (kinds.Set, error) {
	if o.Kinds == "" {
		return kinds.Measured, nil
	}
	return kinds.Parse(o.Kinds)
}

// Open opens a view.
func (o *Options) Open(c *store.Crawl, v store.ViewOptions) (*store.View, error) {
	o.Tell("reading the graph for "+v.What, 0, 0)
	mem.Release()
	opened, err := c.View(v)
	if err == nil && opened.Passed != nil {
		o.Warn(opened.Passed.Error())
	}
	return opened, err
}
