package papers

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"

	"weft/algo/distance"
	"weft/answers/answer"
	"weft/answers/measure"
	"weft/answers/seeds"
	"weft/graph"
	"weft/internal/mem"
	"weft/internal/splitmix"
	"weft/store"
)

// Options of Run. The zero value is the default, with a Memory.
type Options struct {
	// Filter leaves out the arcs inside hosts, as the paper does, or inside other groups; nil for none. Prune names the groups.
	Filter *store.Filter
	Prune  string
	Sites  *store.Sites // what walks count; hosts if it is nil
	// Newer is a later crawl of the same Web, and NewerFilter its filter; nil if there is none.
	Newer       *store.Crawl
	NewerFilter *store.Filter
	NoNewer     string // what rows say that want it where it is nil; "there is no second crawl" if it is empty

	Cores   int // between which distances are measured; 56 if it is 0
	Seeds   int // of a walk, 10 if it is 0
	Draws   int // of random seeds, 10 if it is 0
	Samples int // samples for the p of a law of degrees, as in measure.DegreeOptions
	// Sizes are the numbers of pages of the made Webs on which a seed is timed; none if there are none. They are made
	// in Scratch.
	Sizes   []int
	Scratch string
	answer.Options
}

// Result is the result of Run: the rows, and their sources.
//
//json:object reproduce seeds
type Result struct {
	Rows       []Row              `json:"rows"`                                  // values of the paper beside the values found
	Pages      int                `json:"pages"`                                 // pages
	Arcs       int64              `json:"arcs"`                                  // arcs of the graph
	Pruned     int64              `json:"arcs_after_pruning"`                    // arcs that count
	Prune      string             `json:"prune"`                                 // arcs that were pruned: inside a host, inside a domain, or none
	Distances  *measure.Distances `json:"distances" absent:"null: unknown"`      // distances of pages
	In         measure.Law        `json:"in_degree"`                             // power law of in-degrees
	Out        measure.Law        `json:"out_degree"`                            // power law of out-degrees
	Iterations []Iteration        `json:"hits_iterations"`                       // convergence of HITS
	Break      Break              `json:"first_incomplete_core"`                 // size at which the core stops being complete
	Rounds     []seeds.Round      `json:"rounds"`                                // rounds with at most 999 hubs
	Uncapped   []seeds.Round      `json:"rounds_uncapped"`                       // first 11 rounds without that limit
	Between    *seeds.Between     `json:"core_distances" absent:"null: unknown"` // distances between the cores
	Gaps       Gaps               `json:"gaps"`                                  // relation of rounds and distances
	Walks      *seeds.Compared    `json:"walks" absent:"null: unknown"`          // walks from the seeds
	Newer      *NewerResult       `json:"newer,omitempty"`                       // results of the seeds in a newer crawl
	Times      []Time             `json:"times,omitempty"`                       // time for one seed, by size of the graph
	Slope      float64            `json:"time_slope,omitempty"`                  // exponent of the growth of time with arcs
}

// The conditions of the paper.
const (
	paperIterations = 60
	paperMaxHubs    = 999
	paperRounds     = 11  // of its figures 6 and 7
	paperSurvivors  = 100 // seeds that it searches in the newer crawl
)

// A run is a reproduction under way.
type run struct {
	Options
	ctx   context.Context //nolint:containedctx // a run is one call of Run
	c     *store.Crawl
	found *seeds.Result
	r     *Result
}

// Run runs the experiments of the paper on seed sets on a crawl. The settings are a cold start, 60 iterations of
// HITS, complete cores, no least size, and any hub of a core as its seed. Time: about 120 passes over the pruned
// arcs for each core, and a few hundred for the convergence of HITS. Memory: seeds.Find, measure.GetDistances and
// seeds.Compare, one after the other. All results except times are a function of crawl and options.
// Papers: seed sets, §3.4, §3.5.4.
func Run(ctx context.Context, c *store.Crawl, o Options) (*Result, error) {
	if err := o.setDefaults(); err != nil {
		return nil, err
	}
	r := &run{Options: o, ctx: ctx, c: c, r: &Result{Pages: c.NumPages(), Prune: o.Prune}}
	for _, step := range []func() error{r.table1, r.pruned, r.laws, r.cores, r.walks, r.newer, r.times} {
		mem.Release()
		if err := step(); err != nil {
			return nil, fmt.Errorf("reproduce: %w", err)
		}
	}
	r.r.Rows = rows("seeds", seedsChecks, r)
	return r.r, nil
}

func (o *Options) setDefaults() error {
	o.Cores, o.Seeds, o.Draws = cmp.Or(o.Cores, 56), cmp.Or(o.Seeds, 10), cmp.Or(o.Draws, 10)
	return o.Check()
}

// Check refuses options that cannot be, 0 being none that stands for another.
func (o *Options) Check() error {
	return answer.CheckAll(
		answer.AtLeast("cores", o.Cores, 2),
		answer.AtLeast("count", o.Seeds, 1),
		answer.AtLeast("draws", o.Draws, 2),
	)
}

// ofSeedSets is the domain of the order in which cores are searched.
const ofSeedSets splitmix.Domain = 0x72657072

// request returns the request with the paper's settings.
func (r *run) request(filter *store.Filter, k, maxHubs int) *seeds.Request {
	q := &seeds.Request{Seen: r.Options.Options}
	q.Seen.Filter = filter
	q.Seeds, q.Rounds = k, k
	q.Iterations, q.Tolerance = paperIterations, -1
	q.MinHubs, q.MinAuthorities = 1, 1
	q.Core = seeds.CoreOptions{Density: 100, MaxHubs: maxHubs}
	q.Random = rand.New(ofSeedSets.PCG(r.Seed))
	if r.Note != nil {
		q.Progress = func(round, _ int) { r.Note("cores", int64(round), int64(k)) }
	}
	return q
}

// table1 measures the crawl before pruning.
func (r *run) table1() error {
	var err error
	r.r.Distances, err = measure.GetDistances(r.ctx, r.c, measure.DistanceOptions{Options: r.Options.Options})
	return err
}

func (r *run) laws() error {
	d, err := measure.GetDegrees(r.ctx, r.c, measure.DegreeOptions{Options: r.Options.Options, Samples: r.Samples})
	if err != nil {
		return err
	}
	r.r.In, r.r.Out = d.In, d.Out
	return nil
}

// pruned does what is done on the graph after pruning: HITS, and the cores.
func (r *run) pruned() error {
	k := max(r.Cores, r.Seeds)
	if r.Newer != nil {
		k = max(k, paperSurvivors)
	}
	q := r.request(r.Filter, k, paperMaxHubs)
	v, err := r.view(r.c, q)
	if err != nil {
		return err
	}
	defer v.Close() //nolint:errcheck // nothing was written
	q.Work = v.Work(r.Workers)
	if r.r.Pruned = v.Out.NumArcs(); r.r.Pruned == 0 {
		return fmt.Errorf("no arc is left after pruning by %s: prune by less, or not at all", r.Prune)
	}
	if err := r.iterate(v.Out, v.In, q.Work); err != nil {
		return err
	}
	if r.found, err = seeds.Find(r.ctx, v.Out, v.In, q.Options); err != nil {
		return err
	}
	r.r.Rounds = r.found.Rounds
	free := r.request(r.Filter, paperRounds, 0)
	free.Work = q.Work
	uncapped, err := seeds.Find(r.ctx, v.Out, v.In, free.Options)
	if err != nil {
		return err
	}
	r.r.Uncapped = uncapped.Rounds
	return nil
}

func (r *run) view(c *store.Crawl, q *seeds.Request) (*store.View, error) {
	s, err := q.Stage(r.ctx, c)
	if err != nil {
		return nil, err
	}
	return c.View(s.View)
}

// cores measures how far cores are from each other, along all arcs.
func (r *run) cores() error {
	n := r.c.NumPages()
	vo, err := r.View(
		r.ctx,
		"distances of cores",
		true,
		false,
		store.Arrays(measure.SearchPart, distance.BFSBytes(n)+distance.DistancesBytes(n)),
	)
	vo.Often = true
	if err != nil {
		return err
	}
	v, err := r.c.View(vo)
	if err != nil {
		return err
	}
	defer v.Close() //nolint:errcheck // nothing was written
	r.r.Arcs = v.Out.NumArcs()
	var cores []seeds.Core
	var rounds []int
	for _, s := range r.found.Seeds[:min(r.Cores, len(r.found.Seeds))] {
		cores, rounds = append(cores, s.Core), append(rounds, s.Round)
	}
	g := &seeds.Ground{Out: v.Out, Work: v.Work(r.Workers)}
	if r.r.Between, err = g.Cores(r.ctx, cores); err != nil {
		return err
	}
	r.r.Gaps = gapsOf(r.r.Between, rounds, r.r.Distances.Average.Value)
	return nil
}

// walks crawls from the seeds, any hub and the best of each core, and from random pages.
func (r *run) walks() error {
	var err error
	r.r.Walks, err = r.compare(r.c, r.found, r.Sites)
	return err
}

// bestHubs names the walk from the best hub of each core; the paper takes any.
const bestHubs = "best hubs"

func (r *run) compare(c *store.Crawl, found *seeds.Result, sites *store.Sites) (*seeds.Compared, error) {
	var anyHub, best []graph.Node
	for _, s := range found.Seeds[:min(r.Seeds, len(found.Seeds))] {
		anyHub, best = append(anyHub, s.Page), append(best, s.Core.Hubs[0])
	}
	if len(anyHub) == 0 {
		return &seeds.Compared{}, nil
	}
	return seeds.Compare(r.ctx, c, r.comparison(anyHub, map[string][]graph.Node{bestHubs: best}, sites))
}

func (r *run) comparison(from []graph.Node, lists map[string][]graph.Node, sites *store.Sites) seeds.Comparison {
	q := seeds.Comparison{
		Seeds: from, Against: []string{"random"}, Lists: lists, Draws: r.Draws, Sites: sites, Options: r.Options.Options,
	}
	for name := range lists {
		q.Against = append(q.Against, name)
	}
	return q
}
