package rank

import (
	"context"
	"math/bits"
	"sync"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/par"
)

// Lengths are the lists of a graph in memory, block by block, sorted by length within a few hundred consecutive pages.
// With short lists of irregular lengths, the processor mispredicts the end of every second list and waits, so that a
// page costs as much as an arc. With lists of equal length in a row it predicts well. Long lists of about the same
// length are summed side by side. The sum over a list is the same to the last bit.
type lengths struct {
	starts []uint32
	succ   []graph.Node
	order  []uint8                // numbers of the pages in their block, in the order of summation
	ends   [][longList + 1]uint16 // of each block: where the pages of each length end in its order
	first  []int                  // block of each part
	far    bool                   // the values that are summed lie far apart
}

const (
	blockPages = 256 // of a block
	longList   = 16  // lists of less are short: each of their lengths is a class
	meanShort  = 12  // graphs have short lists if their mean length is less
)

const (
	// farBytes is the size of all summed vectors from which they count as far, if most arcs lead far. Smaller
	// vectors stay in the caches of a core. Below this size, summing by way of a copy takes 1.1 to 1.2 times as
	// long; above it, this also holds for cnr-2000 in page order (HITS 120 and 138 ms).
	farBytes = 4 << 20
	// alwaysFar is the size of all summed vectors from which they count as far for short lists, wherever the arcs
	// lead. With a Web of 2 M pages in page order, 20 passes took 385 ms before and 311 ms with it.
	alwaysFar = 3 * farBytes
)

// copied is how many values are copied at a time.
const copied = 4096

// rooms is room for them, 32 KiB of each worker.
var rooms = sync.Pool{New: func() any { return new([copied]float64) }}

// lengthsBytes is the memory that lengths take for n pages: a byte each, and 34 a block.
func lengthsBytes(n int) int64 { return int64(n) + 2*(longList+1)*(int64(n)/blockPages+1) }

// newLengths sorts the lists of the parts of g by length. It returns nil if g is not in memory.
// vectors is the number of vectors that are summed alternately.
func newLengths(ctx context.Context, g graph.Random, parts []graph.Range, vectors int, w graph.Work) (*lengths, error) {
	return reading{g: g, all: g, bytes: vectors * 8 * g.NumNodes()}.lengths(ctx, parts, w)
}

// A reading is how lists are summed.
type reading struct {
	g           graph.Random
	all         graph.Random // the graph that g has some lists of, with other numbers
	bytes       int          // of the vectors that are summed alternately
	longInOrder bool         // long lists are ordered by the numbers of their pages
}

// lengths is newLengths.
func (x reading) lengths(ctx context.Context, parts []graph.Range, w graph.Work) (*lengths, error) {
	g := x.g
	mem, ok := g.(*graph.Memory)
	if !ok {
		return nil, nil
	}
	n := g.NumNodes()
	short := g.NumArcs() < meanShort*int64(n)
	l := &lengths{}
	if x.bytes >= farBytes {
		local, err := graph.IsLocal(x.all)
		if err != nil {
			return nil, err
		}
		l.far = !local || short && x.bytes >= alwaysFar
	}
	l.starts, l.succ = mem.Rows()
	blocks := 0
	for _, r := range parts {
		l.first = append(l.first, blocks)
		blocks += (r.Hi - r.Lo + blockPages - 1) / blockPages
	}
	m := alloc.Maker{Space: w.Space}
	l.order, l.ends = alloc.From[uint8](&m, n), alloc.From[[longList + 1]uint16](&m, blocks)
	if m.Err != nil {
		return nil, m.Err
	}
	class := lengthClass
	if x.longInOrder {
		class = shortClass
	}
	return l, par.Do(ctx, len(parts), w.Workers, func(part int) error {
		block := l.first[part]
		for lo := parts[part].Lo; lo < parts[part].Hi; lo += blockPages {
			l.sort(block, lo, min(lo+blockPages, parts[part].Hi), class)
			block++
		}
		return nil
	})
}

// sort puts the pages from lo to hi, a block, in order.
func (l *lengths) sort(block, lo, hi int, class func(length int) int) {
	starts := l.starts[lo : hi+1]
	l.ends[block] = orderByLength(l.order[lo:hi], func(i int) int { return class(int(starts[i+1] - starts[i])) })
}

// orderByLength sets order to the numbers of lists, sorted by the classes of their lengths, and then by number. It returns
// where the lists of each class up to longList end.
func orderByLength(order []uint8, class func(i int) int) (ends [longList + 1]uint16) {
	var next [lengthClasses + 1]uint16
	for i := range order {
		next[class(i)+1]++
	}
	for i := range lengthClasses {
		next[i+1] += next[i]
	}
	for i := range order {
		at := &next[class(i)]
		order[*at] = uint8(i) //nolint:gosec // a block has at most 256 lists
		*at++
	}
	copy(ends[:], next[:])
	return ends
}

// lengthClasses is the number of classes of lists by length.
const lengthClasses = longList + 8*28

// lengthClass returns the class of lists of n arcs: n, if n is less than longList, and else by eighths of powers of two.
func lengthClass(n int) int {
	if n < longList {
		return n
	}
	b := bits.Len32(uint32(n)) //nolint:gosec // a number of arcs in memory
	return longList + 8*(b-5) + n>>(b-4)&7
}

// shortClass is lengthClass without a difference between long lists.
func shortClass(n int) int { return min(n, longList) }

// sum sets sums to the sums of values over the lists of one block of pages, which begins at page lo.
func (l *lengths) sum(sums, values []float64, block, lo int, room *[copied]float64) {
	if l.far {
		l.sumFar(sums, values, block, lo, room)
		return
	}
	starts, succ := l.starts[lo:][:len(sums)+1], l.succ
	sums[0] = float64(l.touch(lo + len(sums))) // until its list is summed
	ends, order := &l.ends[block], l.order[lo:][:len(sums)]
	for _, i := range order[:ends[0]] {
		sums[i] = 0
	}
	for _, i := range order[ends[0]:ends[1]] {
		sums[i] = values[succ[starts[i]]]
	}
	for _, i := range order[ends[1]:ends[2]] {
		p := succ[starts[i]:][:2]
		sums[i] = values[p[0]] + values[p[1]]
	}
	for _, i := range order[ends[2]:ends[3]] {
		p := succ[starts[i]:][:3]
		sums[i] = values[p[0]] + values[p[1]] + values[p[2]]
	}
	for _, i := range order[ends[3]:ends[4]] {
		p := succ[starts[i]:][:4]
		sums[i] = values[p[0]] + values[p[1]] + values[p[2]] + values[p[3]]
	}
	for _, i := range order[ends[4]:ends[5]] {
		p := succ[starts[i]:][:5]
		sums[i] = values[p[0]] + values[p[1]] + values[p[2]] + values[p[3]] + values[p[4]]
	}
	for _, i := range order[ends[5]:ends[6]] {
		p := succ[starts[i]:][:6]
		sums[i] = values[p[0]] + values[p[1]] + values[p[2]] + values[p[3]] + values[p[4]] + values[p[5]]
	}
	for _, i := range order[ends[6]:ends[7]] {
		p := succ[starts[i]:][:7]
		sums[i] = values[p[0]] + values[p[1]] + values[p[2]] + values[p[3]] + values[p[4]] + values[p[5]] + values[p[6]]
	}
	for _, i := range order[ends[7]:ends[8]] {
		p := succ[starts[i]:][:8]
		sums[i] = values[p[0]] + values[p[1]] + values[p[2]] + values[p[3]] + values[p[4]] + values[p[5]] + values[p[6]] + values[p[7]]
	}
	l.sumLong(sums, values, order[ends[8]:], starts)
}

// sumLong is sum for some pages of the block, four at a time. The processor waits for a sum before it adds the next
// value to it, so that four sums take hardly longer than one.
func (l *lengths) sumLong(sums, values []float64, order []uint8, starts []uint32) {
	for ; len(order)%4 > 0; order = order[1:] { // the shortest
		sums[order[0]] = gather(values, l.succ[starts[order[0]]:starts[int(order[0])+1]])
	}
	for ; len(order) >= 4; order = order[4:] {
		i0, i1, i2, i3 := int(order[0]), int(order[1]), int(order[2]), int(order[3])
		l0, l1 := l.succ[starts[i0]:starts[i0+1]], l.succ[starts[i1]:starts[i1+1]]
		l2, l3 := l.succ[starts[i2]:starts[i2+1]], l.succ[starts[i3]:starts[i3+1]]
		n := min(len(l0), len(l1), len(l2), len(l3))
		var s0, s1, s2, s3 float64
		p0, p1, p2, p3 := l0[:n], l1[:n], l2[:n], l3[:n]
		for k := range p0 {
			s0 += values[p0[k]]
			s1 += values[p1[k]]
			s2 += values[p2[k]]
			s3 += values[p3[k]]
		}
		sums[i0], sums[i1] = gatherOn(s0, values, l0[n:]), gatherOn(s1, values, l1[n:])
		sums[i2], sums[i3] = gatherOn(s2, values, l2[n:]), gatherOn(s3, values, l3[n:])
	}
}

// gatherOn adds the values of a list to a sum, from left to right.
func gatherOn(sum float64, values []float64, list []graph.Node) float64 {
	for _, u := range list {
		sum += values[u]
	}
	return sum
}

// sumFar is sum for values that lie far apart. It copies the values of all lists in order, so that the processor
// can prefetch, and then sums the copies by length. It repeats the code of sum, because a loop over the length of
// a class takes a tenth longer. Copying where it is not needed takes longer, too.
func (l *lengths) sumFar(sums, values []float64, block, lo int, room *[copied]float64) {
	starts := l.starts[lo:][:len(sums)+1]
	base := starts[0]
	if starts[len(sums)]-base > copied {
		l.sumRuns(sums, values, starts, room)
		return
	}
	l.copyValues(room, values, int(base), int(starts[len(sums)]))
	ends, order := &l.ends[block], l.order[lo:][:len(sums)]
	for _, i := range order[:ends[0]] {
		sums[i] = 0
	}
	for _, i := range order[ends[0]:ends[1]] {
		sums[i] = room[starts[i]-base]
	}
	for _, i := range order[ends[1]:ends[2]] {
		p := room[starts[i]-base:][:2]
		sums[i] = p[0] + p[1]
	}
	for _, i := range order[ends[2]:ends[3]] {
		p := room[starts[i]-base:][:3]
		sums[i] = p[0] + p[1] + p[2]
	}
	for _, i := range order[ends[3]:ends[4]] {
		p := room[starts[i]-base:][:4]
		sums[i] = p[0] + p[1] + p[2] + p[3]
	}
	for _, i := range order[ends[4]:ends[5]] {
		p := room[starts[i]-base:][:5]
		sums[i] = p[0] + p[1] + p[2] + p[3] + p[4]
	}
	for _, i := range order[ends[5]:ends[6]] {
		p := room[starts[i]-base:][:6]
		sums[i] = p[0] + p[1] + p[2] + p[3] + p[4] + p[5]
	}
	for _, i := range order[ends[6]:ends[7]] {
		p := room[starts[i]-base:][:7]
		sums[i] = p[0] + p[1] + p[2] + p[3] + p[4] + p[5] + p[6]
	}
	for _, i := range order[ends[7]:ends[8]] {
		p := room[starts[i]-base:][:8]
		sums[i] = p[0] + p[1] + p[2] + p[3] + p[4] + p[5] + p[6] + p[7]
	}
	for _, i := range order[ends[8]:] {
		sums[i] = total(0, room[starts[i]-base:starts[int(i)+1]-base])
	}
}

// sumRuns is sumFar where lists are long: as many as fit are copied at a time, and summed one by one.
func (l *lengths) sumRuns(sums, values []float64, starts []uint32, room *[copied]float64) {
	for lo := 0; lo < len(sums); {
		base, hi := starts[lo], lo
		for hi < len(sums) && starts[hi+1]-base <= copied {
			hi++
		}
		if hi == lo {
			sums[lo] = l.gatherFar(values, int(base), int(starts[lo+1]), room)
			lo++
			continue
		}
		l.copyValues(room, values, int(base), int(starts[hi]))
		for ; lo < hi; lo++ {
			sums[lo] = total(0, room[starts[lo]-base:starts[lo+1]-base])
		}
	}
}

// gatherFar is [gather] of the arcs from lo to hi, some at a time.
func (l *lengths) gatherFar(values []float64, lo, hi int, room *[copied]float64) float64 {
	sum := 0.0
	for ; lo < hi; lo += copied {
		n := min(hi-lo, copied)
		l.copyValues(room, values, lo, lo+n)
		sum = total(sum, room[:n])
	}
	return sum
}

// total adds values to a sum, from left to right.
func total(sum float64, values []float64) float64 {
	for _, x := range values {
		sum += x
	}
	return sum
}

// copyValues copies the values of the arcs from lo to hi, which fit into room.
func (l *lengths) copyValues(room *[copied]float64, values []float64, lo, hi int) {
	gatherInto(room[:hi-lo], values, l.succ[lo:hi], l.succ[hi:])
}

// gatherIntoPlain sets to to the values of a list.
func gatherIntoPlain(to, values []float64, list []graph.Node) {
	to = to[:len(list)]
	for i, u := range list {
		to[i] = values[u]
	}
}

// touch reads each line of the lists of the block that begins at lo, in order, and returns a value made from them.
// The next block is read in order of lengths, which the processor cannot predict. touch lets it prefetch the
// lines.
func (l *lengths) touch(lo int) (seen graph.Node) {
	const line = 16
	from, to := ahead(l.starts, lo)
	for lists := l.succ[from:to]; len(lists) >= line; lists = lists[line:] {
		seen ^= lists[0]
	}
	return seen
}

// ahead returns the range of arcs of the block that touch reads: not all arcs of long lists.
func ahead(starts []uint32, lo int) (from, to uint32) {
	const most = 16 * blockPages
	from, to = starts[lo], starts[min(lo+blockPages, len(starts)-1)]
	return from, from + min(to-from, most) // from+most may be 2³² and more
}

// eachBlock calls f with the pages of each block of a part, r, and room for [lengths.sum].
func (l *lengths) eachBlock(part int, r graph.Range, f func(block int, pages graph.Range, room *[copied]float64)) {
	block := l.first[part]
	var room *[copied]float64
	if l.far {
		room = rooms.Get().(*[copied]float64)
		defer rooms.Put(room)
	}
	for lo := r.Lo; lo < r.Hi; lo += blockPages {
		f(block, graph.Range{Lo: lo, Hi: min(lo+blockPages, r.Hi)}, room)
		block++
	}
}

// list returns the list of a page.
func (l *lengths) list(u int) []graph.Node { return l.succ[l.starts[u]:l.starts[u+1]] }
