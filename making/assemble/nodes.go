package assemble

import (
	"bytes"
	"fmt"
	"iter"
	"slices"

	"github.com/cespare/xxhash/v2"

	"weft/graph/kinds"
	"weft/internal/bitset"
	"weft/internal/mem"
	"weft/making/ingest/scan"
	"weft/making/ingest/tally"
	"weft/web/weburl"
)

// An Nodes is the sink of formats whose nodes have identifiers, and perhaps names. Nodes with names become named
// pages. If no node has a name, identifiers that are numbers become the numbers of pages, and others their names.
// Memory: the identifiers, 40 bytes each and their text, up to a quarter of the budget. Edges wait in a scratch file.
type Nodes struct {
	as     *Assembly
	Alone  bool  // the input is the only one
	Size   int64 // of the input; 0 if it is not known
	Where  func() (line, offset int64)
	ids    Dict
	known  []idState
	edges  *Spool
	base   uint32 // what numbers of earlier inputs take
	named  bool   // some node has a name
	digits bool   // every node declared is a number
	names  Namer
	said   saidAttributes
	// Implicit says that an edge declares the nodes that it joins, as in DOT and GDF.
	Implicit bool
	told     int64 // bytes of identifiers that the collector leaves room for
}

// MaxID is the length of the longest identifier.
const MaxID = 64 << 10

// idState holds the facts about an identifier.
type idState uint8

const (
	mentioned idState = iota
	declared
	named
)

func NewNodes(as *Assembly, where func() (line, offset int64)) (*Nodes, error) {
	edges, err := NewSpool(as.Draft.Dir())
	if err != nil {
		return nil, err
	}
	g := &Nodes{as: as, Where: where, edges: edges, base: as.NumNames, digits: true, names: NewNamer(as)}
	g.names.Apart = true
	return g, nil
}

func (g *Nodes) Close() {
	g.edges.Close()
	if c := g.as.Col; c != nil {
		c.Beside -= g.told
	}
}

// KeepsWeights says whether edges need a weight.
func (g *Nodes) KeepsWeights() bool { return g.as.Weigher != nil }

// NameOf returns the identifier with a number, lent.
func (g *Nodes) NameOf(i uint32) []byte { return g.ids.Text(&g.ids.Entries[i]) }

// Has says whether a node was declared, or an edge that declares it.
func (g *Nodes) Has(i uint32) bool { return g.known[i] != mentioned }

// Find returns the number of an identifier that was met before.
func (g *Nodes) Find(id []byte) (uint32, bool) { return g.ids.Find(id) }

// Met returns the number of identifiers.
func (g *Nodes) Met() int { return len(g.known) }

// Fits checks that more bytes fit into the budget, beside the identifiers.
func (g *Nodes) Fits(what string, more int64) error {
	return mem.Check(what, more+g.need(), g.as.Set.Memory)
}

func (g *Nodes) Left(what string) { g.as.Notes[what]++ }

// Record counts a record, or rejects it if err is an errLine.
func (g *Nodes) Record(what string, err error) error {
	line, offset := g.Where()
	return g.as.Tally.Judge(err, offset, func(bad error) string { return fmt.Sprintf("line %d: %s: %s", line, what, bad) })
}

func (g *Nodes) Node(id, name []byte) error { return g.Record("node", g.addNode(id, name)) }

func (g *Nodes) addNode(id, name []byte) error {
	i, err := g.ID(id)
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
	return g.as.Named(func() error { return g.names.Node(g.base+i, name) })
}

func (g *Nodes) Edge(from, to []byte, both bool) error {
	return g.Record("edge", g.addEdge(from, to, both))
}

func (g *Nodes) addEdge(from, to []byte, both bool) error {
	u, err := g.ID(from)
	if err != nil {
		return err
	}
	v, err := g.ID(to)
	if err != nil {
		return err
	}
	direction := uint64(0)
	if both {
		direction = 1
	}
	_, offset := g.Where()
	ends := uint64(u)<<edgeBits | g.said.takeKinds()<<1 | direction
	if g.as.Weigher == nil {
		return g.edges.Numbers(ends, uint64(v), uint64(offset))
	}
	weight, err := g.said.takeWeight()
	if err != nil {
		return err
	}
	return g.edges.Numbers(ends, uint64(v), uint64(offset), BitsOf(weight))
}

// ID returns the number of an identifier.
func (g *Nodes) ID(id []byte) (uint32, error) {
	if len(id) == 0 {
		return 0, tally.Badf("it has no identifier")
	}
	if len(id) > MaxID {
		return 0, tally.Badf("its identifier is longer than %d bytes", MaxID)
	}
	i, isNew := g.ids.Add(id)
	if !isNew {
		return i, nil
	}
	g.known = append(g.known, mentioned)
	if i >= None-g.base-1 {
		return 0, fmt.Errorf("more than %d nodes: they cannot be numbered", i)
	}
	if i%4096 == 0 {
		return i, g.checkMemory()
	}
	return i, nil
}

// need is the memory of the identifiers with room for growth, and for batches of names.
func (g *Nodes) need() int64 {
	held := 2 * g.ids.Held()
	return held + min(held, mem.Least-mem.Base)
}

// tellCollector makes the batches of names smaller by the memory of the identifiers.
func (g *Nodes) tellCollector() {
	if c := g.as.Col; c != nil {
		held := g.ids.Held()
		c.Beside += held - g.told
		g.told = held
	}
}

// checkMemory says how much the whole input will take, if what was read so far takes too much.
func (g *Nodes) checkMemory() error {
	g.tellCollector()
	need := g.need()
	if mem.Base+need <= g.as.Set.Memory {
		return nil
	}
	if _, at := g.Where(); at > 0 && g.Size > at {
		need += int64(2 * float64(g.ids.Held()) * (float64(g.Size)/float64(at) - 1))
	}
	return mem.Check(fmt.Sprintf("a graph of more than %d nodes with identifiers", len(g.known)), need, g.as.Set.Memory)
}

// Finish turns what was collected into pages and arcs.
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

// undeclaredNote counts nodes that only edges name.
const undeclaredNote = "ends of edges that no node declares: each is a page called by its identifier"

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

// isName says whether a node has a name that is no URL and equals an identifier.
func (g *Nodes) isName(id []byte) bool {
	key, err := g.names.Name(g.names.Key[:0], id)
	g.names.Key = key
	return err == nil && weburl.IsOpaque(key) && g.names.known != nil && g.names.known.Has(xxhash.Sum64(key))
}

// isSparse says whether identifiers are numbers with such gaps that they are better names.
func (g *Nodes) isSparse() bool {
	most := uint32(0)
	for i := range g.known {
		most = max(most, g.number(uint32(i)))
	}
	return IsSparse(most, int64(len(g.known)))
}

// compactPages makes the nodes pages that are called by their numbers.
func (g *Nodes) compactPages() error {
	if err := g.said.setStates(g.as, g.number); err != nil {
		return err
	}
	for i := range g.nodes() {
		g.as.PageCalled(g.number(i))
		g.as.Notes[SparseNote]++
		if err := g.as.Col.Room(); err != nil {
			return err
		}
	}
	return g.eachEdge(func(u, v uint32, k kinds.Set, _ int64) error {
		return g.as.ArcCalled(g.number(u), g.number(v), k.Label())
	})
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
