package bitcode

// Zeta3 reads a ζ₃ code: the same as Zeta(3), faster for the common short ones.
func (r *Reader) Zeta3() uint64 {
	w := r.peek()
	x, n := ShortZeta3(w)
	if n == 0 {
		if x, n = LongZeta3(w); n == 0 {
			return r.Zeta(3)
		}
	}
	r.pos += uint64(n)
	return x
}
