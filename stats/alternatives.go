package stats

import "math"

// Alternative compares the fitted power law with another law fitted to the same tail by maximum likelihood.
//
// All laws are on the integers from x_min on. "lognormal" has P(x) equal to the mass of a log-normal between x-1/2
// and x+1/2, with parameters mu and sigma. "exponential" is geometric: P(x) is proportional to exp(-lambda x),
// with parameter lambda. "truncated" is a power law with exponential cut-off: P(x) is proportional to x^-exponent
// exp(-lambda x), lambda >= 0, exponent from -100 to 100. Ratio is positive if the power law is more likely, and
// negative if the alternative is (CSN, section 5).
//
//json:object alternative
type Alternative struct {
	Name string `json:"name"` // name of the law: lognormal, exponential or truncated
	// Ratio is the logarithm of the likelihood ratio, power law over alternative.
	Ratio float64 `json:"ratio"` // logarithm of the likelihood ratio, power law over this law
	// Normalized is Ratio divided by its standard deviation, as in Vuong's test; 0 for the truncated law, where it
	// has no meaning.
	Normalized float64 `json:"normalized_ratio"` // ratio divided by its standard deviation; 0 if undefined
	// P is the probability of a ratio at least as far from 0 if both laws were equally good. If it is above 0.1,
	// the sign of Ratio has no meaning. For lognormal and exponential it is Vuong's two-sided test. Laws that are
	// nearly equal cannot be distinguished: P is 1 and Normalized is 0, following Vuong's first step. An example is a
	// log-normal at its bound, with the ratio within 1/2 and its standard deviation below 1/10. The truncated law
	// contains the power law (lambda = 0), so P is the probability of -2 Ratio under chi-square with one degree of
	// freedom. The log-normal has a power law as its limit, and one more parameter, so its P is at least that
	// probability, of 2 |Ratio|: in long tails of nearly equal laws Vuong's test would name a law for a ratio of 0.6.
	P             float64 `json:"p"`              // probability of such a ratio if both laws were equally good
	LogLikelihood float64 `json:"log_likelihood"` // natural logarithm of the likelihood of the tail
	// Parameters holds the fitted parameters by name. A log-normal that wants to be a power law drives sigma to its bound
	// of 10^4.
	Parameters map[string]float64 `json:"parameters"` // parameters of the law, by name
}

// compareAll fits all alternatives to a tail.
func compareAll(tail Histogram, f Fit) []Alternative {
	t := newTailSums(tail, f)
	return []Alternative{t.lognormal(), t.exponential(), t.truncated()}
}

// tailSums holds a tail and the sums that likelihoods need.
type tailSums struct {
	Histogram
	q, n     float64
	sumLn    float64   // sum of ln(x/q)
	sumAbove float64   // sum of x - q
	power    []float64 // log-likelihood of each distinct value under the power law
	fit      Fit
}

func newTailSums(tail Histogram, f Fit) *tailSums {
	t := &tailSums{Histogram: tail, q: float64(f.XMin), n: float64(f.Tail), fit: f}
	norm := math.Log(scaledZeta(f.Exponent, t.q).z)
	t.power = make([]float64, len(tail.Values))
	for i, v := range tail.Values {
		ln := math.Log(float64(v) / t.q)
		t.sumLn += float64(tail.Counts[i]) * ln
		t.sumAbove += float64(tail.Counts[i]) * (float64(v) - t.q)
		t.power[i] = -f.Exponent*ln - norm
	}
	return t
}

// vuong compares two laws, neither of which contains the other (CSN, eq. C.6). other returns the log-likelihood of
// each distinct value under the alternative.
func (t *tailSums) vuong(a Alternative, other func(i int) float64) Alternative {
	for i, c := range t.Counts {
		a.Ratio += float64(c) * (t.power[i] - other(i))
		a.LogLikelihood += float64(c) * other(i)
	}
	mean, variance := a.Ratio/t.n, 0.0
	for i, c := range t.Counts {
		d := t.power[i] - other(i) - mean
		variance += float64(c) * d * d
	}
	a.P = 1
	if math.Abs(a.Ratio) > 0.5 || variance > 0.01 {
		a.Normalized = a.Ratio / math.Sqrt(variance)
		a.P = math.Erfc(math.Abs(a.Normalized) / math.Sqrt2)
	}
	return a
}

// exponential fits the geometric law P(x) = (1-e^-lambda) e^(-lambda (x-q)), whose mean decides.
func (t *tailSums) exponential() Alternative {
	lambda := math.Log1p(t.n / t.sumAbove)
	norm := math.Log(-math.Expm1(-lambda))
	a := Alternative{Name: "exponential", Parameters: map[string]float64{"lambda": lambda}}
	return t.vuong(a, func(i int) float64 { return norm - lambda*(float64(t.Values[i])-t.q) })
}

// mostCutoffExponent bounds the exponent of the truncated law on both sides. A narrow hump, which no power law resembles,
// would drive it to minus infinity.
const mostCutoffExponent = 100

// truncated fits the power law with exponential cut-off. Its likelihood needs only the sums of ln x and x, and is
// concave in both parameters.
func (t *tailSums) truncated() Alternative {
	cost := func(alpha, lnLambda float64) float64 {
		if math.Abs(alpha) > mostCutoffExponent {
			return math.Inf(1)
		}
		lambda := math.Exp(lnLambda)
		return alpha*t.sumLn/t.n + lambda*t.sumAbove/t.n + math.Log(cutoffSum(alpha, lambda, t.q))
	}
	scale := math.Log(t.n / t.sumAbove)
	alpha, lnLambda, least := minimise(cost, t.fit.Exponent, scale-2)
	lambda, likelihood := math.Exp(lnLambda), -least*t.n
	zeta := -t.fit.Exponent*t.sumLn - t.n*math.Log(scaledZeta(t.fit.Exponent, t.q).z)
	// The common factor x_min^-exponent e^(-lambda x_min) has cancelled in both.
	if !(likelihood > zeta+1e-9) {
		alpha, lambda, likelihood = t.fit.Exponent, 0, zeta
	}
	ratio := zeta - likelihood
	return Alternative{
		Name: "truncated", Ratio: ratio, P: math.Erfc(math.Sqrt(-ratio)), LogLikelihood: likelihood,
		Parameters: map[string]float64{"exponent": alpha, "lambda": lambda},
	}
}
