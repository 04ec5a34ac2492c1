package main

import (
	"weft/graph"
	"weft/store"
	"weft/testweb"
)

// demoSites says how many sites of a made Web were found.
//
//json:object sites of a made Web
type demoSites struct {
	Found  int `json:"found"`  // number of sites found
	Owners int `json:"owners"` // true sites with at least 10 crawled pages
	Right  int `json:"right"`  // true sites found with an F1 of at least 0.9
}

// leastOwned is the minimum number of crawled pages for comparing the site of an owner, and rightF1 the minimum F1
// of a right site.
const (
	leastOwned = 10
	rightF1    = 0.9
)

// compareSites compares the sites that the report found with the owners of a made Web.
func (a *app) compareSites(c *store.Crawl, web *testweb.Web) (demoSites, error) {
	found, err := c.FoundSites(a.budget)
	if err != nil {
		return demoSites{}, err
	}
	owned, size, both := map[string]int{}, make([]int, found.Len()), map[string]map[int]int{}
	for u := range graph.Node(c.NumPages()) { //nolint:gosec // of at most 2³² pages
		owner, ok := web.Owner(c.Label(u))
		if !ok || !c.State(u).IsKnown() {
			continue
		}
		k := found.Of(u)
		if owned[owner]++; both[owner] == nil {
			both[owner] = map[int]int{}
		}
		size[k]++
		both[owner][k]++
	}
	s := demoSites{}
	for _, n := range size {
		if n > 0 {
			s.Found++
		}
	}
	for owner, n := range owned {
		if n < leastOwned {
			continue
		}
		s.Owners++
		for k, shared := range both[owner] {
			if f1 := 2 * float64(shared) / float64(n+size[k]); f1 >= rightF1 {
				s.Right++
			}
		}
	}
	return s, nil
}
