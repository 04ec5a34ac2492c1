package bitcode

import (
	"encoding/binary"
	"math/bits"
)

// A Writer appends codes to a buffer of bytes that it owns. The zero Writer is empty and ready.
type Writer struct {
	buf  []byte
	acc  uint64 // pending bits, left-aligned
	n    uint   // how many are pending, less than 64
	done int64  // bits taken away by Take
}

// Bits returns the number of bits written since the Writer was made.
func (w *Writer) Bits() int64 { return w.done + int64(len(w.buf))*8 + int64(w.n) }

// Buffered returns the number of whole bytes that Take would return.
func (w *Writer) Buffered() int { return len(w.buf) }

// Take returns the whole bytes written since the last Take; they are lent until the next write.
func (w *Writer) Take() []byte {
	b := w.buf
	w.done += int64(len(b)) * 8
	w.buf = w.buf[:0]
	return b
}

// Finish pads the last byte with zeros, so that Take returns everything.
func (w *Writer) Finish() {
	for w.n > 0 {
		w.buf = append(w.buf, byte(w.acc>>56))
		w.acc <<= 8
		w.n -= min(w.n, 8)
	}
}

// Write appends the low n bits of x, most significant first; n ≤ 64 and the other bits of x are zero.
func (w *Writer) Write(x uint64, n uint) {
	if n == 0 {
		return
	}
	free := 64 - w.n
	if n < free {
		w.acc |= x << (free - n)
		w.n += n
		return
	}
	w.acc |= x >> (n - free)
	w.buf = binary.BigEndian.AppendUint64(w.buf, w.acc)
	w.n = n - free
	w.acc = 0
	if w.n > 0 {
		w.acc = x << (64 - w.n)
	}
}

// Unary appends x zeros and a one.
func (w *Writer) Unary(x uint64) {
	for x >= 63 {
		w.Write(0, 63)
		x -= 63
	}
	w.Write(1, uint(x)+1)
}

// Gamma appends γ(x).
func (w *Writer) Gamma(x uint64) {
	l := uint(bits.Len64(x+1) - 1)
	if l < 32 {
		w.Write(x+1, 2*l+1)
		return
	}
	w.Write(0, l)
	w.Write(x+1, l+1)
}

// Delta appends δ(x).
func (w *Writer) Delta(x uint64) {
	l := uint(bits.Len64(x+1) - 1)
	w.Gamma(uint64(l))
	w.Write((x+1)&(1<<l-1), l)
}

// Zeta appends ζₖ(x), 1 ≤ k ≤ 16.
func (w *Writer) Zeta(x uint64, k uint) {
	h := uint(bits.Len64(x+1)-1) / k
	left := uint64(1) << (h * k)
	w.Unary(uint64(h))
	if m := x + 1 - left; m < left {
		w.Write(m, h*k+k-1)
	} else {
		w.Write(x+1, h*k+k)
	}
}

// Code appends x in code c.
func (w *Writer) Code(x uint64, c Code) {
	switch c.Kind {
	case Unary:
		w.Unary(x)
	case Gamma:
		w.Gamma(x)
	case Delta:
		w.Delta(x)
	default:
		w.Zeta(x, uint(c.K))
	}
}
