package core

import (
	"context"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/par"
)

// A table of many shapes is not searched fan by fan for each shape. One search computes, for each fan, the shapes
// without a clique. A fan v that is the first of a clique (i,j) has at least i−1 fans after it that link to at
// least j of its centers. So the (i−1)st largest number of centers that v shares with a fan after it is at least
// j. The search counts this for all i, and later searches skip fans that share too little. On graphs of the
// copying model, few fans remain for most shapes.

const (
	sharedRows = 10 // i from 2 on; the value of the last row is an upper bound for all greater i
	mostShared = 15 // numbers end there: it stands for as many, or more
)

// A SharedState is the state of [Core.Each] while it computes what fans share. A state resumes with the same
// graph, table and options, including Held.
type SharedState struct {
	Held bool `json:"held"` // fans are numbered as in the core that was held, not as in the whole graph
	Next int  `json:"next"` // the first fan that was not searched
	// Of has half a byte of each fan for each i, two i behind one another.
	Of []uint8 `json:"-"`
}

// SharedBytes returns the memory of the arrays in which [Core.Each] keeps what the fans of n pages share, for a
// table from first to last. It is up to 5 bytes a page, for ten or more values of i.
func SharedBytes(n int, first, last Shape) int64 {
	if !sharingPays(first, last) {
		return 0
	}
	return int64(sharedPairs(last)) * int64(n)
}

// sharedPairs is how many pairs of i there are from 2 on.
func sharedPairs(last Shape) int { return (min(last.Fans-1, sharedRows) + 1) / 2 }

// sharingPays reports whether a table has enough shapes of two fans or more for the extra search of all fans to
// pay. Finished shapes count, too, so a resumed table reads the same as an uninterrupted one.
func sharingPays(first, last Shape) bool {
	rows, columns := last.Fans-max(first.Fans, 2)+1, last.Centers-first.Centers+1
	return rows > 0 && columns > 0 && rows*columns >= 4
}

// sharedBase returns the shape of the core in which sharing is computed. It contains all cores of two fans or
// more.
func sharedBase(first Shape) Shape { return Shape{max(first.Fans, 2), first.Centers} }

// A sharing is a state with where its half bytes are.
type sharing struct {
	*SharedState
	rows  int // i from 2 on
	width int // fans of a row
}

// at is the place of a fan for i, and how far its half byte is to be shifted.
func (s *sharing) at(i int, v graph.Node) (at, shift int) {
	return (i-2)/2*s.width + int(v), i % 2 * 4
}

// share computes what fans share. The core is the core of sharedBase; share does not use it up.
func (c *Core) share(ctx context.Context, last Shape) error {
	s, err := c.beginSharing(sharedPairs(last))
	if err != nil {
		return err
	}
	c.mark()
	defer c.unmark()
	free := make(par.Free[finder], par.Workers(c.o.Workers))
	for n := len(c.fans.live); s.Next < n; {
		from := s.Next
		chunks := min((n-from+c.o.chunk-1)/c.o.chunk, chunksAtOnce)
		err := par.Do(ctx, chunks, c.o.Workers, func(i int) error {
			f := free.Get()
			defer free.Put(f)
			f.of(c)
			lo := from + i*c.o.chunk
			return f.shareEach(ctx, s, graph.Range{Lo: lo, Hi: min(lo+c.o.chunk, n)})
		})
		if err != nil {
			return err
		}
		s.Next = min(from+chunks*c.o.chunk, n)
		if k := &c.o.Sharing; k.due() {
			if err := k.Save(*s.SharedState); err != nil {
				return err
			}
		}
	}
	c.shared = s
	return nil
}

// chunkShared is the number of fans that one worker takes at a time. A number of such chunks lies between two
// saves.
const (
	chunkShared  = 1 << 16
	chunksAtOnce = 32
)

// beginSharing resumes from a state that fits, or begins.
func (c *Core) beginSharing(pairs int) (*sharing, error) {
	n := len(c.fans.live)
	s := &sharing{&SharedState{Held: c.ids != nil}, 2 * pairs, n}
	from := c.o.Sharing.From
	if from == nil || from.Held != s.Held || len(from.Of) != pairs*n || from.Next < 0 || from.Next > n {
		from = s.SharedState
	}
	if len(from.Of) > 0 && from.Next == n { // the state's slices are used until the end
		s.SharedState = from
		return s, nil
	}
	m := alloc.Maker{Space: c.o.Space}
	if c.o.Aside != nil {
		m.Space = c.o.Aside
	}
	s.Next = from.Next
	of := alloc.From[uint8](&m, pairs*n)
	if m.Err == nil {
		copy(of, from.Of)
	}
	s.Of = of
	return s, m.Err
}

// shareEach computes what some fans share.
func (f *finder) shareEach(ctx context.Context, s *sharing, r graph.Range) error {
	f.c.o.tell("what fans share", r.Lo, len(f.c.fans.live))
	for v := r.Lo; v < r.Hi; v++ {
		if f.c.fans.live[v] == 0 {
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
}

// share records what a fan shares.
func (f *finder) share(s *sharing, v graph.Node) error {
	if err := f.readHeads(v); err != nil || len(f.heads) < f.c.Centers {
		return err
	}
	if err := f.readOthers(v); err != nil || len(f.heads) < f.c.Centers {
		return err
	}
	f.meet()
	var fans [mostShared + 1]int // number of fans by the number of centers shared with v
	for _, m := range f.met {
		fans[min(m.n, mostShared)]++
	}
	at, more := mostShared, 0 // fans that share more than at
	for i := 2; i < 2+s.rows; i++ {
		for at > 0 && more+fans[at] < i-1 {
			more += fans[at]
			at--
		}
		k, shift := s.at(i, v)
		s.Of[k] |= uint8(at) << shift
	}
	return nil
}

// mayLead says whether a fan may be the first of a clique, as far as it is known what fans share.
func (c *Core) mayLead(v graph.Node) bool {
	s := c.shared
	if s == nil || c.Fans < 2 {
		return true
	}
	if !s.Held {
		v = c.name(v)
	}
	k, shift := s.at(min(c.Fans, 1+s.rows), v)
	return int(s.Of[k]>>shift&mostShared) >= min(c.Centers, mostShared)
}
