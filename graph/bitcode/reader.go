package bitcode

import (
	"encoding/binary"
	"math/bits"
)

// A Reader reads codes from bytes. Reads past the end return meaningless numbers and set Overrun, which callers
// check after a group of reads. No input makes a Reader panic, and each read takes bounded time.
type Reader struct {
	data []byte
	pos  uint64 // of the next bit
	end  uint64 // the number of bits in data
	bad  bool   // a code too long to be one of ours

	little bool // little-endian: read by general alone
}

// NewReader returns a Reader of big-endian bits that starts at the first bit of data.
func NewReader(data []byte) Reader { return Reader{data: data, end: uint64(len(data)) * 8} }

// NewLittleReader returns a Reader of little-endian bits. Only its Code, Seek and what tells the position may be used.
func NewLittleReader(data []byte) Reader {
	r := NewReader(data)
	r.little = true
	return r
}

// Pos returns the number of the next bit.
func (r *Reader) Pos() uint64 { return r.pos }

// Seek moves to the bit numbered pos and forgets an overrun.
func (r *Reader) Seek(pos uint64) { r.pos, r.bad = pos, false }

// Overrun says whether a read went past the end, or met a code beyond MaxValue.
func (r *Reader) Overrun() bool { return r.pos > r.end || r.bad }

// Remaining returns the number of bits not yet read.
func (r *Reader) Remaining() uint64 {
	if r.pos >= r.end {
		return 0
	}
	return r.end - r.pos
}

// peek returns the next bits, left-aligned: at least 57 of them, zeros past the end.
func (r *Reader) peek() uint64 {
	i := r.pos >> 3
	if i+8 <= uint64(len(r.data)) {
		return binary.BigEndian.Uint64(r.data[i:]) << (r.pos & 7)
	}
	return r.peekEnd(i)
}

func (r *Reader) peekEnd(i uint64) uint64 {
	var w uint64
	for k := range uint64(8) {
		w <<= 8
		if i+k < uint64(len(r.data)) {
			w |= uint64(r.data[i+k])
		}
	}
	return w << (r.pos & 7)
}

// Read returns the next n bits as a number, n ≤ 64.
func (r *Reader) Read(n uint) uint64 {
	if n == 0 {
		return 0
	}
	if n <= 57 {
		x := r.peek() >> (64 - n)
		r.pos += uint64(n)
		return x
	}
	high := r.Read(n - 32)
	return high<<32 | r.Read(32)
}

// Unary reads a unary code.
func (r *Reader) Unary() uint64 {
	w := r.peek()
	if l := uint64(bits.LeadingZeros64(w)); l < 57 {
		r.pos += l + 1
		return l
	}
	return r.unaryLong()
}

func (r *Reader) unaryLong() uint64 {
	var x uint64
	for r.pos <= r.end {
		l := min(uint64(bits.LeadingZeros64(r.peek())), 57)
		if x += l; l < 57 {
			r.pos += l + 1
			return x
		}
		r.pos += 57
	}
	r.bad = true
	return 0
}

// Gamma reads a γ code.
func (r *Reader) Gamma() uint64 {
	w := r.peek()
	if l := uint(bits.LeadingZeros64(w)); l <= 28 {
		r.pos += uint64(2*l + 1)
		return w>>(63-2*l) - 1
	}
	return r.gammaLong()
}

func (r *Reader) gammaLong() uint64 {
	l := r.Unary()
	if l > 62 {
		r.bad = true
		return 0
	}
	return (1<<l | r.Read(uint(l))) - 1
}

// Delta reads a δ code.
func (r *Reader) Delta() uint64 {
	l := r.Gamma()
	if l > 62 {
		r.bad = true
		return 0
	}
	return (1<<l | r.Read(uint(l))) - 1
}

// Zeta reads a ζₖ code, 1 ≤ k ≤ MaxZetaK.
func (r *Reader) Zeta(k uint) uint64 {
	h := r.Unary()
	n := uint(h) * k
	if h > 47 || n+k > 64 {
		return r.zetaLong(h, k)
	}
	left := uint64(1) << n
	m := r.Read(n + k - 1)
	if m < left {
		return m + left - 1
	}
	return m<<1 + r.Read(1) - 1
}

// PeekGamma decodes the γ code at the start of w, 57 valid bits in big-endian order, and returns its length. If
// the length exceeds 57, the result is meaningless.
func PeekGamma(w uint64) (x uint64, n uint) {
	l := uint(bits.LeadingZeros64(w))
	return w>>((63-2*l)&63) - 1, 2*l + 1
}

// ShortZeta3 decodes the ζ₃ code at the head of w, big-endian bits, and returns its length; 0 if it has more than 12 bits.
func ShortZeta3(w uint64) (x uint64, n uint) {
	e := zeta3Table[w>>(64-zetaTableBits)]
	return uint64(e >> 4), uint(e & 15)
}

// LongZeta3 decodes the ζ₃ code at the start of w, 57 valid bits in big-endian order, and returns its length, or 0
// if it has more than 52 bits.
func LongZeta3(w uint64) (x uint64, n uint) {
	h := uint(bits.LeadingZeros64(w))
	if h > 12 {
		return 0, 0
	}
	n = 4*h + 3
	m := w << (h + 1) >> (62 - 3*h) // 3h+2 bits
	left := uint64(1) << (3 * h)
	if m < left {
		return m + left - 1, n
	}
	return m<<1 + w<<n>>63 - 1, n + 1
}

const zetaTableBits = 12

// zeta3Table maps the next 12 bits to value<<4 | length, 0 where the code is longer than 12 bits.
var zeta3Table = makeZeta3Table()

func makeZeta3Table() (t [1 << zetaTableBits]uint16) {
	for x := uint64(0); ZetaLen(x, 3) <= zetaTableBits; x++ {
		var w Writer
		w.Zeta(x, 3)
		n := uint(w.Bits())
		w.Finish()
		var b [8]byte
		copy(b[:], w.Take())
		first := binary.BigEndian.Uint64(b[:]) >> (64 - zetaTableBits)
		for i := range uint64(1) << (zetaTableBits - n) {
			t[first+i] = uint16(x<<4) | uint16(n)
		}
	}
	return t
}

// Code reads a number in code c.
func (r *Reader) Code(c Code) uint64 {
	if r.little {
		return r.general(c)
	}
	switch c.Kind {
	case Unary:
		return r.Unary()
	case Gamma:
		return r.Gamma()
	case Delta:
		return r.Delta()
	case Zeta:
		return r.Zeta(uint(c.K))
	default:
		return r.general(c)
	}
}
