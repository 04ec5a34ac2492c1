package site

import (
	"cmp"
	"context"

	"weft/algo/hierarchy"
	"weft/algo/sites"
	"weft/answers/answer"
	"weft/answers/clusters"
	"weft/graph"
	"weft/internal/bitset"
	"weft/internal/mem"
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

	entries []Entry
	front   []uint32
	o       hierarchy.SiteOptions
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
	if err := a.name(ctx, c, s.out, of); err != nil {
		return nil, err
	}
	a.Top = append(a.Top, a.entries[:min(q.top, len(a.entries))]...)
	return a, c.Damage()
}

// byClosed finds groups whose outgoing links are hardly ever returned.
func (a *All) byClosed(ctx context.Context, s *seen) ([]uint32, error) {
	s.r.Tell("joining groups", 0, 0)
	t, err := hierarchy.Build(ctx, s.out, s.in, s.work)
	if err != nil {
		return nil, err
	}
	of, nodes := t.Sites(a.o)
	if err := mem.Check("the table of sites", entryBytes*int64(len(nodes))+allBytes(a.Pages), s.r.Memory); err != nil {
		return nil, err
	}
	if a.entries, err = entries(s.v.Crawl(), of, len(nodes)); err != nil {
		return nil, err
	}
	closed := 0
	for k, x := range nodes {
		e := &a.entries[k]
		leak, is := t.Leak(x), int(t.Size[x]) == e.Pages && t.IsClosed(x, a.o)
		e.Leak, e.Closed = &leak, &is
		closed += bitset.One(is)
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
	if err := mem.Check("the table of sites", entryBytes*int64(len(d.Sites)), s.r.Memory); err != nil {
		return nil, err
	}
	if a.entries, err = entries(s.v.Crawl(), d.Of, len(d.Sites)); err != nil {
		return nil, err
	}
	a.Left, a.Said = d.left, &Said{}
	for k := range d.Sites {
		e := &a.entries[k]
		e.Statement = stated(&d.Sites[k])
		a.Said.add(e.Statement, e.Pages)
	}
	return d.Of, nil
}

// name names each site after the page that stands for it, and counts sites by their size.
func (a *All) name(ctx context.Context, c *store.Crawl, out graph.Random, of []uint32) error {
	fronts, err := clusters.HomePages(ctx, c, out, of, len(a.entries))
	if err != nil {
		return err
	}
	for i := range a.entries {
		e := &a.entries[i]
		e.Front, e.Name = fronts[i], c.Label(graph.Node(fronts[i]))
		a.Single += bitset.One(e.Pages == 1)
		a.Largest = max(a.Largest, e.Pages)
	}
	a.Count, a.front = len(a.entries), of
	for u, k := range of {
		if k == sites.None {
			a.front[u] = uint32(u) //nolint:gosec // a page
		} else {
			a.front[u] = fronts[k]
		}
	}
	return nil
}

// entryBytes is the memory of one site: its entry and its name.
const entryBytes = 256

// allBytes is the memory for dividing n pages, beside the tree and the sites themselves. Per page it holds the
// site, then first its links and later its place in the order by site.
func allBytes(n int) int64 { return hierarchy.SitesBytes(n) + 4*int64(n) }

// entries counts pages and hosts of sites.
func entries(c *store.Crawl, of []uint32, count int) ([]Entry, error) {
	all := make([]Entry, count)
	var groups store.Groups
	var err error
	if c.HasNames() {
		if groups, err = c.Hosts(); err != nil {
			return nil, err
		}
	}
	for _, k := range of {
		if k != sites.None {
			all[k].Pages++
		}
	}
	order := bySite(of, all)
	for k := range all {
		e := &all[k]
		if groups == nil {
			continue
		}
		hosts := map[int]int{} // of one site after the other: a map for each at once would be the most of all memory
		for _, u := range order[:e.Pages] {
			hosts[groups.Of(u)]++
		}
		order = order[e.Pages:]
		list, err := named(groups, hosts)
		if err != nil {
			return nil, err
		}
		if e.Hosts = len(list); len(list) > 0 {
			e.Host = list[0].Host
		}
	}
	return all, nil
}

// bySite returns the pages of the first site, then the pages of the next, and so forth.
func bySite(of []uint32, all []Entry) []graph.Node {
	next, sum := make([]uint32, len(all)), uint32(0)
	for k := range all {
		next[k] = sum
		sum += uint32(all[k].Pages) //nolint:gosec // of at most 2³² pages
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
	k.AddTable(store.SitesResult, columns, func(_ *store.Crawl, w *table.Writer) error {
		for _, e := range a.entries {
			row := []any{e.Name, int64(e.Front), int64(e.Pages), int64(e.Hosts), e.Host}
			if a.Method == Closed {
				row = append(row, *e.Leak, int64(bitset.One(*e.Closed)))
			} else {
				row = append(row, int64(bitset.One(e.NothingForeign)), e.Whole, int64(bitset.One(e.ByLinks)))
			}
			if err := w.Append(row...); err != nil {
				return err
			}
		}
		return nil
	})
	return k
}
