package stats

import "math"

// A log-normal cut off below x0 = x_min - 1/2 has, in t = ln(x/x0) >= 0, a density proportional to exp(-a t - b
// t^2/2), where a = (ln x0 - mu)/sigma^2 and b = 1/sigma^2. In these parameters the likelihood has one maximum,
// and b -> 0 is a continuous power law of exponent a+1. In this limit the usual pair (mu, sigma) would go to
// infinity.

// leastB is the bound of b: sigma is at most 10^4.
const leastB = 1e-8

// lognormal fits the discretised log-normal, P(x) being the mass between x-1/2 and x+1/2.
func (t *tailSums) lognormal() Alternative {
	x0 := t.q - 0.5
	cells := make([]cell, len(t.Values))
	for i, v := range t.Values {
		x := float64(v)
		cells[i] = newCell(math.Log((x-0.5)/x0), math.Log1p(1/(x-0.5)))
	}
	cost := func(a, lnB float64) float64 {
		b := math.Exp(lnB)
		if b < leastB || b > 1e8 {
			return math.Inf(1)
		}
		sum := lnHalfNormal(a, b)
		for i, c := range t.Counts {
			sum -= float64(c) / t.n * cells[i].lnMass(a, b)
		}
		return sum
	}
	a, lnB, _ := minimise(cost, t.fit.Exponent-1, -2)
	b := math.Exp(lnB)
	norm := lnHalfNormal(a, b)
	law := t.vuong(Alternative{
		Name:       "lognormal",
		Parameters: map[string]float64{"mu": math.Log(x0) - a/b, "sigma": 1 / math.Sqrt(b)},
	}, func(i int) float64 { return cells[i].lnMass(a, b) - norm })
	law.P = max(law.P, math.Erfc(math.Sqrt(math.Abs(law.Ratio)))) // the gain that one more parameter gives by chance
	return law
}

// cell is the interval of t that belongs to one integer.
type cell struct{ mid, width, lnWidth float64 }

func newCell(lo, width float64) cell {
	return cell{mid: lo + width/2, width: width, lnWidth: math.Log(width)}
}

// Nodes and weights of Gauss and Legendre on [-1, 1] (DLMF 3.5.17).
var (
	gaussNodes = [5]float64{
		-0.906179845938663992797627, -0.538469310105683091036314, 0,
		0.538469310105683091036314, 0.906179845938663992797627,
	}
	gaussWeights = [5]float64{
		0.236926885056189087514264, 0.478628670499366468041292, 0.568888888888888888888889,
		0.478628670499366468041292, 0.236926885056189087514264,
	}
)

// lnMass returns the logarithm of the integral of exp(-a t - b t^2/2) over the cell, relative to its value in the
// middle, so that nothing underflows. In nearly all cells of a long tail the integrand hardly changes. There the
// second term of its expansion is enough (the error is below 1e-11), without exponential or logarithm.
func (c cell) lnMass(a, b float64) float64 {
	slope, centre := a+b*c.mid, -a*c.mid-b*c.mid*c.mid/2
	change := c.width * (math.Abs(slope) + b*c.width)
	if change < 0.01 && b*c.width*c.width < 1e-4 {
		return centre + c.lnWidth + (slope*slope-b)*c.width*c.width/24
	}
	return centre + c.lnRelative(slope, b, int(min(1+change, 64)))
}

// lnRelative returns the logarithm of the integral over the cell relative to the integrand in the middle. It uses
// Gauss-Legendre on pieces over which the exponent changes by about 1.
func (c cell) lnRelative(slope, b float64, pieces int) float64 {
	half, sum := c.width/2/float64(pieces), 0.0
	for p := range pieces {
		centre := -c.width/2 + half*float64(2*p+1)
		for k, x := range gaussNodes {
			d := centre + half*x
			sum += gaussWeights[k] * math.Exp(-slope*d-b*d*d/2)
		}
	}
	return math.Log(sum * half)
}

// lnHalfNormal returns the logarithm of the integral of exp(-a t - b t^2/2) over t >= 0, which is Mills' ratio at
// a/sqrt(b), divided by sqrt(b).
func lnHalfNormal(a, b float64) float64 {
	root := math.Sqrt(b)
	return lnMills(a/root) - math.Log(root)
}

// lnMills returns ln of (1 - Phi(z))/phi(z). It uses erfc up to 5 and Laplace's continued fraction above
// (Abramowitz and Stegun 26.2.14), where 80 levels give all digits.
func lnMills(z float64) float64 {
	if z < 5 {
		return math.Log(0.5*math.Erfc(z/math.Sqrt2)) + z*z/2 + 0.5*math.Log(2*math.Pi)
	}
	f := z
	for k := 80.0; k >= 1; k-- {
		f = z + k/f
	}
	return -math.Log(f)
}
