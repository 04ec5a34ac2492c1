package flow

import (
	"context"
	"math"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/bitset"
)

// dead is the level of pages from which the sink cannot be reached, and of the sources. A page that is dead stays dead:
// only a flow towards it could open a way from it, and none goes there.
const dead = math.MaxUint32

// none ends a list of active pages.
const none = math.MaxUint32

// A preflow is a flow with excess: some of it has not left the pages where it arrived. Page u holds excess[u].
type preflow struct {
	*Network
	left   []int64 // what each half can still take
	room   []int64 // what the arc of each page to the sink can still take
	excess []int64
	value  int64 // what arrived at the sink

	level   []uint32 // at most the number of arcs on the way to the sink
	current []uint32 // the first half at each page that may lead down
	pages   []uint32 // how many pages stand on each level
	active  []uint32 // the first of a list of pages with excess on each level
	next    []uint32 // the next page of the list
	highest uint32   // no page with excess stands on a higher level that is not dead
	limit   uint32   // no way from higher levels leads to the sink, since one level below is empty
	queue   []uint32
	work    int64 // halves visited since levels were measured
	steps   int   // pages pushed from

	unlimited bitset.Set // pages outside
	reachable int        // from the sources
}

// CutBytes returns the maximum memory of [Network.MinCut] and [Network.Sweep] for a network of the given numbers
// of pages and arcs. It includes the results, and excludes the network and the arcs of a cut. It is 45 bytes a
// page, and 16 bytes an arc; an arc of two pages that link to each other takes half.
func CutBytes(nodes int, arcs int64) int64 { return 45*int64(nodes) + 64 + 16*arcs }

func newPreflow(n *Network, t Terminals, w graph.Work) (*preflow, error) {
	m := alloc.Maker{Space: w.Space}
	pages := n.NumNodes()
	p := &preflow{
		Network: n,
		left:    alloc.From[int64](&m, len(n.heads)), room: alloc.From[int64](&m, pages), excess: alloc.From[int64](&m, pages),
		level: alloc.From[uint32](&m, pages), current: alloc.From[uint32](&m, pages), next: alloc.From[uint32](&m, pages),
		pages: alloc.From[uint32](&m, pages+2), active: alloc.From[uint32](&m, pages+2), queue: alloc.From[uint32](&m, pages)[:0],
		unlimited: alloc.From[uint64](&m, (pages+63)/64),
	}
	if m.Err != nil {
		return nil, m.Err
	}
	copy(p.left, n.capacity)
	for u := range p.room {
		p.room[u] = t.sink(u)
	}
	for _, u := range t.Outside {
		p.room[u] = math.MaxInt64
		p.unlimited.Add(int(u))
	}
	for _, u := range t.Sources {
		p.level[u] = dead
		p.value += p.room[u]
		p.room[u] = 0
	}
	p.reachable = p.reach(t.Sources)
	p.flood()
	for _, u := range t.Sources {
		p.fill(uint32(u))
	}
	return p, nil
}

// fill sends from a source what its arcs to other pages take.
func (p *preflow) fill(u uint32) {
	lo, hi := p.halves(u)
	for a := lo; a < hi; a++ {
		v, c := p.heads[a], p.left[a]
		if c == 0 || p.level[v] == dead {
			continue
		}
		p.left[a] = 0
		p.left[p.twins[a]] += c
		p.excess[v] += p.absorb(v, c)
	}
}

// absorb sends on to the sink what of c it takes from v, and returns the rest.
func (p *preflow) absorb(v uint32, c int64) int64 {
	take := min(c, p.room[v])
	p.room[v] -= take
	p.value += take
	return c - take
}

// run pushes on until no excess can reach the sink.
func (p *preflow) run(ctx context.Context) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !p.measure() {
			return nil
		}
		if err := p.pushAll(ctx); err != nil {
			return err
		}
	}
}

// measureEvery is the number of visited halves, per half of the network, after which levels are measured anew.
const measureEvery = 1.0

// pushAll pushes from the highest pages until none has excess or the levels are to be measured anew.
func (p *preflow) pushAll(ctx context.Context) error {
	enough := int64(measureEvery*float64(len(p.heads))) + 4*int64(len(p.level))
	for p.work = 0; p.work < enough; {
		u := p.pop()
		if u == none {
			return nil
		}
		p.discharge(u)
		if p.steps++; p.steps%look == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// pop takes a highest page with excess.
func (p *preflow) pop() uint32 {
	p.highest = min(p.highest, p.limit)
	for ; p.highest > 0; p.highest-- {
		if u := p.active[p.highest]; u != none {
			p.active[p.highest] = p.next[u]
			return u
		}
	}
	return none
}

func (p *preflow) push(u uint32) {
	l := p.level[u]
	p.next[u] = p.active[l]
	p.active[l] = u
	p.highest = max(p.highest, l)
}

// discharge sends the excess of u down, and lifts u while there is more.
func (p *preflow) discharge(u uint32) {
	for {
		if p.sendDown(u) {
			return
		}
		p.lift(u)
		if p.level[u] > p.limit {
			return
		}
	}
}

// sendDown sends the excess of u to pages one level below, and says whether that was all.
func (p *preflow) sendDown(u uint32) bool {
	_, hi := p.halves(u)
	below, e := p.level[u]-1, p.excess[u]
	a := p.current[u]
	from := a
	for ; a < hi; a++ {
		c := p.left[a]
		if c == 0 {
			continue
		}
		v := p.heads[a]
		if p.level[v] != below {
			continue
		}
		c = min(c, e)
		p.left[a] -= c
		p.left[p.twins[a]] += c
		p.arrive(v, c)
		if e -= c; e == 0 {
			break
		}
	}
	p.work += int64(a - from)
	p.current[u], p.excess[u] = a, e
	return e == 0
}

func (p *preflow) arrive(v uint32, c int64) {
	c = p.absorb(v, c)
	if c == 0 {
		return
	}
	if p.excess[v] == 0 {
		p.push(v)
	}
	p.excess[v] += c
}

// lift puts u one level above the lowest page that it can send to.
func (p *preflow) lift(u uint32) {
	lo, hi := p.halves(u)
	lowest, first := uint32(dead-1), lo
	for a := lo; a < hi; a++ {
		if p.left[a] != 0 && p.level[p.heads[a]] < lowest {
			lowest, first = p.level[p.heads[a]], a
		}
	}
	p.work += int64(hi-lo) + 4
	old := p.level[u]
	if p.pages[old]--; p.pages[old] == 0 {
		p.limit = min(p.limit, old)
	}
	p.level[u], p.current[u] = lowest+1, first
	if lowest < p.limit {
		p.pages[lowest+1]++
	}
}

// measure finds the distance of each page to the sink along arcs with residual capacity, and reports whether any
// excess can reach the sink. Pages that cannot reach it are dead.
func (p *preflow) measure() bool {
	clear(p.pages)
	for i := range p.active {
		p.active[i] = none
	}
	p.spread()
	p.highest, p.limit = 0, uint32(len(p.level))
	for u, e := range p.excess {
		l := p.level[u]
		if l == dead {
			continue
		}
		p.pages[l]++
		p.current[u] = p.starts[u]
		if e > 0 {
			p.push(uint32(u))
		}
	}
	return p.highest > 0
}

// unknown is the level of pages that were not reached yet.
const unknown = dead - 1

// spread measures the distances, from the sink backwards.
func (p *preflow) spread() {
	waiting := p.nearest()
	i := 0
	if waiting < len(p.queue) { // visiting the waiting pages is less work than visiting the found ones
		i = len(p.queue)
		p.secondNearest()
		waiting -= len(p.queue) - i
	}
	for ; i < len(p.queue) && waiting > 0; i++ {
		v := p.queue[i]
		lo, hi := p.halves(v)
		for a := lo; a < hi; a++ {
			u := p.heads[a]
			if p.level[u] == unknown && p.left[p.twins[a]] > 0 {
				p.level[u] = p.level[v] + 1
				p.queue = append(p.queue, u)
				waiting--
			}
		}
	}
	if waiting == 0 {
		return
	}
	for u, l := range p.level {
		if l == unknown {
			p.level[u] = dead
		}
	}
}

// nearest queues the pages whose own arcs to the sink can take more, and returns how many others are not dead.
func (p *preflow) nearest() (waiting int) {
	p.queue = p.queue[:0]
	for u, l := range p.level {
		switch {
		case l == dead:
		case p.room[u] > 0:
			p.level[u] = 1
			p.queue = append(p.queue, uint32(u))
		default:
			p.level[u] = unknown
			waiting++
		}
	}
	return waiting
}

// secondNearest queues the pages that can send to the nearest.
func (p *preflow) secondNearest() {
	for u, l := range p.level {
		if l != unknown {
			continue
		}
		lo, hi := p.halves(uint32(u))
		for a := lo; a < hi; a++ {
			if p.left[a] > 0 && p.level[p.heads[a]] == 1 {
				p.level[u] = 2
				p.queue = append(p.queue, uint32(u))
				break
			}
		}
	}
}
