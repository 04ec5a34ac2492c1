package terms

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/cespare/xxhash/v2"

	"weft/internal/atomicfile"
	"weft/internal/front"
)

// A Gatherer takes the terms of pages, in the order of the pages, and writes them to a scratch file in sorted runs.
// Each run holds the terms of a range of pages. Memory: as given.
type Gatherer struct {
	// Runs is the number of runs that were written.
	Runs int
	// Size is the length of all runs, in bytes.
	Size int64

	dir       string
	positions bool // places of terms in their pages are kept
	mostIDs   int
	mostText  int

	text  []byte     // the terms, one after the other
	terms []gathered // in the order in which they came
	slots []uint64   // by hash: the upper half of the hash, and the number of a term and 1; 0 if the slot is free
	ids   []uint32   // terms of the pages, page by page
	ends  []uint32   // after each page, the length of ids
	order []uint32   // room to put places in ids in the order of their terms
	first uint32     // page of the run
	buf   []byte

	file *os.File
	runs []section
}

// A gathered term of a run.
type gathered struct {
	start, end uint32 // in the text
	last       uint32 // its last page and 1
	pages      uint32 // number of its pages
	size       uint32 // number of its places
}

// A section is a part of a file.
type section struct{ at, size int64 }

// gap stands for no term.
const gap = ^uint32(0)

// LeastGather is the least memory of a Gatherer, in bytes.
const LeastGather = 1 << 20

// Memory of a Gatherer, in bytes. Half of it is for the terms of pages, at perID each. The other half is for
// different terms, at perTerm each, with their slots, the sorted order, and room to grow.
const (
	perID   = 12
	perTerm = 112
)

// NewGatherer returns a Gatherer whose runs lie in a folder. It keeps the places of terms in their pages if positions
// is set.
func NewGatherer(memory int64, dir string, positions bool) *Gatherer {
	memory = min(max(memory, LeastGather), 4<<30)
	g := &Gatherer{dir: dir, positions: positions, mostIDs: int(memory / 2 / perID), mostText: int(memory / 2)}
	g.slots = make([]uint64, 1<<10)
	return g
}

// Limit makes runs of at most about n places, in tests.
func (g *Gatherer) Limit(n int) { g.mostIDs = min(n, g.mostIDs) }

// Page begins the next page.
func (g *Gatherer) Page() error {
	if len(g.ids) >= g.mostIDs || 2*len(g.text)+perTerm*len(g.terms) >= g.mostText {
		if err := g.spill(); err != nil {
			return err
		}
	}
	g.ends = append(g.ends, uint32(len(g.ids))) //nolint:gosec // at most mostIDs and the terms of a page
	return nil
}

// now is the page under way.
func (g *Gatherer) now() uint32 { return g.first + uint32(len(g.ends)) - 1 } //nolint:gosec // pages are numbered so

// Add adds a term to the page under way, and reports whether it is new there. A Gatherer without positions takes each
// term of a page once.
func (g *Gatherer) Add(term []byte) bool {
	id := g.find(term)
	t := &g.terms[id]
	fresh := t.last != g.now()+1
	if fresh {
		t.last = g.now() + 1
		t.pages++
	}
	if fresh || g.positions {
		t.size++
		g.ids = append(g.ids, id)
	}
	return fresh
}

// Gap leaves a place of the page under way without a term.
func (g *Gatherer) Gap() { g.ids = append(g.ids, gap) }

// find returns the number of a term, which is new if it did not occur in the run.
func (g *Gatherer) find(term []byte) uint32 {
	mask := uint64(len(g.slots) - 1)
	sum := xxhash.Sum64(term)
	at := sum & mask
	for ; g.slots[at] != 0; at = (at + 1) & mask {
		if s := g.slots[at]; s>>32 == sum>>32 {
			id := uint32(s) - 1 //nolint:gosec // its lower half
			if t := &g.terms[id]; bytes.Equal(g.text[t.start:t.end], term) {
				return id
			}
		}
	}
	start := uint32(len(g.text)) //nolint:gosec // at most mostText and the terms of a page
	g.text = append(g.text, term...)
	g.terms = append(g.terms, gathered{start: start, end: uint32(len(g.text))}) //nolint:gosec // as above
	g.slots[at] = sum>>32<<32 | uint64(len(g.terms))
	if 2*len(g.terms) > len(g.slots) {
		g.grow()
	}
	return uint32(len(g.terms) - 1) //nolint:gosec // as above
}

// grow doubles the slots.
func (g *Gatherer) grow() {
	g.slots = make([]uint64, 2*len(g.slots))
	mask := uint64(len(g.slots) - 1)
	for i, t := range g.terms {
		sum := xxhash.Sum64(g.text[t.start:t.end])
		at := sum & mask
		for g.slots[at] != 0 {
			at = (at + 1) & mask
		}
		g.slots[at] = sum>>32<<32 | uint64(i+1) //nolint:gosec // few
	}
}

// A placed term has its first bytes as a number, which decides most comparisons.
type placed struct {
	head uint64
	id   uint32
}

// sorted returns the terms of the run in order.
func (g *Gatherer) sorted() []placed {
	all := make([]placed, len(g.terms))
	for i, t := range g.terms {
		var head [8]byte
		copy(head[:], g.text[t.start:t.end])
		all[i] = placed{binary.BigEndian.Uint64(head[:]), uint32(i)} //nolint:gosec // few
	}
	slices.SortFunc(all, func(a, b placed) int {
		if c := cmp.Compare(a.head, b.head); c != 0 {
			return c
		}
		return bytes.Compare(g.term(a.id), g.term(b.id))
	})
	return all
}

func (g *Gatherer) term(id uint32) []byte { return g.text[g.terms[id].start:g.terms[id].end] }

// spill writes the pages under way as a run. A term is front-coded; the number of its pages follows, and the gaps
// between pages. With positions, the number of places and the gaps between places follow each page.
func (g *Gatherer) spill() error {
	if len(g.ends) == 0 {
		return nil
	}
	if g.file == nil {
		var err error
		if g.file, err = atomicfile.Scratch(g.dir); err != nil {
			return err
		}
	}
	order := g.sorted()
	starts, pages := g.scatter(order), g.pageTable()
	w := bufio.NewWriterSize(io.NewOffsetWriter(g.file, g.Size), 1<<18)
	n, last := int64(0), []byte(nil)
	for i, p := range order {
		t := g.term(p.id)
		shared := front.Shared(last, t)
		g.buf = append(front.AppendHead(g.buf[:0], shared, len(t)-shared), t[shared:]...)
		last = t
		g.buf = binary.AppendUvarint(g.buf, uint64(g.terms[p.id].pages))
		g.appendPages(g.order[starts[i]:][:g.terms[p.id].size], pages)
		n += int64(len(g.buf))
		if _, err := w.Write(g.buf); err != nil {
			return fmt.Errorf("write a scratch file: %w", err)
		}
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("write a scratch file: %w", err)
	}
	g.runs = append(g.runs, section{g.Size, n})
	g.Runs, g.Size = g.Runs+1, g.Size+n
	g.first += uint32(len(g.ends)) //nolint:gosec // pages are numbered so
	g.text, g.terms, g.ids, g.ends = g.text[:0], g.terms[:0], g.ids[:0], g.ends[:0]
	clear(g.slots)
	return nil
}

// scatter puts the places in ids in the order of their terms, and returns the beginning of each term.
func (g *Gatherer) scatter(order []placed) (starts []uint32) {
	starts = make([]uint32, len(order))
	next := make([]uint32, len(order)) // by term
	sum := uint32(0)
	for i, p := range order {
		starts[i], next[p.id] = sum, sum
		sum += g.terms[p.id].size
	}
	g.order = slices.Grow(g.order[:0], len(g.ids))[:len(g.ids)]
	for i, id := range g.ids {
		if id != gap {
			g.order[next[id]] = uint32(i) //nolint:gosec // few
			next[id]++
		}
	}
	return starts
}

// pageStep is the number of places for which pageTable has an entry.
const pageStep = 64

// pageTable returns for each pageStep places the last page that begins at or before the first of them.
func (g *Gatherer) pageTable() []uint32 {
	table := make([]uint32, len(g.ids)/pageStep+1)
	page := 0
	for i := range table {
		for page+1 < len(g.ends) && int(g.ends[page+1]) <= i*pageStep {
			page++
		}
		table[i] = uint32(page) //nolint:gosec // pages are numbered so
	}
	return table
}

// appendPages appends the pages of a term to the room, and its positions.
func (g *Gatherer) appendPages(places, table []uint32) {
	last := uint32(0)
	for len(places) > 0 {
		page := max(table[places[0]/pageStep], last-min(last, g.first)) // pages of a term ascend
		for int(page)+1 < len(g.ends) && g.ends[page+1] <= places[0] {
			page++
		}
		begin, end := g.ends[page], uint32(len(g.ids)) //nolint:gosec // few
		if int(page)+1 < len(g.ends) {
			end = g.ends[page+1]
		}
		n := 1
		for n < len(places) && places[n] < end {
			n++
		}
		g.buf = binary.AppendUvarint(g.buf, uint64(g.first+page-last))
		last = g.first + page
		if g.positions {
			g.buf = binary.AppendUvarint(g.buf, uint64(n)) //nolint:gosec // not negative
			before := begin
			for _, p := range places[:n] {
				g.buf = binary.AppendUvarint(g.buf, uint64(p-before))
				before = p
			}
		}
		places = places[n:]
	}
}

// Done ends the input and frees the memory. The runs can be read afterwards.
func (g *Gatherer) Done() error {
	err := g.spill()
	g.text, g.terms, g.slots, g.ids, g.ends, g.order, g.buf = nil, nil, nil, nil, nil, nil, nil
	return err
}

// Close frees the runs. The nil Gatherer has none.
func (g *Gatherer) Close() {
	if g != nil && g.file != nil {
		g.file.Close() //nolint:errcheck // it has no name
	}
}
