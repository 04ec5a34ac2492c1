package distance

import (
	"context"
	"fmt"
	"math/bits"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/par"
)

// CountOptions is ready to use as its zero value.
type CountOptions struct {
	// Sources are the nodes from which is searched, each once; nil stands for all.
	Sources []graph.Node
	// MaxIterations is the greatest distance that is looked at, as in [HyperBallOptions].
	MaxIterations int
	graph.Work
	// Progress, if not nil, is called after each distance of a batch with the number of sources that are done.
	Progress func(done, distance int)
	// Save, if not nil, is told where the work stands after each batch but the last. An error that it returns ends the work.
	Save func(CountState) error
	// Resume, if not nil, is where work with the same graph and options stood, to go on from.
	Resume *CountState
}

// A CountState is where [Count] stands after a batch of sources. Whoever goes on from it comes to the same bits.
type CountState struct {
	Done  int     `json:"done"`  // sources
	Pairs []int64 `json:"pairs"` // at each distance, so far
	Cut   bool    `json:"cut"`
	// Harmonic is lent until Save returns.
	Harmonic []float64 `json:"-"`
}

// sources are a set of the 512 that searches begin from together: a line of the processor's cache.
type sources [batchWords]uint64

const (
	batchWords = 8
	batchBits  = 64 * batchWords
)

// Count counts what [HyperBall] estimates: the pairs at each distance and the harmonic centrality of each node, by searches from all nodes, 512 at a time.
// The estimates of the result are what they are, with intervals of no width, and there are no runs. If there are fewer sources, pairs and centralities are those with a
// source in front.
//
// A bit of a node says that it was reached from a source. For each distance the nodes take over what their predecessors were reached from at the distance before, as far as
// that is new to them; lists are gone through of those nodes alone that some source has still to reach.
//
// As many passes over the transpose for each 512 nodes as the longest distance: n·m/512 list entries for each distance at most. Memory: [CountBytes]. The result depends on the graph
// alone: centralities are summed in the order of batches and distances. Errors are those of reading the graph, of making room, and of ctx.
//
// Source: M. Then et al., "The more the merrier: efficient multi-source graph traversal", VLDB 2014, by pulling along the transpose.
func Count(ctx context.Context, in graph.Random, o CountOptions) (*Ball, error) {
	if o.MaxIterations == 0 {
		o.MaxIterations = mostIterations
	}
	c, err := newCounting(in, o)
	if err != nil {
		return nil, fmt.Errorf("count distances: %w", err)
	}
	for c.done < c.sources() {
		if err := c.batch(ctx); err != nil {
			return nil, err
		}
		if o.Save != nil && c.done < c.sources() {
			if err := o.Save(CountState{Done: c.done, Pairs: c.pairs, Cut: c.cut, Harmonic: c.harmonic}); err != nil {
				return nil, err
			}
		}
	}
	return c.ball(), nil
}

// CountBytes is the memory that [Count] takes for n nodes, its result among it: three batches, two marks and the centrality.
func CountBytes(n int) int64 { return (3*8*batchWords + 2 + 8) * int64(n) }

// CountsSoon says whether [Count] is quick enough, some seconds, to be done instead of an estimate: for 65,536 nodes at most, and fewer if they have many arcs.
func CountsSoon(nodes int, arcs int64) bool {
	return nodes <= 1<<16 && int64(nodes)*arcs <= 1<<34
}

// Harmonic returns the harmonic centrality of each node: counted where that is soon done, otherwise the estimate of [HyperBall], whose error alone moves nodes past each other.
// Memory: [HarmonicBytes].
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

// HarmonicBytes is the memory that [Harmonic] takes for n nodes, its result among it.
func HarmonicBytes(n int) int64 {
	if CountsSoon(n, 0) {
		return CountBytes(n)
	}
	return HyperBallBytes(n, true)
}

// counting is a count under way.
type counting struct {
	in    graph.Random
	o     CountOptions
	parts []graph.Range
	found []int64 // in each part, at this distance

	all                  sources   // the sources of this batch
	reached, last, fresh []sources // the sources that reach a node: so far, at the distance before, at this one
	grew, grows          []uint8   // whether there were some at the distance before, and are at this one

	done     int     // sources
	pairs    []int64 // at each distance
	harmonic []float64
	cut      bool
}

func newCounting(in graph.Random, o CountOptions) (*counting, error) {
	n := in.NumNodes()
	m := alloc.Maker{Space: o.Space}
	c := &counting{
		in: in, o: o, parts: graph.Parts(in), harmonic: alloc.From[float64](&m, n),
		reached: alloc.From[sources](&m, n), last: alloc.From[sources](&m, n), fresh: alloc.From[sources](&m, n),
		grew: alloc.From[uint8](&m, n), grows: alloc.From[uint8](&m, n),
	}
	c.found, c.pairs = make([]int64, len(c.parts)), []int64{int64(c.sources())}
	if s := o.Resume; s != nil && m.Err == nil {
		if len(s.Harmonic) != n || s.Done > c.sources() || len(s.Pairs) == 0 {
			return nil, fmt.Errorf("a state of %d pages to go on from, for %d", len(s.Harmonic), n)
		}
		c.done, c.pairs, c.cut = s.Done, s.Pairs, s.Cut
		copy(c.harmonic, s.Harmonic)
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

// batch searches from the next sources.
func (c *counting) batch(ctx context.Context) error {
	c.begin(c.done, min(c.done+batchBits, c.sources()))
	for t := 1; ; t++ {
		found, err := c.step(ctx, t)
		if err != nil || found == 0 {
			return err
		}
		if t == len(c.pairs) {
			c.pairs = append(c.pairs, 0)
		}
		c.pairs[t] += found
		if t == c.o.MaxIterations {
			c.cut = true
			return nil
		}
	}
}

// begin takes the sources from first to before end, which have reached themselves.
func (c *counting) begin(first, end int) {
	clear(c.reached)
	clear(c.grew)
	c.all = sources{}
	for i := range end - first {
		u, word, bit := graph.Node(first+i), i/64, uint64(1)<<(i%64)
		if c.o.Sources != nil {
			u = c.o.Sources[first+i]
		}
		c.all[word] |= bit
		c.reached[u][word] = bit
		c.last[u] = c.reached[u]
		c.grew[u] = 1
	}
	c.done = end
}

// step looks one arc farther, and returns how many pairs are at this distance.
func (c *counting) step(ctx context.Context, t int) (found int64, err error) {
	err = par.Do(ctx, len(c.parts), c.o.Workers, func(i int) error {
		c.found[i] = 0
		return graph.EachList(c.in, c.parts[i], func(u graph.Node, preds []graph.Node) {
			c.found[i] += c.pull(u, preds, t)
		})
	})
	c.last, c.fresh = c.fresh, c.last
	c.grew, c.grows = c.grows, c.grew
	for _, k := range c.found {
		found += k
	}
	if c.o.Progress != nil {
		c.o.Progress(c.done, t)
	}
	return found, err
}

// pull lets u be reached from what reached its predecessors at the distance before, and returns how many sources are new to it.
func (c *counting) pull(u graph.Node, preds []graph.Node, t int) int64 {
	c.grows[u] = 0
	reached := &c.reached[u]
	if *reached == c.all {
		return 0
	}
	var b sources
	for _, v := range preds {
		if c.grew[v] != 0 {
			for k, w := range &c.last[v] {
				b[k] |= w
			}
		}
	}
	news := 0
	for k := range b {
		b[k] &^= reached[k]
		reached[k] |= b[k]
		news += bits.OnesCount64(b[k])
	}
	if news > 0 {
		c.fresh[u], c.grows[u] = b, 1
		c.harmonic[u] += float64(news) / float64(t)
	}
	return int64(news)
}

// ball is what was counted, as HyperBall has it.
func (c *counting) ball() *Ball {
	within, joined := make([]float64, len(c.pairs)), int64(0)
	for t, pairs := range c.pairs {
		joined += pairs
		within[t] = float64(joined)
	}
	b := summarise([][]float64{within}, c.in.NumNodes())
	b.Runs, b.Harmonic, b.Cut = 0, c.harmonic, c.cut
	if b.Iterations = len(c.pairs); c.cut { // otherwise there was one more, at which nothing was found
		b.Iterations--
	}
	return b
}
