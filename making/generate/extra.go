package generate

import (
	"weft/graph"
	"weft/graph/kinds"
)

// Notes of a crawl about the arcs of Options.Extra, and about parts of the source crawl that the new crawl lacks.
const (
	ExtraNote  = "random arcs drawn"
	ThereNote  = "random arcs without effect: drawn twice, or present already"
	BarredNote = "random arcs left out, because their pages were not fetched"
	TextsNote  = "anchor texts of the source crawl, left out"
)

// extraCounts counts the arcs added to the arcs of a model.
type extraCounts struct{ fresh, barred int64 }

func (n *extraCounts) add(o extraCounts) {
	n.fresh += o.fresh
	n.barred += o.barred
}

// note records the fate of the drawn arcs.
func (n *extraCounts) note(notes map[string]int64, drawn int64) {
	notes[ExtraNote] = drawn
	if n.barred > 0 {
		notes[BarredNote] = n.barred
	}
	if there := drawn - n.fresh - n.barred; there > 0 {
		notes[ThereNote] = there
	}
}

// extra joins arcs to lists that are gone through in order.
type extra struct {
	arcs   graph.Cursor
	kinded bool // whether the lists have kinds
	succ   []graph.Node
	kinds  []kinds.Set
	counts extraCounts
}

// join returns a list with the arcs that come to it, and their kinds if it has some, lent. They come to the page only
// where it may link.
func (e *extra) join(succ []graph.Node, ks []kinds.Set, may bool) ([]graph.Node, []kinds.Set) {
	e.arcs.Next() // in step with the lists
	more := e.arcs.Succ()
	if !may {
		e.counts.barred += int64(len(more))
		return succ, ks
	}
	e.succ, e.kinds = e.succ[:0], e.kinds[:0]
	add := func(v graph.Node, k kinds.Set) {
		e.succ = append(e.succ, v)
		if e.kinded {
			e.kinds = append(e.kinds, k)
		}
	}
	for i, v := range succ {
		for ; len(more) > 0 && more[0] < v; more = more[1:] {
			add(more[0], kinds.Link)
		}
		k := kinds.Set(0)
		if e.kinded {
			k = ks[i]
		}
		if len(more) > 0 && more[0] == v {
			k = (k | kinds.Link) &^ kinds.Nofollow
			more = more[1:]
		}
		add(v, k)
	}
	for _, v := range more {
		add(v, kinds.Link)
	}
	e.counts.fresh += int64(len(e.succ) - len(succ))
	return e.succ, e.kinds
}
