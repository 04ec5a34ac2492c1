package assemble

import (
	"fmt"
	"iter"
	"slices"

	"github.com/cespare/xxhash/v2"

	"weft/graph/kinds"
	"weft/internal/bitset"
	"weft/internal/mem"
	"weft/making/ingest/scan"
	"weft/web/weburl"
)

// Finish turns nodes and edges into pages and arcs of the assembly.
func (g *Nodes) Finish() error {
	if err := g.said.settle(g); err != nil {
		return err
	}
	if err := g.declareAll(); err != nil {
		return err
	}
	switch {
	case g.named || !g.digits || g.as.Col != nil && !g.as.Compacted:
		return g.as.Named(func() error { g.tellCollector(); return g.namedPages() })
	case g.as.Compacted || g.isSparse():
		return g.as.Named(g.compactPages)
	}
	return g.as.Numbered(g.numberedPages)
}

// declareAll declares the nodes that only edges name. Formats whose edges declare nodes need no note. In other formats
// some edge must join declared nodes: otherwise edges and nodes speak of different identifiers, and all edges are bad.
func (g *Nodes) declareAll() error {
	if !slices.Contains(g.known, mentioned) {
		return nil
	}
	names := !g.Implicit && slices.Contains(g.known, named)
	declares, meets := slices.ContainsFunc(g.known, func(k idState) bool { return k != mentioned }), g.Implicit
	if !g.Implicit && declares {
		if err := g.edges.Each(0, g.edges.Size, 3, func(a []uint64) error {
			meets = meets || g.known[a[0]>>edgeBits] != mentioned || g.known[a[1]] != mentioned
			return nil
		}); err != nil {
			return err
		}
	}
	if declares && !meets {
		return nil
	}
	for i, k := range g.known {
		if k != mentioned {
			continue
		}
		id := g.NameOf(uint32(i))
		if names && g.isName(id) {
			continue // the edge may mean the name of another node
		}
		g.known[i] = declared
		_, number := scan.ParseNumber(id)
		g.digits = g.digits && number && (id[0] != '0' || len(id) == 1)
		g.as.Tally.Records++
		if !g.Implicit {
			g.as.Notes[undeclaredNote]++
		}
	}
	return nil
}

// undeclaredNote counts nodes that only edges name.
const undeclaredNote = "ends of edges that no node declares: each is a page called by its identifier"

// isName reports whether a node has a name that is no URL and equals an identifier.
func (g *Nodes) isName(id []byte) bool {
	key, err := g.names.Name(g.names.Key[:0], id)
	g.names.Key = key
	return err == nil && weburl.IsOpaque(key) && g.names.known != nil && g.names.known.has(xxhash.Sum64(key))
}

// isSparse reports whether identifiers are numbers with large gaps, which are better names.
func (g *Nodes) isSparse() bool {
	most := uint32(0)
	for i := range g.known {
		most = max(most, g.number(uint32(i)))
	}
	return IsSparse(most, int64(len(g.known)))
}

func (g *Nodes) namedPages() error {
	for i, k := range g.known {
		if k != declared {
			continue
		}
		if err := g.Record("node", g.names.Node(g.base+uint32(i), g.NameOf(uint32(i)))); err != nil {
			return err
		}
		g.as.Tally.Records-- // it was counted when it was declared
	}
	g.as.NumNames = max(g.as.NumNames, g.base+uint32(len(g.known)))
	if err := g.said.setStates(g.as, func(i uint32) uint32 { return g.base + i }); err != nil {
		return err
	}
	return g.eachEdge(func(u, v uint32, k kinds.Set, offset int64) error {
		return g.as.LooseArc(g.base+u, g.base+v, k, offset)
	})
}

// compactPages makes the nodes pages that are called by their numbers.
func (g *Nodes) compactPages() error {
	if err := g.said.setStates(g.as, g.number); err != nil {
		return err
	}
	for i := range g.nodes() {
		g.as.pageCalled(g.number(i))
		g.as.Notes[sparseNote]++
		if err := g.as.Col.Room(); err != nil {
			return err
		}
	}
	return g.eachEdge(func(u, v uint32, k kinds.Set, _ int64) error {
		return g.as.arcCalled(g.number(u), g.number(v), k.Label())
	})
}

// numberedPages makes the nodes pages by their numbers. In a graph imported alone, complete nodes 1 to n become
// pages 0 to n−1, as in formats that count from 1. Numbers without a node are ghosts.
func (g *Nodes) numberedPages() error {
	nodes, least, end := int64(0), uint32(None), uint32(0)
	for i := range g.nodes() {
		n := g.number(i)
		least, end = min(least, n), max(end, n+1)
		nodes++
	}
	alone := g.Alone
	shift := uint32(0)
	if alone && least == 1 && nodes == int64(end)-1 {
		shift = 1
		g.as.Notes["nodes that count from 1: node 1 is page 0"] += nodes
	}
	g.as.NumPages = max(g.as.NumPages, end-min(end, shift))
	if others := int64(g.as.NumPages) - nodes; others > 0 {
		if !alone {
			g.as.Notes["numbers without a node, which become pages"] += others
		} else if err := g.markGhosts(others); err != nil {
			return err
		}
	}
	for i := range g.nodes() {
		if err := g.as.LonePage(g.number(i) - shift); err != nil {
			return err
		}
	}
	if err := g.said.setStates(g.as, func(i uint32) uint32 { return g.number(i) - shift }); err != nil {
		return err
	}
	return g.eachEdge(func(u, v uint32, k kinds.Set, _ int64) error {
		return g.as.AddArc(g.number(u)-shift, g.number(v)-shift, k)
	})
}

// markGhosts makes the numbers that no node has ghosts, unless a list says which pages were fetched.
func (g *Nodes) markGhosts(others int64) error {
	as := g.as
	if as.Fetched != nil {
		return nil
	}
	n := int64(as.NumPages)
	if err := mem.Check(fmt.Sprintf("nodes that are numbered up to %d", n-1), 2*n, as.Set.Memory); err != nil {
		return err
	}
	as.Notes["numbers without a node, which become ghosts"] += others
	as.Declared = bitset.New(int(n))
	for i := range g.nodes() {
		as.Declared.Add(int(g.number(i)))
	}
	return nil
}

// nodes ranges over the identifiers of nodes that were declared.
func (g *Nodes) nodes() iter.Seq[uint32] {
	return func(yield func(i uint32) bool) {
		for i, k := range g.known {
			if k != mentioned && !yield(uint32(i)) {
				return
			}
		}
	}
}

// number returns the number that an identifier is.
func (g *Nodes) number(i uint32) uint32 {
	n, _ := scan.ParseNumber(g.NameOf(i))
	return n
}

// eachEdge calls f with the edges between nodes that were declared, and rejects the others.
func (g *Nodes) eachEdge(f func(u, v uint32, k kinds.Set, offset int64) error) error {
	numbers := 3
	if g.as.Weigher != nil {
		numbers = 4
	}
	return g.edges.Each(0, g.edges.Size, numbers, func(a []uint64) error {
		if g.as.Weigher != nil {
			g.as.Weigher.Next = WeightOf(a[3])
		}
		u, v, k, offset := uint32(a[0]>>edgeBits), uint32(a[1]), g.said.kindsOf(a[0]>>1), int64(a[2])
		switch {
		case g.known[u] == mentioned:
			return g.undeclared(u, offset)
		case g.known[v] == mentioned:
			return g.undeclared(v, offset)
		}
		err := f(u, v, k, offset)
		if err == nil && a[0]&1 != 0 && u != v {
			err = f(v, u, k, offset)
		}
		return err
	})
}

func (g *Nodes) undeclared(i uint32, offset int64) error {
	g.as.Tally.Records--
	return g.as.Tally.Reject(offset, fmt.Sprintf("edge: there is no node %.80q", g.NameOf(i)))
}
