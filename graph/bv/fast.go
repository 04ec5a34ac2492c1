package bv

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"weft/graph"
	"weft/graph/bitcode"
)

// The functions of this file decode records with the usual codes. They read 64 bits at a time, 57 of them valid,
// and take several codes from these: w holds the bits from pos on, and used bits of it are consumed. They leave
// difficult records to the functions of decode.go, which decode the record again or report the error. Difficult
// records have a long number, are near the end, or have damaged bits. So the functions here check only their own
// bounds, and report failure without a reason.

// peekBits are how many bits of a load count, and refill how many may be gone before a short code is read.
const (
	peekBits = 57
	refill   = 28
)

// load returns the bits from pos on, left-aligned. Where fewer than 8 bytes are left it returns others, which inside tells.
func (d *decoder) load(pos uint64) uint64 {
	return binary.BigEndian.Uint64(d.data[min(pos>>3, d.last):]) << (pos & 7)
}

// inside reports whether a load from pos stays inside the data.
func (d *decoder) inside(pos uint64) bool { return pos>>3 <= d.last }

// fastHead is head for the record at pos. It tells where the head ends.
func (d *decoder) fastHead(x, pos uint64) (degree, ref, end uint64, ok bool) {
	w := d.load(pos)
	degree, n := bitcode.PeekGamma(w)
	if n > peekBits || degree > d.nodes {
		return 0, 0, pos, false
	}
	if degree > 0 && d.win > 0 {
		ref = uint64(bits.LeadingZeros64(w << n))
		if n += uint(ref) + 1; n > peekBits || ref > d.win || ref > x {
			return 0, 0, pos, false
		}
	}
	return degree, ref, pos + uint64(n), d.inside(pos)
}

// slack is the spare room after a list, in nodes, because blocks are copied in units of slack nodes.
const slack = 8

// fastBody is body for a list of ours, with dst as its memory. Copied successors are written to their place first,
// and the others are merged into them from the end.
func (d *decoder) fastBody(dst []graph.Node, c chained, ref []graph.Node, hasRef bool) ([]graph.Node, bool) {
	x, degree, pos := c.node, c.degree, c.body
	out := withRoom(dst, degree)
	copied := uint64(0)
	ok := true
	if hasRef {
		if copied, pos, ok = d.fastBlocks(out, ref, pos); !ok {
			return out, false
		}
	}
	var runs []graph.Node
	if copied < degree && d.minI > 0 {
		count, n := bitcode.PeekGamma(d.load(pos))
		pos += uint64(n)
		if count > 0 {
			if runs = out; copied > 0 { // else they are in their place
				d.runs = withRoom(d.runs, degree-copied)
				runs = d.runs
			}
			if runs, pos, ok = d.fastIntervals(runs, count, x, pos); !ok || n > peekBits {
				return out, false
			}
		}
	}
	if rest := int(degree) - int(copied) - len(runs); rest > 0 {
		extras := out
		if rest < len(out) {
			d.residuals = withRoom(d.residuals, uint64(rest))
			extras = d.residuals
		}
		if pos, ok = d.fastResiduals(extras, x, pos); !ok {
			return out, false
		}
		if rest < len(out) {
			ok = d.mergeRuns(out, int(copied), runs, extras)
		}
	} else if copied > 0 {
		ok = mergeInto(out, int(copied), runs)
	}
	d.r.Seek(pos)
	return out, ok && d.inside(pos)
}

// hub is the length from which a list gets only the memory it needs. The next short list in this memory releases
// it.
const hub = 1 << 16

// noRoom returns the memory of a list that is no longer read, or releases it if the list is long.
func noRoom(list []graph.Node) []graph.Node {
	if cap(list) > hub {
		return nil
	}
	return list
}

// withRoom returns memory for n nodes, with slack after them. It reuses list if it is large enough and not far too
// large.
func withRoom(list []graph.Node, n uint64) []graph.Node {
	if uint64(cap(list))-(n+slack) < hub { // it is not less, either
		return list[:n]
	}
	return moreRoom(list, n)
}

// moreRoom is withRoom where there is too little, or much more than is needed.
func moreRoom(list []graph.Node, n uint64) []graph.Node {
	if size := uint64(cap(list)); size >= n+slack && size/4 <= n {
		return list[:n]
	}
	room := n + slack
	if n < hub {
		room += n / 4
	}
	return make([]graph.Node, n, room)
}

// fastBlocks copies the parts of ref described by the blocks at pos into out, which has slack. It returns their
// number of nodes and the end of the blocks, or false if there are too many or anything else is wrong.
func (d *decoder) fastBlocks(out, ref []graph.Node, pos uint64) (copied, end uint64, ok bool) {
	degree, size := uint64(len(out)), uint64(len(ref))
	out = out[:degree+slack]
	if cap(ref) < len(ref)+slack {
		ref = slices.Grow(ref, slack)
	}
	ref = ref[:size+slack]
	w := d.load(pos)
	count, used := bitcode.PeekGamma(w)
	if used > peekBits || count > size {
		return 0, pos, false
	}
	w <<= used
	at := uint64(0)
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
		if used += n; used > peekBits || length > size-at {
			return 0, pos, false
		}
		if i&1 == 0 {
			if length > degree-copied {
				return 0, pos, false
			}
			copyNodes(out[copied:], ref[at:], length)
			copied += length
		}
		at += length
	}
	if count&1 == 0 {
		length := size - at
		if length > degree-copied {
			return 0, pos, false
		}
		copyNodes(out[copied:], ref[at:], length)
		copied += length
	}
	return copied, pos + uint64(used), true
}

// copyNodes copies n nodes, and up to seven more. It takes the same few branches for most short lists.
func copyNodes(dst, src []graph.Node, n uint64) {
	for n > 0 {
		*(*[slack]graph.Node)(dst) = *(*[slack]graph.Node)(src)
		if n <= slack {
			return
		}
		dst, src = dst[slack:], src[slack:]
		n -= slack
	}
}

// fastIntervals reads count intervals into space, which has room for all their possible nodes, and returns these
// nodes.
func (d *decoder) fastIntervals(space []graph.Node, count, x, pos uint64) (runs []graph.Node, end uint64, ok bool) {
	extra := uint64(len(space))
	if count > extra/d.minI {
		return nil, pos, false
	}
	at := 0
	next := uint64(0)
	for i := range count {
		w := d.load(pos)
		gap, n := bitcode.PeekGamma(w)
		if n > peekBits {
			return nil, pos, false
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
			return nil, pos, false
		}
		pos += uint64(n)
		extra -= length
		for k := range length {
			space[at] = graph.Node(left + k)
			at++
		}
		next = left + length + 1
	}
	return space[:at], pos, true
}

// mergeRuns merges runs, if there are any, and residuals into the copied nodes at the beginning of out; where nothing
// was copied, runs are there.
func (d *decoder) mergeRuns(out []graph.Node, copied int, runs, residuals []graph.Node) bool {
	if len(runs) == 0 {
		return mergeInto(out, copied, residuals)
	}
	if copied == 0 {
		return mergeInto(out, len(runs), residuals)
	}
	var ok bool
	if d.merged, ok = merge2(d.merged[:0], runs, residuals); !ok {
		return false
	}
	return mergeInto(out, copied, d.merged)
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
