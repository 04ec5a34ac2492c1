package similar

// AppendNear appends the numbers of all hashes within Near bits of one to dst, each once, in no order.
func (x *Index) AppendNear(dst []uint32, hash uint64) []uint32 {
	if x.head == nil {
		return dst
	}
	for b := range blocks {
		for i := x.head[b][part(hash, b)]; i != 0; i = x.next[i-1][b] {
			if other := x.hashes[i-1]; Distance(hash, other) <= Near && firstPart(hash, other) == b {
				dst = append(dst, i-1)
			}
		}
	}
	return dst
}

// firstPart returns the first part that two hashes share.
func firstPart(a, b uint64) int {
	for i := range blocks {
		if part(a, i) == part(b, i) {
			return i
		}
	}
	return blocks
}
