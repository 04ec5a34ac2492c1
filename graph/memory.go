package graph

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"weft/graph/alloc"
)

// MaxInMemory is the maximum number of arcs of a [Memory]: 2³²−1, which take 16 GiB. The start of a list takes 4
// bytes, so that searches and sums over short lists, which read it for every node, wait less for memory than with
// 8.
const MaxInMemory = math.MaxUint32

// Memory is a graph in compressed sparse rows: 4·(nodes+1) + 4·arcs bytes. It is immutable.
type Memory struct {
	starts []uint32 // starts[u] is where the list of u begins in succ; NumNodes+1 of them
	succ   []Node
}

// An Arc points from one node to another.
type Arc struct{ From, To Node }

// NewMemory returns a graph over rows that it takes over. starts has nodes+1 entries, begins with 0 and ends with
// len(succ), which is at most [MaxInMemory]. Each list is strictly increasing and within the nodes.
func NewMemory(starts []uint32, succ []Node) (*Memory, error) {
	if err := CheckInMemory(int64(len(succ))); err != nil {
		return nil, err
	}
	if len(starts) == 0 || starts[0] != 0 || int(starts[len(starts)-1]) != len(succ) {
		return nil, fmt.Errorf("rows of a graph: the starts of %d lists do not span the %d successors", len(starts)-1, len(succ))
	}
	n := len(starts) - 1
	for u := range n {
		if starts[u+1] < starts[u] || int(starts[u+1]) > len(succ) {
			return nil, fmt.Errorf("rows of a graph: the list of node %d ends before it starts", u)
		}
		if err := checkList(succ[starts[u]:starts[u+1]], n); err != nil {
			return nil, fmt.Errorf("rows of a graph: node %d: %w", u, err)
		}
	}
	return &Memory{starts: starts, succ: succ}, nil
}

// OfRows is [NewMemory] without checks, for rows that are known to be well made. Their lists may hold numbers that are no
// nodes, as between nodes of two kinds; then only Rows, Succ and the counts are of use.
func OfRows(starts []uint32, succ []Node) *Memory { return &Memory{starts: starts, succ: succ} }

// CheckInMemory refuses more arcs than fit into a [Memory].
func CheckInMemory(arcs int64) error {
	if arcs > MaxInMemory {
		return fmt.Errorf("a graph in memory has at most %d arcs, not %d: read it from its file", int64(MaxInMemory), arcs)
	}
	return nil
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
	m := &Memory{starts: make([]uint32, n+1), succ: make([]Node, len(arcs))}
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

// Transpose returns the graph with every arc reversed, in two passes over g. Errors are as for [Load].
func Transpose(g Graph) (*Memory, error) { return TransposeIn(nil, g) }

// TransposeIn is [Transpose] with the result in a space. It also returns errors of allocating memory. Memory:
// [LoadBytes].
func TransposeIn(s alloc.Space, g Graph) (*Memory, error) {
	n := g.NumNodes()
	starts, err := alloc.Make[uint32](s, n+1)
	if err != nil {
		return nil, err
	}
	arcs := int64(0)
	err = EachList(g, Everything(g), func(_ Node, succ []Node) {
		arcs += int64(len(succ))
		for _, v := range succ {
			starts[v+1]++
		}
	})
	if err == nil {
		err = CheckInMemory(arcs)
	}
	if err != nil {
		return nil, err
	}
	for u := range n {
		starts[u+1] += starts[u]
	}
	lists, err := alloc.Make[Node](s, int(arcs))
	if err != nil {
		return nil, err
	}
	next := starts[:n] // moves from where a list begins to where it ends, which is where the next begins
	err = EachList(g, Everything(g), func(u Node, succ []Node) {
		for _, v := range succ {
			lists[next[v]] = u
			next[v]++
		}
	})
	if err != nil {
		return nil, err
	}
	copy(starts[1:], starts)
	starts[0] = 0
	return &Memory{starts: starts, succ: lists}, nil
}

// NumNodes returns the number of nodes.
func (m *Memory) NumNodes() int { return len(m.starts) - 1 }

// NumArcs returns the number of arcs.
func (m *Memory) NumArcs() int64 { return int64(len(m.succ)) }

// ArcsBefore returns the number of arcs that leave nodes v < u.
func (m *Memory) ArcsBefore(u int) int64 { return int64(m.starts[u]) }

// Succ returns the successors of u. The slice belongs to m.
func (m *Memory) Succ(u Node) []Node { return m.succ[m.starts[u]:m.starts[u+1]] }

// Has reports whether there is an arc from u to v.
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

// Rows lends what m is made of, for loops that a call for each list would slow down: the list of u is
// succ[starts[u]:starts[u+1]].
func (m *Memory) Rows() (starts []uint32, succ []Node) { return m.starts, m.succ }
