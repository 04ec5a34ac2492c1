package lookup

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
	"weft/internal/corrupt"
	"weft/internal/front"
)

// A gatherer takes the terms of pages, in the order of the pages, and writes them to a scratch file in sorted runs. Each
// run holds the terms of a range of pages. Memory: as given.
type gatherer struct {
	dir      string
	mostIDs  int
	mostText int

	text  []byte     // the terms, one after the other
	terms []gathered // in the order in which they came
	slots []uint32   // by hash: the number of a term and 1; 0 if the slot is free
	ids   []uint32   // terms of the pages, page by page
	ends  []uint32   // after each page, the length of ids
	pages []uint32   // room to put the pages in the order of their terms
	first uint32     // page of the run

	file *os.File
	size int64
	runs []section
}

// A gathered term of a run.
type gathered struct {
	start, end uint32 // in the text
	last       uint32 // its last page and 1
	size       uint32 // number of its pages
}

// A section is a part of a file.
type section struct{ at, size int64 }

// leastGather is the least memory of a gatherer, in bytes.
const leastGather = 1 << 20

// Memory of a gatherer, in bytes. Half of it is for the terms of pages, at perID each. The other half is for different
// terms, at perTerm each, with their slots, the sorted order, and room to grow.
const (
	perID   = 12
	perTerm = 96
)

func newGatherer(memory int64, dir string) *gatherer {
	memory = min(max(memory, leastGather), 4<<30)
	g := &gatherer{dir: dir, mostIDs: int(memory / 2 / perID), mostText: int(memory / 2)}
	g.slots = make([]uint32, 1<<10)
	return g
}

// page begins the next page.
func (g *gatherer) page() error {
	if len(g.ids) >= g.mostIDs || 2*len(g.text)+perTerm*len(g.terms) >= g.mostText {
		if err := g.spill(); err != nil {
			return err
		}
	}
	g.ends = append(g.ends, uint32(len(g.ids))) //nolint:gosec // at most mostIDs and the terms of a page
	return nil
}

// now is the page under way.
func (g *gatherer) now() uint32 { return g.first + uint32(len(g.ends)) - 1 } //nolint:gosec // pages are numbered so

// add adds a term to the page under way, and reports whether it is new there.
func (g *gatherer) add(term []byte) bool {
	mask := uint64(len(g.slots) - 1)
	at := xxhash.Sum64(term) & mask
	for ; g.slots[at] != 0; at = (at + 1) & mask {
		id := g.slots[at] - 1
		t := &g.terms[id]
		if !bytes.Equal(g.text[t.start:t.end], term) {
			continue
		}
		if t.last == g.now()+1 {
			return false
		}
		t.last = g.now() + 1
		t.size++
		g.ids = append(g.ids, id)
		return true
	}
	start := uint32(len(g.text)) //nolint:gosec // at most mostText and the terms of a page
	g.text = append(g.text, term...)
	g.terms = append(g.terms, gathered{start, uint32(len(g.text)), g.now() + 1, 1}) //nolint:gosec // as above
	g.slots[at] = uint32(len(g.terms))                                              //nolint:gosec // as above
	g.ids = append(g.ids, uint32(len(g.terms)-1))                                   //nolint:gosec // as above
	if 2*len(g.terms) > len(g.slots) {
		g.grow()
	}
	return true
}

// grow doubles the slots.
func (g *gatherer) grow() {
	g.slots = make([]uint32, 2*len(g.slots))
	mask := uint64(len(g.slots) - 1)
	for i, t := range g.terms {
		at := xxhash.Sum64(g.text[t.start:t.end]) & mask
		for g.slots[at] != 0 {
			at = (at + 1) & mask
		}
		g.slots[at] = uint32(i + 1) //nolint:gosec // few
	}
}

// A placed term has its first bytes as a number, which decides most comparisons.
type placed struct {
	head uint64
	id   uint32
}

// sorted returns the terms of the run in order.
func (g *gatherer) sorted() []placed {
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

func (g *gatherer) term(id uint32) []byte { return g.text[g.terms[id].start:g.terms[id].end] }

// spill writes the pages under way as a run.
func (g *gatherer) spill() error {
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
	starts := g.scatter(order)
	w := bufio.NewWriterSize(io.NewOffsetWriter(g.file, g.size), 1<<18)
	n, last, buf := int64(0), []byte(nil), []byte(nil)
	for i, p := range order {
		t := g.term(p.id)
		shared := front.Shared(last, t)
		buf = append(front.AppendHead(buf[:0], shared, len(t)-shared), t[shared:]...)
		last = t
		pages := g.pages[starts[i]:][:g.terms[p.id].size]
		buf = appendGaps(binary.AppendUvarint(buf, uint64(len(pages))), pages)
		n += int64(len(buf))
		if _, err := w.Write(buf); err != nil {
			return fmt.Errorf("write a scratch file: %w", err)
		}
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("write a scratch file: %w", err)
	}
	g.runs = append(g.runs, section{g.size, n})
	g.size += n
	g.first += uint32(len(g.ends)) //nolint:gosec // pages are numbered so
	g.text, g.terms, g.ids, g.ends = g.text[:0], g.terms[:0], g.ids[:0], g.ends[:0]
	clear(g.slots)
	return nil
}

// scatter puts the pages in the order of their terms, and returns where the pages of each term begin.
func (g *gatherer) scatter(order []placed) (starts []uint32) {
	starts = make([]uint32, len(order))
	next := make([]uint32, len(order)) // by term
	sum := uint32(0)
	for i, p := range order {
		starts[i], next[p.id] = sum, sum
		sum += g.terms[p.id].size
	}
	g.pages = slices.Grow(g.pages[:0], len(g.ids))[:len(g.ids)]
	for i, from := range g.ends {
		to := uint32(len(g.ids)) //nolint:gosec // few
		if i+1 < len(g.ends) {
			to = g.ends[i+1]
		}
		for _, id := range g.ids[from:to] {
			g.pages[next[id]] = g.first + uint32(i) //nolint:gosec // pages are numbered so
			next[id]++
		}
	}
	return starts
}

// done ends the input and frees the memory. The runs can be read afterwards.
func (g *gatherer) done() error {
	err := g.spill()
	g.text, g.terms, g.slots, g.ids, g.ends, g.pages = nil, nil, nil, nil, nil, nil
	return err
}

func (g *gatherer) close() error {
	if g.file == nil {
		return nil
	}
	return g.file.Close()
}

// A runReader reads a run term by term.
type runReader struct {
	number int
	r      *bufio.Reader
	term   []byte
	size   uint64 // pages that were not read yet
	last   uint64
}

func (g *gatherer) read(number, buffer int) *runReader {
	s := g.runs[number]
	return &runReader{number: number, r: bufio.NewReaderSize(io.NewSectionReader(g.file, s.at, s.size), buffer)}
}

// next moves to the next term; false at the end. All pages of the term before must have been read.
func (r *runReader) next() (bool, error) {
	if _, err := r.r.Peek(1); err == io.EOF {
		return false, nil
	}
	shared, err1 := binary.ReadUvarint(r.r)
	rest, err2 := binary.ReadUvarint(r.r)
	if err := cmp.Or(err1, err2); err != nil {
		return false, fmt.Errorf("read a scratch file: %w", err)
	}
	if shared > uint64(len(r.term)) || rest > 1<<20 {
		return false, corrupt.Errorf("read a scratch file: a term of %d bytes shares %d", rest, shared)
	}
	r.term = slices.Grow(r.term[:shared], int(rest))[:shared+rest] //nolint:gosec // checked
	_, err1 = io.ReadFull(r.r, r.term[shared:])
	r.size, err2 = binary.ReadUvarint(r.r)
	r.last = 0
	if err := cmp.Or(err1, err2); err != nil {
		return false, fmt.Errorf("read a scratch file: %w", err)
	}
	return true, nil
}

// page reads the next page of the term.
func (r *runReader) page() (uint32, error) {
	gap, err := binary.ReadUvarint(r.r)
	if err != nil {
		return 0, fmt.Errorf("read a scratch file: %w", err)
	}
	r.size--
	r.last += gap
	return uint32(r.last), nil //nolint:gosec // it was one
}
