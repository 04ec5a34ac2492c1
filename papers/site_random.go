package papers

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"weft/answers/site"
	"weft/graph"
	"weft/internal/splitmix"
)

// A RandomSite is the site found by a flow from a drawn cluster (Table 2).
//
//json:object random site
type RandomSite struct {
	Cluster  int            `json:"cluster"`                              // pages of the cluster
	Pages    int            `json:"pages"`                                // pages of the site that the flow found
	Prefixes []Prefix       `json:"prefixes"`                             // most frequent prefixes
	Keywords *site.Keywords `json:"keywords,omitempty" absent:"no texts"` // words of links to the pages found
	// Site is the site of the truth with most of the pages, in place of a title by hand; SitePages is its total
	// number of pages. Both are empty if most pages belong to no site.
	Site      string `json:"site"`       // true site with most of the pages; empty if there is none
	SitePages int    `json:"site_pages"` // pages of that site in the truth
	site.Score
	Second      string `json:"second,omitempty"`       // true site with the next most pages
	SecondPages int    `json:"second_pages,omitempty"` // pages of that second site among those found
	Paper       int    `json:"pages_by_paper_epsilon"` // pages of the site with the ε of the paper
}

// A Prefix is one of many URLs.
//
//json:object prefix of URLs
type Prefix struct {
	Prefix string `json:"prefix"` // prefix: a folder
	Pages  int    `json:"pages"`  // pages in the folder, without the pages of earlier prefixes
}

// ofClusters draws the clusters from which flows start.
const ofClusters splitmix.Domain = 0x636c7573746572

// random draws clusters that are large enough, and lets flow from them (§4.2).
func (r *siteRun) random() error {
	large := slices.DeleteFunc(slices.Clone(r.r.Main.parts), func(p []graph.Node) bool { return len(p) <= r.Over })
	rng := rand.New(ofClusters.PCG(r.Seed))
	for n, i := range rng.Perm(len(large))[:min(r.Random, len(large))] {
		r.Tell("flows from random clusters", int64(n), int64(r.Random))
		f, err := r.flowFrom(fmt.Sprintf("random %d", i), large[i])
		if err != nil {
			return err
		}
		s := RandomSite{Cluster: len(large[i]), Pages: len(f.sweep), Paper: len(f.paper)}
		if s.Prefixes, err = r.prefixes(f.sweep); err != nil {
			return err
		}
		if s.Keywords, err = site.KeywordsOf(r.ctx, r.c, f.sweep); err != nil {
			return err
		}
		r.title(&s, f.sweep)
		r.r.Random = append(r.r.Random, s)
	}
	return nil
}

// title compares pages with the site of the truth that has most of them.
func (r *siteRun) title(s *RandomSite, pages []graph.Node) {
	count := map[int]int{}
	for _, u := range pages {
		if k := r.Truth.Of(u); r.nameOf(k) != "" {
			count[k]++
		}
	}
	var order []int
	for k := range count {
		order = append(order, k)
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(count[b]-count[a], a-b) })
	if len(order) == 0 {
		return
	}
	best := order[0]
	s.Site, s.SitePages = r.nameOf(best), r.Truth.Size(best)
	s.Score = scoreOf(pages, s.SitePages, func(u graph.Node) bool { return r.Truth.Of(u) == best })
	if len(order) > 1 {
		s.Second, s.SecondPages = r.nameOf(order[1]), count[order[1]]
	}
}

// nameOf is the name of a site of the truth; empty for the pages that it does not name.
func (r *siteRun) nameOf(k int) string {
	name, _ := r.Truth.Name(k) // it has no error
	return name
}

// Maximum number of reported prefixes. Each except the first has a tenth of the pages or more.
const (
	mostPrefixes = 3
	prefixShare  = 10
)

// prefixes returns the most common prefixes of the URLs of pages. The first is the deepest folder with half of the
// pages or more, or if there is none, the folder with most pages. The others are found in the same way among the
// remaining pages.
func (r *siteRun) prefixes(pages []graph.Node) ([]Prefix, error) {
	var urls []string
	var name []byte
	var err error
	for _, u := range pages {
		if name, err = r.c.AppendName(name[:0], u); err != nil {
			return nil, err
		}
		urls = append(urls, string(name))
	}
	return commonPrefixes(urls), nil
}

func commonPrefixes(urls []string) []Prefix {
	all, total := []Prefix{}, len(urls)
	for len(urls) > 0 && len(all) < mostPrefixes {
		p := commonPrefix(urls)
		if len(all) > 0 && prefixShare*p.Pages < total {
			break
		}
		all = append(all, p)
		urls = slices.DeleteFunc(urls, func(url string) bool { return strings.HasPrefix(folder(url), p.Prefix) })
	}
	return all
}

// commonPrefix is the deepest folder with at least half of some URLs, or else the one with most.
func commonPrefix(urls []string) Prefix {
	count := map[string]int{}
	for _, url := range urls {
		for f := folder(url); f != ""; f = parent(f) {
			count[f]++
		}
	}
	best := Prefix{}
	for f, n := range count {
		half, bestHalf := 2*n >= len(urls), 2*best.Pages >= len(urls)
		better := n > best.Pages ||
			n == best.Pages && (len(f) > len(best.Prefix) || len(f) == len(best.Prefix) && f < best.Prefix)
		if half && bestHalf {
			better = len(f) > len(best.Prefix) || len(f) == len(best.Prefix) && f < best.Prefix
		}
		if better && (half || !bestHalf) {
			best = Prefix{f, n}
		}
	}
	return best
}
