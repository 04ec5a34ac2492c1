package serve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"slices"
	"strings"

	"weft/answers/answer"
	"weft/answers/site"
	"weft/graph"
	"weft/internal/digits"
	"weft/internal/inert"
	"weft/internal/option"
)

// Limits of the screen of a site.
const (
	mostBranches = 100 // folders and pages of a folder
	mostRules    = 100 // lines of rules
	mostExamples = 20  // pages of a count of the rules
)

// bounded are the values of the screen of a site.
type bounded struct {
	*site.Outline
	Query     siteQuery
	Front     row
	Changes   []change
	Parts     []sitePart
	Crumbs    []crumb
	MoreHosts int
	Next      string // query of the next parts; empty if there are none
	Formats   []crumb
	Rules     string // in the format of the query
	Cut       int    // lines of the rules that are not shown
	Sorted    []sortedPages
	Download  string
	Save      string // where a form saves the boundary
	Warning   string // where the rules and the site differ; empty if the rules sort all fetched pages rightly
	Command   string
}

// A change is a change by hand, and the query that takes it back.
type change struct {
	site.Edit
	Undo string
}

// A crumb is a link to another view of the screen.
type crumb struct {
	Text, Link string
	Here       bool
}

// Sorted pages are pages that the rules let in or keep out.
type sortedPages struct {
	Count       int
	Title, What string
	Rows        []row
}

// site shows a site: its folders, changes by hand, and rules.
func (s *Server) site(w http.ResponseWriter, r *http.Request, o *opened) {
	q, err := siteQueryOf(r)
	if err != nil {
		s.refused(w, r, o, refusedError{errors.New(s.words(err))})
		return
	}
	l, ok := s.outlined(w, r, o, q)
	if !ok {
		return
	}
	v := &bounded{Outline: l, Query: q, Command: s.words(o.siteCommand(l, q)), Download: "site/rules" + q.below("", 0).Link(), Save: "boundaries" + q.below("", 0).Link()}
	if err := v.read(o); err != nil {
		s.failed(w, o.of, err)
		return
	}
	s.render(w, http.StatusOK, "site", &view{Title: "Site of " + short(v.Front.Name()), Crawl: o.of, Here: "Sites", Of: v, Token: s.token(r)})
}

// siteRules sends the rules of a site as a file.
func (s *Server) siteRules(w http.ResponseWriter, r *http.Request, o *opened) {
	q, err := siteQueryOf(r)
	if err != nil {
		s.refused(w, r, o, refusedError{errors.New(s.words(err))})
		return
	}
	l, ok := s.outlined(w, r, o, q)
	if !ok {
		return
	}
	var b bytes.Buffer
	if err := writeRules(&b, l, q.Format); err != nil {
		s.refused(w, r, o, refusedError{err})
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="`+o.of.slug+"-site"+fileWord(o.Label(l.Front))+endings[q.Format]+`"`)
	b.WriteTo(w) //nolint:errcheck // the reader has gone
}

// endings are the endings of files of rules.
var endings = map[string]string{"heritrix": ".xml", "browsertrix": ".yaml", "wget": ".wgetrc", "httrack": ".txt", "surt": ".txt"}

// errNoRules says why a site has no rules.
var errNoRules = errors.New("the pages of the site have no URLs, so there are no rules")

func writeRules(w io.Writer, l *site.Outline, format string) error {
	if l.Scope == nil {
		return errNoRules
	}
	return l.Write(w, format)
}

// mostOutlines is the number of outlines that are kept for each crawl: browsing the folders of a site needs the same again and
// again.
const mostOutlines = 4

// outlined returns the outline of a query. If there is none, it writes the page that says why.
func (s *Server) outlined(w http.ResponseWriter, r *http.Request, o *opened, q siteQuery) (*site.Outline, bool) {
	front, err := o.find.Sites()
	if err != nil {
		s.noSites(w, r, o, err)
		return nil, false
	}
	u, ok, err := o.asked(r)
	switch {
	case err != nil:
		s.failed(w, o.of, err)
		return nil, false
	case !ok:
		s.fail(w, http.StatusNotFound, "The crawl does not know this page.", "The screen of sites lists the sites.")
		return nil, false
	}
	l, err := s.outline(r.Context(), o, q.key(u), func(memory int64) (*site.Outline, error) {
		return site.Draw(o.Crawl, front, u, site.EditsOf(q.In, q.Out), memory)
	})
	var bad *answer.OptionError
	switch {
	case r.Context().Err() != nil && l == nil: // the reader has gone
	case errors.As(err, &bad):
		s.refused(w, r, o, refusedError{errors.New(s.words(err))})
	case err != nil:
		s.failed(w, o.of, err)
	}
	return l, err == nil
}

// outline returns a kept outline, or draws it. Readers of kept outlines do not wait for others that are drawn.
func (s *Server) outline(ctx context.Context, o *opened, of string, draw func(memory int64) (*site.Outline, error)) (*site.Outline, error) {
	if got, ok := o.outlines.get(of); ok {
		return got, nil
	}
	if !s.draws.wait(ctx) { // it takes memory; work that lasts minutes has another lock
		return nil, ctx.Err()
	}
	defer s.draws.Unlock()
	if got, ok := o.outlines.get(of); ok { // drawn meanwhile
		return got, nil
	}
	memory, back := s.memory(drawShare)
	defer back()
	got, err := draw(memory)
	if err == nil {
		o.outlines.put(of, got, 0, mostOutlines, math.MaxInt64)
	}
	return got, err
}

// key identifies an outline.
func (q siteQuery) key(u graph.Node) string { return fmt.Sprintf("%d %q %q", u, q.In, q.Out) }

// read reads what the screen shows.
func (v *bounded) read(o *opened) error {
	rows, err := o.newRows()
	if err != nil {
		return err
	}
	defer rows.close()
	if v.Front, err = rows.at(v.Outline.Front); err != nil {
		return err
	}
	for _, e := range v.Edits {
		v.Changes = append(v.Changes, change{e, "site" + v.Query.without(e.Of).Link()})
	}
	if err := v.readParts(rows); err != nil {
		return err
	}
	if v.Scope == nil {
		return nil
	}
	if err := v.readSorted(rows); err != nil {
		return err
	}
	v.Warning = warningOf(v.Scope)
	return v.readRules()
}

// warningOf says how many pages the rules of a site sort wrongly.
func warningOf(sc *site.Scope) string {
	var all []string
	if sc.Missed > 0 {
		all = append(all, "keep out "+digits.Plural(sc.Missed, "page")+" of the site")
	}
	if sc.Extra > 0 {
		all = append(all, "let in "+digits.Plural(sc.Extra, "fetched page")+" of other sites")
	}
	if len(all) == 0 {
		return ""
	}
	return "These rules " + strings.Join(all, " and ") + "."
}

// readRules writes the first lines of the rules.
func (v *bounded) readRules() error {
	for _, f := range ruleFormats {
		q := v.Query
		q.Format = f
		v.Formats = append(v.Formats, crumb{Text: f, Link: "site" + q.Link() + "#rules", Here: f == v.Query.Format})
	}
	var b strings.Builder
	if err := v.Write(&b, v.Query.Format); err != nil {
		return err
	}
	lines := slices.Collect(strings.Lines(b.String()))
	if len(lines) > mostRules {
		v.Cut, lines = len(lines)-mostRules, lines[:mostRules]
	}
	v.Rules = inert.Lines(strings.Join(lines, ""))
	return nil
}

// readSorted reads the first pages of the counts of the rules.
func (v *bounded) readSorted(rows *rowReader) (err error) {
	for _, x := range []struct {
		pages       site.Sorted
		title, what string
	}{
		{v.Scope.ExtraPages(), "let in, of other sites", "fetched pages that are not of the site"},
		{v.Scope.MissedPages(), "kept out, of the site", "pages of the site"},
		{v.Scope.UnfetchedPages(), "let in, not fetched", "pages that the crawl knows from links; a crawl with these rules would fetch them"},
		{v.Scope.ExcludedPages(), "let in, excluded before", "pages that robots.txt or the rules of this crawl excluded"},
	} {
		p := sortedPages{Count: x.pages.Count, Title: x.title, What: x.what}
		for _, u := range x.pages.Pages[:min(mostExamples, len(x.pages.Pages))] {
			found, err := rows.at(u)
			if err != nil {
				return err
			}
			p.Rows = append(p.Rows, found)
		}
		v.Sorted = append(v.Sorted, p)
	}
	return nil
}

// siteCommand returns the command that writes the rules, with its options in braces.
func (o *opened) siteCommand(l *site.Outline, q siteQuery) error {
	form, words := "weft site %s %s {clusters} %s", []any{option.Word(o.of.path), option.Word(o.Label(l.Front)), site.Found}
	for _, e := range l.Edits {
		if words = append(words, option.Word(e.Of)); e.In {
			form += " {include} %s"
		} else {
			form += " {exclude} %s"
		}
	}
	words = append(words, q.Format, "site"+endings[q.Format])
	return option.Errorf(form+" {flow} none {anyway} {format} %s {output} %s", words...)
}
