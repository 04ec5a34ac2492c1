package measure

import (
	"context"
	"slices"

	"weft/answers/answer"
	"weft/stats"
	"weft/store"
)

// Questions lists the questions of this package.
var Questions = slices.Concat(rankQuestions, []answer.Question{
	{
		Name: "degrees", Short: "Fit power laws to the degrees of pages and hosts",
		Long: `Measure the laws of in-degree, out-degree and their sum, for pages and for hosts. A discrete power law is fitted by
maximum likelihood: x_min by the Kolmogorov-Smirnov distance, p by a semi-parametric bootstrap, and other laws compared
by likelihood ratio (Clauset, Shalizi and Newman 2009). weft states a law if its tail has 50 or more values that span a
factor of 10. It also prints the correlation between degrees and PageRank. Degrees are written to results/indegree.npy and
results/outdegree.npy, histograms to results/degrees.parquet. With --plots DIR a plot of each law is written to a folder.`,
		Gives: []answer.Answer{(*Degrees)(nil)},
		New:   func() answer.Asker { return new(askDegrees) },
	},
	{
		Name: "components", Short: "Find weak and strong components, and the bow tie",
		Long: `Find the weak and strong components, the laws of their sizes, and the bow tie around the largest strong component (Broder
et al. 2000):
  IN            pages that lead to the largest strong component
  OUT           pages that it leads to
  tendrils      pages reached from IN that do not lead to OUT, and pages that lead to OUT without being reached from IN
  tubes         pages on paths from IN to OUT outside the component
  other         the rest of its weak component
  disconnected  all other weak components
Labels are written to results/wcc.npy and results/scc.npy, numbered from the largest component down; the class of each
page to results/bowtie.npy.

--grow adds random arcs and measures again the number of strong components and the size of the largest. The shares are
of the number of pages: 1..300% is a series of round numbers from 1 to 300, 10,50,200% are three values. Each arc leads
from a random page to a random page. With the same --random-seed the arcs of a smaller share are among the arcs of a
larger one. The results are written to results/growth.parquet, and with --plots DIR to growth.svg.`,
		Gives: []answer.Answer{(*Components)(nil)},
		New:   func() answer.Asker { return new(askComponents) },
	},
	distancesQuestion,
	infoQuestion,
})

// lawFlags are the options of whatever fits laws.
type lawFlags struct{ samples int }

func (l *lawFlags) Flags(f answer.Flags) {
	SamplesFlag(f, &l.samples)
}

// Check implements answer.Asker.
func (l *lawFlags) Check() error { return answer.CheckAll(SamplesRule(l.samples)) }

// SamplesFlag is how many samples the p of a fit comes from.
func SamplesFlag(f answer.Flags, n *int) {
	f.IntVar(n, "samples", FitSamples, "test each fit with `N` synthetic samples, 10 or more; -1 for no p-values")
}

// SamplesRule is the rule for SamplesFlag. With fewer samples, even if no sample deviates as much as the data,
// this would not show that p is below [stats.Rejected].
func SamplesRule(n int) answer.Rule {
	return answer.Rule{Holds: n == -1 || float64(n)*stats.Rejected >= 1, Option: "samples", Value: n, Want: "10 or more, or -1 for none: fewer samples cannot show a p below 0.1"}
}

type askDegrees struct {
	lawFlags
	plots string
}

// Flags implements answer.Asker.
func (q *askDegrees) Flags(f answer.Flags) {
	q.lawFlags.Flags(f)
	answer.PlotsFlag(f, &q.plots, "a plot of each law")
}

// Check implements answer.Asker.
func (q *askDegrees) Check() error {
	return answer.CheckAll(SamplesRule(q.samples), answer.PlotsRule(q.plots))
}

// DegreesStage is how GetDegrees reads a crawl.
func DegreesStage(ctx context.Context, c *store.Crawl, o answer.Options) (answer.Stage, error) {
	v, err := o.View(ctx, "the laws of degrees", true, false, DegreesNeed(c.NumPages(), hosts(c)))
	v.Singly = hosts(c) > 0 // by host
	return answer.Stage{View: v, Passes: "2 over the arcs"}, err
}

func (q *askDegrees) Plan(ctx context.Context, c *store.Crawl, o answer.Options) (w answer.Work, err error) {
	ranking, err := RankingStage(ctx, c, PageRank, RankOptions{Options: o})
	if err != nil {
		return w, err
	}
	own, err := DegreesStage(ctx, c, o)
	return answer.Work{Stages: []answer.Stage{ranking, own}, Do: func() (answer.Answer, error) {
		r, err := GetRanking(ctx, c, PageRank, RankOptions{Options: o})
		if err != nil {
			return nil, err
		}
		d, err := GetDegrees(ctx, c, DegreeOptions{Options: o, Samples: q.samples, PageRank: r.Scores, Ties: r.Ties()})
		if err == nil && q.plots != "" {
			d.files = answer.Plots(q.plots, d)
		}
		return answer.Got(d, err)
	}}, err
}

type askComponents struct {
	lawFlags
	grow, plots string
	percents    []float64
}

func (q *askComponents) Flags(f answer.Flags) {
	q.lawFlags.Flags(f)
	f.StringVar(&q.grow, "grow", "", "add random arcs: `SHARES` of the number of pages, such as 1..300% or 10,50,200%")
	answer.PlotsFlag(f, &q.plots, "the plot of --grow")
}

// Check implements answer.Asker.
func (q *askComponents) Check() (err error) {
	if q.grow != "" {
		if q.percents, err = ParseGrowth(q.grow); err != nil {
			return err
		}
	}
	if q.plots != "" && q.grow == "" {
		return answer.Refused("{plots} requires {grow}")
	}
	return answer.CheckAll(SamplesRule(q.samples), answer.PlotsRule(q.plots))
}

// ComponentsStage is how GetComponents reads a crawl.
func ComponentsStage(ctx context.Context, c *store.Crawl, o answer.Options) (answer.Stage, error) {
	v, err := o.View(ctx, "components", true, true, componentsNeed(c.NumPages()))
	v.Often = true
	return answer.Stage{View: v, Passes: "2 over the graph, 1 in depth-first order, and 4 searches"}, err
}

func (q *askComponents) Plan(ctx context.Context, c *store.Crawl, o answer.Options) (answer.Work, error) {
	s, err := ComponentsStage(ctx, c, o)
	stages, grow := []answer.Stage{s}, GrowthOptions{Options: o, Percents: q.percents}
	if err == nil && q.grow != "" {
		s, err = GrowthStage(ctx, c, grow)
		stages = append(stages, s)
	}
	return answer.Work{Stages: stages, Do: func() (answer.Answer, error) {
		r, err := GetComponents(ctx, c, DegreeOptions{Options: o, Samples: q.samples})
		if err != nil || q.grow == "" {
			return answer.Got(r, err)
		}
		if r.Growth, err = GetGrowth(ctx, c, grow); err == nil && q.plots != "" {
			r.files = answer.Plots(q.plots, r.Growth)
		}
		return answer.Got(r, err)
	}}, err
}
