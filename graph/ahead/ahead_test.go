package ahead

import (
	"math/rand/v2"
	"slices"
	"testing"

	"weft/graph"
	"weft/internal/drawn"
)

// uneven draws a graph whose lists are of no arcs, of some, of nearly so many as are copied, and of more; the last are
// of any kind.
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

// Nothing is written behind the room that Most promises, where there are nearly as many arcs as may be, or so many,
// before a list of nearly the longest.
func TestFullRoom(t *testing.T) {
	for last := range short * short {
		var l struct {
			Lists
			behind [short]graph.Node
		}
		lengths := slices.Repeat([]uint32{longest}, atOnce/longest-1)
		lengths = append(lengths, longest-uint32(last/short), longest-uint32(last%short), short)
		arcs, nodes := uint32(0), []graph.Node{}
		l.starts = []uint32{0}
		for u, length := range lengths {
			arcs += length
			l.starts, nodes = append(l.starts, arcs), append(nodes, graph.Node(u))
		}
		l.succ = slices.Repeat([]graph.Node{1}, int(arcs))
		for name, copies := range map[string]func(*Lists, []graph.Node) (int, int){"kernel": copyLists, "twin": copyListsPlain} {
			lists, copied := copies(&l.Lists, nodes)
			if lists != len(nodes)-1 || copied != int(arcs)-short || l.behind != [short]graph.Node{} {
				t.Fatalf("%s: %d lists of %d arcs, of lengths %d; behind them %d", name, lists, copied, lengths, l.behind)
			}
		}
	}
}

// A list that would end before it begins is not copied to where it would be, but ends in a panic.
func TestListsThatDoNotFitTogether(t *testing.T) {
	l := &Lists{starts: []uint32{0, 40, 30, 100}, succ: make([]graph.Node, 100)}
	for name, copies := range map[string]func(*Lists, []graph.Node) (int, int){"kernel": copyLists, "twin": copyListsPlain} {
		if lists, arcs := copies(l, []graph.Node{0, 1, 2}); lists != 1 || arcs != 40 {
			t.Errorf("%s: %d lists of %d arcs are copied, want one of 40", name, lists, arcs)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("the successors of such a list are handed on")
		}
	}()
	l.Take([]graph.Node{1})
}

// Prefetching skips what is no node, whose place lies far outside of memory.
func TestAskForNoNode(t *testing.T) {
	g, err := graph.NewMemory([]uint32{0, 2, 2}, []graph.Node{0, 1})
	if err != nil {
		t.Fatal(err)
	}
	l := New(g)
	for _, wrong := range []graph.Node{2, 1 << 29, 1 << 31, ^graph.Node(0)} {
		l.AskStarts([]graph.Node{0, wrong, 1})
		l.AskLists([]graph.Node{0, wrong, 1})
	}
}

// Whatever the nodes, Take hands their successors on in order, and the kernel copies what its twin does.
func TestListsInAnyOrder(t *testing.T) {
	r := drawn.Rand(t)
	for range 200 {
		g := uneven(r)
		l := New(g)
		order := make([]graph.Node, r.IntN(500))
		var want, got []graph.Node
		for i := range order {
			order[i] = graph.Node(r.IntN(g.NumNodes()))
			want = append(want, g.Succ(order[i])...)
		}
		for i := 0; i < len(order); i += Batch {
			l.Ask(order[:min(len(order), i+r.IntN(4*Batch))], i)
			for nodes := order[i:min(i+Batch, len(order))]; len(nodes) > 0; {
				lists, arcs := copyLists(l, nodes)
				ends := l.ends
				if n, a := copyListsPlain(l, nodes); n != lists || a != arcs || !slices.Equal(ends[:a], l.ends[:a]) {
					t.Fatalf("%d nodes: %d lists of %d arcs are copied, by the twin %d of %d, or others", len(nodes), lists, arcs, n, a)
				}
				var succ []graph.Node
				succ, nodes = l.Take(nodes)
				got = append(got, succ...)
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%d nodes of a graph of %d: other successors than their lists hold", len(order), g.NumNodes())
		}
	}
}
