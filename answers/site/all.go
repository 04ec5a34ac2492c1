package site

import (
	"bytes"
	"cmp"
	"context"

	"weft/algo/hierarchy"
	"weft/answers/answer"
	"weft/graph"
	"weft/internal/digits"
	"weft/internal/mem"
	"weft/internal/table"
	"weft/store"
)

// All are the logical websites of a crawl.
type All struct {
	Kinds string `json:"kinds"`
	View  string `json:"view,omitempty"`
	Pages int    `json:"pages"`
	Count int    `json:"sites"`
	// Single are those of one page; Closed are those that are groups of which hardly a link out is returned.
	Single  int     `json:"single"`
	Closed  int     `json:"closed"`
	Largest int     `json:"largest"`
	Top     []Entry `json:"top"`

	entries []Entry
	front   []uint32
	o       hierarchy.SiteOptions
}

// An Entry is a site of the crawl.
type Entry struct {
	Name  string `json:"name"` // of the page that stands for it
	Front uint32 `json:"front"`
	Pages int    `json:"pages"`
	Hosts int    `json:"hosts,omitempty"`
	Host  string `json:"host,omitempty"` // with most of its pages
	// Leak is which share of the returned links of its pages leads out.
	Leak float64 `json:"leak"`
	// Closed says that hardly any has; else it is what is left of its component, or of a group that others were taken out of.
	Closed bool `json:"closed"`
}

// find divides a crawl into sites.
func (q *askedAll) find(ctx context.Context, c *store.Crawl, v *store.View, r answer.Options) (*All, error) {
	w := v.WorkWithin(r.Workers, r.Memory)
	_, out, in, err := follow(ctx, v, w)
	if err != nil {
		return nil, err
	}
	r.Tell("joining groups", 0, 0)
	t, err := hierarchy.Build(ctx, out, in, w)
	if err != nil {
		return nil, err
	}
	of, nodes := t.Sites(q.o)
	if err := mem.Check("the table of sites", entryBytes*int64(len(nodes))+allBytes(c.NumPages()), r.Memory); err != nil {
		return nil, err
	}
	a := &All{Kinds: v.Kinds.String(), View: v.Filter, Pages: c.NumPages(), Count: len(nodes), o: q.o, Top: []Entry{}}
	if a.entries, err = entries(c, t, of, nodes, q.o); err != nil {
		return nil, err
	}
	fronts, err := frontPages(ctx, c, out, of, a.entries)
	if err != nil {
		return nil, err
	}
	for i := range a.entries {
		e := &a.entries[i]
		e.Front, e.Name = fronts[i], c.Label(graph.Node(fronts[i]))
		if e.Pages == 1 {
			a.Single++
		}
		if e.Closed {
			a.Closed++
		}
		a.Largest = max(a.Largest, e.Pages)
	}
	a.Top = append(a.Top, a.entries[:min(q.top, len(a.entries))]...)
	a.front = of
	for u, k := range of {
		a.front[u] = fronts[k]
	}
	return a, c.Damage()
}

// entryBytes is what a site takes: its entry, and what names it.
const entryBytes = 256

// allBytes is what the division of so many pages takes beside the tree and the sites themselves: of each page, its
// site, and in turn its links and the order of pages by site.
func allBytes(n int) int64 { return hierarchy.SitesBytes(n) + 4*int64(n) }

// entries counts pages and hosts of the sites.
func entries(c *store.Crawl, t *hierarchy.Tree, of, nodes []uint32, o hierarchy.SiteOptions) ([]Entry, error) {
	all := make([]Entry, len(nodes))
	var groups store.Groups
	var err error
	if c.HasNames() {
		if groups, err = c.Hosts(); err != nil {
			return nil, err
		}
	}
	for _, k := range of {
		all[k].Pages++
	}
	order := bySite(of, all)
	for k, x := range nodes {
		e := &all[k]
		e.Leak = t.Leak(x)
		e.Closed = int(t.Size[x]) == e.Pages && t.IsClosed(x, o)
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
		e.Hosts, e.Host = len(list), list[0].Host
	}
	return all, nil
}

// bySite are the pages of the first site, then those of the next.
func bySite(of []uint32, all []Entry) []graph.Node {
	next, sum := make([]uint32, len(all)), uint32(0)
	for k := range all {
		next[k] = sum
		sum += uint32(all[k].Pages) //nolint:gosec // of at most 2³² pages
	}
	order := make([]graph.Node, len(of))
	for u, k := range of {
		order[next[k]] = graph.Node(u)
		next[k]++
	}
	return order
}

// frontPages finds the page that stands for each site: of those that at least half as many of its pages link to as to
// the one with most such links, that with the fewest parts of its path, an index among these, the shortest name, and
// the smallest number.
func frontPages(ctx context.Context, c *store.Crawl, out graph.Random, of []uint32, entries []Entry) ([]uint32, error) {
	links := make([]uint32, len(of))
	err := graph.InOrder(ctx, out, func(u graph.Node, succ []graph.Node) {
		for _, v := range succ {
			if v != u && of[v] == of[u] {
				links[v]++
			}
		}
	})
	if err != nil {
		return nil, err
	}
	most := make([]uint32, len(entries))
	for u, k := range of {
		most[k] = max(most[k], links[u])
	}
	front, cost := make([]uint32, len(entries)), make([]int, len(entries))
	var name []byte
	for u, k := range of {
		if 2*links[u] < most[k] {
			continue
		}
		price := int(most[k]-links[u]) + 1 // without names
		if c.HasNames() {
			if name, err = c.AppendName(name[:0], graph.Node(u)); err != nil {
				return nil, err
			}
			if price = 1 + len(name) + 1<<16*slashes(name); !isIndex(name) {
				price += 1 << 15
			}
		}
		if cost[k] == 0 || price < cost[k] {
			front[k], cost[k] = uint32(u), price
		}
	}
	return front, nil
}

// isIndex says whether a URL ends in a slash, or its last part begins with index.
func isIndex(name []byte) bool {
	last := name[bytes.LastIndexByte(name, '/')+1:]
	return len(last) == 0 || bytes.HasPrefix(last, []byte("index"))
}

func slashes(name []byte) (n int) {
	for _, b := range name {
		if b == '/' || b == '?' {
			n++
		}
	}
	return n
}

// Blocks are the sites with most pages.
func (a *All) Blocks() []answer.Block {
	all := []answer.Block{
		answer.Row("sites", "%s, %s of them of one page", digits.Grouped(a.Count), digits.Grouped(a.Single)),
		answer.Row("closed", "%s, whose links out are hardly ever returned", digits.Grouped(a.Closed)),
	}
	if len(a.Top) == 0 {
		return all
	}
	t := &answer.Table{Apart: true, Columns: []answer.Column{{Title: "pages", Width: 10}, {Title: "hosts", Width: 5}, {Title: "leak", Width: 8}, {Title: "", Width: 6}, {Title: "site"}}}
	for _, e := range a.Top {
		state := "closed"
		if !e.Closed {
			state = "open"
		}
		t.Add(digits.Grouped(e.Pages), digits.Grouped(e.Hosts), digits.Percent(e.Leak), state, e.Name)
	}
	return append(all, t)
}

// Kept are the site of each page, by the page that stands for it, and a table of the sites.
func (a *All) Kept() answer.Kept {
	k := answer.Kept{Kinds: a.Kinds, View: a.View}
	answer.AddVector(&k, store.SitesResult, map[string]any{"leak": cmp.Or(a.o.Leak, hierarchy.DefaultLeak), "least": cmp.Or(a.o.Least, hierarchy.DefaultLeast), "sites": a.Count}, a.front)
	columns := []table.Column{
		{Name: "name", Type: table.Text},
		{Name: "front", Type: table.Int},
		{Name: "pages", Type: table.Int},
		{Name: "hosts", Type: table.Int},
		{Name: "host", Type: table.Text},
		{Name: "leak", Type: table.Float},
		{Name: "closed", Type: table.Int},
	}
	k.AddTable(store.SitesResult, columns, func(_ *store.Crawl, w *table.Writer) error {
		for _, e := range a.entries {
			closed := int64(0)
			if e.Closed {
				closed = 1
			}
			if err := w.Append(e.Name, int64(e.Front), int64(e.Pages), int64(e.Hosts), e.Host, e.Leak, closed); err != nil {
				return err
			}
		}
		return nil
	})
	return k
}
