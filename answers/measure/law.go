package measure

import (
	"errors"
	"math"

	"weft/answers/answer"
	"weft/stats"
)

// FitSamples is the number of synthetic samples from which the p of a fit comes.
const FitSamples = 1000

// NewLaw describes a histogram and fits a power law to it.
func NewLaw(name, population string, h stats.Histogram, o answer.Options, samples int) (Law, error) {
	l := Law{Name: name, Population: population, Count: h.Total(), Mean: h.Mean(), Max: h.Max(), Histogram: h}
	if samples == 0 {
		samples = FitSamples
	}
	o.Tell("fitting the law of "+name, 0, 0)
	fit, err := stats.FitPowerLaw(h, stats.FitOptions{Samples: samples, Seed: o.Seed, Workers: o.Workers, Sound: true})
	switch {
	case errors.Is(err, stats.ErrTooFew):
		l.FitError = errors.Unwrap(err).Error() // what it says of the values
		return l, nil
	case err != nil:
		return l, err
	}
	l.Fit = &fit
	return l, nil
}

// Hundredths counts scores in hundredths of their mean, rounded. A continuous law becomes a law of whole numbers.
// Its exponent differs by less than its error if the tail begins at the mean or above.
func Hundredths(scores []float64) stats.Histogram {
	sum := 0.0
	for _, s := range scores {
		sum += s
	}
	var counter stats.Counter
	for _, s := range scores {
		counter.Add(uint64(math.Round(100 * s * float64(len(scores)) / sum)))
	}
	return counter.Histogram()
}
