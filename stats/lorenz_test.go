package stats

import (
	"math"
	"slices"
	"testing"

	"weft/internal/drawn"
)

// The coefficient is half the mean difference of all pairs, divided by the mean.
func TestGiniByPairs(t *testing.T) {
	r := drawn.Rand(t)
	for range 100 {
		var counter Counter
		var values []float64
		for range 1 + r.IntN(60) {
			v := uint64(r.IntN(9) * r.IntN(9))
			counter.Add(v)
			values = append(values, float64(v))
		}
		slices.Sort(values)
		sum, apart := 0.0, 0.0
		for _, x := range values {
			sum += x
			for _, y := range values {
				apart += math.Abs(x - y)
			}
		}
		n := float64(len(values))
		l, ok := counter.Histogram().Lorenz()
		if ok != (sum > 0) {
			t.Fatalf("%v: ok is %v", values, ok)
		}
		if !ok {
			continue
		}
		one, _ := NewLorenz(values, nil)
		if want := apart / (2 * n * sum); math.Abs(l.Gini-want) > 1e-12 || math.Abs(one.Gini-want) > 1e-12 {
			t.Errorf("%v: Gini %g and %g, want %g", values, l.Gini, one.Gini, want)
		}
		k := r.IntN(len(values) + 1)
		part := 0.0
		for _, v := range values[:k] {
			part += v
		}
		if got := l.Part(float64(k) / n); math.Abs(got-part/sum) > 1e-9 {
			t.Errorf("%v: the smallest %d have %g, want %g", values, k, got, part/sum)
		}
		if got := l.Part(l.Units(0.5)); math.Abs(got-0.5) > 1e-9 {
			t.Errorf("%v: half is %g", values, got)
		}
	}
}

// Known values: all equal, one unit with everything, and the closed form e^(−2λ) (I₀(2λ) + I₁(2λ)) of the Poisson
// distribution (scipy.special.ive(0, 2λ) + ive(1, 2λ)).
func TestGiniKnown(t *testing.T) {
	if l, _ := NewLorenz([]float64{3, 3, 3}, nil); l.Gini != 0 {
		t.Errorf("all equal: %g", l.Gini)
	}
	if l, _ := NewLorenz([]float64{0, 0, 0, 5}, nil); math.Abs(l.Gini-0.75) > 1e-15 || l.Units(0.5) != 0.875 {
		t.Errorf("all to one: %g, %g", l.Gini, l.Units(0.5))
	}
	for mean, want := range map[float64]float64{0.01: 0.9900992, 1: 0.5237776, 10: 0.1772865, 1000: 0.0178401} {
		if got := PoissonGini(mean); math.Abs(got-want) > 1e-7 {
			t.Errorf("Poisson of mean %g: %.7f, want %.7f", mean, got, want)
		}
	}
}
