package measure

import (
	"context"
	"fmt"

	"weft/algo/rank"
	"weft/graph"
	"weft/internal/choice"
	"weft/kinds"
	"weft/store"
)

// Ways to solve the equations of PageRank.
const (
	AutoMethod  = "auto" // Gauss–Seidel, but power where scores are better pushed
	GaussSeidel = "gauss-seidel"
	Power       = "power"
)

// Methods are the ways to solve the equations of PageRank.
var Methods = []string{AutoMethod, GaussSeidel, Power}

// Directions in which scores move.
const (
	Pull = "pull" // each page gathers the scores of its neighbours
	Push = "push" // each page's score is written to bins of its neighbours, which add up
)

// A RankPlan says how a ranking is computed.
type RankPlan struct {
	Measure string `json:"measure"`
	// Form is one of store.InMemory, Streamed and OnDisk.
	Form string `json:"form"`
	// Direction is Pull, or Push where arcs lead far and memory holds the bins; it changes no bit.
	Direction string `json:"direction"`
	// Far is the share of sampled arcs that lead farther than 65,536 pages; 0 in graphs whose vectors fit into caches,
	// which are not sampled.
	Far    float64 `json:"far_arcs"`
	Method string  `json:"method,omitempty"` // of PageRank
	Need   int64   `json:"need"`             // bytes
	Memory int64   `json:"memory"`
	Passes string  `json:"passes"`

	view store.ViewOptions
}

// PlanRanking says how GetRanking would compute a ranking, and refuses a budget that cannot be kept. The graph alone
// decides on the method, the budget on the form.
func PlanRanking(ctx context.Context, c *store.Crawl, name string, o RankOptions) (*RankPlan, error) {
	out, in := Directions(name)
	p := &RankPlan{Measure: name, Direction: Pull, Memory: o.Memory}
	p.view = store.ViewOptions{What: name, Kinds: kinds.Measured, Out: out, In: in, Need: NeedOf(name, c), Budget: o.Memory, Lens: o.Lens, Ctx: ctx, Note: o.Note}
	p.view.Need.Heap += 8 * int64(len(o.Preference))
	if name == PageRank && o.hides() {
		p.view.Need.Heap += shownBytes * int64(c.NumPages())
	}
	var err error
	if o.Kinds != "" {
		if p.view.Kinds, err = kinds.Parse(o.Kinds); err != nil {
			return nil, err
		}
	}
	pays, err := p.pushPays(c, name)
	if err != nil {
		return nil, err
	}
	if name == PageRank {
		p.setMethod(o.Method, pays)
		pays = pays && p.Method == Power
	}
	if pays && p.tryPush(c, name) {
		return p, nil
	}
	if p.Method == GaussSeidel && o.Preference == nil && o.Pages == nil {
		p.view.Need.Arrays = GaussSeidelNeed(c, p.view)
	}
	v, err := c.Plan(p.view)
	if err != nil {
		return nil, err
	}
	p.Form, p.Need = v.Form, v.NeedBytes
	return p, nil
}

// GaussSeidelNeed is what PageRank by Gauss–Seidel takes on a view. It is known where the view shows all arcs of a crawl; else the most is taken.
func GaussSeidelNeed(c *store.Crawl, v store.ViewOptions) int64 {
	back := c.Back()
	if back == nil || v.Lens != nil || c.Manifest == nil || c.Manifest.Counts.Measured != c.Manifest.Counts.Arcs || v.Kinds != kinds.Measured {
		return rank.PageRankBytes(c.NumPages())
	}
	return rank.GaussSeidelBytes(back)
}

func (p *RankPlan) setMethod(asked string, pays bool) {
	p.Method = asked
	if asked != "" && asked != AutoMethod {
		return
	}
	if p.Method = GaussSeidel; pays {
		p.Method = Power
	}
}

func (p *RankPlan) pushPays(c *store.Crawl, name string) (bool, error) {
	if name != PageRank && name != HITS || !rank.PushPays(c.NumPages(), 1) {
		return false, nil
	}
	g := graph.Random(c.Graph())
	var err error
	if p.view.Lens != nil && p.view.Lens.CanScan() {
		if g, err = p.view.Lens.Out(p.view); err != nil {
			return false, err
		}
	}
	p.Far, err = rank.Far(g)
	return rank.PushPays(c.NumPages(), p.Far), err
}

// tryPush plans to push, if both directions and the bins fit into memory.
func (p *RankPlan) tryPush(c *store.Crawl, name string) bool {
	v := p.view
	v.Out, v.In = true, true
	arcs := c.Graph().NumArcs() // at most
	if v.Lens.Name() == store.Symmetrised {
		arcs *= 2
	}
	bins := rank.PushBytes(c.NumPages(), arcs)
	if name == HITS {
		bins *= 2
	}
	v.Need.Heap += bins
	got, err := c.Plan(v)
	if err != nil || got.Form != store.InMemory {
		return false
	}
	p.view, p.Form, p.Need, p.Direction = v, got.Form, got.NeedBytes, Push
	return true
}

// rankMethod returns the method of package rank.
func rankMethod(name string) (rank.Method, error) {
	switch name {
	case GaussSeidel:
		return rank.GaussSeidel, nil
	case Power:
		return rank.Power, nil
	}
	return 0, fmt.Errorf("there is no method %q: want %s", name, choice.Of(name, Methods))
}
