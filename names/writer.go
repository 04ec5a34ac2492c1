package names

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
)

// A Writer writes a table of names in order. Memory: 8 bytes for every 32 names.
type Writer struct {
	out    io.Writer
	buf    []byte
	at     uint64 // bytes handed to out
	count  int
	blocks []uint64
	last   []byte
	err    error
}

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
	w.put(name)
	w.last = append(w.last[:0], name...)
	w.count++
	if len(w.buf) >= 1<<16 {
		w.flush()
	}
	return w.err
}

func (w *Writer) put(name []byte) {
	shared := 0
	if w.count%blockSize == 0 {
		w.blocks = append(w.blocks, w.at+uint64(len(w.buf)))
	} else {
		shared = commonPrefix(name, w.last)
		w.buf = binary.AppendUvarint(w.buf, uint64(shared))
	}
	w.buf = binary.AppendUvarint(w.buf, uint64(len(name)-shared))
	w.buf = append(w.buf, name[shared:]...)
}

func commonPrefix(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
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
	if w.err != nil {
		return w.err
	}
	for (w.at+uint64(len(w.buf)))%8 != 0 {
		w.buf = append(w.buf, 0)
	}
	index := w.at + uint64(len(w.buf))
	for _, b := range w.blocks {
		w.buf = binary.LittleEndian.AppendUint64(w.buf, b)
	}
	w.buf = binary.LittleEndian.AppendUint64(w.buf, uint64(w.count))
	w.buf = binary.LittleEndian.AppendUint64(w.buf, index)
	w.buf = append(w.buf, magicEnd...)
	w.flush()
	return w.err
}
