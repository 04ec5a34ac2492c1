package core

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"weft/graph"
	"weft/internal/par"
)

// MostMasked is the largest MaxDegree of what counts sets of centers and maximal cliques.
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

// An around is what lies around a center: its fans, and the centers that these link, with the fans of the first that link them.
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

// chunkCenters is how many centers one worker takes at a time.
const chunkCenters = 64

// eachCenter calls f with all live centers, with what is lent to one worker at a time, and returns all of that.
func eachCenter[T any](ctx context.Context, c *Core, f func(*T, graph.Node) error) ([]*T, error) {
	n := len(c.heads.live)
	free := make(par.Free[T], par.Workers(c.o.Workers))
	err := par.Do(ctx, (n+chunkCenters-1)/chunkCenters, c.o.Workers, func(i int) error {
		x := free.Get()
		defer free.Put(x)
		for e := i * chunkCenters; e < min((i+1)*chunkCenters, n); e++ {
			if c.heads.live[e] == 0 {
				continue
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := f(x, graph.Node(e)); err != nil {
				return err
			}
		}
		if i%1024 == 0 {
			c.o.tell("centers", i*chunkCenters, n)
		}
		return nil
	})
	close(free)
	var all []*T
	for x := range free {
		all = append(all, x)
	}
	return all, err
}

// AroundBytes bounds what counting sets of centers and maximal cliques take of the heap.
func AroundBytes(maxDegree, workers int) int64 {
	d := int64(maxDegree)
	items := d * d
	return int64(par.Workers(workers)) * (9*items*(8+40)/4 + 9*items*d*40/8 + d*(MaxSize+1)*16 + 64*d + (MaxSize+1)*(MaxSize+1)*8)
}
