package report

import (
	"fmt"
	"html/template"
	"path/filepath"
	"slices"
	"strings"

	"weft/answers/measure"
	"weft/internal/inert"
)

// document is the input of the templates: texts and pictures.
type document struct {
	Policy, Title, Subtitle, Generated string

	Key      []figure
	Findings []template.HTML
	KeyHow   []string
	Contents []entry

	Made       *madeView
	Map        *mapView
	States     *barView
	Kinds      *barView
	Degrees    *degreesView
	Relations  *sectionView
	BowTie     *bowTieView
	Components *sectionView
	Rankings   []rankingView
	Distances  *sectionView
	Others     []sectionView
	Trust      *trustView
	Links      *linksView
	Words      *barView
}

// A figure is a number with a label.
type figure struct{ Label, Value, Note string }

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
	b.Subtitle = subtitle(d)
	b.Generated = generated(d.Generated)
	b.key()
	b.drawMap()
	b.made()
	b.states()
	b.kinds()
	b.degrees()
	b.relations()
	b.bowTie()
	b.components()
	b.rankings()
	b.distances()
	b.others()
	b.trust()
	b.links()
	b.words()
	return &b.document, b.err
}

// section enters a section in the table of contents.
func (b *builder) section(id, title string) {
	b.Contents = append(b.Contents, entry{id, title})
}

// find adds a sentence to the findings at the head of the page. Arguments that are [template.HTML] are taken as they are.
func (b *builder) find(format string, args ...any) {
	for i, a := range args {
		if _, ok := a.(template.HTML); !ok {
			args[i] = template.HTMLEscapeString(fmt.Sprint(a))
		}
	}
	b.Findings = append(b.Findings, template.HTML(fmt.Sprintf(format, args...))) //nolint:gosec // escaped
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

// perPage names the pages that arcs are divided by: all pages except ghosts.
func perPage(info *measure.Info) string {
	switch {
	case info.Ghosts == 0:
		return "per page"
	case info.Pages-info.Ghosts == info.Fetched:
		return "per fetched page"
	}
	return "per page without ghosts"
}

// key chooses the figures that stand at the head of the page.
func (b *builder) key() {
	info := b.data.Info
	b.Key = []figure{
		{"Pages", count(info.Pages), ""},
		{"Fetched", count(info.Fetched), share(info.Fetched, info.Pages)},
		{"Ghosts", count(info.Ghosts), share(info.Ghosts, info.Pages)},
		{"Unknown", count(info.Unknown), share(info.Unknown, info.Pages)},
		{"Arcs", count(info.Arcs), fixed(info.MeanOut, 1) + " " + perPage(&info)},
	}
	b.Key = slices.DeleteFunc(b.Key, func(f figure) bool {
		return f.Label == "Unknown" && info.Unknown == 0 || (f.Label == "Fetched" || f.Label == "Ghosts") && info.Unknown == info.Pages && info.Pages > 0
	})
	if info.Names && info.Hosts > 0 {
		b.Key = append(b.Key, figure{"Hosts", count(info.Hosts), ""}, figure{"Domains", count(info.Domains), ""})
	}
	bits := figure{"Bits per arc", none, ""}
	if info.Arcs > 0 && info.BitsPerArc > 0 {
		bits.Value = fixed(info.BitsPerArc, 2)
		if info.HasBack && info.TransBitsPA > 0 {
			bits.Note = fixed(info.TransBitsPA, 2) + " transposed"
		}
	}
	b.Key = append(b.Key, bits)
	b.KeyHow = []string{
		"A page is a canonical URL without its fragment (WHATWG URL Standard), or a node of the graph that was imported. " +
			"There is one arc u → v, however often the link occurs; loops count. Arcs of all kinds count here.",
		"A ghost is a page that was linked to and never requested. Arcs per page do not count ghosts, because ghosts have no arcs.",
		"Bits per arc are the length of the compressed graph in BVGraph format (Boldi and Vigna, “The WebGraph framework I”, WWW 2004), without offsets and names, divided by its arcs.",
	}
	if info.Names && info.Hosts > 0 {
		b.KeyHow = append(b.KeyHow, "A host is the host of a URL, without scheme and port; a domain is a registered domain below a public suffix (publicsuffix.org).")
	}
}
