package seeds

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"weft/algo/rank"
	"weft/answers/answer"
	"weft/graph"
	"weft/graph/alloc"
	"weft/graph/view"
)

// Options of Find. The zero value, with a number of seeds, is the default.
type Options struct {
	Seeds int // number of seeds to find
	Core  CoreOptions
	// MinHubs and MinAuthorities are the minimum sizes of a core for its hub to be a seed; 0 means 3.
	MinHubs, MinAuthorities int
	// Rounds is how many cores are extracted at most, with or without a seed; 20 for each seed if it is 0.
	Rounds int
	// Iterations is the maximum number of HITS iterations for each core; 0 means 60. They end earlier if the
	// residual is at most Tolerance. A Tolerance of 0 means 1e-9, and a negative Tolerance never ends them
	// earlier.
	Iterations int
	Tolerance  float64
	// Warm starts each ranking from the scores of the ranking before: fewer iterations. By default each ranking starts
	// from ones, as in the paper. The start decides which of several cores with equal eigenvalues comes first.
	Warm bool
	// Random, if not nil, chooses the seed among the hubs of a core; else it is the best.
	Random *rand.Rand
	// Starts, if not nil, says which pages can be seeds. A core whose hubs cannot gives its best authority that can.
	Starts func(u graph.Node) bool
	graph.Work
	// Aside, if not nil, returns the space for the arrays of one ranking in place of Work.Space, and gives it back.
	Aside func() (alloc.Space, func() error)
	// Progress, if not nil, is called after each core with the number of seeds so far.
	Progress func(round, found int)
	// Save, if not nil, receives the state of the work between two iterations of a ranking. Its error ends the
	// work.
	Save func(State) error
	// Resume, if not nil, is where work with the same graph and options stood, to continue from. Random is to be as it was
	// at the beginning.
	Resume *State
}

// A Seed is a page to start from.
type Seed struct {
	Page  graph.Node `json:"page"`
	Core  Core       `json:"core"`
	Round int        `json:"round"` // in which the core was extracted, from 1
}

// A Round is a ranking and its core.
//
//json:object round of seeds
type Round struct {
	Hubs        int     `json:"hubs"`        // hubs of the core
	Authorities int     `json:"authorities"` // authorities of the core
	Arcs        int     `json:"arcs"`        // arcs of the core
	Density     float64 `json:"density"`     // arcs between hubs and authorities, % of all possible
	Iterations  int     `json:"iterations"`  // number of iterations
	Residual    float64 `json:"residual"`    // change made by the last iteration, in `norm`
	Seed        bool    `json:"seed"`        // the round found a seed
	// no page of a core that is large enough was fetched
	Unfetched bool `json:"unfetched,omitempty"`
}

// A Result is the result of Find.
type Result struct {
	Seeds  []Seed  `json:"-"`
	Rounds []Round `json:"rounds"` // rounds of the search, with the core of each
	// reason why fewer seeds were found than requested
	Why string `json:"why,omitempty" absent:"there are as many as requested, or the run continues"`
}

func (o *Options) setDefaults() error {
	if o.Core.Density == 0 && o.Core.Size == 0 {
		o.Core.Density = 100
	}
	o.MinHubs, o.MinAuthorities = cmp.Or(o.MinHubs, 3), cmp.Or(o.MinAuthorities, 3)
	o.Rounds = cmp.Or(o.Rounds, 20*o.Seeds)
	o.Iterations = cmp.Or(o.Iterations, 60)
	if o.Tolerance = cmp.Or(o.Tolerance, 1e-9); o.Tolerance < 0 {
		o.Tolerance = 0
	}
	return answer.CheckAll(o.rules()...)
}

// rules returns the rules for options whose defaults are set: a core has either a density or a size.
func (o *Options) rules() []answer.Rule {
	c := &o.Core
	rules := []answer.Rule{
		answer.AtLeast("count", o.Seeds, 1), answer.AtLeast("max-hubs", c.MaxHubs, 0), answer.AtLeast("rounds", o.Rounds, 0), answer.AtLeast("iterations", o.Iterations, 1),
		{Holds: o.MinHubs > 0 && o.MinAuthorities > 0, Option: "min-core", Value: fmt.Sprintf("%dx%d", o.MinHubs, o.MinAuthorities), Want: "1x1 or more"},
		{Holds: o.Tolerance <= math.MaxFloat64, Option: "tolerance", Value: o.Tolerance, Want: "a number; negative for never"},
	}
	if c.Size == 0 {
		return append(rules, answer.Rule{Holds: c.Density > 0 && c.Density <= 100, Option: "density", Value: c.Density, Want: "more than 0, and at most 100"})
	}
	return append(rules, answer.AtLeast("size", c.Size, 2), answer.AtLeast("members", c.Members, 0),
		answer.Rule{Holds: c.Density == 0, Option: "density", Value: c.Density, Want: "no density for cores of a size"},
		answer.Rule{Holds: !c.Literal, Option: "literal", Value: c.Literal, Want: "cores of a density"})
}

// Bytes is the memory that Find takes for n pages: the vectors of HITS, and a bit a page.
func Bytes(n int) int64 { return rank.HITSBytes(n) + int64(n)/8 + 8*int64(n) }

// noArcs is the reason of a search that ended because the cores found have all arcs.
const noArcs = "no arc is left"

// Find returns seeds of the graph out with its transpose in, which should be without arcs inside sites. It is a
// function of the graph and the options. Time: for each core up to Options.Iterations passes over the graph and as many
// over the transpose, and one over the scores. Memory: Bytes, and the candidates of a core.
// Papers: seed sets, §3.4, §2.5, §2.6.
func Find(ctx context.Context, out, in graph.Random, o Options) (*Result, error) {
	if err := o.setDefaults(); err != nil {
		return nil, fmt.Errorf("seeds: %w", err)
	}
	f := &finder{o: o, out: out, in: in, removed: view.NewBits(out.NumNodes())}
	if o.Resume != nil {
		if err := f.goOn(o.Resume); err != nil {
			return nil, fmt.Errorf("seeds: %w", err)
		}
	}
	for len(f.result.Seeds) < o.Seeds {
		if len(f.result.Rounds) == o.Rounds {
			f.result.Why = fmt.Sprintf("%d cores were examined", o.Rounds)
			break
		}
		more, err := f.round(ctx)
		if err != nil {
			return nil, fmt.Errorf("seeds: %w", err)
		}
		if !more {
			f.result.Why = noArcs
			break
		}
	}
	return &f.result, nil
}

// A finder is a search under way.
type finder struct {
	o       Options
	out, in graph.Random
	removed view.Bits
	start   []float64
	ranking *rank.HITSState // to continue from; nil if the next begins
	result  Result
}

// round ranks, extracts a core and removes it; false if nothing is left.
func (f *finder) round(ctx context.Context) (more bool, err error) {
	if f.o.Aside != nil {
		space, free := f.o.Aside()
		f.o.Space = space
		defer func() { err = errors.Join(err, free()) }()
	}
	ho := rank.HITSOptions{Iterations: f.o.Iterations, Tolerance: f.o.Tolerance, Start: f.start, Removed: f.removed, Work: f.o.Work, Resume: f.ranking}
	if f.o.Save != nil {
		ho.Save = f.save
	}
	h, err := rank.HITS(ctx, f.out, f.in, ho)
	f.ranking = nil
	if err != nil {
		return false, err
	}
	core, err := Extract(f.out, f.in, h, f.removed, f.o.Core)
	if err != nil || len(core.Authorities) == 0 {
		return false, err
	}
	f.remove(core)
	if f.o.Warm {
		f.warm(h.Hubs)
	}
	r := Round{
		Hubs: len(core.Hubs), Authorities: len(core.Authorities), Arcs: core.Arcs, Density: core.Density,
		Iterations: h.Iterations, Residual: h.Residual,
	}
	if len(core.Hubs) >= f.o.MinHubs && len(core.Authorities) >= f.o.MinAuthorities {
		var page graph.Node
		if page, r.Seed = f.choose(core); r.Seed {
			f.result.Seeds = append(f.result.Seeds, Seed{Page: page, Core: core, Round: len(f.result.Rounds) + 1})
		}
		r.Unfetched = !r.Seed
	}
	f.result.Rounds = append(f.result.Rounds, r)
	if f.o.Progress != nil {
		f.o.Progress(len(f.result.Rounds), len(f.result.Seeds))
	}
	return true, nil
}

func (f *finder) remove(c Core) {
	for _, side := range [][]graph.Node{c.Hubs, c.Authorities} {
		for _, u := range side {
			f.removed.Add(int(u))
		}
	}
}

// warm makes scores the start of the next ranking. Pages that had a score of almost nothing get a little, as a page
// that another eclipsed may be the best when that is gone.
func (f *finder) warm(hubs []float64) {
	least := 1e-3 / float64(len(hubs)+1)
	f.start = append(f.start[:0], hubs...)
	for u := range f.start {
		f.start[u] += least
	}
}

// choose returns the seed of a core: a hub, or else an authority, such as the target of hubs that redirect. It returns false if
// no page of the core can be a seed.
func (f *finder) choose(c Core) (page graph.Node, ok bool) {
	hubs := f.starts(c.Hubs)
	if len(hubs) == 0 {
		hubs = f.starts(c.Authorities)
	}
	switch {
	case len(hubs) == 0:
		return 0, false
	case f.o.Random != nil:
		return hubs[f.o.Random.IntN(len(hubs))], true
	}
	return hubs[0], true
}

// starts returns the pages of a list that can be seeds.
func (f *finder) starts(pages []graph.Node) (all []graph.Node) {
	for _, u := range pages {
		if f.o.Starts == nil || f.o.Starts(u) {
			all = append(all, u)
		}
	}
	return all
}
