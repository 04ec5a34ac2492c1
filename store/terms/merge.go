package terms

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"

	"weft/internal/corrupt"
	"weft/internal/heap"
)

// Merge calls f with all terms in order, and with a reader of their pages. The term is valid until f returns. note,
// if not nil, receives the number of bytes of the runs that were read. Memory: buffer bytes for each run.
func (g *Gatherer) Merge(ctx context.Context, buffer int, note func(done, total int64), f func(term []byte, pages *Pages) error) error {
	h := heap.New(func(a, b *runReader) bool {
		c := bytes.Compare(a.term, b.term)
		return c < 0 || c == 0 && a.number < b.number
	})
	for i, s := range g.runs {
		r := &runReader{number: i, in: input{from: io.NewSectionReader(g.file, s.at, s.size), room: make([]byte, max(buffer, 1<<10))}}
		if ok, err := r.next(); err != nil {
			return err
		} else if ok {
			h.Push(r)
		}
	}
	p := &Pages{h: h, positions: g.positions}
	var term []byte
	for n := 0; h.Len() > 0; n++ {
		if n%(1<<12) == 0 {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if note != nil {
				note(p.read(g.Size), g.Size)
			}
		}
		term = append(term[:0], h.First().term...)
		p.term = term
		if err := f(term, p); err != nil {
			return err
		}
		for p.Next() { // f may leave pages unread
		}
		if p.err != nil {
			return p.err
		}
	}
	return nil
}

// Pages reads the pages of a term from all runs, in order.
type Pages struct {
	// Page is the page, after Next returned true.
	Page uint32
	// Places are the places of the term in the page, with positions only. They are valid until the next call of
	// Next.
	Places []uint32

	h         *heap.Heap[*runReader]
	term      []byte
	positions bool
	err       error
}

// read estimates how much of the runs was read: the share of the first of them.
func (p *Pages) read(size int64) int64 {
	r := p.h.First()
	of := r.in.from.Size()
	return int64(float64(size) * float64(of-r.in.left()) / float64(max(of, 1)))
}

// Next moves to the next page; false at the end, or after an error.
func (p *Pages) Next() bool {
	for p.err == nil && p.h.Len() > 0 && bytes.Equal(p.h.First().term, p.term) {
		r := p.h.First()
		if r.size > 0 {
			p.Page = r.page()
			if p.positions {
				p.Places = r.places(p.Places[:0])
			}
			p.err = r.in.err
			return p.err == nil
		}
		switch ok, err := r.next(); {
		case err != nil:
			p.err = err
		case ok:
			p.h.Set(0, r)
		default:
			p.h.Pop()
		}
	}
	return false
}

// Err returns the error that ended the reading.
func (p *Pages) Err() error { return p.err }

// A runReader reads a run term by term.
type runReader struct {
	number int
	in     input
	term   []byte
	size   uint64 // pages that were not read yet
	last   uint64
}

// mostTerm bounds the length of terms, in bytes.
const mostTerm = 1 << 20

// next moves to the next term; false at the end. All pages of the term before must have been read.
func (r *runReader) next() (bool, error) {
	if r.in.left() == 0 {
		return false, nil
	}
	shared, rest := r.in.uint(), r.in.uint()
	if shared > uint64(len(r.term)) || rest > mostTerm {
		return false, cmp.Or(r.in.err, corrupt.Errorf("read a scratch file: a term of %d bytes shares %d", rest, shared))
	}
	r.term = slices.Grow(r.term[:shared], int(rest))[:shared+rest] //nolint:gosec // checked
	r.in.bytes(r.term[shared:])
	r.size, r.last = r.in.uint(), 0
	return r.in.err == nil, r.in.err
}

// page reads the next page of the term.
func (r *runReader) page() uint32 {
	r.size--
	r.last += r.in.uint()
	return uint32(r.last) //nolint:gosec // it was one
}

// places appends the places of the term in the page.
func (r *runReader) places(to []uint32) []uint32 {
	at := uint64(0)
	for n := r.in.uint(); n > 0 && r.in.err == nil; n-- {
		at += r.in.uint()
		to = append(to, uint32(at)) //nolint:gosec // it was one
	}
	return to
}

// An input reads numbers of a part of a file, faster than package bufio.
type input struct {
	from  *io.SectionReader
	room  []byte
	lo    int // room[lo:hi] was not used yet
	hi    int
	taken int64 // bytes that were read into room
	err   error
}

// left returns the number of bytes that were not used.
func (in *input) left() int64 { return in.from.Size() - in.taken + int64(in.hi-in.lo) }

// fill moves the rest to the front and reads more.
func (in *input) fill() {
	in.hi = copy(in.room, in.room[in.lo:in.hi])
	in.lo = 0
	for in.hi < binary.MaxVarintLen64 && in.err == nil && in.taken < in.from.Size() {
		n, err := in.from.Read(in.room[in.hi:])
		in.hi, in.taken = in.hi+n, in.taken+int64(n)
		if err != nil && n == 0 {
			in.err = fmt.Errorf("read a scratch file: %w", err)
		}
	}
}

// uint reads a varint.
func (in *input) uint() uint64 {
	if in.hi-in.lo < binary.MaxVarintLen64 {
		in.fill()
	}
	if in.lo < in.hi && in.room[in.lo] < 0x80 {
		in.lo++
		return uint64(in.room[in.lo-1])
	}
	v, n := binary.Uvarint(in.room[in.lo:in.hi])
	if n <= 0 {
		in.fail()
		return math.MaxUint64
	}
	in.lo += n
	return v
}

// bytes reads bytes.
func (in *input) bytes(to []byte) {
	for len(to) > 0 && in.err == nil {
		if in.lo == in.hi {
			in.fill()
		}
		n := copy(to, in.room[in.lo:in.hi])
		if to = to[n:]; n == 0 {
			in.fail()
		}
		in.lo += n
	}
}

func (in *input) fail() {
	if in.err == nil {
		in.err = fmt.Errorf("read a scratch file: %w", io.ErrUnexpectedEOF)
	}
}
