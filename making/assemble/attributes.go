package assemble

import (
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/making/ingest/tally"
)

// saidAttributes are the attributes "state" of nodes and "kinds" of edges, which weft exports. They count only if
// every value is one of weft's words, because other programs use these names for other things. Memory: one byte
// per node.
type saidAttributes struct {
	states      []uint8 // by node: 1 + the state; 0 if it has none
	state       uint8   // of the next node
	stateValues int64   // nodes that have one
	otherStates bool    // some value is no state

	weight    float64 // of the next edge
	weighted  bool    // it has one
	badWeight error   // it is no number
	usual     bool    // an edge without a weight has the weight 1, as the format says

	kinds      kinds.Set // of the next edge; 0 if it has none
	kindValues int64
	otherKinds bool
}

// Bits of an edge in its scratch file below its source: kinds, and whether it goes both ways.
const (
	kindBits = 9
	edgeBits = kindBits + 1
)

// NodeState sets the state of the next node by its word.
func (g *Nodes) NodeState(word []byte) {
	a := &g.said
	a.stateValues++
	s, ok := StateNamed(word)
	a.otherStates = a.otherStates || !ok
	a.state = 1 + uint8(s)
}

// StateNamed returns the state with a name, such as "fetched"; false for other words.
func StateNamed(word []byte) (page.State, bool) {
	for s := range page.State(page.NumStates) {
		if s.String() == string(word) {
			return s, true
		}
	}
	return page.Unknown, false
}

// EdgeKinds sets the kinds of the next edge, as weft writes them.
func (g *Nodes) EdgeKinds(text []byte) {
	a := &g.said
	a.kindValues++
	k, ok := kinds.ParseWritten(text)
	a.otherKinds = a.otherKinds || !ok
	a.kinds = k
}

// Weighs reports whether weights are kept, and an attribute with this name has them.
func (g *Nodes) Weighs(name string) bool { return g.as.Weigher != nil && g.as.Weigher.Named(name) }

// EdgeWeight sets the weight of the next edge by its text. Edge rejects the edge if the text is no number.
func (g *Nodes) EdgeWeight(text []byte) {
	a := &g.said
	a.weighted = true
	a.weight, a.badWeight = ParseWeight(text)
}

// SetWeight sets the weight of the next edge.
func (g *Nodes) SetWeight(x float64) {
	g.said.weight, g.said.weighted, g.said.badWeight = x, true, nil
}

// UsualWeight sets whether an edge without a weight has the weight 1, or is bad.
func (g *Nodes) UsualWeight(is bool) { g.said.usual = is }

// keepState gives a node the state that was said last.
func (a *saidAttributes) keepState(node uint32) {
	if a.state == 0 || a.otherStates {
		return
	}
	for uint32(len(a.states)) <= node {
		a.states = append(a.states, 0)
	}
	a.states[node], a.state = a.state, 0
}

// takeKinds returns the kinds that were said last; 0 stands for a plain link.
func (a *saidAttributes) takeKinds() uint64 {
	k := a.kinds
	if a.kinds = 0; k == kinds.Link {
		return 0
	}
	return uint64(k & kinds.All)
}

// kindsOf returns the kinds that takeKinds gave.
func (a *saidAttributes) kindsOf(bits uint64) kinds.Set {
	k := kinds.Set(bits & (1<<kindBits - 1)) //nolint:gosec // it has so many bits
	if k == 0 || a.otherKinds {
		return kinds.Link
	}
	return k
}

// takeWeight returns the weight that was said last.
func (a *saidAttributes) takeWeight() (float64, error) {
	weighted, err := a.weighted, a.badWeight
	a.weighted, a.badWeight = false, nil
	switch {
	case err != nil:
		return 0, err
	case weighted:
		return a.weight, nil
	case a.usual:
		return 1, nil
	}
	return 0, tally.Badf("the weight of the arc is missing")
}

// settle counts attributes with the names "state" and "kinds" that weft did not write.
func (a *saidAttributes) settle(g *Nodes) error {
	if a.otherStates {
		g.as.Notes[NodeAttributes] += a.stateValues
		a.states = nil
	}
	if a.otherKinds {
		g.as.Notes[EdgeAttributes] += a.kindValues
	}
	return nil
}

// Notes that count attributes.
const (
	EdgeAttributes = "edges with weights or other attributes, which are not kept"
	NodeAttributes = "attributes of nodes, which are not kept"
)

// setStates sets the states of the nodes, under the numbers that number returns.
func (a *saidAttributes) setStates(as *Assembly, number func(node uint32) uint32) error {
	for i, s := range a.states {
		if s == 0 {
			continue
		}
		if err := as.SetState(number(uint32(i)), page.State(s-1)); err != nil { //nolint:gosec // a node
			return err
		}
	}
	return nil
}
