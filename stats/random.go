package stats

import (
	"math"
	"math/rand/v2"
	"slices"

	"weft/internal/splitmix"
)

// DrawBinomial draws the number of successes in n trials of probability p.
func DrawBinomial(rng *rand.Rand, n int64, p float64) int64 {
	switch {
	case n <= 0 || p <= 0:
		return 0
	case p >= 1:
		return n
	case p > 0.5:
		return n - DrawBinomial(rng, n, 1-p)
	case float64(n)*p < 10:
		return binomialByInversion(rng, n, p)
	}
	return binomialByRejection(rng, n, p)
}

// binomialByInversion walks up the distribution from 0; the mean is below 10.
func binomialByInversion(rng *rand.Rand, n int64, p float64) int64 {
	odds, limit := p/(1-p), min(n, 200)
	mass := math.Exp(float64(n) * math.Log1p(-p))
	u := rng.Float64()
	for k := range limit {
		if u < mass {
			return k
		}
		u -= mass
		mass *= odds * float64(n-k) / float64(k+1)
	}
	return limit
}

// binomialByRejection is the algorithm BTRS of W. Hörmann, "The generation of binomial random variates", J. Stat.
// Comput. Simul. 46, 1993: transformed rejection with a squeeze, in constant time for n p >= 10 and p <= 1/2.
func binomialByRejection(rng *rand.Rand, n int64, p float64) int64 {
	size := float64(n)
	spread := math.Sqrt(size * p * (1 - p))
	b := 1.15 + 2.53*spread
	a := -0.0873 + 0.0248*b + 0.01*p
	centre := size*p + 0.5
	easy := 0.92 - 4.2/b
	scale := (2.83 + 5.1/b) * spread
	mode := math.Floor((size + 1) * p)
	logOdds := math.Log(p / (1 - p))
	for {
		u, v := rng.Float64()-0.5, 1-rng.Float64()
		us := 0.5 - math.Abs(u)
		k := math.Floor((2*a/us+b)*u + centre)
		if us >= 0.07 && v <= easy {
			return int64(k)
		}
		if k < 0 || k > size {
			continue
		}
		if math.Log(v*scale/(a/(us*us)+b)) <= logFactorial(mode)+logFactorial(size-mode)-
			logFactorial(k)-logFactorial(size-k)+(k-mode)*logOdds {
			return int64(k)
		}
	}
}

// logFactorial returns ln k!.
func logFactorial(k float64) float64 {
	value, _ := math.Lgamma(k + 1)
	return value
}

// largestDraw stands for every draw above it: beyond, float64 and uint64 no longer hold the value.
const largestDraw = 1 << 62

// sampler draws histograms from one power law. From x_min on, it draws the count of each integer by a binomial,
// given the counts before, while about one or more is expected. The few remaining draws are made one by one.
type sampler struct {
	law    model
	hazard []float64 // P(X = q+k | X >= q+k)
	beyond float64   // P(X >= q+len(hazard))
	draws  []float64
}

// newSampler prepares for draws of about n observations. Memory is 8 bytes per integer up to where one observation is
// expected, at most 8 MiB.
func newSampler(law PowerLaw, n int64) *sampler {
	s := &sampler{beyond: 1}
	q := float64(law.XMin)
	s.law.set(law.Exponent, q, math.Log(q))
	for x := q; len(s.hazard) < 1<<20; x++ {
		atLeast, above := s.law.at(x, math.Log(x))
		if (atLeast-above)*float64(n) < 1 {
			break
		}
		s.hazard = append(s.hazard, 1-above/atLeast)
		s.beyond = above
	}
	return s
}

// singles returns how many of n draws are expected to be made one by one.
func (s *sampler) singles(n int64) float64 { return float64(n) * s.beyond }

// draw hands n observations to push, by increasing value; values without observations come with count 0 or not at all.
func (s *sampler) draw(rng *rand.Rand, n int64, push func(x float64, count int64)) {
	for k, hazard := range s.hazard {
		count := DrawBinomial(rng, n, hazard)
		push(s.law.q+float64(k), count)
		if n -= count; n == 0 {
			return
		}
	}
	if len(s.hazard) == 0 {
		push(s.law.q, 0)
	}
	s.draws = s.draws[:0]
	for range n {
		s.draws = append(s.draws, s.single((1-rng.Float64())*s.beyond))
	}
	slices.Sort(s.draws)
	for i := 0; i < len(s.draws); {
		j := i + 1
		for j < len(s.draws) && s.draws[j] == s.draws[i] {
			j++
		}
		push(s.draws[i], int64(j-i))
		i = j
	}
}

// exactDraw is the end of exact draws. Above it the guess is wrong less than once in 10^8 draws, and the rounded
// distribution no longer separates neighbouring integers.
const exactDraw = 1 << 26

// single returns the largest x with P(X >= x) >= u, for u in (0, beyond]. The guess solves the continuous
// approximation zeta(s, x) = (x-1/2)^(1-s)/(s-1), which is off by s/(24x), and is put right below exactDraw.
func (s *sampler) single(u float64) float64 {
	m := &s.law
	first := m.q + float64(len(s.hazard))
	guess := 0.5 + m.q*math.Pow(u*(m.alpha-1)/(m.norm*m.q), -1/(m.alpha-1))
	x := min(max(math.Floor(guess), first), largestDraw)
	for range 64 {
		if x >= exactDraw {
			break
		}
		atLeast, above := m.at(x, math.Log(x))
		switch {
		case atLeast < u && x > first:
			x--
		case above >= u:
			x++
		default:
			return x
		}
	}
	return x
}

// ofSamples draws observations.
const ofSamples splitmix.Domain = 0

// Sample draws n observations with the given random seed, as a histogram. Draws above 2^62 count as 2^62. It takes
// a binomial for each value expected at least once, up to 2^20 of them, and about 100 ns and 8 bytes for each
// further draw. The result is empty if n is not positive or the parameters are outside their range.
func (l PowerLaw) Sample(n int64, seed uint64) Histogram {
	var h Histogram
	if n < 1 || l.XMin < 1 || !(l.Exponent > 1) {
		return h
	}
	rng := rand.New(ofSamples.PCG(seed))
	newSampler(l, n).draw(rng, n, func(x float64, count int64) {
		if count > 0 {
			h.Values = append(h.Values, uint64(x))
			h.Counts = append(h.Counts, count)
		}
	})
	return h
}
