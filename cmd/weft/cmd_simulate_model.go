package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"weft/answers/course"
	"weft/crawl/model"
	"weft/crawl/strategy"
	"weft/internal/digits"
	"weft/internal/mem"
	"weft/internal/offered"
	"weft/store"
)

const simulateModelHelp = `Make a random Web while it is crawled, and measure the crawl as it goes: the model of the paper "Random Web Crawls" (Bennouas and de Montgolfier, 2007),
which supposes nothing but the laws of degrees. Each page has an in-degree and an out-degree, drawn independently; a page that is crawled takes as many links as its out-degree says from a pool in which each page
stands as often as its in-degree says.

--pages are those of the Web; --progress says where the crawl is measured, in percents of them, and it ends at the last. The paper holds up to 30 % for realistic. The law of in-degrees is Zipf's with the exponent --in. That of out-degrees is
by default not Zipf's from 1 on, as printed, with which most crawls die within some hundred pages, but floor(5 (X − 1)) with X of Pareto's law of the exponent --out: the same tail, and 6.5 links a page. --law zipf is the printed one, --law zipf:3 begins at 3 links.

At each point the graph of the crawled pages is measured, without the other known ones; --measure says what of, and none leaves what costs little: pages known, sinks, the share of links to pages that were crawled or
known before, and how much of the last graph's PageRank and in-degree was crawled by then. Lengths of paths are those of searches from drawn pages with intervals, clustering is drawn in large graphs, and the diameter is exact
where that does not take too many searches; what is bounded or left out is told. With --plots DIR there is a picture for each figure of the paper.

With -o the crawl becomes a CRAWL that everything else can measure: pages in the order of their discovery, those that are known and not crawled as ghosts.`

// simulateModelFlags are what the command line says.
type simulateModelFlags struct {
	in, out           float64
	inLaw, outLaw     string
	progress          string
	strategy, measure string
	pages, start      int
	plots             string
	madeFlags
}

func (a *app) simulateModelCmd() *cobra.Command {
	var fl simulateModelFlags
	c := &cobra.Command{
		Use: "model", Short: "Crawl a random Web, and measure the crawl as it goes", Long: simulateModelHelp,
		Example: "  weft simulate model --pages 100k --strategy bfs,random --start 1\n  weft simulate model --pages 300k --law zipf:3 --progress 5,30% --measure bowtie,paths --plots pictures",
		Args:    exactly(0, "no crawl"),
		RunE:    func(*cobra.Command, []string) error { return a.simulateModel(&fl) },
	}
	f := c.Flags()
	f.Float64Var(&fl.in, "in", 2.1, "`EXPONENT` of the law of in-degrees")
	f.Float64Var(&fl.out, "out", 2.72, "`EXPONENT` of the law of out-degrees")
	f.StringVar(&fl.inLaw, "in-law", "zipf", "`LAW` of in-degrees: zipf, zipf:LEAST, pareto or pareto:SCALE")
	f.StringVar(&fl.outLaw, "law", fmt.Sprintf("pareto:%d", model.DefaultScale), "`LAW` of out-degrees, likewise")
	f.IntVar(&fl.pages, "pages", 1_000_000, "`N` pages of the Web, such as 300k or 67M")
	f.StringVar(&fl.progress, "progress", "1,5,10,20,30%", "`PERCENTS` of them at which the crawl is measured")
	f.StringVar(&fl.strategy, "strategy", "bfs", "`WHICH` page comes next, several with commas")
	offered.List(f, "strategy", strategy.Forms(course.Strategies()))
	f.StringVar(&fl.measure, "measure", "all", "`WHAT` is measured: all, none, or some of "+measureNames())
	f.IntVar(&fl.start, "start", 1, "begin from `N` pages, drawn at random")
	f.StringVar(&fl.plots, "plots", "", "`DIR` for plots")
	fl.add(f)
	return c
}

// modelOptions are what the flags say.
func (a *app) modelOptions(fl *simulateModelFlags) (o course.ModelOptions, err error) {
	if fl.pages < 1 || int64(fl.pages) > model.MostPages {
		return o, usagef("--pages %d: want 1 to %s", fl.pages, digits.Grouped(int64(model.MostPages)))
	}
	o.Pages, o.Starts, o.Seed, o.Workers, o.Note = fl.pages, fl.start, a.seed, a.workers, a.progress.Steps
	if o.In, err = model.ParseLaw(fl.inLaw, fl.in); err != nil {
		return o, usagef("--in-law %s --in %g: %w", fl.inLaw, fl.in, err)
	}
	if o.Out, err = model.ParseLaw(fl.outLaw, fl.out); err != nil {
		return o, usagef("--law %s --out %g: %w", fl.outLaw, fl.out, err)
	}
	o.InIs, o.OutIs = lawName(o.In, fl.in), lawName(o.Out, fl.out)
	if o.Orders, err = course.ParseStrategies(fl.strategy); err != nil {
		return o, usagef("--%w", err)
	}
	if o.At, err = course.ParseProgress(fl.progress, o.Pages); err != nil {
		return o, usagef("--progress %w", err)
	}
	if o.Measures, err = course.ParseMeasures(fl.measure); err != nil {
		return o, usagef("--%w", err)
	}
	if fl.start < 1 || fl.start > o.Pages {
		return o, usagef("--start %d: want 1 to as many as there are pages, %s", fl.start, digits.Grouped(o.Pages))
	}
	if fl.output != "" && len(o.Orders) > 1 {
		return o, usagef("--strategy %s: with -o there is one crawl, by one strategy", fl.strategy)
	}
	if fl.plots == "-" {
		return o, usagef("--plots -: want a folder: plots cannot be printed")
	}
	return o, nil
}

// lawName is what a law is called, with its exponent.
func lawName(l model.Law, exponent float64) string {
	return l.String() + ", exponent " + strconv.FormatFloat(exponent, 'g', -1, 64)
}

func (a *app) simulateModel(fl *simulateModelFlags) error {
	o, err := a.modelOptions(fl)
	if err != nil {
		return err
	}
	parts := o.Parts()
	if a.plan {
		return a.printPlanned(plan{Form: "links are made when they are crawled; the crawl is noted, and measured when it is over", Parts: parts, Passes: fmt.Sprintf("one crawl for each of %s", digits.Plural(len(o.Orders), "strategy"))})
	}
	if err := mem.Check("simulate model", mem.Sum(parts)-mem.Base, a.budget); err != nil {
		return err
	}
	if fl.output != "" {
		to := a.draft(fl.madeFlags)
		draft, err := store.Begin(a.ctx, &to)
		if err != nil {
			return err
		}
		defer draft.Abort()
		o.Ended = func(c *course.Course) error { return c.Keep(a.ctx, draft, &to, store.Step{Seed: a.seed}) }
	}
	r, err := course.RunModel(a.ctx, o)
	if err != nil {
		return err
	}
	return a.drawAndTell(r, r, fl.plots)
}

func measureNames() string { return strings.Join(course.MeasureNames, ", ") }
