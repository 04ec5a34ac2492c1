package random

import (
	"cmp"
	"math/bits"
	"slices"

	"weft/graph"
	"weft/internal/splitmix"
)

// wideList is the length from which a list is not kept sorted while arcs are exchanged, because each exchange in a
// sorted list moves a part of it. With a page that leads to a third of 600,000 others, among 1.4 M arcs, sorted
// lists took 8 s of processor time, and buckets take 4 to 5.
const wideList = 1 << 12

// A bucketed list has its nodes in buckets, in no order within a bucket. Nodes are assigned by hashes. There are
// about four times as many buckets as nodes in a bucket. So finding or replacing a node takes time proportional to
// the square root of the length.
type bucketed struct {
	ends  []uint32 // of buckets
	shift uint     // of a hash, to the number of a bucket
}

// bucket makes long lists bucketed.
func (w *rewiring) bucket() {
	w.long = map[graph.Node]*bucketed{}
	for u := range len(w.starts) - 1 {
		if list := w.list(graph.Node(u)); len(list) >= wideList {
			w.long[graph.Node(u)] = newBucketed(list, len(list))
		}
	}
}

// sort sorts long lists again.
func (w *rewiring) sort() {
	for u := range w.long {
		slices.Sort(w.list(u))
	}
	w.long = nil
}

// bucketed returns how the list of u is bucketed, if it is.
func (w *rewiring) bucketed(u graph.Node, list []graph.Node) *bucketed {
	if len(list) < wideList {
		return nil
	}
	return w.long[u]
}

// mendWide is mendSorted for a long list. Targets that can stay are bucketed. Targets that cannot stay come after
// them, in the same order, and enter the buckets when they are exchanged. A page with arcs to and from a million
// others has half a million parallel arcs after its targets are shuffled. Rewiring this graph took 60 s with a
// sorted list, and takes 13 s.
func (w *rewiring) mendWide(u graph.Node, list []graph.Node) bool {
	stay := 0
	for at, last := 0, graph.Node(0); at < len(list); at++ {
		v := list[at]
		if at > 0 && v == last || v == u && !w.loops {
			last = v
			continue
		}
		last = v
		list[stay], list[at] = v, list[stay]
		stay++
	}
	slices.Sort(list[stay:])
	w.long = map[graph.Node]*bucketed{u: newBucketed(list[:stay], len(list))}
	defer w.sort()
	for at := stay; at < len(list); at++ {
		if !w.exchangeDrawn(u, at) && !w.exchangeAny(u, at) {
			return false
		}
		w.exchanged++
	}
	return true
}

// newBucketed puts the nodes of a list into buckets. The list may grow to most nodes.
func newBucketed(list []graph.Node, most int) *bucketed {
	power := bits.Len(uint(most))/2 + 1
	b := &bucketed{ends: make([]uint32, 1<<power), shift: 64 - uint(power)} //nolint:gosec // small
	slices.SortFunc(list, func(v, w graph.Node) int { return cmp.Or(cmp.Compare(b.of(v), b.of(w)), cmp.Compare(v, w)) })
	for _, v := range list {
		b.ends[b.of(v)]++
	}
	for i := 1; i < len(b.ends); i++ {
		b.ends[i] += b.ends[i-1]
	}
	return b
}

// of returns the bucket of a node.
func (b *bucketed) of(v graph.Node) int { return int(splitmix.Mix(uint64(v)) >> b.shift) } //nolint:gosec // one of few

// begin returns where a bucket begins.
func (b *bucketed) begin(i int) uint32 {
	if i == 0 {
		return 0
	}
	return b.ends[i-1]
}

func (b *bucketed) has(list []graph.Node, v graph.Node) bool {
	i := b.of(v)
	return slices.Contains(list[b.begin(i):b.ends[i]], v)
}

// replace puts v in the place of another node; the place after the last bucket enters that bucket. One node of
// each bucket between their buckets moves from one end to the other.
func (b *bucketed) replace(list []graph.Node, at int, v graph.Node) {
	hole, from, to := uint32(at), len(b.ends), b.of(v) //nolint:gosec // a place in a list
	if hole < b.ends[len(b.ends)-1] {
		from = b.of(list[at])
	}
	for ; from < to; from++ {
		b.ends[from]--
		list[hole] = list[b.ends[from]]
		hole = b.ends[from]
	}
	for ; from > to; from-- {
		first := b.ends[from-1]
		b.ends[from-1]++
		list[hole] = list[first]
		hole = first
	}
	list[hole] = v
}
