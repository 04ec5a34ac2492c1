package serve

import (
	"context"
	"net/http"
	"slices"

	"weft/graph"
	"weft/internal/digits"
	"weft/internal/option"
)

// paged are the values of the screen of pages.
type paged struct {
	Query          query
	Orders, States []string
	Rows           []row
	Count          string // number of the pages of the query
	Of             int    // number of all pages
	Facts          bool   // the crawl has facts
	Names          bool
	Previous, Next string // queries; empty if there is none
	First          string
	Cut            int // rows of a ranking that can be paged through, if there are more pages
	CSV, JSON      string
	Command        string // that prints the same; empty if there is none
	Sorted         int    // rows of a download, if there are more pages
}

// pages shows the table of pages.
func (s *Server) pages(w http.ResponseWriter, r *http.Request, o *opened) {
	v, err := s.page(r, o)
	if err != nil {
		s.refused(w, r, o, err)
		return
	}
	if r.Context().Err() == nil {
		s.render(w, http.StatusOK, "pages", &view{Title: "Pages", Crawl: o.of, Here: "Pages", Of: v})
	}
}

// A refusedError is a fault of a query, not of the crawl.
type refusedError struct{ error }

// refused writes the page for an error of a query or of the crawl.
func (s *Server) refused(w http.ResponseWriter, r *http.Request, o *opened, err error) {
	if r.Context().Err() != nil {
		return // the reader has gone
	}
	if _, bad := err.(refusedError); bad { //nolint:errorlint // it is never wrapped
		s.fail(w, http.StatusBadRequest, err.Error(), "Correct the address, or begin again at the screen of pages.")
		return
	}
	s.failed(w, o.of, err)
}

// page reads a page of the table.
func (s *Server) page(r *http.Request, o *opened) (*paged, error) {
	q, err := o.parseQuery(r.URL.Query())
	if err != nil {
		return nil, refusedError{err}
	}
	chosen, err := o.selected(q)
	if err != nil {
		return nil, err
	}
	f, err := o.find(r.Context(), q, &chosen)
	if err != nil {
		return nil, err
	}
	v := &paged{
		Query: q, Orders: o.orders(), States: o.states(), Count: digits.Plural(f.count, "page"), Of: o.NumPages(), Facts: o.HasFacts(), Names: o.HasNames(),
		CSV: "pages.csv" + q.with(q.Sort, 0), JSON: "pages.jsonl" + q.with(q.Sort, 0), Command: s.words(o.sameCommand(q)),
	}
	var shown []graph.Node
	if q.Sort == byURL {
		shown = v.byKeys(o, q, &chosen)
	} else {
		shown = v.byRank(q, &f)
	}
	v.Rows, err = o.rows(q.Sort, shown)
	return v, err
}

// byKeys pages through the keys.
func (v *paged) byKeys(o *opened, q query, s *selection) (shown []graph.Node) {
	found, then := s.next(q.From, rowsShown)
	for _, i := range found {
		shown = append(shown, o.AtKey(i))
	}
	if then >= 0 {
		v.Next = q.with(q.Sort, then)
	}
	if len(found) > 0 {
		if at := s.before(found[0], rowsShown); at >= 0 {
			v.Previous, v.First = q.with(q.Sort, at), q.with(q.Sort, 0)
		}
	}
	return shown
}

// byRank pages through a ranking.
func (v *paged) byRank(q query, f *foundPages) []graph.Node {
	from, to := min(q.From, len(f.best)), min(q.From+rowsShown, len(f.best))
	if to < min(f.count, mostRanked) && to > from {
		v.Next = q.with(q.Sort, to)
	}
	if from > 0 {
		v.Previous, v.First = q.with(q.Sort, max(0, from-rowsShown)), q.with(q.Sort, 0)
	}
	if f.count > mostRanked {
		v.Cut = mostRanked
	}
	if f.count > mostSorted {
		v.Sorted = mostSorted
	}
	return f.best[from:to]
}

// rows reads the rows of pages in their order. Facts are read in the order of the keys, which is faster.
func (o *opened) rows(order string, shown []graph.Node) ([]row, error) {
	r, err := o.newRows(order)
	if err != nil {
		return nil, err
	}
	defer r.close()
	at := make([]int, len(shown))
	for i := range at {
		at[i] = i
	}
	slices.SortFunc(at, func(a, b int) int { return o.KeyOf(shown[a]) - o.KeyOf(shown[b]) })
	rows := make([]row, len(shown))
	for _, i := range at {
		if rows[i], err = r.at(shown[i]); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// states are the states that pages of the crawl have, in the order of the overview.
func (o *opened) states() (names []string) {
	c := countsOf(o)
	for _, f := range statesOf(&c) {
		names = append(names, f.Label)
	}
	return names
}

// sameCommand returns the command that prints the same rows, with its options in braces; nil if there is none.
func (o *opened) sameCommand(q query) error {
	switch {
	case q.Address != "" || q.State != "":
		return nil
	case q.Sort == byURL:
		return option.Errorf("weft export %s {format} pages", option.Word(o.of.path))
	case q.Sort == "pagerank" || q.Sort == "indegree":
		return option.Errorf("weft rank %s %s {top} %d", q.Sort, option.Word(o.of.path), rowsShown)
	}
	return nil
}

// chosen calls f with all pages of a query in its order: of a ranking with the first mostSorted.
func (o *opened) chosen(ctx context.Context, q query, f func(u graph.Node) error) error {
	s, err := o.selected(q)
	if err != nil {
		return err
	}
	if q.Sort != byURL {
		n, err := s.count(ctx)
		if err != nil {
			return err
		}
		for _, u := range s.best(q.Sort, min(n, mostSorted)) {
			if err := f(u); err != nil {
				return err
			}
		}
		return nil
	}
	for i := s.keys.Lo; i < s.keys.Hi; i++ {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if !s.has(i) {
			continue
		}
		if err := f(o.AtKey(i)); err != nil {
			return err
		}
	}
	return nil
}
