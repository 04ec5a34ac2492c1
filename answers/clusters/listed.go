package clusters

import (
	"context"

	"weft/answers/answer"
	"weft/graph"
	"weft/internal/digits"
	"weft/store"
)

// A Top is one of the largest clusters.
//
//json:object large cluster
type Top struct {
	Pages   int    `json:"pages" label:"pages"`                                                    // pages
	Name    string `json:"name" label:"cluster" show:"name"`                                       // name of the page that stands for the cluster, chosen as for sites
	First   string `json:"first"`                                                                  // name of its first page
	Hosts   int    `json:"hosts,omitempty" absent:"pages have no names" label:"hosts" hide:"zero"` // number of hosts of its pages
	LinksIn int64  `json:"links_in" label:"links in"`                                              // links from pages of other clusters
	// at least two of its hosts link to other hosts of the cluster, and no other host links to it.
	// Link farms are such clusters, and so are sites that the crawl began on
	Closed bool `json:"closed"`

	linking uint32 // a host that links to another one of the cluster, and one; 0 if there is none
}

// describe fills in the descriptions of the largest clusters. Two passes over out; memory: 8 bytes a page.
func (f *Found) describe(ctx context.Context, c *store.Crawl, out graph.Random) error {
	fronts, err := FrontPages(ctx, c, out, f.of, len(f.Top))
	if err != nil {
		return err
	}
	for k := range f.Top {
		f.Top[k].Name = c.Label(graph.Node(fronts[k]))
	}
	var host []uint32
	if c.HasNames() {
		if host, err = f.countHosts(c); err != nil {
			return err
		}
	}
	several := make([]bool, len(f.Top))
	err = graph.InOrder(ctx, out, func(u graph.Node, succ []graph.Node) {
		for _, v := range succ {
			k := f.of[v]
			switch {
			case int(k) >= len(f.Top):
			case k != f.of[u]:
				f.Top[k].LinksIn++
			case host != nil && host[u] != host[v]:
				x := &f.Top[k]
				several[k] = several[k] || x.linking > 0 && x.linking != host[u]+1
				x.linking = host[u] + 1
			}
		}
	})
	for k := range f.Top {
		x := &f.Top[k]
		x.Closed = several[k] && x.LinksIn == 0 && x.Pages < f.Pages
	}
	return err
}

// countHosts counts the hosts of the largest clusters, and returns the host of each page.
func (f *Found) countHosts(c *store.Crawl) ([]uint32, error) {
	hosts, err := c.Hosts()
	if err != nil {
		return nil, err
	}
	last := make([]int, len(f.Top)) // the host that was counted last, and one
	for g, u := range hosts.Sorted() {
		if k := f.of[u]; int(k) < len(f.Top) && last[k] != g+1 {
			last[k] = g + 1
			f.Top[k].Hosts++
		}
	}
	return hosts.All(nil)
}

// farms warns of clusters that no other page links to.
func (f *Found) farms() []answer.Block {
	apart := 0
	for i := range f.Top {
		if f.Top[i].Closed {
			apart++
		}
	}
	if apart == 0 {
		return nil
	}
	return []answer.Block{answer.Text(""), answer.Text("Mind: " + digits.Plural(apart, "cluster") + " of several hosts " + digits.Verb(apart, "has", "have") +
		" no link from other pages (links in: 0). Link farms look like this, and so do the start sites of the crawl.")}
}
