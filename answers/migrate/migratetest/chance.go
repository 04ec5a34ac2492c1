package migratetest

import (
	"fmt"
	"math/rand/v2"

	"weft/graph"
	"weft/internal/splitmix"
)

// Fates of a section of a site. In the first three, every moved page has one right successor. In the others pages
// are lost, and new pages that are no successors have similar names.
var fortunes = []string{"directory", "redesigned", "charset", "news", "translation", "replaced", "kept", "kept"}

// chance makes sites page by page.
type chance struct {
	r        *rand.Rand
	old, new []string // names; empty in the crawl that has not the page
	way      []string
	arcs     []graph.Arc
	links    float64
}

// ofChance draws the made crawls of Chance.
const ofChance splitmix.Domain = 0x6368616e6365

// Chance returns two made crawls with a number of sites, each of several sections. Some sections moved. In others
// pages were lost, while new pages have similar names and links from the same pages. A share of the links changed.
func Chance(sites int, links float64, seed uint64) *Renaming {
	c := &chance{r: rand.New(ofChance.PCG(seed)), links: links}
	for s := range sites {
		host := fmt.Sprintf("http://site%d.example/", s)
		home := c.page(host, host, "")
		for d := range 4 {
			c.section(host, d, home)
		}
	}
	return c.renaming()
}

func (c *chance) page(old, fresh, way string) graph.Node {
	c.old, c.new, c.way = append(c.old, old), append(c.new, fresh), append(c.way, way)
	return graph.Node(len(c.old) - 1)
}

func (c *chance) link(u, v graph.Node) {
	c.arcs = append(c.arcs, graph.Arc{From: u, To: v}, graph.Arc{From: v, To: u})
}

// section adds the pages of a section, each linked with its index and with two other pages of the site.
func (c *chance) section(host string, d int, home graph.Node) {
	fortune := fortunes[c.r.IntN(len(fortunes))]
	dir := fmt.Sprintf("%ssection%d/", host, d)
	index := c.page(dir+"index.html", dir+"index.html", "")
	c.link(home, index)
	for p := range 2 + c.r.IntN(16) {
		for _, u := range c.fortune(fortune, dir, p) {
			c.link(index, u)
			for range 2 {
				c.arcs = append(c.arcs, graph.Arc{From: u, To: home + graph.Node(c.r.IntN(int(u-home)+1))})
			}
		}
	}
}

// fortune adds a page, and what took its place.
func (c *chance) fortune(fortune, dir string, p int) []graph.Node {
	name := fmt.Sprintf("page%d.html", p)
	switch fortune {
	case "directory":
		return []graph.Node{c.page(dir+name, dir+"archive/"+name, fortune)}
	case "redesigned":
		if c.r.IntN(4) == 0 {
			return []graph.Node{c.page(dir+name, "", ""), c.page("", fmt.Sprintf("%s?item=%d", dir, 100+p), "")}
		}
		return []graph.Node{c.page(dir+name, fmt.Sprintf("%s?item=%d", dir, p), fortune)}
	case "charset":
		return []graph.Node{c.page(dir+name+".en", dir+name+".en", ""), c.page(dir+name+".fr", dir+name+".fr.utf8", fortune)}
	case "news":
		return []graph.Node{c.page(dir+name, "", ""), c.page("", fmt.Sprintf("%spage%d.html", dir, 20+p), "")}
	case "translation":
		return []graph.Node{c.page(dir+name+".en", dir+name+".en", ""), c.page(dir+name+".fr", "", ""), c.page("", dir+name+".de", "")}
	case "replaced":
		if p == 0 {
			return []graph.Node{c.page(dir+"about.html", "", ""), c.page("", dir+"contact.html", "")}
		}
	}
	return []graph.Node{c.page(dir+name, dir+name, "")}
}

// renaming makes both crawls of the pages.
func (c *chance) renaming() *Renaming {
	x := &Renaming{Moved: map[graph.Node]string{}}
	var oldAt, at []graph.Node
	x.OldNames, x.OldFrom, oldAt = ordered(c.old, without(c.old))
	x.Names, x.From, at = ordered(c.new, without(c.new))
	for i, u := range x.OldFrom {
		x.Truth = append(x.Truth, at[u])
		if c.way[u] != "" {
			x.Moved[graph.Node(i)] = c.way[u]
		}
	}
	var older, newer []graph.Arc
	for _, a := range c.arcs {
		older = arc(older, oldAt, a.From, a.To)
		if c.r.Float64() < c.links {
			a.To = graph.Node(c.r.IntN(len(c.old)))
		}
		newer = arc(newer, at, a.From, a.To)
	}
	x.OldGraph, x.Graph = graph.FromArcs(len(x.OldNames), older), graph.FromArcs(len(x.Names), newer)
	return x
}

func without(names []string) []bool {
	out := make([]bool, len(names))
	for u, name := range names {
		out[u] = name == ""
	}
	return out
}
