package clusters

import (
	"bytes"
	"context"

	"weft/graph"
	"weft/store"
)

// FrontPages returns the front page of each group from 0 to groups-1. of holds the group of each page; pages of other
// groups do not count.
//
// Candidates are the pages with at least half as many links from their group as its most linked page. The front page is
// the candidate with the fewest parts in its path. Ties go to an index page, then to the shortest name, then to the
// smallest number. One pass over out; memory: 4 bytes a page and 16 a group.
func FrontPages(ctx context.Context, c *store.Crawl, out graph.Random, of []uint32, groups int) ([]uint32, error) {
	links, err := linksWithin(ctx, out, of, groups)
	if err != nil {
		return nil, err
	}
	return frontsOf(c, of, links, groups)
}

// FrontBytes is the memory of [FrontPages] and [HomePages] for each group, beside 4 bytes a page.
const FrontBytes = 28

// HomePages returns the page that names each logical website: the most linked home page of its hosts. Ties go to the shortest
// name, then to the smallest number. A site without a linked home page has its front page. The rest is as for [FrontPages].
func HomePages(ctx context.Context, c *store.Crawl, out graph.Random, of []uint32, groups int) ([]uint32, error) {
	links, err := linksWithin(ctx, out, of, groups)
	if err != nil {
		return nil, err
	}
	front, err := frontsOf(c, of, links, groups)
	if err != nil || !c.HasNames() {
		return front, err
	}
	best, length := make([]uint32, groups), make([]int, groups) // links to the home page of each group, and the length of its name
	names := c.Names()
	var name []byte
	for u, k := range of {
		if int(k) >= groups || links[u] == 0 || links[u] < best[k] {
			continue
		}
		if name, err = names.Append(name[:0], graph.Node(u)); err != nil {
			return nil, err
		}
		if isHome(name) && (links[u] > best[k] || len(name) < length[k]) {
			front[k], best[k], length[k] = uint32(u), links[u], len(name)
		}
	}
	return front, nil
}

// isHome reports whether a URL is the home page of a host.
func isHome(name []byte) bool {
	_, rest, is := bytes.Cut(name, []byte("://"))
	return is && len(rest) > 1 && bytes.IndexAny(rest, "/?") == len(rest)-1 && rest[len(rest)-1] == '/'
}

// linksWithin counts the links to each page from other pages of its group.
func linksWithin(ctx context.Context, out graph.Random, of []uint32, groups int) ([]uint32, error) {
	links := make([]uint32, len(of))
	err := graph.InOrder(ctx, out, func(u graph.Node, succ []graph.Node) {
		for _, v := range succ {
			if v != u && of[v] == of[u] && int(of[u]) < groups {
				links[v]++
			}
		}
	})
	return links, err
}

// frontsOf returns the front page of each group, by the links to each page from its group.
func frontsOf(c *store.Crawl, of, links []uint32, groups int) ([]uint32, error) {
	most := make([]uint32, groups)
	for u, k := range of {
		if int(k) < groups {
			most[k] = max(most[k], links[u])
		}
	}
	front, cost := make([]uint32, groups), make([]int, groups)
	names := c.Names()
	var name []byte
	for u, k := range of {
		if int(k) >= groups || 2*links[u] < most[k] {
			continue
		}
		price := int(most[k]-links[u]) + 1 // without names
		if c.HasNames() {
			var err error
			if name, err = names.Append(name[:0], graph.Node(u)); err != nil {
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
