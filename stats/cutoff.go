package stats

import "math"

// cutoffSum returns the sum over integers x >= q of (x/q)^-alpha e^(-lambda (x-q)), for lambda > 0 and any alpha.
// It sums term by term if lambda is large. Otherwise it uses Euler-Maclaurin from a point a where the terms are
// smooth.
func cutoffSum(alpha, lambda, q float64) float64 {
	term := func(x float64) float64 { return math.Exp(-alpha*math.Log(x/q) - lambda*(x-q)) }
	// Beyond, the terms fall at least by e^-lambda each.
	start := max(q, math.Ceil(12+math.Abs(alpha)))
	sum, x := 0.0, q
	for ; x < start; x++ {
		sum += term(x)
	}
	if lambda > 0.5 {
		// A negative alpha makes the terms rise up to -alpha/lambda.
		for ; ; x++ {
			f := term(x)
			sum += f
			if f <= 1e-18*sum && x > -alpha/lambda || x > q+1e5 {
				return sum
			}
		}
	}
	return sum + term(x)*cutoffSeries(alpha, lambda, x)
}

// cutoffSeries returns the sum over k >= 0 of f(a+k) for f(x) = (x/a)^-alpha e^(-lambda (x-a)). It adds the
// integral from a on, half the first term, and the derivatives of odd order at a. These follow from x f^(n+1) =
// -(n + alpha + lambda x) f^(n) - lambda n f^(n-1).
func cutoffSeries(alpha, lambda, a float64) float64 {
	sum := cutoffIntegral(alpha, lambda, a) + 0.5
	before, now := 0.0, 1.0
	for n := range 2 * len(bernoulli) {
		k := float64(n)
		before, now = now, -((k+alpha+lambda*a)*now+lambda*k*before)/a
		if n%2 == 0 {
			sum -= bernoulli[n/2] * now
		}
	}
	return sum
}

// cutoffIntegral returns the integral of (x/a)^-alpha e^(-lambda (x-a)) over x >= a. With x = a e^t the integrand
// is a exp((1-alpha) t - lambda a (e^t - 1)). Gauss-Legendre integrates it in pieces over which the exponent
// changes by about 1. It ends at a piece past the peak that adds nothing.
func cutoffIntegral(alpha, lambda, a float64) float64 {
	sum, t := 0.0, 0.0
	for range 5000 {
		fall := lambda * a * math.Exp(t)
		half := 0.5 * min(0.5, 1/(math.Abs(1-alpha)+fall))
		piece := 0.0
		for k, node := range gaussNodes {
			at := t + half*(1+node)
			piece += gaussWeights[k] * math.Exp((1-alpha)*at-lambda*a*math.Expm1(at))
		}
		sum += piece * half
		t += 2 * half
		if piece*half <= 1e-17*sum && fall > 1-alpha {
			break
		}
	}
	return a * sum
}
