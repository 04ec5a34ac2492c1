package bv

import (
	"weft/graph"
	"weft/graph/bitcode"
)

// A record is a list compared with a reference.
type record struct {
	ref       int // lists back; 0 for none
	blocks    []int
	runs      []run
	residuals []graph.Node
	copied    int
}

// A run is an interval of consecutive nodes.
type run struct {
	left   graph.Node
	length int
}

// coders are the words of the codes of the fields of a record.
type coders struct {
	outdegree, reference, blockCount, block, interval, residual *bitcode.Table
}

// newCoders makes the tables: 4096 residuals and 512 of everything else, which is all but few. Codes that occur twice
// share one.
func newCoders(o *Options) coders {
	tables := make(map[bitcode.Code]*bitcode.Table)
	table := func(c bitcode.Code, size int) *bitcode.Table {
		if tables[c] == nil {
			tables[c] = bitcode.NewTable(c, o.LittleEndian, size)
		}
		return tables[c]
	}
	c := &o.Codes
	return coders{
		residual:   table(c.Residual, 4096),
		outdegree:  table(c.Outdegree, 512),
		reference:  table(c.Reference, 512),
		blockCount: table(c.BlockCount, 512),
		block:      table(c.Block, 512),
		interval:   table(c.Interval, 512),
	}
}

// A comparer finds what takes how many bits. It keeps its scratch space from list to list.
type comparer struct {
	coders
	base     int // the interval length that is stored as 0; no intervals if it is 0
	least    int // length of the shortest interval: a single node is never one, as in WebGraph
	window   bool
	shortest int // bits of a reference's blocks, if it is copied whole
	extras   []graph.Node
	blocks   []int
}

func newComparer(o *Options, c coders) *comparer {
	base := o.minInterval()
	return &comparer{coders: c, base: base, least: max(base, 2), window: o.window() > 0, shortest: c.blockCount.Len(0)}
}

// diff compares a list with a reference; neither is empty. It writes the nodes that are not copied to extras, and
// the lengths of the blocks to blocks. The last block is implied, and omitted, unless a copy stops before the end
// of the reference.
func (c *comparer) diff(list, ref []graph.Node) { //nolint:funlen // one loop of loops, whose variables stay in registers
	if cap(c.extras) < len(list) {
		c.extras = make([]graph.Node, len(list)+len(list)/2)
	}
	extras, blocks := c.extras[:len(list)], c.blocks[:0]
	n, j, k, start := 0, 0, 0, 0 // a block begins at ref[start]
	v, w := list[0], ref[0]
copying:
	for {
		for v == w {
			j++
			k++
			if j == len(list) || k == len(ref) {
				break copying
			}
			v, w = list[j], ref[k]
		}
		if v < w {
			extras[n] = v
			n++
			if j++; j == len(list) {
				break
			}
			v = list[j]
			continue
		}
		blocks = append(blocks, k-start)
		start = k
		for v != w { // skipping
			if v < w {
				extras[n] = v
				n++
				if j++; j == len(list) {
					c.extras, c.blocks = extras[:n], blocks
					return
				}
				v = list[j]
				continue
			}
			if k++; k == len(ref) {
				n += copy(extras[n:], list[j:])
				c.extras, c.blocks = extras[:n], blocks
				return
			}
			w = ref[k]
		}
		blocks = append(blocks, k-start)
		start = k
	}
	if k < len(ref) {
		blocks = append(blocks, k-start)
	}
	n += copy(extras[n:], list[j:])
	c.extras, c.blocks = extras[:n], blocks
}

// compare fills r with the difference between a list and a reference, nil if back is 0.
func (c *comparer) compare(r *record, list, ref []graph.Node, back int) {
	r.ref, r.blocks, r.copied = back, r.blocks[:0], 0
	extras := list
	if back > 0 {
		c.diff(list, ref)
		r.blocks = append(r.blocks, c.blocks...)
		r.copied = len(list) - len(c.extras)
		extras = c.extras
	}
	c.split(r, extras)
}

// split divides nodes that are not copied into intervals and residuals.
func (c *comparer) split(r *record, list []graph.Node) {
	r.runs, r.residuals = r.runs[:0], r.residuals[:0]
	if c.base == 0 {
		r.residuals = append(r.residuals, list...)
		return
	}
	for i := 0; i < len(list); {
		j := runEnd(list, i)
		if j-i >= c.least {
			r.runs = append(r.runs, run{list[i], j - i})
		} else {
			r.residuals = append(r.residuals, list[i:j]...)
		}
		i = j
	}
}

// runEnd returns where the run of consecutive nodes that begins at list[i] ends.
func runEnd(list []graph.Node, i int) int {
	j := i + 1
	for j < len(list) && list[j] == list[j-1]+1 {
		j++
	}
	return j
}

// blockCode is the number that stands for the length of the i-th block: only the first can be empty.
func blockCode(i, length int) uint64 {
	if i > 0 {
		length--
	}
	return uint64(length)
}

// cost returns the bits of the record of node x without its outdegree, if list is compared with ref. Once it
// reaches limit, it stops and returns limit or more.
func (c *comparer) cost(x int, list, ref []graph.Node, back, limit int) int {
	bits := 0
	extras := list
	if c.window {
		bits = c.reference.Len(uint64(back))
	}
	if back > 0 {
		if bits+c.shortest >= limit {
			return limit
		}
		c.diff(list, ref)
		extras = c.extras
		bits += c.blockCount.Len(uint64(len(c.blocks)))
		for i, b := range c.blocks {
			bits += c.block.Len(blockCode(i, b))
		}
	}
	if len(extras) == 0 || bits >= limit {
		return bits
	}
	return bits + c.costExtras(x, extras, limit-bits)
}

// costExtras returns the bits of nodes that are not copied.
func (c *comparer) costExtras(x int, extras []graph.Node, limit int) int {
	bits, runs := 0, 0
	next, prev := 0, -1 // the least left end of the next interval, and the residual before
	for i := 0; i < len(extras); {
		j := i + 1
		if c.base > 0 {
			j = runEnd(extras, i)
			if j-i >= c.least {
				left, length := runCode(runs, run{extras[i], j - i}, x, next, c.base)
				bits += c.interval.Len(left) + c.interval.Len(length)
				next = int(extras[i]) + j - i + 1
				runs++
				i = j
				continue
			}
		}
		for ; i < j; i++ {
			v := int(extras[i])
			gap := uint64(v - prev - 1)
			if prev < 0 {
				gap = bitcode.Natural(int64(v) - int64(x))
			}
			bits += c.residual.Len(gap)
			prev = v
		}
		if bits >= limit {
			return bits
		}
	}
	if c.base > 0 {
		bits += c.interval.Len(uint64(runs))
	}
	return bits
}
