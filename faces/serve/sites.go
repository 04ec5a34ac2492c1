package serve

import (
	"cmp"
	"net/http"
	"strings"

	"weft/graph"
	"weft/internal/digits"
	"weft/internal/option"
	"weft/internal/topk"
	"weft/store"
)

// sited are the values of the screen of sites.
type sited struct {
	Address  string
	Names    bool
	Count    string // number of sites
	Pages    string // number of selected pages
	Rows     []siteRow
	More     int // further sites
	Left     int // selected pages that were not fetched, so that they belong to no site
	Selected bool
}

// A siteRow is a site in a table.
type siteRow struct {
	Row   row // representative page
	Pages int // pages of the site, of the selected pages
}

// mostSites is the number of sites in the table.
const mostSites = 200

// sitesOf lists the largest sites.
func (s *Server) sitesOf(w http.ResponseWriter, r *http.Request, o *opened) {
	front, err := o.find.Sites()
	if err != nil {
		s.noSites(w, r, o, err)
		return
	}
	v := &sited{Address: strings.TrimSpace(r.URL.Query().Get("address")), Names: o.HasNames()}
	if !s.draws.wait(r.Context()) {
		return
	}
	defer s.draws.Unlock()
	memory, back := s.memory(drawShare)
	defer back()
	if need := tallyBytes * int64(len(front)); need > memory {
		w.Header().Set("Retry-After", "60")
		s.failIn(w, o.of, http.StatusServiceUnavailable, failure{
			What: "The pages of the sites cannot be counted now: this takes " + digits.Size(need) + ", and " + digits.Size(memory) + " are free.",
			Do:   s.words(option.Errorf("Come back when jobs have ended, or start the server with a larger {memory}.")),
		})
		return
	}
	if err := v.list(o, front); err != nil {
		s.failed(w, o.of, err)
		return
	}
	s.render(w, http.StatusOK, "sites", &view{Title: "Sites", Crawl: o.of, Here: "Sites", Of: v, Token: s.token(r)})
}

// tallyBytes is the memory of the count of the pages of all sites, for each page of the crawl.
const tallyBytes = 4

// list counts the selected pages of each site, and reads the largest.
func (v *sited) list(o *opened, front []uint32) error {
	keys := store.KeyRange{Hi: o.NumPages()}
	var err error
	if v.Selected = v.Address != "" && v.Names; v.Selected {
		if keys, err = o.Addressed(v.Address); err != nil {
			return err
		}
	}
	pages := make([]uint32, len(front))
	for i := keys.Lo; i < keys.Hi; i++ {
		if site, ok := o.siteOf(front, o.AtKey(i)); ok {
			pages[site]++
		} else {
			v.Left++
		}
	}
	best, sites := largest(pages)
	v.Count, v.Pages, v.More = digits.Plural(sites, "site"), digits.Plural(keys.Len(), "page"), sites-len(best)
	rows, err := o.newRows()
	if err != nil {
		return err
	}
	defer rows.close()
	for _, u := range best {
		x := siteRow{Pages: int(pages[u])}
		if x.Row, err = rows.at(u); err != nil {
			return err
		}
		v.Rows = append(v.Rows, x)
	}
	return nil
}

// largest returns the representative pages of the sites with the most pages, and the number of all sites. pages counts by
// representative page.
func largest(pages []uint32) (best []graph.Node, sites int) {
	first := topk.New(mostSites, func(a, b graph.Node) int { return cmp.Or(cmp.Compare(pages[b], pages[a]), cmp.Compare(a, b)) })
	for u, n := range pages {
		if n > 0 {
			sites++
			first.Add(graph.Node(u)) //nolint:gosec // pages are nodes
		}
	}
	return first.Sorted(), sites
}
