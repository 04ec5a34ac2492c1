package papers

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"weft/algo/distance"
	"weft/answers/course"
	"weft/answers/measure"
	"weft/internal/digits"
)

// A quantity is a number of a point of a crawl; false where there is none.
type quantity func(p *course.Point) (float64, bool)

// The quantities.
var (
	sccShare   quantity = course.PartOf(func(b *course.Bow) int64 { return b.SCC })
	inShare    quantity = course.PartOf(func(b *course.Bow) int64 { return b.In })
	outShare   quantity = course.PartOf(func(b *course.Bow) int64 { return b.Out })
	otherShare quantity = course.PartOf(func(b *course.Bow) int64 { return b.Others })
	sinkShare           = ofStep(course.SinksOf)
	toCrawled           = ofStep(course.ToCrawledOf)
	toKnown             = ofStep(course.ToKnownOf)

	meanDistance quantity = course.MeanDistanceOf
	diameter     quantity = course.LongestOf
	clustering   quantity = course.ClusteringOf
	maximalCores quantity = course.MaximalOf

	rankExponent  quantity = course.RankExponentOf
	sizesExponent quantity = course.SizesExponentOf
	inExponent    quantity = course.DegreeOf(func(l *course.DegreeLaws) *measure.Law { return l.LinksIn })
	outExponent   quantity = course.DegreeOf(func(l *course.DegreeLaws) *measure.Law { return l.LinksOut })
)

// ofStep is a quantity that needs no look at the structure.
func ofStep(of func(s *course.Step) (float64, bool)) quantity {
	return func(p *course.Point) (float64, bool) { return of(&p.Step) }
}

// over is a quantity over crawls: the mean of the n of them that have it.
type over struct {
	distance.Estimate
	n, crawls int
}

// String writes a mean with half of its 95 % interval over the draws, and of how many it is, unless of all.
func (o over) String() string {
	if o.n == 0 {
		return digits.None
	}
	text := short(o.Value)
	if o.n > 1 {
		text += " ± " + short(o.Half())
	}
	if o.n < o.crawls {
		text += fmt.Sprintf(" (%d of %d)", o.n, o.crawls)
	}
	return text
}

// short writes three digits or so.
func short(x float64) string {
	switch a := math.Abs(x); {
	case a >= 100:
		return digits.Grouped(int64(math.Round(x)))
	case a >= 10:
		return digits.Fixed(x, 1)
	case a >= 1:
		return digits.Fixed(x, 2)
	case a >= 0.01 || x == 0:
		return digits.Fixed(x, 3)
	}
	return fmt.Sprintf("%.2g", x)
}

// at is a quantity of the crawls by a strategy at a share of their way; 1 is their end.
func at(crawls []RandomCrawl, strategy string, share float64, of quantity) over {
	var values []float64
	all := 0
	for i := range crawls {
		x := &crawls[i]
		if x.Strategy != strategy || x.last() == nil {
			continue
		}
		all++
		if v, ok := of(x.point(share)); ok {
			values = append(values, v)
		}
	}
	return over{distance.EstimateMean(values), len(values), all}
}

// point is that nearest to a share of the way.
func (x *RandomCrawl) point(share float64) *course.Point {
	want := share * float64(x.last().Crawled)
	return slices.MinFunc(x.Points, func(a, b course.CrawlPoint) int {
		return cmp.Compare(math.Abs(float64(a.Crawled)-want), math.Abs(float64(b.Crawled)-want))
	}).Point
}

// step is where a crawl stood at a share of its way, or just before.
func (x *RandomCrawl) step(share float64) *course.Step {
	want := int(share * float64(x.last().Crawled))
	last := &x.Trail[0]
	for i := range x.Trail {
		if x.Trail[i].Crawled <= want {
			last = &x.Trail[i]
		}
	}
	return last
}

// capturedAt is the share of PageRank that crawls by a strategy have at a share of their way.
func capturedAt(crawls []RandomCrawl, strategy string, share float64) over {
	var values []float64
	for i := range crawls {
		if x := &crawls[i]; x.Strategy == strategy && x.last() != nil && len(x.Trail) > 0 {
			values = append(values, x.step(share).Ranks)
		}
	}
	return over{distance.EstimateMean(values), len(values), len(values)}
}

// ends tells a quantity at the end of the crawls by some strategies.
func ends(crawls []RandomCrawl, strategies []string, of quantity) string {
	var all []string
	for _, s := range strategies {
		all = append(all, paperNames[s]+" "+at(crawls, s, 1, of).String())
	}
	return strings.Join(all, ", ")
}

// grows tells a quantity along the way of the crawls by a strategy.
func grows(crawls []RandomCrawl, strategy string, of quantity) string {
	var all []string
	for _, share := range append(slices.Clone(progresses), 1) {
		all = append(all, fmt.Sprintf("%s %s", percent(share*realistic), at(crawls, strategy, share, of)))
	}
	return paperNames[strategy] + ": " + strings.Join(all, ", ")
}

// percent writes a progress.
func percent(share float64) string { return fmt.Sprintf("%.3g %%", math.Round(share*1e4)/100) }

// all says whether something holds of each strategy.
func all(strategies []string, holds func(strategy string) bool) bool {
	return !slices.ContainsFunc(strategies, func(s string) bool { return !holds(s) })
}

// within says whether a number is known and between two others.
func (o over) within(low, high float64) bool { return o.n > 0 && o.Value >= low && o.Value <= high }

// apart is by how much two quantities differ, as a share of the larger.
func apart(a, b over) float64 {
	if a.n == 0 || b.n == 0 {
		return math.NaN()
	}
	most := math.Max(math.Abs(a.Value), math.Abs(b.Value))
	if most == 0 {
		return 0
	}
	return math.Abs(a.Value-b.Value) / most
}

// times is how many times another quantity one is, by their means.
func times(a, b over) over {
	if a.n == 0 || b.n == 0 || b.Value == 0 {
		return over{}
	}
	x := a.Value / b.Value
	return over{distance.Estimate{Value: x, Low: x, High: x}, 1, 1}
}

// gaussian is how far the lengths of paths are from Gauss's law of the same mean and spread: the largest difference of
// their distributions.
func gaussian(p *course.Point) (float64, bool) {
	if p.Lengths == nil || len(p.Bins) < 3 {
		return 0, false
	}
	mean, square, total := 0.0, 0.0, 0.0
	for _, b := range p.Bins {
		x := float64(b.From+b.To) / 2
		mean, square, total = mean+x*b.Share.Value, square+x*x*b.Share.Value, total+b.Share.Value
	}
	if total <= 0 {
		return 0, false
	}
	mean, square = mean/total, square/total
	sd := math.Sqrt(math.Max(square-mean*mean, 1e-12))
	far, sum := 0.0, 0.0
	for _, b := range p.Bins {
		sum += b.Share.Value / total
		normal := 0.5 * math.Erfc(-(float64(b.To)+0.5-mean)/sd/math.Sqrt2)
		far = math.Max(far, math.Abs(sum-normal))
	}
	return far, true
}
