package main

import (
	"context"

	"weft/graph"
	"weft/graph/random"
	"weft/making/generate"
	"weft/store"
)

// loaded is a graph that will be in memory.
type loaded struct{ graph.Graph }

func (g loaded) Bytes() int64 { return graph.LoadBytes(g.NumNodes(), g.NumArcs()) }

// Notes about a rewired crawl.
const (
	exchangedNote = "arcs exchanged, as they were parallel, or loops where there are none"
	stepwiseNote  = "arcs exchanged with others one by one, as the graph is too dense to be shuffled"
	kindsNote     = "arcs of other kinds than links, which became links"
)

// rewiring watches a crawl that is rewired.
func (a *app) rewiring(ctx context.Context, pages int) func(int, int64) error {
	return func(done int, _ int64) error {
		a.progress.Steps("rewiring", int64(done), int64(pages))
		return ctx.Err()
	}
}

// generateOf makes a crawl of another.
func (a *app) generateOf(ctx context.Context, fl *generateFlags, m *generate.Model, c *store.Crawl) error {
	same := generate.Same(c)
	o := generate.Options{
		Model: same, Degree: float64(same.NumArcs()) / float64(max(1, c.NumPages())), Seed: a.seed, Crawl: c, DraftOptions: a.draft(fl.madeFlags),
	}
	if m.Name == generate.Plus {
		return a.generate(ctx, fl, o)
	}
	if o.Model = (loaded{same}); !a.plan {
		if err := o.Check(); err != nil {
			return err
		}
		g, err := random.NewRewired(same, random.RewiredOptions{Seed: a.seed, Watch: a.rewiring(ctx, c.NumPages())})
		if err != nil {
			return err
		}
		kinded, err := generate.Kinded(ctx, c)
		if err != nil {
			return err
		}
		note := exchangedNote
		if g.Stepwise() {
			note = stepwiseNote
		}
		o.Model, o.Notes = g, map[string]int64{note: g.Exchanged()}
		if kinded > 0 {
			o.Notes[kindsNote] = kinded
		}
	}
	return a.generate(ctx, fl, o)
}
