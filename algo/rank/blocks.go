package rank

import (
	"context"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/par"
)

// A blocker sums, for each node, the values of its predecessors. It computes the same sums, to the last bit, as a
// pass over the transpose, because it adds in the order of the sources too. A pass over the transpose reads a
// vector at random. Where most arcs lead far it waits for memory, or for the disk if the vector lies there. A
// blocker groups the arcs by blocks of targets and sorts each block by source. It reads the values from first to
// last, and writes only the sums of one block at random, which fit in the caches.
//
// The algorithm is by Haveliwala, "Efficient computation of PageRank", 1999. The paper on the Webgraph in external
// memory uses it (docs/papers.md, section 4.2). Here blocks are small enough for the caches, and a block holds one
// word per arc instead of lists. Propagation blocking (Beamer, Asanović and Patterson, "Reducing PageRank
// communication via propagation blocking", IPDPS 2017) writes each value to each block, 10 bytes an arc, and reads
// it again.
type blocker struct {
	g       graph.Random
	loops   bool // arcs from a node to itself count
	workers int
	parts   []graph.Range // of sources
	starts  []int64       // for each block, then each part, where its words begin; and where the last end
	// words holds the arcs. The low bits of a word are the number of the target in its block. The high bits are
	// the distance of the source from the source of the previous word, or from the start of the part. A greatest
	// distance means that another word follows.
	words []uint32
	bits  int // of the number of a target in its block
}

// The number of pages in a block is a power of two with one of these exponents. Sums take 2 MiB with the smallest
// block size and 32 MiB with the largest.
const (
	fewestBits = 18
	mostBits   = 22
)

// bitsOf returns the exponent of the block size for n nodes and the given number of arcs. The sums of a small
// block stay in the caches nearest to the processor. With very many blocks, however, the sources of a block lie so
// far apart that each one needs its own cache line; then larger blocks are faster. With six blocks per arc of a
// node, more than one source shares a line.
func bitsOf(n int, arcs int64) int {
	few := max(16, int(6*arcs/int64(max(n, 1))))
	bits := fewestBits
	for bits < mostBits && blocksOf(n, bits) > few {
		bits++
	}
	return bits
}

func blocksOf(n, bits int) int { return (n + 1<<bits - 1) >> bits }

// mostGap is the greatest distance of sources that a word can say: that word is no arc.
func mostGap(bits int) int { return 1<<(32-bits) - 1 }

// BlockBytes returns the memory for summing by blocks, besides the vectors. The words, 4 bytes per arc, may lie in
// scratch files. Each gap of 16,383 nodes between the sources of a block takes one more word; the gap is shorter
// in graphs of more than 16 million nodes. The starts lie on the heap.
func BlockBytes(n int, arcs int64) (words, starts int64) {
	bits := bitsOf(n, arcs)
	parts, blocks := int64(graph.NumParts(n, arcs)), int64(blocksOf(n, bits))
	return 4 * (arcs + blocks*int64(n/mostGap(bits)+1)), 8 * (parts*blocks + 1)
}

func newBlocker(ctx context.Context, g graph.Random, loops bool, w graph.Work) (*blocker, error) {
	return newBlockerOf(ctx, g, loops, bitsOf(g.NumNodes(), g.NumArcs()), w)
}

func newBlockerOf(ctx context.Context, g graph.Random, loops bool, bits int, w graph.Work) (*blocker, error) {
	b := &blocker{g: g, loops: loops, workers: w.Workers, parts: graph.Parts(g), bits: bits}
	blocks := blocksOf(g.NumNodes(), bits)
	b.starts = make([]int64, blocks*len(b.parts)+1)
	err := b.eachArc(ctx, func(part int) func(block int, word uint32) {
		return func(block int, _ uint32) { b.starts[block*len(b.parts)+part+1]++ }
	})
	if err != nil {
		return nil, err
	}
	for i := 1; i < len(b.starts); i++ {
		b.starts[i] += b.starts[i-1]
	}
	if b.words, err = alloc.Make[uint32](w.Space, int(b.starts[len(b.starts)-1])); err != nil {
		return nil, err
	}
	return b, b.eachArc(ctx, func(part int) func(block int, word uint32) {
		at := make([]int64, blocks)
		for block := range at {
			at[block] = b.starts[block*len(b.parts)+part]
		}
		return func(block int, word uint32) {
			b.words[at[block]] = word
			at[block]++
		}
	})
}

// eachArc gives the words of each part, in order, to what begin returns for it.
func (b *blocker) eachArc(ctx context.Context, begin func(part int) func(block int, word uint32)) error {
	return par.Do(ctx, len(b.parts), b.workers, func(i int) error {
		put, r, bits, most := begin(i), b.parts[i], b.bits, graph.Node(mostGap(b.bits))
		last := make([]graph.Node, blocksOf(b.g.NumNodes(), bits)) // sources
		for block := range last {
			last[block] = graph.Node(r.Lo)
		}
		return graph.EachList(b.g, r, func(u graph.Node, succ []graph.Node) {
			for _, v := range succ {
				if v == u && !b.loops {
					continue
				}
				block := int(v >> bits)
				gap := u - last[block]
				last[block] = u
				for ; gap >= most; gap -= most {
					put(block, uint32(most<<bits))
				}
				put(block, uint32(gap<<bits|v&(1<<bits-1)))
			}
		})
	})
}

// sum replaces sums by the sums of values over the predecessors of each node.
func (b *blocker) sum(ctx context.Context, values, sums []float64) error {
	return par.Do(ctx, blocksOf(len(sums), b.bits), b.workers, func(block int) error {
		to := sums[block<<b.bits : min((block+1)<<b.bits, len(sums))]
		clear(to)
		for i, r := range b.parts {
			at := block*len(b.parts) + i
			b.addWords(to, values, b.words[b.starts[at]:b.starts[at+1]], r.Lo)
		}
		return nil
	})
}

// addWords adds the values of the sources of words, from the first node of a part on.
func (b *blocker) addWords(to, values []float64, words []uint32, source int) {
	bits, most := b.bits&31, mostGap(b.bits)
	mask := uint32(1)<<bits - 1
	for len(words) > 0 {
		now := words[:min(askedWords, len(words))]
		words = words[len(now):]
		if b.bits >= askedBits {
			askSums(to, words[:min(askedWords, len(words))], mask)
		}
		for _, w := range now {
			gap := int(w >> bits)
			source += gap
			if gap < most {
				to[w&mask] += values[source]
			}
		}
	}
}

// askedWords is the number of words whose sums are prefetched together, in blocks of 2²¹ pages or more, whose sums
// take 16 MiB. A copying model of 64 M pages with 480 M links, 20 passes with preparation: 128 and 121 s of
// processor time without prefetching, 84 and 90 s with it. Blocks of 2¹⁹ pages, in a graph of 16 M, are a tenth
// slower with it.
const (
	askedWords = 128
	askedBits  = 21
)

// farArc is the distance from which an arc counts as far: at 8 bytes a node, half a megabyte.
const farArc = 1 << 16

// sampledLists is how many lists are sampled.
const sampledLists = 1 << 14

// Far estimates the share of the arcs of g that lead farther than 65,536 nodes, from 16,384 lists spread evenly over the
// nodes.
func Far(g graph.Random) (float64, error) {
	far, all := 0, 0
	err := eachSampled(g, func(u graph.Node, list []graph.Node) {
		for _, v := range list {
			if d := int64(v) - int64(u); d > farArc || d < -farArc {
				far++
			}
		}
		all += len(list)
	})
	if err != nil {
		return 0, err
	}
	return float64(far) / float64(max(all, 1)), nil
}

// eachSampled calls f with lists at equal distances, up to 16,384 of them. f must not keep lists.
func eachSampled(g graph.Random, f func(u graph.Node, list []graph.Node)) error {
	n := g.NumNodes()
	looked := min(n, sampledLists)
	var list []graph.Node
	for i := range looked {
		u := graph.Node(int64(i) * int64(n) / int64(looked))
		var err error
		if list, err = g.AppendSucc(list[:0], u); err != nil {
			return err
		}
		f(u, list)
	}
	return nil
}

// pushPages is from how many pages on it matters how far arcs lead: caches hold much of the vectors of less.
const pushPages = 1 << 21

// PushPays reports whether pushing values along the arcs of a graph of n nodes is faster than gathering them. far
// is the share of far arcs that [Far] returned.
func PushPays(n int, far float64) bool { return n >= pushPages && far > 0.4 }
