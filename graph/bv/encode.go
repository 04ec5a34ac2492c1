package bv

import (
	"weft/bitcode"
	"weft/graph"
)

// An encoder turns successor lists into records. It keeps the lists of a window, tries each as reference and takes the
// cheapest, as WebGraph does: the strictly smallest number of bits, so that no reference beats a reference and a nearer
// one a farther one; empty lists, and lists at the end of a chain of MaxRef references, are not tried.
type encoder struct {
	opts   Options
	ring   []windowed
	spare  record // the record under trial
	best   record
	extras []graph.Node // scratch of compare
}

// windowed is a list of the window with the length of its chain of references.
type windowed struct {
	list  []graph.Node
	depth int
}

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

func newEncoder(o Options) *encoder {
	return &encoder{opts: o, ring: make([]windowed, o.window()+1)}
}

// encode appends the record of node x to w.
func (e *encoder) encode(w *bitcode.Writer, x int, list []graph.Node, st *Stats) {
	here := &e.ring[x%len(e.ring)]
	here.list = append(here.list[:0], list...)
	here.depth = 0
	before := w.Bits()
	w.Code(uint64(len(list)), e.opts.Codes.Outdegree)
	st.bits[outdegrees] += w.Bits() - before
	if len(list) == 0 {
		return
	}
	e.choose(x, list)
	if e.best.ref > 0 {
		here.depth = e.ring[(x-e.best.ref)%len(e.ring)].depth + 1
		st.distance += int64(e.best.ref)
		st.depth += int64(here.depth)
	}
	e.put(w, x, len(list), st)
}

// choose leaves in e.best the record that takes the fewest bits.
func (e *encoder) choose(x int, list []graph.Node) {
	e.compare(&e.best, list, nil, 0)
	if e.opts.window() == 0 {
		return
	}
	least := e.cost(&e.best, x, len(list), 1<<62)
	for back := 1; back < len(e.ring) && back <= x; back++ {
		ref := &e.ring[(x-back)%len(e.ring)]
		if len(ref.list) == 0 || ref.depth >= e.opts.maxRef() {
			continue
		}
		e.compare(&e.spare, list, ref.list, back)
		if bits := e.cost(&e.spare, x, len(list), least); bits < least {
			least = bits
			e.best, e.spare = e.spare, e.best
		}
	}
}

// compare fills r with the difference between a list and a reference.
func (e *encoder) compare(r *record, list, ref []graph.Node, back int) {
	r.ref, r.blocks, r.copied = back, r.blocks[:0], 0
	if back == 0 {
		e.split(r, list)
		return
	}
	extras := e.extras[:0]
	j, k, length := 0, 0, 0
	copying := true
	for j < len(list) && k < len(ref) {
		switch v, w := list[j], ref[k]; {
		case v < w:
			extras = append(extras, v)
			j++
		case (v == w) != copying:
			r.blocks = append(r.blocks, length)
			length = 0
			copying = !copying
		default:
			if copying {
				r.copied++
				j++
			}
			k++
			length++
		}
	}
	// The last block goes without saying, unless a copy stops short of the reference's end.
	if copying && k < len(ref) {
		r.blocks = append(r.blocks, length)
	}
	e.extras = append(extras, list[j:]...)
	e.split(r, e.extras)
}

// split divides nodes that are not copied into intervals and residuals. A single node is never an interval, as in
// WebGraph.
func (e *encoder) split(r *record, list []graph.Node) {
	r.runs, r.residuals = r.runs[:0], r.residuals[:0]
	least := e.opts.minInterval()
	if least == 0 {
		r.residuals = append(r.residuals, list...)
		return
	}
	for i := 0; i < len(list); {
		j := i + 1
		for j < len(list) && list[j] == list[j-1]+1 {
			j++
		}
		if j-i >= max(least, 2) {
			r.runs = append(r.runs, run{list[i], j - i})
		} else {
			r.residuals = append(r.residuals, list[i:j]...)
		}
		i = j
	}
}

// cost returns the bits of the record without its outdegree; it gives up once they reach limit.
func (e *encoder) cost(r *record, x, degree, limit int) int {
	c := &e.opts.Codes
	bits := c.Reference.Len(uint64(r.ref))
	if r.ref > 0 {
		bits += c.BlockCount.Len(uint64(len(r.blocks)))
		for i, b := range r.blocks {
			bits += c.Block.Len(blockCode(i, b))
		}
	}
	if degree == r.copied {
		return bits
	}
	if e.opts.minInterval() > 0 {
		bits += c.Interval.Len(uint64(len(r.runs)))
		next := 0
		for i, iv := range r.runs {
			left, length := runCode(i, iv, x, next, e.opts.MinInterval)
			bits += c.Interval.Len(left) + c.Interval.Len(length)
			next = int(iv.left) + iv.length + 1
		}
	}
	if c.Residual == (bitcode.Code{Kind: bitcode.Zeta, K: 3}) {
		return e.costResiduals(r, x, bits, limit)
	}
	prev := 0
	for i, v := range r.residuals {
		bits += c.Residual.Len(residualCode(i, v, x, prev))
		prev = int(v)
	}
	return bits
}

func (e *encoder) costResiduals(r *record, x, bits, limit int) int {
	prev := x
	for i, v := range r.residuals {
		n := residualCode(i, v, x, prev)
		prev = int(v)
		if n < uint64(len(zeta3Len)) {
			bits += int(zeta3Len[n])
		} else {
			bits += bitcode.ZetaLen(n, 3)
		}
		if bits >= limit {
			return bits
		}
	}
	return bits
}

// zeta3Len holds the lengths of the common ζ₃ codes.
var zeta3Len = func() (t [4096]uint8) {
	for x := range t {
		t[x] = uint8(bitcode.ZetaLen(uint64(x), 3))
	}
	return t
}()

// put appends e.best to w, after the outdegree.
func (e *encoder) put(w *bitcode.Writer, x, degree int, st *Stats) {
	c, r := &e.opts.Codes, &e.best
	at := w.Bits()
	mark := func(field int) {
		now := w.Bits()
		st.bits[field] += now - at
		at = now
	}
	if e.opts.window() > 0 {
		w.Code(uint64(r.ref), c.Reference)
		mark(references)
	}
	if r.ref > 0 {
		w.Code(uint64(len(r.blocks)), c.BlockCount)
		for i, b := range r.blocks {
			w.Code(blockCode(i, b), c.Block)
		}
		mark(blocks)
	}
	st.copied += int64(r.copied)
	st.residuals += int64(len(r.residuals))
	if degree == r.copied {
		return
	}
	if e.opts.minInterval() > 0 {
		w.Code(uint64(len(r.runs)), c.Interval)
		next := 0
		for i, iv := range r.runs {
			left, length := runCode(i, iv, x, next, e.opts.MinInterval)
			w.Code(left, c.Interval)
			w.Code(length, c.Interval)
			next = int(iv.left) + iv.length + 1
			st.runs += int64(iv.length)
		}
		mark(intervals)
	}
	prev := 0
	for i, v := range r.residuals {
		w.Code(residualCode(i, v, x, prev), c.Residual)
		prev = int(v)
	}
	mark(residuals)
}

// blockCode is the number that stands for the length of the i-th block: only the first can be empty.
func blockCode(i, length int) uint64 {
	if i > 0 {
		length--
	}
	return uint64(length)
}

// runCode gives the numbers that stand for the i-th interval; next is the least left end it can have.
func runCode(i int, iv run, x, next, least int) (left, length uint64) {
	length = uint64(iv.length - least)
	if i == 0 {
		return bitcode.Natural(int64(iv.left) - int64(x)), length
	}
	return uint64(int(iv.left) - next), length
}

// residualCode is the number that stands for the i-th residual v of node x, after prev.
func residualCode(i int, v graph.Node, x, prev int) uint64 {
	if i == 0 {
		return bitcode.Natural(int64(v) - int64(x))
	}
	return uint64(int(v) - prev - 1)
}
