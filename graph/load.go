package graph

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"weft/graph/alloc"
	"weft/internal/par"
)

// Load decodes g into memory, in one pass. It returns errors of reading, and refuses more than [MaxInMemory] arcs.
func Load(g Graph) (*Memory, error) {
	said := g.NumArcs()
	if err := CheckInMemory(said); err != nil {
		return nil, err
	}
	starts, succ := make([]uint32, g.NumNodes()+1), make([]Node, 0, min(said, trusted(g.NumNodes())))
	c := g.Scan(Everything(g))
	for c.Next() {
		list := c.Succ()
		if most := len(succ) + len(list); most > cap(succ) {
			if err := CheckInMemory(int64(most)); err != nil {
				return nil, err
			}
			succ = slices.Grow(succ, int(max(said-int64(len(succ)), int64(len(list)))))
		}
		succ = append(succ, list...)
		starts[c.Node()+1] = uint32(len(succ)) //nolint:gosec // checked at the end
	}
	if err := cmp.Or(c.Err(), CheckInMemory(int64(len(succ)))); err != nil { // the slice may have grown beyond the limit
		return nil, err
	}
	return &Memory{starts: starts, succ: succ}, nil
}

// trusted returns the number of arcs of n nodes that is believed without reading. The number comes from a file. A
// number that few crawls reach is believed only after a good part of the arcs was read.
func trusted(n int) int64 { return 1<<22 + 64*int64(n) }

// Believable reports whether the number of arcs of g is within the range of many crawls, so that memory for all of
// them may be allocated before they are read.
func Believable(g Graph) bool { return g.NumArcs() <= trusted(g.NumNodes()) }

// LoadBytes is the memory that the result of [Load] takes.
func LoadBytes(nodes int, arcs int64) int64 { return 4*int64(nodes+1) + 4*arcs }

// LoadIn is [Load] with the result in a space. It allocates exactly the number of arcs of g. It also returns
// errors of allocating memory. Memory: [LoadBytes], and half a MiB if the space is filled by writing.
func LoadIn(s alloc.Space, g Graph) (*Memory, error) {
	return loadIn(s, g, func(l *loader) (int64, error) {
		return l.part(Everything(g), 0, g.NumArcs())
	})
}

// LoadParts is [LoadIn] by several workers. parts are consecutive and cover g, as from [Parts]; g must know the
// arcs before each part. look, if not nil, receives the number of finished nodes at times, from one worker at a
// time; an error ends the work. A graph with fewer arcs than it states is an error. Memory: as for LoadIn for each
// worker, and the index of g.
func LoadParts(ctx context.Context, g Random, parts []Range, w Work, look func(done Node) error) (*Memory, error) {
	return loadIn(w.Space, g, func(l *loader) (int64, error) {
		l.look = look
		if g.ArcsBefore(0) != 0 || g.ArcsBefore(g.NumNodes()) != g.NumArcs() {
			return 0, errOther
		}
		return g.NumArcs(), par.Do(ctx, len(parts), w.Workers, func(i int) error {
			from, end := g.ArcsBefore(parts[i].Lo), g.ArcsBefore(parts[i].Hi)
			if from < 0 || from > end || end > g.NumArcs() {
				return errOther
			}
			n, err := l.part(parts[i], from, end)
			if err == nil && n != end-from {
				err = errOther
			}
			return err
		})
	})
}

// errOther is the error of a graph whose lists differ from its stated numbers.
var errOther = errors.New("a part of a graph has other arcs than it says")

// loadIn makes a graph in memory by decode, which returns how many arcs there are.
func loadIn(s alloc.Space, g Graph, decode func(l *loader) (int64, error)) (*Memory, error) {
	said := g.NumArcs()
	if err := CheckInMemory(said); err != nil {
		return nil, err
	}
	l, m, arcs := &loader{g: g, free: make(par.Free[loadBuffer], par.Workers(0))}, &Memory{}, int64(0)
	var err error
	m.starts, err = alloc.Fill(s, g.NumNodes()+1, func(r alloc.Row[uint32]) (err error) {
		l.starts = r
		m.succ, err = alloc.Fill(s, int(said), func(r alloc.Row[Node]) (err error) {
			l.succ = r
			arcs, err = decode(l)
			return err
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	m.succ = m.succ[:arcs]
	return m, nil
}

// A loader writes lists, and where they end.
type loader struct {
	g      Graph
	starts alloc.Row[uint32]
	succ   alloc.Row[Node]
	free   par.Free[loadBuffer]

	look func(done Node) error
	mu   sync.Mutex
	done Node // how many nodes are
}

// A loadBuffer holds the data of one write, for spaces that are filled by writing.
type loadBuffer struct {
	starts []uint32
	succ   []Node
}

const loadAtOnce = 1 << 16

// part decodes the lists of a range, whose arcs have the places from from up to end, and returns how many these are.
func (l *loader) part(r Range, from, end int64) (int64, error) {
	b := l.buffer()
	defer l.free.Put(b)
	at, next := int(from), r.Lo+1 // where the windows begin
	succ, starts := l.succ.Window(at, int(end), b.succ), l.startsFrom(next, r, b)
	c := l.g.Scan(r)
	for c.Next() {
		list := c.Succ()
		if int64(len(list)) > end-int64(at+len(succ)) {
			return 0, fmt.Errorf("a graph says that it has %d arcs, and has more", l.g.NumArcs())
		}
		for len(list) > cap(succ)-len(succ) { // in a buffer, that is
			k := cap(succ) - len(succ)
			succ, list = append(succ, list[:k]...), list[k:]
			if err := l.succ.Put(at, succ); err != nil {
				return 0, err
			}
			at += len(succ)
			succ = l.succ.Window(at, int(end), b.succ)
		}
		succ = append(succ, list...)
		starts = append(starts, uint32(at+len(succ))) //nolint:gosec // at most MaxInMemory
		if len(starts) == cap(starts) {
			if err := l.nodes(next, starts); err != nil {
				return 0, err
			}
			next += len(starts)
			starts = l.startsFrom(next, r, b)
		}
	}
	if err := cmp.Or(c.Err(), l.succ.Put(at, succ)); err != nil {
		return 0, err
	}
	return int64(at+len(succ)) - from, nil
}

// buffer returns an unused buffer, empty if none is needed.
func (l *loader) buffer() *loadBuffer {
	b := l.free.Get()
	if b.starts == nil && l.starts.Writes() { // there may be no arcs
		b.starts, b.succ = make([]uint32, loadAtOnce), make([]Node, loadAtOnce)
	}
	return b
}

// startsFrom returns a window for where the lists after some node of a range end.
func (l *loader) startsFrom(next int, r Range, b *loadBuffer) []uint32 {
	return l.starts.Window(next, min(next+loadAtOnce, r.Hi+1), b.starts)
}

// nodes writes the ends of the lists of some nodes, and reports that they are finished.
func (l *loader) nodes(at int, ends []uint32) error {
	if err := l.starts.Put(at, ends); err != nil || l.look == nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.done += Node(len(ends)) //nolint:gosec // at most the number of nodes
	return l.look(l.done)
}
