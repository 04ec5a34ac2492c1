package model

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"weft/stats"
)

// A Law is the probability distribution of a degree.
//
// The paper draws from Zipf's law, P(d) in proportion to d^−λ for d ≥ 1, with λ of 2.1 for in-degrees and 2.72 for
// out-degrees. The second has a mean of 1.59: a crawl has hardly more new links than pages, and most crawls die
// within some hundred pages. The paper's results require "the average out-degree large enough" (section 4.2). So
// the default out-degree is ⌊5(X − 1)⌋, where X follows Pareto's law with the same exponent: a mean of 6.5 links,
// no links for 27 % of the pages, the same tail.
type Law struct {
	text string
	// ccdf is P(D ≥ d), for whole d ≥ 0: 1 at 0, never increasing.
	ccdf func(d uint64) float64
}

// String returns the text that [ParseLaw] accepts, without the exponent.
func (l Law) String() string { return l.text }

// AtLeast returns P(D ≥ d).
func (l Law) AtLeast(d uint64) float64 { return l.ccdf(d) }

// DefaultScale is the scale, of those tried, whose results come closest to the paper's.
const DefaultScale = 5

// exponents that are of use: below, there is no mean; above, nothing is above the least.
const leastExponent, mostExponent = 1.01, 20

// Zipf is P(d) = d^−exponent / ζ(exponent, least), for d ≥ least ≥ 1.
func Zipf(exponent float64, least uint64) (Law, error) {
	if err := checkExponent(exponent); err != nil {
		return Law{}, err
	}
	if least < 1 || least > math.MaxUint32 {
		return Law{}, fmt.Errorf("a law of Zipf from %d on: want 1 or more", least)
	}
	law := stats.PowerLaw{XMin: least, Exponent: exponent}
	text := "zipf"
	if least > 1 {
		text = fmt.Sprintf("zipf:%d", least)
	}
	return Law{text, law.CCDF}, nil
}

// Pareto is ⌊scale·(X − 1)⌋, where P(X ≥ x) = x^(1−exponent) for x ≥ 1. Its tail falls with the exponent like the
// tail of Zipf's law. Its mean, if it exists, is near scale/(exponent − 2) − 1/2, and degrees of 0 are likely.
func Pareto(exponent, scale float64) (Law, error) {
	if err := checkExponent(exponent); err != nil {
		return Law{}, err
	}
	if !(scale > 0 && scale <= 1e6) {
		return Law{}, fmt.Errorf("a law of Pareto times %g: want more than 0, and 1000000 at most", scale)
	}
	return Law{fmt.Sprintf("pareto:%g", scale), func(d uint64) float64 { return math.Pow(1+float64(d)/scale, 1-exponent) }}, nil
}

func checkExponent(x float64) error {
	if !(x >= leastExponent && x <= mostExponent) {
		return fmt.Errorf("an exponent of %g: want %g to %g", x, leastExponent, float64(mostExponent))
	}
	return nil
}

// Observed is the law of counted degrees, such as the degrees of a crawl.
func Observed(h stats.Histogram) (Law, error) {
	if err := h.Validate(); err != nil {
		return Law{}, err
	}
	total := float64(h.Total())
	if total == 0 {
		return Law{}, fmt.Errorf("the law of no pages: want the degrees of one or more")
	}
	left := make([]float64, len(h.Values)) // P(D ≥ Values[i])
	sum := 0.0
	for i := range slices.Backward(h.Counts) {
		sum += float64(h.Counts[i])
		left[i] = sum / total
	}
	return Law{"observed", func(d uint64) float64 {
		if i, _ := slices.BinarySearch(h.Values, d); i < len(left) {
			return left[i]
		}
		return 0
	}}, nil
}

// ParseLaw reads "zipf", "zipf:LEAST", "pareto" or "pareto:SCALE", with an exponent.
// Papers: random crawls, §4.2.
func ParseLaw(text string, exponent float64) (Law, error) {
	name, parameter, given := strings.Cut(text, ":")
	switch name {
	case "zipf":
		least, err := uint64(1), error(nil)
		if given {
			least, err = strconv.ParseUint(parameter, 10, 32)
		}
		if err == nil {
			return Zipf(exponent, least)
		}
	case "pareto":
		scale, err := float64(DefaultScale), error(nil)
		if given {
			scale, err = strconv.ParseFloat(parameter, 64)
		}
		if err == nil {
			return Pareto(exponent, scale)
		}
	}
	return Law{}, fmt.Errorf("there is no law %q of degrees: want zipf, zipf:LEAST, pareto or pareto:SCALE", text)
}
