package distance

import (
	"slices"
	"testing"

	"weft/graph"
	"weft/internal/drawn"
)

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
