package course

import (
	"fmt"
	"math"

	"weft/answers/measure"
	"weft/internal/digits"
)

// quantities are compared.
var quantities = []quantity{
	{"known pages", "", at(func(p *Point) (float64, bool) { return float64(p.Known), true })},
	{"links", "", at(func(p *Point) (float64, bool) { return float64(p.Links), true })},
	{"links a page", "7", at(func(p *Point) (float64, bool) { return float64(p.Links) / float64(p.Crawled), true })},
	{"arcs between crawled pages", "", at(func(p *Point) (float64, bool) { return float64(p.Arcs), true })},
	{"share of sinks", "a lot", step(SinksOf)},
	{"links to crawled pages", "", step(ToCrawledOf)},
	{"links to known pages", "", step(ToKnownOf)},
	{"SCC", "1/4", at(PartOf(func(b *Bow) int64 { return b.SCC }))},
	{"IN", "1/4", at(PartOf(func(b *Bow) int64 { return b.In }))},
	{"OUT", "1/4", at(PartOf(func(b *Bow) int64 { return b.Out }))},
	{"other parts", "1/4", at(PartOf(func(b *Bow) int64 { return b.Others }))},
	{"mean distance", "16, 19", at(MeanDistanceOf)},
	{"effective diameter", "", at(func(p *Point) (float64, bool) {
		return value(p.Lengths != nil && p.Effective != nil, func() float64 { return p.Effective.Value })
	})},
	{"longest distance seen", "", at(LongestOf)},
	{"clustering", "> 0.1", at(ClusteringOf)},
	{"transitivity", "", at(TransitivityOf)},
	{"disjoint (4,4) cores", "", at(func(p *Point) (float64, bool) {
		return value(p.CoreCount != nil && p.Disjoint != nil, func() float64 { return float64(*p.Disjoint) })
	})},
	{"exponent of core sizes, by fans", "1.09–1.4", slope(func(c CoreCell) int { return c.Fans })},
	{"exponent of core sizes, by centers", "1.09–1.4", slope(func(c CoreCell) int { return c.Centers })},
	{"exponent of in-degrees", "2.1", at(DegreeOf(func(l *DegreeLaws) *measure.Law { return l.LinksIn }))},
	{"exponent of out-degrees", "2.72", at(DegreeOf(func(l *DegreeLaws) *measure.Law { return l.LinksOut }))},
	{"exponent of PageRank", "2.1", at(RankExponentOf)},
	{"exponent of SCC sizes", "2.5", at(SizesExponentOf)},
	{"PageRank of the first tenth", "most", captured(0.1, func(s *Step) (float64, bool) { return s.Ranks, true })},
	{"in-degree of the first tenth", "", captured(0.1, func(s *Step) (float64, bool) { return numberOf(s.Indegrees) })},
}

// A Tick says whether a crawl is as the paper on random Web crawls says that a good model of crawls is (section 6).
//
//json:object mark of a model
type Tick struct {
	Name      string `json:"name"`                              // name of the criterion
	Criterion string `json:"criterion"`                         // condition under which the criterion holds
	Real      *bool  `json:"real" absent:"null: not requested"` // the criterion holds for the crawl
	RealIs    string `json:"real_is"`                           // figures of the crawl
	// the criterion holds for the first crawl of the model
	Model      *bool  `json:"model" absent:"null: not requested"`
	ModelIs    string `json:"model_is"`   // figures of the first crawl of the model
	Models     int    `json:"models"`     // number of crawls of the model for which the criterion holds
	Literature string `json:"literature"` // value that the paper quotes for crawls of the Web
}

// A criterion judges a crawl; nil where what it takes was not measured.
type criterion struct {
	name, criterion, literature string
	judge                       func(c *Crawl) (holds *bool, is string)
}

// criteria are the six properties.
var criteria = []criterion{
	{"clustered", "clustering above 0.1", "> 0.1", func(c *Crawl) (*bool, string) {
		x, has := ClusteringOf(c.points[len(c.points)-1])
		return judged(has, x > 0.1, digits.Fixed(x, 3))
	}},
	{"short paths", "mean distance of at most log2 of the pages", "16, 19 of 200 million", func(c *Crawl) (*bool, string) {
		p := c.points[len(c.points)-1]
		if p.Lengths == nil || p.Mean == nil {
			return nil, ""
		}
		most := math.Log2(float64(p.Crawled))
		return judged(true, p.Mean.Value <= most, fmt.Sprintf("%s, log2 %s", digits.Fixed(p.Mean.Value, 1), digits.Fixed(most, 1)))
	}},
	{"Zipf degrees", "tails of both of 50 pages or more over a factor of 10, exponents 1.5 to 3.5", "2.1 and 2.72", zipfDegrees},
	{"many sinks", "a tenth of the pages or more", "a lot", func(c *Crawl) (*bool, string) {
		p := c.points[len(c.points)-1]
		x := float64(p.Sinks) / float64(p.Crawled)
		return judged(true, x >= 0.1, digits.Percent(x))
	}},
	{"PageRank early", "a fifth or more in the first tenth of the crawl", "most in very few steps", func(c *Crawl) (*bool, string) {
		x, has := captured(0.1, func(s *Step) (float64, bool) { return s.Ranks, true })(c)
		return judged(has, x >= 0.2, digits.Percent(x))
	}},
	{"bow tie", "SCC, and IN or OUT, each a tenth or more", "a quarter each", func(c *Crawl) (*bool, string) {
		p := c.points[len(c.points)-1]
		if p.Bow == nil {
			return nil, ""
		}
		n, b := float64(p.Crawled), p.Bow
		scc, in, out := float64(b.SCC)/n, float64(b.In)/n, float64(b.Out)/n
		return judged(true, scc >= 0.1 && max(in, out) >= 0.1, fmt.Sprintf("%s, %s, %s", digits.Percent(scc), digits.Percent(in), digits.Percent(out)))
	}},
}

func judged(has, holds bool, is string) (*bool, string) {
	if !has {
		return nil, ""
	}
	return &holds, is
}

// zipfDegrees is the third criterion. A law that was fitted has a tail of that size.
func zipfDegrees(c *Crawl) (*bool, string) {
	l := c.points[len(c.points)-1].DegreeLaws
	if l == nil {
		return nil, ""
	}
	holds := true
	for _, x := range []*measure.Law{l.LinksIn, l.LinksOut} {
		holds = holds && x.Fit != nil && x.Fit.Exponent >= 1.5 && x.Fit.Exponent <= 3.5
	}
	return judged(true, holds, fmt.Sprintf("%s and %s", exponent(l.LinksIn), exponent(l.LinksOut)))
}
