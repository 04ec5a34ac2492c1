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

func (q *askDegrees) Stages(ctx context.Context, c *store.Crawl, o answer.Options) ([]answer.Stage, error) {
	ranking, err := RankingStage(ctx, c, PageRank, RankOptions{Options: o})
	if err != nil {
		return nil, err
	}
	own, err := DegreesStage(ctx, c, o)
	return []answer.Stage{ranking, own}, err
}

func (q *askDegrees) Ask(ctx context.Context, c *store.Crawl, o answer.Options) (answer.Answer, error) {
	ranking, err := GetRanking(ctx, c, PageRank, RankOptions{Options: o})
	if err != nil {
		return nil, err
	}
	d, err := GetDegrees(ctx, c, DegreeOptions{Options: o, Samples: q.samples, PageRank: ranking.Scores, Ties: ranking.Ties()})
	if err != nil {
		return nil, err
	}
	return d, nil
}

type askComponents struct{ lawFlags }

func (q *askComponents) Stages(ctx context.Context, c *store.Crawl, o answer.Options) ([]answer.Stage, error) {
	s, err := ComponentsStage(ctx, c, o)
	return []answer.Stage{s}, err
}

// ComponentsStage is how GetComponents reads a crawl.
func ComponentsStage(ctx context.Context, c *store.Crawl, o answer.Options) (answer.Stage, error) {
	v, err := o.View(ctx, "components", true, true, componentsNeed(c.NumPages()))
	return answer.Stage{View: v, Passes: "2 over the graph, 1 in depth-first order, and 4 searches"}, err
}

func (q *askComponents) Ask(ctx context.Context, c *store.Crawl, o answer.Options) (answer.Answer, error) {
	r, err := GetComponents(ctx, c, DegreeOptions{Options: o, Samples: q.samples})
	if err != nil {
		return nil, err
	}
	return r, nil
}
