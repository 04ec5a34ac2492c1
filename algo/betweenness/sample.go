package betweenness

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync/atomic"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/par"
	"weft/internal/splitmix"
	"weft/stats"
)

// Confidence is the probability with which all intervals of a [Sampled] result hold together.
const Confidence = 0.95

// SampleOptions of [Sample].
type SampleOptions struct {
	graph.Work
	Pairs int // number of pairs that are drawn, 1 or more: see [Pairs]
	Seed  uint64
	// Progress, if not nil, receives the number of pairs that were drawn.
	Progress func(done int)
	// Save, if not nil, receives the state after each few thousand pairs. An error that it returns ends the work.
	Save func(SampleState) error
	// Resume, if not nil, is the state of earlier work with the same graph, pairs and seed.
	Resume *SampleState
}

// A SampleState is the state of [Sample] after some pairs.
type SampleState struct {
	Pairs  int   `json:"pairs"`
	Joined int64 `json:"joined"`
	// Hits counts the drawn paths through each node. Save must not keep it after it returns.
	Hits []uint32 `json:"-"`
}

// Sampled counts the drawn paths through each node.
type Sampled struct {
	Hits   []uint32
	Pairs  int   // that were drawn
	Joined int64 // pairs that a path joins
}

// Pairs returns the number of pairs for [Sample] with which, with probability [Confidence], no score is off by more than
// the given error. It is ln(2n/(1−Confidence)) / (2·error²) for n nodes, and slightly more for few nodes. Source:
// Hoeffding's inequality for each node, and the union bound. It is at most 2³¹.
func Pairs(n int, off float64) int {
	k := math.Ceil(math.Log(2*float64(max(n, 1))/(1-Confidence)) / (2 * off * off) * pairsFactor(n) * pairsFactor(n))
	return int(min(k, 1<<31))
}

// Error is the inverse of [Pairs].
func Error(n, pairs int) float64 {
	return pairsFactor(n) * math.Sqrt(math.Log(2*float64(max(n, 1))/(1-Confidence))/(2*float64(pairs)))
}

// pairsFactor is the number of ordered pairs of nodes divided by the number of pairs of other nodes.
func pairsFactor(n int) float64 {
	if n < 3 {
		return 1
	}
	return float64(n) / float64(n-2)
}

// Interval returns the score of a node with hits, and an interval. With probability [Confidence] or more the intervals of
// all n nodes hold together. So they also hold for nodes that were chosen for their scores. Each is an interval of Clopper
// and Pearson whose probability of error is (1−Confidence)/n.
func (s *Sampled) Interval(hits uint32) (score, low, high float64) {
	n := len(s.Hits)
	f := pairsFactor(n)
	low, high = stats.BinomialAt(int(hits), s.Pairs, 1-(1-Confidence)/float64(max(n, 1)))
	return f * float64(hits) / float64(s.Pairs), min(f*low, 1), min(f*high, 1)
}

// SampleBytes returns the memory of [Sample] for n nodes, with its result. The second part is on the heap.
func SampleBytes(n, workers int) (arrays, heap int64) {
	return 4 * int64(n), 32 * int64(n) * int64(par.Workers(workers))
}

// ofPairs is the domain of the draws of pairs and their paths.
const ofPairs splitmix.Domain = 0x6265747765656e

const (
	chunkPairs = 32   // pairs that a worker draws at a time
	batchPairs = 8192 // pairs between two savings
)

// Sample draws ordered pairs of different nodes. For each pair it draws one of the shortest paths that join the pair. All
// pairs are equally likely, and so are all paths of a pair. It counts for each node how many drawn paths have the node
// inside. For each node these counts are binomial, with the betweenness times (n−2)/n as the probability of a hit.
//
// A path is found by two searches breadth first, forwards from the first node and backwards from the second. The one
// whose next level has fewer arcs takes the next step, until a level meets the other search. Each pair reads the lists
// of the nodes that were met, at random. The result depends on the graph, the number of pairs and the seed. Memory:
// [SampleBytes]. Errors: reading, allocating memory, ctx, and a state of another graph.
//
// The draws are by Riondato and Kornaropoulos, the two searches by Borassi and Natale. The papers bound the error by the
// diameter of the graph, or adapt the number of pairs. Here the exact intervals of Clopper and Pearson with the union
// bound need neither.
//
// Sources:
//
//   - M. Riondato and E. Kornaropoulos, "Fast approximation of betweenness centrality through sampling", WSDM 2014.
//   - M. Borassi and E. Natale, "KADABRA is an adaptive algorithm for betweenness via random approximation", ESA 2016.
func Sample(ctx context.Context, out, in graph.Random, o SampleOptions) (*Sampled, error) {
	n := out.NumNodes()
	if in.NumNodes() != n || o.Pairs < 1 {
		return nil, fmt.Errorf("betweenness: %d pairs, a graph of %d nodes, and a transpose of %d", o.Pairs, n, in.NumNodes())
	}
	r := &Sampled{Pairs: o.Pairs}
	var err error
	if r.Hits, err = alloc.Make[uint32](o.Space, n); err != nil {
		return nil, err
	}
	done := 0
	if s := o.Resume; s != nil {
		if len(s.Hits) != n || s.Pairs < 0 {
			return nil, fmt.Errorf("betweenness: a saved state of %d nodes, for a graph of %d", len(s.Hits), n)
		}
		copy(r.Hits, s.Hits)
		done, r.Joined = s.Pairs, s.Joined
	}
	if n < 3 {
		return r, nil
	}
	free := make(par.Free[sampler], par.Workers(o.Workers))
	for done < o.Pairs {
		now := min(batchPairs, o.Pairs-done)
		err := par.Do(ctx, (now+chunkPairs-1)/chunkPairs, o.Workers, func(i int) error {
			s := free.Get()
			defer free.Put(s)
			s.ready(out, in)
			return s.chunk(r, o.Seed, done+i*chunkPairs, done+min((i+1)*chunkPairs, now))
		})
		if err != nil {
			return nil, err
		}
		done += now
		if o.Progress != nil {
			o.Progress(done)
		}
		if o.Save != nil && done < o.Pairs {
			if err := o.Save(SampleState{done, r.Joined, r.Hits}); err != nil {
				return nil, err
			}
		}
	}
	return r, nil
}

// A sampler draws pairs and paths.
type sampler struct {
	ways [2]half      // forwards from the first node, and backwards from the second
	path []graph.Node // inside of the drawn path
	room []graph.Node
	meet []graph.Node // nodes where the searches meet
}

// chunk draws the pairs of some numbers, and adds them to the result. Other samplers may do so meanwhile.
func (s *sampler) chunk(r *Sampled, seed uint64, lo, hi int) error {
	for k := lo; k < hi; k++ {
		joined, err := s.draw(ofPairs.Rand(seed, uint64(k))) //nolint:gosec // a count
		if err != nil {
			return err
		}
		if joined {
			atomic.AddInt64(&r.Joined, 1)
		}
		for _, u := range s.path {
			atomic.AddUint32(&r.Hits[u], 1)
		}
	}
	return nil
}

// A half is one of the two searches.
type half struct {
	g     graph.Random // lists of the next nodes
	back  graph.Random // lists of the nodes before
	at    []int32      // distance + 1; 0 for nodes that were not met
	paths []float64    // scaled by level
	order []graph.Node
	level int   // start of the last level in order
	depth int32 // its distance + 1
	arcs  int64 // of the last level
}

func (s *sampler) ready(out, in graph.Random) {
	for i := range s.ways {
		if h := &s.ways[i]; h.at == nil {
			n := out.NumNodes()
			*h = half{g: out, back: in, at: make([]int32, n), paths: make([]float64, n)}
			if i == 1 {
				h.g, h.back = in, out
			}
		}
	}
}

func (h *half) begin(u graph.Node) {
	h.order, h.level, h.depth, h.arcs = append(h.order[:0], u), 0, 1, arcsOf(h.g, u)
	h.at[u], h.paths[u] = 1, 1
}

func arcsOf(g graph.Random, u graph.Node) int64 {
	return g.ArcsBefore(int(u)+1) - g.ArcsBefore(int(u))
}

func (h *half) end() {
	for _, u := range h.order {
		h.at[u], h.paths[u] = 0, 0
	}
}

// draw draws a pair and a path, whose inside it leaves in path. It reports whether the pair is joined.
func (s *sampler) draw(rng *rand.Rand) (joined bool, err error) {
	n := s.ways[0].g.NumNodes()
	a := rng.IntN(n)
	b := rng.IntN(n - 1)
	if b >= a {
		b++
	}
	s.path = s.path[:0]
	for i, u := range []int{a, b} {
		s.ways[i].begin(graph.Node(u)) //nolint:gosec // a node
		defer s.ways[i].end()
	}
	for s.ways[0].arcs > 0 && s.ways[1].arcs > 0 {
		way := 0
		if s.ways[1].arcs < s.ways[0].arcs {
			way = 1
		}
		if err := s.step(way); err != nil {
			return false, err
		}
		if len(s.meet) > 0 {
			return true, s.walk(rng)
		}
	}
	return false, nil
}

// step makes the next level of a search, and collects the nodes of it that the other search has met. These are all nodes
// of shortest paths at that distance.
func (s *sampler) step(way int) error {
	h, other := &s.ways[way], &s.ways[1-way]
	from := len(h.order)
	h.depth++
	h.arcs, s.meet = 0, s.meet[:0]
	for _, u := range h.order[h.level:from] {
		list, err := read(h.g, &s.room, u)
		if err != nil {
			return err
		}
		for _, v := range list {
			if h.at[v] == 0 {
				h.at[v] = h.depth
				h.order = append(h.order, v)
				h.arcs += arcsOf(h.g, v)
				if other.at[v] != 0 {
					s.meet = append(s.meet, v)
				}
			}
			if h.at[v] == h.depth {
				h.paths[v] += h.paths[u]
			}
		}
	}
	h.level = from
	rescale(h.paths, h.order[from:])
	return nil
}

// walk draws a node where the searches meet, by the number of paths through it, and from there a path to both ends.
func (s *sampler) walk(rng *rand.Rand) error {
	middle := choose(rng, s.meet, func(u graph.Node) float64 {
		return max(s.ways[0].paths[u]*s.ways[1].paths[u], math.SmallestNonzeroFloat64)
	})
	for i := range s.ways {
		h := &s.ways[i]
		for u := middle; h.at[u] > 2; {
			list, err := read(h.back, &s.room, u)
			if err != nil {
				return err
			}
			above := h.at[u] - 1
			u = choose(rng, list, func(v graph.Node) float64 {
				if h.at[v] != above {
					return 0
				}
				return max(h.paths[v], math.SmallestNonzeroFloat64) // if scaling left nothing of it
			})
			s.path = append(s.path, u)
		}
	}
	if s.ways[0].at[middle] > 1 && s.ways[1].at[middle] > 1 { // not an end
		s.path = append(s.path, middle)
	}
	return nil
}

// choose draws a node by its weight. Some node has a weight above 0.
func choose(rng *rand.Rand, nodes []graph.Node, weight func(u graph.Node) float64) graph.Node {
	all := 0.0
	for _, u := range nodes {
		all += weight(u)
	}
	x, last := rng.Float64()*all, nodes[0]
	for _, u := range nodes {
		if w := weight(u); w > 0 {
			last = u
			if x -= w; x < 0 {
				break
			}
		}
	}
	return last
}
