package lookup

import (
	"encoding/binary"
	"sync"

	"github.com/klauspost/compress/zstd"

	"weft/internal/corrupt"
	"weft/store"
)

const (
	factPages = 64      // pages of a block of facts
	mostFacts = 1 << 17 // bytes of a block, more than the longest facts take
)

// A factWriter writes status, size, media type and title of pages in compressed blocks, which are read in any order. In the
// Parquet file of the facts, one page takes about a millisecond.
type factWriter struct {
	out     *spool
	starts  []byte // where each block begins, and the end
	encoder *zstd.Encoder
	block   []byte
	coded   []byte
	pages   int
}

func newFactWriter(dir string) (*factWriter, error) {
	out, err := newSpool(dir)
	if err != nil {
		return nil, err
	}
	w := &factWriter{out: out}
	w.encoder, err = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false), zstd.WithWindowSize(mostFacts), zstd.WithLowerEncoderMem(true))
	return w, err
}

// add adds the facts of the next page.
func (w *factWriter) add(f *store.Facts) error {
	if w.pages == factPages {
		if err := w.end(); err != nil {
			return err
		}
	}
	w.pages++
	w.block = binary.AppendUvarint(w.block, uint64(f.Status)) //nolint:gosec // of HTTP
	w.block = binary.AppendUvarint(w.block, uint64(f.Size))   //nolint:gosec // not negative
	for _, text := range [][]byte{f.Type, f.Title} {
		w.block = append(binary.AppendUvarint(w.block, uint64(len(text))), text...)
	}
	return nil
}

// end writes the block.
func (w *factWriter) end() error {
	w.starts = binary.LittleEndian.AppendUint64(w.starts, uint64(w.out.n)) //nolint:gosec // not negative
	w.coded = w.encoder.EncodeAll(w.block, w.coded[:0])
	w.block, w.pages = w.block[:0], 0
	return writeTo(w.out, w.coded)
}

// finish writes what is left.
func (w *factWriter) finish() error {
	if w.pages > 0 {
		if err := w.end(); err != nil {
			return err
		}
	}
	w.starts = binary.LittleEndian.AppendUint64(w.starts, uint64(w.out.n)) //nolint:gosec // not negative
	return nil
}

// decoder decompresses blocks. It is safe for concurrent use.
var decoder = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(mostFacts), zstd.WithDecoderMaxWindow(mostFacts))
})

// A FactReader reads the facts of pages from the index. It is not safe for concurrent use.
type FactReader struct {
	x     *Index
	block int // the block that is read
	text  []byte
	facts store.Facts
}

// HasFacts reports whether the index has the facts of pages.
func (x *Index) HasFacts() bool { return len(x.facts) > 0 }

// Facts returns a reader of facts.
func (x *Index) Facts() *FactReader { return &FactReader{x: x, block: -1} }

// At returns the facts of the page at a position, without the digest. They are valid until the next call.
func (r *FactReader) At(position int) (*store.Facts, error) {
	if b := position / factPages; b != r.block {
		r.block = -1
		if err := r.read(b); err != nil {
			return nil, err
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

// read decompresses a block.
func (r *FactReader) read(b int) error {
	x := r.x
	at := 8 * uint64(b) //nolint:gosec // not negative
	if err := x.check(x.factsAt+at, x.factsAt+at+16); err != nil {
		return err
	}
	blocks := uint64((x.pages+factPages-1)/factPages+1) * 8 //nolint:gosec // not negative
	from, to := binary.LittleEndian.Uint64(x.facts[at:]), binary.LittleEndian.Uint64(x.facts[at+8:])
	if size := uint64(len(x.facts)) - blocks; from > to || to > size {
		return corrupt.Errorf("block %d of the facts has the bytes %d to %d of %d", b, from, to, size)
	}
	from, to = from+blocks, to+blocks
	if err := x.check(x.factsAt+from, x.factsAt+to); err != nil {
		return err
	}
	d, err := decoder()
	if err != nil {
		return err
	}
	if r.text, err = d.DecodeAll(x.facts[from:to], r.text[:0]); err != nil {
		return corrupt.Errorf("block %d of the facts: %v", b, err)
	}
	return nil
}
