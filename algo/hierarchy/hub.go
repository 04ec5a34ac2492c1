package hierarchy

import (
	"slices"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/heap"
)

// leastHub is the number of neighbours from which on a group becomes the hub. Tests make it small.
var leastHub = 1000

// A hub is a group with many neighbours. Chains return to it after each join, so its links are summed up once, and then
// follow each join. One group at a time is the hub, because chains seldom go from one large group to another. On a Web
// of 3 million pages and 30 million links, one of 17 visits of large groups was of another than before.
//
// The nearest neighbour is the first of a heap. The heap has an entry for each neighbour, which is as near as the entry
// says, or less. More entries of a neighbour, and entries of groups that are no neighbours now, do no harm.
type hub struct {
	group uint32 // None if there is none
	live  int    // neighbours
	sum   []float64
	both  []uint32
	near  *heap.Heap[entry]
	room  []entry // for the entries
}

// An entry is a neighbour of the hub, at most so near.
type entry struct {
	near float64
	to   uint32
}

// nearer orders entries: the nearest first, of equally near ones the smallest.
func nearer(a, b entry) bool { return a.near > b.near || a.near == b.near && a.to < b.to }

// hubBytes is the memory of a hub for each page: the sums, and at most one and a half entries.
const hubBytes = 8 + 4 + 24

// spare is how many entries the heap has at least before it is cleaned.
const spare = 1024

func newHub(m *alloc.Maker, n int) hub {
	return hub{group: None, sum: alloc.From[float64](m, n), both: alloc.From[uint32](m, n), room: alloc.From[entry](m, n+n/2+spare+1)}
}

// makeHub makes a group the hub, instead of the present one. Its links were gathered.
func (j *joiner) makeHub(group uint32) {
	j.leaveHub()
	h := &j.hub
	h.group = group
	all := h.room[:0]
	for _, v := range j.met {
		h.sum[v], h.both[v] = j.sum[v], j.both[v]
		all = append(all, entry{h.sum[v] / j.volume[v], v})
	}
	h.live, h.near = len(all), heap.New(nearer, all...)
	j.clear()
}

// leaveHub writes the links of the hub into its places, where links of other groups are, too.
func (j *joiner) leaveHub() {
	h := &j.hub
	if h.group == None {
		return
	}
	all := h.near.All()
	j.write(h.group, h.live, func(int) link {
		for h.sum[all[0].to] == 0 { // no neighbour, or written
			all = all[1:]
		}
		v := all[0].to
		l := link{to: graph.Node(v), pairs: h.both[v], weight: float32(h.sum[v])}
		h.sum[v], h.both[v] = 0, 0
		return l
	})
	h.group, h.live = None, 0
}

// nearestToHub returns the group nearest to the hub; see [joiner.nearest].
func (j *joiner) nearestToHub(before uint32) uint32 {
	h := &j.hub
	for h.near.Len() > 0 {
		e := h.near.First()
		near := h.sum[e.to] / j.volume[e.to]
		switch {
		case near == 0:
			h.near.Pop()
		case near < e.near:
			h.near.Set(0, entry{near, e.to})
		case before != None && h.sum[before] > 0 && near <= (1+rounding)*h.sum[before]/j.volume[before]:
			return before
		default:
			return e.to
		}
	}
	return None
}

// joinHub adapts the hub to a join of two groups, before it happens. If one of them is the hub, the links of the other
// were gathered.
func (j *joiner) joinHub(a, b uint32) {
	h := &j.hub
	switch h.group {
	case None:
	case a, b:
		j.absorb(a + b - h.group)
		h.group = min(a, b)
	default:
		into, from := min(a, b), max(a, b)
		if h.sum[from] == 0 {
			return
		}
		sum, both := h.sum[from], h.both[from]
		h.remove(from)
		j.addToHub(into, sum, both, j.volume[a]+j.volume[b])
	}
}

// absorb gives the links of a group that joins the hub to the hub.
func (j *joiner) absorb(group uint32) {
	h := &j.hub
	h.remove(group)
	for _, v := range j.met {
		if v != h.group {
			j.addToHub(v, j.sum[v], j.both[v], j.volume[v])
		}
	}
}

// addToHub adds links of the hub to a group with a volume.
func (j *joiner) addToHub(to uint32, sum float64, both uint32, volume float64) {
	h := &j.hub
	if h.sum[to] == 0 {
		h.live++
	}
	h.sum[to] += sum
	h.both[to] += both
	h.near.Push(entry{h.sum[to] / volume, to})
	if h.near.Len() > h.live+h.live/2+spare {
		j.clean()
	}
}

// remove says that a group is no neighbour of the hub, if it was one.
func (h *hub) remove(group uint32) {
	if h.sum[group] > 0 {
		h.live--
	}
	h.sum[group], h.both[group] = 0, 0
}

// clean leaves one entry of each neighbour.
func (j *joiner) clean() {
	h := &j.hub
	all := slices.DeleteFunc(h.near.All(), func(e entry) bool {
		if h.sum[e.to] <= 0 { // no neighbour, or it has an entry
			return true
		}
		h.sum[e.to] = -h.sum[e.to]
		return false
	})
	for _, e := range all {
		h.sum[e.to] = -h.sum[e.to]
	}
	h.near = heap.New(nearer, all...)
}
