package generate

import (
	"context"

	"weft/graph"
	"weft/graph/kinds"
	"weft/store"
)

// Same is the model that is the graph of a crawl, with the kinds of its arcs.
func Same(c *store.Crawl) graph.Graph { return same{c} }

type same struct{ crawl *store.Crawl }

func (s same) NumNodes() int                   { return s.crawl.NumPages() }
func (s same) NumArcs() int64                  { return s.crawl.Graph().NumArcs() }
func (s same) Scan(r graph.Range) graph.Cursor { return s.crawl.Scan(r) }

// Kinded returns the number of arcs of a crawl that are no plain links.
func Kinded(ctx context.Context, c *store.Crawl) (n int64, err error) {
	arcs := c.Scan(graph.Range{Hi: c.NumPages()})
	for arcs.Next() {
		if arcs.Node()%chunkPages == 0 && ctx.Err() != nil {
			return n, ctx.Err()
		}
		for _, k := range arcs.Kinds() {
			if k != kinds.Link {
				n++
			}
		}
	}
	return n, arcs.Err()
}
