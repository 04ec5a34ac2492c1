// Package portrait collects the figures that the literature reports for Web graphs, side by side for one or
// several crawls: laws, correlations, components and cores.
package portrait

import (
	"context"
	"fmt"

	"weft/answers/answer"
	"weft/answers/cores"
	"weft/answers/measure"
	"weft/store"
)

// Question is the question of this package.
var Question = answer.Question{
	Name: "portrait", Short: "Measure laws, components and cores of crawls, side by side", Takes: "CRAWL…", Own: []string{"output", "view"},
	Long: `Measure what the large studies of the Web report, for one crawl or several side by side:
  - the laws of in-degree, out-degree and PageRank, and their correlations (Pearson)
  - the strong components and the bow tie
  - the number of disjoint bipartite cliques of i fans and j centers
For one crawl, weft prints the full table of the paper on the Webgraph in external memory. For several crawls it prints
one column per crawl.

--cores sets the largest i and j. Cliques take most of the time: about a minute for a few million links. --plots DIR
draws the laws and the cliques of each crawl.`,
	More:  " --cores 4\nweft portrait crawl crawl --cores 2 --samples 100",
	Gives: []answer.Answer{(*Portraits)(nil)},
	New:   func() answer.Asker { return new(asker) },
}

type asker struct {
	cores, samples int
	plots          string
}

// Flags implements answer.Asker.
func (q *asker) Flags(f answer.Flags) {
	f.IntVar(&q.cores, "cores", mostCores, "count cliques of up to `K` fans and K centers; 0 for none")
	measure.SamplesFlag(f, &q.samples)
	answer.PlotsFlag(f, &q.plots, "plots of the laws and of the cliques")
}

// mostCores is the limit in the paper.
const mostCores = 10

// Check implements answer.Asker.
func (q *asker) Check() error {
	return answer.CheckAll(measure.SamplesRule(q.samples), answer.Rule{Holds: q.cores >= 0 && q.cores <= mostCores, Option: "cores", Value: q.cores, Want: fmt.Sprintf("0 to %d", mostCores)},
		answer.PlotsRule(q.plots))
}

// A Portrait is of one crawl.
//
//json:object portrait of a crawl
type Portrait struct {
	Path         string                `json:"path"`              // path of the crawl
	Kinds        string                `json:"kinds"`             // kinds of arcs that count, joined by +
	Pages        int                   `json:"pages"`             // all pages
	Arcs         int64                 `json:"arcs"`              // arcs that count
	Mean         float64               `json:"mean_degree"`       // `arcs` / `pages`
	In           measure.Law           `json:"in"`                // power law of in-degrees
	Out          measure.Law           `json:"out"`               // power law of out-degrees
	PageRank     measure.Law           `json:"pagerank"`          // power law of PageRank, in hundredths of its mean
	Correlations []measure.Correlation `json:"correlations"`      // correlations of in-degree, out-degree and PageRank
	SCC          int                   `json:"strong_components"` // number of strong components
	LargestSCC   int                   `json:"largest_scc"`       // pages of the largest strong component
	WCC          int                   `json:"weak_components"`   // number of weak components
	LargestWCC   int                   `json:"largest_wcc"`       // pages of the largest weak component
	BowTie       measure.BowTie        `json:"bowtie"`            // number of pages in each part of the bow tie
	// disjoint bipartite cliques of the crawl
	Cores *cores.Found `json:"cores,omitempty" absent:"'--cores 0'"`
}

// Portraits are of several crawls, in the order of the command line.
//
//json:object portrait
type Portraits struct {
	All []*Portrait `json:"portraits"` // one portrait for each crawl, in the order of the command line

	files []answer.File
}

// Plan implements answer.Asker.
func (q *asker) Plan(ctx context.Context, c *store.Crawl, o answer.Options) (answer.Work, error) {
	var all answer.Work
	var works []func() (*Portrait, error)
	for _, crawl := range append([]*store.Crawl{c}, o.Others...) {
		stages, work, err := q.plan(ctx, crawl, o)
		if err != nil {
			return all, err
		}
		for _, s := range stages {
			if len(o.Others) > 0 {
				s.Of = crawl
			}
			all.Stages = append(all.Stages, s)
		}
		works = append(works, work)
	}
	all.Aside = true
	all.Do = func() (answer.Answer, error) {
		r := &Portraits{}
		for _, work := range works {
			p, err := work()
			if err != nil {
				return nil, err
			}
			r.All = append(r.All, p)
		}
		if q.plots != "" {
			r.files = answer.Plots(q.plots, r)
		}
		return r, nil
	}
	return all, nil
}

// Of measures one crawl, with cliques of up to mostCliques fans and centers, for other packages.
// Papers: external memory, §2, §5.
func Of(ctx context.Context, c *store.Crawl, o answer.Options, mostCliques, samples int) (*Portrait, error) {
	q := &asker{cores: mostCliques, samples: samples}
	_, work, err := q.plan(ctx, c, o)
	if err != nil {
		return nil, err
	}
	return work()
}

// plan returns the plan for one crawl.
func (q *asker) plan(ctx context.Context, c *store.Crawl, o answer.Options) (stages []answer.Stage, work func() (*Portrait, error), err error) {
	add := func(s answer.Stage, e error) {
		if err == nil {
			stages, err = append(stages, s), e
		}
	}
	add(measure.RankingStage(ctx, c, measure.PageRank, measure.RankOptions{Options: o}))
	add(measure.DegreesStage(ctx, c, o))
	add(measure.ComponentsStage(ctx, c, o))
	ask := func() (answer.Answer, error) { return nil, nil } //nolint:nilnil // no cores were requested
	if q.cores > 0 && err == nil {
		span := fmt.Sprintf("1..%d", q.cores)
		cliques := cores.Disjoint(span, span, 50)
		w, e := answer.Work{}, cliques.Check()
		if e == nil {
			w, e = cliques.Plan(ctx, c, o)
		}
		stages, err, ask = append(stages, w.Stages...), e, w.Do
	}
	return stages, func() (*Portrait, error) { return q.paint(ctx, c, o, ask) }, err
}

// paint measures one crawl, one thing after the other, so that no two need memory at a time.
func (q *asker) paint(ctx context.Context, c *store.Crawl, o answer.Options, ask func() (answer.Answer, error)) (*Portrait, error) {
	p := &Portrait{Path: c.Path, Pages: c.NumPages()}
	if err := q.laws(ctx, c, o, p); err != nil {
		return nil, err
	}
	k, err := measure.GetComponents(ctx, c, measure.DegreeOptions{Options: o, Samples: -1})
	if err != nil {
		return nil, err
	}
	p.SCC, p.LargestSCC, p.WCC, p.LargestWCC, p.BowTie = k.SCC.Count, k.SCC.Largest, k.WCC.Count, k.WCC.Largest, k.BowTie
	found, err := ask()
	if f, is := found.(*cores.Found); is {
		p.Cores = f
	}
	return p, err
}

func (q *asker) laws(ctx context.Context, c *store.Crawl, o answer.Options, p *Portrait) error {
	r, err := measure.GetRanking(ctx, c, measure.PageRank, measure.RankOptions{Options: o})
	if err != nil {
		return err
	}
	if p.PageRank, err = measure.NewLaw("PageRank", "all pages", measure.Hundredths(r.Scores), o, q.samples); err != nil {
		return err
	}
	d, err := measure.GetDegrees(ctx, c, measure.DegreeOptions{Options: o, Samples: q.samples, PageRank: r.Scores, Ties: r.Ties()})
	if err != nil {
		return err
	}
	p.Kinds, p.In, p.Out, p.Correlations = d.Kinds, d.In, d.Out, d.Correlations
	p.Arcs = int64(d.In.Histogram.Sum())
	p.Mean = float64(p.Arcs) / float64(max(p.Pages, 1))
	return nil
}
