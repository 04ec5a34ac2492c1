package assemble

import (
	"bytes"
	"fmt"

	"weft/internal/mem"
	"weft/making/ingest/scan"
	"weft/making/ingest/tally"
)

// A Nodes is the sink of formats whose nodes have identifiers, and perhaps names. Nodes with names become named
// pages. If no node has a name, identifiers that are numbers become the numbers of pages, and others their names.
// Memory: the identifiers, 40 bytes each and their text, up to a quarter of the budget. Edges wait in a scratch file.
type Nodes struct {
	as     *Assembly
	Alone  bool                        // the input is the only one
	Size   int64                       // of the input in bytes; 0 if it is not known
	Where  func() (line, offset int64) // place of the reader in the input
	ids    Dict
	known  []idState
	edges  *Spool
	base   uint32 // what numbers of earlier inputs take
	named  bool   // some node has a name
	digits bool   // every node declared is a number
	names  Namer
	said   saidAttributes
	// Implicit is set if an edge declares the nodes that it joins, as in DOT and GDF.
	Implicit bool
	told     int64 // bytes of identifiers that the collector leaves room for
}

// idState holds the facts about an identifier.
type idState uint8

const (
	mentioned idState = iota
	declared
	named
)

// NewNodes returns a sink that adds its pages to an assembly. where returns the place of the reader in the input.
func NewNodes(as *Assembly, where func() (line, offset int64)) (*Nodes, error) {
	edges, err := NewSpool(as.Draft.Dir())
	if err != nil {
		return nil, err
	}
	g := &Nodes{as: as, Where: where, edges: edges, base: as.NumNames, digits: true, names: NewNamer(as)}
	g.names.Apart = true
	return g, nil
}

// Close removes the scratch file.
func (g *Nodes) Close() {
	g.edges.Close()
	if c := g.as.Col; c != nil {
		c.Beside -= g.told
	}
}

// Node declares a node, counts it, and takes the state that NodeState set. name may be empty.
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

// Edge adds and counts an edge, with the kinds and the weight that were set; both adds its reverse, too.
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

// ID returns the number of an identifier. Identifiers are numbered in the order of their first mention.
func (g *Nodes) ID(id []byte) (uint32, error) {
	if len(id) == 0 {
		return 0, tally.Badf("it has no identifier")
	}
	if len(id) > scan.MaxWord {
		return 0, tally.Badf("its identifier is longer than %d bytes", scan.MaxWord)
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

// Record counts a record. It rejects the record if err is a [tally.BadRecord], and returns other errors.
func (g *Nodes) Record(what string, err error) error {
	line, offset := g.Where()
	return g.as.Tally.Judge(err, offset, func(bad error) string { return fmt.Sprintf("line %d: %s: %s", line, what, bad) })
}

// Left counts a part of the input that is not kept, under its note.
func (g *Nodes) Left(what string) { g.as.Notes[what]++ }

// KeepsWeights reports whether edges need a weight.
func (g *Nodes) KeepsWeights() bool { return g.as.Weigher != nil }

// NameOf returns the identifier with a number, lent.
func (g *Nodes) NameOf(i uint32) []byte { return g.ids.Text(&g.ids.Entries[i]) }

// Has reports whether a node was declared, as a node or by an edge.
func (g *Nodes) Has(i uint32) bool { return g.known[i] != mentioned }

// Find returns the number of an identifier, if it was met before.
func (g *Nodes) Find(id []byte) (uint32, bool) { return g.ids.find(id) }

// Met returns the number of identifiers.
func (g *Nodes) Met() int { return len(g.known) }

// Fits returns an error if more bytes, which what names, do not fit into the budget beside the identifiers.
func (g *Nodes) Fits(what string, more int64) error {
	return mem.Check(what, more+g.need(), g.as.Set.Memory)
}

// need is the memory of the identifiers with room for growth, and for batches of names.
func (g *Nodes) need() int64 {
	held := 2 * g.ids.Held()
	return held + min(held, mem.Least-mem.Base)
}

// checkMemory returns an error if the identifiers exceed the budget. The error estimates the need of the whole input.
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

// tellCollector makes the batches of names smaller by the memory of the identifiers.
func (g *Nodes) tellCollector() {
	if c := g.as.Col; c != nil {
		held := g.ids.Held()
		c.Beside += held - g.told
		g.told = held
	}
}
