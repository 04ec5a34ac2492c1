package papers

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"weft/answers/answer"
	"weft/answers/course"
	"weft/crawl/model"
	"weft/crawl/strategy"
	"weft/internal/digits"
	"weft/internal/mem"
	"weft/internal/splitmix"
)

// RandomOptions of RunRandom. The zero value is the default.
type RandomOptions struct {
	answer.Options
	// Crawled is how many pages are crawled, at 30 % of a Web: 500,000 if it is 0, as in Figs. 6 and 7. The paper goes
	// up to 20,000,000.
	Crawled int
	// Draws is how many random Webs each crawl is made of, for intervals; 3 if it is 0.
	Draws int
	// Fit is a crawl beside the model that was fitted to it, or nil.
	Fit *course.Fitted
}

// The settings of the paper (§4.2, §5): exponents, and the progress up to which "results are more realistic".
const (
	randomIn, randomOut = 2.1, 2.72
	realistic           = 0.3
	smallCores          = 1000 // caption of Fig. 8; the text says 25,000
	largeCores          = 25_000
)

// Check refuses options that cannot be.
func (o *RandomOptions) Check() error {
	return answer.CheckAll(
		answer.Rule{
			Holds:  o.Crawled == 0 || o.Crawled >= 1000 && o.Crawled <= 1e9,
			Option: "crawled",
			Value:  o.Crawled,
			Want:   "1,000 or more, up to 1,000,000,000",
		},
		answer.Rule{Holds: o.Draws >= 0 && o.Draws <= 1000, Option: "draws", Value: o.Draws, Want: "1 to 1,000"},
	)
}

// A RandomResult is the result of RunRandom: the rows, and their sources.
//
//json:object reproduce random-crawls
type RandomResult struct {
	Rows    []Row         `json:"rows"`        // values of the paper beside the values found, figure by figure
	Claims  []Row         `json:"claims"`      // claims of section 5 of the paper beside the values found
	Webs    []RandomCrawl `json:"webs"`        // crawls from one page, by strategy and draw
	Printed []RandomCrawl `json:"printed_law"` // crawls under the law of out-degrees that the paper prints
	Seeded  []RandomCrawl `json:"seeded"`      // crawls from many pages
	Smaller []RandomCrawl `json:"smaller"`     // crawls of a tenth of the size
	// Cored are crawls whose cores were counted: of 1,000 pages, and of 25,000, each at 30 % of its Web. Swept are
	// crawls of 25,000 pages with other exponents.
	Cored []RandomCrawl `json:"cored"` // crawls whose cores were counted
	Swept []RandomCrawl `json:"swept"` // crawls whose cores were counted, under other exponents
	// the named crawl beside the model fitted to it
	Fit *course.Fitted `json:"fit,omitempty" absent:"no crawl was named"`
}

// A RandomCrawl is a crawl of a random Web.
//
//json:object crawl of a random Web
type RandomCrawl struct {
	Strategy string              `json:"strategy"`  // strategy that chose the next page
	In       float64             `json:"in"`        // exponent of in-degrees
	Out      float64             `json:"out"`       // exponent of out-degrees
	Law      string              `json:"law"`       // the law of out-degrees
	Seeds    int                 `json:"seeds"`     // start pages
	Draw     int                 `json:"draw"`      // number of the draw
	Died     int                 `json:"died"`      // earlier draws whose crawls ended within 1 % of the way
	WebPages int                 `json:"web_pages"` // pages that can be crawled
	Points   []course.CrawlPoint `json:"points"`    // the points of progress
	Missed   []int               `json:"missed"`    // points that the crawl did not reach, as numbers of crawled pages
	Trail    []course.Step       `json:"trail"`     // about evenly spaced steps between the points
	// cores of the first 1,000 pages and of all pages; empty unless requested
	CoreTables []course.CoreTable `json:"core_tables"`
}

// last is where the crawl ended; nil if it has no point.
func (x *RandomCrawl) last() *course.Point {
	if len(x.Points) == 0 {
		return nil
	}
	return x.Points[len(x.Points)-1].Point
}

type randomRun struct {
	RandomOptions
	ctx  context.Context //nolint:containedctx // lives as long as the run
	r    RandomResult
	done int
}

// RunRandom runs the experiments of the paper on random Web crawls on its model, with each of its strategies, and
// compares the results with the printed ones. Results are a function of the options. Memory: a crawl of the model
// and its measures, one after the other; if it does not fit, RunRandom refuses to begin.
// Papers: random crawls, §5.4, §2, §6.
func RunRandom(ctx context.Context, o RandomOptions) (*RandomResult, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	o.Crawled, o.Draws = cmp.Or(o.Crawled, 500_000), cmp.Or(o.Draws, 3)
	r := &randomRun{RandomOptions: o, ctx: ctx, r: RandomResult{Fit: o.Fit}}
	if err := r.checkMemory(); err != nil {
		return nil, err
	}
	for _, step := range []func() error{r.strategies, r.printed, r.seeded, r.smaller, r.cored, r.swept} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	r.r.Rows = rows("random", randomChecks, r)
	r.r.Claims = rows("random-claims", randomClaimChecks, r)
	r.withoutTiny()
	return &r.r, nil
}

// randomStrategies are the paper's strategies, with two readings of depth first: a page that is found again stays
// at its place in the stack, or moves to its top.
var randomStrategies = []string{"bfs", "indegree", "random", "dfs", "dfs-repush"}

// paperNames maps strategies to the paper's names.
var paperNames = map[string]string{
	"bfs":        "BFS",
	"indegree":   "DEG",
	"random":     "RND",
	"dfs":        "DFS",
	"dfs-repush": "DFS, pushed again",
}

// spread lists the strategies that the paper treats together.
var spread = randomStrategies[:3]

// progresses are where crawls are measured, as shares of their end.
var progresses = []float64{0.01, 0.05, 0.1, 1.0 / 3, 2.0 / 3}

// A randomPlan is a planned crawl.
type randomPlan struct {
	RandomCrawl
	crawled  int
	at       []float64 // points, as shares of the end
	measures course.Measures
	dies     bool // it may die: no other Web is drawn then
}

// plan returns the plan of the crawl with a strategy.
func (r *randomRun) plan(strategy string, draw int) randomPlan {
	return randomPlan{
		RandomCrawl: RandomCrawl{
			Strategy: strategy,
			In:       randomIn,
			Out:      randomOut,
			Law:      fmt.Sprintf("pareto:%d", model.DefaultScale),
			Seeds:    1,
			Draw:     draw,
		},
		crawled: r.Crawled,
		at:      progresses,
	}
}

func (r *randomRun) strategies() error {
	for _, s := range randomStrategies {
		for draw := range r.Draws {
			p := r.plan(s, draw)
			p.measures = course.All &^ course.Cores
			if err := r.crawl(p, &r.r.Webs); err != nil {
				return err
			}
		}
	}
	return nil
}

// printedDraws is how many Webs of the printed law are crawled: most die.
const printedDraws = 20

func (r *randomRun) printed() error {
	for draw := range printedDraws {
		p := r.plan("bfs", draw)
		p.Law, p.measures, p.dies, p.at = "zipf", course.BowTie, true, nil
		if err := r.crawl(p, &r.r.Printed); err != nil {
			return err
		}
	}
	return nil
}

// seedShares are how many seeds there are, of the pages that are crawled.
var seedShares = []float64{0.001, 0.01, 0.1, 0.3, 0.5}

func (r *randomRun) seeded() error {
	for _, share := range seedShares {
		for draw := range r.Draws {
			p := r.plan("bfs", draw)
			p.Seeds, p.measures, p.at = max(1, int(share*float64(r.Crawled))), course.BowTie, nil
			if err := r.crawl(p, &r.r.Seeded); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *randomRun) smaller() error {
	for _, s := range spread {
		for draw := range r.Draws {
			p := r.plan(s, draw)
			p.crawled, p.measures, p.at = r.Crawled/10, course.BowTie|course.Clustering|course.Paths, nil
			if err := r.crawl(p, &r.r.Smaller); err != nil {
				return err
			}
		}
	}
	return nil
}

// sparserLaw is the law of out-degrees whose cores were nearest to the paper's among the laws tried: 3.6 links a
// page.
const sparserLaw = "pareto:3"

// cored counts cores: of the sizes that the paper names, the smaller one over many Webs, as counts of it vary much.
func (r *randomRun) cored() error {
	for _, size := range []struct {
		pages, draws int
		law          string
	}{{smallCores, 10 * r.Draws, sparserLaw}, {smallCores, 10 * r.Draws, ""}, {largeCores, r.Draws, ""}} {
		if size.pages > smallCores && r.Crawled <= smallCores {
			continue // they would be the same crawls
		}
		for draw := range size.draws {
			p := r.plan("bfs", draw)
			p.crawled, p.measures, p.Law = min(r.Crawled, size.pages), course.Cores, cmp.Or(size.law, p.Law)
			if size.pages < min(r.Crawled, largeCores) {
				p.at = nil // the larger ones are measured on their way
			}
			if err := r.crawl(p, &r.r.Cored); err != nil {
				return err
			}
		}
	}
	return nil
}

// coreSteps bounds the search for the cores of a graph. With it, the search in graphs of 1,000 pages is complete.
const coreSteps = 1 << 25

// ofRandomWebs is the domain of their seeds.
const ofRandomWebs splitmix.Domain = 0x72616e646f6d

// sweep are exponents around the paper's, the lowest first and the highest last.
var sweep = [][2]float64{{2, 2.72}, {2.1, 2.4}, {2.1, 2.72}, {2.1, 3.2}, {2.4, 2.72}, {2.4, 3.2}}

func (r *randomRun) swept() error {
	for _, exponents := range sweep {
		for draw := range r.Draws {
			p := r.plan("bfs", draw)
			p.In, p.Out = exponents[0], exponents[1]
			p.crawled, p.measures, p.at = min(r.Crawled, largeCores), course.Cores, nil
			if err := r.crawl(p, &r.r.Swept); err != nil {
				return err
			}
		}
	}
	return nil
}

// total is how many crawls are made.
func (r *randomRun) total() int {
	return (len(randomStrategies)+len(spread)+21+len(seedShares)+len(sweep))*r.Draws + printedDraws
}

// crawl makes a planned crawl on the first Web on which it reaches its end, because statements about 30 % need
// crawls that reach it.
func (r *randomRun) crawl(p randomPlan, to *[]RandomCrawl) error {
	if r.Note != nil {
		r.Note("crawling random Webs", int64(r.done), int64(r.total()))
	}
	r.done++
	for ; p.Died < 100; p.Died++ {
		if err := r.once(&p); err != nil {
			return fmt.Errorf("%s of a random Web: %w", p.Strategy, err)
		}
		if last := p.last(); p.dies || last != nil && last.Crawled >= p.crawled {
			*to = append(*to, p.RandomCrawl)
			return nil
		}
	}
	return fmt.Errorf(
		"%s of a random Web with the laws %g and %s %g: 100 crawls of %s ended before",
		p.Strategy,
		p.In,
		p.Law,
		p.Out,
		digits.Plural(p.crawled, "page"),
	)
}

// once makes a planned crawl of one Web.
func (r *randomRun) once(p *randomPlan) error {
	o, err := r.options(p)
	if err != nil {
		return err
	}
	got, err := course.RunModel(r.ctx, o)
	if err != nil {
		return err
	}
	first := got.Crawls[0]
	p.WebPages, p.Points, p.Missed, p.Trail, p.CoreTables = got.WebPages, got.Points, first.Missed, first.Trail, first.CoreTables
	return nil
}

// options returns the options of a planned crawl.
func (r *randomRun) options(p *randomPlan) (o course.ModelOptions, err error) {
	in, err := model.Zipf(p.In, 1)
	if err != nil {
		return o, err
	}
	out, err := model.ParseLaw(p.Law, p.Out)
	if err != nil {
		return o, err
	}
	choice, err := strategy.Parse(p.Strategy, course.Strategies())
	seed := ofRandomWebs.Seed(r.Seed, uint64(p.Draw), uint64(p.Died)) //nolint:gosec // not negative
	return course.ModelOptions{
		Pages: int(
			math.Round(float64(p.crawled) / realistic),
		),
		In:     in,
		Out:    out,
		Orders: []strategy.Choice{choice},
		Starts: p.Seeds,
		Options: course.Options{
			At:        points(p.at, p.crawled),
			Measures:  p.measures,
			CoresOf:   slices.Compact([]int{min(p.crawled, smallCores), p.crawled}),
			CoreSteps: coreSteps,
			Seed:      seed,
			Workers:   r.Workers,
		},
	}, err
}

// checkMemory refuses a run whose largest crawls do not fit: those by strategies, and those whose cores are counted.
func (r *randomRun) checkMemory() error {
	strategies, cores := r.plan("bfs", 0), r.plan("bfs", 0)
	strategies.measures = course.All &^ course.Cores
	cores.crawled, cores.measures = min(r.Crawled, largeCores), course.Cores
	need := int64(0)
	for _, p := range []*randomPlan{&strategies, &cores} {
		o, err := r.options(p)
		if err != nil {
			return err
		}
		need = max(need, mem.Sum(o.Parts()))
	}
	return mem.Check("crawling random Webs", need-mem.Base, r.Memory)
}

// points returns shares of a number of pages as numbers, and this number.
func points(shares []float64, of int) (at []int) {
	for _, s := range append(slices.Clone(shares), 1) {
		if n := int(math.Round(s * float64(of))); n > 0 && !slices.Contains(at, n) {
			at = append(at, n)
		}
	}
	return at
}
