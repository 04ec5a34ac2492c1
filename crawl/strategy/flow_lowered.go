package strategy

import (
	"math"
	"slices"

	"weft/crawl"
)

// rank notes the overflow of a page, if it is one to be pushed on.
func (f *Flow) rank(u uint32) {
	if e := f.excess[u]; e > f.o.Threshold && f.is[u]&source == 0 {
		f.most.Push(overflow{u, e})
	}
}

// greedy pushes or raises the page with the most overflow, step by step (fig. 4), until the next pages to request
// are found. The source stays at Height, and flow that gets higher may return to it.
func (f *Flow) greedy() {
	for f.most.Len() > 0 && len(f.queue) < f.ahead() {
		o := f.most.Pop()
		u := o.at
		switch {
		case f.excess[u] != o.amount || f.is[u]&source != 0:
		case f.waits(u):
			if !slices.Contains(f.queue, crawl.Page(u)) { // a page whose flow rises again to its former value may be in the queue twice
				f.queue = append(f.queue, crawl.Page(u))
			}
		case f.is[u]&(taken|putOff|answered) == taken, f.is[u]&(putOff|leftOut|answered) == putOff: // it is ranked when it answers
		default:
			f.step(u)
			f.rank(u)
		}
	}
}

// step pushes overflow of a page along one link down, or raises the page.
func (f *Flow) step(u uint32) {
	for a := f.current[u]; a != 0; a = f.next[a] {
		v := f.to[a]
		if f.left[a] == 0 || f.height[v]+1 != f.height[u] {
			continue
		}
		f.current[u] = a
		c := min(f.left[a], f.excess[u])
		f.excess[u] -= c
		f.move(a, c)
		if f.is[v]&source == 0 {
			f.arrive(v, c)
		}
		return
	}
	f.raise(u)
}

// raise puts a page one above the lowest that it can push to; overflow came from somewhere, so there is one.
func (f *Flow) raise(u uint32) {
	lowest := uint32(math.MaxUint32 - 1)
	for a := f.first[u]; a != 0; a = f.next[a] {
		if f.left[a] > 0 {
			lowest = min(lowest, f.height[f.to[a]])
		}
	}
	f.height[u], f.current[u] = lowest+1, f.first[u]
}
