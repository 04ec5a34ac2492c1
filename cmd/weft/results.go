package main

import (
	"errors"
	"time"

	"weft/kinds"
	"weft/measure"
	"weft/store"
)

// keep makes ready where results belong, calls f, which computes and keeps them, and records what was kept.
func (a *app) keep(c *store.Crawl, rf resultFlags, f func(*measure.Keeper) error) error {
	k, err := measure.NewKeeper(c, rf.output, a.args, version, time.Now().UTC().Truncate(time.Second), a.seed)
	if err != nil {
		return err
	}
	return errors.Join(f(k), k.Close())
}

// printPlan says in which form a measure would read the graph.
func (a *app) printPlan(c *store.Crawl, o measure.Options, what string, out, in bool, need store.Need, passes string) error {
	var want kinds.Set
	if o.Kinds != "" {
		var err error
		if want, err = kinds.Parse(o.Kinds); err != nil {
			return &usageError{err}
		}
	}
	p, err := c.Plan(store.ViewOptions{What: what, Kinds: want, Out: out, In: in, Need: need, Budget: a.budget, Lens: o.Lens, Ctx: a.ctx})
	if err != nil {
		return err
	}
	return a.printPlanned(plan{Measure: what, Form: p.Form, Need: p.NeedBytes, Passes: passes})
}
