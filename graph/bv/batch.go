package bv

import (
	"math"
	"math/bits"
	"slices"

	"weft/graph"
	"weft/graph/bitcode"
)

// A batch is a stretch of lists on their way into the file. The lists before it that it may refer to come first.
type batch struct {
	first   int // number of the first node
	context int // number of lists before it
	succ    []graph.Node
	ends    []int // of each list in succ, context included

	big            bool // as large as a dense batch
	window, maxRef int
	refs           []int32 // what was chosen: lists back, 0 for none; context included, like
	depths         []int32 // the lengths of the chains of references

	out  bitcode.Writer
	bits []int64 // of every record
	st   Stats
	done chan struct{} // closed when the background work is finished
}

// Maximum size of a batch: nodes, and nodes and arcs together without the last list.
const (
	batchNodes = 1 << 14
	batchSize  = 1 << 16
	denseSize  = 1 << 17 // nodes and arcs of a dense batch, which has no context
)

// BatchBytes is about the memory of a batch of a Writer, which has two batches for each worker and two more.
// DenseBatchBytes is the memory of a dense batch.
const (
	BatchBytes      = 1 << 20
	DenseBatchBytes = 3 << 20
)

// BytesOfBatch is the one of both that a Writer takes.
func (o *Options) BytesOfBatch() int64 {
	if o.Dense {
		return DenseBatchBytes
	}
	return BatchBytes
}

func (b *batch) lists() int { return len(b.ends) - b.context }

// full says whether the batch has enough lists; many more than its context, which is copied.
func (b *batch) full() bool {
	start := 0
	if b.context > 0 {
		start = b.ends[b.context-1]
	}
	size := len(b.succ) - start + b.lists()
	if b.big {
		return size >= b.fullSize()
	}
	return (size >= b.fullSize() || b.lists() >= batchNodes) && (b.lists() >= 4*b.context || size >= 16*batchSize)
}

// fullSize is how many nodes and arcs a batch has where lists are short.
func (b *batch) fullSize() int {
	if b.big {
		return denseSize
	}
	return batchSize
}

// list returns the i-th list, context included.
func (b *batch) list(i int) []graph.Node {
	if i == 0 {
		return b.succ[:b.ends[0]]
	}
	return b.succ[b.ends[i-1]:b.ends[i]]
}

func (b *batch) add(list []graph.Node) {
	b.succ = append(b.succ, list...)
	b.ends = append(b.ends, len(b.succ))
}

// follow makes b the empty batch after prev. Its context is the last lists of prev: the lists of a window, and
// some lists before them if they are short, from which guess starts.
func (b *batch) follow(prev *batch) {
	b.first = prev.first + prev.lists()
	b.ends = slices.Grow(b.ends[:0], len(prev.ends))
	context := prev.last(b.window + 2*min(b.window, 16))
	if prev.arcsOfLast(context) > batchSize {
		context = prev.last(b.window)
	}
	if b.big {
		context = 0
	}
	b.succ = slices.Grow(b.succ[:0], max(prev.arcsOfLast(context), min(len(prev.succ), b.fullSize())))
	for i := len(prev.ends) - context; i < len(prev.ends); i++ {
		b.add(prev.list(i))
	}
	b.context = context
}

// last returns the number of last lists that exist, at most lists, with the context.
func (b *batch) last(lists int) int { return min(lists, len(b.ends)) }

// arcsOfLast counts the arcs of the last lists, at most lists of them.
func (b *batch) arcsOfLast(lists int) int {
	if lists == len(b.ends) {
		return len(b.succ)
	}
	return len(b.succ) - b.ends[len(b.ends)-lists-1]
}

// pick chooses for the i-th list the strictly cheapest reference, as WebGraph does. At equal cost, no reference
// wins over a reference, and a nearer one over a farther one. Empty lists, and lists at the end of a chain of
// maxRef references, cannot be referred to.
func (b *batch) pick(c *comparer, i int) {
	b.refs[i], b.depths[i] = 0, 0
	list := b.list(i)
	if len(list) == 0 || b.window == 0 {
		return
	}
	x := b.first + i - b.context
	least := c.cost(x, list, nil, 0, 1<<62)
	for back := 1; back <= min(b.window, i); back++ {
		ref := b.list(i - back)
		depth := b.depths[i-back]
		if len(ref) == 0 || int(depth) >= b.maxRef {
			continue
		}
		if bits := c.cost(x, list, ref, back, least); bits < least {
			least = bits
			b.refs[i], b.depths[i] = int32(back), depth+1
		}
	}
}

// guess picks references before the references of the previous batch are known. For the last lists of that batch,
// it picks again from further back.
func (b *batch) guess(c *comparer) {
	b.refs = append(b.refs[:0], make([]int32, len(b.ends))...)
	b.depths = append(b.depths[:0], make([]int32, len(b.ends))...)
	for i := min(b.window, b.context); i < len(b.ends); i++ {
		b.pick(c, i)
	}
}

// settle corrects a guess when the chain lengths of the previous batch are known. A choice depends on the choices
// of a window. So when all choices of a window agree with the guess, all later ones are right. Without a guess it
// picks everything.
func (b *batch) settle(c *comparer, before []int32) {
	guessed := len(b.refs) == len(b.ends)
	if !guessed {
		b.refs = append(b.refs[:0], make([]int32, len(b.ends))...)
		b.depths = append(b.depths[:0], make([]int32, len(b.ends))...)
	}
	window := min(b.window, b.context)
	last := before[len(before)-window:]
	if guessed && slices.Equal(b.depths[b.context-window:b.context], last) {
		return
	}
	copy(b.depths[b.context-window:], last)
	right := 0
	for i := b.context; i < len(b.ends) && (right < b.window || !guessed); i++ {
		old := b.depths[i]
		b.pick(c, i)
		if right++; b.depths[i] != old {
			right = 0
		}
	}
}

// never is the cost of a reference that is of no use.
const never = math.MaxInt32

// measure computes the bits of every list without a reference and with each reference of the window. References
// that save less than three quarters of the best saving so far are dropped: a narrow search among the others finds
// better ones, sooner. Many are not even compared. The marks of two lists bound the number of their common nodes,
// and each common node is assumed to save at most 1.5 times the mean cost of a node.
func (b *batch) measure(c *comparer, m *menu) {
	m.clear(len(b.ends))
	for i := range b.ends {
		list := b.list(i)
		mark := marksOf(list)
		m.marks = append(m.marks, mark)
		if len(list) == 0 {
			m.end(never)
			continue
		}
		none := min(c.cost(b.first+i, list, nil, 0, never), never-1)
		limit := none
		for back := 1; back <= min(b.window, i); back++ {
			common := len(list) - bits.OnesCount64(mark&^m.marks[i-back])
			if mark&m.marks[i-back] == 0 || common*none/2*3 < (none-limit)*len(list) {
				continue
			}
			if cost := c.cost(b.first+i, list, b.list(i-back), back, limit); cost < limit {
				m.offer(cost, back)
				limit = min(limit, cost+(none-cost)/4)
			}
		}
		m.end(none)
	}
}

// marksOf returns a 64-bit set with one bit for each node of a list. If the sets of two lists are disjoint, so are
// the lists.
func marksOf(list []graph.Node) uint64 {
	marks := uint64(0)
	for _, v := range list {
		marks |= 1 << (v * 0x9e3779b1 >> 26) // Fibonacci hashing
	}
	return marks
}

// dense chooses the references of a batch without context by a search, and writes the records.
func (b *batch) dense(e *encoder) {
	b.refs = append(b.refs[:0], make([]int32, len(b.ends))...)
	b.depths = append(b.depths[:0], make([]int32, len(b.ends))...)
	b.measure(e.comparer, &e.menu)
	e.search.search(b.refs, &e.menu)
	for i, ref := range b.refs {
		if ref > 0 {
			b.depths[i] = b.depths[i-int(ref)] + 1
		}
	}
	b.encode(e)
}

// encode writes the records.
func (b *batch) encode(e *encoder) {
	b.out.Reset()
	b.bits, b.st = slices.Grow(b.bits[:0], b.lists()), Stats{}
	for i := b.context; i < len(b.ends); i++ {
		back := int(b.refs[i])
		before := b.out.Bits()
		var ref []graph.Node
		if back > 0 {
			ref = b.list(i - back)
		}
		e.encode(b, b.first+i-b.context, b.list(i), ref, back)
		b.bits = append(b.bits, b.out.Bits()-before)
		b.st.depth += int64(b.depths[i])
	}
	b.st.Nodes = b.lists()
	b.st.Arcs = int64(len(b.succ))
	if b.context > 0 {
		b.st.Arcs -= int64(b.ends[b.context-1])
	}
}
