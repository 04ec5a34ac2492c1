package fidelity

import (
	"context"
	"fmt"
	"io"

	"weft/algo/hak"
	"weft/answers/answer"
	"weft/internal/ending"
	"weft/internal/offered"
	"weft/internal/option"
	"weft/store"
)

const fidelityLong = `Estimate how far the PageRank order of a crawl can be trusted although other pages were not crawled. The estimate is HAK:
Kendall's tau between this order and the order by a walk through the whole Web that restarts at the crawled pages. It is
computed from the crawl alone (Holzmann, Anand and Khosla 2019). PageRank of the whole Web can differ more.

HAK = 1 − 4x(1 − x)n/(n − 1), where x = (1 − γ)·Im is the expected share of misplaced pages, γ the mean share of links
that lead to crawled pages, and Im the mean impact of a page on the pages it links to. HAK means nothing for x over 1/2,
and is too high for γ under 1/2; weft warns of both. Fetched and redirected pages, and failed pages with links, count as
crawled. So do pages that are gone (404, 410): no page is missing there. Excluded pages (robots.txt, scope) are left out unless
--with-excluded counts them as missing. HAK is printed for PageRank after --iterations, and for converged PageRank.

A list of links, or a bare graph, does not say which pages were fetched, so weft cannot estimate HAK. Pass --fetched: all
(nothing is missing), linking (pages with links were fetched, the others only linked to), or a file of fetched pages.

weft also lists the missing pages that matter most, pages that depend on a single link, and the pages and hosts (--by
domain or site) that the next crawl should fetch. --next writes the most wanted pages to a file of seeds, without pages
that failed, that a trap rule holds back, or that robots.txt, nofollow or the scope excludes ("weft missing" lists those).
γ of each page is written to results/fidelity.npy.

--target GRAPH tests HAK: weft compares the crawl with a larger crawl that contains it, by Kendall's tau on the best pages
of either. The crawl is ranked with its ghosts as sinks, the target by a PageRank that starts from the pages of the crawl,
each after --iterations. Other --rankings compare both graphs as they are: pagerank-plain is the usual PageRank. HAK
estimates the tau of pagerank. Below the table weft prints the size of the union of both tops, and Vigna's weighted tau of
all pages.`

// Questions lists the questions of this package.
var Questions = []answer.Question{
	{
		Name: "fidelity", Short: "Estimate how far the ranking of a crawl can be trusted", Long: fidelityLong,
		Of: "part", More: "\nweft fidelity part --next seeds.txt\nweft fidelity part --target whole", Own: []string{"view"},
		Gives: []answer.Answer{(*Report)(nil), (*Truth)(nil)},
		New:   func() answer.Asker { return new(askFidelity) },
	},
	{
		Name: "fidelity components", Short: "Find the parts of a crawl whose ranking can be trusted", Long: componentsLong,
		Of: "part", More: " --tau 0.5\nweft fidelity components part --strict --init quantile --members members.tsv", Own: []string{"view"},
		Gives: []answer.Answer{(*Components)(nil)},
		New:   func() answer.Asker { return new(askComponents) },
	},
	{
		Name: "fidelity calibrate", Planned: "calibrate", Short: "Test the estimate HAK by crawling parts of the crawl", Long: calibrateLong,
		Of: "part", Own: []string{"view", "output"},
		Gives: []answer.Answer{(*Calibration)(nil)},
		New:   func() answer.Asker { return new(askCalibrate) },
	},
}

// asked are the options of all questions of fidelity.
type asked struct{ o Options }

// Flags implements answer.Asker.
func (q *asked) Flags(f answer.Flags) {
	f.StringVar(&q.o.Fetched, "fetched", "", "take `WHICH` pages of unknown state as fetched: all, linking (pages with links), or a file of URLs or numbers, one per line")
	f.BoolVar(&q.o.WithExcluded, "with-excluded", false, "count excluded pages as missing")
	f.Float64Var(&q.o.Alpha, "alpha", 0.85, "use damping `A` for PageRank, between 0 and 1")
	f.IntVar(&q.o.Iterations, "iterations", 30, "run `N` iterations of PageRank; 0 to run until it converges")
	f.IntVarP(&q.o.Top, "top", "n", 1000, "take the best `K` pages as the top")
}

// Check implements answer.Asker.
func (q *asked) Check() error {
	return answer.CheckAll(isAlpha(q.o.Alpha), answer.AtLeast("iterations", q.o.Iterations, 0), answer.AtLeast("top", q.o.Top, 1))
}

func isAlpha(alpha float64) answer.Rule {
	return answer.Rule{Holds: alpha > 0 && alpha < 1, Option: "alpha", Value: alpha, Want: "a number between 0 and 1"}
}

// ready takes pages for fetched, and returns the options.
func (q *asked) ready(c *store.Crawl, ao answer.Options) (Options, error) {
	o := q.o
	if o.Options = ao; o.Iterations == 0 {
		o.Iterations = -1
	}
	return o, ao.Assume(c, o.Fetched)
}

type askFidelity struct {
	asked
	zero, target, next string
	sites              string
	rankings           []string
	wanted             int
	any                bool
}

func (q *askFidelity) Flags(f answer.Flags) {
	q.asked.Flags(f)
	f.StringVar(&q.o.By, "by", ByHost, "group pages by `GROUPS`: host, domain or site")
	offered.Set(f, "by", Groups)
	f.StringVar(&q.sites, "sites", "", "read the sites for --by site from `FILE`: lines of URL or page number, tab, site; the default is the result of weft site all")
	f.IntVar(&q.o.List, "list", 20, "list `N` pages, and N hosts, domains or sites")
	f.IntVar(&q.o.Samples, "samples", 1000, "compute intervals from `N` samples of hosts, domains or sites, 100 or more; -1 for no intervals")
	f.StringVar(&q.target, "target", "", "compare with `GRAPH`, a larger crawl that contains this one")
	f.StringSliceVar(&q.rankings, "rankings", []string{Personalised, Plain, InDegree}, "compare these `RANKINGS` with the target")
	offered.List(f, "rankings", Rankings)
	f.StringVar(&q.next, "next", "", "write URLs for the next crawl to `FILE`, one per line")
	ending.Set(f, "next", "list")
	f.IntVar(&q.wanted, "wanted", 100, "write `N` URLs with --next")
	f.BoolVar(&q.any, "any", false, "let --next also write pages that a trap rule, robots.txt, nofollow or the scope excludes")
	f.StringVar(&q.zero, "zero", "one", "use `VALUE` as γ of pages without links: one, zero, or undefined (left out of the mean)")
	offered.Set(f, "zero", hak.ZeroNames())
}

// Other implements answer.Comparer.
func (q *askFidelity) Other() string { return q.target }

// Check implements answer.Asker.
func (q *askFidelity) Check() error {
	if err := q.asked.Check(); err != nil {
		return err
	}
	if err := answer.SitesGo("by", q.o.By, BySite, q.sites); err != nil {
		return err
	}
	rules := []answer.Rule{
		answer.OneOf("by", q.o.By, Groups), answer.AtLeast("wanted", q.wanted, 0), answer.AtLeast("list", q.o.List, 1),
		{
			Holds: q.o.Samples == -1 || q.o.Samples >= leastSamples, Option: "samples", Value: q.o.Samples,
			Want: fmt.Sprintf("%d or more, or -1 for no intervals", leastSamples),
		},
	}
	for _, r := range q.rankings {
		rules = append(rules, answer.OneOf("rankings", r, Rankings))
	}
	if q.zero != "" {
		rules = append(rules, answer.OneOf("zero", q.zero, hak.ZeroNames()))
	}
	return answer.CheckAll(rules...)
}

func (q *askFidelity) Plan(ctx context.Context, c *store.Crawl, ao answer.Options) (w answer.Work, err error) {
	if q.next != "" && !c.HasNames() {
		return w, option.Errorf("{next} %s: seeds need URLs: %w", q.next, store.ErrNoNames)
	}
	if ao.Other != nil {
		if err := checkNames(c, ao.Other); err != nil {
			return w, err
		}
	}
	o, err := q.ready(c, ao)
	if err != nil {
		return w, err
	}
	if o.By == BySite {
		if o.Sites, err = ao.SitesFor(c, "by", o.By, q.sites); err != nil {
			return w, err
		}
	}
	if q.zero != "" {
		if o.Zero, err = hak.ParseZero(q.zero); err != nil {
			return w, err
		}
	}
	o.Fetchable = !q.any
	if q.next != "" {
		o.Wanted = q.wanted
	}
	if ao.Other != nil {
		w.Aside = true
		w.Stages, err = AgainstStages(ctx, c, ao.Other, q.rankings, o)
		w.Do = func() (answer.Answer, error) {
			t, err := Against(ctx, c, ao.Other, q.rankings, o)
			if err == nil {
				q.write(t.Report, ao.Warn)
			}
			return answer.Got(t, err)
		}
		return w, err
	}
	own, err := Stage(ctx, c, o, ao.Keep)
	w.Stages = []answer.Stage{own}
	w.Do = func() (answer.Answer, error) {
		r, err := Measure(ctx, c, o, ao.Keep)
		if err == nil {
			q.write(r, ao.Warn)
		}
		return answer.Got(r, err)
	}
	return w, err
}

// write adds the file of the most wanted pages, as seeds.
func (q *askFidelity) write(r *Report, warn func(string)) {
	if q.next == "" {
		return
	}
	if len(r.Wanted) == 0 || q.wanted == 0 {
		warn(q.next + ": it has no page: nothing that is missing is to be fetched")
	}
	r.files = append(r.files, answer.File{Path: q.next, Write: func(w io.Writer) error {
		for _, g := range r.Wanted[:min(q.wanted, len(r.Wanted))] {
			if _, err := fmt.Fprintln(w, g.URL); err != nil {
				return err
			}
		}
		return nil
	}})
}
