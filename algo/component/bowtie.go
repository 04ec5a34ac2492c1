package component

import (
	"context"
	"fmt"

	"weft/graph"
	"weft/graph/alloc"
)

// A Class is the place of a page in the bow tie.
type Class uint8

// The classes of the bow tie, around the largest strongly connected component.
const (
	Core         Class = iota // SCC: the component itself
	In                        // leads to the core, and is not in it
	Out                       // can be reached from the core, and is not in it
	TendrilIn                 // none of the former; can be reached from In, does not lead to Out
	TendrilOut                // none of the former; leads to Out, cannot be reached from In
	Tube                      // none of the former; can be reached from In and leads to Out
	Other                     // none of the former, in the weak component of the core
	Disconnected              // in another weak component
	numClasses   = iota
)

var classNames = [numClasses]string{"scc", "in", "out", "tendrils_in", "tendrils_out", "tubes", "other", "disconnected"}

// String returns the name of the class in JSON and tables.
func (c Class) String() string {
	if int(c) < len(classNames) {
		return classNames[c]
	}
	return fmt.Sprintf("class %d", uint8(c))
}

// BowTieCounts holds the number of pages in each class.
type BowTieCounts struct {
	SCC          int64 `json:"scc"`
	In           int64 `json:"in"`
	Out          int64 `json:"out"`
	TendrilsIn   int64 `json:"tendrils_in"`
	TendrilsOut  int64 `json:"tendrils_out"`
	Tubes        int64 `json:"tubes"`
	Other        int64 `json:"other"`
	Disconnected int64 `json:"disconnected"`
}

// A Bow is the result of BowTie.
type Bow struct {
	Classes []Class // of each page
	Counts  BowTieCounts
}

// Known holds components of the graph that [SCC] or [SCCBoth] and [WCC] have returned; BowTie computes nil ones.
type Known struct{ SCC, WCC *Components }

// BowTie puts every page in one of eight classes around the largest strongly connected component, the core. Of
// several largest components the core is the one with the smallest page. The classes follow Broder et al., "Graph
// structure in the Web", Computer Networks 33, 2000; their tendrils are TendrilIn, TendrilOut, Tube and Other
// together.
//
// out is the graph and in its transpose. There are four searches: forwards and backwards from the core, unless
// SCCBoth made them, then forwards from In and backwards from Out through pages without a class. Memory:
// [BowTieBytes]. A graph without pages has no core and no classes. Errors: reading the graph, allocating memory,
// ctx, and arguments that do not fit together.
// Papers: external memory, §4.3; random crawls, §5.3.
func BowTie(ctx context.Context, out, in graph.Random, known Known, w graph.Work) (*Bow, error) {
	scc, wcc := known.SCC, known.WCC
	var err error
	if scc == nil {
		if scc, err = SCCBothFrom(ctx, out, in, BothOptions{Work: w, Searches: true}); err != nil {
			return nil, err
		}
	}
	if wcc == nil {
		if wcc, err = WCC(ctx, out, w); err != nil {
			return nil, err
		}
	}
	n := out.NumNodes()
	if in.NumNodes() != n || in.NumArcs() != out.NumArcs() || len(scc.Labels) != n || len(wcc.Labels) != n {
		return nil, fmt.Errorf("bow tie: graph, transpose and components have %d, %d, %d and %d nodes, %d and %d arcs",
			n, in.NumNodes(), len(scc.Labels), len(wcc.Labels), out.NumArcs(), in.NumArcs())
	}
	marks, err := reachMarks(ctx, out, in, scc, w)
	if err != nil {
		return nil, err
	}
	return classify(marks, scc.Labels, wcc.Labels, w)
}

// BowTieBytes is the memory that [BowTie] takes for n nodes besides what is known, its result among it. For components that
// are not add [SCCBothBytes] and [WCCBytes].
func BowTieBytes(n int) int64 { return reachBytes(n) }

// Marks of pages.
const (
	fromCore = 1 << iota
	toCore
	fromIn
	toOut
)

func reachMarks(ctx context.Context, out, in graph.Random, scc *Components, w graph.Work) ([]uint8, error) {
	marks, err := coreMarks(ctx, out, in, scc, w)
	if err != nil {
		return nil, err
	}
	for u, m := range marks {
		switch m & (fromCore | toCore) {
		case toCore:
			marks[u] |= fromIn
		case fromCore:
			marks[u] |= toOut
		}
	}
	// A path from In to a page without a class has none of the core or Out on it: what they reach is Out.
	if _, err := spread(ctx, spreading{g: out, back: in, marks: marks, bit: fromIn, wall: fromCore | toCore}, w); err != nil {
		return nil, err
	}
	_, err = spread(ctx, spreading{g: in, back: out, marks: marks, bit: toOut, wall: fromCore | toCore}, w)
	return marks, err
}

// coreMarks marks what the largest component leads to and what leads to it, as SCCBoth may have done before.
func coreMarks(ctx context.Context, out, in graph.Random, scc *Components, w graph.Work) ([]uint8, error) {
	marks := scc.marks
	scc.marks = nil
	if marks != nil && marksAreOfCore(marks, scc.Labels) {
		return marks, nil
	}
	marks, err := alloc.Make[uint8](w.Space, len(scc.Labels))
	if err != nil {
		return nil, err
	}
	for u, c := range scc.Labels {
		if c == 0 {
			marks[u] = inCore
		}
	}
	if _, err := spread(ctx, spreading{g: out, back: in, marks: marks, bit: fromCore}, w); err != nil {
		return nil, err
	}
	_, err = spread(ctx, spreading{g: in, back: out, marks: marks, bit: toCore}, w)
	return marks, err
}

func marksAreOfCore(marks []uint8, labels []uint32) bool {
	for u, m := range marks {
		if m&inCore == inCore {
			return labels[u] == 0
		}
	}
	return false
}

func classify(marks []uint8, scc, wcc []uint32, w graph.Work) (*Bow, error) {
	classes, err := alloc.Make[Class](w.Space, len(marks))
	if err != nil {
		return nil, err
	}
	b := &Bow{Classes: classes}
	var home uint32 // the weak component of the core
	for u, c := range scc {
		if c == 0 {
			home = wcc[u]
			break
		}
	}
	var counts [numClasses]int64
	for u, m := range marks {
		c := classOf(m)
		if c == Other && wcc[u] != home {
			c = Disconnected
		}
		b.Classes[u] = c
		counts[c]++
	}
	b.Counts = BowTieCounts{
		SCC: counts[Core], In: counts[In], Out: counts[Out], TendrilsIn: counts[TendrilIn], TendrilsOut: counts[TendrilOut],
		Tubes: counts[Tube], Other: counts[Other], Disconnected: counts[Disconnected],
	}
	return b, nil
}

func classOf(m uint8) Class {
	switch {
	case m&fromCore != 0 && m&toCore != 0:
		return Core
	case m&toCore != 0:
		return In
	case m&fromCore != 0:
		return Out
	case m&fromIn != 0 && m&toOut != 0:
		return Tube
	case m&fromIn != 0:
		return TendrilIn
	case m&toOut != 0:
		return TendrilOut
	}
	return Other
}
