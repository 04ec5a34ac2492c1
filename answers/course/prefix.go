package course

import (
	"context"
	"math/bits"
	"slices"

	"weft/graph"
	"weft/internal/bitset"
	"weft/internal/par"
)

// numbered are some crawled pages, which get the numbers of nodes in the order in which they were discovered. 3/16 byte
// for each known page.
type numbered struct {
	has    bitset.Set
	before []uint32 // pages in the words before each
}

// number numbers the first pages of a crawl.
func (c *Course) number(pages int) *numbered {
	m := &numbered{has: bitset.New(c.now.known)}
	for i := range pages {
		m.has.Add(int(c.pages.at(i)))
	}
	m.before = make([]uint32, len(m.has))
	sum := 0
	for i, word := range m.has {
		m.before[i] = uint32(sum)
		sum += bits.OnesCount64(word)
	}
	return m
}

// node returns the number of a page that has one.
func (m *numbered) node(p uint32) (graph.Node, bool) {
	word, bit := m.has[p/64], uint64(1)<<(p%64)
	if word&bit == 0 {
		return 0, false
	}
	return graph.Node(m.before[p/64] + uint32(bits.OnesCount64(word&(bit-1)))), true
}

// A prefix is the graph of the first crawled pages: the links between them, each once, without loops.
type prefix struct {
	*numbered
	out, in *graph.Memory
	// Counts of links that the graph omits: loops, repeated links, and links to pages that were not crawled.
	loops, repeated, outside int64
}

// chunk is how many pages, in the order of the crawl, one worker takes at a time.
const chunk = 1 << 15

// prefix makes the graph of the first pages of a crawl.
func (c *Course) prefix(ctx context.Context, pages int) (*prefix, error) {
	g := &prefix{numbered: c.number(pages)}
	starts := make([]uint32, pages+1)
	var inside int64
	err := c.eachList(ctx, pages, func(u graph.Node, links []uint32) {
		for _, to := range links {
			if _, in := g.node(to); in {
				starts[u+1]++
			}
		}
	}, g)
	if err != nil {
		return nil, err
	}
	for u := range pages {
		inside += int64(starts[u+1])
		starts[u+1] += starts[u]
	}
	if err := graph.CheckInMemory(inside); err != nil {
		return nil, err
	}
	succ := make([]graph.Node, inside)
	ends := make([]uint32, pages)
	err = c.eachList(ctx, pages, func(u graph.Node, links []uint32) {
		list := succ[starts[u]:starts[u]:starts[u+1]]
		for _, to := range links {
			if v, in := g.node(to); in && v != u {
				list = append(list, v)
			}
		}
		slices.Sort(list)
		ends[u] = starts[u] + uint32(len(list)) //nolint:gosec // of a list
	}, g)
	if err != nil {
		return nil, err
	}
	g.close(starts, ends, succ)
	for i := range pages {
		g.outside += int64(c.sizes.at(i))
	}
	g.outside -= inside
	if g.out, err = graph.NewMemory(starts, succ[:starts[pages]]); err != nil {
		return nil, err
	}
	g.in, err = graph.Transpose(g.out)
	return g, err
}

// close moves lists to where those before end, each successor once.
func (g *prefix) close(starts, ends []uint32, succ []graph.Node) {
	at := uint32(0)
	for u, end := range ends {
		from := starts[u]
		g.loops += int64(starts[u+1] - end)
		starts[u] = at
		for i := from; i < end; i++ {
			if i > from && succ[i] == succ[i-1] {
				g.repeated++
				continue
			}
			succ[at] = succ[i]
			at++
		}
	}
	starts[len(ends)] = at
}

// eachList calls f with the node and the links of each of the first pages, lent, several at a time.
func (c *Course) eachList(ctx context.Context, pages int, f func(u graph.Node, links []uint32), g *prefix) error {
	starts := make([]int, 0, pages/chunk+1)
	at := 0
	for i := range pages {
		if i%chunk == 0 {
			starts = append(starts, at)
		}
		at += int(c.sizes.at(i))
	}
	return par.Do(ctx, len(starts), c.o.Workers, func(k int) error {
		var scratch []uint32
		at := starts[k]
		for i := k * chunk; i < min(pages, (k+1)*chunk); i++ {
			size := int(c.sizes.at(i))
			u, _ := g.node(c.pages.at(i))
			f(u, c.links.span(&scratch, at, size))
			at += size
		}
		return ctx.Err()
	})
}
