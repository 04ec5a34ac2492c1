package bitcode

import (
	"encoding/binary"
	"math/bits"
)

// A Writer appends codes to a buffer of bytes that it owns. The zero Writer is empty and ready, and its bits are
// big-endian.
type Writer struct {
	buf  []byte
	acc  uint64 // pending bits, left-aligned where big-endian
	n    uint   // how many are pending, less than 64
	done int64  // bits taken away by Take

	little bool // pending bits stand at the low end of acc, the first lowest
}

// NewLittleWriter returns an empty Writer of little-endian bits.
func NewLittleWriter() Writer { return Writer{little: true} }

// Bits returns the number of bits written since the Writer was made.
func (w *Writer) Bits() int64 { return w.done + int64(len(w.buf))*8 + int64(w.n) }

// Buffered returns the number of whole bytes that Take would return.
func (w *Writer) Buffered() int { return len(w.buf) }

// Take returns the whole bytes written since the last Take. They are valid until the next write.
func (w *Writer) Take() []byte {
	b := w.buf
	w.done += int64(len(b)) * 8
	w.buf = w.buf[:0]
	return b
}

// Append appends the first n bits of data, written by a Writer of the same bit order.
func (w *Writer) Append(data []byte, n int64) {
	for ; n >= 64; n, data = n-64, data[8:] {
		w.Write(w.load(data, 64), 64)
	}
	if n > 0 {
		w.Write(w.load(data, uint(n)), uint(n))
	}
}

// load returns the number that stands for the first n bits of data.
func (w *Writer) load(data []byte, n uint) uint64 {
	if len(data) < 8 {
		var whole [8]byte
		copy(whole[:], data)
		data = whole[:]
	}
	if w.little {
		return binary.LittleEndian.Uint64(data) << (64 - n) >> (64 - n)
	}
	return binary.BigEndian.Uint64(data) >> (64 - n)
}

// Reset forgets everything, and keeps the buffer.
func (w *Writer) Reset() { *w = Writer{buf: w.buf[:0], little: w.little} }

// Finish pads the last byte with zeros, so that Take returns everything.
func (w *Writer) Finish() {
	for w.n > 0 {
		if w.little {
			w.buf = append(w.buf, byte(w.acc))
			w.acc >>= 8
		} else {
			w.buf = append(w.buf, byte(w.acc>>56))
			w.acc <<= 8
		}
		w.n -= min(w.n, 8)
	}
}

// Write appends the low n bits of x, n ≤ 64: the most significant first where big-endian, else the least significant first.
// The other bits of x must be zero.
func (w *Writer) Write(x uint64, n uint) {
	if n == 0 {
		return
	}
	if w.little {
		w.writeLittle(x, n)
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

func (w *Writer) writeLittle(x uint64, n uint) {
	w.acc |= x << w.n
	free := 64 - w.n
	if n < free {
		w.n += n
		return
	}
	w.buf = binary.LittleEndian.AppendUint64(w.buf, w.acc)
	w.n = n - free
	w.acc = 0
	if w.n > 0 {
		w.acc = x >> free
	}
}

// Unary appends x zeros and then a one.
func (w *Writer) Unary(x uint64) {
	for x >= 63 {
		w.Write(0, 63)
		x -= 63
	}
	if w.little {
		w.Write(1<<x, uint(x)+1)
		return
	}
	w.Write(1, uint(x)+1)
}

// Gamma appends γ(x).
func (w *Writer) Gamma(x uint64) {
	l := log2(x + 1)
	if l < 32 && !w.little {
		w.Write(x+1, 2*l+1)
		return
	}
	w.Unary(uint64(l))
	w.tail(x, l)
}

// tail appends the low l bits of x+1.
func (w *Writer) tail(x uint64, l uint) { w.Write((x+1)&(1<<l-1), l) }

// Delta appends δ(x).
func (w *Writer) Delta(x uint64) {
	l := log2(x + 1)
	w.Gamma(uint64(l))
	w.tail(x, l)
}

// Zeta appends ζₖ(x), 1 ≤ k ≤ MaxZetaK.
func (w *Writer) Zeta(x uint64, k uint) {
	h := log2(x+1) / k
	n := h * k
	left := uint64(1) << n
	w.Unary(uint64(h))
	switch m := x + 1 - left; {
	case n+k > 64:
		w.zetaLong(m, left, n+k-1)
	case m < left:
		w.Write(m, n+k-1)
	case w.little:
		w.Write((x+1)>>1, n+k-1)
		w.Write((x+1)&1, 1)
	default:
		w.Write(x+1, n+k)
	}
}

// zetaLong appends m in a minimal binary code whose short form has more than 63 bits; the first of these are
// zeros.
func (w *Writer) zetaLong(m, left uint64, short uint) {
	last := m >= left
	z := m
	if last {
		z = (m + left) >> 1
	}
	if w.little {
		w.Write(z, 48)
		w.Write(0, short-48)
	} else {
		w.Write(0, short-48)
		w.Write(z, 48)
	}
	if last {
		w.Write((m+left)&1, 1)
	}
}

// minimal appends z in a minimal binary code for [0, b).
func (w *Writer) minimal(z, b uint64) {
	s := log2(b)
	short := 2<<s - b
	if z < short {
		w.Write(z, s)
		return
	}
	w.Write((z+short)>>1, s)
	w.Write((z+short)&1, 1)
}

func (w *Writer) nibble(x uint64) {
	for h := max(bits.Len64(x)-1, 0) / 3; h >= 0; h-- {
		last := uint64(0)
		if h == 0 {
			last = 1
		}
		w.Write(last, 1)
		w.Write(x>>(3*h)&7, 3)
	}
}

// omegaGroups appends the groups that lead to n, and n's own.
func (w *Writer) omegaGroups(n uint64) {
	if n <= 1 {
		return
	}
	l := log2(n)
	w.omegaGroups(uint64(l))
	w.Write(1, 1)
	w.Write(n&(1<<l-1), l)
}

// Code appends x in code c.
func (w *Writer) Code(x uint64, c Code) {
	k := uint64(c.K)
	switch c.Kind {
	case Unary:
		w.Unary(x)
	case Gamma:
		w.Gamma(x)
	case Delta:
		w.Delta(x)
	case Golomb:
		w.Unary(x / k)
		w.minimal(x%k, k)
	case SkewedGolomb:
		i := log2(x/k + 1)
		w.Unary(uint64(i))
		w.minimal(x-(1<<i-1)*k, k<<i)
	case Nibble:
		w.nibble(x)
	case Omega:
		w.omegaGroups(x + 1)
		w.Write(0, 1)
	case Pi:
		l := log2(x + 1)
		w.Unary(uint64(l >> k))
		w.Write(uint64(l)&(1<<k-1), uint(k))
		w.tail(x, l)
	default:
		w.Zeta(x, uint(k))
	}
}
