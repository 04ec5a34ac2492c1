package hierarchy

import (
	"cmp"
	"slices"

	"weft/graph"
)

// SiteOptions say what a site is. The zero value is the default.
type SiteOptions struct {
	// Leak is which share of the returned links of a site's pages may lead out; 0 is 0.0003, less than 0 none.
	Leak float64
	// Least is how many pages a site has at least; 0 is 20.
	Least int
}

// The defaults: of 39 manuals of 50 to 3,900 pages, F1 hardly changes for a leak of 0 to 0.003 and from 10 pages on.
const (
	DefaultLeak  = 0.0003
	DefaultLeast = 20
)

func (o *SiteOptions) closed(t *Tree, node uint32) bool {
	leak, least := o.Leak, o.Least
	if leak == 0 {
		leak = DefaultLeak
	}
	if least == 0 {
		least = DefaultLeast
	}
	return int(t.Size[node]) >= least && !t.parts.Has(int(node)) && t.Leak(node) <= max(0, leak)
}

// Leak returns the share of the returned links of a node's pages that lead out of it. A pair of pages inside
// counts both links; a pair across counts the link that leads out. Without returned links it is 0.
func (t *Tree) Leak(node uint32) float64 {
	if t.Across[node] == 0 {
		return 0
	}
	return float64(t.Across[node]) / float64(2*t.Inside[node]+t.Across[node])
}

// Site is the lowest closed node around a page; closed is false, and the node a root, if there is none.
func (t *Tree) Site(page graph.Node, o SiteOptions) (node uint32, closed bool) {
	for node = uint32(page); ; node = t.Parent[node] {
		if o.closed(t, node) {
			return node, true
		}
		if t.Parent[node] == None {
			return node, false
		}
	}
}

// Around returns the closed nodes around pages: the site of each page, without sites inside other ones.
// Papers: websites, §6, §4.2.2.
func (t *Tree) Around(pages []graph.Node, o SiteOptions) []uint32 {
	var nodes []uint32
	for _, u := range pages {
		node, _ := t.Site(u, o)
		nodes = append(nodes, node)
	}
	slices.Sort(nodes)
	nodes = slices.Compact(nodes)
	return slices.DeleteFunc(nodes, func(x uint32) bool {
		for p := t.Parent[x]; p != None; p = t.Parent[p] {
			if _, is := slices.BinarySearch(nodes, p); is {
				return true
			}
		}
		return false
	})
}

// Sites divides all pages. of is the number of the site of each page, and nodes the node of each site. Sites are
// numbered by decreasing size, and sites of equal size by their smallest page.
//
// The lowest closed node around a page is a candidate for its site. If a candidate is the lowest closed node for
// at least half of its pages, it is the site of all its pages. The closed nodes inside it are parts of the site,
// such as an appendix. Pages without a closed node share one site with the other such pages of their component.
func (t *Tree) Sites(o SiteOptions) (of []uint32, nodes []uint32) {
	lowest := t.lowest(o)
	own := make([]uint32, len(t.Parent)) // number of pages whose lowest closed node this is
	for u := range t.Pages {
		own[lowest[u]]++
	}
	whole := make([]uint32, len(t.Parent)) // the highest node above that is a site of all its pages
	for x := len(t.Parent) - 1; x >= 0; x-- {
		whole[x] = None
		if p := t.Parent[x]; p != None && whole[p] != None {
			whole[x] = whole[p]
		} else if 2*own[x] >= t.Size[x] {
			whole[x] = uint32(x)
		}
	}
	site := make([]uint32, t.Pages)
	for u := range site {
		if site[u] = whole[u]; site[u] == None {
			site[u] = lowest[u]
		}
	}
	clear(own)
	return number(site, own, whole)
}

// lowest is, for each node, the lowest closed one above it or itself; a root if there is none.
func (t *Tree) lowest(o SiteOptions) []uint32 {
	lowest := make([]uint32, len(t.Parent))
	for x := len(t.Parent) - 1; x >= 0; x-- {
		if p := t.Parent[x]; p == None || o.closed(t, uint32(x)) {
			lowest[x] = uint32(x)
		} else {
			lowest[x] = lowest[p]
		}
	}
	return lowest
}

// number replaces nodes by numbers from 0 on, by decreasing count of pages, then by the smallest page. It uses two
// lists by node; count must be empty.
func number(site, count, at []uint32) (of, nodes []uint32) {
	for _, x := range site {
		if count[x]++; count[x] == 1 {
			nodes = append(nodes, x) // in the order of their smallest pages
		}
	}
	slices.SortStableFunc(nodes, func(a, b uint32) int { return cmp.Compare(count[b], count[a]) })
	for i, x := range nodes {
		at[x] = uint32(i)
	}
	for u, x := range site {
		site[u] = at[x]
	}
	return site, nodes
}

// SitesBytes returns the memory of [Tree.Sites] for n pages, without the result for each site.
func SitesBytes(n int) int64 { return (3*2 + 1) * 4 * int64(n) }

// IsClosed says whether hardly any returned link of the pages of a node leads out of it.
func (t *Tree) IsClosed(node uint32, o SiteOptions) bool { return o.closed(t, node) }

// Within returns the node around a page that is most nearly closed, among nodes with at most half of the pages of
// a given node and at least as many as a site. It returns None if there is none, or if the page is not in the
// given node.
func (t *Tree) Within(page graph.Node, node uint32, o SiteOptions) uint32 {
	least := o.Least
	if least == 0 {
		least = DefaultLeast
	}
	best := uint32(None)
	for x := uint32(page); x != node; x = t.Parent[x] {
		if x == None {
			return None
		}
		if 2*int64(t.Size[x]) <= int64(t.Size[node]) && int(t.Size[x]) >= least && (best == None || t.Leak(x) < t.Leak(best)) {
			best = x
		}
	}
	return best
}

// Parts returns the largest groups below a node with at most the given leak, and at least as many pages as a site.
// A site may consist of several. They are in the order of the tree.
func (t *Tree) Parts(node uint32, leak float64, o SiteOptions) []uint32 {
	least := o.Least
	if least == 0 {
		least = DefaultLeast
	}
	var parts []uint32
	for stack := []uint32{node}; len(stack) > 0; {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch {
		case int(t.Size[x]) < least || int(x) < t.Pages:
		case x != node && t.Leak(x) <= leak:
			parts = append(parts, x)
		default:
			a, b := t.Kid(x)
			stack = append(stack, b, a)
		}
	}
	return parts
}
