package course

import (
	"context"

	"weft/algo/core"
	"weft/graph"
)

// A CoreTable counts the cores among the first crawled pages.
//
//json:object cores of first pages
type CoreTable struct {
	Pages int   `json:"pages"` // number of first crawled pages
	Arcs  int64 `json:"arcs"`  // arcs between these pages
	// pages around which the search was given up; counts of cores are lower bounds if it is not 0
	Cut   int64      `json:"cores_cut"`
	Wide  int64      `json:"cores_wide"` // pages with too many links to be part of cores
	Cells []CoreCell `json:"cells"`      // counts by shape
}

// A CoreCell is the count of one shape: Fans pages that all link to Centers ones.
//
//json:object count of a shape
type CoreCell struct {
	Fans    int   `json:"fans"`     // fans
	Centers int   `json:"centers"`  // centers; each fan links to each of them
	Exactly int64 `json:"exactly"`  // maximal cores of exactly this shape
	AtLeast int64 `json:"at_least"` // maximal cores of at least this shape
	// sets of this many centers that have at least this many fans, as a-priori counts them, in decimal
	// digits
	Frequent string `json:"frequent"`
}

// mostCoreSize is the largest shape of a table.
const mostCoreSize = 12

// CoreArcs is up to how many arcs cores of four and four are counted.
const CoreArcs = 1 << 23

// coreWorkers search for cores: each may need as much as all other measures together.
const coreWorkers = 1

// coreOptions returns the options of all searches. They leave out only pages with more links than can be counted.
func (c *Course) coreOptions(g *prefix) core.Options {
	return core.Options{
		Work: graph.Work{Workers: coreWorkers}, MaxDegree: core.MostMasked, Steps: max(1024, c.o.CoreSteps/int64(max(1, g.out.NumNodes()))),
		Held: core.HeldBytes(g.out.NumNodes(), g.out.NumNodes(), g.out.NumArcs()),
	}
}

// wide counts pages that have too many links to be a fan, or a center, where sets are counted.
func wide(g *prefix) (n int64) {
	for u := range graph.Node(g.out.NumNodes()) {
		if len(g.out.Succ(u)) >= core.MostMasked || len(g.in.Succ(u)) >= core.MostMasked {
			n++
		}
	}
	return n
}

// cores counts the cores of four fans and four centers.
func (c *Course) cores(ctx context.Context, g *prefix, p *Point) error {
	p.CoreCount = &CoreCount{Wide: wide(g)}
	if g.out.NumArcs() > CoreArcs {
		return nil
	}
	shape := core.Shape{Fans: 4, Centers: 4}
	peeled, err := core.Peel(ctx, g.out, g.in, shape, c.coreOptions(g))
	if err != nil {
		return err
	}
	closed, err := peeled.Maximal(ctx, 0, nil, core.Keep[core.CountState]{})
	if err != nil {
		return err
	}
	o := c.coreOptions(g)
	o.MaxDegree = -1 // this count needs no sets, so pages with any number of links take part
	if peeled, err = core.Peel(ctx, g.out, g.in, shape, o); err != nil {
		return err
	}
	family, err := peeled.Disjoint(ctx, func(core.Clique) error { return nil }, core.Keep[core.DisjointState]{})
	if err != nil {
		return err
	}
	n := closed.AtLeast(shape)
	p.Maximal, p.Disjoint, p.Cut = &n, &family.Cliques, closed.Cut+family.Cut
	return nil
}

// coreTables returns the tables for the first pages of the crawl, as far as the crawl reaches.
func (c *Course) coreTables(ctx context.Context) (all []CoreTable, err error) {
	for _, pages := range c.o.CoresOf {
		if pages > c.pages.n {
			continue
		}
		t, err := c.coreTable(ctx, pages)
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}

func (c *Course) coreTable(ctx context.Context, pages int) (t CoreTable, err error) {
	c.o.Note("counting cores", int64(pages), 0)
	g, err := c.prefix(ctx, pages)
	if err != nil {
		return t, err
	}
	t = CoreTable{Pages: pages, Arcs: g.out.NumArcs(), Wide: wide(g)}
	peeled, err := core.Peel(ctx, g.out, g.in, core.Shape{Fans: 2, Centers: 2}, c.coreOptions(g))
	if err != nil {
		return t, err
	}
	sets, err := peeled.Sets(ctx, c.o.CoreSize, core.Keep[core.CountState]{})
	if err != nil {
		return t, err
	}
	closed, err := peeled.Maximal(ctx, 0, nil, core.Keep[core.CountState]{})
	if err != nil {
		return t, err
	}
	t.Cut = sets.Cut + closed.Cut
	for fans := 2; fans <= c.o.CoreSize; fans++ {
		for centers := 2; centers <= c.o.CoreSize; centers++ {
			s := core.Shape{Fans: fans, Centers: centers}
			t.Cells = append(t.Cells, CoreCell{fans, centers, closed.Exactly(s), closed.AtLeast(s), sets.Common(s).String()})
		}
	}
	return t, nil
}
