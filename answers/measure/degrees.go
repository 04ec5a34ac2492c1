package measure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"weft/answers/answer"
	"weft/graph"
	"weft/graph/alloc"
	"weft/stats"
	"weft/store"
)

// DegreeOptions of GetDegrees.
type DegreeOptions struct {
	answer.Options
	// Samples from which the p of each fit comes; 0 stands for FitSamples, a negative number for none.
	Samples int
	// PageRank are the scores to correlate degrees with; nil for none.
	PageRank []float64
	Ties     stats.Ties // of these scores
}

// DegreesNeed is the memory of GetDegrees for a number of pages and hosts. It is the larger of two needs: two
// degrees, PageRank, and the values and order of a correlation; or the hosts of all pages and the degrees of
// hosts.
func DegreesNeed(pages, hosts int) store.Need {
	return store.Arrays("degrees and their ranks", (8+8+16+stats.PairBytes)*int64(pages)).And(store.Heap(hostsPart, hostBytes*int64(hosts)))
}

// hostBytes is the memory per host while hosts are counted: its first name, size, degrees, the number of arcs to
// it, and its fetched pages or received arcs.
const hostBytes = 56

// hosts returns the number of hosts of a crawl; 0 where pages have no names.
func hosts(c *store.Crawl) int {
	if c.Manifest == nil {
		return 0
	}
	return c.Manifest.Counts.Hosts
}

// Populations over which laws are stated.
const (
	allPages     = "all pages"
	fetchedPages = "fetched pages"
	unsurePages  = "fetched and unknown pages"
	allHosts     = "all hosts"
)

// linkers describes the pages that may have arcs: fetched and unknown pages; ghosts have none.
func linkers(c *store.Crawl) string {
	switch n := c.Unknown(); {
	case n == 0:
		return fetchedPages
	case n == c.NumPages():
		return allPages
	}
	return unsurePages
}

// GetDegrees measures the laws of in-degree (all pages), of out-degree (fetched and unknown pages, which may have
// arcs), and of their sum (all pages). If pages have names it measures hosts, too. It correlates degrees and
// PageRank over the same pages. A self-loop counts once in each degree. One pass over the arcs; memory:
// DegreesNeed.
// Papers: seed sets, §3.2; external memory, §2.
func GetDegrees(ctx context.Context, c *store.Crawl, o DegreeOptions) (*Degrees, error) {
	s, err := DegreesStage(ctx, c, o.Options)
	if err != nil {
		return nil, err
	}
	return answer.See(c, &o.Options, s, func(v *store.View) (*Degrees, error) { return degrees(ctx, c, v, o) })
}

func degrees(ctx context.Context, c *store.Crawl, v *store.View, o DegreeOptions) (*Degrees, error) {
	in, out, err := CountDegrees(ctx, v)
	if err != nil {
		return nil, err
	}
	d := &Degrees{Kinds: v.Kinds.String(), View: v.Filter, InDegrees: in, OutDegrees: out}
	if err := d.laws(c, in, out, o); err != nil {
		return nil, err
	}
	if err := d.correlate(c, v, in, out, &o); err != nil {
		return nil, err
	}
	if !c.HasNames() {
		return d, nil
	}
	h, _, err := countHosts(ctx, c, v, 0)
	if err != nil {
		return nil, err
	}
	d.Hosts, err = h.laws(o)
	return d, err
}

// CountDegrees returns the degrees of all pages of a view. A loop counts once in each. The arrays lie in the space of
// the view.
func CountDegrees(ctx context.Context, v *store.View) (in, out []uint32, err error) {
	m := alloc.Maker{Space: v.Space}
	in, out = alloc.From[uint32](&m, v.Out.NumNodes()), alloc.From[uint32](&m, v.Out.NumNodes())
	if m.Err != nil {
		return nil, nil, m.Err
	}
	c := v.Out.Scan(graph.Everything(v.Out))
	for u, succ := range graph.Lists(c) {
		if u%(1<<16) == 0 && ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		out[u] = uint32(len(succ))
		for _, v := range succ {
			in[v]++
		}
	}
	return in, out, c.Err()
}

func (d *Degrees) laws(c *store.Crawl, in, out []uint32, o DegreeOptions) error {
	var ins, outs, totals stats.Counter
	for u := range in {
		ins.Add(uint64(in[u]))
		totals.Add(uint64(in[u]) + uint64(out[u]))
		if c.State(graph.Node(u)).MayLink() {
			outs.Add(uint64(out[u]))
		}
	}
	var errs [3]error
	d.In, errs[0] = NewLaw("in-degree", allPages, ins.Histogram(), o.Options, o.Samples)
	d.Out, errs[1] = NewLaw("out-degree", linkers(c), outs.Histogram(), o.Options, o.Samples)
	d.Total, errs[2] = NewLaw("total degree", allPages, totals.Histogram(), o.Options, o.Samples)
	return errors.Join(errs[:]...)
}

// correlate compares in-degree, out-degree and PageRank over the pages that may have arcs.
func (d *Degrees) correlate(c *store.Crawl, v *store.View, in, out []uint32, o *DegreeOptions) error {
	type series struct {
		name string
		at   func(u int) float64
		ties stats.Ties
	}
	all := []series{
		{"in-degree", func(u int) float64 { return float64(in[u]) }, 0},
		{"out-degree", func(u int) float64 { return float64(out[u]) }, 0},
	}
	if o.PageRank != nil {
		all = append(all, series{"pagerank", func(u int) float64 { return o.PageRank[u] }, max(o.Ties, stats.Rounding)})
	}
	aside, free := v.Aside()
	defer free() //nolint:errcheck // scratch
	m := alloc.Maker{Space: aside}
	x, y := alloc.From[float64](&m, len(in)), alloc.From[float64](&m, len(in))
	pairs := stats.NewPairs(&m, len(in))
	if m.Err != nil {
		return m.Err
	}
	pick := func(dst []float64, s series) []float64 {
		dst = dst[:0]
		for u := range in {
			if c.State(graph.Node(u)).MayLink() {
				dst = append(dst, s.at(u))
			}
		}
		return dst
	}
	for i, a := range all {
		for _, b := range all[i+1:] {
			x, y = pick(x, a), pick(y, b)
			pairs.X, pairs.Y = a.ties, b.ties
			r := Correlation{A: a.name, B: b.name, Population: linkers(c)}
			r.set(pairs, x, y)
			d.Correlations = append(d.Correlations, r)
		}
	}
	return nil
}

// leastPages are correlated: any two values of two pages go together, or against each other, perfectly.
const leastPages = 3

// constant says which of two scores does not vary.
func constant(a, b string, x, y []float64) string {
	same := func(v []float64) bool { return slices.Max(v)-slices.Min(v) <= 1e-9*slices.Max(v) }
	switch {
	case same(x) && same(y):
		return a + " and " + b + " are the same for all pages"
	case same(y):
		a = b
	}
	return a + " is the same for all pages"
}

// set computes a correlation, or why there is none.
func (c *Correlation) set(pairs *stats.Pairs, x, y []float64) {
	if len(x) < leastPages {
		c.Undefined = fmt.Sprintf("it takes %d pages at least", leastPages)
		return
	}
	var err1, err2 error
	c.Pearson, err1 = stats.Pearson(x, y)
	c.KendallB, err2 = stats.KendallTauBIn(pairs, x, y)
	if err := cmp.Or(err1, err2); err != nil {
		c.Pearson, c.KendallB = 0, 0
		if c.Undefined = err.Error(); errors.Is(err, stats.ErrConstant) {
			c.Undefined = constant(c.A, c.B, x, y)
		}
	}
}

// WhyNone explains why scores of a number of pages have no correlation.
func WhyNone(err error, pages int) string {
	switch {
	case pages < 2:
		return "there are fewer than two pages"
	case errors.Is(err, stats.ErrConstant):
		return "all values of one of the two are equal"
	}
	return err.Error()
}
