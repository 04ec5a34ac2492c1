package clusters

import (
	"bytes"
	"context"

	"weft/graph"
	"weft/store"
)

// FrontPages returns the page that represents each of some groups. of holds the group of each page, and pages of
// other groups do not count.
//
// A candidate has at least half as many links from pages of its group as the page with the most. Of the
// candidates, FrontPages takes the page with the fewest path parts, then an index page, then the shortest name,
// then the smallest number. One pass over out; memory: 4 bytes a page and 16 a group.
func FrontPages(ctx context.Context, c *store.Crawl, out graph.Random, of []uint32, groups int) ([]uint32, error) {
	links := make([]uint32, len(of))
	err := graph.InOrder(ctx, out, func(u graph.Node, succ []graph.Node) {
		for _, v := range succ {
			if v != u && of[v] == of[u] && int(of[u]) < groups {
				links[v]++
			}
		}
	})
	if err != nil {
		return nil, err
	}
	most := make([]uint32, groups)
	for u, k := range of {
		if int(k) < groups {
			most[k] = max(most[k], links[u])
		}
	}
	front, cost := make([]uint32, groups), make([]int, groups)
	var name []byte
	for u, k := range of {
		if int(k) >= groups || 2*links[u] < most[k] {
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
