package course

import "weft/answers/measure"

// The following functions return quantities of a step or of a point, to be compared, drawn and reported. They
// return false for quantities that were not requested or are not defined.

// SinksOf is the share of the crawled pages that are sinks.
func SinksOf(s *Step) (float64, bool) { return shareOf(int64(s.Sinks), s.Crawled) }

// ToCrawledOf returns the share of links whose target had been crawled, and ToKnownOf the share whose target was
// known.
func ToCrawledOf(s *Step) (float64, bool) { return numberOf(s.DiscoveryCrawled) }

// ToKnownOf is beside ToCrawledOf.
func ToKnownOf(s *Step) (float64, bool) { return numberOf(s.DiscoveryKnown) }

// MeanDistanceOf returns the mean distance of connected pairs.
func MeanDistanceOf(p *Point) (float64, bool) {
	return value(p.Lengths != nil && p.Mean != nil, func() float64 { return p.Mean.Value })
}

// LongestOf is the diameter, or the longest distance that was seen.
func LongestOf(p *Point) (float64, bool) {
	return value(p.Lengths != nil, func() float64 { return float64(p.Diameter) })
}

// ClusteringOf is the mean over pages with two neighbours or more, and TransitivityOf that over pairs of neighbours.
func ClusteringOf(p *Point) (float64, bool) {
	return value(p.Clustered != nil && p.Local != nil, func() float64 { return p.Local.Value })
}

// TransitivityOf is beside ClusteringOf.
func TransitivityOf(p *Point) (float64, bool) {
	return value(p.Clustered != nil && p.Transitivity != nil, func() float64 { return p.Transitivity.Value })
}

// PartOf is the share of the crawled pages that are in a part of the bow tie.
func PartOf(part func(*Bow) int64) func(*Point) (float64, bool) {
	return func(p *Point) (float64, bool) {
		if p.Bow == nil {
			return 0, false
		}
		return shareOf(part(p.Bow), p.Crawled)
	}
}

// MaximalOf is the number of maximal (4,4) cores for each crawled page.
func MaximalOf(p *Point) (float64, bool) {
	if p.CoreCount == nil || p.Maximal == nil {
		return 0, false
	}
	return shareOf(*p.Maximal, p.Crawled)
}

// DegreeOf is the exponent of the law of a degree.
func DegreeOf(law func(*DegreeLaws) *measure.Law) func(*Point) (float64, bool) {
	return func(p *Point) (float64, bool) {
		if p.DegreeLaws == nil {
			return 0, false
		}
		return exponentOf(law(p.DegreeLaws))
	}
}

// RankExponentOf returns the exponent of the law of PageRank.
func RankExponentOf(p *Point) (float64, bool) { return exponentOf(p.Ranked) }

// SizesExponentOf returns the exponent of the law of the sizes of strong components.
func SizesExponentOf(p *Point) (float64, bool) {
	if p.Bow == nil {
		return 0, false
	}
	return exponentOf(p.Sizes)
}

func exponentOf(l *measure.Law) (float64, bool) {
	return value(l != nil && l.Fit != nil, func() float64 { return l.Fit.Exponent })
}

func shareOf(n int64, crawled int) (float64, bool) {
	return value(crawled > 0, func() float64 { return float64(n) / float64(crawled) })
}

func numberOf(x *float64) (float64, bool) {
	return value(x != nil, func() float64 { return *x })
}

func value(has bool, x func() float64) (float64, bool) {
	if !has {
		return 0, false
	}
	return x(), true
}
