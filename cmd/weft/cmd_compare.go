package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"weft/answer"
	"weft/compare"
	"weft/internal/atomicfile"
	"weft/kinds"
	"weft/store"
)

// compareFlags are what the command line says of a comparison.
type compareFlags struct {
	kinds, ranking, list, output string
	fetched                      bool
	top                          int
}

func (a *app) compareCmd() *cobra.Command {
	var fl compareFlags
	c := &cobra.Command{
		Use:   "compare A B",
		Short: "Say what changed from one crawl to another",
		Long: `Say what changed from crawl A to crawl B: pages and arcs that were kept, are gone (in A alone) or are new (in B alone), in
all and for the hosts that changed most; how the states of pages changed; and how far the kept pages moved in a ranking.
Pages are the same if their URLs are. Graphs without names are compared by number.

A page that is only linked to is a page too; --fetched takes only fetched pages, and the arcs between them. Scores are those that
are saved in both crawls for the same arcs and options; else they are computed.`,
		Example: made["older newer"] + "  weft compare older newer\n  weft compare --fetched --list gone older newer | head",
		Args:    exactly(2, "two crawls"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := fl.check(a.json, a.plan); err != nil {
				return err
			}
			return a.open(args[0], func(x *store.Crawl) error {
				return a.open(args[1], func(y *store.Crawl) error { return toUsage(a.compare(cmd, x, y, fl)) })
			})
		},
	}
	f := c.Flags()
	f.BoolVar(&fl.fetched, "fetched", false, "take only fetched pages for pages")
	f.StringVar(&fl.kinds, "kinds", "", "the `KINDS` of arcs that count, such as link,embed or all (default: link,embed,redirect,refresh)")
	f.StringVar(&fl.ranking, "rank", "pagerank", "compare this `RANKING`: pagerank, hits, salsa, indegree, a result that both crawls hold, or none")
	f.IntVar(&fl.top, "top", 10, "list `K` hosts, and K pages that moved up and down")
	f.StringVar(&fl.list, "list", "", "only list the `PAGES` that are gone, new or kept, one a line")
	f.StringVarP(&fl.output, "output", "o", "", "`FILE` for a Parquet table of all pages: numbers, states, what became of them, scores; with --list for the list")
	return c
}

func (fl *compareFlags) check(asJSON, plan bool) error {
	switch fl.list {
	case "":
		return answer.CheckTop(fl.top)
	case compare.Gone, compare.New, compare.Kept:
	default:
		return usagef("--list %s: want gone, new or kept", fl.list)
	}
	if asJSON || plan {
		return usagef("--list goes neither with --json nor with --plan")
	}
	return nil
}

func (a *app) compare(cmd *cobra.Command, x, y *store.Crawl, fl compareFlags) error {
	if fl.fetched {
		what := errors.New("--fetched has nothing to go by; tell with weft import --fetched")
		if err := errors.Join(x.CheckKnown(what), y.CheckKnown(what)); err != nil {
			return err
		}
	}
	if fl.list != "" {
		return a.listPages(cmd, x, y, fl)
	}
	o := compare.Options{
		A: x, B: y, Fetched: fl.fetched, Ranking: fl.ranking, Top: fl.top, Table: fl.output, Memory: a.budget, Workers: a.workers,
		Seed: a.seed, Progress: a.progress.Steps,
	}
	var err error
	if fl.kinds != "" {
		if o.Kinds, err = kinds.Parse(fl.kinds); err != nil {
			return usagef("--kinds: %w", err)
		}
	}
	if a.plan {
		return a.planCompare(o)
	}
	c, err := compare.Run(cmd.Context(), o)
	if err != nil {
		return err
	}
	return a.print(c, func(w io.Writer) { printComparison(w, c) })
}

// toUsage says what to do about crawls that cannot be compared.
func toUsage(err error) error {
	if errors.Is(err, compare.ErrMixed) {
		return &usageError{fmt.Errorf("%w: import both with URLs, or both without", err)}
	}
	return err
}

// listPages writes the names of pages, one a line, to standard output or to a file that appears whole.
func (a *app) listPages(cmd *cobra.Command, x, y *store.Crawl, fl compareFlags) error {
	o := compare.Options{A: x, B: y, Fetched: fl.fetched, Progress: a.progress.Steps}
	write := func(out io.Writer) error {
		w := bufio.NewWriter(out)
		err := compare.Each(cmd.Context(), o, fl.list, func(name []byte) error {
			_, err := w.Write(append(name, '\n'))
			return err
		})
		return errors.Join(err, w.Flush())
	}
	if fl.output == "" || fl.output == "-" {
		return a.data(write)
	}
	return atomicfile.Write(fl.output, write)
}

func (a *app) planCompare(o compare.Options) error {
	v, _, err := o.Views()
	if err != nil {
		return err
	}
	p, err := o.A.Plan(v)
	if err != nil {
		return err
	}
	return a.printPlanned(plan{Form: p.Form, Need: p.NeedBytes, Passes: "2 over the names, 1 over the arcs, and those of rankings that are not saved"})
}

func printComparison(w io.Writer, c *compare.Comparison) {
	change := func(x compare.Change) string {
		return fmt.Sprintf("%s kept, %s gone, %s new", grouped(x.Kept), grouped(x.Gone), grouped(x.New))
	}
	row(w, "pages", "%s → %s: %s; Jaccard %.4f", grouped(c.Pages.A), grouped(c.Pages.B), change(c.Pages.Change), c.Pages.Jaccard)
	row(w, "arcs", "%s → %s: %s; Jaccard %.4f", grouped(c.Arcs.A), grouped(c.Arcs.B), change(c.Arcs.Change), c.Arcs.Jaccard)
	row(w, "", "%s gone and %s new between kept pages", grouped(c.Arcs.GoneAmongKept), grouped(c.Arcs.NewAmongKept))
	for _, s := range c.States {
		row(w, "states", "%s → %s: %s", s.A, s.B, grouped(s.Pages))
	}
	for _, h := range c.Hosts {
		row(w, "host", "%s: pages %s; arcs %s", h.Host, change(h.Pages), change(h.Arcs))
	}
	if c.Ranks != nil {
		printRanks(w, c.Ranks)
	}
}

func printRanks(w io.Writer, r *compare.Ranks) {
	if r.TauB != nil {
		row(w, r.Name, "Kendall's tau-b of the kept pages %.4f", *r.TauB)
	} else {
		row(w, r.Name, "no correlation: %s", r.Undefined)
	}
	shares := make([]string, 0, len(r.Overlap))
	for _, o := range r.Overlap {
		shares = append(shares, fmt.Sprintf("%s of the best %s", grouped(o.Shared), grouped(o.K)))
	}
	row(w, "shared", "%s", strings.Join(shares, ", "))
	for _, m := range r.Up {
		row(w, "up", "%s → %s  %s", grouped(m.RankA), grouped(m.RankB), moved(m))
	}
	for _, m := range r.Down {
		row(w, "down", "%s → %s  %s", grouped(m.RankA), grouped(m.RankB), moved(m))
	}
}

// moved names a page that moved.
func moved(m compare.Move) string {
	if m.URL == "" {
		return fmt.Sprint(m.PageA)
	}
	return m.URL
}
