package bv

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"weft/bitcode"
	"weft/graph"
)

// The functions of this file decode records whose codes are the usual ones. They read 64 bits at a time, of which 57 count,
// and take several codes from them: w holds the bits from pos on, of which used are gone. What they do not understand,
// because a number is long, the end is near or the bits are damaged, they leave to the functions of decode.go, which decode
// the record again or say what is wrong. So they check what keeps them within bounds, and say only no.

// peekBits are how many bits of a load count, and refill how many may be gone before a short code is read.
const (
	peekBits = 57
	refill   = 28
)

// load returns the bits from pos on, left-aligned. Where fewer than 8 bytes are left it returns others, which inside tells.
func (d *decoder) load(pos uint64) uint64 {
	return binary.BigEndian.Uint64(d.data[min(pos>>3, d.last):]) << (pos & 7)
}

// inside says whether a load from pos is what it should be.
func (d *decoder) inside(pos uint64) bool { return pos>>3 <= d.last }

// fastHead is head.
func (d *decoder) fastHead(x uint64) (degree, ref uint64, ok bool) {
	pos := d.r.Pos()
	w := d.load(pos)
	degree, n := bitcode.PeekGamma(w)
	if n > 32 || degree > d.nodes {
		return 0, 0, false
	}
	if degree > 0 && d.win > 0 {
		ref = uint64(bits.LeadingZeros64(w << n))
		if n += uint(ref) + 1; n > peekBits || ref > d.win || ref > x {
			return 0, 0, false
		}
	}
	d.r.Seek(pos + uint64(n))
	return degree, ref, d.inside(pos)
}

// fastBody is body. The copied successors come first into their place in dst, and the others are merged into them from the
// end.
func (d *decoder) fastBody(dst []graph.Node, x, degree uint64, ref []graph.Node, hasRef bool) ([]graph.Node, bool) {
	start := len(dst)
	dst = slices.Grow(dst, int(degree))[:start+int(degree)]
	out := dst[start:]
	pos := d.r.Pos()
	copied := 0
	if hasRef {
		if copied, pos = d.fastBlocks(out, ref, pos); copied < 0 {
			return dst[:start], false
		}
	}
	if copied < len(out) {
		runs := d.runs[:0]
		if d.minI > 0 {
			var ok bool
			if runs, pos, ok = d.fastIntervals(x, uint64(len(out)-copied), pos); !ok {
				return dst[:start], false
			}
		}
		var ok bool
		if pos, ok = d.fastRest(out, copied, runs, x, pos); !ok {
			return dst[:start], false
		}
	}
	d.r.Seek(pos)
	return dst, d.inside(pos)
}

// fastBlocks copies the parts of ref that the blocks at pos say into out, and returns how many nodes they are, −1 for more than
// there is room for or anything else that is wrong, and where the blocks end.
func (d *decoder) fastBlocks(out, ref []graph.Node, pos uint64) (int, uint64) {
	w := d.load(pos)
	count, n := bitcode.PeekGamma(w)
	if n > 32 || count > uint64(len(ref)) {
		return -1, pos
	}
	if count == 0 {
		if len(ref) > len(out) {
			return -1, pos
		}
		return copy(out, ref), pos + uint64(n)
	}
	w <<= n
	used := n
	copied, at := uint64(0), uint64(0)
	for i := range count {
		if used > refill {
			pos += uint64(used)
			w, used = d.load(pos), 0
		}
		length, n := bitcode.PeekGamma(w)
		if i > 0 {
			length++
		}
		w <<= n
		if used += n; used > peekBits || length > uint64(len(ref))-at {
			return -1, pos
		}
		if i&1 == 0 {
			if length > uint64(len(out))-copied {
				return -1, pos
			}
			copy(out[copied:copied+length], ref[at:at+length])
			copied += length
		}
		at += length
	}
	if count&1 == 0 {
		if uint64(len(ref))-at > uint64(len(out))-copied {
			return -1, pos
		}
		copied += uint64(copy(out[copied:], ref[at:]))
	}
	return int(copied), pos + uint64(used)
}

// fastIntervals reads the intervals among so many successors, expanded into d.runs.
func (d *decoder) fastIntervals(x, extra, pos uint64) ([]graph.Node, uint64, bool) {
	runs := d.runs[:0]
	count, n := bitcode.PeekGamma(d.load(pos))
	pos += uint64(n)
	if count == 0 {
		return runs, pos, true
	}
	if n > 32 || count > extra/d.minI {
		return runs, pos, false
	}
	next := uint64(0)
	for i := range count {
		w := d.load(pos)
		gap, n := bitcode.PeekGamma(w)
		if n > peekBits {
			return runs, pos, false
		}
		left := next + gap
		if i == 0 {
			left = uint64(int64(x) + bitcode.Signed(gap))
		}
		if n > refill {
			pos += uint64(n)
			w, n = d.load(pos), 0
		}
		length, m := bitcode.PeekGamma(w << n)
		length += d.minI
		if n += m; n > peekBits || length > extra || left >= d.nodes || length > d.nodes-left {
			return runs, pos, false
		}
		pos += uint64(n)
		extra -= length
		for v := left; v < left+length; v++ {
			runs = append(runs, graph.Node(v))
		}
		next = left + length + 1
	}
	d.runs = runs
	return runs, pos, true
}

// fastRest reads the residuals, as many as are left, and puts them and the runs between the copied nodes, which stand at the
// beginning of out.
func (d *decoder) fastRest(out []graph.Node, copied int, runs []graph.Node, x, pos uint64) (uint64, bool) {
	rest := len(out) - copied - len(runs)
	if rest == 0 {
		return pos, mergeInto(out, copied, runs)
	}
	extras := out
	if copied+len(runs) > 0 {
		d.residuals = slices.Grow(d.residuals[:0], rest)[:rest]
		extras = d.residuals
	}
	pos, ok := d.fastResiduals(extras, x, pos)
	if !ok {
		return pos, false
	}
	if len(runs) > 0 {
		if d.merged, ok = merge2(d.merged[:0], runs, extras); !ok {
			return pos, false
		}
		extras = d.merged
	}
	return pos, copied+len(runs) == 0 || mergeInto(out, copied, extras)
}

// fastResiduals fills out, which is not empty.
func (d *decoder) fastResiduals(out []graph.Node, x, pos uint64) (uint64, bool) {
	w := d.load(pos)
	gap, n := bitcode.ShortZeta3(w)
	if n == 0 {
		if gap, n = bitcode.LongZeta3(w); n == 0 {
			return pos, false
		}
	}
	v := uint64(int64(x) + bitcode.Signed(gap))
	if v >= d.nodes {
		return pos, false
	}
	out[0] = graph.Node(v)
	w <<= n
	used := n
	for i := 1; i < len(out); i++ {
		if used > peekBits-12 {
			pos += uint64(used)
			w, used = d.load(pos), 0
		}
		gap, n := bitcode.ShortZeta3(w)
		if n == 0 {
			pos += uint64(used)
			w, used = d.load(pos), 0
			if gap, n = bitcode.LongZeta3(w); n == 0 {
				return pos, false
			}
		}
		if v += gap + 1; v >= d.nodes {
			return pos, false
		}
		out[i] = graph.Node(v)
		w <<= n
		used += n
	}
	return pos + uint64(used), true
}

// mergeInto merges extras into the sorted nodes at the beginning of out, which they fill; false if they share a node.
func mergeInto(out []graph.Node, copied int, extras []graph.Node) bool {
	i, k := copied-1, len(out)-1
	for _, v := range slices.Backward(extras) {
		for i >= 0 && out[i] > v {
			out[k] = out[i]
			i--
			k--
		}
		if i >= 0 && out[i] == v {
			return false
		}
		out[k] = v
		k--
	}
	return true
}
