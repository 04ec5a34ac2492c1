package report

import (
	"html/template"
	"path/filepath"
	"slices"
	"strings"
)

// document is the input of the templates: texts and pictures.
type document struct {
	Policy, Title, Subtitle, Generated string

	Date     string
	Complete string  // how complete the crawl is
	First    *advice // what to do first; nil if there is nothing
	Key      []keyFigure
	Split    *splitView
	Chapters []chapter
	Small    bool // fewer than smallCrawl pages: a small page

	Missing    *missingView
	Holds      *contentsView
	Map        *mapView
	Who        *whoView
	BowTie     *bowTieView
	Components *sectionView
	Links      *linksView
	Distances  *distancesView
	Linked     []sectionView // other results on how pages are linked
	Parts      []sectionView // sites and clusters
	Trust      *trustView
	Laws       *lawsView
	Relations  *sectionView
	Made       *madeView
}

// An advice is a command with a sentence before it.
type advice struct{ Text, Command string }

// A keyFigure is a number with a label on the first screen.
type keyFigure struct{ Label, Value, Note string }

// smallCrawl is the number of pages from which a report has laws, plots of distances and correlations.
const smallCrawl = 50

// A chapter of the page holds cards. It is left out if it has none.
type chapter struct {
	ID, Title string
	cards     int
}

// A card is the head of a part of a chapter. Hows reports whether the appendix says how it was computed.
type card struct {
	ID, Title string
	Hows      bool
}

// A howView is an entry of the appendix: how the figures of a card were computed.
type howView struct {
	ID, Title  string
	Paragraphs []string
}

// A row of a list of names and values.
type row struct{ Label, Value string }

// builder collects what sections contribute to the page as a whole.
type builder struct {
	document
	data    Data
	paths   []string // of the crawls
	figures []Figure
	hows    []howView
	err     error
}

// newBuilder prepares all chapters that d has data for, in the order in which they are read.
func newBuilder(d Data) (*builder, error) {
	b := &builder{data: d, paths: []string{d.Info.Path}}
	b.Policy, b.Title = policy, d.Title
	if b.Title == "" {
		b.Title = filepath.Base(d.Info.Path)
	}
	b.Subtitle, b.Date = subtitle(d), dates(&d)
	b.Generated, b.Small = generated(d.Generated), d.Info.Pages < smallCrawl
	b.head()
	linked, parts := []func(){b.bowTie, b.components, b.distances, b.links, b.linked}, []func(){b.parts, b.trust}
	if b.Small {
		linked, parts = append(linked, b.trust), parts[:1]
	}
	for _, c := range []struct {
		id, title string
		cards     []func()
	}{
		{"missing", "Missing", []func(){b.lost}},
		{"contents", "Contents", []func(){b.contents}},
		{"map", "Map", []func(){b.drawMap}},
		{"who", "Who matters", []func(){b.who}},
		{"linked", "How it is linked", linked},
		{"parts", "Sites, clusters, confidence", parts},
		{"laws", "Laws", []func(){b.laws, b.relations}},
		{"appendix", "Appendix", []func(){b.made}},
	} {
		b.Chapters = append(b.Chapters, chapter{ID: c.id, Title: c.title})
		for _, add := range c.cards {
			add()
		}
	}
	b.Chapters = slices.DeleteFunc(b.Chapters, func(c chapter) bool { return c.cards == 0 })
	return b, b.err
}

// Chapter returns a chapter of the page; nil if it is left out.
func (d *document) Chapter(id string) *chapter {
	for i := range d.Chapters {
		if d.Chapters[i].ID == id {
			return &d.Chapters[i]
		}
	}
	return nil
}

// card begins a card in the current chapter. how says how its figures were computed, a paragraph each.
func (b *builder) card(id, title string, how []string) card {
	b.Chapters[len(b.Chapters)-1].cards++
	if len(how) > 0 {
		b.hows = append(b.hows, howView{id, title, how})
	}
	return card{id, title, len(how) > 0}
}

// isolated is a name within a sentence, so that letters written from right to left do not turn what stands behind.
func isolated(name string) template.HTML {
	return template.HTML("<bdi>" + template.HTMLEscapeString(shownName(name)) + "</bdi>") //nolint:gosec // escaped
}

func subtitle(d Data) string {
	info := d.Info
	if info.Pages == 0 {
		return "A crawl without pages: there is nothing to measure."
	}
	text := "A crawl of " + plural(info.Pages, "page")
	if info.Names && info.Hosts > 0 {
		text += " on " + plural(info.Hosts, "host") + " in " + plural(info.Domains, "domain")
	}
	if text += ", without arcs."; info.Arcs > 0 {
		text = strings.TrimSuffix(text, ", without arcs.") + ", with " + plural(info.Arcs, "arc") + "."
	}
	if !info.Names {
		text += " Its pages have numbers and no names."
	}
	return text
}

func generated(g Generated) string {
	var parts []string
	if g.Version != "" {
		parts = append(parts, "weft "+strings.TrimPrefix(g.Version, "weft "))
	}
	if !g.Time.IsZero() {
		parts = append(parts, when(g.Time))
	}
	return strings.Join(parts, ", ")
}
