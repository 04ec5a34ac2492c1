package migratetest

import (
	"fmt"
	"path"
	"strings"

	"weft/graph"
)

// A Score counts the moved pages that were found.
type Score struct {
	Moved, Found, Right int
	ByWay               map[string][2]int // right pages, and all pages
	// Twins are pages that nothing distinguishes any more. They got numbers for names, and share a directory, the
	// extension and the neighbours. On average a guess finds one page of a group of twins.
	Twins, Groups int
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
	s.Twins, s.Groups = x.twins()
	return s
}

// twins counts the pages that cannot be distinguished from others, and their groups.
func (x *Renaming) twins() (pages, groups int) {
	back, err := graph.Transpose(x.OldGraph)
	if err != nil {
		return 0, 0
	}
	alike := map[string]int{}
	for u, way := range x.Moved {
		if way == "number" {
			name, _, _ := strings.Cut(x.OldNames[u], "?")
			alike[fmt.Sprint(path.Dir(name), path.Ext(name), x.OldGraph.Succ(u), back.Succ(u))]++
		}
	}
	for _, n := range alike {
		if n > 1 {
			pages, groups = pages+n, groups+1
		}
	}
	return pages, groups
}

// Recall is the share of the moved pages that were mapped to the right one.
func (s Score) Recall() float64 { return float64(s.Right) / float64(max(s.Moved, 1)) }

// Precision is the share of mapped pages that are right.
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
	if s.Twins > 0 {
		fmt.Fprintf(&b, "; %d cannot be distinguished, in %d groups", s.Twins, s.Groups)
	}
	return b.String()
}
