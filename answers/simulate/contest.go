package simulate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"weft/algo/hak"
	"weft/crawl"
	"weft/graph"
	"weft/graph/view"
	"weft/internal/digits"
	"weft/internal/par"
	"weft/internal/splitmix"
)

// A Contest lets strategies crawl the same stored graph from the same seeds, and sees how much each has come to along the way.
type Contest struct {
	Graph, In *graph.Memory // the graph and its transpose
	Entrants  []Entrant
	Starts    [][]graph.Node // the seeds of each set
	PageRank  []float64      // of each page in the whole graph, 1 in sum
	// Groups holds the group of each page, such as its host, numbered from 0; nil if groups are unknown.
	Groups []uint32
	// Points are increasing numbers of fetched pages at which a crawl is measured. At the points that are also in
	// Fidelity, the ranking of the crawl is compared with the ranking of all pages that its seeds reach. This
	// takes one PageRank for each four such points.
	Points, Fidelity []int
	Limit            int     // of fetched pages; 0 for none
	Alpha            float64 // of the rankings that are compared; 0 stands for 0.85
	Iterations       int     // of these; 0 stands for 30
	Seed             uint64
	Workers          int

	groupSizes []uint32
}

// An Entrant is a strategy that takes part.
type Entrant struct {
	Name string
	// ID is a digest of inputs that the name does not show, such as scores.
	ID string
	// New makes the strategy of one crawl. The function at maps pages of the strategy to pages of the graph.
	New func(seed uint64, at func(crawl.Page) graph.Node) crawl.Strategy
}

// A Track is a crawl of a contest.
type Track struct {
	Strategy string `json:"strategy"`
	ID       string `json:"id,omitempty"`
	Set      int    `json:"set"`
	Seeds    string `json:"seeds"` // a digest of them
	Marks    []Mark `json:"marks"` // at the points that it came to
	End      Mark   `json:"end"`
}

// A Mark is the state of a crawl after a number of fetched pages.
type Mark struct {
	Pages    int     `json:"pages"` // fetched
	Known    int     `json:"known"` // including waiting pages
	PageRank float64 `json:"pagerank"`
	Arcs     int64   `json:"arcs"` // that lead to them in the whole graph
	Groups   int     `json:"groups"`
	// Whole is the number of pages in completely fetched groups.
	Whole    int       `json:"whole"`
	Fidelity *Fidelity `json:"fidelity,omitempty"`
}

// A Fidelity is the agreement of the ranking of a crawl with the ranking of all pages that its seeds reach, and
// its estimates.
type Fidelity struct {
	Gamma float64 `json:"gamma"`
	HAK   float64 `json:"hak"`
	TauB  float64 `json:"tau_b"`          // of the best 30 %
	Tied  bool    `json:"tied,omitempty"` // so that there is no tau: too few pages, or all tied
}

// tauShare is the part of the rankings from which Fidelity computes tau.
const tauShare = 0.3

// BytesFor is the memory of a contest on a graph of n pages, besides the graph, its transpose and the caller's
// arrays. It counts a crawl, its strategy, and ranks for each worker.
func (c *Contest) BytesFor(n int) int64 {
	const ofCrawl, ofStrategy, ofSets = 8 + 4, 32, 1
	each := int64(ofCrawl + ofStrategy + ofSets)
	if c.Groups != nil {
		each += 8
	}
	if len(c.Fidelity) > 0 {
		each += wide*8*2 + 8 + 2 + 100
	}
	return int64(n) * each * int64(par.Workers(c.Workers))
}

// OutcomeBytes bounds the memory of sets of count seeds each, and of the crawls from these sets by all strategies.
func OutcomeBytes(sets, count, strategies int) int64 {
	const ofSet, ofTrack = 24, 8 << 10 // a track has some 50 marks
	return int64(sets) * (ofSet + 4*int64(count) + ofTrack*int64(strategies))
}

func (c *Contest) setDefaults() error {
	if c.Alpha == 0 {
		c.Alpha = 0.85
	}
	if c.Iterations == 0 {
		c.Iterations = 30
	}
	n := c.Graph.NumNodes()
	for i, e := range c.Entrants {
		if slices.ContainsFunc(c.Entrants[:i], func(other Entrant) bool { return other.Name == e.Name }) {
			return fmt.Errorf("strategy %s is given twice", e.Name)
		}
	}
	if n == 0 || len(c.PageRank) != n || c.Groups != nil && len(c.Groups) != n {
		return fmt.Errorf("a contest on %s, with %d scores and %d groups: expected as many", digits.Plural(n, "page"), len(c.PageRank), len(c.Groups))
	}
	for set, seeds := range c.Starts {
		if len(seeds) == 0 || int64(slices.Max(seeds)) >= int64(n) {
			return fmt.Errorf("set %d of seeds: expected pages of the graph", set)
		}
	}
	c.groupSizes = nil
	for _, g := range c.Groups {
		for int64(len(c.groupSizes)) <= int64(g) {
			c.groupSizes = append(c.groupSizes, 0)
		}
		c.groupSizes[g]++
	}
	return nil
}

// NumGroups returns how many groups have pages.
func (c *Contest) NumGroups() int {
	n := 0
	for _, size := range c.groupSizes {
		if size > 0 {
			n++
		}
	}
	return n
}

// Crawls returns how many crawls a contest has.
func (c *Contest) Crawls() int { return len(c.Entrants) * len(c.Starts) }

// A round is a crawl that is to be made.
type round struct {
	of    *Entrant
	set   int
	track *Track
	err   error
}

// Run makes the crawls that are not done yet, and hands them out in a fixed order: by set, then by strategy. They
// depend neither on the workers, nor on what was done before.
// Papers: random crawls, §5.5.
func (c *Contest) Run(ctx context.Context, done func(strategy string, set int) bool, emit func(*Track) error) error {
	if err := c.setDefaults(); err != nil {
		return err
	}
	produce := func(put func(*round) error) error {
		for set := range c.Starts {
			for i := range c.Entrants {
				if done != nil && done(c.Entrants[i].Name, set) {
					continue
				}
				if err := put(&round{of: &c.Entrants[i], set: set}); err != nil {
					return err
				}
			}
		}
		return nil
	}
	work := func() func(*round) {
		w := &judge{c: c, ctx: ctx}
		return func(r *round) { r.track, r.err = w.follow(r) }
	}
	return par.Ordered(ctx, c.Workers, produce, work, func(r *round) error {
		if r.err != nil {
			return r.err
		}
		return emit(r.track)
	})
}

// ofContests are the draws of strategies.
const ofContests splitmix.Domain = 0x636f6e7465737473

// seedOf returns the random seed of a crawl.
func (c *Contest) seedOf(r *round) uint64 {
	h := ofContests.Seed(c.Seed, uint64(r.set)) //nolint:gosec // not negative
	for _, b := range []byte(r.of.Name) {
		h = splitmix.Seed(h, uint64(b))
	}
	return h
}

// A judge follows crawls one after the other, in the same memory.
type judge struct {
	c     *Contest
	ctx   context.Context //nolint:containedctx // a judge lives as long as one call of Run
	b     *batch          // nil until ranks are compared
	set   int
	reach []graph.Node // of the last set, what its seeds reach, in order; nil if it was not requested
}

// follow makes a crawl.
func (w *judge) follow(r *round) (*Track, error) {
	c := w.c
	pages := crawl.NewDense(c.Graph.NumNodes())
	at := func(p crawl.Page) graph.Node { return graph.Node(pages.Key(p)) } //nolint:gosec // keys are pages of the graph
	f := &follower{c: c, pages: pages, track: &Track{Strategy: r.of.Name, ID: r.of.ID, Set: r.set, Seeds: digest(c.Starts[r.set]), Marks: []Mark{}}}
	f.left, f.unmet = slices.Clone(c.groupSizes), make([]bool, 0, len(c.Starts[r.set]))
	if len(c.Fidelity) > 0 {
		f.crawled = view.NewBits(c.Graph.NumNodes())
	}
	o := crawl.Options{
		Web: NewStored(c.Graph), Strategy: r.of.New(c.seedOf(r), at), Pages: pages, Seeds: Seeds(c.Starts[r.set]...), Window: 1, Workers: 1,
		Limit: uint64(c.Limit), Learnt: f.learn, //nolint:gosec // not negative
	}
	if _, err := crawl.Run(w.ctx, o); err != nil {
		return nil, fmt.Errorf("strategy %s, set %d of seeds: %w", r.of.Name, r.set, err)
	}
	f.track.End = f.mark()
	f.track.End.Fidelity = nil
	return f.track, w.rank(r.set, f)
}

// A follower observes a running crawl.
type follower struct {
	c       *Contest
	pages   *crawl.Dense
	track   *Track
	now     Mark
	left    []uint32 // pages of each group that were not fetched
	unmet   []bool   // of each seed, that it was neither fetched nor linked to
	seeds   int      // that are unmet
	crawled view.Bits
	parts   []*Part // for each mark that has a fidelity
	ranked  []int   // where these stand in track.Marks
}

// learn implements Learnt of crawl.Options.
func (f *follower) learn(p crawl.Pick, _ *crawl.Reply, links []crawl.Link) error {
	if p.Page == crawl.None {
		f.seeds = f.pages.Len() // seeds are the first pages; a page that is named twice counts once
		f.unmet = slices.Repeat([]bool{true}, f.seeds)
		return nil
	}
	f.meet(p.Page)
	for _, l := range links {
		f.meet(l.To)
	}
	u := graph.Node(p.Key) //nolint:gosec // keys are pages of the graph
	f.take(u)
	if next := len(f.track.Marks); next < len(f.c.Points) && f.now.Pages == f.c.Points[next] {
		f.pass()
	}
	return nil
}

// meet notes that a page is known otherwise than as a seed.
func (f *follower) meet(p crawl.Page) {
	if int(p) < len(f.unmet) && f.unmet[p] {
		f.unmet[p] = false
		f.seeds--
	}
}

// take counts a page that was fetched.
func (f *follower) take(u graph.Node) {
	f.now.Pages++
	f.now.PageRank += f.c.PageRank[u]
	f.now.Arcs += int64(len(f.c.In.Succ(u)))
	if f.crawled != nil {
		f.crawled.Add(int(u))
	}
	if f.left == nil {
		return
	}
	g := f.c.Groups[u]
	if f.left[g] == f.c.groupSizes[g] {
		f.now.Groups++
	}
	if f.left[g]--; f.left[g] == 0 {
		f.now.Whole += int(f.c.groupSizes[g])
	}
}

func (f *follower) mark() Mark {
	m := f.now
	m.Known = f.pages.Len()
	return m
}

// pass notes a point.
func (f *follower) pass() {
	m := f.mark()
	f.track.Marks = append(f.track.Marks, m)
	if slices.Contains(f.c.Fidelity, m.Pages) {
		f.parts = append(f.parts, &Part{Crawled: slices.Clone(f.crawled), Pages: m.Pages, Ghosts: m.Known - m.Pages - f.seeds})
		f.ranked = append(f.ranked, len(f.track.Marks)-1)
	}
}

// rank compares the rankings of a crawl at its marks with the ranking of all pages that its seeds reach.
func (w *judge) rank(set int, f *follower) error {
	if len(f.parts) == 0 {
		return nil
	}
	if err := w.see(set); err != nil {
		return err
	}
	for at := 0; at < len(f.parts); at += lanes {
		end := min(at+lanes, len(f.parts))
		w.b.load(f.parts[at:end], w.reach)
		if err := w.b.rank(w.ctx, w.c.Iterations); err != nil {
			return err
		}
		gammas, ims := w.b.gammas(), w.b.impacts()
		for k, p := range f.parts[at:end] {
			e := hak.Of(p.Pages, p.Ghosts, gammas[k], ims[k])
			crawled, target := w.b.scores(k)
			agreed, err := hak.Compare(crawled, target, []float64{tauShare})
			if err != nil {
				return err
			}
			f.track.Marks[f.ranked[at+k]].Fidelity = &Fidelity{Gamma: e.Gamma, HAK: e.HAK, TauB: agreed[0].TauB, Tied: agreed[0].Undefined}
		}
	}
	return nil
}

// see finds what the seeds of a set reach.
func (w *judge) see(set int) error {
	if w.b == nil {
		w.b = newBatch(w.c.Graph, w.c.In, w.c.Alpha)
	}
	if w.reach != nil && w.set == set {
		return nil
	}
	t, err := NewTarget(w.ctx, w.c.Graph, w.c.Starts[set])
	if err != nil {
		return err
	}
	slices.Sort(t.Pages)
	w.set, w.reach = set, t.Pages
	return nil
}

// errNoLinks says that no seeds can be drawn.
var errNoLinks = errors.New("no page links to another: there is no page to start from")

// ofStarts are the draws of seeds.
const ofStarts splitmix.Domain = 0x737461727473

// DrawStarts draws sets of count seeds, uniformly from the pages that link to another page. If there are fewer
// such pages, a set has all of them.
func DrawStarts(g *graph.Memory, sets, count int, seed uint64) ([][]graph.Node, error) {
	var linking []graph.Node
	for u := range graph.Node(g.NumNodes()) { //nolint:gosec // nodes are numbered so
		if slices.ContainsFunc(g.Succ(u), func(v graph.Node) bool { return v != u }) {
			linking = append(linking, u)
		}
	}
	if len(linking) == 0 {
		return nil, errNoLinks
	}
	starts := make([][]graph.Node, sets)
	for set := range starts {
		r := ofStarts.Rand(seed, uint64(set)) //nolint:gosec // not negative
		for _, i := range choose(r, len(linking), min(count, len(linking))) {
			starts[set] = append(starts[set], linking[i])
		}
	}
	return starts, nil
}

// Milestones returns the numbers of fetched pages at which a crawl of up to n pages is measured. They are n and,
// in the last four decades, 1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3 and 8 times powers of ten. So there are as many
// points between 10 and 20 pages as between 10,000 and 20,000, because the order matters most early.
func Milestones(n int) []int {
	var all []int
	for decade := 1; decade <= n; decade *= 10 {
		for _, percent := range []int{100, 125, 160, 200, 250, 315, 400, 500, 630, 800} {
			p := (decade*percent + 50) / 100
			if p < n && p >= n/10_000 && (len(all) == 0 || p > all[len(all)-1]) {
				all = append(all, p)
			}
		}
		if decade > n/10 {
			break
		}
	}
	if n > 0 {
		all = append(all, n)
	}
	return all
}
