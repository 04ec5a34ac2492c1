package report

import (
	"weft/answers/answer"
	"weft/answers/measure"
)

type bowTieView struct {
	card
	Sentence string
	Figure   *figureView // nil if there is no core
	Rows     []barRow
}

// leastTied is the number of pages from which a bow tie is drawn.
const leastTied = 30

// bowTie shows where pages lie around the largest strong component.
func (b *builder) bowTie() {
	c := b.data.Components
	if c == nil {
		return
	}
	t := c.BowTie
	all := t.SCC + t.In + t.Out + t.TendrilsIn + t.TendrilsOut + t.Tubes + t.Other + t.Disconnected
	if all < 2 {
		return
	}
	v := &bowTieView{Sentence: bowTieSentence(t, all)}
	b.BowTie = v
	if !t.Any() || all < leastTied {
		v.card = b.card("bowtie", "Bow tie", nil)
		return
	}
	v.card = b.card("bowtie", "Bow tie", []string{
		"Population: all pages. The core is the largest strongly connected component. IN holds the pages that reach the core, OUT the pages that it reaches, by breadth-first searches from the core. " +
			"Tendrils and tubes come from two more searches, forwards from IN and backwards from OUT, through pages without a class. " + arcsThatCount(c.Kinds),
		"After Broder et al., “Graph structure in the Web”, Computer Networks 33, 2000; their tendrils include our tendrils, tubes and other. Discs of less than 3 units in radius are enlarged to remain visible.",
	})
	f := Figure{
		Name: "bowtie", Title: "The bow tie of the crawl", Sheet: drawTie(t, all), Columns: []string{"class", "pages", "note"},
		Caption: "Classes of pages around the largest strong component (SCC): areas are numbers of pages, arrows show where links lead.",
	}
	for _, x := range []struct {
		name, note string
		n          int
	}{
		{"SCC", "the core: all pages lead to each other", t.SCC},
		{"IN", "leads to the core", t.In},
		{"OUT", "is reached from the core", t.Out},
		{"Tendrils of IN", "only reached from IN", t.TendrilsIn},
		{"Tendrils of OUT", "only leads to OUT", t.TendrilsOut},
		{"Tubes", "leads from IN to OUT past the core", t.Tubes},
		{"Other", "connected only against the direction of arcs", t.Other},
		{"Disconnected", "in another weak component", t.Disconnected},
	} {
		f.Rows = append(f.Rows, []any{x.name, x.n, x.note})
		if x.n > 0 { // an empty class has no row
			row := barRow{"data", x.name, x.note, count(x.n), share(x.n, all), percent(int64(x.n), int64(all))}
			v.Rows = append(v.Rows, row)
			f.Description += x.name + " " + row.Count + " (" + row.Part + "). "
		}
	}
	v.Figure = b.picture(f)
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
	return plural(p.Count, name) + ", the largest with " + plural(p.Largest, "page") + " (" + share(p.Largest, pages) + ")"
}

// components shows how many components there are, and the law of their sizes.
func (b *builder) components() {
	c := b.data.Components
	if c == nil || c.WCC.Count == 0 && c.SCC.Count == 0 || b.data.Info.Pages < 2 {
		return
	}
	pages := b.data.Info.Pages
	sentence := partition("weakly connected component", c.WCC, pages) + "; " + partition("strongly connected component", c.SCC, pages) + "."
	v := b.newSection("components", "Components", []string{
		"Population: all pages; a page without arcs forms a component. Two pages are weakly connected if a path joins them in any direction of arcs (union-find, one pass over the arcs), " +
			"and strongly connected if each can be reached from the other (Tarjan, SIAM J. Comput. 1, 1972, in the form of Pearce, Inf. Process. Lett. 116, 2016). Both are exact. " + arcsThatCount(c.Kinds),
	}, answer.Text(sentence))
	b.Components = v
}
