package measure

import (
	"cmp"
	"context"
	"fmt"

	"weft/algo/betweenness"
	"weft/algo/rank"
	"weft/answers/answer"
	"weft/graph"
	"weft/internal/choice"
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

// Weights of arcs for PageRank.
const (
	OneWeight   = "one"  // all arcs weigh the same
	KeptWeights = "kept" // the weights that the import kept
)

// Weights are the weights of arcs for PageRank.
var Weights = []string{OneWeight, KeptWeights}

// Directions in which scores move.
const (
	Pull = "pull" // each page gathers the scores of its neighbours
	Push = "push" // each page adds its score to its neighbours, one block of neighbours at a time
)

// A RankPlan says how a ranking is computed.
type RankPlan struct {
	// Form is one of store.InMemory, Unpacked, Streamed and OnDisk.
	Form string
	// Direction is Pull, or Push where arcs lead far; it changes no bit.
	Direction string
	// Far is the share of sampled arcs that lead farther than 65,536 pages; 0 in graphs whose vectors fit into caches,
	// which are not sampled.
	Far    float64
	Method string // of PageRank
	Need   int64  // bytes

	view store.ViewOptions
}

// RankingStage is how GetRanking reads a crawl.
func RankingStage(ctx context.Context, c *store.Crawl, name string, o RankOptions) (answer.Stage, error) {
	p, err := PlanRanking(ctx, c, name, o)
	if err != nil {
		return answer.Stage{}, err
	}
	s := answer.Stage{View: p.view, Passes: passesOf(name, cmp.Or(o.Iterations, defaultIterations[name])), Extra: answer.Choices{Direction: p.Direction, Far: &p.Far, Method: p.Method}}
	if p.Method != "" {
		s.How = append(s.How, answer.Row("method", "%s", p.Method))
	}
	if name == Closeness || name == Betweenness {
		s.Extra = answer.Choices{}
		return s, nil
	}
	how := "each page gathers scores"
	if p.Direction == Push {
		how = fmt.Sprintf("scores are pushed block by block, as %.0f %% of the arcs lead far", 100*p.Far)
	}
	s.How = append(s.How, answer.Row("direction", "%s", how))
	return s, nil
}

// defaultIterations are the most that package rank makes unless told otherwise.
var defaultIterations = map[string]int{PageRank: 200, HITS: 60, Katz: 1000}

func passesOf(name string, iterations int) string {
	switch name {
	case PageRank:
		return fmt.Sprintf("2, and up to %d over the transpose", iterations)
	case HITS:
		return fmt.Sprintf("up to %d over graph and transpose", iterations)
	case SALSA:
		return "2 over the graph"
	case Katz:
		return fmt.Sprintf("up to 48 that bound the eigenvalue, and up to %d, over the transpose", iterations)
	case Betweenness:
		return "lists of pages that searches meet, at random"
	case Closeness:
		return "at most as many as the longest distance, for each 512 searches, over the transpose"
	}
	return "1 over the graph"
}

// PlanRanking says how GetRanking would compute a ranking, and refuses a budget that cannot be kept. The graph alone
// decides on the method, the budget on the form.
func PlanRanking(ctx context.Context, c *store.Crawl, name string, o RankOptions) (*RankPlan, error) {
	out, in := Directions(name)
	p := &RankPlan{Direction: Pull}
	var err error
	if p.view, err = o.View(ctx, name, out, in, NeedOf(name, c)); err != nil {
		return nil, err
	}
	p.view.Often = name != SALSA && name != InDegree
	p.view.Need = p.view.Need.And(store.Heap("the preference", 16*int64(len(o.Preference))))
	if name == PageRank && o.hides() {
		p.view.Need = p.view.Need.And(store.Heap("the pages that are left", shownBytes*int64(c.NumPages())))
	}
	if name == Betweenness {
		_, heap := betweenness.SampleBytes(c.NumPages(), o.Workers)
		p.view.Need = p.view.Need.And(store.Heap("the searches of workers", heap))
	}
	if name == PageRank && o.Weights == KeptWeights {
		return p, p.planWeighted(c, &o)
	}
	pays, err := p.pushPays(c, name)
	if err != nil {
		return nil, err
	}
	if name == PageRank {
		p.setMethod(&o, pays)
		pays = pays && p.Method == Power
	}
	if pays && p.tryPush(c, name) {
		return p, nil
	}
	if p.Method == GaussSeidel {
		p.view.Need = p.view.Need.And(store.Arrays(ScoresPart, rank.GaussSeidelBytes(c.NumPages())))
	}
	if name == PageRank || name == HITS {
		if p.view, err = PlanLeading(c, name, p.Method, p.view); err != nil {
			return nil, err
		}
	}
	v, err := c.Plan(p.view)
	if err != nil {
		return nil, err
	}
	p.Form, p.Need = v.Form, v.NeedBytes
	return p, nil
}

// planWeighted plans PageRank by the kept weights. It streams lists and weights in each pass: the weights of an arc take
// twice the memory of the arc itself.
func (p *RankPlan) planWeighted(c *store.Crawl, o *RankOptions) error {
	if !c.HasWeights() {
		return answer.Refused("{weights} kept: the crawl has no weights of arcs: import it with {weights} COLUMN")
	}
	if o.Filter != nil {
		return answer.Refused("{weights} kept cannot be combined with {view}: a view has other arcs than the import")
	}
	p.Method = Power
	p.view.Out, p.view.In, p.view.Stream, p.view.Often = true, true, true, false
	p.view.Need = p.view.Need.And(store.Arrays(ScoresPart, rank.WeightedPageRankBytes(c.NumPages())))
	v, err := c.Plan(p.view)
	if err != nil {
		return err
	}
	p.Form, p.Need = v.Form, v.NeedBytes
	return nil
}

// setMethod decides on the method. Gauss–Seidel does not solve the weak treatment with a preference.
func (p *RankPlan) setMethod(o *RankOptions, pays bool) {
	p.Method = o.Method
	switch {
	case o.Dangling == rank.Weak && o.Preference != nil:
		p.Method = Power
	case o.Method != "" && o.Method != AutoMethod:
	case pays:
		p.Method = Power
	default:
		p.Method = GaussSeidel
	}
}

func (p *RankPlan) pushPays(c *store.Crawl, name string) (bool, error) {
	if name != PageRank && name != HITS && name != Katz || !rank.PushPays(c.NumPages(), 1) {
		return false, nil
	}
	g := graph.Random(c.Graph())
	var err error
	if p.view.Filter != nil && p.view.Filter.CanScan() {
		if g, err = p.view.Filter.Out(p.view); err != nil {
			return false, err
		}
	}
	p.Far, err = rank.Far(g)
	return rank.PushPays(c.NumPages(), p.Far), err
}

// tryPush plans to push, if memory holds everything except the arcs by blocks, which may lie in a scratch file.
// Lists are not decoded into memory: they are read twice.
func (p *RankPlan) tryPush(c *store.Crawl, name string) bool {
	v := p.view
	v.Out, v.In, v.Stream, v.Often = true, true, true, false
	arcs := c.Graph().NumArcs() // at most
	if v.Filter.Name() == store.Symmetrised {
		arcs *= 2
	}
	words, starts := rank.BlockBytes(c.NumPages(), arcs)
	if name == HITS {
		words, starts = 2*words, 2*starts
	}
	v.Need = v.Need.And(store.Arrays("arcs by blocks of pages", words)).And(store.Heap("where blocks begin", starts))
	got, err := c.Plan(v)
	if err != nil {
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
	return 0, fmt.Errorf("there is no method %q: expected %s", name, choice.Of(name, Methods))
}
