package stats

import "math"

// A Lorenz describes how unequally a total is spread over units, such as links over pages.
type Lorenz struct {
	Count float64 // number of units
	Total float64 // sum of the values of all units
	// Gini is the coefficient of Gini: 0 if all units have the same value, near 1 if one unit has everything.
	Gini float64

	units, parts []float64 // the curve: shares of the units, from the smallest value on, and their shares of the total
}

// NewLorenz computes the Lorenz curve of values in increasing order; values may repeat, and are 0 or more. counts has
// the number of units with each value, or their probability; nil stands for one unit each. ok is false if the total is
// 0.
//
//	G = 1 − Σ (F(i) − F(i−1)) (L(i) + L(i−1))
//
// F is the share of the units up to the value i, L the share of the total that these units have. Memory: 16 bytes a value.
//
// Source: C. Gini, "Measurement of inequality of incomes", The Economic Journal 31, 1921.
func NewLorenz(values, counts []float64) (l Lorenz, ok bool) {
	at := func(i int) float64 {
		if counts == nil {
			return 1
		}
		return counts[i]
	}
	for i, v := range values {
		l.Count += at(i)
		l.Total += at(i) * v
	}
	if l.Total <= 0 || math.IsInf(l.Total, 0) {
		return l, false
	}
	l.units, l.parts = make([]float64, len(values)+1), make([]float64, len(values)+1)
	units, part, area := 0.0, 0.0, 0.0
	for i, v := range values {
		units += at(i)
		before := part
		part += at(i) * v
		area += at(i) / l.Count * (before + part) / l.Total
		l.units[i+1], l.parts[i+1] = units/l.Count, part/l.Total
	}
	l.Gini = max(0, 1-area)
	return l, true
}

// Part returns the share of the total that a share of the units has, those with the smallest values.
func (l *Lorenz) Part(units float64) float64 { return between(l.units, l.parts, units) }

// Units returns the share of the units, those with the smallest values, that have a share of the total.
func (l *Lorenz) Units(part float64) float64 { return between(l.parts, l.units, part) }

// between returns the y of a polyline at x; x does not decrease along the polyline.
func between(xs, ys []float64, x float64) float64 {
	low, high := 0, len(xs)-1
	for high-low > 1 {
		if middle := (low + high) / 2; xs[middle] <= x {
			low = middle
		} else {
			high = middle
		}
	}
	if xs[high] <= xs[low] {
		return ys[high]
	}
	t := min(1, max(0, (x-xs[low])/(xs[high]-xs[low])))
	return ys[low] + t*(ys[high]-ys[low])
}

// Lorenz returns the Lorenz curve of a histogram; false if all values are 0.
func (h Histogram) Lorenz() (l Lorenz, ok bool) {
	values, counts := make([]float64, len(h.Values)), make([]float64, len(h.Values))
	for i, v := range h.Values {
		values[i], counts[i] = float64(v), float64(h.Counts[i])
	}
	return NewLorenz(values, counts)
}

// PoissonGini returns the Gini coefficient of the Poisson distribution with a mean above 0. Degrees of a large random
// graph have this distribution if its arcs are independent.
func PoissonGini(mean float64) float64 {
	least := math.Max(0, math.Floor(mean-12*math.Sqrt(mean)-12))
	most := math.Ceil(mean + 12*math.Sqrt(mean) + 40)
	var values, weights []float64
	for k := least; k <= most; k++ {
		logGamma, _ := math.Lgamma(k + 1)
		values, weights = append(values, k), append(weights, math.Exp(k*math.Log(mean)-mean-logGamma))
	}
	l, _ := NewLorenz(values, weights)
	return l.Gini
}
