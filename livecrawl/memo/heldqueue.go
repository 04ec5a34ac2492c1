package memo

import "weft/internal/heap"

// A groupQueue is a heap of held groups. Its first group depends on the groups alone, and not on the order in which
// they came. The fields that order groups do not change while a group is in a queue.
type groupQueue struct {
	slot int
	*heap.Heap[*heldGroup]
}

// Places of a group.
const (
	inReady = iota
	inDoubt
)

// newQueue returns an empty queue for groups that note their places at a slot.
func newQueue(slot int, before func(a, b *heldGroup) bool) *groupQueue {
	return &groupQueue{slot, heap.NewPlaced(before, func(g *heldGroup, at int) { g.at[slot] = at })}
}

// earlier orders groups as they came.
func earlier(a, b *heldGroup) bool { return a.number < b.number }

// doubtedLess orders groups in doubt: one page of each group comes first, then groups whose pages differ.
func doubtedLess(a, b *heldGroup) bool {
	switch {
	case a.tier != b.tier:
		return a.tier < b.tier
	case a.turn != b.turn:
		return a.turn < b.turn
	}
	return a.number < b.number
}

// first returns the first group; nil if there is none.
func (q *groupQueue) first() *heldGroup {
	if q.Len() == 0 {
		return nil
	}
	return q.First()
}

// push adds a group that is not in the queue.
func (q *groupQueue) push(g *heldGroup) {
	g.in[q.slot] = q
	q.Push(g)
}

// leave takes a group out of its queue.
func (g *heldGroup) leave(slot int) {
	if q := g.in[slot]; q != nil {
		q.Remove(g.at[slot])
		g.in[slot] = nil
	}
}
