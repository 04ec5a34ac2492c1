package strategy

import (
	"cmp"
	"slices"
	"unsafe"

	"weft/crawl"
	"weft/graph/page"
	placed "weft/internal/heap"
)

// FlowScale is the capacity of a link of weight one.
const FlowScale = 1 << 40

// DefaultFlowHeight is how high the source is in a [Flow] that is not certified.
const DefaultFlowHeight = 16

// maxSupply bounds what leaves the seeds, so that no sum exceeds 63 bits.
const maxSupply = 1 << 62

// FlowOptions are the options of a [Flow].
type FlowOptions struct {
	// Capacity fills in the capacity of each link of a page, which is not negative. It is a function of the pages;
	// nil stands for FlowScale. Links are valid until it returns.
	Capacity func(from crawl.Page, links []crawl.Link, capacity []int64)
	// Epsilon is the capacity of each page to the sink.
	Epsilon int64
	// Lowered takes the largest overflow first and lowers the source to Height, as the paper does. The result then
	// depends on the order and need not be a minimum cut. Overflows up to Threshold stay where they are.
	Lowered   bool
	Height    uint32 // 0 for DefaultFlowHeight
	Threshold int64
}

// Flow takes pages whose flow from the seeds the known links cannot carry off to the sink: the page with the most
// overflow first. When nothing is left, the pages on the side of the seeds are their logical website: [Flow.Side].
//
// It is the preflow-push of Goldberg and Tarjan, run online, after "Identifying websites with flow simulation",
// §2.4.2. A seed sends as much as its links carry. Each page passes up to Epsilon on to the sink. Until it was
// requested, it has no other outlet; a page that cannot be fetched never has one.
//
// By default the flow is certified. It is first pushed as far as the known links carry it. If overflow is left,
// links of unrequested pages may carry it: it is pushed to the pages that it can reach, and these are requested.
// The source is above all pages, so nothing returns to it; blocked overflow waits for links. In the end no
// unrequested page can be reached. So the cut is a minimum on the visible graph. As all links of its inner side
// are known, it is also a minimum on the whole graph: the smallest inner side of all minimum cuts, whatever the
// order. Pages are chosen anew after every 1 + n/32 of them, for n responses.
//
// Memory: 32 bytes per learnt link, 33 per known page, and half as much again as lists grow. See [Flow.Bytes].
type Flow struct {
	o FlowOptions
	links
	is       []role
	excess   []int64 // what a page has and could not pass on; none at sources
	drained  []int64 // what it has passed to the sink
	height   []uint32
	order    []uint32 // what the last leveling has reached, from below
	queue    []crawl.Page
	under    int // pages that were taken, and neither learnt nor postponed
	answered uint64
	supply   int64 // what the sources have sent
	over     bool  // that was more than maxSupply, and was cut
	seen     map[uint32]bool
	carries  []int64
	most     *placed.Heap[overflow] // lowered: pages by overflow; an entry that is not true any more is passed over
}

// A role is the state of a page in the flow.
type role uint8

const (
	answered role = 1 << iota // it was learnt
	taken                     // Next has named it
	barred                    // it must not be named
	source                    // a seed
	putOff                    // it was not had, and may be later
	leftOut                   // besides: because of a rule, so that as things are it will not
)

// An overflow is the overflow of a page.
type overflow struct {
	at     uint32
	amount int64
}

// NewFlow returns a Flow.
// Papers: websites, §2.4.2, §5.2.
func NewFlow(o FlowOptions) *Flow {
	if o.Height == 0 {
		o.Height = DefaultFlowHeight
	}
	f := &Flow{o: o, links: newLinks(), seen: map[uint32]bool{}}
	f.most = placed.New(func(a, b overflow) bool { return a.amount > b.amount || a.amount == b.amount && a.at < b.at })
	return f
}

// Learn implements [crawl.Strategy].
func (f *Flow) Learn(p crawl.Page, _ page.State, list []crawl.Link) {
	for _, l := range list {
		f.mention(l)
	}
	if p == crawl.None {
		for _, l := range list {
			f.begin(uint32(l.To))
		}
	} else {
		f.grow(uint32(p))
		f.answer(uint32(p))
		f.add(p, list)
	}
	f.settle()
}

// PutOff implements [crawl.Patient].
func (f *Flow) PutOff(p crawl.Page, s page.State) {
	f.grow(uint32(p))
	if f.is[p]&(taken|putOff|answered) == taken {
		f.under--
	}
	f.is[p] |= putOff
	if f.is[p] &^= leftOut; s == page.Excluded || s == page.Ghost {
		f.is[p] |= leftOut
	}
	if f.o.Lowered {
		f.rank(uint32(p))
	}
	f.settle()
}

// Next implements [crawl.Strategy].
func (f *Flow) Next() (crawl.Page, crawl.Turn) {
	for len(f.queue) > 0 {
		p := f.queue[0]
		f.queue = f.queue[1:]
		if f.waits(uint32(p)) {
			f.is[p] |= taken
			f.under++
			return p, crawl.Take
		}
	}
	return 0, crawl.Wait
}

// waits reports whether a page can be requested and was not.
func (f *Flow) waits(u uint32) bool { return f.is[u]&(answered|taken|barred|putOff) == 0 }

// mention makes room for a page, and records whether it may be requested.
func (f *Flow) mention(l crawl.Link) {
	u := uint32(l.To)
	f.grow(u)
	if l.Barred {
		f.is[u] |= barred
		return
	}
	if f.is[u]&(barred|source) == barred|source {
		f.queue = append(f.queue, l.To)
	}
	f.is[u] &^= barred
}

// grow makes room for pages up to u.
func (f *Flow) grow(u uint32) {
	for len(f.is) <= int(u) {
		f.is = append(f.is, 0)
		f.excess, f.drained, f.height = append(f.excess, 0), append(f.drained, 0), append(f.height, 0)
		f.first, f.current = append(f.first, 0), append(f.current, 0)
	}
}

// begin makes a page a seed: what its links carry is sent along them.
func (f *Flow) begin(u uint32) {
	if f.is[u]&source != 0 {
		return
	}
	f.is[u] |= source
	f.excess[u], f.drained[u], f.height[u] = 0, f.o.Epsilon, f.o.Height
	for a := f.first[u]; a != 0; a = f.next[a] {
		f.flood(a)
	}
	if f.waits(u) {
		f.queue = append(f.queue, crawl.Page(u))
	}
}

// flood sends along a half at a source what it carries.
func (f *Flow) flood(a uint32) {
	v, c := f.to[a], f.left[a]
	if f.is[v]&source != 0 {
		return
	}
	if c > maxSupply-f.supply {
		c, f.over = maxSupply-f.supply, true
	}
	f.supply += c
	f.move(a, c)
	f.arrive(v, c)
}

// arrive gives overflow to a page, which passes to the sink what it can.
func (f *Flow) arrive(v uint32, c int64) {
	d := min(c, f.o.Epsilon-f.drained[v])
	f.drained[v] += d
	if f.excess[v] += c - d; f.o.Lowered {
		f.rank(v)
	}
}

// answer notes that a page was learnt.
func (f *Flow) answer(u uint32) {
	if f.is[u]&(taken|putOff|answered) == taken {
		f.under--
	}
	if f.is[u]&answered == 0 {
		f.answered++
	}
	f.is[u] = f.is[u]&^(putOff|leftOut) | answered
}

// add learns the links of a page, each once. Links to a source carry nothing: they are in no cut.
func (f *Flow) add(p crawl.Page, list []crawl.Link) {
	u := uint32(p)
	clear(f.seen)
	for a := f.first[u]; a != 0; a = f.next[a] {
		if a&1 == 0 {
			f.seen[f.to[a]] = true
		}
	}
	f.carries = f.carries[:0]
	for range list {
		f.carries = append(f.carries, FlowScale)
	}
	if f.o.Capacity != nil {
		f.o.Capacity(p, list, f.carries)
	}
	for i, l := range list {
		v := uint32(l.To)
		if c := min(f.carries[i], maxSupply); c > 0 && v != u && !f.seen[v] && f.is[v]&source == 0 {
			f.seen[v] = true
			a := f.lay(u, v, c)
			if f.is[u]&source != 0 {
				f.flood(a)
			}
		}
	}
	if f.current[u] = f.first[u]; f.o.Lowered {
		f.rank(u)
	}
}

// settle chooses the next pages, if all that were chosen before have answered or are postponed.
func (f *Flow) settle() {
	f.queue = slices.DeleteFunc(f.queue, func(p crawl.Page) bool { return !f.waits(uint32(p)) })
	switch {
	case len(f.queue) > 0 || f.under > 0:
	case f.o.Lowered:
		f.greedy()
	default:
		f.certify()
	}
}

// ahead is how many pages are chosen at once.
func (f *Flow) ahead() int { return 1 + int(f.answered/32) } //nolint:gosec // fewer than pages

// certify pushes as far as known links carry, then to pages that wait, and chooses those with the most overflow.
func (f *Flow) certify() {
	f.push(func(u uint32) bool { return f.drained[u] < f.o.Epsilon })
	f.push(func(u uint32) bool { return f.waits(u) })
	var found []overflow
	for u, e := range f.excess {
		if e > 0 && f.waits(uint32(u)) {
			found = append(found, overflow{uint32(u), e})
		}
	}
	slices.SortFunc(found, func(a, b overflow) int { return cmp.Or(cmp.Compare(b.amount, a.amount), cmp.Compare(a.at, b.at)) })
	for _, o := range found[:min(len(found), f.ahead())] {
		f.queue = append(f.queue, crawl.Page(o.at))
	}
}

// push pushes overflow towards pages that take it, until no overflow can reach any. Each pass measures heights
// anew, as distances to those pages, and descends once from the highest page: the wave of R. E. Tarjan ("A simple
// version of Karzanov's blocking flow algorithm", 1984). Overflow that a pass leaves is higher in the next.
func (f *Flow) push(takes func(uint32) bool) {
	for moved := true; moved; {
		moved = false
		f.level(takes)
		for _, u := range slices.Backward(f.order) {
			if f.excess[u] > 0 && f.height[u] > 1 {
				f.discharge(u)
				moved = true
			}
		}
	}
}

// level measures the distance of each page to the pages that take overflow, which are at 1. 0 marks pages that
// reach none.
func (f *Flow) level(takes func(uint32) bool) {
	f.order = f.order[:0]
	for u := range uint32(len(f.is)) { //nolint:gosec // pages are of 32 bits
		if f.height[u] = 0; f.is[u]&source == 0 && takes(u) {
			f.height[u] = 1
			f.order = append(f.order, u)
		}
	}
	for i := 0; i < len(f.order); i++ {
		u := f.order[i]
		for a := f.first[u]; a != 0; a = f.next[a] {
			if v := f.to[a]; f.left[a^1] > 0 && f.height[v] == 0 && f.is[v]&source == 0 {
				f.height[v] = f.height[u] + 1
				f.order = append(f.order, v)
			}
		}
	}
}

// discharge pushes the overflow of a page to pages one below, as far as links carry it.
func (f *Flow) discharge(u uint32) {
	for a := f.first[u]; a != 0 && f.excess[u] > 0; a = f.next[a] {
		v := f.to[a]
		if f.left[a] == 0 || f.height[v] != f.height[u]-1 {
			continue
		}
		c := min(f.left[a], f.excess[u])
		f.excess[u] -= c
		f.move(a, c)
		f.arrive(v, c)
	}
}

// Bytes returns what the strategy takes in memory.
func (f *Flow) Bytes() int64 {
	perPage := int64(cap(f.is)) + 8*int64(cap(f.excess)+cap(f.drained)) + 4*int64(cap(f.height)+cap(f.order)+cap(f.first)+cap(f.current)+cap(f.queue))
	return perPage + f.linkBytes() + int64(unsafe.Sizeof(overflow{}))*int64(f.most.Len())
}

// FlowBytes returns an upper limit for the memory of a Flow with the given numbers of pages and links.
func FlowBytes(pages int, links int64) int64 { return 3 * (33*int64(pages) + 32*links) / 2 }

// links are the links between known pages, each as two halves: half a leads to to[a], and half a^1 back. Halves
// with even numbers are the links. left[a] is the remaining capacity of a half; left[a^1] is the flow along a
// link.
type links struct {
	first   []uint32 // half of each page, 0 for none
	current []uint32 // lowered: where the search for a way down stands
	to      []uint32
	next    []uint32 // half of the same page
	left    []int64
}

func newLinks() links {
	return links{to: make([]uint32, 2), next: make([]uint32, 2), left: make([]int64, 2)}
}

// lay adds a link, and returns its half.
func (n *links) lay(u, v uint32, c int64) uint32 {
	a := uint32(len(n.to)) //nolint:gosec // 2³¹ links take 64 GiB
	n.to = append(n.to, v, u)
	n.next = append(n.next, n.first[u], n.first[v])
	n.left = append(n.left, c, 0)
	n.first[u], n.first[v] = a, a+1
	return a
}

// move moves flow along a half.
func (n *links) move(a uint32, c int64) {
	n.left[a] -= c
	n.left[a^1] += c
}

func (n *links) linkBytes() int64 {
	return 4*int64(cap(n.to)+cap(n.next)) + 8*int64(cap(n.left))
}
