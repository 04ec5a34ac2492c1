package measure

import (
	"context"
	"fmt"
	"math"

	"weft/algo/distance"
	"weft/answers/answer"
	"weft/graph"
	"weft/stats"
	"weft/store"
)

// DistanceOptions of GetDistances.
type DistanceOptions struct {
	answer.Options
	// Runs of HyperBall; 0 stands for its default.
	Runs int
	// MaxIterations bounds the distance that is looked at; 0 stands for 1000, less than 0 for none.
	MaxIterations int
	Top           int // pages by harmonic centrality that are listed
}

// Distances say how far pages are from each other.
type Distances struct {
	Kinds string `json:"kinds"`          // the arcs that count
	View  string `json:"view,omitempty"` // the filter through which the crawl was seen
	Form  string `json:"form"`
	Runs  int    `json:"runs"`
	// Average is over ordered pairs of different pages of which one leads to the other, Effective the distance within
	// which nine of ten of those lie, Reachable their share of all pairs; each with a 95 % interval.
	Average    distance.Estimate `json:"average_distance"`
	Effective  distance.Estimate `json:"effective_diameter"`
	Reachable  distance.Estimate `json:"reachable_pairs"`
	Iterations int               `json:"iterations"`
	// Pairs is the neighbourhood function: at t, the ordered pairs within distance t, a page and itself among them.
	Pairs []float64 `json:"neighbourhood"`
	// Lengths is the distribution of path lengths: at t, from 1 on, the share of the joined pairs that lie t apart, each with a 95 % interval; at 0 nothing.
	Lengths []distance.Estimate `json:"path_lengths"`
	// Cut says that a run ended at MaxIterations: pairs that are farther apart are left out.
	Cut bool `json:"cut,omitempty"`
	// HarmonicError says how far harmonic centralities are off; nil with one run.
	HarmonicError *HarmonicError `json:"harmonic_error,omitempty"`
	// Top are the pages with the greatest harmonic centrality.
	Top []Top `json:"top,omitempty"`

	Harmonic []float64 `json:"-"`

	seed uint64
}

// LongestSeen is the greatest distance at which a run saw a pair: a lower bound of the diameter, as HyperBall may miss what is farther away.
func (d *Distances) LongestSeen() int { return max(0, len(d.Pairs)-1) }

// A HarmonicError says how far the harmonic centralities of pages are off, as shares of themselves, from the spread of the runs.
type HarmonicError struct {
	RMS   float64 `json:"rms"`   // root of the mean square of the standard errors
	Worst float64 `json:"worst"` // the greatest standard error of a page
}

func harmonicError(b *distance.Ball) *HarmonicError {
	if b.HarmonicError == nil {
		return nil
	}
	var e HarmonicError
	square, pages := 0.0, 0
	for u, h := range b.Harmonic {
		if h > 0 {
			share := float64(b.HarmonicError[u]) / h
			square += share * share
			pages++
			e.Worst = max(e.Worst, share)
		}
	}
	e.RMS = math.Sqrt(square / float64(max(pages, 1)))
	return &e
}

// DistancesStage is how GetDistances reads a crawl.
func DistancesStage(ctx context.Context, c *store.Crawl, o answer.Options) (answer.Stage, error) {
	v, err := o.View(ctx, "distances", false, true, store.Arrays("the registers of HyperBall", distance.HyperBallBytes(c.NumPages(), true)).And(store.Heap(tablePart, tableBytes)))
	return answer.Stage{View: v, Passes: "as many as the longest distance, for each run, over the transpose"}, err
}

// GetDistances estimates distances by HyperBall on the transpose, and the harmonic centrality of each page.
// Papers: seed sets, §3.2.
func GetDistances(ctx context.Context, c *store.Crawl, o DistanceOptions) (*Distances, error) {
	s, err := DistancesStage(ctx, c, o.Options)
	if err != nil {
		return nil, err
	}
	return answer.See(c, &o.Options, s, func(v *store.View) (*Distances, error) { return distances(ctx, c, v, o) })
}

func distances(ctx context.Context, c *store.Crawl, v *store.View, o DistanceOptions) (*Distances, error) {
	ho := distance.HyperBallOptions{
		Runs: o.Runs, Seed: o.Seed, MaxIterations: o.MaxIterations, Centrality: true, Work: v.Work(o.Workers),
		Progress: func(run, i int, grew float64) {
			o.Tell(fmt.Sprintf("run %d: distance %d, %.1f %% of the balls grew", run+1, i, 100*grew), int64(i), 0)
		},
	}
	ended := o.resume(v, &ho)
	b, err := distance.HyperBall(ctx, v.In, ho)
	if err = ended(err); err != nil {
		return nil, err
	}
	d := &Distances{
		Kinds: v.Kinds.String(), View: v.Filter, Form: v.Form, Runs: b.Runs, Average: b.Mean, Effective: b.Effective, Reachable: b.Reachable,
		Iterations: b.Iterations, Pairs: b.Pairs, Lengths: b.Lengths, Harmonic: b.Harmonic, Cut: b.Cut, HarmonicError: harmonicError(b), seed: o.Seed,
	}
	if o.Top > 0 {
		d.Top = topPages(c, b.Harmonic, o.Top, stats.Rounding)
	}
	return d, c.Damage()
}

// A Search is what can be reached from some pages, by distance.
type Search struct {
	Kinds   string       `json:"kinds"`
	View    string       `json:"view,omitempty"` // the filter through which the crawl was seen
	Form    string       `json:"form"`
	From    []graph.Node `json:"from"`
	Reached int          `json:"reached"`
	// Levels holds how many pages are at each distance, from 0 on.
	Levels []int64 `json:"levels"`

	Distances []uint32 `json:"-"` // of each page; distance.Unreached where there is no path
}

// searchStage is how GetSearch reads a crawl.
func searchStage(ctx context.Context, c *store.Crawl, backwards bool, o answer.Options) (answer.Stage, error) {
	v, err := o.View(ctx, "a search", !backwards, backwards, store.Arrays(SearchPart, distance.BFSBytes(c.NumPages())).And(store.Heap(tablePart, tableBytes)))
	return answer.Stage{View: v, Passes: "at most 1 over the graph"}, err
}

// GetSearch searches breadth first from some pages; backwards along arcs if asked to.
func GetSearch(ctx context.Context, c *store.Crawl, from []graph.Node, backwards bool, o answer.Options) (*Search, error) {
	s, err := searchStage(ctx, c, backwards, o)
	if err != nil {
		return nil, err
	}
	return answer.See(c, &o, s, func(v *store.View) (*Search, error) {
		g := v.Out
		if backwards {
			g = v.In
		}
		l, err := distance.BFS(ctx, g, from, v.Work(o.Workers))
		if err != nil {
			return nil, err
		}
		return &Search{
			Kinds: v.Kinds.String(), View: v.Filter, Form: v.Form, From: from, Reached: len(l.Order), Levels: l.Counts, Distances: l.Distances,
		}, nil
	})
}
