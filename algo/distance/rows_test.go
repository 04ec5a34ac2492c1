package distance

import (
	"math/rand/v2"
	"slices"
	"testing"

	"weft/graph"
	"weft/internal/drawn"
)

// uneven draws a graph whose lists are of no arcs, of some, of nearly so many as are copied, and of more; the last are of any kind.
func uneven(r *rand.Rand) *graph.Memory {
	n := 1 + r.IntN(600)
	starts, succ := []uint32{0}, []graph.Node{}
	for range n {
		length := []int{0, r.IntN(short + 2), longest - 2 + r.IntN(5), r.IntN(n + 1)}[r.IntN(4)]
		list := r.Perm(n)[:min(length, n)]
		slices.Sort(list)
		for _, v := range list {
			succ = append(succ, graph.Node(v))
		}
		starts = append(starts, uint32(len(succ)))
	}
	g, err := graph.NewMemory(starts, succ)
	if err != nil {
		panic(err)
	}
	return g
}

// Whatever the nodes, take hands their successors on in order, and the kernel copies what its twin does.
func TestRowsInAnyOrder(t *testing.T) {
	r := drawn.Rand(t)
	for range 200 {
		g := uneven(r)
		rows := newRows(g)
		order := make([]graph.Node, r.IntN(500))
		var want, got []graph.Node
		for i := range order {
			order[i] = graph.Node(r.IntN(g.NumNodes()))
			want = append(want, g.Succ(order[i])...)
		}
		for i := 0; i < len(order); i += batch {
			rows.askFor(order[:min(len(order), i+r.IntN(4*batch))], i)
			for nodes := order[i:min(i+batch, len(order))]; len(nodes) > 0; {
				lists, arcs := copyLists(rows, nodes)
				ends := rows.ends
				if l, a := copyListsPlain(rows, nodes); l != lists || a != arcs || !slices.Equal(ends[:a], rows.ends[:a]) {
					t.Fatalf("%d nodes: %d lists of %d arcs are copied, by the twin %d of %d, or others", len(nodes), lists, arcs, l, a)
				}
				var succ []graph.Node
				succ, nodes = rows.take(nodes)
				got = append(got, succ...)
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%d nodes of a graph of %d: other successors than their lists hold", len(order), g.NumNodes())
		}
	}
}

// The kernel finds what a loop with a branch does, and neither writes behind the room it has.
func TestPutNew(t *testing.T) {
	r := drawn.Rand(t)
	for range 500 {
		n := 1 + r.IntN(200)
		seen := make([]uint8, n)
		for u := range seen {
			seen[u] = uint8(r.IntN(2))
		}
		was, nodes := slices.Clone(seen), make([]graph.Node, r.IntN(3*n))
		var want []graph.Node
		for i := range nodes {
			u := graph.Node(r.IntN(n))
			nodes[i] = u
			if was[u] == 0 {
				was[u] = 1
				want = append(want, u)
			}
		}
		for name, put := range map[string]func([]uint8, []graph.Node, []graph.Node) int{"kernel": putNew, "twin": putNewPlain} {
			seen, room := slices.Clone(seen), make([]graph.Node, len(want)+2)
			room[len(want)+1] = 12345
			found := put(seen, room, nodes)
			if found != len(want) || !slices.Equal(room[:found], want) || !slices.Equal(seen, was) || room[len(want)+1] != 12345 {
				t.Fatalf("%s: %d of %d nodes are new, or others than these %d", name, found, len(nodes), len(want))
			}
		}
	}
}

// A successor that is no node ends in a panic, wherever it is in a list: nothing is written where it would be.
func TestPutNewOfNoNode(t *testing.T) {
	const n = 10
	for length := 1; length < 12; length++ {
		for at := range length {
			for _, wrong := range []graph.Node{n, n + 1, 1 << 31, ^graph.Node(0)} {
				nodes := make([]graph.Node, length)
				nodes[at] = wrong
				for name, put := range map[string]func([]uint8, []graph.Node, []graph.Node) int{"kernel": putNew, "twin": putNewPlain} {
					seen := make([]uint8, n, 2*n)
					if !panics(func() { put(seen, make([]graph.Node, length+1), nodes) }) || slices.Max(seen[:2*n][n:]) != 0 {
						t.Errorf("%s: node %d of %d at %d of %d: no panic, or it is marked", name, wrong, n, at, length)
					}
				}
			}
		}
	}
}

func panics(f func()) (did bool) {
	defer func() { did = recover() != nil }()
	f()
	return false
}
