package papers

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"weft/algo/component"
	"weft/answers/answer"
	"weft/answers/cores"
	"weft/answers/measure"
	"weft/answers/portrait"
	"weft/graph"
	"weft/graph/random"
	"weft/internal/mem"
	"weft/internal/usage"
	"weft/making/generate"
	"weft/store"
)

// ExternalOptions of RunExternal. The zero value is the default, with a Memory and a Scratch.
type ExternalOptions struct {
	answer.Options
	// Sizes are the pages of the graphs on which the algorithms are timed, increasing; nothing is timed if it is empty.
	Sizes []int
	// Grown is the number of pages of the graphs that receive random arcs; 0 skips these. Percents are the numbers
	// of arcs in percent of the pages.
	Grown    int
	Percents []float64
	Cliques  int // fans and centers of the cliques of the crawl, up to; the paper's 10 if it is 0
	Samples  int // samples for the p of a fit, as in measure.DegreeOptions
	// Scratch is a folder for graphs.
	Scratch string
}

// The sizes of the paper's graphs, and the memory of its machine (§4).
const (
	externalDegree  = 7
	externalCliques = 10
	externalAlpha   = 0.5 // of the Copying model: the paper does not say
	smallMemory     = 256 << 20
	largeMemory     = 1 << 30
)

// Check refuses options that cannot be.
func (o *ExternalOptions) Check() error {
	if none := slices.Equal(o.Sizes, []int{0}); !none && !rising(o.Sizes, 1000, math.MaxInt32) {
		return answer.Refused("{pages}: want different numbers of 1,000 or more, the smallest first")
	}
	if !rising(o.Percents, math.SmallestNonzeroFloat64, measure.MostPercent) {
		return answer.Refused("{grow}: want different numbers above 0 and up to %d, the smallest first", measure.MostPercent)
	}
	return answer.CheckAll(
		answer.Rule{
			Holds:  o.Cliques >= 0 && o.Cliques <= externalCliques,
			Option: "cliques",
			Value:  o.Cliques,
			Want:   "1 to 10, or 0 for that",
		},
		answer.AtLeast("grown", o.Grown, 0),
	)
}

// rising reports whether each number is above the one before it, and all are from least to most.
func rising[T cmp.Ordered](all []T, least, most T) bool {
	for i, x := range all {
		if !(x >= least && x <= most) || i > 0 && x <= all[i-1] {
			return false
		}
	}
	return true
}

// ExternalResult is the result of RunExternal: the rows, and their sources.
//
//json:object reproduce external-memory
type ExternalResult struct {
	Rows []Row `json:"rows"` // values of the paper beside the values found
	// portrait of the named crawl
	Portrait *portrait.Portrait `json:"portrait,omitempty" absent:"no crawl was named"`
	// times by model, random links and pages
	Times []ExternalTime `json:"times" absent:"null: nothing was timed"`
	// growth of the largest component under random links; the last entry has random links only
	Growths []ModelGrowth   `json:"growths" absent:"null: nothing grew"`
	Slopes  []ExternalSlope `json:"slopes" absent:"null: fewer than two sizes"` // growth of the times with size
}

// An ExternalTime holds the times of the algorithms on a graph of a model, in seconds of processor time. Other
// programs change these less than wall time.
//
//json:object time on a model
type ExternalTime struct {
	Model      string  `json:"model"`             // name of the model: Evolving Network or Copying
	Extra      int     `json:"extra_percent"`     // random links, % of the number of pages
	Pages      int     `json:"pages"`             // pages
	Arcs       int64   `json:"arcs"`              // links
	Generate   float64 `json:"generate_seconds"`  // processor time of generating, compressing and transposing, s
	Cliques    float64 `json:"cliques_seconds"`   // processor time of finding (4,4) cliques within 256 MiB, s
	Found      int64   `json:"cliques"`           // number of cliques found
	PageRank   float64 `json:"pagerank_seconds"`  // processor time of PageRank within 256 MiB, s
	Iterations int     `json:"iterations"`        // iterations of PageRank
	SCC        float64 `json:"scc_seconds"`       // processor time of strong components within 1 GiB, s
	SCCBytes   float64 `json:"scc_bytes_a_page"`  // planned memory of strong components, bytes per page
	Components int     `json:"strong_components"` // number of strong components found
}

// An ExternalSlope says how time grows with arcs: by which power.
//
//json:object slope of a time
type ExternalSlope struct {
	Model string  `json:"model"`         // name of the model: Evolving Network or Copying
	Extra int     `json:"extra_percent"` // random links, % of the number of pages
	Of    string  `json:"of"`            // task: generating, cliques, PageRank (one pass) or SCC
	Slope float64 `json:"slope"`         // exponent of the growth of time with arcs, by least squares
}

// A ModelGrowth is how strong components of a model grow together.
//
//json:object growth of a model
type ModelGrowth struct {
	Model string `json:"model"` // name of the model: Evolving Network, Copying or Erdős–Rényi
	*measure.Growth
	// greatest rise of the largest component's share of pages when links grow by half
	Jump float64 `json:"greatest_jump"`
}

type externalRun struct {
	ExternalOptions
	ctx context.Context //nolint:containedctx // lives as long as the run
	c   *store.Crawl
	r   ExternalResult
}

// RunExternal runs the experiments of the paper on the Webgraph in external memory. On a crawl, which may be nil,
// it repeats the paper's measures. On graphs of the paper's models it measures the time of its algorithms. All
// results except times are a function of crawl and options.
// Papers: external memory, §4.
func RunExternal(ctx context.Context, c *store.Crawl, o ExternalOptions) (*ExternalResult, error) {
	o.Cliques = cmp.Or(o.Cliques, externalCliques)
	if err := o.Check(); err != nil {
		return nil, err
	}
	r := &externalRun{ExternalOptions: o, ctx: ctx, c: c}
	for _, step := range []func() error{r.portrait, r.timeAll, r.growAll} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	r.r.Rows = rows("external", externalChecks, r)
	return &r.r, nil
}

func (r *externalRun) portrait() (err error) {
	if r.c != nil {
		r.r.Portrait, err = portrait.Of(r.ctx, r.c, r.Options, r.Cliques, r.Samples)
	}
	return err
}

// A made model is one of the paper's.
type externalModel struct {
	name  string
	graph func(pages int, seed uint64) (graph.Graph, error)
}

var externalModels = []externalModel{
	{"Evolving Network", func(pages int, seed uint64) (graph.Graph, error) {
		return random.NewEvolving(random.EvolvingOptions{Pages: pages, Degree: externalDegree, Seed: seed})
	}},
	{"Copying", func(pages int, seed uint64) (graph.Graph, error) {
		return random.NewCopying(
			random.CopyingOptions{Pages: pages, Degree: externalDegree, Alpha: externalAlpha, Seed: seed},
		)
	}},
}

// erdosRenyi is the paper's model for comparison: random arcs only.
var erdosRenyi = externalModel{"Erdős–Rényi", func(pages int, seed uint64) (graph.Graph, error) {
	return random.NewGNP(random.GNPOptions{Pages: pages, Seed: seed})
}}

// extras are the random arcs of the paper's graphs, % of the pages.
var extras = []int{50, 200}

// with makes the crawl of a model for f, and removes it.
func (r *externalRun) with(m externalModel, pages, extra int, f func(c *store.Crawl) error) error {
	g, err := m.graph(pages, r.Seed)
	if err != nil {
		return err
	}
	path := filepath.Join(r.Scratch, "graph")
	defer os.RemoveAll(path) //nolint:errcheck // in a folder for scratch files
	o := generate.Options{
		Model:  g,
		Degree: externalDegree,
		Seed:   r.Seed,
		DraftOptions: store.DraftOptions{
			Output:   path,
			Memory:   r.Memory,
			Workers:  r.Workers,
			Progress: r.Note,
			Now:      time.Now().UTC().Truncate(time.Second),
		},
	}
	if extra > 0 {
		if o.Extra, err = random.NewUniform(
			random.UniformOptions{Pages: pages, Draws: int64(extra) * int64(pages) / 100, Seed: r.Seed},
		); err != nil {
			return err
		}
	}
	if _, err := generate.Run(r.ctx, o); err != nil {
		return err
	}
	c, err := store.Open(path)
	if err != nil {
		return err
	}
	defer c.Close() //nolint:errcheck // nothing was written
	return f(c)
}

func (r *externalRun) timeAll() error {
	for _, m := range externalModels {
		for _, extra := range extras {
			from := len(r.r.Times)
			for _, pages := range r.Sizes {
				if err := r.timeOne(m, pages, extra); err != nil {
					return fmt.Errorf("%s of %d pages, with %d %% random arcs: %w", m.name, pages, extra, err)
				}
			}
			if len(r.Sizes) > 1 {
				r.slopes(m.name, extra, r.r.Times[from:])
			}
		}
	}
	return nil
}

func (r *externalRun) timeOne(m externalModel, pages, extra int) error {
	mem.Release()
	t, begin := ExternalTime{Model: m.name, Extra: extra, Pages: pages}, usage.Processors()
	err := r.with(m, pages, extra, func(c *store.Crawl) error {
		t.Generate, t.Arcs = (usage.Processors() - begin).Seconds(), c.Graph().NumArcs()
		for _, work := range []func(*store.Crawl, *ExternalTime) error{r.timeCliques, r.timePageRank, r.timeSCC} {
			mem.Release()
			if err := work(c, &t); err != nil {
				return err
			}
		}
		return nil
	})
	r.r.Times = append(r.r.Times, t)
	return err
}

// within are the options of work that has no more memory than the paper's machine gave it.
func (r *externalRun) within(memory int64) answer.Options {
	o := r.Options
	o.Memory = min(o.Memory, memory)
	return o
}

func (r *externalRun) timeCliques(c *store.Crawl, t *ExternalTime) error {
	ask := cores.Disjoint("4", "4", 50)
	if err := ask.Check(); err != nil {
		return err
	}
	begin := usage.Processors()
	w, err := ask.Plan(r.ctx, c, r.within(smallMemory))
	if err != nil {
		return err
	}
	got, err := w.Do()
	if err != nil {
		return err
	}
	t.Cliques = (usage.Processors() - begin).Seconds()
	if found, is := got.(*cores.Found); is && len(found.Cells) > 0 && found.Cells[0].Cliques != nil {
		t.Found = *found.Cells[0].Cliques
	}
	return nil
}

func (r *externalRun) timePageRank(c *store.Crawl, t *ExternalTime) error {
	begin := usage.Processors()
	ranking, err := measure.GetRanking(r.ctx, c, measure.PageRank, measure.RankOptions{Options: r.within(smallMemory)})
	if err == nil {
		t.PageRank, t.Iterations = (usage.Processors() - begin).Seconds(), ranking.Iterations
	}
	return err
}

// timeSCC takes the way of weft components, which reads the transpose as well.
func (r *externalRun) timeSCC(c *store.Crawl, t *ExternalTime) error {
	o, n := r.within(largeMemory), c.NumPages()
	v, err := o.View(
		r.ctx,
		"strong components",
		true,
		true,
		store.Arrays("the search for components", component.SCCBothBytes(n, 0)),
	)
	v.Often = true
	if err != nil {
		return err
	}
	begin := usage.Processors()
	k, err := answer.See(c, &o, answer.Stage{View: v}, func(v *store.View) (*component.Components, error) {
		return component.SCCBoth(r.ctx, v.Out, v.In, v.Work(o.Workers))
	})
	if err == nil {
		t.SCC, t.Components, t.SCCBytes = (usage.Processors() - begin).Seconds(), k.Count(), float64(
			component.SCCBytes(n)-component.SCCBytes(0),
		)/float64(
			n,
		)
	}
	return err
}

// slopes fits the growth of each time.
func (r *externalRun) slopes(model string, extra int, times []ExternalTime) {
	for _, of := range []struct {
		name string
		time func(ExternalTime) float64
	}{
		{"generating", func(t ExternalTime) float64 { return t.Generate }},
		{"cliques", func(t ExternalTime) float64 { return t.Cliques }},
		{"PageRank", func(t ExternalTime) float64 { return t.PageRank / float64(max(t.Iterations, 1)) }},
		{"SCC", func(t ExternalTime) float64 { return t.SCC }},
	} {
		points := make([]Time, len(times))
		for i, t := range times {
			points[i] = Time{Arcs: t.Arcs, Seconds: of.time(t)}
		}
		r.r.Slopes = append(r.r.Slopes, ExternalSlope{Model: model, Extra: extra, Of: of.name, Slope: slope(points)})
	}
}

func (r *externalRun) growAll() error {
	if r.Grown == 0 {
		return nil
	}
	percents := r.Percents
	if percents == nil {
		percents = []float64{1, 2, 5, 10, 20, 30, 50, 70, 100, 150, 200, 250, 300}
	}
	for _, m := range append(slices.Clone(externalModels), erdosRenyi) {
		err := r.with(m, r.Grown, 0, func(c *store.Crawl) error {
			g, err := measure.GetGrowth(r.ctx, c, measure.GrowthOptions{Options: r.Options, Percents: percents})
			if err == nil {
				r.r.Growths = append(r.r.Growths, ModelGrowth{Model: m.name, Growth: g, Jump: jump(g)})
			}
			return err
		})
		if err != nil {
			return fmt.Errorf("%s of %d pages: %w", m.name, r.Grown, err)
		}
	}
	return nil
}

// jump is the greatest rise of the share of the largest component, for arcs that grow by a half.
func jump(g *measure.Growth) (most float64) {
	for i := 2; i < len(g.Points); i++ { // from the first point with random arcs on
		a, b := g.Points[i-1], g.Points[i]
		rise := float64(b.Largest-a.Largest) / float64(max(g.Pages, 1))
		most = max(most, rise*math.Log(1.5)/math.Log(b.Percent/a.Percent))
	}
	return most
}
