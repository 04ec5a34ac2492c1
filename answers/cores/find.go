package cores

import (
	"context"
	"errors"
	"maps"
	"slices"

	"weft/algo/core"
	"weft/answers/answer"
	"weft/graph"
	"weft/store"
)

// Found are the cores of a crawl.
//
//json:object cores
//json:note Fans link to all centers of their clique; i is the number of fans, j the number of centers.
type Found struct {
	Kinds string `json:"kinds"`          // kinds of arcs that count, joined by +
	View  string `json:"view,omitempty"` // filter applied to the crawl, such as between-hosts
	Kind  string `json:"kind"`           // kind of the count: disjoint, maximal, count or a-priori
	// pages with this many links or more were left out, as fans (links out) and as centers (links in)
	MaxDegree int       `json:"max_degree"`
	Steps     int       `json:"steps"`   // maximum number of steps of the search around one page
	Pages     int       `json:"pages"`   // all pages
	Peeling   core.Cost `json:"peeling"` // cost of peeling to the core of the first shape
	Cells     []Cell    `json:"cells"`   // one entry for each shape, by i and then by j
	// the limit was reached: further maximal cliques exist and were not counted
	Limited bool `json:"limited,omitempty"`
	// first cliques of the largest shape that has any (kind disjoint), or the first that were written
	Top []Community `json:"top"`
}

// A Cell holds the results for a shape.
//
//json:object cores of a shape
type Cell struct {
	core.Shape
	// core that is left after peeling
	Left *core.Left `json:"left,omitempty" absent:"of all shapes but the first, of other kinds than disjoint"`
	// disjoint cliques, or maximal cliques of at least this shape
	Cliques *int64 `json:"cliques,omitempty" absent:"of kinds count and a-priori"`
	// number of all cliques, in decimal digits
	All string `json:"all_cliques,omitempty" absent:"of other kinds than count"`
	// number of sets of j centers that at least i fans link to, in decimal digits
	Sets string `json:"sets,omitempty" absent:"of other kinds than a-priori"`
	// maximal cliques of exactly i fans and j centers
	Exactly *int64 `json:"exactly,omitempty" absent:"of kinds disjoint and count"`
	// pages around which the search was given up; each may be a fan of one further disjoint clique, and other
	// counts are lower bounds if it is not 0
	Cut int64 `json:"cut"`
	// lists of links read by the search for disjoint cliques; a table's check for fans that share too
	// few centers is not counted
	Lists int64 `json:"lists,omitempty" absent:"it is 0, or of other kinds than disjoint"`

	first []core.Clique
}

// find finds the cores of all shapes.
func (q *asked) find(ctx context.Context, c *store.Crawl, v *store.View, o answer.Options, left spare) (f *Found, err error) {
	f = &Found{Kinds: v.Kinds.String(), View: v.Filter, Kind: q.kind, MaxDegree: q.maxDegree, Steps: q.steps, Pages: c.NumPages()}
	s, err := q.begin(c, v, f, &o)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.file.close()) }()
	options, shared := q.options(v, o, left), q.keepShared(v, &o, left)
	options.Sharing = shared.Keep
	x, err := core.Peel(ctx, v.Out, v.In, q.first(), options)
	switch {
	case err == nil && q.kind == disjoint:
		err = s.eachDisjoint(ctx, x, f)
	case err == nil:
		err = x.Each(ctx, x.Shape, nil, func(x *core.Core) error { return s.counts(ctx, x, f) })
	}
	if err = s.kept.Ended(shared.ended(err)); err != nil {
		return nil, err
	}
	if f.Top, err = tell(c, f.largest(q.top)); err != nil {
		return nil, err
	}
	return f, c.Damage()
}

// eachDisjoint finds the disjoint cliques of each shape that is not done.
func (s *search) eachDisjoint(ctx context.Context, first *core.Core, f *Found) error {
	f.Peeling = first.Cost()
	cells := maps.Clone(s.file.done)
	wanted := func(x core.Shape) bool {
		_, done := cells[x]
		return !done
	}
	err := first.Each(ctx, s.last(), wanted, func(x *core.Core) (err error) {
		cells[x.Shape], err = s.cell(ctx, x)
		return err
	})
	for i := s.fans.From; i <= s.fans.To && err == nil; i++ {
		for j := s.centers.From; j <= s.centers.To; j++ {
			f.Cells = append(f.Cells, cells[core.Shape{Fans: i, Centers: j}])
		}
	}
	return err
}

// cell finds the cliques of a shape.
func (s *search) cell(ctx context.Context, x *core.Core) (Cell, error) {
	cell := Cell{Shape: x.Shape}
	left, err := x.Left(ctx, s.pages)
	if err != nil {
		return cell, err
	}
	keep := s.disjointKeep(&cell)
	got, err := x.Disjoint(ctx, cell.take(s.top, s.file), keep)
	if err != nil {
		return cell, err
	}
	cell.Left, cell.Cliques, cell.Cut, cell.Lists = &left, &got.Cliques, got.Cut, got.Lists
	return cell, s.done(cell)
}

// take keeps the first cliques, and writes all.
func (x *Cell) take(top int, file *file) func(core.Clique) error {
	return func(k core.Clique) error {
		if len(x.first) < top {
			x.first = append(x.first, core.Clique{Fans: slices.Clone(k.Fans), Centers: slices.Clone(k.Centers)})
		}
		return file.clique(k)
	}
}

// counts counts the requested cliques in the core of the first shape. This core contains all other cores.
func (s *search) counts(ctx context.Context, x *core.Core, f *Found) error {
	left, err := x.Left(ctx, f.Pages)
	if err != nil {
		return err
	}
	f.Peeling = x.Cost()
	for i := s.fans.From; i <= s.fans.To; i++ {
		for j := s.centers.From; j <= s.centers.To; j++ {
			f.Cells = append(f.Cells, Cell{Shape: core.Shape{Fans: i, Centers: j}})
		}
	}
	f.Cells[0].Left = &left
	if s.kind != maximal {
		if err := s.sets(ctx, x, f); err != nil || s.kind == count {
			return err
		}
	}
	return s.maximal(ctx, x, f)
}

// sets counts sets of centers, or all cliques.
func (s *search) sets(ctx context.Context, c *core.Core, f *Found) error {
	got, err := c.Sets(ctx, s.centers.To, s.countKeep(&s.state.Sets, &s.state.First))
	if err != nil {
		return err
	}
	ended := got.State()
	s.state.Sets = &ended
	for k := range f.Cells {
		x := &f.Cells[k]
		if x.Cut = got.Cut; s.kind == count {
			x.All = got.Cliques(x.Shape).String()
		} else {
			x.Sets = got.Common(x.Shape).String()
		}
	}
	return nil
}

// maximal counts maximal cliques, and writes them where they are requested.
func (s *search) maximal(ctx context.Context, c *core.Core, f *Found) error {
	x := &f.Cells[0]
	yield := x.take(s.top, s.file)
	if s.file.out == nil {
		yield = nil
	}
	x.first = s.state.First
	got, err := c.Maximal(ctx, int64(s.limit), yield, s.countKeep(&s.state.Maximal, &x.first))
	if err != nil {
		return err
	}
	f.Limited = got.More
	for k := range f.Cells {
		x := &f.Cells[k]
		exactly, more := got.Exactly(x.Shape), got.AtLeast(x.Shape)
		if x.Cut, x.Exactly = max(x.Cut, got.Cut), &exactly; s.kind == maximal {
			x.Cliques = &more
		}
	}
	return s.file.finish(f.Cells[0])
}

// largest are the first cliques of the largest shape that has any.
func (f *Found) largest(top int) (best []core.Clique) {
	size := 0
	for _, x := range f.Cells {
		if s := x.Fans * x.Centers; len(x.first) > 0 && s >= size {
			size, best = s, x.first
		}
	}
	return best[:min(top, len(best))]
}

func labels(c *store.Crawl, pages []graph.Node) []string {
	all := make([]string, 0, len(pages))
	for _, u := range pages {
		all = append(all, c.Label(u))
	}
	return all
}
