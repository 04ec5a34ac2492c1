package serve

import (
	"errors"
	"fmt"
	"net/http"

	"weft/answers/pages"
	"weft/internal/option"
	"weft/store/textindex"
)

// apiSearch finds the best pages of a search in texts, with snippets.
func (s *Server) apiSearch(r *http.Request, o *opened, q query) (any, error) {
	got, err := o.find.Search(r.Context(), &q.Query, min(q.From+q.Rows, mostRanked), false)
	if errors.Is(err, textindex.ErrNone) || errors.Is(err, textindex.ErrOld) {
		return nil, fmt.Errorf("%w; build the index: %s", err, s.words(option.Errorf("weft pages %s {index-texts}", option.Word(o.of.path))))
	}
	if err != nil {
		return nil, err
	}
	v := apiPages{Found: got.Found, AtLeast: got.AtLeast, Cuts: got.Cuts, Left: &got.Left, Pages: o.NumPages(), Order: pages.Best, Rows: []pages.Row{}}
	if next := got.Len(); next == q.From+q.Rows && next < mostRanked && next < got.Found {
		v.Next = &next
	}
	got.From(q.From)
	columns := q.columns()
	if columns == nil {
		columns = o.usualColumns()
	}
	rows, err := o.find.Rows(byURL, columns)
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // only read
	err = o.find.Each(r.Context(), got, rows, func(p *pages.Row) error {
		v.Rows = append(v.Rows, *p)
		return nil
	})
	return v, err
}
