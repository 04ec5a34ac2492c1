package assemble

import (
	"weft/graph"
	"weft/graph/bv"
	"weft/graph/kinds"
	"weft/internal/mem"
	"weft/store"
)

// BVGraph is the name of the format of compressed graphs.
const BVGraph = "bvgraph"

// buildFromGraph copies a BVGraph.
func (as *Assembly) buildFromGraph(b *Builder) error {
	g, err := bv.Open(as.Graph)
	if err != nil {
		return err
	}
	defer g.Close() //nolint:errcheck // nothing was written
	n, err := as.CountPages(g.NumNodes())
	if err != nil {
		return err
	}
	if l := g.Longest(); l.List > 0 {
		if err := mem.Check("a graph with long lists", int64(n)*2+l.ReadBytes()+l.WriteBytes(), as.Set.Memory); err != nil {
			return err
		}
	}
	b.States = as.statesByNumber(n)
	err = b.writeGraph(func(add func([]graph.Node, []kinds.Set) error) error {
		c := g.Scan(graph.Everything(g))
		for c.Next() {
			if err := add(c.Succ(), nil); err != nil {
				return err
			}
		}
		for range n - g.NumNodes() {
			if err := add(nil, nil); err != nil {
				return err
			}
		}
		return c.Err()
	})
	if err != nil {
		return err
	}
	as.Tally.Records += int64(g.NumNodes())
	as.Inputs = append(as.Inputs, graphInput(as.Graph, g))
	return b.Transpose(b.ArcsMemory())
}

func graphInput(base string, g *bv.Graph) store.Input {
	return store.Input{Path: base, Format: BVGraph, ReadAs: BVGraph, Bytes: (g.SizeBits() + 7) / 8, Records: int64(g.NumNodes())}
}
