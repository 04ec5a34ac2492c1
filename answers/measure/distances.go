package measure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"weft/algo/distance"
	"weft/answers/answer"
	"weft/graph"
	"weft/graph/alloc"
	"weft/stats"
	"weft/store"
)

// DistanceOptions of GetDistances.
type DistanceOptions struct {
	answer.Options
	// Runs of HyperBall; 0 stands for its default. With Sources and Runs 0 pairs are counted where that is soon done.
	Runs int
	// Sources are how many pages are searched from where pairs are not counted, two at least; 0 stands for 2048. With
	// as many as there are pages, and Runs 0, all is counted.
	Sources int
	// PairsOnly leaves out the estimate of centralities.
	PairsOnly bool
	// Exact asks for pairs to be counted however long that takes.
	Exact bool
	// MaxIterations bounds the distance; 0 means 1000, and a negative value means no limit.
	MaxIterations int
	Top           int // pages by harmonic centrality that are listed
}

// Distances say how far pages are from each other.
//
//json:object distances
type Distances struct {
	Kinds string `json:"kinds"` // kinds of arcs that count, joined by +
	// filter applied to the crawl, such as between-hosts
	View string `json:"view,omitempty" absent:"all arcs are seen"`
	Form string `json:"form"` // how the graph was read: memory, scratch, stream or disk
	// all values are exact and intervals have no width; otherwise searches estimated the pairs and
	// HyperBall the centralities
	Exact bool `json:"exact"`
	// number of start pages of searches; if all pages were searched from, pairs are exact
	Sources int `json:"sources"`
	Runs    int `json:"runs"` // runs of HyperBall; 0 if all values are exact
	// mean distance over ordered pairs of different pages where the first reaches the second, links. It is
	// estimated from the pairs that searches found, which may be few if the upper end of `reachable_pairs` is far
	// above its value
	Average distance.Estimate `json:"average_distance"`
	// distance within which 90 % of these pairs lie, interpolated between whole numbers, links
	Effective  distance.Estimate `json:"effective_diameter"`
	Reachable  distance.Estimate `json:"reachable_pairs"` // share of these pairs among all ordered pairs, 0 to 1
	Iterations int               `json:"iterations"`      // greatest distance that was examined, links
	Longest    int               `json:"longest"`         // longest distance, links; a lower bound if pairs are not exact
	// entry t: ordered pairs within distance t, including each page with itself; the last t is the longest
	// distance from the pages that were searched from
	Pairs []float64 `json:"neighbourhood"`
	// entry t, from 1 on: share of the connected pairs at distance t; entry 0 is 0
	Lengths []distance.Estimate `json:"path_lengths"`
	Cut     bool                `json:"cut,omitempty"` // searches or a run ended at `--iterations`; pairs farther apart are left out
	// standard errors of the harmonic centralities
	HarmonicError *HarmonicError `json:"harmonic_error,omitempty" absent:"pairs were counted, or there is one run"`
	Top           []Top          `json:"top,omitempty"` // pages with the greatest harmonic centrality

	Harmonic []float64 `json:"-"`

	seed uint64
}

// PairsCounted says that there was a search from every page, so that nothing of pairs is an estimate, whatever
// centralities are.
func (d *Distances) PairsCounted() bool {
	return d.Exact || len(d.Pairs) > 0 && float64(d.Sources) >= d.Pairs[0]
}

// NoneFound reports that no search found a pair. There may still be pairs.
func (d *Distances) NoneFound() bool {
	return !d.Exact && !(d.Reachable.Value > 0) && d.Reachable.High > 0
}

// MostUnseen reports that there may be more undiscovered pairs than found pairs. The estimates of distances ignore
// undiscovered pairs.
func (d *Distances) MostUnseen() bool { return d.Reachable.High > 2*d.Reachable.Value }

// A HarmonicError says how far the harmonic centralities of pages are off, as shares of themselves, from the spread of
// the runs.
//
//json:object error of harmonic centrality
type HarmonicError struct {
	RMS   float64 `json:"rms"`   // root mean square of the standard errors, relative to the centralities
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

// Counts says whether pairs are counted, which goes by the size of the whole graph, so that the result does not depend
// on memory.
func (o *DistanceOptions) Counts(c *store.Crawl) bool {
	if o.Exact || o.Runs > 0 {
		return o.Exact
	}
	if o.Sources > 0 {
		return o.Sources >= c.NumPages() // searches from all pages are the count
	}
	return distance.CountsSoon(c.NumPages(), c.Graph().NumArcs())
}

// DistancesStage is how GetDistances reads a crawl.
func DistancesStage(ctx context.Context, c *store.Crawl, o DistanceOptions) (answer.Stage, error) {
	n := c.NumPages()
	arrays, passes := store.Arrays("pages that reach each page, 512 at a time", distance.CountBytes(n)), "at most as many as the longest distance, for each 512 pages, over the transpose"
	if !o.Counts(c) && !o.PairsOnly {
		arrays = store.Arrays("the registers of HyperBall", max(distance.HyperBallBytes(n, true), distance.CountBytes(n)))
		passes = "as many as the longest distance, for each 512 searches and for each run, over the transpose"
	}
	v, err := o.View(ctx, "distances", false, true, arrays.And(store.Heap(tablePart, tableBytes)))
	v.Often = true
	return answer.Stage{View: v, Passes: passes}, err
}

// GetDistances counts pairs of pages by distance, and computes the harmonic centrality of each page. It may
// instead estimate pairs by searches, and centralities by HyperBall on the transpose.
// Papers: seed sets, §3.2.
func GetDistances(ctx context.Context, c *store.Crawl, o DistanceOptions) (*Distances, error) {
	s, err := DistancesStage(ctx, c, o)
	if err != nil {
		return nil, err
	}
	return answer.See(c, &o.Options, s, func(v *store.View) (*Distances, error) {
		d := &Distances{Kinds: v.Kinds.String(), View: v.Filter, Form: v.Form, Exact: o.Counts(c)}
		if err := o.measure(ctx, v, d); err != nil {
			return nil, err
		}
		d.seed = o.Seed
		if o.Top > 0 {
			d.Top = topPages(c, d.Harmonic, o.Top, stats.Rounding)
		}
		return d, c.Damage()
	})
}

// defaultSources is how many pages are searched from: four times as many as are at once.
const defaultSources = 2048

// measure counts pairs and centralities, or estimates them.
func (o *DistanceOptions) measure(ctx context.Context, v *store.View, d *Distances) error {
	if d.Sources = v.In.NumNodes(); !d.Exact {
		d.Sources = min(cmp.Or(o.Sources, defaultSources), d.Sources)
	}
	ho := distance.HyperBallOptions{
		Runs: o.Runs, Seed: o.Seed, MaxIterations: o.MaxIterations, Centrality: true, Work: v.Work(o.Workers),
		Progress: func(run, i int, grew float64) {
			o.Tell(fmt.Sprintf("run %d: distance %d, %.1f %% of the balls grew", run+1, i, 100*grew), int64(i), 0)
		},
	}
	ended := o.resume(v, &ho, d) // which knows of the searches, too, if they are done
	if ho.Resume == nil {
		space, free := v.Space, func() error { return nil }
		if !d.Exact { // the arrays of the searches are not read again
			space, free = v.Aside()
		}
		b, err := o.search(ctx, v, space, d)
		if err = errors.Join(err, free()); err != nil {
			return err
		}
		d.Average, d.Effective, d.Reachable, d.Pairs, d.Lengths = b.Mean, b.Effective, b.Reachable, b.Pairs, b.Lengths
		d.Iterations, d.Cut, d.Longest = b.Iterations, b.Cut, len(b.Pairs)-1
		if d.Exact {
			d.Harmonic = b.Harmonic
		}
	}
	if d.Exact || o.PairsOnly {
		return nil
	}
	b, err := distance.HyperBall(ctx, v.In, ho)
	if err = ended(err); err != nil {
		return err
	}
	d.Runs, d.Harmonic, d.HarmonicError, d.Cut = b.Runs, b.Harmonic, harmonicError(b), d.Cut || b.Cut
	d.Iterations, d.Longest = max(d.Iterations, b.Iterations), max(d.Longest, len(b.Pairs)-1)
	return nil
}

// search counts pairs by searches from all pages or from some.
func (o *DistanceOptions) search(ctx context.Context, v *store.View, space alloc.Space, d *Distances) (b *distance.Ball, err error) {
	co := distance.CountOptions{MaxIterations: o.MaxIterations, Work: graph.Work{Workers: o.Workers, Space: space}, Progress: func(done, at int) {
		o.Tell(fmt.Sprintf("searches: distance %d", at), int64(done), int64(d.Sources))
	}}
	ended := o.resumeCount(v, &co, d)
	if d.Exact {
		b, err = distance.Count(ctx, v.In, co)
	} else {
		b, err = distance.Sample(ctx, v.In, d.Sources, o.Seed, co)
	}
	return b, ended(err)
}

// A Search counts the pages that can be reached from some pages, by distance.
//
//json:object distances --from
type Search struct {
	Kinds string `json:"kinds"` // kinds of arcs that count, joined by +
	// filter applied to the crawl, such as between-hosts
	View    string       `json:"view,omitempty" absent:"all arcs are seen"`
	Form    string       `json:"form"`    // how the graph was read: memory, scratch, stream or disk
	From    []graph.Node `json:"from"`    // numbers of the start pages
	Reached int          `json:"reached"` // pages that were reached
	Levels  []int64      `json:"levels"`  // number of pages at each distance, from 0 on

	Distances []uint32 `json:"-"` // of each page; distance.Unreached where there is no path
}

// searchStage is how GetSearch reads a crawl.
func searchStage(ctx context.Context, c *store.Crawl, backwards bool, o answer.Options) (answer.Stage, error) {
	n := c.NumPages()
	v, err := o.View(ctx, "a search", !backwards, backwards, store.Arrays(SearchPart, distance.BFSBytes(n)+distance.DistancesBytes(n)).And(store.Heap(tablePart, tableBytes)))
	v.Often = true
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
		distances, err := l.Distances(v.Space)
		if err != nil {
			return nil, err
		}
		return &Search{
			Kinds: v.Kinds.String(), View: v.Filter, Form: v.Form, From: from, Reached: len(l.Order), Levels: l.Counts, Distances: distances,
		}, nil
	})
}
