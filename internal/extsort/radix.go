package extsort

// columns are arcs as parallel arrays: From<<32|To, and a label where the sorter has labels.
type columns struct {
	keys   []uint64
	labels []uint32 // nil without labels
}

func makeColumns(n int, labels bool) columns {
	c := columns{keys: make([]uint64, n)}
	if labels {
		c.labels = make([]uint32, n)
	}
	return c
}

func (c columns) head(n int) columns {
	c.keys = c.keys[:n]
	if c.labels != nil {
		c.labels = c.labels[:n]
	}
	return c
}

// sortColumns sorts a by key, then by label if byLabel, with b of the same size as scratch. It returns the one of the
// two that holds the result. Bytes in which all keys agree cost one pass of counting, bytes in whose order the keys come
// nothing.
func sortColumns(a, b columns, byLabel bool) (sorted, scratch columns) {
	if byLabel && a.labels != nil {
		for shift := uint(0); shift < 32; shift += 8 {
			a, b = radixPass(a, b, func(c columns, i int) uint8 { return uint8(c.labels[i] >> shift) })
		}
	}
	first, done := disorder(a.keys)
	if done {
		return a, b
	}
	var counts [8][256]int
	for _, k := range a.keys {
		for d := first; d < len(counts); d++ {
			counts[d][uint8(k>>(8*d))]++
		}
	}
	for d := first; d < len(counts); d++ {
		if len(a.keys) > 0 && counts[d][uint8(a.keys[0]>>(8*d))] == len(a.keys) {
			continue
		}
		scatterKeys(a, b, &counts[d], uint(8*d))
		a, b = b, a
	}
	return a, b
}

// disorder returns the lowest byte of the keys from which they must be sorted: 4 if they are in the order of To,
// as when a graph is transposed list by list. done reports that they are sorted already.
func disorder(keys []uint64) (first int, done bool) {
	done, first = true, 4
	last := uint64(0)
	for _, k := range keys {
		done = done && k >= last
		if uint32(k) < uint32(last) {
			first = 0
		}
		if !done && first == 0 {
			return 0, false
		}
		last = k
	}
	return first, done
}

// scatterKeys moves a to b in the order of one byte of the keys, keeping the order of equal ones.
func scatterKeys(a, b columns, counts *[256]int, shift uint) {
	var next [256]int
	sum := 0
	for v, n := range counts {
		next[v] = sum
		sum += n
	}
	if a.labels == nil {
		for _, k := range a.keys {
			v := uint8(k >> shift)
			b.keys[next[v]] = k
			next[v]++
		}
		return
	}
	for i, k := range a.keys {
		v := uint8(k >> shift)
		b.keys[next[v]] = k
		b.labels[next[v]] = a.labels[i]
		next[v]++
	}
}

func radixPass(a, b columns, digit func(columns, int) uint8) (columns, columns) {
	var next [256]int
	for i := range a.keys {
		next[digit(a, i)]++
	}
	if len(a.keys) > 0 && next[digit(a, 0)] == len(a.keys) {
		return a, b
	}
	sum := 0
	for v, n := range next {
		next[v] = sum
		sum += n
	}
	for i, k := range a.keys {
		v := digit(a, i)
		b.keys[next[v]] = k
		b.labels[next[v]] = a.labels[i]
		next[v]++
	}
	return b, a
}
