package fidelity

import (
	"fmt"
	"slices"

	"weft/algo/hak"
	"weft/graph"
	"weft/internal/digits"
	"weft/internal/splitmix"
	"weft/store"
)

// Unrelated doubts that crawl and target are of the same pages.
const Unrelated hak.Doubt = "unrelated"

// SameLinks reports whether crawl and target have the same links. It samples the crawl's links between compared
// pages, except links of a page to itself. The share found by chance comes from shuffling the ends of the sampled
// links.
//
//json:object links in the target
type SameLinks struct {
	Looked int `json:"looked"`    // sampled links of the crawl that were looked up in the target
	Found  int `json:"found"`     // sampled links that the target has
	Chance int `json:"by_chance"` // links found after shuffling the ends of the sampled links
}

// excess is the share found beyond chance, relative to the largest possible excess.
func (l *SameLinks) excess() float64 {
	if l.Looked == 0 {
		return 0
	}
	if l.Chance == l.Looked {
		return float64(l.Found) / float64(l.Looked)
	}
	return float64(l.Found-l.Chance) / float64(l.Looked-l.Chance)
}

// doubt says why crawl and target may have nothing to do with each other; false if there is no reason.
func (l *SameLinks) doubt(named bool) (Doubt, bool) {
	why := "the numbers of crawl and target may not stand for the same pages"
	if named {
		why = "crawl and target may be of very different times, or hosts have become others"
	}
	switch {
	case l.Looked == 0:
		return Doubt{Unrelated, "the crawl has no link between pages that are compared, so that nothing shows that the target has the same pages: " + why}, true
	case l.excess() < 0.5:
		return Doubt{Unrelated, fmt.Sprintf("%s of the crawl %s checked; the target has %s, and would have %s by chance: %s", digits.Plural(l.Looked, "link"), digits.Verb(l.Looked, "was", "were"), digits.Grouped(l.Found), digits.Grouped(l.Chance), why)}, true
	}
	return Doubt{}, false
}

// Sample sizes: the number of pages, and of links per page.
const (
	sampledPages = 2048
	sampledLinks = 16
)

// Uses of random draws: the compared links, and the shuffled ends to which they are compared.
const (
	ofLinks splitmix.Domain = 0x6c696e6b73
	ofEnds  splitmix.Domain = 0x656e6473
)

// sampleLinks samples links between pages of the crawl, in the target's page numbers. It draws, by seed, some
// links of pages that are spread over the compared pages. to has the target's page for each page of the crawl;
// known reports whether the target crawled a page.
func sampleLinks(out graph.Random, pages, to []graph.Node, known func(v graph.Node) bool, seed uint64) ([]graph.Arc, error) {
	var list []graph.Node
	var links []graph.Arc
	step := max(1, len(pages)/sampledPages)
	for at := 0; at < len(pages); at += step {
		u := pages[at]
		var err error
		if list, err = out.AppendSucc(list[:0], u); err != nil {
			return nil, err
		}
		list = slices.DeleteFunc(list, func(v graph.Node) bool { return v == u || to[v] == store.NoPage || !known(to[v]) })
		r := ofLinks.Rand(seed, uint64(u))
		r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		for _, v := range list[:min(sampledLinks, len(list))] {
			links = append(links, graph.Arc{From: to[u], To: to[v]})
		}
	}
	return links, nil
}

// findLinks searches the target for the sampled links, and for links between their shuffled ends.
func findLinks(out graph.Random, links []graph.Arc, seed uint64) (SameLinks, error) {
	l := SameLinks{Looked: len(links)}
	ends := ofEnds.Rand(seed).Perm(len(links))
	var list []graph.Node
	for i, a := range links {
		if i == 0 || a.From != links[i-1].From {
			var err error
			if list, err = out.AppendSucc(list[:0], a.From); err != nil {
				return l, err
			}
		}
		if slices.Contains(list, a.To) {
			l.Found++
		}
		if slices.Contains(list, links[ends[i]].To) {
			l.Chance++
		}
	}
	return l, nil
}
