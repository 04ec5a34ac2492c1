package model

// block is how many links are drawn at once.
const block = 1 << 16

// ahead draws links in blocks, the next one while one is used.
type ahead struct {
	pool      *pool
	now, next []uint32
	at        uint64        // where now begins
	ready     chan struct{} // next is drawn; nil if that is not done beforehand
}

func newAhead(p *pool, beforehand bool) *ahead {
	a := &ahead{pool: p}
	if beforehand {
		a.ready = make(chan struct{}, 1)
		a.draw(0)
	}
	return a
}

// take appends n links from i on. Calls go through the pool in order.
func (a *ahead) take(list []uint32, i, n uint64) []uint32 {
	for n > 0 {
		if i >= a.at+uint64(len(a.now)) {
			a.turn(i)
		}
		some := a.now[i-a.at:]
		some = some[:min(n, uint64(len(some)))]
		list = append(list, some...)
		i, n = i+uint64(len(some)), n-uint64(len(some))
	}
	return list
}

// turn goes to the block that begins at i.
func (a *ahead) turn(i uint64) {
	if a.ready == nil {
		a.fill(i)
	} else {
		<-a.ready
	}
	a.now, a.next, a.at = a.next, a.now, i
	if next := i + uint64(len(a.now)); a.ready != nil && next < a.pool.size() {
		a.draw(next)
	}
}

// draw fills next in the background.
func (a *ahead) draw(i uint64) {
	go func() {
		a.fill(i)
		a.ready <- struct{}{}
	}()
}

// fill draws the block from i on.
func (a *ahead) fill(i uint64) {
	n := min(block, a.pool.size()-i)
	if a.next == nil {
		a.next = make([]uint32, 0, n)
	}
	a.next = a.next[:0]
	for k := range n {
		a.next = append(a.next, a.pool.at(i+k))
	}
}
