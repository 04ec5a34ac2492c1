package seeds

import (
	"context"

	"weft/algo/distance"
	"weft/kinds"
	"weft/measure"
	"weft/store"
)

// Apart says how far cores are from each other, beside how far pages are.
type Apart struct {
	*Between
	// Average is the mean distance of pages of which one can be reached from the other, estimated by HyperBall.
	Average distance.Estimate `json:"average_distance"`
}

// HowFar measures the distances between the cores of seeds along all links of a crawl, and the average distance of its pages. Time: a
// search for each core, and those of HyperBall.
func HowFar(ctx context.Context, c *store.Crawl, list []Seed, o measure.Options) (*Apart, error) {
	v, err := c.View(store.ViewOptions{
		What: "distances between cores", Kinds: kinds.Measured, Out: true, Budget: o.Memory, Ctx: ctx, Note: o.Note,
		Need: store.Need{Arrays: distance.BFSBytes(c.NumPages())},
	})
	if err != nil {
		return nil, err
	}
	g := Ground{Out: v.Out, Work: v.Work(o.Workers)}
	cores := make([]Core, len(list))
	for i, s := range list {
		cores[i] = s.Core
	}
	b, err := g.Cores(ctx, cores)
	if e := v.Close(); err == nil {
		err = e
	}
	if err != nil {
		return nil, err
	}
	d, err := measure.GetDistances(ctx, c, measure.DistanceOptions{Options: o, Runs: 4})
	if err != nil {
		return nil, err
	}
	return &Apart{b, d.Average}, nil
}
