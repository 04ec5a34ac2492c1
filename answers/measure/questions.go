package measure

import (
	"context"
	"slices"

	"weft/answers/answer"
	"weft/store"
)

// Questions are those of this package.
var Questions = slices.Concat(rankQuestions, []answer.Question{
	{
		Name: "degrees", Short: "Measure the laws of degrees",
		Long: `Measure the laws of in-degree, out-degree and their sum, of pages and of hosts: a discrete power law is fitted by maximum
likelihood, with x_min by the Kolmogorov-Smirnov distance, p by a semi-parametric bootstrap, and other laws compared by
likelihood ratio (Clauset, Shalizi and Newman 2009). A law is stated if its tail has 50 values or more that span a factor of 10. Degrees and PageRank are correlated. Degrees go to
results/indegree.npy and outdegree.npy, histograms to results/degrees.parquet.`,
		New: func() answer.Asker { return new(askDegrees) },
	},
	{
		Name: "components", Short: "Find components and the bow tie",
		Long: `Find the weak and the strong components, the laws of their sizes, and the bow tie around the largest strong component
(Broder et al. 2000): what leads to it (IN), what it leads to (OUT), what hangs on IN (tendrils) or on OUT, what joins IN
and OUT without it (tubes), the rest of its weak component, and what is disconnected. Labels go to results/wcc.npy and
scc.npy, from the largest component down; the class of each page to results/bowtie.npy.`,
		New: func() answer.Asker { return new(askComponents) },
	},
	distancesQuestion,
	infoQuestion,
})

// lawFlags are the options of whatever fits laws.
type lawFlags struct{ samples int }

func (l *lawFlags) Flags(f answer.Flags) {
	f.IntVar(&l.samples, "samples", FitSamples, "`N` synthetic samples for the p of a fit; -1 for none")
}

// Check implements answer.Asker: any number of samples can be drawn.
func (l *lawFlags) Check() error { return nil }

type askDegrees struct{ lawFlags }

// DegreesStage is how GetDegrees reads a crawl.
func DegreesStage(ctx context.Context, c *store.Crawl, o answer.Options) (answer.Stage, error) {
	v, err := o.View(ctx, "the laws of degrees", true, false, DegreesNeed(c.NumPages(), hosts(c)))
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
		return answer.Got(GetDegrees(ctx, c, DegreeOptions{Options: o, Samples: q.samples, PageRank: r.Scores, Ties: r.Ties()}))
	}}, err
}

type askComponents struct{ lawFlags }

// ComponentsStage is how GetComponents reads a crawl.
func ComponentsStage(ctx context.Context, c *store.Crawl, o answer.Options) (answer.Stage, error) {
	v, err := o.View(ctx, "components", true, true, componentsNeed(c.NumPages()))
	return answer.Stage{View: v, Passes: "2 over the graph, 1 in depth-first order, and 4 searches"}, err
}

func (q *askComponents) Plan(ctx context.Context, c *store.Crawl, o answer.Options) (answer.Work, error) {
	s, err := ComponentsStage(ctx, c, o)
	return answer.Work{Stages: []answer.Stage{s}, Do: func() (answer.Answer, error) {
		return answer.Got(GetComponents(ctx, c, DegreeOptions{Options: o, Samples: q.samples}))
	}}, err
}
