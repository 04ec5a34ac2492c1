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
type Found struct {
	Kinds     string `json:"kinds"`
	View      string `json:"view,omitempty"`
	Kind      string `json:"kind"`
	MaxDegree int    `json:"max_degree"`
	Steps     int    `json:"steps"` // after which a search was given up
	Pages     int    `json:"pages"`
	// Peeling is what the first core of the table has cost.
	Peeling core.Cost `json:"peeling"`
	Cells   []Cell    `json:"cells"`
	// Limited says that there are more maximal cliques than were written.
	Limited bool `json:"limited,omitempty"`
	// Top are the first cliques of the largest shape of which there are some.
	Top []Community `json:"top"`
}

// A Cell is what was found of a shape.
type Cell struct {
	core.Shape
	// Left is what peeling leaves; nil of shapes other than the first where it is not asked for cliques of each core.
	Left *core.Left `json:"left,omitempty"`
	// Cliques are disjoint ones, or maximal ones with so many fans and centers or more; nil where others were asked for.
	Cliques *int64 `json:"cliques,omitempty"`
	// All are all cliques, Sets the sets of centers, and Exactly the maximal cliques of just the shape.
	All     string `json:"all_cliques,omitempty"`
	Sets    string `json:"sets,omitempty"`
	Exactly *int64 `json:"exactly,omitempty"`
	// Cut are pages around which the search was given up. Each of those fans may have had a disjoint clique more; other
	// counts are what was found until then.
	Cut int64 `json:"cut"`
	// Lists is how many lists of links the search for disjoint cliques has read.
	Lists int64 `json:"lists,omitempty"`

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

// counts counts what is asked for in the core of the first shape, in which all others lie.
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

// maximal counts maximal cliques, and writes them where they are asked for.
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
