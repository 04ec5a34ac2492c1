package report

import (
	"html/template"
	"path/filepath"
	"slices"
	"strings"

	"weft/internal/inert"
)

// document is the input of the templates: texts and pictures.
type document struct {
	Policy, Title, Subtitle, Generated string

	Date     string
	Complete string  // how complete the crawl is
	First    *advice // what to do first; nil if there is nothing
	Key      []figure
	Split    *splitView
	Contents []chapter

	Missing    *sectionView
	States     *barView
	Kinds      *barView
	Words      *barView
	Holds      *contentsView
	Map        *mapView
	Who        *whoView
	BowTie     *bowTieView
	Components *sectionView
	Links      *linksView
	Distances  *sectionView
	Linked     []sectionView // other results on how pages are linked
	Parts      []sectionView // sites and clusters
	Trust      *trustView
	Degrees    *degreesView
	Sizes      []*lawView // of components
	Relations  *sectionView
	Made       *madeView
}

// An advice is a command with a sentence before it.
type advice struct{ Text, Command string }

// A figure is a number with a label.
type figure struct{ Label, Value, Note string }

// A chapter of the page groups sections in the table of contents.
type chapter struct {
	Title   string
	Entries []entry
}

// An entry of the table of contents.
type entry struct{ ID, Title string }

// A row of a list of names and values.
type row struct{ Label, Value string }

// builder collects what sections contribute to the page as a whole.
type builder struct {
	document
	data Data
	err  error
}

// newDocument prepares all sections that d has data for, in the order in which they are read.
func newDocument(d Data) (*document, error) {
	b := builder{data: d}
	b.Policy, b.Title = policy, d.Title
	if b.Title == "" {
		b.Title = filepath.Base(d.Info.Path)
	}
	b.Subtitle, b.Date = subtitle(d), dates(d.Info.Steps)
	b.Generated = generated(d.Generated)
	b.head()
	for _, c := range []struct {
		title    string
		sections []func()
	}{
		{"Missing", []func(){b.lost}},
		{"Contents", []func(){b.contents, b.states, b.kinds, b.words}},
		{"Map", []func(){b.drawMap}},
		{"Who matters", []func(){b.who}},
		{"How it is linked", []func(){b.bowTie, b.components, b.links, b.distances, b.linked}},
		{"Sites and confidence", []func(){b.parts, b.trust}},
		{"Laws", []func(){b.degrees, b.sizes, b.relations}},
		{"Appendix", []func(){b.made}},
	} {
		b.Contents = append(b.Contents, chapter{Title: c.title})
		for _, add := range c.sections {
			add()
		}
	}
	b.Contents = slices.DeleteFunc(b.Contents, func(c chapter) bool { return len(c.Entries) == 0 })
	return &b.document, b.err
}

// section enters a section in the current chapter of the table of contents.
func (b *builder) section(id, title string) {
	last := &b.Contents[len(b.Contents)-1]
	last.Entries = append(last.Entries, entry{id, title})
}

// isolated is a name within a sentence, so that letters written from right to left do not turn what stands behind.
func isolated(name string) template.HTML {
	return template.HTML("<bdi>" + template.HTMLEscapeString(inert.Text(name)) + "</bdi>") //nolint:gosec // escaped
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
