package report

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"weft/answers/changes"
	"weft/answers/compare"
	"weft/internal/inert"
)

// ChangesData is the content of a page on two crawls or more.
type ChangesData struct {
	Names     []string // of the crawls, for people
	Paths     []string // of the crawls, as they were given
	Changes   *changes.Changes
	Generated Generated
}

// changesStyle follows the style of the report on the page.
//
//go:embed layout/changes.css
var changesStyle string

// A changesPage is the input of the template of the page on two crawls or more.
type changesPage struct {
	Policy, Title, Over, Generated string
	Style                          template.CSS

	Lead     []string
	Disorder string // the dates that are not in order; empty if they are
	First    *advice
	Key      []keyFigure
	Contents []changesEntry

	Flow   *flowView
	Series *seriesView
	Hosts  *changedHosts
	Pages  *changedPages
	Ranks  *ranksView
	Laws   *changedLaws
	Made   *changesMade
}

// A changesEntry is a section in the table of contents.
type changesEntry struct{ ID, Title string }

// changesBuilder collects what sections contribute to the page.
type changesBuilder struct {
	changesPage
	d      ChangesData
	r      *changes.Changes
	whole  *compare.Comparison
	crawls []changes.Crawl
	took   builder // holds the figures that readers can take away
}

// newChanges prepares all sections that d has data for, in the order in which they are read.
func newChanges(d ChangesData) *changesBuilder {
	b := &changesBuilder{d: d, r: d.Changes, whole: d.Changes.Whole, crawls: d.Changes.Crawls}
	b.Generated = generated(d.Generated)
	b.head()
	b.took.Title, b.took.data.Generated, b.took.paths = b.Title, d.Generated, d.Paths
	if !b.r.Same() {
		for _, add := range []func(){b.flow, b.series, b.hosts, b.pages, b.ranks, b.laws} {
			add()
		}
	}
	b.made()
	return b
}

// ChangesFigures returns all figures of the page, in its order.
func ChangesFigures(d ChangesData) []Figure {
	b := newChanges(d)
	all := make([]Figure, 0, len(b.took.figures))
	for _, f := range b.took.figures {
		all = append(all, f.paper())
	}
	return all
}

// WriteChanges renders the changes between crawls as one HTML file. The same data give the same bytes. If rendering fails,
// nothing is written. Other errors come from w. The page holds its figures as CSV and SVG as long as it stays below 390,000
// bytes.
func WriteChanges(w io.Writer, d ChangesData) error {
	style := style + strings.ReplaceAll(changesStyle, "\r\n", "\n")
	b := newChanges(d)
	b.Style = template.CSS(style) //nolint:gosec // our own files
	b.Policy = "default-src 'none'; style-src '" + hash(style) + "'; base-uri 'none'; form-action 'none'"
	var page bytes.Buffer
	if err := layout().ExecuteTemplate(&page, "changes.html", &b.changesPage); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	if _, err := io.WriteString(w, b.took.takeAway(inert.Lines(page.String()), mostBytes)); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}

// section enters a section in the table of contents.
func (b *changesBuilder) section(id, title string) {
	b.Contents = append(b.Contents, changesEntry{id, title})
}

// name is the name of a crawl.
func (b *changesBuilder) name(i int) string { return b.d.Names[i] }

// first and last name the crawls that the page compares.
func (b *changesBuilder) first() string { return b.name(0) }
func (b *changesBuilder) last() string  { return b.name(len(b.crawls) - 1) }

// named is the name of a crawl with its date, if that is known.
func (b *changesBuilder) named(i int) string {
	if d := b.crawls[i].Date.Text; d != "" && d != b.name(i) {
		return b.name(i) + " (" + d + ")"
	}
	return b.name(i)
}
