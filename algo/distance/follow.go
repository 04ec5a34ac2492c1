package distance

import (
	"weft/graph"
	"weft/graph/alloc"
)

// A follower goes from the nodes that grew at one distance to those that may at the next, along their arcs. A pass
// looks at all lists for that, which is the quicker way while many grow; but along a chain 512 searches meet as many
// nodes at each of thousands of distances. Of 65,536 nodes in a row, a count up to a distance of 1000 took 93 s by
// passes alone, and takes one.
type follower struct {
	starts []uint32     // where the successors of a node begin; nil if nothing is followed
	succ   []graph.Node // of all nodes
	few    []graph.Node // while they are followed: those that grew at the distance before, which have no marks then
	more   []graph.Node // room for those that may grow
	on     bool         // whether they are followed
}

const (
	// mostFollowed is how many arcs for each node a graph has at most that is turned round: lists of more would take
	// more memory than the sets of sources.
	mostFollowed = 64
	// aPass looks at so many nodes and arcs while one is followed. Of docsites a count takes 0.40, 0.46, 0.51 and 0.60
	// s with 4, 8, 16 and 32, and 0.75 s by passes alone; these have several workers, though, and what is followed one.
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

// follows says whether to go on from those that grew, and takes their marks then, or gives them back.
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
