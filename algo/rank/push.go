package rank

import (
	"context"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/par"
)

// A pusher sums, for each node, the values of its predecessors, like a pass over the transpose that gathers them; to the
// last bit, as it adds in the order of the sources too. Gathering reads a vector at random; where most arcs lead far and
// the vector is larger than the caches of the processor, it waits for memory. A pusher writes the value of a source to
// each bin of nodes that it links to, one after the other, and then adds up bin by bin, which the caches hold.
//
// That is propagation blocking (Beamer, Asanović and Patterson, "Reducing PageRank communication via propagation
// blocking", IPDPS 2017) with one value for each source and bin (Lakhotia, Kannan and Prasanna, "Accelerating PageRank
// using partition-centric processing", USENIX ATC 2018).
type pusher struct {
	g       graph.Random
	loops   bool // arcs from a node to itself count
	workers int
	parts   []graph.Range // of sources
	// For each bin, then each part, where its messages and targets begin; and where the last end.
	messages, targets []int64
	// target holds the targets of all messages, those of one bin together and in the order of their sources: the number
	// in the bin, with a mark on the first target of each message.
	target []uint16
	value  []float64 // of each message
}

const (
	binBits   = 15 // sums of a bin take 256 KiB
	binMask   = 1<<binBits - 1
	firstMark = 1 << binBits
)

func binsOf(n int) int { return (n + binMask) >> binBits }

// PushBytes is the memory that pushing takes for n nodes, besides the vectors, along a graph with so many arcs that is
// in memory: 10 bytes an arc, and where parts begin.
func PushBytes(n int, arcs int64) int64 {
	parts := (arcs+int64(n))/graph.ArcsPerPart + 1
	return 10*arcs + 16*(parts*int64(binsOf(n))+1) + 16*int64(binsOf(n))
}

func newPusher(ctx context.Context, g graph.Random, loops bool, w graph.Work) (*pusher, error) {
	p := &pusher{g: g, loops: loops, workers: w.Workers, parts: graph.Parts(g)}
	bins := binsOf(g.NumNodes())
	p.messages, p.targets = make([]int64, bins*len(p.parts)+1), make([]int64, bins*len(p.parts)+1)
	err := p.eachPart(ctx, func(i int) error {
		return graph.EachList(g, p.parts[i], func(u graph.Node, succ []graph.Node) {
			last := -1
			for _, v := range succ {
				if v == u && !p.loops {
					continue
				}
				bin := int(v >> binBits)
				at := bin*len(p.parts) + i + 1
				p.targets[at]++
				if bin != last {
					p.messages[at]++
					last = bin
				}
			}
		})
	})
	if err != nil {
		return nil, err
	}
	for i := 1; i < len(p.targets); i++ {
		p.targets[i] += p.targets[i-1]
		p.messages[i] += p.messages[i-1]
	}
	m := alloc.Maker{Space: w.Space}
	p.target = alloc.From[uint16](&m, int(p.targets[len(p.targets)-1]))
	p.value = alloc.From[float64](&m, int(p.messages[len(p.messages)-1]))
	if m.Err != nil {
		return nil, m.Err
	}
	return p, p.fillTargets(ctx)
}

func (p *pusher) eachPart(ctx context.Context, f func(i int) error) error {
	return par.Do(ctx, len(p.parts), p.workers, f)
}

// starts returns where the messages or targets of part i begin in each bin.
func (p *pusher) starts(all []int64, i int) []int64 {
	at := make([]int64, len(all)/len(p.parts))
	for bin := range at {
		at[bin] = all[bin*len(p.parts)+i]
	}
	return at
}

func (p *pusher) fillTargets(ctx context.Context) error {
	return p.eachPart(ctx, func(i int) error {
		at := p.starts(p.targets, i)
		return graph.EachList(p.g, p.parts[i], func(u graph.Node, succ []graph.Node) {
			last := graph.Node(1<<32 - 1)
			for _, v := range succ {
				if v == u && !p.loops {
					continue
				}
				bin := v >> binBits
				t := uint16(v & binMask)
				if bin != last {
					t |= firstMark
					last = bin
				}
				p.target[at[bin]] = t
				at[bin]++
			}
		})
	})
}

// sum replaces sums by the sums of values over the predecessors of each node.
func (p *pusher) sum(ctx context.Context, values, sums []float64) error {
	err := p.eachPart(ctx, func(i int) error {
		at := p.starts(p.messages, i)
		return graph.EachList(p.g, p.parts[i], func(u graph.Node, succ []graph.Node) {
			x := values[u]
			last := graph.Node(1<<32 - 1)
			for _, v := range succ {
				if bin := v >> binBits; bin != last && (v != u || p.loops) {
					p.value[at[bin]] = x
					at[bin]++
					last = bin
				}
			}
		})
	})
	if err != nil {
		return err
	}
	return par.Do(ctx, binsOf(len(sums)), p.workers, func(bin int) error {
		p.addUp(bin, sums[bin<<binBits:min((bin+1)<<binBits, len(sums))])
		return nil
	})
}

// addUp sums the messages of a bin.
func (p *pusher) addUp(bin int, sums []float64) {
	clear(sums)
	first, end := bin*len(p.parts), (bin+1)*len(p.parts)
	values := p.value[p.messages[first]:p.messages[end]]
	next, x := 0, 0.0
	for _, t := range p.target[p.targets[first]:p.targets[end]] {
		if t&firstMark != 0 {
			x = values[next]
			next++
		}
		sums[t&binMask] += x
	}
}

// farArc is the distance from which an arc counts as far: at 8 bytes a node, half a megabyte.
const farArc = 1 << 16

// sampledLists is how many lists Far reads.
const sampledLists = 1 << 14

// Far estimates the share of the arcs of g that lead farther than 65,536 nodes, from 16,384 lists spread evenly over the
// nodes.
func Far(g graph.Random) (float64, error) {
	n := g.NumNodes()
	far, all := 0, 0
	var list []graph.Node
	var err error
	for i := range min(n, sampledLists) {
		u := graph.Node(int64(i) * int64(n) / int64(min(n, sampledLists)))
		if list, err = g.AppendSucc(list[:0], u); err != nil {
			return 0, err
		}
		for _, v := range list {
			if d := int64(v) - int64(u); d > farArc || d < -farArc {
				far++
			}
		}
		all += len(list)
	}
	return float64(far) / float64(max(all, 1)), nil
}

// pushPages is from how many pages on it matters how far arcs lead: the vectors of less are held by caches.
const pushPages = 1 << 22

// PushPays says whether values are better pushed along the arcs of a graph of n nodes than gathered, given the share of
// them that [Far] found.
func PushPays(n int, far float64) bool { return n >= pushPages && far > 0.4 }
