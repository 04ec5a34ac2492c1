package carrytest

import (
	"fmt"
	"strings"

	"weft/graph"
)

// A Score counts what was found of moved pages.
type Score struct {
	Moved, Found, Right int
	ByWay               map[string][2]int // right ones, of so many
}

// Judge compares what a program found, for pages of the older crawl, with the truth. Pages that it should not have mapped count
// as found and wrong.
func (x *Renaming) Judge(found map[graph.Node]graph.Node) Score {
	s := Score{Moved: len(x.Moved), Found: len(found), ByWay: map[string][2]int{}}
	for u, way := range x.Moved {
		right := 0
		if v, ok := found[u]; ok && v == x.Truth[u] {
			right = 1
		}
		s.Right += right
		was := s.ByWay[way]
		s.ByWay[way] = [2]int{was[0] + right, was[1] + 1}
	}
	return s
}

// Recall is the share of the moved pages that were mapped to the right one.
func (s Score) Recall() float64 { return float64(s.Right) / float64(max(s.Moved, 1)) }

// Precision is the share of what was mapped that is right.
func (s Score) Precision() float64 { return float64(s.Right) / float64(max(s.Found, 1)) }

// String gives the score in a line.
func (s Score) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "moved %d, found %d, right %d: recall %.3f, precision %.3f", s.Moved, s.Found, s.Right, s.Recall(), s.Precision())
	for _, way := range ways {
		if c := s.ByWay[way]; c[1] > 0 {
			fmt.Fprintf(&b, "; %s %d of %d", way, c[0], c[1])
		}
	}
	return b.String()
}
