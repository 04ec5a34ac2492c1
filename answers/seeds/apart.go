package seeds

import (
	"context"

	"weft/algo/distance"
	"weft/answers/answer"
	"weft/answers/measure"
	"weft/store"
)

// Apart says how far cores are from each other, beside how far pages are.
//
//json:object cores apart
type Apart struct {
	*Between
	// mean distance of pairs of pages with a path, links; estimated by searches from 64
	// random pages where a path is longer than 250 links
	Average distance.Estimate `json:"average_distance"`
}

// averageSearches is how many searches estimate the average distance where paths are too long for that.
const averageSearches = 64

// longPaths is the distance from which on they are.
const longPaths = 250

// HowFar measures the distances between the cores of seeds along all links of a crawl, and the average distance of
// its pages. Time: a search for each core, and the time of measure.GetDistances.
// Papers: seed sets, §3.5.1, §3.5.2.
func HowFar(ctx context.Context, c *store.Crawl, list []Seed, o answer.Options) (*Apart, error) {
	d, err := measure.GetDistances(ctx, c, averageOptions(o))
	if err != nil {
		return nil, err
	}
	s, err := apartStage(ctx, c, o)
	if err != nil {
		return nil, err
	}
	return answer.See(c, &o, s, func(v *store.View) (*Apart, error) {
		a := &Apart{Average: d.Average}
		if d.Cut {
			if a.Average, err = distance.SampledMean(ctx, v.Out, averageSearches, o.Seed, v.Work(o.Workers)); err != nil {
				return nil, err
			}
		}
		g := Ground{Out: v.Out, Work: v.Work(o.Workers), Aside: v.Aside}
		cores := make([]Core, len(list))
		for i, s := range list {
			cores[i] = s.Core
		}
		a.Between, err = g.Cores(ctx, cores)
		return a, err
	})
}

// averageOptions returns the options for the average distance.
func averageOptions(o answer.Options) measure.DistanceOptions {
	return measure.DistanceOptions{Options: o, MaxIterations: longPaths, PairsOnly: true}
}

// apartStage is how the distances of cores are measured: along all links.
func apartStage(ctx context.Context, c *store.Crawl, o answer.Options) (answer.Stage, error) {
	o.Kinds, o.Filter = "", nil
	n := c.NumPages()
	v, err := o.View(ctx, "distances between cores", true, false, store.Arrays(measure.SearchPart, distance.BFSBytes(n)+distance.DistancesBytes(n)))
	v.Often = true
	return answer.Stage{View: v, Passes: "1 for each core"}, err
}
