package stats

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"weft/internal/splitmix"
)

// bootstrap draws data sets like the fitted one.
type bootstrap struct {
	histogram Histogram // the population
	fit       Fit
	options   FitOptions
}

// Domains of the two bootstraps.
const (
	ofGoodness  splitmix.Domain = 1
	ofIntervals splitmix.Domain = 2
)

// mostSingles is the maximum number of single draws for a synthetic set, which are kept until they are sorted. A
// thousand million observations with exponent 1.6 stay below it.
const mostSingles = 1 << 21

// goodness returns p and its number of samples. p is nil if none was wanted, or if a set would be too large.
func (b *bootstrap) goodness() (*float64, int) {
	samples := b.options.Samples
	if samples == 0 || newSampler(b.fit.Law(), b.fit.Tail).singles(b.fit.Tail) > mostSingles {
		return nil, 0
	}
	var farther atomic.Int64
	b.each(samples, func() func(i int) {
		s := b.newSynthetic()
		return func(i int) {
			s.draw(ofGoodness.Rand(b.options.Seed, uint64(i)))
			if !s.scanner.closer(b.fit.KS, float64(b.fit.XMin)) {
				farther.Add(1)
			}
		}
	})
	p := float64(farther.Load()) / float64(samples)
	return &p, samples
}

// interval returns the 95 % percentile interval of the exponent, nil if no resampling was wanted. Each data set
// has as many observations as the population, drawn from it with replacement.
func (b *bootstrap) interval() *[2]float64 {
	n := b.options.Resamples
	if n == 0 {
		return nil
	}
	exponents := make([]float64, n)
	b.each(n, func() func(i int) {
		var s scanner
		s.limits(b.options)
		return func(i int) {
			b.resample(&s, ofIntervals.Rand(b.options.Seed, uint64(i)))
			if best, ok := s.search(); ok {
				exponents[i] = best.alpha
			}
		}
	})
	// A set without a fit has exponent 0.
	exponents = slices.DeleteFunc(exponents, func(a float64) bool { return a == 0 })
	if len(exponents) == 0 {
		return nil
	}
	slices.Sort(exponents)
	return &[2]float64{quantile(exponents, 0.025), quantile(exponents, 0.975)}
}

// quantile interpolates linearly in a sorted list.
func quantile(sorted []float64, p float64) float64 {
	at := p * float64(len(sorted)-1)
	i := int(at)
	if i+1 == len(sorted) {
		return sorted[i]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}

// resample draws the population anew, a binomial per distinct value.
func (b *bootstrap) resample(s *scanner, rng *rand.Rand) {
	s.reset()
	if b.options.XMin > 0 {
		s.push(float64(b.options.XMin), 0)
	}
	drawCounts(rng, b.histogram, b.fit.Population, s.push)
	s.finish()
}

// drawCounts draws n observations from a histogram with replacement.
func drawCounts(rng *rand.Rand, h Histogram, n int64, push func(x float64, count int64)) {
	rest := h.Total()
	for i, c := range h.Counts {
		count := DrawBinomial(rng, n, float64(c)/float64(rest))
		push(float64(h.Values[i]), count)
		n -= count
		rest -= c
	}
}

// each calls do(i) for every i below n. Every worker makes its own do, with buffers of its own; one worker starts no
// goroutine.
func (b *bootstrap) each(n int, newWorker func() func(i int)) {
	workers := b.options.Workers
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	var next atomic.Int64
	work := func() {
		do := newWorker()
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			do(i)
		}
	}
	if workers = min(workers, n); workers == 1 {
		work()
		return
	}
	var group sync.WaitGroup
	for range workers {
		group.Go(work)
	}
	group.Wait()
}

// synthetic draws data sets from the fitted law above x_min and from the data below it.
type synthetic struct {
	fit     Fit
	head    Histogram // the values below x_min
	tail    *sampler
	scanner scanner
}

func (b *bootstrap) newSynthetic() *synthetic {
	head := b.histogram
	cut, _ := slices.BinarySearch(head.Values, b.fit.XMin)
	s := &synthetic{
		fit:  b.fit,
		head: Histogram{Values: head.Values[:cut], Counts: head.Counts[:cut]},
		tail: newSampler(b.fit.Law(), b.fit.Tail),
	}
	s.scanner.limits(b.options)
	return s
}

func (s *synthetic) draw(rng *rand.Rand) {
	s.scanner.reset()
	tail := DrawBinomial(rng, s.fit.Population, float64(s.fit.Tail)/float64(s.fit.Population))
	drawCounts(rng, s.head, s.fit.Population-tail, s.scanner.push)
	if tail > 0 {
		s.tail.draw(rng, tail, s.scanner.push)
	}
	s.scanner.finish()
}
