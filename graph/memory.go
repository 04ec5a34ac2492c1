package graph

import (
	"cmp"
	"fmt"
	"slices"
)

// Memory is a graph in compressed sparse rows: 8·(nodes+1) + 4·arcs bytes. It is immutable.
type Memory struct {
	starts []int64 // starts[u] is where the list of u begins in succ; NumNodes+1 of them
	succ   []Node
}

// An Arc points from one node to another.
type Arc struct{ From, To Node }

// NewMemory returns a graph over rows that the caller hands over: starts has a length of nodes+1, begins with 0 and
// ends with len(succ); each list is strictly increasing and within the nodes.
func NewMemory(starts []int64, succ []Node) (*Memory, error) {
	if len(starts) == 0 || starts[0] != 0 || starts[len(starts)-1] != int64(len(succ)) {
		return nil, fmt.Errorf("rows of a graph: the starts of %d lists do not span the %d successors", len(starts)-1, len(succ))
	}
	n := len(starts) - 1
	for u := range n {
		if starts[u+1] < starts[u] || starts[u+1] > int64(len(succ)) {
			return nil, fmt.Errorf("rows of a graph: the list of node %d ends before it starts", u)
		}
		if err := checkList(succ[starts[u]:starts[u+1]], n); err != nil {
			return nil, fmt.Errorf("rows of a graph: node %d: %w", u, err)
		}
	}
	return &Memory{starts: starts, succ: succ}, nil
}

func checkList(list []Node, n int) error {
	for i, v := range list {
		if int(v) >= n {
			return fmt.Errorf("successor %d is not one of %d nodes", v, n)
		}
		if i > 0 && v <= list[i-1] {
			return fmt.Errorf("successor %d follows %d", v, list[i-1])
		}
	}
	return nil
}

// FromArcs returns the graph of n nodes with the given arcs, in any order, repeated or not; arcs is sorted in place.
// It panics if an arc leaves the nodes.
func FromArcs(n int, arcs []Arc) *Memory {
	slices.SortFunc(arcs, func(a, b Arc) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	arcs = slices.Compact(arcs)
	m := &Memory{starts: make([]int64, n+1), succ: make([]Node, len(arcs))}
	for i, a := range arcs {
		if int(a.To) >= n {
			panic(fmt.Sprintf("graph: arc %d → %d in a graph of %d nodes", a.From, a.To, n))
		}
		m.starts[a.From+1]++
		m.succ[i] = a.To
	}
	for u := range n {
		m.starts[u+1] += m.starts[u]
	}
	return m
}

// Load decodes g into memory, in one pass.
func Load(g Graph) (*Memory, error) {
	// The number of arcs comes from a file: what no crawl has is believed only after a good part of them was read.
	trust := 1<<22 + 64*int64(g.NumNodes())
	m := &Memory{starts: make([]int64, g.NumNodes()+1), succ: make([]Node, 0, min(g.NumArcs(), trust))}
	c := g.Scan(Everything(g))
	for c.Next() {
		if len(m.succ)+len(c.Succ()) > cap(m.succ) {
			m.succ = slices.Grow(m.succ, int(max(g.NumArcs()-int64(len(m.succ)), int64(len(c.Succ())))))
		}
		m.succ = append(m.succ, c.Succ()...)
		m.starts[c.Node()+1] = int64(len(m.succ))
	}
	if err := c.Err(); err != nil {
		return nil, err
	}
	return m, nil
}

// LoadBytes is the memory that the result of [Load] takes.
func LoadBytes(nodes int, arcs int64) int64 { return 8*int64(nodes+1) + 4*arcs }

// Transpose returns the graph with every arc turned round, in two passes over g and 8·nodes bytes beyond the result.
func Transpose(g Graph) (*Memory, error) {
	n := g.NumNodes()
	t := &Memory{starts: make([]int64, n+1)}
	err := EachList(g, Everything(g), func(_ Node, succ []Node) {
		for _, v := range succ {
			t.starts[v+1]++
		}
	})
	if err != nil {
		return nil, err
	}
	for u := range n {
		t.starts[u+1] += t.starts[u]
	}
	t.succ = make([]Node, t.starts[n])
	next := slices.Clone(t.starts[:n])
	err = EachList(g, Everything(g), func(u Node, succ []Node) {
		for _, v := range succ {
			t.succ[next[v]] = u
			next[v]++
		}
	})
	if err != nil {
		return nil, err
	}
	return t, nil
}

// NumNodes returns the number of nodes.
func (m *Memory) NumNodes() int { return len(m.starts) - 1 }

// NumArcs returns the number of arcs.
func (m *Memory) NumArcs() int64 { return int64(len(m.succ)) }

// ArcsBefore returns the number of arcs that leave nodes v < u.
func (m *Memory) ArcsBefore(u int) int64 { return m.starts[u] }

// Succ returns the successors of u, lent for the life of m.
func (m *Memory) Succ(u Node) []Node { return m.succ[m.starts[u]:m.starts[u+1]] }

// Has says whether there is an arc from u to v.
func (m *Memory) Has(u, v Node) bool {
	_, is := slices.BinarySearch(m.Succ(u), v)
	return is
}

// AppendSucc appends the successors of u to dst; its error is always nil.
func (m *Memory) AppendSucc(dst []Node, u Node) ([]Node, error) {
	return append(dst, m.Succ(u)...), nil
}

// Scan returns a cursor over the lists of the nodes in r.
func (m *Memory) Scan(r Range) Cursor {
	if Invariants {
		return &spoilingCursor{Cursor: &memoryCursor{m: m, u: r.Lo - 1, hi: r.Hi}}
	}
	return &memoryCursor{m: m, u: r.Lo - 1, hi: r.Hi}
}

type memoryCursor struct {
	m     *Memory
	u, hi int
}

func (c *memoryCursor) Next() bool {
	if c.u+1 >= c.hi {
		return false
	}
	c.u++
	return true
}

func (c *memoryCursor) Node() Node   { return Node(c.u) }
func (c *memoryCursor) Succ() []Node { return c.m.Succ(Node(c.u)) }
func (c *memoryCursor) Err() error   { return nil }

// Rows lends what m is made of, for loops that a call for each list would slow down: the list of u is succ[starts[u]:starts[u+1]].
func (m *Memory) Rows() (starts []int64, succ []Node) { return m.starts, m.succ }
