package sites

import (
	"context"
	"slices"

	"weft/graph"
	"weft/internal/bitset"
)

// An Input describes a crawl.
type Input struct {
	// Out and In are the links of all pages, and the same turned round.
	Out, In graph.Random
	// Folders are the folders of URLs, nil if no page has one. A page that is not in them has no host.
	Folders *Folders
	// Domains holds the registered domain of each host of Folders, any numbers.
	Domains []uint32
	// Voices holds the names and the skin of each page; nil if no page has any.
	Voices []Voice
	// Left says which pages are no evidence and no members, such as pages that were not fetched; nil for none. Folders must
	// not have them: they would count in shares.
	Left bitset.Set
}

// A Result is a division of the pages of a crawl.
type Result struct {
	// Of holds the site of each page, 0 ≤ site < len(Sites); None for pages that belong to none.
	Of []uint32
	// Sites are in decreasing order of pages; of the same number the site with the smallest page comes first.
	Sites []Site
	// Unit holds the unit of each page before units joined others; None for pages that belong to none.
	Unit []uint32
	// Steps are the units and what became of them, in order: how a site came to be is the steps of its units.
	Steps []Step
}

// None is the site of a page that belongs to none.
const None = none

// A Site describes a site.
type Site struct {
	Pages int
	// Linked says that the site, or a part of it, was found by links alone, as its URLs say nothing.
	Linked bool
	// Alone says that no other site of 10 pages or more has pages on its registered domains.
	Alone bool
	// Units is the number of units that it is made of.
	Units int
	// Doubt says that folders in it may belong to several owners, and that nothing decides this.
	Doubt bool
	// Bare says that the crawl has no links, so that URLs alone decided.
	Bare bool
	// Shared says that another site, perhaps on another domain, may belong to its owner. Both have one name, or 30 % of the
	// pages of one link to the other, which links back.
	Shared bool
}

// A Why says why pages are a unit, or why a unit joined another.
type Why uint8

// The reasons.
const (
	WholeHost  Why = iota // all pages of a host
	Folder                // a folder of a host that is a unit
	UserFolder            // a folder ~name
	Rest                  // pages of a host that are in none of its units
	ByLinks               // pages that link to each other, where URLs say nothing
	Crumb                 // a unit of fewer than 10 pages that exchanges most of its links with the other
	OnHost                // a unit of fewer than 10 pages of a host that was divided by links
	Copy                  // a part of a host that has as many pages and links as the other
	Home                  // most of its pages link to one page of the other, which links back
	Tied                  // decisions in both directions
	Named                 // a folder whose pages give a name of their own
)

var whys = [...]string{
	"all pages of a host", "a folder that stands for itself", "a folder of a user", "the rest of a host", "pages that link to each other",
	"fewer than 10 pages, which exchange most of their links with it", "fewer than 10 pages of the same host", "as many pages and links: a copy",
	"most of its pages link to a home page that links back", "decisions in both directions", "a folder whose pages give a name of their own",
}

// String returns the reason as text.
func (w Why) String() string { return whys[w] }

// A Step is a unit, or a unit that joins another.
type Step struct {
	Why   Why
	Unit  uint32     // its number; units are numbered from 0
	Into  uint32     // the unit that it joins; its own number if it does not join another
	Page  graph.Node // the first page of the unit
	Pages int        // of the unit, with all that joined it before
	// Score, and decisions in both directions, of [Tied].
	Score   float64
	Out, In int
}

// divider divides a crawl.
type divider struct {
	ctx   context.Context
	in    Input
	work  graph.Work
	links *links
	// of is the unit of each page, while units are found.
	of     []uint32
	units  []unit
	result *Result
	order  []graph.Node // pages by unit
}

// A unit is pages that stay together.
type unit struct {
	first  graph.Node
	pages  uint32
	domain uint32 // of its URLs; none without
	on     int32  // the host of its URLs
	host   int32  // that was divided by links; −1 if it is not part of one
	linked bool
	doubt  bool // see Site
}

// Divide divides a crawl into sites. For each host it takes as many passes over its links as the host has levels
// of shelves. Each round of merges takes one pass over all links; there are mostly fewer than ten rounds.
//
// Memory: 32 bytes a page, up to 300 bytes a unit, and [LinkBytes] for pages with uninformative URLs. Errors:
// reading the links, and ctx. The result does not depend on the number of workers.
func Divide(ctx context.Context, in Input, w graph.Work) (*Result, error) {
	d := &divider{ctx: ctx, in: in, work: w, links: newLinks(in), result: new(Result), of: make([]uint32, in.Out.NumNodes())}
	for u := range d.of {
		d.of[u], d.links.label[u] = none, none
	}
	steps := []func() error{d.divideHosts, d.divideByLinks, d.joinCrumbs, d.joinOnHosts, d.joinCopies, d.joinHomes, d.merge}
	for i, step := range steps {
		if err := step(); err != nil {
			return nil, err
		}
		if i == 1 {
			d.result.Unit = slices.Clone(d.of)
		}
	}
	return d.result, d.finish()
}

// isLeft reports whether a page is no evidence and no member.
func (d *divider) isLeft(u graph.Node) bool { return d.in.Left.Has(int(u)) }

// add makes a unit of the pages that belong to no unit yet and are not left out.
func (d *divider) add(x unit, pages []graph.Node, why Why) {
	k := uint32(len(d.units)) //nolint:gosec // fewer than pages
	x.first = none
	for _, u := range pages {
		if d.isLeft(u) || d.of[u] != none {
			continue
		}
		d.of[u] = k
		x.first = min(x.first, u)
		x.pages++
	}
	if x.pages == 0 {
		return
	}
	d.units = append(d.units, x)
	d.result.Steps = append(d.result.Steps, Step{Why: why, Unit: k, Into: k, Page: x.first, Pages: int(x.pages)})
}

// joins are units that join others.
type joins struct {
	to   []uint32 // the unit that each joins; its own number if none
	step []Step
	any  bool
}

func (d *divider) newJoins() *joins {
	j := &joins{to: make([]uint32, len(d.units))}
	for k := range j.to {
		j.to[k] = uint32(k) //nolint:gosec // fewer than pages
	}
	return j
}

// add lets a unit join another, unless that joins it already, on the way or directly.
func (j *joins) add(s Step) {
	if j.end(s.Into) == s.Unit {
		return
	}
	j.to[s.Unit], j.any = s.Into, true
	j.step = append(j.step, s)
}

// end is the unit that another joins in the end.
func (j *joins) end(k uint32) uint32 {
	for j.to[k] != k {
		j.to[k] = j.to[j.to[k]] // so that chains get shorter
		k = j.to[k]
	}
	return k
}

// join carries out joins.
func (d *divider) join(j *joins) {
	if !j.any {
		return
	}
	for _, s := range j.step {
		s.Page, s.Pages = d.units[s.Unit].first, int(d.units[s.Unit].pages)
		d.result.Steps = append(d.result.Steps, s)
	}
	for k := range d.units {
		x, end := &d.units[k], j.end(uint32(k)) //nolint:gosec // fewer than pages
		if y := &d.units[end]; y != x && x.pages > 0 {
			y.pages, y.first = y.pages+x.pages, min(y.first, x.first)
			y.linked, y.doubt = y.linked || x.linked, y.doubt || x.doubt
			x.pages = 0
		}
	}
	for u, k := range d.of {
		if k != none {
			d.of[u] = j.end(k)
		}
	}
}

// byUnit calls f with the pages of each unit that has any, in the order of units. f must not keep the pages.
func (d *divider) byUnit(f func(k uint32, pages []graph.Node) error) error {
	starts := make([]uint32, len(d.units)+1)
	for k := range d.units {
		starts[k+1] = starts[k] + d.units[k].pages
	}
	next := slices.Clone(starts[:len(d.units)])
	d.order = slices.Grow(d.order[:0], int(starts[len(d.units)]))[:starts[len(d.units)]]
	for u, k := range d.of {
		if k != none {
			d.order[next[k]] = graph.Node(u) //nolint:gosec // a page
			next[k]++
		}
	}
	for k := range d.units {
		if d.units[k].pages == 0 {
			continue
		}
		if err := d.ctx.Err(); err != nil {
			return err
		}
		if err := f(uint32(k), d.order[starts[k]:starts[k+1]]); err != nil { //nolint:gosec // fewer than pages
			return err
		}
	}
	return nil
}
