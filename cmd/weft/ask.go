package main

import (
	"errors"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"weft/answers"
	"weft/answers/answer"
	"weft/internal/choice"
	"weft/store"
)

// askCmds are the commands of what can be asked of every crawl. Those with a name of two words are below the command of the first.
func (a *app) askCmds() []*cobra.Command {
	var all []*cobra.Command
	groups := map[string]*cobra.Command{}
	for _, q := range answers.Questions {
		group, name, below := strings.Cut(q.Name, " ")
		if !below {
			all = append(all, a.askCmd(q, group))
			continue
		}
		if groups[group] == nil {
			groups[group] = a.groupCmd(group)
			all = append(all, groups[group])
		}
		groups[group].AddCommand(a.askCmd(q, name))
	}
	return all
}

// groupCmd is the command that those of some questions are below.
func (a *app) groupCmd(group string) *cobra.Command {
	var names []string
	for _, q := range answers.Questions {
		if g, name, _ := strings.Cut(q.Name, " "); g == group {
			names = append(names, name)
		}
	}
	return &cobra.Command{
		Use:     group + " " + strings.Join(names, "|") + " CRAWL",
		Short:   "Score the pages by their links",
		Example: madeCrawl + "  weft " + group + " " + names[0] + " crawl --top 20",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("which ranking? weft %s takes %s", group, strings.Join(names[:len(names)-1], ", ")+" or "+names[len(names)-1])
			}
			return usagef("there is no ranking %q: want %s", args[0], choice.Of(args[0], names))
		},
		RunE: func(*cobra.Command, []string) error { return nil },
	}
}

// askCmd is the command of a question.
func (a *app) askCmd(q answer.Question, name string) *cobra.Command {
	var rf resultFlags
	asked := q.New()
	c := &cobra.Command{
		Use:     name + " CRAWL",
		Short:   q.Short,
		Long:    q.Long,
		Example: madeCrawl + "  weft " + q.Name + " crawl" + q.More,
		Args:    exactly(1, "a crawl"),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := asked.Check(); err != nil {
				return err
			}
			return a.open(args[0], func(c *store.Crawl) error { return a.ask(c, q, asked, rf) })
		},
	}
	rf.add(c)
	asked.Flags(c.Flags())
	return c
}

// ask plans a question, or asks it, keeps what is to be kept of the answer, and prints it.
func (a *app) ask(c *store.Crawl, q answer.Question, asked answer.Asker, rf resultFlags) error {
	o, err := a.measureOptions(c, rf)
	if err != nil {
		return err
	}
	stages, err := asked.Stages(a.ctx, c, o) // also to refuse what cannot be, before folders for results are made
	if err != nil {
		return err
	}
	if a.plan {
		return a.printStages(c, strings.TrimPrefix(q.Name, "rank "), stages)
	}
	var got answer.Answer
	err = a.keep(c, rf, func(k *answer.Keeper) (err error) {
		if got, err = asked.Ask(a.ctx, c, o); err != nil {
			return err
		}
		return k.Keep(got.Kept())
	})
	if err != nil {
		return err
	}
	return a.tell(got)
}

// tell prints an answer, or a plan.
func (a *app) tell(got interface{ Blocks() []answer.Block }) error {
	return a.print(got, func(w io.Writer) { answer.Print(w, got.Blocks()) })
}

// printStages prints the plan of what some stages do.
func (a *app) printStages(c *store.Crawl, name string, stages []answer.Stage) error {
	p, err := answer.MakePlan(c, name, a.budget, stages)
	if err != nil {
		return err
	}
	return a.tell(p)
}

// keep makes ready where results belong, calls f, which computes and keeps them, and records what was kept.
func (a *app) keep(c *store.Crawl, rf resultFlags, f func(*answer.Keeper) error) error {
	k, err := answer.NewKeeper(c, rf.output, store.Step{Command: a.args, Version: version, Time: time.Now().UTC().Truncate(time.Second), Seed: a.seed})
	if err != nil {
		return err
	}
	return errors.Join(f(k), k.Close())
}

// resultFlags are the flags of commands whose results are kept.
type resultFlags struct {
	output, kinds string
	view, sites   string
}

func (r *resultFlags) add(c *cobra.Command) {
	f := c.Flags()
	f.StringVarP(&r.output, "output", "o", "", "`DIR` for the result vectors and tables; CRAWL/results by default; those of a bare graph are kept only if it is given")
	f.StringVar(&r.kinds, "kinds", "", "the `KINDS` of arcs that count, such as link,embed or all (default: link,embed,redirect,refresh)")
	f.StringVar(&r.view, "view", "", "see the crawl as a `VIEW`: symmetrised (arcs go both ways), between-hosts, between-domains or between-sites (arcs inside one are left out), in-scope (without those to excluded pages) or answered (between pages that were fetched or redirected); results get the name of the view after an @")
	f.StringVar(&r.sites, "sites", "", "`FILE` of the sites for --view between-sites: URL or page, tab, site")
}
