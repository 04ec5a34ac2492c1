package generate

import (
	"context"
	"maps"
	"math"

	"weft/graph"
	"weft/graph/kinds"
	"weft/internal/mem"
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
	draft, err := store.Begin(ctx, &o.DraftOptions)
	if err != nil {
		return nil, err
	}
	defer draft.Abort()
	b := &builder{Draft: draft, opts: o, pages: o.Model.NumNodes()}
	if err := b.build(ctx); err != nil {
		return nil, err
	}
	return &b.Manifest, nil
}

// A builder writes the files of one crawl.
type builder struct {
	*store.Draft
	opts  Options
	pages int
	extra extraCounts
}

func (b *builder) build(ctx context.Context) error {
	b.States, b.Manifest.Counts.Kinds = make([]uint8, b.pages), map[string]int64{"link": 0}
	if err := b.WriteGraph("making lists", func(add func([]graph.Node, []kinds.Set) error) error { return b.eachList(ctx, add) }); err != nil {
		return err
	}
	mem.Release()
	if err := b.Transpose(b.opts.Beyond(b.opts.Need().Total())); err != nil {
		return err
	}
	if err := b.writeNames(ctx); err != nil {
		return err
	}
	step := store.Step{Seed: b.opts.Seed, Notes: b.notes()}
	if b.opts.Crawl != nil {
		in, err := b.opts.Crawl.AsInput()
		if err != nil {
			return err
		}
		step.Inputs = []store.Input{in}
	}
	return b.Commit(step)
}

// FewerNote is the note of a crawl with clearly fewer arcs than Options.Degree requests: by more than a tenth and
// more than chance. Its value is the number of missing arcs.
const FewerNote = "arcs fewer than requested: the pages have no room for more, or repeated links count once"

func (b *builder) notes() map[string]int64 {
	notes := map[string]int64{}
	maps.Copy(notes, b.opts.Notes)
	want := b.opts.Degree * float64(b.pages)
	if missing := want - float64(b.Manifest.Counts.Arcs-b.extra.fresh); missing > max(want/10, 4*math.Sqrt(want)) {
		notes[FewerNote] = int64(missing)
	}
	if b.opts.Extra != nil {
		b.extra.note(notes, b.opts.Extra.Drawn())
	}
	store.LeaveWeights(notes, b.opts.Crawl)
	if b.opts.Crawl != nil && b.opts.Crawl.NumTexts() > 0 {
		notes[TextsNote] = int64(b.opts.Crawl.NumTexts())
	}
	if len(notes) == 0 {
		return nil
	}
	return notes
}
