package site

import (
	"cmp"
	"context"
	"errors"
	"unsafe"

	"weft/algo/hierarchy"
	"weft/algo/sites"
	"weft/answers/answer"
	"weft/answers/clusters"
	"weft/graph"
	"weft/internal/bitset"
	"weft/internal/table"
	"weft/store"
)

// All are the logical websites of a crawl.
//
//json:object site all
type All struct {
	Method string `json:"method"` // method that found the sites: evidence or closed
	Kinds  string `json:"kinds"`  // kinds of arcs that count, joined by +
	// filter applied to the crawl, such as between-hosts
	View   string `json:"view,omitempty" absent:"all arcs are seen"`
	Pages  int    `json:"pages"`                                                                                 // pages
	Count  int    `json:"sites" label:"sites"`                                                                   // sites
	Single int    `json:"single" label:"of one page"`                                                            // sites of one page
	Left   int    `json:"not_fetched,omitempty" label:"not fetched" unit:"page" note:", of no site" hide:"zero"` // pages without a site because they were not fetched
	// sites whose outgoing links are hardly ever returned
	Closed *int `json:"closed,omitempty" absent:"found by evidence" label:"closed" note:", whose links out are hardly ever returned"`
	// number of sites and pages by statement
	Said    *Said   `json:"said,omitempty" absent:"found as closed groups"`
	Largest int     `json:"largest"` // pages of the largest site
	Top     []Entry `json:"top"`     // largest sites

	rows  []foundRow
	front []uint32
	o     hierarchy.SiteOptions
}

// A foundRow holds a site in memory, without names. Names take most of the memory, and are read when a site is listed.
type foundRow struct {
	front, pages, hosts uint32
	host                uint32 // with most of its pages, if it has hosts
	leak                float64
	closed              bool
	site                sites.Site // as it was found
}

// An Entry is a site of the crawl.
//
//json:object found site
type Entry struct {
	Name  string `json:"name" label:"site" show:"name"`                                          // name of the page that stands for the site
	Front uint32 `json:"front"`                                                                  // number of that page
	Pages int    `json:"pages" label:"pages"`                                                    // pages
	Hosts int    `json:"hosts,omitempty" absent:"pages have no names" label:"hosts" hide:"zero"` // number of hosts with pages of the site
	Host  string `json:"host,omitempty" absent:"pages have no names"`                            // host with most of its pages
	// share of the returned links of its pages that lead out
	Leak *float64 `json:"leak,omitempty" absent:"found by evidence" label:"leak" show:"share"`
	// hardly any such link leads out; otherwise the site is the remainder of its component or of a
	// group after other sites were taken out
	Closed *bool `json:"closed,omitempty" absent:"found by evidence" label:"state" show:"if:closed/open"`
	*Statement
}

// find divides a crawl into sites.
func (q *askedAll) find(ctx context.Context, c *store.Crawl, v *store.View, r answer.Options) (*All, error) {
	s, err := see(ctx, v, v.WorkWithin(r.Workers, r.Memory), &r)
	if err != nil {
		return nil, err
	}
	a := &All{Method: q.method, Kinds: v.Kinds.String(), View: v.Filter, Pages: c.NumPages(), o: q.o, Top: []Entry{}}
	var of []uint32
	if q.method == Evidence {
		of, err = a.byEvidence(ctx, s)
	} else {
		of, err = a.byClosed(ctx, s)
	}
	if err != nil {
		return nil, err
	}
	if err := a.addFronts(ctx, c, s.out, of); err != nil {
		return nil, err
	}
	err = a.each(c, q.top, func(e *Entry) error {
		a.Top = append(a.Top, *e)
		return nil
	})
	return a, errors.Join(err, c.Damage())
}

// byClosed finds groups whose outgoing links are hardly ever returned.
func (a *All) byClosed(ctx context.Context, s *seen) ([]uint32, error) {
	s.r.Tell("joining groups", 0, 0)
	t, err := hierarchy.Build(ctx, s.out, s.in, s.work)
	if err != nil {
		return nil, err
	}
	of, nodes := t.Sites(a.o)
	if a.rows, err = countRows(s.v.Crawl(), of, len(nodes)); err != nil {
		return nil, err
	}
	closed := 0
	for k, x := range nodes {
		r := &a.rows[k]
		r.leak, r.closed = t.Leak(x), t.Size[x] == r.pages && t.IsClosed(x, a.o)
		closed += bitset.One(r.closed)
	}
	a.Closed = &closed
	return of, nil
}

// byEvidence finds sites by hosts, folders and links.
func (a *All) byEvidence(ctx context.Context, s *seen) ([]uint32, error) {
	d, err := s.divide(ctx)
	if err != nil {
		return nil, err
	}
	d.Unit, d.Steps = nil, nil // they would lie beside the rows
	if a.rows, err = countRows(s.v.Crawl(), d.Of, len(d.Sites)); err != nil {
		return nil, err
	}
	a.Left, a.Said = d.left, &Said{}
	for k := range d.Sites {
		a.rows[k].site = d.Sites[k]
		a.Said.add(stated(&d.Sites[k]), int(a.rows[k].pages))
	}
	a.Said.addHosts(a.rows)
	return d.Of, nil
}

// addFronts finds the page that stands for each site, and counts sites by their size.
func (a *All) addFronts(ctx context.Context, c *store.Crawl, out graph.Random, of []uint32) error {
	fronts, err := clusters.HomePages(ctx, c, out, of, len(a.rows))
	if err != nil {
		return err
	}
	for i := range a.rows {
		r := &a.rows[i]
		r.front = fronts[i]
		a.Single += bitset.One(r.pages == 1)
		a.Largest = max(a.Largest, int(r.pages))
	}
	a.Count, a.front = len(a.rows), of
	for u, k := range of {
		if k == sites.None {
			a.front[u] = uint32(u) //nolint:gosec // a page
		} else {
			a.front[u] = fronts[k]
		}
	}
	return nil
}

// each calls f with the first sites and their names.
func (a *All) each(c *store.Crawl, most int, f func(e *Entry) error) error {
	hosts, err := hostsOf(c)
	if err != nil {
		return err
	}
	for _, r := range a.rows[:min(most, len(a.rows))] {
		e := Entry{Name: c.Label(graph.Node(r.front)), Front: r.front, Pages: int(r.pages), Hosts: int(r.hosts)}
		if r.hosts > 0 {
			if e.Host, err = hostName(hosts, int(r.host)); err != nil {
				return err
			}
		}
		if a.Method == Evidence {
			e.Statement = stated(&r.site)
		} else {
			e.Leak, e.Closed = &r.leak, &r.closed
		}
		if err := f(&e); err != nil {
			return err
		}
	}
	return nil
}

// siteBytes is the memory of a site: its row, and the search for the page that stands for it.
const siteBytes = int64(unsafe.Sizeof(foundRow{})) + clusters.FrontBytes

// closedBytes is the memory for dividing n pages into closed groups, beside the tree. Per page it holds the site,
// then its place in the order by site, and its links. There may be as many sites as pages.
func closedBytes(n int) int64 {
	return max(hierarchy.SitesBytes(n), 4*int64(n)+siteBytes*int64(n)) + 4*int64(n)
}

// countRows counts pages and hosts of sites.
func countRows(c *store.Crawl, of []uint32, count int) ([]foundRow, error) {
	all := make([]foundRow, count)
	groups, err := hostsOf(c)
	if err != nil {
		return nil, err
	}
	for _, k := range of {
		if k != sites.None {
			all[k].pages++
		}
	}
	if groups == nil {
		return all, nil
	}
	order := bySite(of, all)
	for k := range all {
		r := &all[k]
		hosts := map[int]int{} // of one site after the other: a map for each at once would be the most of all memory
		for _, u := range order[:r.pages] {
			hosts[groups.Of(u)]++
		}
		order = order[r.pages:]
		most, err := mostPages(groups, hosts)
		if err != nil {
			return nil, err
		}
		r.hosts, r.host = uint32(len(hosts)), uint32(most) //nolint:gosec // fewer than pages
	}
	return all, nil
}

// hostsOf returns the hosts of a crawl, nil without names.
func hostsOf(c *store.Crawl) (store.Groups, error) {
	if !c.HasNames() {
		return nil, nil //nolint:nilnil // pages have no hosts
	}
	return c.Hosts()
}

// mostPages returns the host with most pages. Among equals it returns the host whose name comes first.
func mostPages(groups store.Groups, count map[int]int) (most int, err error) {
	best, name := 0, ""
	for k, n := range count {
		if n < best {
			continue
		}
		other, err := hostName(groups, k)
		if err != nil {
			return 0, err
		}
		if n > best || other < name {
			most, best, name = k, n, other
		}
	}
	return most, nil
}

// bySite returns the pages of the first site, then the pages of the next, and so forth.
func bySite(of []uint32, all []foundRow) []graph.Node {
	next, sum := make([]uint32, len(all)), uint32(0)
	for k := range all {
		next[k] = sum
		sum += all[k].pages
	}
	order := make([]graph.Node, sum)
	for u, k := range of {
		if k != sites.None {
			order[next[k]] = graph.Node(u)
			next[k]++
		}
	}
	return order
}

// Blocks are the sites with most pages.
func (a *All) Blocks() []answer.Block {
	all := answer.Describe(a)
	if a.Said != nil {
		all = append(all, a.Said.blocks(a.Pages-a.Left)...)
	}
	if len(a.Top) == 0 {
		return all
	}
	return append(all, a.table())
}

// table lists the largest sites.
func (a *All) table() *answer.Table {
	if a.Method == Evidence {
		return answer.TableOf("", a.Top, answer.Extra[Entry]{Title: "what is known", Text: func(e *Entry) string { return e.words() }})
	}
	return answer.TableOf("", a.Top)
}

// Kept are the site of each page, by the page that stands for it, and a table of the sites.
func (a *All) Kept() answer.Kept {
	k := answer.Kept{Kinds: a.Kinds, View: a.View, Replaces: true}
	params := map[string]any{"method": a.Method, "sites": a.Count}
	if a.Method == Closed {
		params["leak"], params["least"] = cmp.Or(a.o.Leak, hierarchy.DefaultLeak), cmp.Or(a.o.Least, hierarchy.DefaultLeast)
	}
	answer.AddVector(&k, store.SitesResult, params, a.front)
	columns := []table.Column{
		{Name: "name", Type: table.Text},
		{Name: "front", Type: table.Int},
		{Name: "pages", Type: table.Int},
		{Name: "hosts", Type: table.Int},
		{Name: "host", Type: table.Text},
	}
	if a.Method == Closed {
		columns = append(columns, table.Column{Name: "leak", Type: table.Float}, table.Column{Name: "closed", Type: table.Int})
	} else {
		columns = append(columns, table.Column{Name: "nothing_foreign", Type: table.Int}, table.Column{Name: "whole", Type: table.Text}, table.Column{Name: "by_links", Type: table.Int})
	}
	k.AddTable(store.SitesResult, columns, func(c *store.Crawl, w *table.Writer) error {
		return a.each(c, len(a.rows), func(e *Entry) error {
			row := []any{e.Name, int64(e.Front), int64(e.Pages), int64(e.Hosts), e.Host}
			if a.Method == Closed {
				row = append(row, *e.Leak, int64(bitset.One(*e.Closed)))
			} else {
				row = append(row, int64(bitset.One(e.NothingForeign)), e.Whole, int64(bitset.One(e.ByLinks)))
			}
			return w.Append(row...)
		})
	})
	return k
}
