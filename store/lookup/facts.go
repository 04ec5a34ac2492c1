package lookup

import (
	"encoding/binary"
	"fmt"

	"weft/internal/corrupt"
	"weft/store"
	"weft/store/terms"
)

const (
	factPages = 64      // pages of a block of facts
	mostFacts = 1 << 17 // bytes of a block, more than the longest facts take
)

// A factWriter writes status, size, media type and title of pages in compressed blocks, which are read in any order. In the
// Parquet file of the facts, one page takes about a millisecond.
type factWriter struct {
	out   *terms.FrameWriter
	pages int
}

func newFactWriter(dir string) (*factWriter, error) {
	out, err := terms.NewFrameWriter(dir, mostFacts)
	return &factWriter{out: out}, err
}

// add adds the facts of the next page.
func (w *factWriter) add(f *store.Facts) error {
	if w.pages == factPages {
		w.pages = 0
		if err := w.out.End(); err != nil {
			return err
		}
	}
	w.pages++
	block := binary.AppendUvarint(w.out.Room, uint64(f.Status)) //nolint:gosec // of HTTP
	block = binary.AppendUvarint(block, uint64(f.Size))         //nolint:gosec // not negative
	for _, text := range [][]byte{f.Type, f.Title} {
		block = append(binary.AppendUvarint(block, uint64(len(text))), text...)
	}
	w.out.Room = block
	return nil
}

// finish writes what is left.
func (w *factWriter) finish() error { return w.out.Finish() }

// A FactReader reads the facts of pages from the index. It is not safe for concurrent use.
type FactReader struct {
	x     *Index
	block int // the block that is read
	text  []byte
	facts store.Facts
}

// HasFacts reports whether the index has the facts of pages.
func (x *Index) HasFacts() bool { return x.facts != nil }

// Facts returns a reader of facts.
func (x *Index) Facts() *FactReader { return &FactReader{x: x, block: -1} }

// At returns the facts of the page at a position, without the digest. They are valid until the next call.
func (r *FactReader) At(position int) (*store.Facts, error) {
	if b := position / factPages; b != r.block {
		r.block = -1
		var err error
		if r.text, err = r.x.facts.Read(r.text[:0], b); err != nil {
			return nil, fmt.Errorf("facts of pages: %w", err)
		}
		r.block = b
	}
	p := corrupt.Parser{Rest: r.text}
	f := &r.facts
	for range position%factPages + 1 {
		f.Reset()
		status, size := p.Uint(), p.Uint()
		media, title := p.Bytes(p.Uint()), p.Bytes(p.Uint())
		if p.Bad || status > 999 || size > 1<<62 {
			return nil, corrupt.Errorf("the facts of block %d are damaged", r.block)
		}
		f.Status, f.Size = int(status), int64(size) //nolint:gosec // checked
		f.Type, f.Title = append(f.Type, media...), append(f.Title, title...)
	}
	return f, r.x.setTime(position, f)
}
