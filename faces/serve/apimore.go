package serve

import (
	"errors"
	"net/http"

	"weft/answers/pages"
	"weft/answers/site"
	"weft/internal/option"
	"weft/store"
)

// apiHosts are hosts of a crawl.
//
//json:object part of the hosts
type apiHosts struct {
	Found int       `json:"found"`          // number of hosts with the text in their names
	Rows  []hostRow `json:"rows"`           // hosts of this part
	Next  *int      `json:"next,omitempty"` // the parameter from of the next part
}

// apiSite is a site with changes by hand.
//
//json:object site with changes
type apiSite struct {
	Front pages.Row   `json:"front"` // page that stands for the site
	Found int         `json:"found"` // number of pages before changes by hand
	Edits []site.Edit `json:"edits"` // changes by hand
	// rules that let the site in
	Rules *site.Scope `json:"rules,omitempty" absent:"the pages have no URLs"`
}

func (s *Server) apiHosts(r *http.Request, o *opened) (any, error) {
	if !o.HasNames() {
		return nil, store.ErrNoNames
	}
	q, err := o.hostQueryOf(r.URL.Query())
	if err != nil {
		return nil, refusedError{err}
	}
	v := hosted{Query: q}
	count, err := v.read(r.Context(), s, o)
	got := apiHosts{Found: count, Rows: append([]hostRow{}, v.Rows...)}
	if next := q.From + q.Rows; next < count {
		got.Next = &next
	}
	return got, err
}

func (s *Server) apiSite(r *http.Request, o *opened) (any, error) {
	q, err := siteQueryOf(r)
	if err != nil {
		return nil, refusedError{errors.New(s.words(err))}
	}
	front, err := o.find.Sites()
	if err != nil {
		return nil, err
	}
	u, err := o.namedPage(r)
	if err != nil {
		return nil, err
	}
	l, err := s.outline(r.Context(), o, q.key(u), func(memory int64) (*site.Outline, error) {
		return site.Draw(o.Crawl, front, u, site.EditsOf(q.In, q.Out), memory)
	})
	if err != nil {
		return nil, refusedError{errors.New(s.words(err))}
	}
	rows, err := o.find.Rows(byURL, nil)
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // only read
	v := apiSite{Found: l.Found, Edits: append([]site.Edit{}, l.Edits...), Rules: l.Scope}
	v.Front, err = rows.At(l.Front)
	return v, err
}

// apiCompare gives the comparison of the screen Compare.
func (s *Server) apiCompare(r *http.Request, o *opened) (any, error) {
	to := r.URL.Query().Get("to")
	k := s.crawlAt(to)
	if k == nil || k == o.of {
		return nil, refusedError{option.Errorf("to=%s: expected the name of another crawl of this server", short(to))}
	}
	b, err := k.use()
	if err != nil {
		return nil, err
	}
	defer b.release()
	got, doing, err := s.compared(o, b).wait(r.Context())
	switch {
	case err != nil:
		return nil, errors.New(s.shown(s.words(err)))
	case got == nil:
		return nil, errLater{"the crawls are being compared: " + doing}
	}
	c := *got.Whole
	c.A, c.B = o.of.name, k.name
	return &c, nil
}
