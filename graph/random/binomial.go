package random

import "math"

// binomial draws the number of successes in n trials of probability p. For few successes, it adds up probabilities
// until they pass a uniform number. Otherwise it uses transformed rejection (Hörmann, "The generation of binomial
// random variates", Journal of Statistical Computation and Simulation 46, 1993, algorithm BTRS). It is exact
// except for the rounding of float64.
func (r *stream) binomial(n int64, p float64) int64 {
	switch {
	case n <= 0 || p <= 0:
		return 0
	case p >= 1:
		return n
	case p > 0.5:
		return n - r.binomial(n, 1-p)
	case n <= 8:
		return r.coins(n, p)
	case float64(n)*p < 10:
		return r.few(n, p)
	}
	return r.many(n, p)
}

// coins is binomial by the trials themselves.
func (r *stream) coins(n int64, p float64) (hits int64) {
	for range n {
		if r.float() <= p {
			hits++
		}
	}
	return hits
}

// few is binomial for a mean below 10.
func (r *stream) few(n int64, p float64) int64 {
	odds := p / (1 - p)
	prob, u := math.Exp(float64(n)*math.Log1p(-p)), r.float()
	for k := range n {
		if u <= prob {
			return k
		}
		u -= prob
		prob *= odds * float64(n-k) / float64(k+1)
		if prob == 0 { // what rounding left of u
			return k
		}
	}
	return n
}

// many is binomial for a mean of 10 or more, and p up to 1/2.
func (r *stream) many(n int64, p float64) int64 {
	sd := math.Sqrt(float64(n) * p * (1 - p))
	b := 1.15 + 2.53*sd
	a := -0.0873 + 0.0248*b + 0.01*p
	top := int64(float64(n+1) * p) // the most likely
	for {
		u, v := r.float()-0.5, r.float()
		us := 0.5 - math.Abs(u)
		x := math.Floor((2*a/us+b)*u + float64(n)*p + 0.5)
		if us >= 0.07 && v <= 0.92-4.2/b {
			return int64(x)
		}
		if !(x >= 0 && x <= float64(n)) {
			continue
		}
		if math.Log(v*(2.83+5.1/b)*sd/(a/(us*us)+b)) <= logRatio(n, int64(x), top, p) {
			return int64(x)
		}
	}
}

// logRatio returns the logarithm of how much likelier k hits are than m.
func logRatio(n, k, m int64, p float64) float64 {
	odds := p / (1 - p)
	return (float64(m)+0.5)*math.Log(float64(m+1)/(odds*float64(n-m+1))) + float64(n+1)*math.Log1p(float64(k-m)/float64(n-k+1)) +
		(float64(k)+0.5)*math.Log(odds*float64(n-k+1)/float64(k+1)) + stirling(m) + stirling(n-m) - stirling(k) - stirling(n-k)
}

// stirling returns what Stirling's formula of ln k! leaves: ln k! − ((k+½)ln(k+1) − (k+1) + ½ln 2π).
func stirling(k int64) float64 {
	x := float64(k + 1)
	if k < 10 {
		f, _ := math.Lgamma(x)
		return f - ((x-0.5)*math.Log(x) - x + 0.5*math.Log(2*math.Pi))
	}
	return (1.0/12 - (1.0/360-1.0/1260/(x*x))/(x*x)) / x
}
