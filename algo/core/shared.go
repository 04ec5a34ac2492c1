package core

import (
	"context"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/par"
)

// A table of many shapes is not searched fan by fan for each of them: what a fan shares with others says once for all in which it has no clique. A fan v that is the first of a clique
// (i,j) has i−1 fans after it that link j of its centers or more; so the i−1st largest number of centers that v shares with a fan after it is j or more. That is
// counted for all i in one search, and fans that share too little are passed over. On graphs of the copying model most shapes are left with a few of the fans.

const (
	sharedRows = 10 // i from 2 on; what is told of the last holds for all behind it, which have less
	mostShared = 15 // numbers end there: it stands for as many, or more
)

// A sharing is what fans share with others after them: of each fan half a byte for each i.
type sharing struct {
	of   [][]uint8 // of two i in turn, by fan
	held bool      // fans are numbered as in the core that was held, not as in the whole graph
}

// SharedBytes are the arrays that [Core.Each] keeps of what fans share, of n pages, for a table from first to last: up to 5 bytes a page, of ten i and more.
func SharedBytes(n int, first, last Shape) int64 {
	if !sharingPays(first, last) {
		return 0
	}
	return int64(sharedPairs(last)) * int64(n)
}

// sharedPairs is how many pairs of i there are from 2 on.
func sharedPairs(last Shape) int { return (min(last.Fans-1, sharedRows) + 1) / 2 }

// sharingPays says whether a table has so many shapes of two fans or more that looking at all fans once more is soon made up for. It does not ask which are done, so that a
// table that is gone on with reads what it would have read.
func sharingPays(first, last Shape) bool {
	rows, columns := last.Fans-max(first.Fans, 2)+1, last.Centers-first.Centers+1
	return rows > 0 && columns > 0 && rows*columns >= 4
}

// sharedBase is the shape of the core in which fans are looked at: all those of two fans or more lie in it.
func sharedBase(first Shape) Shape { return Shape{max(first.Fans, 2), first.Centers} }

// share looks at what fans share. The core is that of the base, and is not used up.
func (c *Core) share(ctx context.Context, last Shape) error {
	m := alloc.Maker{Space: c.o.Space}
	if c.o.Aside != nil {
		m.Space = c.o.Aside
	}
	s := &sharing{of: make([][]uint8, sharedPairs(last)), held: c.ids != nil}
	for k := range s.of {
		s.of[k] = alloc.From[uint8](&m, len(c.fans.live))
	}
	if m.Err != nil {
		return m.Err
	}
	parts := graph.Split(c.fans.g, max(1, len(c.fans.live)/toldCenters))
	free := make(par.Free[finder], par.Workers(c.o.Workers))
	err := par.Do(ctx, len(parts), c.o.Workers, func(i int) error {
		c.o.tell("what fans share", parts[i].Lo, len(c.fans.live))
		f := free.Get()
		defer free.Put(f)
		f.c = c
		for v := parts[i].Lo; v < parts[i].Hi; v++ {
			if c.fans.live[v] == 0 {
				continue
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := f.share(s, graph.Node(v)); err != nil { //nolint:gosec // a node
				return err
			}
		}
		return nil
	})
	if err == nil {
		c.shared = s
	}
	return err
}

// share notes what a fan shares.
func (f *finder) share(s *sharing, v graph.Node) error {
	if err := f.readHeads(v); err != nil || len(f.heads) < f.c.Centers {
		return err
	}
	if err := f.readOthers(v); err != nil || len(f.heads) < f.c.Centers {
		return err
	}
	f.meet()
	var fans [mostShared + 1]int // that share so many centers with v
	for _, m := range f.met {
		fans[min(m.n, mostShared)]++
	}
	at, more := mostShared, 0 // fans that share more than at
	for i := 2; i < 2+2*len(s.of); i++ {
		for at > 0 && more+fans[at] < i-1 {
			more += fans[at]
			at--
		}
		s.of[(i-2)/2][v] |= uint8(at) << (i % 2 * 4)
	}
	return nil
}

// mayLead says whether a fan may be the first of a clique, as far as it is known what fans share.
func (c *Core) mayLead(v graph.Node) bool {
	s := c.shared
	if s == nil || c.Fans < 2 {
		return true
	}
	if !s.held {
		v = c.name(v)
	}
	i := min(c.Fans, 1+2*len(s.of))
	return int(s.of[(i-2)/2][v]>>(i%2*4)&mostShared) >= min(c.Centers, mostShared)
}
