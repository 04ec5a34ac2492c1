package migrate

import (
	"fmt"

	"weft/graph"
	"weft/internal/digits"
	"weft/store"
)

// Common counts the parts of the older crawl that the newer crawl also has.
//
//json:object common pages
type Common struct {
	OldPages int `json:"old_pages"` // pages of the older crawl that were fetched
	Pages    int `json:"pages"`     // pages of these that the newer crawl has too
	OldHosts int `json:"old_hosts"` // hosts of the older crawl
	Hosts    int `json:"hosts"`     // hosts of these that the newer crawl has too
}

// shared counts the pages and hosts that two crawls share.
func shared(older, newer *store.Crawl, same []graph.Node) (c Common, err error) {
	for u, v := range same {
		if here(older, graph.Node(u)) {
			c.OldPages++
			if v != None {
				c.Pages++
			}
		}
	}
	before, err := hosts(older)
	if err != nil {
		return c, err
	}
	after, err := hosts(newer)
	if err != nil {
		return c, err
	}
	c.OldHosts = len(before)
	for host := range before {
		if after[host] {
			c.Hosts++
		}
	}
	return c, nil
}

func hosts(c *store.Crawl) (map[string]bool, error) {
	groups, err := c.Hosts()
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for g := range groups.Len() {
		name, err := groups.Name(g)
		if err != nil {
			return nil, err
		}
		names[name] = true
	}
	return names, nil
}

// doubt says why the crawls may have nothing to do with each other; nothing if they share pages enough.
func (c Common) doubt() string {
	if c.OldPages == 0 || stayed(c.Pages, c.OldPages) {
		return ""
	}
	hosts := fmt.Sprintf("%s of its %s hosts %s", digits.Grouped(c.Hosts), digits.Grouped(c.OldHosts), digits.Verb(c.Hosts, "is", "are"))
	if c.Hosts == 0 {
		hosts = fmt.Sprintf("none of its %s hosts is", digits.Grouped(c.OldHosts))
	}
	pages := fmt.Sprintf("only %s of the %s pages", digits.Grouped(c.Pages), digits.Grouped(c.OldPages))
	if c.Pages == 0 {
		pages = fmt.Sprintf("none of the %s pages", digits.Grouped(c.OldPages))
	}
	return fmt.Sprintf("%s of the older crawl can be found in the newer one, and %s: are they crawls of the same sites? "+
		"Without pages that stayed, neighbours tell little, and without texts a pair is worth a confidence of %g at most", pages, hosts, ofStrangers)
}
