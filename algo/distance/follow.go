package distance

import (
	"weft/graph"
	"weft/graph/alloc"
)

// A follower finds the nodes that may grow at a distance by following arcs from the nodes that grew at the
// previous one. A pass reads all lists instead, which is faster while many nodes grow. But along a chain, 512
// searches meet as many nodes at each of thousands of distances. For a path of 65,536 nodes, a count up to a
// distance of 1000 took 93 s with passes alone, and takes one second with a follower.
type follower struct {
	starts []uint32     // where the successors of a node begin; nil if nothing is followed
	succ   []graph.Node // of all nodes
	few    []graph.Node // while following: the nodes that grew at the previous distance; they have no marks then
	more   []graph.Node // memory for the nodes that may grow
	on     bool         // whether they are followed
}

const (
	// mostFollowed is the maximum number of arcs per node for which the follower makes a transposed graph. More
	// would take more memory than the sets of sources.
	mostFollowed = 64
	// A pass reads aPass times as many nodes and arcs in the time of following one. For docsites, a count takes
	// 0.40, 0.46, 0.51 and 0.60 s with 4, 8, 16 and 32, and 0.75 s with passes alone. But passes have several
	// workers, and a follower has one.
	aPass = 8
)

// followerBytes is the memory that a follower takes for n nodes at most.
func followerBytes(n int) int64 {
	if !CountsSoon(n, 0) {
		return 0
	}
	return graph.LoadBytes(n, min(mostFollowed*int64(n), mostCounted/int64(max(n, 1)))) + 2*4*int64(n)
}

// newFollower turns the transpose round once more, in two passes, where [CountsSoon]: searches of larger graphs take
// their time anyhow.
func newFollower(in graph.Random, space alloc.Space) (f follower, err error) {
	n := in.NumNodes()
	if !CountsSoon(n, in.NumArcs()) || in.NumArcs() > mostFollowed*int64(n) {
		return f, nil
	}
	out, err := graph.TransposeIn(space, in)
	if err != nil {
		return f, err
	}
	m := alloc.Maker{Space: space}
	f.few, f.more = alloc.From[graph.Node](&m, n)[:0], alloc.From[graph.Node](&m, n)[:0]
	f.starts, f.succ = out.Rows()
	return f, m.Err
}

// follows reports whether to follow the nodes that grew, and takes their marks then, or returns the marks.
func (c *counting) follows() bool {
	f, a := &c.follower, int64(c.in.NumNodes())+c.in.NumArcs()
	if f.starts == nil || !f.on && int64(c.grown)*aPass > a {
		return false
	}
	if !f.on {
		f.few = f.few[:0]
		for u, g := range c.grew {
			if g != 0 {
				f.few = append(f.few, graph.Node(u)) //nolint:gosec // a node
			}
		}
	}
	work := int64(len(f.few))
	for _, u := range f.few {
		work += int64(f.starts[u+1] - f.starts[u])
	}
	was := f.on
	if f.on = work*aPass <= a; f.on == was {
		return f.on
	}
	if f.on {
		clear(c.grew)
		clear(c.grows)
		return true
	}
	for _, u := range f.few {
		c.grew[u] = 1
	}
	return false
}

// follow looks one arc farther from the few that grew.
func (c *counting) follow(t int) (found words) {
	f := &c.follower
	for _, u := range f.few { // of all others the two are equal
		c.next[u] = c.now[u]
	}
	f.more = f.more[:0]
	for _, u := range f.few {
		now := &c.now[u]
		for _, v := range f.succ[f.starts[u]:f.starts[u+1]] {
			if c.grows[v] == 0 {
				c.grows[v] = 1
				f.more = append(f.more, v)
			}
			next := &c.next[v]
			for k, w := range now {
				next[k] |= w
			}
		}
	}
	f.few = f.few[:0]
	for _, v := range f.more {
		if c.grows[v] = 0; c.next[v] != c.now[v] {
			c.gain(v, t, &found)
			f.few = append(f.few, v)
		}
	}
	return found
}
