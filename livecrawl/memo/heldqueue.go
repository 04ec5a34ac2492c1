package memo

// A groupQueue is a heap of held groups. Its first group depends on the groups alone, and not on the order in which
// they came.
type groupQueue struct {
	slot   int
	before func(a, b *heldGroup) bool
	list   []*heldGroup
}

// Places of a group.
const (
	inReady = iota
	inDoubt
)

// earlier orders groups as they came.
func earlier(a, b *heldGroup) bool { return a.number < b.number }

// doubtedLess orders groups in doubt: one page of each group comes first, then groups whose pages differ.
func doubtedLess(a, b *heldGroup) bool {
	switch {
	case a.tier != b.tier:
		return a.tier < b.tier
	case a.let != b.let:
		return a.let < b.let
	}
	return a.number < b.number
}

// first returns the first group; nil if there is none.
func (q *groupQueue) first() *heldGroup {
	if len(q.list) == 0 {
		return nil
	}
	return q.list[0]
}

// push adds a group that is not in the queue.
func (q *groupQueue) push(g *heldGroup) {
	g.in[q.slot] = q
	q.list = append(q.list, nil)
	q.up(len(q.list)-1, g)
}

// leave takes a group out of its queue.
func (g *heldGroup) leave(slot int) {
	if q := g.in[slot]; q != nil {
		q.remove(g.at[slot])
		g.in[slot] = nil
	}
}

// remove takes the group at a place out of the queue.
func (q *groupQueue) remove(i int) {
	end := len(q.list) - 1
	moved := q.list[end]
	q.list[end] = nil
	q.list = q.list[:end]
	if i < end {
		q.down(i, moved)
	}
}

// put stores a group at a place.
func (q *groupQueue) put(i int, g *heldGroup) {
	q.list[i] = g
	g.at[q.slot] = i
}

// up stores a group at a place, or at a place above it.
func (q *groupQueue) up(i int, g *heldGroup) {
	for i > 0 {
		above := (i - 1) / 2
		if !q.before(g, q.list[above]) {
			break
		}
		q.put(i, q.list[above])
		i = above
	}
	q.put(i, g)
}

// down stores a group at a place, or at a place below or above it.
func (q *groupQueue) down(i int, g *heldGroup) {
	for {
		below := 2*i + 1
		if below >= len(q.list) {
			break
		}
		if right := below + 1; right < len(q.list) && q.before(q.list[right], q.list[below]) {
			below = right
		}
		if !q.before(q.list[below], g) {
			break
		}
		q.put(i, q.list[below])
		i = below
	}
	q.up(i, g)
}
