package names

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"weft/internal/front"
)

// A segment, which has symbols of its own, is complete at this number of names or of bytes.
const (
	segmentNames = 1 << 15
	segmentBytes = 1 << 20
	sampleBytes  = 1 << 15 // of a segment, from which its symbols are learnt
)

// A Writer writes a table of names in order. Memory: 8 bytes for every 32 names, and about 3 MiB for a segment.
type Writer struct {
	out    io.Writer
	buf    []byte
	at     uint64 // bytes handed to out
	count  int
	blocks []uint64
	tables []segment
	last   []byte
	err    error

	pending []entry // of the segment
	text    []byte  // their bytes, one after the other
	codes   []byte
}

// A segment is a run of blocks with one table of symbols.
type segment struct {
	first uint64 // number of its first block
	at    uint64 // where its table begins
}

// An entry is a name that waits for its segment: what follows the bytes that it shares with the one before.
type entry struct{ shared, rest uint32 }

// NewWriter returns a Writer to out, which should be buffered or a file: it gets pieces of about 64 KiB.
func NewWriter(out io.Writer) *Writer {
	w := &Writer{out: out}
	w.buf = append(w.buf, magicStart...)
	w.buf = binary.LittleEndian.AppendUint32(w.buf, version)
	w.buf = binary.LittleEndian.AppendUint32(w.buf, blockSize)
	return w
}

// Append adds a name, which must be greater than the one before; its number is the count of names before it.
func (w *Writer) Append(name []byte) error {
	if w.err != nil {
		return w.err
	}
	if len(name) > MaxLen {
		w.err = fmt.Errorf("name %d has %d bytes: at most %d can be stored", w.count, len(name), MaxLen)
		return w.err
	}
	if w.count > 0 && bytes.Compare(name, w.last) <= 0 {
		w.err = fmt.Errorf("name %d, %.60q, does not follow %.60q", w.count, name, w.last)
		return w.err
	}
	shared := 0
	if w.count%blockSize != 0 {
		shared = front.Shared(name, w.last)
	}
	w.pending = append(w.pending, entry{uint32(shared), uint32(len(name) - shared)})
	w.text = append(w.text, name[shared:]...)
	w.last = append(w.last[:0], name...)
	w.count++
	if w.count%blockSize == 0 && (len(w.pending) >= segmentNames || len(w.text) >= segmentBytes) {
		w.endSegment()
	}
	return w.err
}

// endSegment learns symbols and writes what waits.
func (w *Writer) endSegment() {
	w.align()
	book := learn(w.sample())
	w.tables = append(w.tables, segment{uint64(len(w.blocks)), w.at + uint64(len(w.buf))})
	w.buf = book.appendTable(w.buf)
	at := uint32(0)
	for i, e := range w.pending {
		rest := w.text[at : at+e.rest]
		at += e.rest
		if i%blockSize == 0 {
			w.blocks = append(w.blocks, w.at+uint64(len(w.buf)))
			w.buf = binary.AppendUvarint(w.buf, uint64(len(rest)))
			w.buf = append(w.buf, rest...)
		} else {
			w.codes = book.append(w.codes[:0], rest)
			w.buf = append(front.AppendHead(w.buf, int(e.shared), len(w.codes)), w.codes...)
		}
		if len(w.buf) >= 1<<16 {
			w.flush()
		}
	}
	w.pending, w.text = w.pending[:0], w.text[:0]
}

// sample returns names of the segment, spread evenly over it; not the first of blocks, which are stored as they are.
func (w *Writer) sample() [][]byte {
	step := len(w.text)/sampleBytes + 1
	var sample [][]byte
	at := uint32(0)
	for i, e := range w.pending {
		if i%step == 0 && i%blockSize != 0 {
			sample = append(sample, w.text[at:at+min(e.rest, sampleBytes/16)])
		}
		at += e.rest
	}
	return sample
}

func (w *Writer) align() {
	for (w.at+uint64(len(w.buf)))%8 != 0 {
		w.buf = append(w.buf, 0)
	}
}

func (w *Writer) flush() {
	n, err := w.out.Write(w.buf)
	w.at += uint64(n)
	w.buf = w.buf[:0]
	if w.err == nil {
		w.err = err
	}
}

// Finish writes the index. The Writer cannot be used afterwards.
func (w *Writer) Finish() error {
	if w.err == nil && len(w.pending) > 0 {
		w.endSegment()
	}
	if w.err != nil {
		return w.err
	}
	w.align()
	index := w.at + uint64(len(w.buf))
	for _, b := range w.blocks {
		w.buf = binary.LittleEndian.AppendUint64(w.buf, b)
	}
	for _, s := range w.tables {
		w.buf = binary.LittleEndian.AppendUint64(w.buf, s.first)
		w.buf = binary.LittleEndian.AppendUint64(w.buf, s.at)
	}
	w.buf = binary.LittleEndian.AppendUint64(w.buf, uint64(len(w.tables)))
	w.buf = binary.LittleEndian.AppendUint64(w.buf, uint64(w.count))
	w.buf = binary.LittleEndian.AppendUint64(w.buf, index)
	w.buf = append(w.buf, magicEnd...)
	w.flush()
	return w.err
}
