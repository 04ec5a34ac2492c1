package bitcode

import (
	"encoding/binary"
	"math/bits"
)

// general reads any code in either order of bits, from two primitives: a number of n bits and a unary one.
func (r *Reader) general(c Code) uint64 {
	k := uint64(c.K)
	switch c.Kind {
	case Unary:
		return r.unary()
	case Gamma:
		return r.tail(r.unary())
	case Delta:
		return r.tail(r.tail(r.unary()))
	case Golomb:
		q := r.unary()
		if q > MaxValue/k {
			return r.fail()
		}
		return q*k + r.minimal(k)
	case SkewedGolomb:
		i := r.unary()
		if i > 47 || i+uint64(log2(k)) > 60 {
			return r.fail()
		}
		return (1<<i-1)*k + r.minimal(k<<i)
	case Nibble:
		return r.nibble()
	case Omega:
		return r.omega()
	case Pi:
		h := r.unary()
		if h > 63 {
			return r.fail()
		}
		return r.tail(h<<k + r.number(uint(k)))
	default:
		return r.zeta(uint(k))
	}
}

func (r *Reader) fail() uint64 {
	r.bad = true
	return 0
}

// number reads n bits, n ≤ 64.
func (r *Reader) number(n uint) uint64 {
	if !r.little {
		return r.Read(n)
	}
	if n <= 56 {
		x := r.peekLittle() & (1<<n - 1)
		r.pos += uint64(n)
		return x
	}
	low := r.number(32)
	return low | r.number(n-32)<<32
}

// peekLittle returns the next bits, the first in the lowest place: at least 57 of them, zeros past the end.
func (r *Reader) peekLittle() uint64 {
	i := r.pos >> 3
	if i+8 <= uint64(len(r.data)) {
		return binary.LittleEndian.Uint64(r.data[i:]) >> (r.pos & 7)
	}
	var w uint64
	for k := range uint64(8) {
		if i+k < uint64(len(r.data)) {
			w |= uint64(r.data[i+k]) << (8 * k)
		}
	}
	return w >> (r.pos & 7)
}

func (r *Reader) unary() uint64 {
	if !r.little {
		return r.Unary()
	}
	var x uint64
	for r.pos <= r.end {
		l := min(uint64(bits.TrailingZeros64(r.peekLittle())), 57)
		if x += l; l < 57 {
			r.pos += l + 1
			return x
		}
		r.pos += 57
	}
	return r.fail()
}

// tail reads the low l bits of x+1, whose logarithm is l.
func (r *Reader) tail(l uint64) uint64 {
	if l > 62 {
		return r.fail()
	}
	return (1<<l | r.number(uint(l))) - 1
}

// minimal reads a minimal binary code for [0, b).
func (r *Reader) minimal(b uint64) uint64 {
	s := log2(b)
	short := 2<<s - b
	z := r.number(s)
	if z < short {
		return z
	}
	return z<<1 + r.number(1) - short
}

func (r *Reader) zeta(k uint) uint64 {
	h := r.unary()
	n := uint(h) * k
	if h > 47 || n+k > 63 {
		return r.zetaLong(h, k)
	}
	return 1<<n - 1 + r.minimal(1<<(n+k)-1<<n)
}

// zetaLong reads the rest of a ζ code after unary(h) if its interval exceeds 64 bits. Values up to MaxValue are
// among the first of the interval, after zeros.
func (r *Reader) zetaLong(h uint64, k uint) uint64 {
	if h*uint64(k) > 47 || h > 47 {
		return r.fail()
	}
	n := uint(h) * k
	zeros := k + n - 1 - min(k+n-1, 48)
	var m uint64
	if r.little { // low bits first
		m = r.number(k + n - 1 - zeros)
		m |= r.number(zeros) << 48
	} else {
		m = r.number(zeros) << 48
		m |= r.number(k + n - 1 - zeros)
	}
	left := uint64(1) << n
	switch {
	case m >= 1<<48:
		return r.fail()
	case m < left:
		return m + left - 1
	}
	return m<<1 + r.number(1) - 1
}

func (r *Reader) nibble() uint64 {
	last := r.number(1)
	x := r.number(3)
	if x == 0 && last == 0 {
		return r.fail() // a group that says nothing
	}
	for last == 0 {
		if x > MaxValue>>3 {
			return r.fail()
		}
		last = r.number(1)
		x = x<<3 | r.number(3)
	}
	return x
}

func (r *Reader) omega() uint64 {
	n := uint64(1)
	for r.number(1) == 1 {
		if n > 62 {
			return r.fail()
		}
		n = 1<<n | r.number(uint(n)) // the leading one of the group was the bit just read, in both orders
	}
	return n - 1
}
