package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"weft/answers/answer"
	"weft/answers/course"
	"weft/crawl/model"
	"weft/crawl/strategy"
	"weft/internal/digits"
	"weft/internal/mem"
	"weft/internal/offered"
	"weft/store"
)

const simulateModelHelp = `Make a random Web while crawling it, and measure the crawl as it grows. This is the model of the paper "Random Web Crawls"
(Bennouas and de Montgolfier, 2007), which assumes only the laws of degrees. Each page has an in-degree and an out-degree,
drawn independently. A crawled page draws its out-links from a pool that holds each page as often as its in-degree.

--pages is the size of the Web. --progress sets the points of measurement, in percent of these pages; the crawl ends at the
last point. The paper considers crawls up to 30 % realistic. In-degrees follow Zipf's law with the exponent --in.
Out-degrees follow floor(5 (X − 1)), with X from Pareto's law with the exponent --out: 6.5 links per page. --law zipf is the
law printed in the paper; with it most crawls end within some hundred pages. --law zipf:3 starts at 3 links.

At each point weft measures the graph of crawled pages, without pages that are only known. --measure selects the measures.
none keeps the cheap ones: known pages, sinks, the share of links to pages already crawled or known, and the share of the
final PageRank and in-degree crawled so far. Path lengths come from searches from random pages, with intervals. Clustering
is sampled in large graphs. The diameter is exact unless it takes too many searches. The result says which figures are
bounds or left out. --plots DIR draws one picture per figure of the paper.

-o saves the crawl as a CRAWL for all other commands: pages in the order of their discovery, known pages that were not
crawled as ghosts.`

// simulateModelFlags holds the flags of the command line.
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
		Use: "model", Short: "Crawl a random Web, and measure the crawl as it grows", Long: simulateModelHelp,
		Example: "  weft simulate model --pages 100k --strategy bfs,random --start 1\n  weft simulate model --pages 300k --law zipf:3 --progress 5,30% --measure bowtie,paths --plots pictures",
		Args:    exactly(0, "no crawl"),
		RunE:    func(*cobra.Command, []string) error { return a.simulateModel(&fl) },
	}
	f := c.Flags()
	f.Float64Var(&fl.in, "in", 2.1, "use `EXPONENT` for the law of in-degrees")
	f.Float64Var(&fl.out, "out", 2.72, "use `EXPONENT` for the law of out-degrees")
	f.StringVar(&fl.inLaw, "in-law", "zipf", "draw in-degrees from `LAW`: zipf, zipf:LEAST, pareto or pareto:SCALE")
	f.StringVar(&fl.outLaw, "law", fmt.Sprintf("pareto:%d", model.DefaultScale), "draw out-degrees from `LAW`: zipf, zipf:LEAST, pareto or pareto:SCALE")
	f.IntVar(&fl.pages, "pages", 1_000_000, "make a Web of `N` pages, such as 300k or 67M")
	f.StringVar(&fl.progress, "progress", "1,5,10,20,30%", "measure the crawl at `PERCENTS` of the pages; the crawl ends at the last")
	f.StringVar(&fl.strategy, "strategy", "bfs", "choose the next page by `STRATEGY`; several with commas")
	offered.List(f, "strategy", strategy.Forms(course.Strategies()))
	f.StringVar(&fl.measure, "measure", "all", "measure `WHAT`: all, none, or some of "+measureNames())
	f.IntVar(&fl.start, "start", 1, "start from `N` pages drawn at random")
	answer.PlotsFlag(f, &fl.plots, "the plots")
	fl.add(f)
	return c
}

// modelOptions returns the options that the flags set.
func (a *app) modelOptions(fl *simulateModelFlags) (o course.ModelOptions, err error) {
	if fl.pages < 1 || int64(fl.pages) > model.MostPages {
		return o, usagef("--pages %d: expected 1 to %s", fl.pages, digits.Grouped(int64(model.MostPages)))
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
		return o, usagef("--start %d: expected 1 to the number of pages, %s", fl.start, digits.Grouped(o.Pages))
	}
	if fl.output != "" && len(o.Orders) > 1 {
		return o, usagef("--strategy %s: -o saves one crawl: name one strategy", fl.strategy)
	}
	if fl.plots == "-" {
		return o, usagef("--plots -: expected a folder: plots cannot be printed")
	}
	return o, nil
}

// lawName returns the name of a law, with its exponent.
func lawName(l model.Law, exponent float64) string {
	return l.String() + ", exponent " + strconv.FormatFloat(exponent, 'g', -1, 64)
}

func (a *app) simulateModel(fl *simulateModelFlags) error {
	o, err := a.modelOptions(fl)
	if err != nil {
		return err
	}
	parts := o.Parts()
	if err := mem.Check("simulate model", mem.Sum(parts)-mem.Base, a.budget); err != nil {
		return err
	}
	if a.plan {
		return a.printPlanned(plan{Form: "links are made when they are crawled; the crawl is noted, and measured when it is over", Parts: parts, Passes: fmt.Sprintf("one crawl for each of %s", digits.Plural(len(o.Orders), "strategy"))})
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
