package serve

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"weft/answers/pages"
	"weft/graph"
	"weft/internal/digits"
	"weft/internal/option"
	"weft/store"
	"weft/store/lookup"
)

// paged are the values of the screen of pages.
type paged struct {
	Query          query
	Orders, States []string
	Only           []onlyChoice   // faults of pages
	Types          []lookup.Value // media types of the crawl
	Heads          []head
	Choices        []string // columns that can be chosen
	RowChoices     []int
	Rows           []cells
	Count          string // number of the pages of the query
	Of             int    // number of all pages
	Facts          bool   // the crawl has facts
	Names, Sites   bool
	Noted          bool   // pages have notes, or tags are sought
	More           bool   // a filter is set that is folded away otherwise
	Previous, Next string // queries; empty if there is none
	First          string
	Cut            int // rows of a ranking that can be paged through, if there are more pages
	Downloads      []download
	Command        string // that prints the same
	Sorted         int    // rows of a download, if there are more pages
	Index          indexState
	Waiting        bool     // the query needs the index, which is not there
	Texts          bool     // pages can be sought by their texts
	NoTexts        string   // why texts cannot be sought
	TextCommand    string   // that makes the index of texts
	TextJob        *textJob // a job that makes it; nil if none is offered
	Notes          []string // about a search in texts
}

// A download is a link to the pages in a format.
type download struct{ Format, Link string }

// A head is the head of a column.
type head struct {
	Title   string
	Numbers bool
	Sorted  bool
}

// cells are a row of the table: the page, and its other columns.
type cells struct {
	row
	Texts []cell
	Parts []piece // of the snippet
}

// A piece is a part of a snippet; a sought word is marked.
type piece struct {
	Text   string
	Marked bool
}

// A cell is a text of a row. Texts from the Web may turn round.
type cell struct {
	Text    string
	Numbers bool
}

// mostTypes is the number of media types that the form offers.
const mostTypes = 200

// pagesRoutes are the addresses of the table of pages, and of downloads of pages, hosts and links.
func (s *Server) pagesRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /c/{crawl}/pages", s.of(s.pages))
	for _, f := range pages.Formats {
		mux.HandleFunc("GET /c/{crawl}/pages."+f.Name, s.of(s.pagesAs(f)))
		mux.HandleFunc("GET /c/{crawl}/hosts."+f.Name, s.of(s.hostsAs(f)))
		mux.HandleFunc("GET /c/{crawl}/links."+f.Name, s.of(s.linkListAs(f)))
		mux.HandleFunc("GET /c/{crawl}/page/links."+f.Name, s.of(s.linksAs(f)))
	}
}

// pages shows the table of pages.
func (s *Server) pages(w http.ResponseWriter, r *http.Request, o *opened) {
	s.indexed(o)
	v, err := s.page(r, o)
	if err != nil {
		s.refused(w, r, o, err)
		return
	}
	if r.Context().Err() != nil {
		return
	}
	page := &view{Title: "Pages", Crawl: o.of, Here: "Pages", Token: s.token(r), Of: v}
	status := http.StatusOK
	if v.Waiting {
		status = http.StatusServiceUnavailable
		if v.Index.Building {
			page.Again = 2
		}
	}
	s.render(w, status, "pages", page)
}

// A refusedError is a fault of a query, not of the crawl.
type refusedError struct{ error }

// refused writes the page for an error of a query or of the crawl.
func (s *Server) refused(w http.ResponseWriter, r *http.Request, o *opened, err error) {
	var bad refusedError
	switch {
	case r.Context().Err() != nil: // the reader has gone
	case errors.As(err, &bad):
		s.failIn(w, o.of, http.StatusBadRequest, failure{What: err.Error(), Do: "Change the entry on the page before, or use the menu."})
	case errors.Is(err, pages.ErrSlow):
		s.fail(w, http.StatusServiceUnavailable, "The index of words is not there yet.", "The screen of pages shows when it is built.")
	case errors.Is(err, store.ErrNoFacts), errors.Is(err, store.ErrNoNames), errors.Is(err, store.ErrNoSites), errors.Is(err, pages.ErrNoPage):
		s.fail(w, http.StatusBadRequest, option.Text(err, func(name string) string { return name + "=" }), "Leave this filter empty.")
	default:
		s.failed(w, o.of, err)
	}
}

// page reads a page of the table.
func (s *Server) page(r *http.Request, o *opened) (*paged, error) {
	q, err := o.parseQuery(r.URL.Query())
	if err != nil {
		return nil, refusedError{err}
	}
	v := &paged{
		Query: q, Orders: o.orders(), States: o.states(), Of: o.NumPages(), Facts: o.HasFacts(), Names: o.HasNames(),
		Command: s.words(o.sameCommand(q)), Index: s.indexState(o),
		More: q.Tag+q.Site+q.Type+q.Since+q.Until+q.Links+q.Only+q.Columns != "",
	}
	v.Choices, v.RowChoices = o.available(q.Sort), rowChoices(q.Rows)
	_, v.Sites = o.sites()
	v.Noted = q.Tag != "" || o.find.HasNotes()
	v.Only = o.onlyChoices()
	for _, f := range pages.Formats {
		v.Downloads = append(v.Downloads, download{f.Name, "pages." + f.Name + q.with(q.Sort, 0)})
	}
	if x, err := o.find.Index(); err == nil {
		if v.Types, err = x.Types(mostTypes); err != nil {
			return nil, err
		}
	}
	v.Texts, v.TextCommand = o.hasTexts(), s.words(option.Errorf("weft pages %s {index-texts}", option.Word(o.of.path)))
	v.TextJob = s.textJobOf(o)
	if q.Text != "" {
		v.Orders = append([]string{pages.Best}, v.Orders...)
	}
	if q.Sort == pages.Best {
		return v, v.search(r.Context(), o, q)
	}
	f, err := s.selected(r.Context(), o, q)
	if errors.Is(err, pages.ErrSlow) {
		v.Waiting = true
		return v, nil
	}
	if err != nil {
		return nil, err
	}
	v.Count = digits.Plural(f.found.Count, "page")
	var shown []graph.Node
	if !q.ranked() {
		shown = v.byKeys(o, q, f.found)
	} else {
		shown = v.byRank(q, &f)
	}
	return v, v.read(o, q, shown)
}

// byKeys pages through the keys.
func (v *paged) byKeys(o *opened, q query, f *pages.Found) (shown []graph.Node) {
	found, then := f.Next(q.From, q.Rows)
	for _, i := range found {
		shown = append(shown, o.AtKey(i))
	}
	if then >= 0 {
		v.Next = q.with(q.Sort, then)
	}
	if len(found) > 0 {
		if at := f.Before(found[0], q.Rows); at >= 0 {
			v.Previous, v.First = q.with(q.Sort, at), q.with(q.Sort, 0)
		}
	}
	return shown
}

// byRank pages through a ranking.
func (v *paged) byRank(q query, f *foundPages) []graph.Node {
	from, to := min(q.From, len(f.best)), min(q.From+q.Rows, len(f.best))
	if to < min(f.found.Count, mostRanked) && to > from {
		v.Next = q.with(q.Sort, to)
	}
	if from > 0 {
		v.Previous, v.First = q.with(q.Sort, max(0, from-q.Rows)), q.with(q.Sort, 0)
	}
	if f.found.Count > mostRanked {
		v.Cut = mostRanked
	}
	if f.found.Count > mostSorted {
		v.Sorted = mostSorted
	}
	return f.best[from:to]
}

// headTitles are the heads of columns that are not called by their name.
var headTitles = map[string]string{"size": "bytes", "time": "time, UTC", "indegree": "linked from"}

// read reads the rows that are shown.
func (v *paged) read(o *opened, q query, shown []graph.Node) error {
	columns := o.columns(q)
	v.setHeads(q, columns)
	wanted := append([]string{"url", "title"}, columns...)
	if slices.Contains(columns, "state") && o.HasFacts() { // it tells pages that wait from pages that were never requested
		wanted = append(wanted, "status")
	}
	rows, err := o.find.Rows(q.Sort, wanted)
	if err != nil {
		return err
	}
	defer rows.Close() //nolint:errcheck // only read
	all, err := rows.All(shown)
	for i := range all {
		v.add(q, &all[i], columns)
	}
	return err
}

// setHeads sets the heads of columns.
func (v *paged) setHeads(q query, columns []string) {
	for _, name := range columns {
		h := head{Title: name, Numbers: isNumber(name), Sorted: name == "score" || name == q.Sort}
		if title, ok := headTitles[name]; ok {
			h.Title = title
		}
		if name == "score" {
			h.Title = q.Sort
		}
		v.Heads = append(v.Heads, h)
	}
}

// add adds the row of a page.
func (v *paged) add(q query, p *pages.Row, columns []string) {
	one := cells{row: row{*p}}
	if q.Columns != "" && !q.Shows("title") {
		one.Title = ""
	}
	for _, name := range columns {
		one.Texts = append(one.Texts, cell{one.text(name), isNumber(name)})
	}
	if p.Snippet != "" {
		one.Parts = piecesOf(p)
	}
	v.Rows = append(v.Rows, one)
}

func isNumber(column string) bool {
	return slices.Contains([]string{"page", "status", "size", "indegree", "score"}, column)
}

// text is the value of a column for people.
func (p row) text(column string) string {
	switch column {
	case "time":
		return p.When()
	case "score":
		return p.ScoreText()
	case "size", "indegree":
		return digits.InGroups(p.Text(column))
	case "state":
		return p.StateWord()
	}
	return p.Text(column)
}

// available are the columns that the crawl has values for, beside the URL.
func (o *opened) available(order string) (columns []string) {
	_, scored := o.find.Score(order)
	_, noIndex := o.find.Index()
	for _, name := range pages.Columns {
		switch name {
		case "url", "snippet":
			continue
		case "score":
			if !scored || order == pages.InDegree && noIndex == nil {
				continue
			}
		case "indegree":
			if noIndex != nil {
				continue
			}
		case "status", "type", "size", "time", "title", "digest":
			if !o.HasFacts() {
				continue
			}
		case "tags", "note":
			if !o.find.HasNotes() {
				continue
			}
		}
		columns = append(columns, name)
	}
	return columns
}

// columns are the columns of the table after the page and its title.
func (o *opened) columns(q query) (columns []string) {
	for _, name := range o.available(q.Sort) {
		usual := name != "page" && name != "digest" && name != "note"
		if name != "title" && (q.Columns == "" && usual || q.Shows(name)) {
			columns = append(columns, name)
		}
	}
	return columns
}

// states are the states that pages of the crawl have, in the order of the overview.
func (o *opened) states() (names []string) {
	c := countsOf(o)
	for _, f := range statesOf(&c) {
		names = append(names, f.Label)
	}
	return names
}

// sameCommand returns the command that prints the same rows, with its options in braces.
func (o *opened) sameCommand(q query) error {
	format, args := "weft pages %s", []any{option.Word(o.of.path)}
	if q.Words != "" {
		format += " %s"
		args = append(args, option.Word(strings.TrimLeft(q.Words, "-")))
	}
	for _, f := range q.fields() {
		if *f.to == "" || f.name == "words" || f.name == "sort" && (q.Sort == byURL || q.Sort == pages.Best) {
			continue
		}
		if f.name == "only" {
			format += " " + only(q.Only).flags
			continue
		}
		format += " {" + f.name + "} %s"
		args = append(args, option.Word(*f.to))
	}
	if q.Columns != "" {
		format += " {columns} %s"
		args = append(args, option.Word(q.Columns))
	}
	return option.Errorf(format, args...)
}
