package core

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"sync"

	"weft/graph"
	"weft/internal/par"
)

// MostMasked is the largest MaxDegree for counting sets of centers and maximal cliques.
const MostMasked = 64 * maskWords

const maskWords = 4

// A mask is a set of the fans of a center.
type mask [maskWords]uint64

func (m mask) and(o mask) mask {
	for i := range m {
		m[i] &= o[i]
	}
	return m
}

func (m mask) count() (n int) {
	for _, w := range m {
		n += bits.OnesCount64(w)
	}
	return n
}

// An around is the neighbourhood of a center: its fans, and the centers that they link to, with the first fans
// that link to them.
type around struct {
	fans  []graph.Node
	items []item
	pairs []uint64
	list  []graph.Node
}

// An item is a center.
type item struct {
	center graph.Node
	by     mask
}

// read reads what is around a live center.
func (a *around) read(c *Core, e graph.Node) (err error) {
	if a.list, err = c.heads.g.AppendSucc(a.list[:0], e); err != nil {
		return err
	}
	a.fans, a.pairs, a.items = a.fans[:0], a.pairs[:0], a.items[:0]
	for _, w := range a.list {
		if w != e && c.fans.live[w] != 0 {
			a.fans = append(a.fans, w)
		}
	}
	for k, w := range a.fans {
		if a.list, err = c.fans.g.AppendSucc(a.list[:0], w); err != nil {
			return err
		}
		for _, v := range a.list {
			if v != w && c.heads.live[v] != 0 {
				a.pairs = append(a.pairs, uint64(v)<<32|uint64(k))
			}
		}
	}
	slices.Sort(a.pairs)
	for _, p := range a.pairs {
		if v := graph.Node(p >> 32); len(a.items) == 0 || a.items[len(a.items)-1].center != v {
			a.items = append(a.items, item{center: v})
		}
		k := uint32(p)
		a.items[len(a.items)-1].by[k/64] |= 1 << (k % 64)
	}
	return nil
}

// all is the set of all fans.
func (a *around) all() (m mask) {
	for k := range a.fans {
		m[k/64] |= 1 << (k % 64)
	}
	return m
}

// checkMasked refuses more links than masks have room for.
func (c *Core) checkMasked() error {
	if c.o.MaxDegree > MostMasked {
		return fmt.Errorf("sets of centers: pages of up to %d links, want %d at most", c.o.MaxDegree, MostMasked)
	}
	return nil
}

// chunkCenters is the number of centers that one worker takes at a time. After toldCenters centers, progress is
// reported.
const chunkCenters, toldCenters = 16, 1 << 16

// centers visits all live centers. Each worker borrows a T at a time.
type centers[T any] struct {
	c       *Core
	workers int
	look    func(*T, graph.Node) error
	due     func() bool                    // whether save is to be called; it may be nil
	save    func(next int, all []*T) error // receives all T
	lent    par.Free[T]
}

// run visits centers from a given one on, and returns all T.
func (x *centers[T]) run(ctx context.Context, from int) ([]*T, error) {
	workers := par.Workers(x.workers)
	x.lent = make(par.Free[T], workers)
	for n := len(x.c.heads.live); from < n; {
		t := &taker{next: from, end: n, due: x.due}
		if err := par.Do(ctx, workers, workers, func(int) error { return x.takeAll(ctx, t) }); err != nil {
			return x.all(), err
		}
		if from = t.next; from < n {
			if err := x.save(from, x.all()); err != nil {
				return x.all(), err
			}
		}
	}
	return x.all(), nil
}

// takeAll visits the centers that a taker gives to one worker.
func (x *centers[T]) takeAll(ctx context.Context, t *taker) error {
	lent := x.lent.Get()
	defer x.lent.Put(lent)
	for {
		r, more := t.take()
		if !more {
			return nil
		}
		for e := r.Lo; e < r.Hi; e++ {
			if x.c.heads.live[e] == 0 {
				continue
			}
			err := ctx.Err()
			if err == nil {
				err = x.look(lent, graph.Node(e))
			}
			if err != nil {
				t.stop()
				return err
			}
		}
		if r.Lo/toldCenters != r.Hi/toldCenters {
			x.c.o.tell("centers", r.Lo, t.end)
		}
	}
}

// all returns all T. None may be borrowed.
func (x *centers[T]) all() (all []*T) {
	for len(x.lent) > 0 {
		all = append(all, <-x.lent)
	}
	for _, t := range all {
		x.lent.Put(t)
	}
	return all
}

// A taker gives out centers in order, until there are no more or the state is due to be saved. Then all given
// centers are visited before the save, and none after them.
type taker struct {
	mu        sync.Mutex
	next, end int
	due       func() bool
	begun     bool // some were given, so that a search progresses even if a save is always due
	pauses    bool
}

func (t *taker) take() (r graph.Range, more bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pauses = t.pauses || t.begun && t.due != nil && t.due()
	if t.pauses || t.next >= t.end {
		return r, false
	}
	r = graph.Range{Lo: t.next, Hi: min(t.next+chunkCenters, t.end)}
	t.next, t.begun = r.Hi, true
	return r, true
}

// stop makes all workers end soon, as one of them has failed.
func (t *taker) stop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pauses = true
}

// AroundBytes bounds what counting sets of centers and maximal cliques take of the heap.
func AroundBytes(maxDegree, workers int) int64 {
	d := int64(maxDegree)
	items := d * d
	return int64(par.Workers(workers)) * (9*items*(8+40)/4 + 9*items*d*40/8 + d*(MaxSize+1)*16 + 64*d + (MaxSize+1)*(MaxSize+1)*8)
}
