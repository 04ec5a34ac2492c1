package bv

import (
	"weft/graph"
	"weft/graph/bitcode"
)

// An encoder writes records.
type encoder struct {
	*comparer
	rec    record // scratch
	search *beam  // nil unless dense
	menu   menu   // of a dense batch, while its references are chosen
}

// encode appends the record of node x to what the batch puts out; back says which list it refers to, 0 for none.
func (e *encoder) encode(b *batch, x int, list, ref []graph.Node, back int) {
	w, st := &b.out, &b.st
	before := w.Bits()
	e.outdegree.Write(w, uint64(len(list)))
	st.bits[outdegrees] += w.Bits() - before
	if len(list) == 0 {
		return
	}
	e.compare(&e.rec, list, ref, back)
	e.put(w, x, len(list), st)
}

// put appends e.rec to w, after the outdegree.
func (e *encoder) put(w *bitcode.Writer, x, degree int, st *Stats) {
	r := &e.rec
	at := w.Bits()
	mark := func(field int) {
		now := w.Bits()
		st.bits[field] += now - at
		at = now
	}
	if e.window {
		e.reference.Write(w, uint64(r.ref))
		mark(references)
	}
	if r.ref > 0 {
		e.blockCount.Write(w, uint64(len(r.blocks)))
		for i, b := range r.blocks {
			e.block.Write(w, blockCode(i, b))
		}
		mark(blocks)
	}
	st.copied += int64(r.copied)
	st.residuals += int64(len(r.residuals))
	st.distance += int64(r.ref)
	if degree == r.copied {
		return
	}
	if e.base > 0 {
		e.interval.Write(w, uint64(len(r.runs)))
		next := 0
		for i, iv := range r.runs {
			left, length := runCode(i, iv, x, next, e.base)
			e.interval.Write(w, left)
			e.interval.Write(w, length)
			next = int(iv.left) + iv.length + 1
			st.runs += int64(iv.length)
		}
		mark(intervals)
	}
	prev := 0
	for i, v := range r.residuals {
		e.residual.Write(w, residualCode(i, v, x, prev))
		prev = int(v)
	}
	mark(residuals)
}

// runCode returns the numbers that encode the i-th interval. next is its least possible left end, base the length
// that is stored as 0.
func runCode(i int, iv run, x, next, base int) (left, length uint64) {
	length = uint64(iv.length - base)
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
