package random

import (
	"fmt"
	"math"
	"slices"

	"weft/graph"
)

// Defaults of [ForestFireOptions].
const (
	DefaultForward  = 0.37
	DefaultBackward = 0.32
)

// ForestFireOptions are the parameters of a [ForestFire]. Where Forward and Backward are both 0, they stand for 0.37 and
// 0.32, which the paper on the fidelity of crawls takes.
type ForestFireOptions struct {
	Pages    int
	Forward  float64 // the burning probability along arcs, p; 0 ≤ Forward < 1
	Backward float64 // the burning probability against arcs: itself, not its ratio to Forward; 0 ≤ Backward < 1
	Back     float64 // the probability of an arc from an older page to a newer one; 0 ≤ Back ≤ 1
	Seed     uint64
	// Watch, if not nil, receives the numbers of pages and arcs at times. An error that it returns ends the
	// generation.
	Watch func(pages int, arcs int64) error
}

// ForestFire is the forest fire of Leskovec, Kleinberg and Faloutsos ("Graph evolution: densification and
// shrinking diameters", ACM TKDD 1, 2007, section 4.2), with one ambassador and no orphans. Pages come one after
// the other. Page v > 0 draws an earlier page as its ambassador and sets it on fire. A burning page w sets fire to
// x pages that it links to, and to y pages that link to it, which have not burned for v before. x and y are
// geometric, P(x ≥ k) = Forward^k, with mean Forward/(1−Forward), and P(y ≥ k) = Backward^k; if fewer pages are
// left, all burn. Pages burn in the order in which they caught fire, first forward, then backward. When the fire
// is out, v links to all burned pages. It implements graph.Graph.
//
// Arcs lead to older pages, so there are no cycles. Back adds arcs in the other direction when the fires are out:
// each pair u < v of an older and a newer page is an arc u → v with this probability, independently. This is
// FFBacklinks of the paper on fidelity (there 0.0005). These arcs are computed again whenever a list is read, by
// skipping, from a stream of each page.
//
// 10,000 pages with the defaults have 75,600 arcs on average, with a standard deviation of 9,600 (1,000 draws);
// igraph has the same law (see the tests). The paper's draw of 87,060 arcs (its Table 2) lies 1.2 standard
// deviations above. Its FFBacklinks, 96,262 arcs, lies 0.5 below; on average 24,998 arcs lead forward. Other
// readings do not fit. Counting pages that burned before among x and y gives 33,000 arcs. Backward as a ratio to
// Forward gives 19,000. Burning each arc by chance, or means of 1/(1−p), gives millions.
//
// Fires of many pages are large: seed 1 gives 22 arcs a page for 100,000 pages, and 437 for a million, which take
// minutes.
//
// Time: a few draws an arc and sorting the lists, on one processor. Memory: 4 bytes a page and up to 5 for an arc
// of a fire; up to 40 and 20 during generation.
type ForestFire struct {
	base
	fires *graph.Memory
	opts  ForestFireOptions
	rate  float64 // −ln(1−Back)
}

// NewForestFire makes the graph of the given options. It returns an error of Watch, or for options out of range.
// Papers: fidelity, "Synthetic graphs".
func NewForestFire(o ForestFireOptions) (*ForestFire, error) {
	if o.Forward == 0 && o.Backward == 0 {
		o.Forward, o.Backward = DefaultForward, DefaultBackward
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	f, err := newForest(o).burn()
	if err != nil {
		return nil, err
	}
	g := &ForestFire{fires: f, opts: o, rate: -math.Log1p(-o.Back)}
	g.base = newBase(o.Pages, func() lister { return g })
	return g, nil
}

// Bytes is the memory that the graph takes.
func (g *ForestFire) Bytes() int64 { return keptBytes(g.pages, g.fires.NumArcs()) }

func (o *ForestFireOptions) check() error {
	if err := checkSize(o.Pages, 0, 0); err != nil {
		return err
	}
	if err := checkShare("forward", o.Forward); err != nil {
		return err
	}
	if err := checkShare("backward", o.Backward); err != nil {
		return err
	}
	if !(o.Back >= 0 && o.Back <= 1) {
		return fmt.Errorf("back %g: want 0 to 1", o.Back)
	}
	return nil
}

func (g *ForestFire) appendSucc(dst []graph.Node, u graph.Node) []graph.Node {
	dst = append(dst, g.fires.Succ(u)...)
	if g.rate == 0 {
		return dst
	}
	r := newStream(g.opts.Seed, forBack, uint64(u))
	for v := r.skip(int(u)+1, g.pages, g.rate); v < g.pages; v = r.skip(v+1, g.pages, g.rate) {
		dst = append(dst, graph.Node(v))
	}
	return dst
}

// A forest is a graph that grows by fires.
type forest struct {
	opts     ForestFireOptions
	r        stream
	starts   []uint32       // starts[v] is where the list of v begins in succ
	succ     []graph.Node   // in any order, until all fires are out
	pred     [][]graph.Node // of each page, in any order
	burned   []graph.Node   // the last page in whose fire each page burned; 0 if it has not burned
	burning  []graph.Node   // what caught fire for the page that came last, in that order
	ahead    float64        // −ln Forward
	backward float64        // −ln Backward
}

func newForest(o ForestFireOptions) *forest {
	return &forest{
		opts: o, r: newStream(o.Seed, forFire, 0),
		starts: make([]uint32, 2, o.Pages+1), pred: make([][]graph.Node, o.Pages), burned: make([]graph.Node, o.Pages),
		ahead: -math.Log(o.Forward), backward: -math.Log(o.Backward),
	}
}

// burn lets all pages come, and returns the graph.
func (f *forest) burn() (*graph.Memory, error) {
	w := watch{tell: f.opts.Watch}
	for v := 1; v < f.opts.Pages; v++ {
		f.fire(graph.Node(v))
		if err := graph.CheckInMemory(int64(len(f.succ))); err != nil {
			return nil, fmt.Errorf("forest fire: %w", err)
		}
		f.starts = append(f.starts, uint32(len(f.succ)))
		if err := w.look(v, int64(len(f.succ))); err != nil {
			return nil, err
		}
	}
	for u := range f.opts.Pages {
		slices.Sort(f.list(graph.Node(u)))
	}
	return graph.NewMemory(f.starts, f.succ)
}

// list returns the successors of a page that came.
func (f *forest) list(u graph.Node) []graph.Node { return f.succ[f.starts[u]:f.starts[u+1]] }

// fire burns for page v.
func (f *forest) fire(v graph.Node) {
	f.burning = f.burning[:0]
	f.catch(v, graph.Node(f.r.below(int(v))))
	for next := 0; next < len(f.burning); next++ {
		w := f.burning[next]
		f.spread(v, f.list(w), f.ahead)
		f.spread(v, f.pred[w], f.backward)
	}
	f.succ = append(f.succ, f.burning...)
	for _, w := range f.burning {
		f.pred[w] = append(f.pred[w], v)
	}
}

// catch sets w on fire.
func (f *forest) catch(v, w graph.Node) {
	f.burned[w] = v
	f.burning = append(f.burning, w)
}

// spread draws a number and sets fire to that many unburned pages of a list. It visits the list in random order,
// and leaves the visited pages at its front.
func (f *forest) spread(v graph.Node, pages []graph.Node, rate float64) {
	for left := f.r.skip(0, len(pages), rate); left > 0 && len(pages) > 0; pages = pages[1:] {
		i := f.r.below(len(pages))
		pages[0], pages[i] = pages[i], pages[0]
		if w := pages[0]; f.burned[w] != v {
			f.catch(v, w)
			left--
		}
	}
}
