package papers

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"weft/algo/distance"
	"weft/answers/course"
	"weft/answers/measure"
	"weft/internal/digits"
)

// A quantity is a number of a point of a crawl, false if it has none, and its least and greatest possible values.
type quantity struct {
	of          func(p *course.Point) (float64, bool)
	least, most float64
}

// share01 is a quantity from 0 to 1, and amount one from 0 on.
func share01(of func(p *course.Point) (float64, bool)) quantity { return quantity{of, 0, 1} }

func amount(of func(p *course.Point) (float64, bool)) quantity { return quantity{of, 0, math.Inf(1)} }

// The quantities.
var (
	sccShare   = share01(course.PartOf(func(b *course.Bow) int64 { return b.SCC }))
	inShare    = share01(course.PartOf(func(b *course.Bow) int64 { return b.In }))
	outShare   = share01(course.PartOf(func(b *course.Bow) int64 { return b.Out }))
	otherShare = share01(course.PartOf(func(b *course.Bow) int64 { return b.Others }))
	sinkShare  = share01(ofStep(course.SinksOf))
	toCrawled  = share01(ofStep(course.ToCrawledOf))
	toKnown    = share01(ofStep(course.ToKnownOf))

	meanDistance  = amount(course.MeanDistanceOf)
	diameter      = amount(course.LongestOf)
	diameterShare = share01(longestShare)
	clustering    = share01(course.ClusteringOf)
	atRandom      = share01(clusteringAtRandom)
	gaussian      = share01(fromGauss)
	maximalCores  = amount(course.MaximalOf)
	disjointCores = amount(disjointOf)

	rankExponent  = amount(course.RankExponentOf)
	sizesExponent = amount(course.SizesExponentOf)
	inExponent    = amount(course.DegreeOf(func(l *course.DegreeLaws) *measure.Law { return l.LinksIn }))
	outExponent   = amount(course.DegreeOf(func(l *course.DegreeLaws) *measure.Law { return l.LinksOut }))
)

// ofStep is a quantity that does not need the structure of the graph.
func ofStep(of func(s *course.Step) (float64, bool)) func(p *course.Point) (float64, bool) {
	return func(p *course.Point) (float64, bool) { return of(&p.Step) }
}

// over is a quantity over crawls: the mean over the n crawls that have it, with its 95 % interval over the draws
// (Student's t), cut to the possible values. With one crawl there is no interval.
type over struct {
	distance.Estimate
	n, crawls int
}

// overOf returns the mean of some values of a quantity between two limits, out of a number of crawls.
func overOf(values []float64, crawls int, least, most float64) over {
	return over{distance.EstimateMean(values).Within(least, most), len(values), crawls}
}

// String formats a mean with half of its interval, or with both ends if it was cut. It adds the number of crawls,
// unless it is all.
func (o over) String() string {
	if o.n == 0 {
		return digits.None
	}
	text := short(o.Value)
	if low, high := o.Value-o.Low, o.High-o.Value; o.n > 1 && math.Abs(low-high) <= 1e-9*(math.Abs(low)+math.Abs(high)) {
		text += " ± " + short(o.Half())
	} else if o.n > 1 {
		text += fmt.Sprintf(" (%s to %s)", short(o.Low), short(o.High))
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
		if v, ok := of.of(x.point(share)); ok {
			values = append(values, v)
		}
	}
	return overOf(values, all, of.least, of.most)
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
	return overOf(values, len(values), 0, 1)
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

// each judges something of each strategy; all must agree.
func each(strategies []string, judge func(strategy string) Verdict) Verdict {
	var all []Verdict
	for _, s := range strategies {
		all = append(all, judge(s))
	}
	return together(all...)
}

// of judges a quantity by the range of a claim.
func (o over) of(c *claim) Verdict { return o.held(c.Agrees[0], c.Agrees[1]) }

// held judges a quantity by its interval; of one crawl there is none.
func (o over) held(low, high float64) Verdict { return held(o.Estimate, o.n > 1, low, high) }

// A place is where crawls by a strategy stand at a share of their way.
type place struct {
	crawls   []RandomCrawl
	strategy string
	share    float64
}

// values are a quantity of the crawls, by draw.
func (p place) values(of quantity) map[int]float64 {
	all := map[int]float64{}
	for i := range p.crawls {
		if x := &p.crawls[i]; x.Strategy == p.strategy && x.last() != nil {
			if v, ok := of.of(x.point(p.share)); ok {
				all[x.Draw] = v
			}
		}
	}
	return all
}

// relate is a function of two quantities, draw by draw; NaN leaves a draw out.
func relate(a, b map[int]float64, f func(x, y float64) float64, least, most float64) over {
	var values []float64
	for _, draw := range slices.Sorted(maps.Keys(a)) {
		if y, has := b[draw]; has {
			if v := f(a[draw], y); !math.IsNaN(v) {
				values = append(values, v)
			}
		}
	}
	return overOf(values, len(a), least, most)
}

// change is by how much a quantity differs from one place to another, as a share of the larger value.
func change(a, b place, of quantity) over {
	return relate(a.values(of), b.values(of), func(x, y float64) float64 {
		if most := math.Max(math.Abs(x), math.Abs(y)); most > 0 {
			return (y - x) / most
		}
		return 0
	}, -1, 1)
}

// ratio is how many times a quantity is another one.
func ratio(a, b map[int]float64) over {
	return relate(a, b, func(x, y float64) float64 {
		if y == 0 {
			return math.NaN()
		}
		return x / y
	}, 0, math.Inf(1))
}

// changes tells by how much a quantity of each strategy changes.
func changes(strategies []string, of func(strategy string) over) string {
	var told []string
	for _, s := range strategies {
		told = append(told, paperNames[s]+" "+signed(of(s)))
	}
	return strings.Join(told, ", ")
}

// signed writes a change in per cent, with its interval.
func signed(o over) string {
	switch o.n {
	case 0:
		return digits.None
	case 1:
		return fmt.Sprintf("%+.0f %%", 100*o.Value)
	}
	return fmt.Sprintf("%+.0f %% (%+.0f to %+.0f)", 100*o.Value, 100*o.Low, 100*o.High)
}

// fromGauss is how far the lengths of paths are from Gauss's law of the same mean and spread: the largest difference of
// their distributions.
func fromGauss(p *course.Point) (float64, bool) {
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
