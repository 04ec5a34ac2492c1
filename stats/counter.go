package stats

import "slices"

// denseLimit is the least value that a Counter keeps in its map. A smaller value has a slot in an array of at most
// 8 MiB, which grows only to the largest value. On Web graphs fewer than one page in a thousand lies above.
const denseLimit = 1 << 20

// Counter counts values one by one into a histogram. It takes 8 bytes per integer up to the largest value below
// 2^20, grown by doubling, and about 50 bytes per distinct value from 2^20 on. Its memory does not grow with the
// number of observations. The zero Counter is ready. It is not safe for concurrent use, but counters of parts can
// be merged.
type Counter struct {
	dense  []int64
	sparse map[uint64]int64
}

// Add counts one observation of value.
func (c *Counter) Add(value uint64) {
	if value < uint64(len(c.dense)) {
		c.dense[value]++
		return
	}
	c.AddN(value, 1)
}

// AddN counts n observations of value; n below 1 counts nothing.
func (c *Counter) AddN(value uint64, n int64) {
	switch {
	case n < 1:
	case value >= denseLimit:
		if c.sparse == nil {
			c.sparse = make(map[uint64]int64)
		}
		c.sparse[value] += n
	default:
		c.grow(int(value) + 1)
		c.dense[value] += n
	}
}

// grow makes room for the values below n in the dense part.
func (c *Counter) grow(n int) {
	if n <= len(c.dense) {
		return
	}
	size := min(max(n, 2*len(c.dense), 64), denseLimit)
	c.dense = append(c.dense, make([]int64, size-len(c.dense))...)
}

// Merge adds all that other has counted.
func (c *Counter) Merge(other *Counter) {
	for value, n := range other.dense {
		c.AddN(uint64(value), n)
	}
	for value, n := range other.sparse {
		c.AddN(value, n)
	}
}

// Histogram returns the counts so far. Counting can continue.
func (c *Counter) Histogram() Histogram {
	var h Histogram
	for value, n := range c.dense {
		if n > 0 {
			h.Values = append(h.Values, uint64(value))
			h.Counts = append(h.Counts, n)
		}
	}
	large := make([]uint64, 0, len(c.sparse))
	for value := range c.sparse {
		large = append(large, value)
	}
	slices.Sort(large)
	for _, value := range large {
		h.Values = append(h.Values, value)
		h.Counts = append(h.Counts, c.sparse[value])
	}
	return h
}

// Decreasing returns the histogram of values in decreasing order, such as sizes of components. It takes 16 bytes per
// distinct value, where a Counter takes up to 8 MiB.
func Decreasing(values []uint32) Histogram {
	var h Histogram
	for i, value := range slices.Backward(values) {
		if i == len(values)-1 || value != values[i+1] {
			h.Values, h.Counts = append(h.Values, uint64(value)), append(h.Counts, 0)
		}
		h.Counts[len(h.Counts)-1]++
	}
	return h
}
