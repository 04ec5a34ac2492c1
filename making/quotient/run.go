package quotient

import (
	"context"
	"errors"

	"weft/internal/mem"
	"weft/store"
)

// A Summary describes the graph of groups.
//
//json:object quotient
type Summary struct {
	By      string `json:"by"`                // unit of the groups: host, domain or site
	Kinds   string `json:"kinds"`             // kinds of arcs that count, joined by +
	Groups  int    `json:"groups"`            // groups, which are the pages of the new graph
	Arcs    int64  `json:"arcs"`              // arcs of the new graph
	Pages   int    `json:"pages"`             // pages of the crawl
	Between int64  `json:"page_arcs_between"` // arcs between pages of different groups
	Inside  int64  `json:"page_arcs_inside"`  // arcs between pages of one group
	Top     []Pair `json:"top,omitempty"`     // pairs of groups with the most arcs between their pages
}

// A Pair is an arc between different groups.
//
//json:object pair of groups
type Pair struct {
	From     string `json:"from"`      // group that the arcs leave
	To       string `json:"to"`        // group that the arcs enter
	PageArcs uint64 `json:"page_arcs"` // number of arcs between their pages

	from, to uint32
}

// Further files and vectors of a crawl of groups.
const (
	// CountsFile holds for each arc, in the order of the graph, how many arcs of pages it stands for.
	CountsFile = "counts.npy"
	// PagesVector, FetchedVector and InsideVector are results: for each group its number of pages, of fetched
	// pages, and of arcs between its pages.
	PagesVector   = "pages"
	FetchedVector = "fetched"
	InsideVector  = "arcs-inside"
)

// Run makes the crawl of groups. Its pages are numbered in the order of the sort keys of their names. A host or a
// domain is called http://name/, a site as it is listed. Pages without a host, domain or site form a group with
// that name in parentheses. The state of a group is the best state of its pages.
//
// One pass over the arcs counts them group by group. The counts are sorted, on disk if the budget is short, and
// added up. Time: linear in the arcs. Memory: [Options.Need]. The bytes do not depend on memory and workers. After
// a failure, or when ctx is done, no output exists.
func Run(ctx context.Context, o Options) (*Summary, error) {
	if err := o.setDefaults(); err != nil {
		return nil, err
	}
	if err := o.Apart(o.Crawl); err != nil {
		return nil, err
	}
	if err := o.CountNames(); err != nil {
		return nil, err
	}
	if _, err := o.Crawl.Plan(o.View()); err != nil { // before anything is made
		return nil, err
	}
	draft, err := store.Begin(ctx, &o.DraftOptions)
	if err != nil {
		return nil, err
	}
	defer draft.Abort()
	n := o.Groups.Len()
	b := &builder{
		Draft: draft, ctx: ctx, opts: o, groups: n, pages: make([]uint32, n), fetched: make([]uint32, n), inside: make([]uint64, n),
	}
	b.States, b.Manifest.Counts.Kinds = make([]uint8, n), map[string]int64{"link": 0}
	if err := b.build(); err != nil {
		return nil, err
	}
	return b.summary()
}

// A builder makes one crawl of groups.
type builder struct {
	*store.Draft
	ctx    context.Context //nolint:containedctx // a builder lives as long as one call of Run
	opts   Options
	groups int
	number []uint32 // the page of each group; nil where they are numbered alike
	group  []uint32 // the inverse
	names  []string // the keys of all groups; nil where they come in order
	held   int64    // bytes of them

	// Facts about each page of the new crawl.
	pages, fetched []uint32
	inside         []uint64

	between int64
	top     []Pair
}

func (b *builder) build() error {
	if err := b.order(); err != nil {
		return err
	}
	arcs, err := b.count()
	if arcs != nil {
		defer arcs.Close() //nolint:errcheck // a scratch file
	}
	if err != nil {
		return err
	}
	mem.Release()
	for _, step := range []func() error{
		func() error { return b.writeGraph(arcs) }, func() error { return b.Transpose(b.left()) },
		func() error { return b.WriteNames(b.eachKey) }, b.writeResults,
	} {
		if err := errors.Join(b.ctx.Err(), step()); err != nil {
			return err
		}
	}
	in, err := b.opts.Crawl.AsInput()
	if err != nil {
		return err
	}
	return b.Commit(store.Step{
		Inputs: []store.Input{in},
		Notes: store.LeaveWeights(map[string]int64{
			"arcs of pages between groups": b.between, "arcs of pages inside groups": b.sumInside(),
		}, b.opts.Crawl),
	})
}

// page returns the number of the page that a group becomes.
func (b *builder) page(g uint32) uint32 {
	if b.number == nil {
		return g
	}
	return b.number[g]
}

func (b *builder) sumInside() int64 {
	sum := int64(0)
	for _, n := range b.inside {
		sum += int64(n)
	}
	return sum
}

// left is the memory for sorting.
func (b *builder) left() int64 {
	need := b.opts.Need()
	return b.opts.Beyond(need.Total() + b.held)
}

// writeResults keeps what is known of each group where exports and rankings find it.
func (b *builder) writeResults() error {
	named := func(name string) store.Result {
		return store.Result{Name: name, Kinds: b.opts.Kinds.String(), Params: map[string]any{"by": b.opts.By}}
	}
	return errors.Join(
		store.AddResult(b.Draft, named(PagesVector), b.pages),
		store.AddResult(b.Draft, named(FetchedVector), b.fetched),
		store.AddResult(b.Draft, named(InsideVector), b.inside))
}

func (b *builder) summary() (*Summary, error) {
	s := &Summary{
		By: b.opts.By, Kinds: b.opts.Kinds.String(), Groups: b.groups, Arcs: b.Manifest.Counts.Arcs, Pages: b.opts.Crawl.NumPages(),
		Between: b.between, Inside: b.sumInside(), Top: b.top,
	}
	for i := range s.Top {
		p := &s.Top[i]
		var err1, err2 error
		p.From, err1 = b.nameOf(p.from)
		p.To, err2 = b.nameOf(p.to)
		if err := errors.Join(err1, err2); err != nil {
			return nil, err
		}
	}
	return s, nil
}
