package main

import (
	"errors"
	"io"
	"time"

	"weft/internal/mem"
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
	plan := map[string]any{"measure": what, "form": p.Form, "need": p.NeedBytes, "memory": a.budget, "passes": passes}
	return a.print(plan, func(w io.Writer) {
		printForm(w, p.Form)
		printBudget(w, p.NeedBytes, a.budget, passes)
	})
}

func printForm(w io.Writer, form string) {
	row(w, "form", "%s", map[string]string{
		store.InMemory: "lists are decoded once and kept in memory",
		store.Streamed: "lists are decoded from the mapped files in each pass",
		store.OnDisk:   "lists are decoded from the mapped files in each pass, and what is kept for each page lies in scratch files",
	}[form])
}

func printBudget(w io.Writer, need, budget int64, passes string) {
	row(w, "need", "%s", mem.Format(need))
	row(w, "budget", "%s", mem.Format(budget))
	row(w, "passes", "%s", passes)
}
