package distance

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/par"
)

// CountOptions is ready to use as its zero value.
type CountOptions struct {
	// Sources are the start nodes of the searches, each once; nil stands for all nodes.
	Sources []graph.Node
	// MaxIterations is the greatest distance, as in [HyperBallOptions].
	MaxIterations int
	graph.Work
	// Progress, if not nil, is called after each distance of a batch with the number of sources that were done before it.
	Progress func(done, distance int)
	// Save, if not nil, receives the state after each batch except the last. An error that it returns ends the
	// work.
	Save func(CountState) error
	// Resume, if not nil, is the state of earlier work with the same graph and options; the work continues from
	// there.
	Resume *CountState

	sums bool // Harmonic of the state holds sums of distances, for [Closeness]
}

// A CountState is the state of [Count] after a batch of sources. Work that resumes from it returns the same bits.
// Save must not keep its slices after it returns.
type CountState struct {
	Done  int       `json:"done"`  // sources
	Pairs [][]int64 `json:"pairs"` // at each distance, so far, of each group of sources
	Cut   bool      `json:"cut"`
	// Harmonic holds the centralities so far or, for [Closeness], the sums of distances. Reach counts the sources that
	// reach each node, and Squares sums the squares of their distances; both are empty in other counts.
	Harmonic []float64 `json:"-"`
	Reach    []uint32  `json:"-"`
	Squares  []float64 `json:"-"`
}

// sources are a set of the 512 at most that searches begin from together: a line of the processor's cache.
type sources [batchWords]uint64

// words has a number for each word of a set of sources.
type words [batchWords]int64

// grown is the result of a pass: new pairs, and nodes whose sets grew.
type grown struct {
	words
	nodes int
}

const (
	batchWords = 8
	batchBits  = 64 * batchWords
)

// Count counts exactly what [HyperBall] estimates: the pairs at each distance, and the harmonic centrality of each
// node. It searches from all nodes, 512 at a time. Its estimates have intervals of width zero, and there are no
// runs. With fewer sources, it counts pairs and centralities with a source as the first node.
//
// Each node has a bit for each source, set if the source reaches it. For each distance, nodes take the bits of the
// predecessors that gained bits at the previous distance. A node with all bits is finished.
//
// For each 512 nodes it takes at most as many passes over the transpose as the longest distance: n·m/512 list
// entries for each distance. If [CountsSoon], distances at which few nodes change take no pass: a [follower]
// continues from these nodes alone. Memory: [CountBytes]. The result depends on the graph alone: centralities are
// summed in the order of batches and distances. Errors: reading the graph, allocating memory, and ctx.
//
// Source: M. Then et al., "The more the merrier: efficient multi-source graph traversal", VLDB 2014, by pulling
// along the transpose.
func Count(ctx context.Context, in graph.Random, o CountOptions) (*Ball, error) {
	c, err := count(ctx, in, o, 0)
	if err != nil {
		return nil, err
	}
	if len(c.pairs) == 0 {
		c.pairs = [][]int64{{0}}
	}
	b := summarise([][]float64{cumulated(c.pairs[0])}, in.NumNodes())
	b.Runs = 0
	c.tell(b)
	return b, nil
}

// CountBytes returns the memory of [Count] for n nodes, with its result: two sets of sources, two marks and the
// centrality. Up to 65,536 nodes the lists of a [follower] are added.
func CountBytes(n int) int64 { return (2*8*batchWords+2+8)*int64(n) + followerBytes(n) }

// CountsSoon reports whether [Count] is fast enough to replace an estimate: at most 65,536 nodes, and fewer if
// they have many arcs. This takes some seconds; a path of 65,536 nodes up to a distance of 1000 takes one. It
// takes longer if many nodes change at each of hundreds of distances, which cannot be known before. A grid of 256
// by 256 takes half a minute.
func CountsSoon(nodes int, arcs int64) bool {
	return nodes <= 1<<16 && int64(nodes)*arcs <= mostCounted
}

// mostCounted are the nodes times the arcs that [CountsSoon].
const mostCounted = 1 << 34

// Harmonic returns the harmonic centrality of each node. It counts if [CountsSoon], and estimates with [HyperBall]
// otherwise. The error of an estimate alone can change the order of nodes. Memory: [HarmonicBytes].
func Harmonic(ctx context.Context, in graph.Random, seed uint64, w graph.Work) (scores []float64, err error) {
	var b *Ball
	if CountsSoon(in.NumNodes(), in.NumArcs()) {
		b, err = Count(ctx, in, CountOptions{Work: w})
	} else {
		b, err = HyperBall(ctx, in, HyperBallOptions{Seed: seed, Centrality: true, Work: w})
	}
	if err != nil {
		return nil, err
	}
	return b.Harmonic, nil
}

// HarmonicBytes is the memory that [Harmonic] takes for n nodes, its result among it, however many arcs they have.
func HarmonicBytes(n int) int64 { return max(CountBytes(n), HyperBallBytes(n, true)) }

// counting is a count under way.
type counting struct {
	in    graph.Random
	o     CountOptions
	parts []graph.Range
	found []grown // in each part, at this distance

	all         sources   // of this batch
	now, next   []sources // sources that reach a node, within the previous distance and within this one
	grew, grows []uint8   // whether they were more at the distance before than at the one before that, and are at this one
	grown       int       // how many nodes the last pass let grow
	follower    follower

	groups   int       // number of groups of sources. Each source has a word of a set; at most 64 groups, of equal size or one more
	done     int       // groups
	apart    bool      // whether the pairs of each group are counted by themselves
	pairs    [][]int64 // of each group at each distance
	harmonic []float64
	reach    []uint32  // sources that reach each node, for closeness; harmonic then sums distances
	squares  []float64 // sums of the squares of distances, for closeness
	cut      bool
}

// newCounting allocates memory. The sources are divided into groups whose pairs are counted together; groups is
// their number, or 0 for as few as possible.
func newCounting(in graph.Random, o CountOptions, groups int) (*counting, error) {
	n := in.NumNodes()
	m := alloc.Maker{Space: o.Space}
	c := &counting{
		in: in, o: o, parts: graph.Parts(in), apart: groups > 0, harmonic: alloc.From[float64](&m, n),
		now: alloc.From[sources](&m, n), next: alloc.From[sources](&m, n), grew: alloc.From[uint8](&m, n), grows: alloc.From[uint8](&m, n),
	}
	if o.sums {
		c.reach, c.squares = alloc.From[uint32](&m, n), alloc.From[float64](&m, n)
	}
	c.found = make([]grown, len(c.parts))
	c.groups = max(groups, (c.sources()+63)/64)
	if s := o.Resume; s != nil && m.Err == nil {
		if len(s.Harmonic) != n || len(s.Reach) != len(c.reach) || len(s.Squares) != len(c.squares) || s.Done > c.sources() {
			return nil, fmt.Errorf("a saved state of %d pages, for a graph of %d", len(s.Harmonic), n)
		}
		for c.first(c.done) < s.Done {
			c.done++
		}
		c.cut = s.Cut
		for _, pairs := range s.Pairs {
			c.pairs = append(c.pairs, slices.Clone(pairs))
		}
		copy(c.harmonic, s.Harmonic)
		copy(c.reach, s.Reach)
		copy(c.squares, s.Squares)
	}
	return c, m.Err
}

// sources is how many there are.
func (c *counting) sources() int {
	if c.o.Sources != nil {
		return len(c.o.Sources)
	}
	return c.in.NumNodes()
}

// first is the first source of a group, and how many are in those before.
func (c *counting) first(group int) int { return group * c.sources() / max(c.groups, 1) }

// count counts per group of sources; 0 puts all sources in one group.
func count(ctx context.Context, in graph.Random, o CountOptions, groups int) (*counting, error) {
	if o.MaxIterations == 0 {
		o.MaxIterations = mostIterations
	}
	c, err := newCounting(in, o, groups)
	if err != nil {
		return nil, fmt.Errorf("count distances: %w", err)
	}
	if c.follower, err = newFollower(in, o.Space); err != nil {
		return nil, err
	}
	for c.done < c.groups {
		if err := c.batch(ctx); err != nil {
			return nil, err
		}
		if c.done = min(c.done+batchWords, c.groups); o.Save != nil && c.done < c.groups {
			if err := o.Save(CountState{Done: c.first(c.done), Pairs: c.pairs, Cut: c.cut, Harmonic: c.harmonic, Reach: c.reach, Squares: c.squares}); err != nil {
				return nil, err
			}
		}
	}
	return c, nil
}

// batch searches from the sources of the next groups.
func (c *counting) batch(ctx context.Context) error {
	c.begin()
	for t := 1; ; t++ {
		found, err := c.step(ctx, t)
		if err != nil || found == (words{}) {
			return err
		}
		c.add(t, found)
		if t == c.o.MaxIterations {
			c.cut = true
			return nil
		}
	}
}

// add adds the pairs at a distance to their groups.
func (c *counting) add(t int, found words) {
	for k, pairs := range found {
		if pairs == 0 {
			continue
		}
		group := 0
		if c.apart {
			group = c.done + k
		}
		for group >= len(c.pairs) {
			c.pairs = append(c.pairs, nil)
		}
		for t >= len(c.pairs[group]) {
			c.pairs[group] = append(c.pairs[group], 0)
		}
		c.pairs[group][t] += pairs
	}
}

// begin takes the sources of the next groups, which have reached themselves.
func (c *counting) begin() {
	clear(c.now)
	clear(c.next)
	clear(c.grew)
	c.all, c.grown, c.follower.on = sources{}, 0, false
	var found words
	for word := range min(batchWords, c.groups-c.done) {
		from, to := c.first(c.done+word), c.first(c.done+word+1)
		for i := from; i < to; i++ {
			u, bit := graph.Node(i), uint64(1)<<(i-from) //nolint:gosec // one of 64
			if c.o.Sources != nil {
				u = c.o.Sources[i]
			}
			c.all[word] |= bit
			c.now[u][word] |= bit
			c.grew[u] = 1
		}
		found[word] = int64(to - from)
		c.grown += to - from
	}
	c.add(0, found)
}

// step looks one arc farther, and returns how many pairs are at this distance.
func (c *counting) step(ctx context.Context, t int) (found words, err error) {
	if c.follows() {
		found, err = c.follow(t), ctx.Err()
	} else {
		found, err = c.pass(ctx, t)
	}
	c.now, c.next = c.next, c.now
	if c.o.Progress != nil {
		c.o.Progress(c.first(c.done), t)
	}
	return found, err
}

// pass looks one arc farther from all nodes.
func (c *counting) pass(ctx context.Context, t int) (found words, err error) {
	err = par.Do(ctx, len(c.parts), c.o.Workers, func(i int) error {
		c.found[i] = grown{}
		return graph.EachList(c.in, c.parts[i], func(u graph.Node, preds []graph.Node) { c.pull(u, preds, t, &c.found[i]) })
	})
	c.grew, c.grows = c.grows, c.grew
	c.grown = 0
	for i := range c.found {
		for k, pairs := range c.found[i].words {
			found[k] += pairs
		}
		c.grown += c.found[i].nodes
	}
	return found, err
}

// pull gives u the sources of its predecessors, and adds the number of new ones to found.
func (c *counting) pull(u graph.Node, preds []graph.Node, t int, found *grown) {
	now, next := &c.now[u], &c.next[u]
	if c.grew[u] != 0 { // otherwise the two are equal
		*next = *now
	}
	c.grows[u] = 0
	if *now == c.all {
		return
	}
	reach := *now
	for _, v := range preds {
		if c.grew[v] != 0 {
			for k, w := range &c.now[v] {
				reach[k] |= w
			}
		}
	}
	if reach == *now {
		return
	}
	*next, c.grows[u] = reach, 1
	c.gain(u, t, &found.words)
	found.nodes++
}

// gain adds how many sources are new to u.
func (c *counting) gain(u graph.Node, t int, found *words) {
	now, news := &c.now[u], 0
	for k, w := range &c.next[u] {
		n := bits.OnesCount64(w &^ now[k])
		found[k] += int64(n)
		news += n
	}
	if c.reach == nil {
		c.harmonic[u] += float64(news) / float64(t)
		return
	}
	sum := float64(news) * float64(t)
	c.harmonic[u] += sum
	c.squares[u] += sum * float64(t)
	c.reach[u] += uint32(news) //nolint:gosec // of 512
}

// tell fills in the results in the form of HyperBall.
func (c *counting) tell(b *Ball) {
	b.Harmonic, b.Cut = c.harmonic, c.cut
	if b.Iterations = len(b.Pairs); c.cut { // otherwise there was one more, at which nothing was found
		b.Iterations--
	}
}

// cumulated is how many pairs are within each distance.
func cumulated(pairs []int64) []float64 {
	within, sum := make([]float64, len(pairs)), int64(0)
	for t, n := range pairs {
		sum += n
		within[t] = float64(sum)
	}
	return within
}
