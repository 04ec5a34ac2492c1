package report

import (
	"html/template"
	"slices"

	"weft/answers/answer"
	"weft/answers/measure"
)

type bowTieView struct {
	Sentence, Description string
	Core                  bool // a core exists; without it the classes surround some page and are not shown
	Plot                  template.HTML
	Rows                  []barRow
	How                   []string
}

// bowTie shows where pages lie around the largest strong component.
func (b *builder) bowTie() {
	c := b.data.Components
	if c == nil {
		return
	}
	t := c.BowTie
	all := t.SCC + t.In + t.Out + t.TendrilsIn + t.TendrilsOut + t.Tubes + t.Other + t.Disconnected
	if all == 0 {
		return
	}
	v := &bowTieView{Sentence: bowTieSentence(t, all)}
	b.BowTie = v
	b.section("bowtie", "Bow tie")
	if v.Core = t.Any(); !v.Core {
		return
	}
	class := func(name, note string, n int) {
		if n == 0 {
			return // an empty class has no row
		}
		row := barRow{"data", name, note, count(n), share(n, all), percent(int64(n), int64(all))}
		v.Rows = append(v.Rows, row)
		v.Description += name + " " + row.Count + " (" + row.Part + "). "
	}
	class("SCC", "the core: all pages lead to each other", t.SCC)
	class("IN", "leads to the core", t.In)
	class("OUT", "is reached from the core", t.Out)
	class("Tendrils of IN", "only reached from IN", t.TendrilsIn)
	class("Tendrils of OUT", "only leads to OUT", t.TendrilsOut)
	class("Tubes", "leads from IN to OUT past the core", t.Tubes)
	class("Other", "connected only against the direction of arcs", t.Other)
	class("Disconnected", "in another weak component", t.Disconnected)
	v.Plot = drawTie(t, all, v.Description)
	v.How = []string{
		"Population: all pages. The core is the largest strongly connected component. IN holds the pages that reach the core, OUT the pages that it reaches, by breadth-first searches from the core. " +
			"Tendrils and tubes come from two more searches, forwards from IN and backwards from OUT, through pages without a class. " + arcsThatCount(c.Kinds),
		"After Broder et al., “Graph structure in the Web”, Computer Networks 33, 2000; their tendrils include our tendrils, tubes and other. Discs of less than 3 units in radius are enlarged to remain visible.",
	}
}

func arcsThatCount(kinds string) string {
	return "The arcs that count are " + countedKinds(kinds) + "."
}

func bowTieSentence(t measure.BowTie, all int) string {
	if !t.Any() {
		return "No two pages reach each other, so there is no core and no bow tie."
	}
	if t.SCC == all {
		return "All pages reach each other, so the core of the bow tie is the whole crawl."
	}
	return "The largest strongly connected component holds " + share(t.SCC, all) + " of the pages; " + share(t.In, all) +
		" lead to it and " + share(t.Out, all) + " are reached from it."
}

// partition says how many components there are, and how large the largest is.
func partition(name string, p measure.Partition, pages int) string {
	if p.Count == 1 {
		return "1 " + name + " with all pages"
	}
	return plural(p.Count, name) + ", the largest with " + share(p.Largest, pages) + " of the pages"
}

// components shows how many components there are, and the law of their sizes.
func (b *builder) components() {
	c := b.data.Components
	if c == nil || c.WCC.Count == 0 && c.SCC.Count == 0 {
		return
	}
	pages := b.data.Info.Pages
	sentence := partition("weakly connected component", c.WCC, pages) + "; " + partition("strongly connected component", c.SCC, pages) + "."
	v := b.newSection("components", "Components", []string{
		"Population: all pages; a page without arcs forms a component. Two pages are weakly connected if a path joins them in any direction of arcs (union-find, one pass over the arcs), " +
			"and strongly connected if each can be reached from the other (Tarjan, SIAM J. Comput. 1, 1972, in the form of Pearce, Inf. Process. Lett. 116, 2016). Both are exact. " + arcsThatCount(c.Kinds),
	}, append([]answer.Block{answer.Text(sentence)}, c.Figures()...)...)
	b.Components = v
}

// sizes shows the laws of the sizes of components.
func (b *builder) sizes() {
	c := b.data.Components
	if c == nil {
		return
	}
	b.Sizes = b.laws(
		lawOf{subject{"scc-size", "Sizes of strong components", "sizes of strong components", "pages of a component, x"}, c.SCC.Sizes},
		lawOf{subject{"wcc-size", "Sizes of weak components", "sizes of weak components", "pages of a component, x"}, c.WCC.Sizes},
	)
	if !slices.ContainsFunc(b.Sizes, func(l *lawView) bool { return l.HasFit || l.Plot != "" }) {
		b.Sizes = nil // the section on components has the numbers
	}
	if len(b.Sizes) > 0 {
		b.section("component-sizes", "Sizes of components")
	}
}
