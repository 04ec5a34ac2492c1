package clusters

import (
	"context"

	"weft/answers/answer"
	"weft/graph"
	"weft/internal/digits"
	"weft/store"
)

// A Top is one of the largest clusters.
type Top struct {
	Pages int `json:"pages"`
	// Name is the page that stands for the cluster, chosen as for sites; First is its first page.
	Name  string `json:"name"`
	First string `json:"first"`
	// Hosts is the number of hosts of its pages; 0 without names.
	Hosts int `json:"hosts,omitempty"`
	// LinksIn is the number of links from pages of other clusters.
	LinksIn int64 `json:"links_in"`
}

// apart reports whether a cluster of several hosts has no link from the other pages of the crawl. Link farms are such
// clusters, but for those that somebody links to; so are sites that the crawl was begun on.
func (x *Top) apart(pages int) bool { return x.Hosts > 1 && x.LinksIn == 0 && x.Pages < pages }

// describe fills in what is told of the largest clusters. Two passes over out; memory: 4 bytes a page.
func (f *Found) describe(ctx context.Context, c *store.Crawl, out graph.Random) error {
	fronts, err := FrontPages(ctx, c, out, f.of, len(f.Top))
	if err != nil {
		return err
	}
	for k := range f.Top {
		f.Top[k].Name = c.Label(graph.Node(fronts[k]))
	}
	err = graph.InOrder(ctx, out, func(u graph.Node, succ []graph.Node) {
		for _, v := range succ {
			if k := f.of[v]; int(k) < len(f.Top) && k != f.of[u] {
				f.Top[k].LinksIn++
			}
		}
	})
	if err != nil || !c.HasNames() {
		return err
	}
	return f.countHosts(c)
}

// countHosts counts the hosts of the largest clusters.
func (f *Found) countHosts(c *store.Crawl) error {
	hosts, err := c.Hosts()
	if err != nil {
		return err
	}
	last := make([]int, len(f.Top)) // the host that was counted last, and one
	for g, u := range hosts.Sorted() {
		if k := f.of[u]; int(k) < len(f.Top) && last[k] != g+1 {
			last[k] = g + 1
			f.Top[k].Hosts++
		}
	}
	return nil
}

// table lists the largest clusters, and warns of those that nobody else links to.
func (f *Found) table() []answer.Block {
	t := &answer.Table{Apart: true, Columns: []answer.Column{{Title: "pages", Width: 10}, {Title: "hosts", Width: 5}, {Title: "links in", Width: 10}, {Title: "cluster"}}}
	apart := 0
	for i := range f.Top {
		x, hosts := &f.Top[i], ""
		if x.Hosts > 0 {
			hosts = digits.Grouped(x.Hosts)
		}
		t.Add(digits.Grouped(x.Pages), hosts, digits.Grouped(x.LinksIn), x.Name)
		if x.apart(f.Pages) {
			apart++
		}
	}
	if apart == 0 {
		return []answer.Block{t}
	}
	return []answer.Block{t, answer.Text(""), answer.Text("Mind: " + digits.Plural(apart, "cluster") + " of several hosts " + digits.Verb(apart, "has", "have") +
		" no link from other pages (links in: 0). Link farms look like this, and so do sites that the crawl was begun on.")}
}
