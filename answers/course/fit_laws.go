package course

import (
	"errors"
	"fmt"
	"math"

	"weft/answers/measure"
	"weft/crawl/model"
	"weft/internal/option"
	"weft/stats"
)

// laws holds the degree laws of a model for a crawl.
type laws struct {
	in, out     model.Law
	inIs, outIs string
	pages       int
}

// observed returns the degrees as the crawl met them. The pool has the number of links of the crawl, and the
// number of pages to which they lead.
func observed(p *Point) (l laws, err error) {
	if l.in, err = model.Observed(p.LinksIn.Histogram.Positive()); err != nil {
		return l, fmt.Errorf("in-degrees: %w", err)
	}
	if l.out, err = model.Observed(p.LinksOut.Histogram); err != nil {
		return l, fmt.Errorf("out-degrees: %w", err)
	}
	l.inIs, l.outIs, l.pages = "as the crawl met them", "as the crawl met them", int(p.LinksIn.Histogram.Positive().Total())
	return l, nil
}

// fitted returns Zipf's law of in-degrees with the exponent of their tail, and Pareto's law of out-degrees. The
// number of pages of the Web is chosen so that a crawl with the same number of links knows the same number of
// pages. If no number fits because the pool would be too small, in-degrees begin at 2, then at 3, and so on.
func fitted(p *Point) (l laws, err error) {
	seen := p.LinksIn.Histogram.Positive()
	if seen.Total() == 0 {
		return l, errors.New("no page links to another")
	}
	exponent, scale, err := fitOut(p.LinksOut, int(seen.Total()))
	if err != nil {
		return l, err
	}
	if l.out, err = model.Pareto(exponent, scale); err != nil {
		return l, err
	}
	l.outIs = fmt.Sprintf("pareto:%.4g, exponent %.4g", scale, exponent)
	if p.LinksIn.Fit == nil {
		return l, option.Errorf("no power law fits the in-degrees (%s): {law} observed uses all degrees as they are", p.LinksIn.FitError)
	}
	return l, l.fitIn(seen, p.LinksIn.Fit.Exponent)
}

// mostLeast is the highest least in-degree that is tried.
const mostLeast = 1000

// fitIn finds the least in-degree, and the number of pages.
func (l *laws) fitIn(seen stats.Histogram, exponent float64) (err error) {
	known, links := float64(seen.Total()), float64(seen.Sum())
	for least := uint64(1); least <= mostLeast; least++ {
		if l.in, err = model.Zipf(exponent, least); err != nil {
			return err
		}
		if l.pages = pagesFor(l.in, known, links); l.pages > 0 {
			l.inIs = fmt.Sprintf("zipf:%d, exponent %.4g", least, exponent)
			return nil
		}
	}
	return option.Errorf("in-degrees with an exponent of %.4g cannot give %.0f links to %.0f pages: {law} observed uses all degrees as they are", exponent, links, known)
}

// Range of exponents of out-degrees.
const leastOut, mostOut = 1.5, 4

// fitOut returns the exponent and the scale of Pareto's law of out-degrees. The law has the mean of the crawl and
// its share of pages without links, which decide the numbers of links and sinks.
//
// If no exponent from 1.5 to 4 fits, the law takes the exponent of the tail, and the mean. Without a tail it takes
// the nearer bound.
func fitOut(out *measure.Law, most int) (exponent, scale float64, err error) {
	if out.Mean <= 0 {
		return 0, 0, errors.New("no page has links")
	}
	some := 1 - float64(out.Histogram.Count(0))/float64(out.Count) // have links
	has := func(exponent float64) float64 {
		l, err := model.Pareto(exponent, scaleFor(exponent, out.Mean, most))
		if err != nil {
			return math.NaN()
		}
		return l.AtLeast(1)
	}
	low, high := leastOut, float64(mostOut) // with the same mean, more pages have links where the tail is shorter
	if has(low) < some && some < has(high) {
		for high-low > 1e-4 {
			if mid := (low + high) / 2; has(mid) < some {
				low = mid
			} else {
				high = mid
			}
		}
		return low, scaleFor(low, out.Mean, most), nil
	}
	switch {
	case out.Fit != nil:
		exponent = out.Fit.Exponent
	case has(low) < some:
		exponent = high
	default:
		exponent = low
	}
	return exponent, scaleFor(exponent, out.Mean, most), nil
}

// scaleFor is the scale of Pareto's law with an exponent and a mean, for values up to a bound.
func scaleFor(exponent, mean float64, most int) float64 {
	low, high := 1e-3, 1e6
	for high > 1.0001*low {
		mid := math.Sqrt(low * high)
		if l, err := model.Pareto(exponent, mid); err == nil && meanOf(l, most) < mean {
			low = mid
		} else {
			high = mid
		}
	}
	return math.Sqrt(low * high)
}

// pagesFor returns the number of pages of a Web in which a crawl with the given number of links knows the given
// number of pages; 0 if no number fits.
func pagesFor(in model.Law, known, links float64) int {
	pool := func(n float64) float64 { return n * meanOf(in, int(n)) }
	met := func(n float64) float64 { return n * metOf(in, min(1, links/pool(n)), int(n)) }
	low, high := known, min(1e3*known, model.MostPages/2)
	for high > 1.0001*low {
		mid := math.Sqrt(low * high)
		if met(mid) < known {
			low = mid
		} else {
			high = mid
		}
	}
	if pool(high) < 0.99*links {
		return 0 // they have too few links
	}
	return int(math.Round(math.Sqrt(low * high)))
}

// metOf is the share of pages that a share s of the links meets: Σ P(D = d) (1 − (1 − s)^d) = Σ P(D ≥ d) s (1 −
// s)^(d−1). Beyond 1,024 it is summed in stretches of a 64th.
func metOf(in model.Law, share float64, most int) (met float64) {
	left := 1.0
	for d, step := uint64(1), uint64(1); d <= uint64(most) && left > 1e-9; d += step {
		if d >= 1024 {
			step = d / 64
		}
		next := left * math.Pow(1-share, float64(step))
		met += in.AtLeast(d) * (left - next)
		left = next
	}
	return met
}
