package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"weft/build/combine"
	"weft/faces/export"
	"weft/graph/view"
	"weft/internal/mem"
	"weft/store"
)

// madeFlags say where a crawl is made, and how.
type madeFlags struct {
	output string
	force  bool
	dense  bool // of imports
}

func (m *madeFlags) add(f *pflag.FlagSet) {
	f.StringVarP(&m.output, "output", "o", "", "`CRAWL` to make")
	f.BoolVar(&m.force, "force", false, "replace a crawl that is there")
}

func (m *madeFlags) check() error {
	if m.output == "" {
		return usagef("say with -o where the crawl is to be made")
	}
	return nil
}

// draft returns what a crawl that is made is told by the command line.
func (a *app) draft(m madeFlags) store.DraftOptions {
	return store.DraftOptions{
		Output: m.output, Replace: m.force, Memory: a.budget, Workers: a.workers, Dense: m.dense,
		Command: a.args, Version: version, Now: time.Now().UTC().Truncate(time.Second), Progress: a.progress.Steps,
	}
}

const combineNote = `

Names, states, kinds of arcs and anchor texts are kept; pages are numbered anew, in the order of their names. Nothing appears at the
new CRAWL before everything is done. Crawls must have been imported (not bare graphs), and without --keep-numbers.`

func (a *app) unionCmd() *cobra.Command {
	return a.pairCmd(combine.Union, &cobra.Command{
		Use:   "union CRAWL CRAWL -o CRAWL",
		Short: "Make one crawl of two",
		Long: `Make the crawl of all pages and arcs of two crawls. Pages are one if their URLs are (their numbers, where there are no names);
such a page is in the better of its two states, and an arc of both is of the kinds that it has in either, and
nofollow only if no occurrence of the link may be followed in either.` + combineNote,
		Example: made["older newer"] + "  weft union older newer -o both && weft info both",
	})
}

func (a *app) differenceCmd() *cobra.Command {
	return a.pairCmd(combine.Difference, &cobra.Command{
		Use:   "difference CRAWL CRAWL -o CRAWL",
		Short: "Make a crawl of the arcs that another does not have",
		Long: `Make the crawl of all pages of the first crawl, with those of its arcs that the second one does not have. The other way round it
shows what is new. weft compare counts both.` + combineNote,
		Example: made["older newer"] + "  weft difference older newer -o gone && weft export gone --names | head",
	})
}

// combiner is combine.Union or combine.Difference.
type combiner func(context.Context, *store.Crawl, *store.Crawl, combine.Options) (*store.Manifest, error)

// pairCmd completes a command that makes a crawl of two.
func (a *app) pairCmd(f combiner, c *cobra.Command) *cobra.Command {
	var m madeFlags
	c.Args = exactly(2, "two crawls")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if err := m.check(); err != nil {
			return err
		}
		return a.open(args[0], func(x *store.Crawl) error {
			return a.open(args[1], func(y *store.Crawl) error {
				return a.combined(m, func(o combine.Options) error {
					_, err := f(cmd.Context(), x, y, o)
					return err
				}, x, y)
			})
		})
	}
	m.add(c.Flags())
	return c
}

// combined makes a crawl of others and prints what it is, or how it would be made.
func (a *app) combined(m madeFlags, f func(combine.Options) error, crawls ...*store.Crawl) error {
	o := combine.Options{DraftOptions: a.draft(m)}
	if a.plan {
		return a.planCombine(o.Need(crawls...))
	}
	if err := f(o); err != nil {
		return err
	}
	return a.printMade(m.output)
}

func (a *app) planCombine(need store.Need) error {
	const form, passes = "lists are joined as they are read, and compressed", "2 over the names, 1 over each graph and transpose, 2 over anchors"
	if err := mem.Check("a crawl of crawls", need.Total(), a.budget); err != nil {
		return err
	}
	return a.printPlanned(plan{Form: form, Parts: need.Parts(), Passes: passes})
}

func (a *app) extractCmd() *cobra.Command {
	var m madeFlags
	var p partFlags
	c := &cobra.Command{
		Use:   "extract CRAWL -o CRAWL --top N|--host HOST|--domain DOMAIN|--pages FILE",
		Short: "Make a crawl of a part of one",
		Long: `Make the crawl of some pages of another, with the arcs between them. The result source-page holds for each page the number that
it had.` + combineNote,
		Example: made["crawl"] + "  weft extract crawl -o part --top 1000 && weft components part",
		Args:    exactly(1, "a crawl"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := m.check(); err != nil {
				return err
			}
			if err := p.check(cmd); err != nil {
				return err
			}
			if !p.chosen() {
				return usagef("say with --top, --host, --domain or --pages which pages")
			}
			return a.open(args[0], func(c *store.Crawl) error {
				return a.combined(m, func(o combine.Options) error { return a.extract(cmd.Context(), c, p, o) }, c)
			})
		},
	}
	m.add(c.Flags())
	p.add(c.Flags())
	return c
}

func (a *app) extract(ctx context.Context, c *store.Crawl, p partFlags, o combine.Options) error {
	results, err := p.open(c)
	if err != nil {
		return err
	}
	part, err := a.part(ctx, &export.Job{Crawl: c}, results, p)
	if err != nil {
		return err
	}
	bits := view.NewBits(c.NumPages())
	for _, u := range part {
		bits.Add(int(u))
	}
	pages, err := view.NewSubset(bits, c.NumPages())
	if err != nil {
		return err
	}
	_, err = combine.Extract(ctx, c, pages, o)
	return err
}
