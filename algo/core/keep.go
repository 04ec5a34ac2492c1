package core

import (
	"fmt"
	"slices"

	"weft/graph"
	"weft/internal/bitset"
)

// A Keep resumes a search, and saves its state. The zero value starts from the beginning and saves nothing.
type Keep[S any] struct {
	// From is the state to resume from; nil is the beginning. The core must belong to the same graph, shape and
	// options, except Held and the workers.
	From *S
	// Due is called regularly. If it returns true, Save receives the state, whose slices it must not keep after it
	// returns. Both are nil, or neither.
	Due  func() bool
	Save func(S) error
}

func (k *Keep[S]) due() bool { return k.Due != nil && k.Due() }

// A DisjointState is the state of [Core.Disjoint] after some fans. Nodes have their numbers in the whole graph.
type DisjointState struct {
	Next   graph.Node `json:"next"` // the first fan that was not searched
	Family Family     `json:"family"`
	// Fans and Centers are the sets of the unused ones.
	Fans    []uint64 `json:"-"`
	Centers []uint64 `json:"-"`
}

// state is where the search stands before a fan.
func (d *disjoint) state(next int) DisjointState {
	c := d.c
	if d.unused[0] == nil {
		d.unused = [2]bitset.Set{make(bitset.Set, len(c.border)), make(bitset.Set, len(c.border))}
	}
	for i, live := range [][]uint8{c.fans.live, c.heads.live} {
		clear(d.unused[i])
		for u, n := range live {
			if n > 0 {
				d.unused[i].Add(int(c.name(graph.Node(u))))
			}
		}
	}
	s := DisjointState{Next: c.before(next), Family: d.got, Fans: d.unused[0], Centers: d.unused[1]}
	s.Family.Lists += d.again.read
	return s
}

// goOn uses up what was used when a state was made, and returns the fan that comes next.
func (d *disjoint) goOn(s *DisjointState) (next int, err error) {
	c := d.c
	words := len(c.border)
	if len(s.Fans) != words || len(s.Centers) != words {
		return 0, fmt.Errorf("cliques: a state of %d words of pages to go on from, for %d", len(s.Fans), words)
	}
	for i, live := range [][]uint8{c.fans.live, c.heads.live} {
		unused := bitset.Set([][]uint64{s.Fans, s.Centers}[i])
		for u := range live {
			if !unused.Has(int(c.name(graph.Node(u)))) {
				live[u] = 0
			}
		}
	}
	d.got = s.Family
	return c.number(s.Next), nil
}

// before is the name of a node, or of one behind all.
func (c *Core) before(next int) graph.Node {
	if c.ids != nil && next == len(c.ids) {
		return graph.Node(64 * len(c.border))
	}
	return c.name(graph.Node(next))
}

// number returns the first node of the core whose number in the whole graph is at least name.
func (c *Core) number(name graph.Node) int {
	if c.ids == nil {
		return min(int(name), len(c.fans.live))
	}
	at, _ := slices.BinarySearch(c.ids, name)
	return at
}

// A CountState is where [Core.Sets] or [Core.Maximal] stand after some centers.
type CountState struct {
	Next  graph.Node `json:"next"`  // the first center that was not visited, by its number in the whole graph
	Ended bool       `json:"ended"` // all were
	Cut   int64      `json:"cut"`
	Given int64      `json:"given"` // number of yielded cliques
	Of    []Counted  `json:"of"`
}

// after returns the center at which a state resumes.
func (c *Core) after(s *CountState) int {
	if s.Ended {
		return len(c.heads.live)
	}
	return c.number(s.Next)
}

// Counted are the cliques, or the sets of centers, of a shape. A number has 128 bits.
type Counted struct {
	Shape
	High uint64 `json:"high"`
	Low  uint64 `json:"low"`
}

// within reports whether such a shape is possible with at most the given number of centers.
func (x *Counted) within(centers int) bool {
	return x.Fans >= 0 && x.Fans < MostMasked && x.Centers >= 0 && x.Centers <= centers
}
