package random

import (
	"slices"
	"testing"

	"weft/graph"
	"weft/internal/drawn"
)

// A bucketed list has what a sorted one has, whatever is put in whose place.
func TestBucketed(t *testing.T) {
	r := drawn.Rand(t)
	for _, n := range []int{1, 2, 100, 5000} {
		all := r.Perm(3 * n)
		list := make([]graph.Node, n)
		in := map[graph.Node]bool{}
		for i := range list {
			list[i] = graph.Node(all[i])
			in[list[i]] = true
		}
		b := newBucketed(list, n)
		for range 2 * n {
			at, v := r.IntN(n), graph.Node(r.IntN(3*n))
			if b.has(list, v) != in[v] {
				t.Fatalf("%d nodes: that %d is one of them: got %t, want %t", n, v, !in[v], in[v])
			}
			if !in[v] {
				delete(in, list[at])
				in[v] = true
				b.replace(list, at, v)
			}
		}
		slices.Sort(list)
		if len(slices.Compact(list)) != len(in) || slices.ContainsFunc(list, func(v graph.Node) bool { return !in[v] }) {
			t.Errorf("%d nodes: others are in the list than were put there", n)
		}
	}
}

// A long list is mended as one that stays sorted, arc by arc.
func TestWideListsAreMendedAlike(t *testing.T) {
	r := drawn.Rand(t)
	for _, x := range []struct {
		n, wide int
		loops   bool
	}{{3 * wideList, 2 * wideList, false}, {3 * wideList, 2 * wideList, true}, {wideList + 300, wideList + 200, false}} { // where few that are drawn will do, all are tried
		n, wide, loops := x.n, x.wide, x.loops
		made := func() *rewiring {
			return &rewiring{starts: []uint32{0}, loops: loops, r: newStream(7, forRewiring, 0), left: 1 << 20}
		}
		a, b := made(), made()
		for u := range n {
			degree := 1 + r.IntN(4)
			if u == 5 {
				degree = wide
			}
			list := make([]graph.Node, degree)
			for i := range list {
				if list[i] = graph.Node(r.IntN(n)); r.IntN(3) == 0 {
					list[i] = graph.Node(r.IntN(8)) // to which many lead
				}
			}
			slices.Sort(list)
			for _, w := range []*rewiring{a, b} {
				w.succ = append(w.succ, list...)
				w.starts = append(w.starts, uint32(len(w.succ)))
			}
		}
		list := a.list(5)
		if a.bad(5, list, 0) == len(list) {
			t.Fatal("all can stay")
		}
		got, want := a.mendWide(5, list), b.mendSorted(5, b.list(5))
		if got != want || a.exchanged != b.exchanged || a.left != b.left || want && !slices.Equal(a.succ, b.succ) {
			t.Errorf("%+v: mended %t, %t; exchanged %d, %d; looked at, but for %d, %d; the same: %t", x, got, want, a.exchanged, b.exchanged, a.left, b.left, slices.Equal(a.succ, b.succ))
		}
		if at := a.bad(5, a.list(5), 0); a.exchanged < int64(wide/8) || want && at < wide {
			t.Errorf("%+v: %d exchanged, place %d cannot stay", x, a.exchanged, at)
		}
	}
}
