package random

import (
	"weft/graph"
	"weft/internal/splitmix"
)

// A Sequence is an endless sequence of arcs, each from any page to any page, with loops, all equally likely and
// independent. Each arc is a function of the seed and its number. So the first arcs are the same for any length,
// and graphs with more and more added arcs can be compared. A [Uniform] has the same law, and other arcs.
type Sequence struct {
	pages int
	start uint64
}

// NewSequence returns the sequence of a seed for a graph of pages pages, at least one.
// Papers: external memory, §3.
func NewSequence(pages int, seed uint64) Sequence { return Sequence{pages, origin(seed, forSequence)} }

// At returns arc i ≥ 0.
func (s Sequence) At(i int64) graph.Arc {
	h := splitmix.Mix(s.start + uint64(i)*splitmix.Golden)
	return graph.Arc{From: graph.Node(reduce(h, s.pages)), To: graph.Node(reduce(splitmix.Mix(h), s.pages))}
}
