package compare

import (
	"context"
	"errors"

	"weft/graph/alloc"
	"weft/store"
)

// Run compares two crawls.
//
// Passes: one over the names of both to match the pages, and one over names and arcs together. Then follow the passes
// of the ranking, and one more to write the table. If both crawls are in the order of their names, or have no names,
// lists come from scans, else they are read one by one.
//
// Memory: [Options.Views], and additionally the need of a ranking while it is computed. Arrays that do not fit lie
// in scratch files. The result does not depend on memory and workers. Errors: [store.ErrMixed], *mem.ShortError,
// damage.
// Papers: external memory, §5.
func Run(ctx context.Context, o Options) (_ *Comparison, err error) {
	if err := o.setDefaults(); err != nil {
		return nil, err
	}
	viewA, viewB, err := o.Views(ctx)
	if err != nil {
		return nil, err
	}
	a, err := o.A.View(viewA)
	if err != nil {
		return nil, err
	}
	defer closing(a.Close, &err)
	b, err := o.B.View(viewB)
	if err != nil {
		return nil, err
	}
	defer closing(b.Close, &err)
	aside, release := a.Aside()
	defer closing(release, &err)
	m, err := newMatch(ctx, &o, aside)
	if err != nil {
		return nil, err
	}
	arcs, err := compareArcs(ctx, &o, m, a.Out, b.Out)
	if err != nil {
		return nil, err
	}
	c := &Comparison{
		A: o.A.Path, B: o.B.Path, By: ByNames, Fetched: o.Fetched, Kinds: o.arcs.String(), Pages: m.pages, Arcs: arcs.arcs,
		States: m.stateChanges(), Hosts: arcs.hosts.best(),
	}
	c.HostCounts = arcs.hosts.counts()
	if !o.A.HasNames() {
		c.By = "numbers"
	}
	if o.More {
		c.More = arcs.hosts.more()
	}
	return c, o.finish(ctx, c, m, aside)
}

// finish adds the ranking, and writes the table.
func (o *Options) finish(ctx context.Context, c *Comparison, m *match, s alloc.Space) (err error) {
	var r *ranker
	if o.Ranking != "" {
		if r, err = newRanker(ctx, o, m, s); err != nil {
			return err
		}
		defer closing(r.close, &err)
		if c.Ranks, err = r.ranks(); err != nil {
			return err
		}
		if o.More {
			if err := r.placed(c.More); err != nil {
				return err
			}
		}
	}
	if o.Table == "" {
		return nil
	}
	return o.writeTable(ctx, r)
}

// closing closes something at the end of a function that returns err.
func closing(f func() error, err *error) { *err = errors.Join(*err, f()) }

// ByNames is the value of Comparison.By if pages are matched by their names.
const ByNames = "names"

// A Listed is a page of either crawl.
type Listed struct {
	Name []byte // its URL, or its number without names; lent
	A, B string // its state in each crawl, perhaps [Absent]
}

// Each calls f with each page of either crawl that became as status says: Kept, Gone or New. Pages come in the order of their
// sort keys. Of the options A, B, Fetched and Note count.
func Each(ctx context.Context, o Options, status string, f func(p Listed) error) error {
	return o.list(ctx, func(p pair) bool { return p.status() == status }, f)
}

// EachState calls f with each page that has the state a in A, and b in B; [Absent] stands for no page. Pages come in the order
// of their sort keys. Of the options A, B and Note count.
func EachState(ctx context.Context, o Options, a, b string, f func(p Listed) error) error {
	o.Fetched = false
	return o.list(ctx, func(p pair) bool { return stateName(stateOf(o.A, p.u)) == a && stateName(stateOf(o.B, p.v)) == b }, f)
}

// list calls f with each page that is wanted.
func (o *Options) list(ctx context.Context, wanted func(p pair) bool, f func(p Listed) error) error {
	if err := store.SameNames(o.A, o.B); err != nil {
		return err
	}
	var name []byte
	return o.each(ctx, "listing pages", func(p pair, key []byte) error {
		if !wanted(p) {
			return nil
		}
		var err error
		if name, err = p.appendName(name[:0], key); err != nil {
			return err
		}
		return f(Listed{name, stateName(stateOf(o.A, p.u)), stateName(stateOf(o.B, p.v))})
	})
}
