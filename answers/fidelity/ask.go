package fidelity

import (
	"context"
	"fmt"
	"io"

	"weft/algo/hak"
	"weft/answers/answer"
	"weft/internal/offered"
	"weft/internal/option"
	"weft/store"
)

const fidelityLong = `Say how far the order of the pages of a crawl by PageRank can be trusted, though other pages were not crawled: by HAK, an estimate
of Kendall's tau between that order and the one of the whole, made of the crawl alone (Holzmann, Anand and Khosla 2019).

γ is the mean share of links that lead to crawled pages, Im the mean impact of a page on the pages that it links to; x = (1 − γ)·Im is the
share of pages taken to be out of place. HAK is 1 − 4x(1 − x)n/(n − 1): over x = 1/2 it rises again and means nothing, and where γ is under 1/2 it is
too high, of which it warns. Crawled are pages that were fetched or redirected; excluded ones (robots.txt, scope) are left out, unless --with-excluded
counts them as missing, too. HAK is that of PageRank after --iterations; its value once PageRank has converged stands beside.

A list of links, or a bare graph, does not tell which pages were fetched: they are unknown, and nothing is said of them, unless --fetched
names them: all (then nothing is missing), linking (pages with links were fetched, others only linked to), or a file of them.

Besides it says who is missing at the top, which pages hang on a single link, and which pages and hosts (--by domain or site) the next crawl should take:
--next writes the most wanted pages to a file of seeds. It leaves out pages that failed, that a trap rule holds back, and that robots.txt, nofollow or the scope forbid: weft missing lists those. γ of every page is kept in the results as fidelity.npy.

--target GRAPH says how far HAK is right: the crawl is compared with a larger one, of which it is a part, by Kendall's tau on the best pages
of either. The crawl is ranked with its ghosts as sinks, the target by a PageRank that starts from the pages of the crawl, each after
--iterations; other rankings of --rankings are those of crawl and target as they are, such as pagerank-plain, the usual PageRank of
both. HAK is for pagerank. Below the shares stands the union of both tops, and Vigna's weighted tau of all.`

// Questions are those of this package.
var Questions = []answer.Question{
	{
		Name: "fidelity", Short: "Say how far the ranking of a crawl can be trusted", Long: fidelityLong,
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
		Name: "fidelity calibrate", Planned: "calibrate", Short: "Crawl the crawl, to see how good HAK is there", Long: calibrateLong,
		Of: "part", Own: []string{"view", "output"},
		Gives: []answer.Answer{(*Calibration)(nil)},
		New:   func() answer.Asker { return new(askCalibrate) },
	},
}

// asked are the options of all questions of fidelity.
type asked struct{ o Options }

// Flags implements answer.Asker.
func (q *asked) Flags(f answer.Flags) {
	f.StringVar(&q.o.Fetched, "fetched", "", "take these unknown pages for fetched: `WHICH` is all, linking (those with links), or a file with a URL or number a line")
	f.BoolVar(&q.o.WithExcluded, "with-excluded", false, "count pages that were excluded as missing")
	f.Float64Var(&q.o.Alpha, "alpha", 0.85, "damping `A` of PageRank, between 0 and 1")
	f.IntVar(&q.o.Iterations, "iterations", 30, "`N` iterations of PageRank; 0 for as many as it takes")
	f.IntVar(&q.o.Top, "top", 1000, "call the best `K` pages the top")
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
	f.StringVar(&q.o.By, "by", ByHost, "make `GROUPS` of pages: host, domain or site")
	offered.Set(f, "by", Groups)
	f.StringVar(&q.sites, "sites", "", "`FILE` of the sites for --by site: URL or page, tab, site; those that were found by default")
	f.IntVar(&q.o.List, "list", 20, "list `N` pages, and hosts, domains or sites")
	f.IntVar(&q.o.Samples, "samples", 1000, "`N` draws of hosts, domains or sites for the intervals, 100 or more; -1 for none")
	f.StringVar(&q.target, "target", "", "compare with a larger `GRAPH`, of which this is a part")
	f.StringSliceVar(&q.rankings, "rankings", []string{Personalised, Plain, InDegree}, "compare these `RANKINGS` with the target")
	offered.List(f, "rankings", Rankings)
	f.StringVar(&q.next, "next", "", "write the pages that the next crawl should take to `FILE`, a URL a line")
	f.IntVar(&q.wanted, "wanted", 100, "`N` pages in that file")
	f.BoolVar(&q.any, "any", false, "let --next take also pages that a trap rule holds back, or that robots.txt, nofollow or the scope leave out")
	f.StringVar(&q.zero, "zero", "one", "`VALUE` of γ for pages without links: one, zero, or undefined to leave them out")
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
			Want: fmt.Sprintf("%d or more, or -1 for none: fewer give no interval", leastSamples),
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
		return w, option.Errorf("{next} %s: %w, which seeds must have", q.next, store.ErrNoNames)
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
