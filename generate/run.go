package generate

import (
	"context"
	"maps"
	"math"
	"sync"

	"weft/store"
)

// Run makes the crawl of a model and returns its manifest. The same model gives the same files for any memory and any
// number of workers. Each list is made once, and decoded a few times for the transpose (see store.Transpose). Time:
// linear, unless the budget is so small that arcs are sorted on disk, beside the output. Memory: what the options say,
// at least [Options.Need], else a *mem.ShortError. When it fails, or ctx is done, nothing appears.
func Run(ctx context.Context, o Options) (*store.Manifest, error) {
	if err := o.setDefaults(); err != nil {
		return nil, err
	}
	draft, err := store.Begin(o.Output, o.Replace)
	if err != nil {
		return nil, err
	}
	defer draft.Abort()
	b := &builder{opts: o, pages: o.Model.NumNodes(), draft: draft}
	if err := b.build(ctx); err != nil {
		return nil, err
	}
	return &b.m, nil
}

// A builder writes the files of one crawl.
type builder struct {
	opts   Options
	pages  int
	draft  *store.Draft
	m      store.Manifest
	states []uint8 // of each page

	telling sync.Mutex
}

func (b *builder) build(ctx context.Context) error {
	b.m.Order = store.ByInput
	b.states = make([]uint8, b.pages)
	steps := []func(context.Context) error{b.writeGraph, b.writeTranspose, b.writeStates}
	if named, ok := b.opts.Model.(Named); ok {
		steps = append(steps, func(ctx context.Context) error { return b.writeNames(ctx, named) })
	}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return err
		}
	}
	b.note("checksums", 0, 0)
	if err := ctx.Err(); err != nil {
		return err
	}
	o := &b.opts
	b.m.Steps = []store.Step{{Command: o.Command, Version: o.Version, Time: o.Now, Seed: o.Seed, Notes: b.notes()}}
	return b.draft.Commit(&b.m)
}

// FewerNote is the note of a crawl that has clearly fewer arcs than Options.Degree says, by more than a tenth and more than
// chance: how many are missing.
const FewerNote = "arcs fewer than asked for: so few pages have no room for more, or links that repeat are one"

func (b *builder) notes() map[string]int64 {
	notes := maps.Clone(b.opts.Notes)
	want := b.opts.Degree * float64(b.pages)
	if missing := want - float64(b.m.Counts.Arcs); missing > max(want/10, 4*math.Sqrt(want)) {
		if notes == nil {
			notes = map[string]int64{}
		}
		notes[FewerNote] = int64(missing)
	}
	return notes
}

// note tells how far the work is; several goroutines may.
func (b *builder) note(phase string, done, total int) {
	if b.opts.Progress != nil {
		b.telling.Lock()
		defer b.telling.Unlock()
		b.opts.Progress(phase, int64(done), int64(total))
	}
}

// writeStates writes the states of the pages and counts them.
func (b *builder) writeStates(context.Context) error {
	return b.draft.WriteStates(&b.m.Counts, b.states)
}
