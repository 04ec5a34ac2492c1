package ingest

import (
	"bytes"
	"fmt"
	"iter"
	"slices"

	"github.com/cespare/xxhash/v2"

	"weft/graph/kinds"
	"weft/internal/bitset"
	"weft/internal/mem"
	"weft/making/assemble"
	"weft/making/ingest/scan"
	"weft/making/ingest/tally"
	"weft/web/weburl"
)

// A sink receives the nodes and edges of a decoder, in any order. Bytes are valid during the call. An errLine
// rejects the record; any other error ends the import.
type sink interface {
	// node declares a node; its name is empty if it has none.
	node(id, name []byte) error
	// edge joins two nodes, both ways if it has no direction.
	edge(from, to []byte, both bool) error
	// left counts something that is read and has no place in a crawl.
	left(what string)
	// nodeState receives the attribute "state" of the next node, edgeKinds the attribute "kinds" of the next edge.
	nodeState(word []byte)
	edgeKinds(text []byte)
	// weighs says whether an attribute of edges with a name holds weights that are kept. edgeWeight receives it from the
	// next edge.
	weighs(name string) bool
	edgeWeight(text []byte)
}

// An idGraph is the sink of formats whose nodes have identifiers, and perhaps names. Nodes with names become named
// pages. If no node has a name, identifiers that are numbers become the numbers of pages, and others their names.
// Memory: the identifiers, 40 bytes each and their text, up to a quarter of the budget. Edges wait in a scratch file.
type idGraph struct {
	im     *importer
	where  func() (line, offset int64)
	ids    assemble.Dict
	known  []idState
	edges  *assemble.Spool
	base   uint32 // what numbers of earlier inputs take
	named  bool   // some node has a name
	digits bool   // every node declared is a number
	text   *text
	said   saidAttributes
	// implicit says that an edge declares the nodes that it joins, as in DOT and GDF.
	implicit bool
	told     int64 // bytes of identifiers that the collector leaves room for
}

// idState holds the facts about an identifier.
type idState uint8

const (
	mentioned idState = iota
	declared
	named
)

func newIDGraph(im *importer, where func() (line, offset int64)) (*idGraph, error) {
	edges, err := assemble.NewSpool(im.Draft.Dir())
	if err != nil {
		return nil, err
	}
	return &idGraph{im: im, where: where, edges: edges, base: im.NumNames, digits: true, text: &text{im: im, apart: true}}, nil
}

func (g *idGraph) close() {
	g.edges.Close()
	if c := g.im.Col; c != nil {
		c.Beside -= g.told
	}
}

func (g *idGraph) left(what string) { g.im.Notes[what]++ }

// record counts a record, or rejects it if err is an errLine.
func (g *idGraph) record(what string, err error) error {
	line, offset := g.where()
	return g.im.Tally.Judge(err, offset, func(bad error) string { return fmt.Sprintf("line %d: %s: %s", line, what, bad) })
}

func (g *idGraph) node(id, name []byte) error { return g.record("node", g.addNode(id, name)) }

func (g *idGraph) addNode(id, name []byte) error {
	i, err := g.id(id)
	if err != nil {
		return err
	}
	if g.known[i] != mentioned {
		return tally.Badf("%.80q is declared twice", id)
	}
	g.known[i] = declared
	_, number := scan.ParseNumber(id)
	g.digits = g.digits && number && (id[0] != '0' || len(id) == 1)
	g.said.keepState(i)
	if len(name) == 0 || bytes.Equal(name, id) { // who writes numbers often repeats them as labels
		return nil
	}
	g.known[i], g.named = named, true
	return g.im.Named(func() error { return g.text.node(g.base+i, name) })
}

func (g *idGraph) edge(from, to []byte, both bool) error {
	return g.record("edge", g.addEdge(from, to, both))
}

func (g *idGraph) addEdge(from, to []byte, both bool) error {
	u, err := g.id(from)
	if err != nil {
		return err
	}
	v, err := g.id(to)
	if err != nil {
		return err
	}
	direction := uint64(0)
	if both {
		direction = 1
	}
	_, offset := g.where()
	ends := uint64(u)<<edgeBits | g.said.takeKinds()<<1 | direction
	if g.im.weigh == nil {
		return g.edges.Numbers(ends, uint64(v), uint64(offset))
	}
	weight, err := g.said.takeWeight()
	if err != nil {
		return err
	}
	return g.edges.Numbers(ends, uint64(v), uint64(offset), assemble.BitsOf(weight))
}

// id returns the number of an identifier.
func (g *idGraph) id(id []byte) (uint32, error) {
	if len(id) == 0 {
		return 0, tally.Badf("it has no identifier")
	}
	if len(id) > maxWord {
		return 0, tally.Badf("its identifier is longer than %d bytes", maxWord)
	}
	i, isNew := g.ids.Add(id)
	if !isNew {
		return i, nil
	}
	g.known = append(g.known, mentioned)
	if i >= assemble.None-g.base-1 {
		return 0, fmt.Errorf("more than %d nodes: they cannot be numbered", i)
	}
	if i%4096 == 0 {
		return i, g.checkMemory()
	}
	return i, nil
}

// need is the memory of the identifiers with room for growth, and for batches of names.
func (g *idGraph) need() int64 {
	held := 2 * g.ids.Held()
	return held + min(held, mem.Least-mem.Base)
}

// tellCollector makes the batches of names smaller by the memory of the identifiers.
func (g *idGraph) tellCollector() {
	if c := g.im.Col; c != nil {
		held := g.ids.Held()
		c.Beside += held - g.told
		g.told = held
	}
}

// checkMemory says how much the whole input will take, if what was read so far takes too much.
func (g *idGraph) checkMemory() error {
	g.tellCollector()
	need := g.need()
	if mem.Base+need <= g.im.opts.Memory {
		return nil
	}
	if _, at := g.where(); at > 0 && g.im.total > at {
		need += int64(2 * float64(g.ids.Held()) * (float64(g.im.total)/float64(at) - 1))
	}
	return mem.Check(fmt.Sprintf("a graph of more than %d nodes with identifiers", len(g.known)), need, g.im.opts.Memory)
}

// finish turns what was collected into pages and arcs.
func (g *idGraph) finish() error {
	if err := g.said.settle(g); err != nil {
		return err
	}
	if err := g.declareAll(); err != nil {
		return err
	}
	switch {
	case g.named || !g.digits || g.im.Col != nil && !g.im.Compacted:
		return g.im.Named(func() error { g.tellCollector(); return g.namedPages() })
	case g.im.Compacted || g.isSparse():
		return g.im.Named(g.compactPages)
	}
	return g.im.Numbered(g.numberedPages)
}

// undeclaredNote counts nodes that only edges name.
const undeclaredNote = "ends of edges that no node declares: each is a page called by its identifier"

// declareAll declares the nodes that only edges name. Formats whose edges declare nodes need no note. In other formats
// some edge must join declared nodes: otherwise edges and nodes speak of different identifiers, and all edges are bad.
func (g *idGraph) declareAll() error {
	if !slices.Contains(g.known, mentioned) {
		return nil
	}
	names := !g.implicit && slices.Contains(g.known, named)
	declares, meets := slices.ContainsFunc(g.known, func(k idState) bool { return k != mentioned }), g.implicit
	if !g.implicit && declares {
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
		id := g.ids.Text(&g.ids.Entries[i])
		if names && g.isName(id) {
			continue // the edge may mean the name of another node
		}
		g.known[i] = declared
		_, number := scan.ParseNumber(id)
		g.digits = g.digits && number && (id[0] != '0' || len(id) == 1)
		g.im.Tally.Records++
		if !g.implicit {
			g.im.Notes[undeclaredNote]++
		}
	}
	return nil
}

// isName says whether a node has a name that is no URL and equals an identifier.
func (g *idGraph) isName(id []byte) bool {
	key, err := g.text.name(g.text.key[:0], id)
	g.text.key = key
	return err == nil && weburl.IsOpaque(key) && g.text.known != nil && g.text.known.Has(xxhash.Sum64(key))
}

// isSparse says whether identifiers are numbers with such gaps that they are better names.
func (g *idGraph) isSparse() bool {
	most := uint32(0)
	for i := range g.known {
		most = max(most, g.number(uint32(i)))
	}
	return assemble.IsSparse(most, int64(len(g.known)))
}

// compactPages makes the nodes pages that are called by their numbers.
func (g *idGraph) compactPages() error {
	if err := g.said.setStates(g.im, g.number); err != nil {
		return err
	}
	for i := range g.nodes() {
		g.im.PageCalled(g.number(i))
		g.im.Notes[assemble.SparseNote]++
		if err := g.im.Col.Room(); err != nil {
			return err
		}
	}
	return g.eachEdge(func(u, v uint32, k kinds.Set, _ int64) error {
		return g.im.ArcCalled(g.number(u), g.number(v), k.Label())
	})
}

// nodes ranges over the identifiers of nodes that were declared.
func (g *idGraph) nodes() iter.Seq[uint32] {
	return func(yield func(i uint32) bool) {
		for i, k := range g.known {
			if k != mentioned && !yield(uint32(i)) {
				return
			}
		}
	}
}

// number returns the number that an identifier is.
func (g *idGraph) number(i uint32) uint32 {
	n, _ := scan.ParseNumber(g.ids.Text(&g.ids.Entries[i]))
	return n
}

// numberedPages makes the nodes pages by their numbers. In a graph imported alone, complete nodes 1 to n become
// pages 0 to n−1, as in formats that count from 1. Numbers without a node are ghosts.
func (g *idGraph) numberedPages() error {
	nodes, least, end := int64(0), uint32(assemble.None), uint32(0)
	for i := range g.nodes() {
		n := g.number(i)
		least, end = min(least, n), max(end, n+1)
		nodes++
	}
	alone := len(g.im.opts.Inputs) == 1
	shift := uint32(0)
	if alone && least == 1 && nodes == int64(end)-1 {
		shift = 1
		g.im.Notes["nodes that count from 1: node 1 is page 0"] += nodes
	}
	g.im.NumPages = max(g.im.NumPages, end-min(end, shift))
	if others := int64(g.im.NumPages) - nodes; others > 0 {
		if !alone {
			g.im.Notes["numbers without a node, which become pages"] += others
		} else if err := g.markGhosts(others); err != nil {
			return err
		}
	}
	for i := range g.nodes() {
		if err := g.im.LonePage(g.number(i) - shift); err != nil {
			return err
		}
	}
	if err := g.said.setStates(g.im, func(i uint32) uint32 { return g.number(i) - shift }); err != nil {
		return err
	}
	return g.eachEdge(func(u, v uint32, k kinds.Set, _ int64) error {
		return g.im.AddArc(g.number(u)-shift, g.number(v)-shift, k)
	})
}

// markGhosts makes the numbers that no node has ghosts, unless a list says which pages were fetched.
func (g *idGraph) markGhosts(others int64) error {
	im := g.im
	if im.Fetched != nil {
		return nil
	}
	n := int64(im.NumPages)
	if err := mem.Check(fmt.Sprintf("nodes that are numbered up to %d", n-1), 2*n, im.opts.Memory); err != nil {
		return err
	}
	im.Notes["numbers without a node, which become ghosts"] += others
	im.Declared = bitset.New(int(n))
	for i := range g.nodes() {
		im.Declared.Add(int(g.number(i)))
	}
	return nil
}

func (g *idGraph) namedPages() error {
	for i, k := range g.known {
		if k != declared {
			continue
		}
		if err := g.record("node", g.text.node(g.base+uint32(i), g.ids.Text(&g.ids.Entries[i]))); err != nil {
			return err
		}
		g.im.Tally.Records-- // it was counted when it was declared
	}
	g.im.NumNames = max(g.im.NumNames, g.base+uint32(len(g.known)))
	if err := g.said.setStates(g.im, func(i uint32) uint32 { return g.base + i }); err != nil {
		return err
	}
	return g.eachEdge(func(u, v uint32, k kinds.Set, offset int64) error {
		return g.im.LooseArc(g.base+u, g.base+v, k, offset)
	})
}

// eachEdge calls f with the edges between nodes that were declared, and rejects the others.
func (g *idGraph) eachEdge(f func(u, v uint32, k kinds.Set, offset int64) error) error {
	numbers := 3
	if g.im.weigh != nil {
		numbers = 4
	}
	return g.edges.Each(0, g.edges.Size, numbers, func(a []uint64) error {
		if g.im.weigh != nil {
			g.im.weigh.Next = assemble.WeightOf(a[3])
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

func (g *idGraph) undeclared(i uint32, offset int64) error {
	g.im.Tally.Records--
	return g.im.Tally.Reject(offset, fmt.Sprintf("edge: there is no node %.80q", g.ids.Text(&g.ids.Entries[i])))
}
