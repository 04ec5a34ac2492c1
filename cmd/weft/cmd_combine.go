package main

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"weft/faces/export"
	"weft/graph/view"
	"weft/internal/digits"
	"weft/internal/ending"
	"weft/internal/mem"
	"weft/making/combine"
	"weft/making/ingest"
	"weft/store"
)

// madeFlags are the flags for a new crawl.
type madeFlags struct {
	output string
	force  bool
	dense  bool // of imports
}

func (m *madeFlags) add(f *pflag.FlagSet) {
	f.StringVarP(&m.output, "output", "o", "", "write the new crawl to the folder `CRAWL`")
	ending.Set(f, "output", ending.Folder)
	f.BoolVar(&m.force, "force", false, "replace an existing crawl")
}

func (m *madeFlags) check() error {
	if m.output == "" {
		return usagef("-o is missing: name the folder of the new crawl")
	}
	return nil
}

// draft returns the options for a new crawl from the command line.
func (a *app) draft(m madeFlags) store.DraftOptions {
	return store.DraftOptions{
		Output: m.output, Replace: m.force, Memory: a.budget, Workers: a.workers, Dense: m.dense,
		Command: a.args, Version: version, Now: time.Now().UTC().Truncate(time.Second), Progress: a.progress.Steps,
	}
}

const combineNote = `

Names, states, kinds of arcs and anchor texts are kept. Pages are renumbered in the order of their names. The new CRAWL
appears only when everything is done. The crawls must have been imported without --keep-numbers; bare graphs are refused.`

func (a *app) unionCmd() *cobra.Command {
	var m madeFlags
	c := &cobra.Command{
		Use:   "union CRAWL CRAWL... -o CRAWL",
		Short: "Merge crawls into one",
		Long: `Make a crawl of all pages and arcs of two or more crawls, in one pass. Two pages are the same if their URLs are equal (or
their numbers, if there are no names). A page gets the best of its states, with the status, title and other facts of the
latest capture in this state. An arc gets the kinds of all crawls, and is nofollow only if all its links are nofollow in all.
The order of the crawls does not matter. The archives of several crawlers thus become one crawl. A live crawl without a page
in its graph is left out with a warning.` + combineNote,
		Example: made["older newer"] + "  weft extract older -o best --top 100\n  weft union older newer best -o all && weft info all",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return usagef("weft union takes two crawls or more, got %s: weft union --help explains", digits.Plural(len(args), "argument"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := m.check(); err != nil {
				return err
			}
			return a.openAll(args, nil, a.leaveOutEmpty, func(crawls []*store.Crawl) error {
				if len(crawls) == 0 {
					return errors.New("none of the crawls has a page in its graph: there is nothing to join")
				}
				return a.combined(m, func(o combine.Options) error {
					_, err := combine.Union(cmd.Context(), crawls, o)
					return err
				}, crawls...)
			})
		},
	}
	m.add(c.Flags())
	return c
}

// leaveOutEmpty leaves out live crawls without a page in their graphs, with a warning: a crawler may get none from a shared
// frontier.
func (a *app) leaveOutEmpty(path string, err error) bool {
	if !errors.Is(err, ingest.ErrNoPage) {
		return false
	}
	a.warn("%s is left out: its graph has no page", path)
	return true
}

func (a *app) differenceCmd() *cobra.Command {
	var m madeFlags
	c := &cobra.Command{
		Use:   "difference CRAWL CRAWL -o CRAWL",
		Short: "Subtract the arcs of one crawl from another",
		Long: `Make a crawl of all pages of the first crawl, with the arcs of the first crawl that the second does not have. Swap the
crawls to see what is new. "weft compare" counts both.` + combineNote,
		Example: made["older newer"] + "  weft difference older newer -o gone && weft export gone --names | head",
		Args:    exactly(2, "two crawls"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := m.check(); err != nil {
				return err
			}
			return a.openAll(args, nil, nil, func(crawls []*store.Crawl) error {
				return a.combined(m, func(o combine.Options) error {
					_, err := combine.Difference(cmd.Context(), crawls[0], crawls[1], o)
					return err
				}, crawls...)
			})
		},
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
	a.sayWeights(crawls...)
	return a.printMade(m.output)
}

// sayWeights reports weights of arcs that a crawl made of others lacks.
func (a *app) sayWeights(of ...*store.Crawl) {
	for what, n := range sortedNotes(store.LeaveWeights(nil, of...)) {
		a.say("%s %s", grouped(n), what)
	}
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
		Short: "Cut a part out of a crawl",
		Long: `Make a crawl of some pages of another crawl, and the arcs between them. The result source-page holds the old number of each
page.` + combineNote,
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
				return usagef("no pages chosen: use --top, --host, --domain or --pages")
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
