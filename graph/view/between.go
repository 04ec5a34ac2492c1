package view

import (
	"errors"
	"fmt"
	"slices"

	"weft/graph"
)

// A Partition puts every node into one group. It is safe for concurrent use.
type Partition interface {
	// AppendOthers appends the nodes of the increasing list outside of the group of u.
	AppendOthers(dst, list []graph.Node, u graph.Node) []graph.Node
	// NumNodes returns how many nodes there are.
	NumNodes() int
}

// Labels are the groups of all nodes, by node.
type Labels []uint32

// NumNodes returns how many nodes there are.
func (l Labels) NumNodes() int { return len(l) }

// AppendOthers appends the nodes of the list outside of the group of u.
func (l Labels) AppendOthers(dst, list []graph.Node, u graph.Node) []graph.Node {
	group := l[u]
	for _, v := range list {
		if l[v] != group {
			dst = append(dst, v)
		}
	}
	return dst
}

// Runs are groups that consist of runs of nodes, as hosts do where nodes are ordered by name. Besides the arrays it is
// made of it takes a bit for each group.
type Runs struct {
	starts []uint32
	ids    []uint32 // nil where each run is a group
	torn   Bits     // groups of several runs
}

// NewRuns returns groups made of runs of nodes. Run i holds the nodes from starts[i] to starts[i+1]; starts begins
// with 0, increases and ends with the number of nodes. ids holds the group of each run; nil makes each run a
// group.
func NewRuns(starts, ids []uint32) (*Runs, error) {
	n := len(starts) - 1
	if n < 0 || starts[0] != 0 || !slices.IsSorted(starts) || ids != nil && len(ids) != n {
		return nil, errors.New("groups of nodes: their runs do not follow each other")
	}
	r := &Runs{starts: starts, ids: ids}
	if ids == nil {
		return r, nil
	}
	seen := NewBits(n)
	r.torn = NewBits(n)
	for run, id := range ids {
		if int(id) >= n {
			return nil, fmt.Errorf("groups of nodes: run %d is of group %d, of %d at most", run, id, n)
		}
		if seen.Has(int(id)) {
			r.torn.Add(int(id))
		}
		seen.Add(int(id))
	}
	return r, nil
}

// NumNodes returns how many nodes there are.
func (r *Runs) NumNodes() int { return int(r.starts[len(r.starts)-1]) }

// run returns the run of u.
func (r *Runs) run(u graph.Node) int {
	i, exact := slices.BinarySearch(r.starts, uint32(u))
	if !exact {
		return i - 1
	}
	for r.starts[i+1] == uint32(u) { // empty runs
		i++
	}
	return i
}

// AppendOthers appends the nodes of the list outside of the group of u: the nodes before its run and after it.
func (r *Runs) AppendOthers(dst, list []graph.Node, u graph.Node) []graph.Node {
	if len(list) == 0 {
		return dst
	}
	run := r.run(u)
	lo, _ := slices.BinarySearch(list, graph.Node(r.starts[run]))
	hi, _ := slices.BinarySearch(list[lo:], graph.Node(r.starts[run+1]))
	before, behind := list[:lo], list[lo+hi:]
	if r.ids == nil || !r.torn.Has(int(r.ids[run])) {
		return append(append(dst, before...), behind...)
	}
	for _, part := range [][]graph.Node{before, behind} {
		for _, v := range part {
			if r.ids[r.run(v)] != r.ids[run] {
				dst = append(dst, v)
			}
		}
	}
	return dst
}

// Between returns g without the arcs inside a group.
// Papers: seed sets, §3.3.1.
func Between(g graph.Random, p Partition) (*Graph, error) {
	if g.NumNodes() != p.NumNodes() {
		return nil, fmt.Errorf("arcs between groups: %d nodes are in groups, the graph has %d", p.NumNodes(), g.NumNodes())
	}
	return newGraph(&between{g: g, p: p}), nil
}

type between struct {
	g graph.Random
	p Partition
	rooms
}

func (b *between) NumNodes() int { return b.g.NumNodes() }
func (b *between) most() int64   { return b.g.NumArcs() }

func (b *between) AppendSucc(dst []graph.Node, u graph.Node) ([]graph.Node, error) {
	m := b.get()
	defer b.put(m)
	var err error
	if m.a, err = b.g.AppendSucc(m.a[:0], u); err != nil {
		return dst, err
	}
	return b.p.AppendOthers(dst, m.a, u), nil
}

func (b *between) Scan(r graph.Range) graph.Cursor {
	return &betweenCursor{Cursor: b.g.Scan(r), p: b.p}
}

type betweenCursor struct {
	graph.Cursor
	p    Partition
	succ []graph.Node
}

func (c *betweenCursor) Next() bool {
	if !c.Cursor.Next() {
		return false
	}
	c.succ = c.p.AppendOthers(c.succ[:0], c.Cursor.Succ(), c.Node())
	return true
}

func (c *betweenCursor) Succ() []graph.Node { return c.succ }
