package store

import (
	"context"
	"fmt"
	"sync"

	"weft/graph"
	"weft/graph/alloc"
	"weft/graph/bv"
	"weft/graph/kinds"
	"weft/graph/view"
	"weft/internal/choice"
)

// Names of filters.
const (
	Symmetrised    = "symmetrised"
	BetweenHosts   = "between-hosts"
	BetweenDomains = "between-domains"
	BetweenSites   = "between-sites"
	InScope        = "in-scope" // without the arcs to pages that were excluded, and theirs
	Answered       = "answered" // without the arcs to pages that were known not to be fetched or redirected, and theirs
)

// Filters are the names of all filters.
var Filters = []string{Symmetrised, BetweenHosts, BetweenDomains, BetweenSites, InScope, Answered}

// A Filter changes the arcs of a view of a crawl: in both directions, without arcs inside groups of pages, or
// without arcs to excluded pages. Pages and their numbers stay. It is a view like the crawl itself, in every form,
// and copies nothing except lists decoded into memory. The pass that counts its arcs is made once for all views of
// the same kinds.
type Filter struct {
	name   string
	c      *Crawl
	groups view.Partition // nil where arcs go both ways
	heap   int64          // bytes of the groups
	mapped int64          // bytes of them in scratch files

	mu   sync.Mutex
	seen map[kinds.Set]seen
}

// seen is a crawl through a filter, streamed.
type seen struct {
	out, in *view.Graph
	arcs    int64
}

// NewFilter returns the filter with a name. Only BetweenSites needs sites. Groups that are ranges of pages take no
// memory. Others take 4 bytes a page, in a scratch file if that is more than an eighth of the budget. Hosts and
// domains of a crawl without names are ErrNoNames. For a bare graph, the graph beside it is checked, until ctx is
// done.
func (c *Crawl) NewFilter(ctx context.Context, name string, sites Groups, budget int64) (*Filter, error) {
	l := &Filter{name: name, c: c, seen: map[kinds.Set]seen{}}
	var groups Groups
	err := c.checkBack(&ViewOptions{Ctx: ctx})
	if err != nil {
		return nil, err
	}
	switch name {
	case Symmetrised:
		return l, nil
	case InScope, Answered:
		hides := isExcluded
		if name == Answered {
			hides = isNotKnown
		}
		l.groups, l.heap = c.hiddenPages(hides), int64(c.NumPages())/8
		return l, nil
	case BetweenHosts:
		groups, err = c.Hosts()
	case BetweenDomains:
		groups, err = c.Domains()
	case BetweenSites:
		if groups = sites; sites == nil {
			return nil, fmt.Errorf("a view %s: which sites?", name)
		}
	default:
		return nil, fmt.Errorf("there is no view %q: want %s", name, choice.Of(name, Filters))
	}
	if err != nil {
		return nil, fmt.Errorf("a view %s: %w", name, err)
	}
	return l, l.divide(groups, budget)
}

// divide makes the partition of the pages into groups.
func (l *Filter) divide(groups Groups, budget int64) error {
	var err error
	if r, ok := groups.(*runs); ok && l.c.byRank == nil {
		l.groups, err = view.NewRuns(r.starts, r.ids)
		l.heap = int64(len(r.ids)) / 8
		return err
	}
	s, heap := l.c.spaceWithin(4*int64(l.c.NumPages()), budget)
	all, err := groups.All(s)
	l.groups, l.heap, l.mapped = view.Labels(all), heap, 4*int64(l.c.NumPages())-heap
	return err
}

// spaceWithin returns the heap, and the memory taken there, if bytes is at most an eighth of the budget; otherwise
// scratch files and 0.
func (c *Crawl) spaceWithin(bytes, budget int64) (alloc.Space, int64) {
	if bytes <= budget/8 {
		return nil, bytes
	}
	return c.scratchSpace(), 0
}

// Name returns the name of the filter.
func (l *Filter) Name() string {
	if l == nil {
		return ""
	}
	return l.name
}

// joins reports whether the filter shows arcs of both directions together.
func (l *Filter) joins() bool { return l != nil && l.groups == nil }

// CanScan reports whether Out can show anything: arcs in both directions are not seen in a bare graph that has no transpose
// beside it. There it takes a View.
func (l *Filter) CanScan() bool { return !l.joins() || l.c.back() != nil }

// Out returns the arcs of the kinds of o through the filter, streamed. It takes Ctx and Note of o, too.
func (l *Filter) Out(o ViewOptions) (graph.Random, error) {
	if !l.CanScan() {
		return nil, fmt.Errorf("a view %s: %s has no transpose", l.name, l.c.Path)
	}
	s, err := l.look(&o)
	return s.out, err
}

// look returns the crawl through the filter, with its arcs counted. It needs the transpose if arcs go both ways; else
// there is nothing to be seen of predecessors without one.
func (l *Filter) look(o *ViewOptions) (seen, error) {
	want := o.Kinds
	l.mu.Lock()
	defer l.mu.Unlock()
	if s, ok := l.seen[want]; ok {
		return s, nil
	}
	arcs, err := l.c.countKinds(o)
	if err != nil {
		return seen{}, err
	}
	s, err := l.through(want, arcs, func(g *bv.Graph) *bv.Graph { return g })
	if err == nil {
		s.arcs, err = s.out.Count(o.look(counting, l.c.NumPages()))
	}
	if err == nil {
		l.seen[want] = s
	}
	return s, err
}

// through returns the crawl through the filter, not counted, of graphs with the indexes that they are given.
func (l *Filter) through(want kinds.Set, arcs int64, indexed func(*bv.Graph) *bv.Graph) (s seen, err error) {
	c := l.c
	out := c.only(indexed(c.graph), c.kinds, want, arcs)
	var in graph.Random
	if c.back() != nil {
		in = c.only(indexed(c.back()), c.backKinds, want, arcs)
	}
	if l.joins() {
		s.out, err = view.Symmetrised(out, in)
		s.in = s.out
		return s, err
	}
	s.out, err = view.Between(out, l.groups)
	if err == nil && in != nil {
		s.in, err = view.Between(in, l.groups)
	}
	return s, err
}

// fine returns the graphs of s with the indexes of a view that reads single lists fast. Counts are as for s.
func (l *Filter) fine(v *View, s seen) (seen, error) {
	f, err := l.through(v.Kinds, v.arcs, v.indexed)
	if err != nil {
		return f, err
	}
	f.out.CountedAs(s.out)
	if f.in != nil {
		f.in.CountedAs(s.in)
	}
	return f, nil
}

// counting is the progress message while the arcs of a filter are counted.
const counting = "counting arcs of the view"

// needs returns the memory of a view through the filter if lists are loaded, and if they are streamed. arcs is
// their number without the filter. Arcs in both directions count twice if their number is not known before.
func (l *Filter) needs(o ViewOptions, n int, arcs int64) (load, index int64, err error) {
	most, count := arcs, arcs
	views := o.directions()
	if l.joins() {
		most, count, views = 2*arcs, 2*arcs, 1
	}
	if l.CanScan() {
		s, err := l.look(&o)
		if err != nil {
			return 0, 0, err
		}
		count = s.arcs
	}
	counts := views * view.IndexBytes(n, most)
	load = l.heap + counts + views*graph.LoadBytes(n, count)
	if !l.CanScan() {
		load += 2 * graph.LoadBytes(n, arcs)
	}
	return load, l.heap + counts + l.c.indexBytes(&o, arcs), nil
}

// open opens a planned view through the filter.
func (l *Filter) open(v *View, o ViewOptions) error {
	if !l.CanScan() {
		return l.openBoth(v, o)
	}
	s, err := l.look(&o)
	if err == nil && o.In && s.in != nil {
		_, err = s.in.Count(o.look(counting, l.c.NumPages()))
	}
	if err == nil && v.fine {
		s, err = l.fine(v, s)
	}
	if err != nil {
		return err
	}
	if o.Out {
		if v.Out, err = v.read(&o, s.out); err != nil {
			return err
		}
	}
	if !o.In {
		return nil
	}
	if l.joins() && v.Out != nil {
		v.In = v.Out
		return nil
	}
	switch {
	case s.in != nil:
		v.In, err = v.read(&o, s.in)
	case v.Out != nil:
		err = v.transpose(o, v.Out)
	default:
		err = v.transpose(o, s.out)
	}
	return err
}

// openBoth shows a graph without a transpose in both directions.
func (l *Filter) openBoth(v *View, o ViewOptions) error {
	direct := o
	direct.Filter, direct.Out, direct.In = nil, true, true
	if err := v.open(l.c, direct, v.arcs); err != nil {
		return err
	}
	both, err := view.Symmetrised(v.Out, v.In)
	if err != nil {
		return err
	}
	v.Out, v.In = nil, nil
	if _, err := both.Count(o.look(counting, l.c.NumPages())); err != nil {
		return err
	}
	g, err := v.read(&o, both)
	if err != nil {
		return err
	}
	if o.Out {
		v.Out = g
	}
	if o.In {
		v.In = g
	}
	return nil
}
