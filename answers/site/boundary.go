package site

import (
	"context"
	"math"
	"slices"

	"weft/algo/flow"
	"weft/graph"
	"weft/internal/bitset"
)

// A Step is the site for one ε.
//
//json:object step of a sweep
type Step struct {
	Epsilon  float64 `json:"epsilon" label:"ε" show:"digits:3"` // ε
	Pages    int     `json:"pages" label:"pages"`               // pages inside
	Arcs     int     `json:"cut_arcs" label:"links cut"`        // links that leave the site
	Capacity float64 `json:"cut_capacity"`                      // capacity of these links and of the pages to the sink
	All      bool    `json:"absorbs_all"`                       // every reachable page is inside: ε is too small to find a boundary
}

// A Boundary is the result of the flow.
type Boundary struct {
	Steps   []Step  `json:"sweep"`   // site for each ε, greatest ε first
	Chosen  int     `json:"chosen"`  // index of the chosen step in `sweep`, from 0
	From    float64 `json:"from"`    // greatest ε of the range over which the site changes by at most 2 %
	To      float64 `json:"to"`      // least ε of that range
	Decades float64 `json:"decades"` // width of that range, powers of ten
	// work of the online flow, which requests pages one by one
	Online *Online `json:"online,omitempty" absent:"the flow was none or exact"`

	inside bitset.Set
	first  []uint32
	cut    *flow.Cut
}

// The ε of a sweep: from 10 down to 10⁻⁶ of the heaviest link that there can be, two for each power of ten.
const (
	sweepFrom  = 1
	sweepTo    = -6
	perDecade  = 2
	sameWithin = 0.02
)

// mostSum bounds what the pages of a core cost together: as whole capacities sums have 63 bits.
const mostSum = 1 << 21

// sweepAt are they.
func sweepAt() []float64 {
	var all []float64
	for i := sweepFrom * perDecade; i >= sweepTo*perDecade; i-- {
		all = append(all, math.Pow(10, float64(i)/perDecade))
	}
	return all
}

// boundary finds the cut around a core. ε is the requested value, or the middle of the widest range over which the
// site hardly changes.
func (g *Ground) boundary(ctx context.Context, core []graph.Node) (*Boundary, error) {
	asked, err := g.epsilon()
	if err != nil {
		return nil, err
	}
	at := sweepAt()
	if asked > 0 {
		at = append(at, asked)
	}
	at = slices.DeleteFunc(distinct(at), func(e float64) bool { return e != asked && float64(len(core))*e >= mostSum })
	eps := make([]int64, len(at))
	for i, e := range at {
		eps[i] = whole(e)
	}
	l, err := g.net.Sweep(ctx, flow.Terminals{Sources: core}, eps, g.work())
	if err != nil {
		return nil, err
	}
	b := &Boundary{first: l.First}
	for i, s := range l.Steps {
		b.Steps = append(b.Steps, Step{at[i], s.Pages, s.Arcs, float64(s.Value) / scale, l.AbsorbsAll(i) && s.Pages > len(core)})
	}
	g.takeMoved(b)
	given := 0
	if g.r.Cluster == Given {
		given = len(core)
	}
	b.choose(asked, given)
	b.cut, err = g.net.MinCut(ctx, flow.Terminals{Sources: core, Eps: eps[b.Chosen]}, g.work())
	if err != nil {
		return nil, err
	}
	b.inside = b.cut.Minimal
	g.takeInto(b.inside)
	b.cut.MaximalPages += g.takeInto(b.cut.Maximal)
	return b, nil
}

// epsilon is the ε that is requested; 0 for none.
func (g *Ground) epsilon() (float64, error) {
	if g.r.Epsilon >= 0 {
		return g.r.Epsilon, nil
	}
	sigma, err := g.sigmaValue()
	if err != nil {
		return 0, err
	}
	e := PaperEpsilon(sigma)
	if e < 1.0/scale {
		g.r.Say("the paper's ε, exp(−50²/2σ²), is %.3g for σ = %.3g: less than the least capacity, 2⁻⁴⁰, which is taken", e, sigma)
	}
	return max(e, 1.0/scale), nil
}

// distinct sorts numbers in descending order and drops numbers that are equal in whole capacities.
func distinct(at []float64) []float64 {
	slices.Sort(at)
	slices.Reverse(at)
	return slices.CompactFunc(at, func(a, b float64) bool { return whole(a) == whole(b) })
}

// choose takes the step of the requested ε, or the middle step of the widest range of sizes that hardly differ.
// Two kinds of ranges say little and come last, in this order: ranges that add nothing to pages that were given
// rather than found, and ranges in which the site holds everything.
func (b *Boundary) choose(asked float64, given int) {
	bestFrom, bestTo, bestRank := 0, 0, -1
	for from := range b.Steps {
		to := from
		for to+1 < len(b.Steps) && float64(b.Steps[to+1].Pages) <= (1+sameWithin)*float64(b.Steps[from].Pages) && b.Steps[to+1].All == b.Steps[from].All {
			to++
		}
		rank := to - from
		switch {
		case b.Steps[from].All:
		case b.Steps[from].Pages == given:
			rank += len(b.Steps)
		default:
			rank += 2 * len(b.Steps)
		}
		if asked > 0 {
			if rank = -1; whole(b.Steps[from].Epsilon) >= whole(asked) && to >= from && whole(b.Steps[to].Epsilon) <= whole(asked) {
				rank = to - from
			}
		}
		if rank > bestRank {
			bestFrom, bestTo, bestRank = from, to, rank
		}
	}
	b.From, b.To, b.Chosen = b.Steps[bestFrom].Epsilon, b.Steps[bestTo].Epsilon, (bestFrom+bestTo)/2
	if asked > 0 {
		b.Chosen = slices.IndexFunc(b.Steps, func(s Step) bool { return whole(s.Epsilon) == whole(asked) })
	}
	b.Decades = math.Log10(b.From / b.To)
}

// unsure says why a boundary says little; empty if it does not.
func (b *Boundary) unsure() string {
	switch s := b.Steps[b.Chosen]; {
	case s.All:
		return "ε is so small that everything which can be reached is inside"
	case b.Online != nil:
		return b.Online.unsure()
	case b.Decades < 1:
		return "the site depends on ε: no range of a power of ten leaves it the same"
	}
	return ""
}
