package stats

import (
	"encoding/json"
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"weft/internal/drawn"
)

func TestFitRefusesTooLittle(t *testing.T) {
	cases := map[string]Histogram{
		"empty":      {},
		"zeros":      {Values: []uint64{0}, Counts: []int64{9}},
		"all equal":  {Values: []uint64{4}, Counts: []int64{1000}},
		"two values": {Values: []uint64{0, 4, 5}, Counts: []int64{10, 1000, 3}},
		"few pages":  {Values: []uint64{1, 2, 3}, Counts: []int64{2, 1, 1}},
		"too steep":  {Values: []uint64{1000, 1001, 1002}, Counts: []int64{1000, 10, 1}},
	}
	for name, h := range cases {
		if f, err := FitPowerLaw(h, FitOptions{}); !errors.Is(err, ErrTooFew) {
			t.Errorf("%s: got %+v, %v, want ErrTooFew", name, f, err)
		}
	}
	for _, h := range []Histogram{
		{Values: []uint64{2, 1, 3}, Counts: []int64{50, 50, 50}},
		{Values: []uint64{1, 2, 3}, Counts: []int64{50, 0, 50}},
		{Values: []uint64{1, 2, 3}, Counts: []int64{50, 50}},
		{Values: []uint64{1, 2, 3}, Counts: []int64{math.MaxInt64, 50, 7}},
	} {
		if _, err := FitPowerLaw(h, FitOptions{}); !errors.Is(err, ErrHistogram) {
			t.Errorf("%v: got %v, want ErrHistogram", h, err)
		}
	}
}

func TestFitRecoversKnownLaws(t *testing.T) {
	for _, law := range []PowerLaw{{1, 1.5}, {1, 2.1}, {3, 2.7}, {20, 2.2}, {1, 4}, {500, 3}} {
		h := law.Sample(200000, 7)
		if got := h.Total(); got != 200000 {
			t.Fatalf("%+v: sample of %d", law, got)
		}
		f, err := FitPowerLaw(h, FitOptions{Samples: 100, XMin: law.XMin, NoAlternatives: true})
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(f.Exponent-law.Exponent) > 4*f.StdErr {
			t.Errorf("%+v: got %g with error %g", law, f.Exponent, f.StdErr)
		}
		if *f.P < 0.01 {
			t.Errorf("%+v: p = %g for a sample of the law itself", law, *f.P)
		}
	}
}

// TestGoodnessIsCalibrated wants p about uniform on samples of the law and small on geometric ones.
func TestGoodnessIsCalibrated(t *testing.T) {
	const sets = 60
	low, sum := 0, 0.0
	for seed := range uint64(sets) {
		f, err := FitPowerLaw(withHead(PowerLaw{6, 2.3}.Sample(1000, seed)), FitOptions{Samples: 100, NoAlternatives: true})
		if err != nil {
			t.Fatal(err)
		}
		sum += *f.P
		if *f.P < 0.1 {
			low++
		}
	}
	// 6 are expected below 0.1 and a mean near 1/2; five standard deviations are about 12 and 0.19.
	if low > 18 || sum/sets < 0.31 || sum/sets > 0.75 {
		t.Errorf("on the law: %d of %d with p < 0.1, mean p %.3f", low, sets, sum/sets)
	}
	for seed := range uint64(10) {
		h := geometric(5000, 0.1, seed)
		f, err := FitPowerLaw(h, FitOptions{Samples: 100, XMin: 1})
		if err != nil {
			t.Fatal(err)
		}
		if *f.P > 0.02 {
			t.Errorf("geometric data, seed %d: p = %g", seed, *f.P)
		}
		for _, a := range f.Alternatives {
			if !(a.Ratio < 0 && a.P < 0.01) {
				t.Errorf("geometric data, seed %d: %s has ratio %g, p %g", seed, a.Name, a.Ratio, a.P)
			}
		}
	}
}

// withHead adds uniform counts below a tail.
func withHead(tail Histogram) Histogram {
	return Histogram{
		Values: append([]uint64{0, 1, 2, 3, 4, 5}, tail.Values...),
		Counts: append([]int64{70, 300, 300, 300, 300, 300}, tail.Counts...),
	}
}

func geometric(n int, p float64, seed uint64) Histogram {
	rng := rand.New(rand.NewPCG(seed, 99))
	var c Counter
	for range n {
		c.Add(1 + uint64(math.Log(1-rng.Float64())/math.Log1p(-p)))
	}
	return c.Histogram()
}

func TestFitDoesNotDependOnWorkers(t *testing.T) {
	h := withHead(PowerLaw{6, 2.3}.Sample(3000, 5))
	var first Fit
	for _, workers := range []int{1, 2, 8} {
		f, err := FitPowerLaw(h, FitOptions{Samples: 200, Resamples: 100, Seed: 3, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		if workers == 1 {
			first = f
		}
		if !reflect.DeepEqual(f, first) {
			t.Errorf("%d workers: got %+v, want %+v", workers, f, first)
		}
	}
	if i := first.Interval; !(i[0] < first.Exponent && first.Exponent < i[1] && i[1]-i[0] < 1) {
		t.Errorf("interval %v around %g", *i, first.Exponent)
	}
	if first.Zeros != 70 || first.Population != 4500 {
		t.Errorf("zeros %d, population %d, want 70, 4500", first.Zeros, first.Population)
	}
}

// TestGoodnessEqualsFullRefit checks the early decision per synthetic set against searching each set to its end.
func TestGoodnessEqualsFullRefit(t *testing.T) {
	for seed := range uint64(5) {
		h := withHead(PowerLaw{6, 2.3}.Sample(800, seed)).Positive()
		o := FitOptions{Samples: 200, Seed: seed, NoAlternatives: true, Workers: 1}
		f, err := FitPowerLaw(h, o)
		if err != nil {
			t.Fatal(err)
		}
		o.SetDefaults()
		b := bootstrap{histogram: h, fit: f, options: o}
		s, farther := b.newSynthetic(), 0
		for i := range o.Samples {
			s.draw(ofGoodness.Rand(seed, uint64(i)))
			if best, ok := plainSearch(&s.scanner); !ok || best.ks >= f.KS {
				farther++
			}
		}
		if want := float64(farther) / 200; *f.P != want {
			t.Errorf("seed %d: p = %g, full refit %g", seed, *f.P, want)
		}
	}
}

// plainSearch computes every distance in full, in order.
func plainSearch(s *scanner) (candidate, bool) {
	best := candidate{ks: math.Inf(1)}
	for i := range s.x {
		s.hint = 0
		c := s.try(i, candidate{ks: math.Inf(1), index: len(s.x)})
		if c.ks < best.ks {
			best = c
		}
	}
	return best, !math.IsInf(best.ks, 1)
}

func TestSearchEqualsPlainSearch(t *testing.T) {
	rng := drawn.Rand(t)
	for range 300 {
		var c Counter
		for range 20 + rng.IntN(400) {
			c.Add(1 + uint64(math.Exp(rng.ExpFloat64()*2*rng.Float64())))
		}
		var s scanner
		s.limits(FitOptions{MinTail: 10, MaxExponent: 20})
		s.load(c.Histogram())
		want, wantOK := plainSearch(&s)
		got, ok := s.search()
		if ok != wantOK || ok && got != want {
			t.Fatalf("got %+v %v, want %+v %v", got, ok, want, wantOK)
		}
	}
}

func TestFixedXMinBetweenValues(t *testing.T) {
	h := Histogram{Values: []uint64{1, 2, 7, 9, 20, 60}, Counts: []int64{50, 30, 20, 10, 5, 2}}
	f, err := FitPowerLaw(h, FitOptions{XMin: 5, Samples: 50})
	if err != nil {
		t.Fatal(err)
	}
	if f.XMin != 5 || f.Tail != 37 || f.Population != 37 {
		t.Errorf("got %+v", f)
	}
	// The exponent must maximise the likelihood: compare with its neighbours.
	likelihood := func(a float64) float64 {
		sum := 0.0
		for i, v := range h.Values[2:] {
			sum -= a * float64(h.Counts[i+2]) * math.Log(float64(v)/5)
		}
		return sum - 37*math.Log(scaledZeta(a, 5).z)
	}
	near(t, "log-likelihood", f.LogLikelihood, likelihood(f.Exponent), 1e-9)
	if l := likelihood(f.Exponent); l < likelihood(f.Exponent-1e-4) || l < likelihood(f.Exponent+1e-4) {
		t.Errorf("exponent %g is no maximum", f.Exponent)
	}
}

// TestLawsThatCannotBeToldApart fits a tail heavier than any log-normal, which then imitates the power law.
func TestLawsThatCannotBeToldApart(t *testing.T) {
	h := Histogram{Values: []uint64{1e6, 2e6, 4e6, 1e7, 1e9, 1e13}, Counts: []int64{500, 250, 200, 100, 100, 100}}
	f, err := FitPowerLaw(h, FitOptions{XMin: 1e6, Samples: -1})
	if err != nil {
		t.Fatal(err)
	}
	a := f.Alternatives[0]
	if a.Name != "lognormal" || a.P != 1 || a.Normalized != 0 || a.Parameters["sigma"] < 9000 {
		t.Errorf("got %+v", a)
	}
}

// TestSmallRatiosDecideNothing fits steep power laws with a flat end. A log-normal then lies at its bound, where it is a power
// law but for the first values. Vuong's test gave p = 1e-12 to ratios of 0.6, which one more parameter gives by chance.
func TestSmallRatiosDecideNothing(t *testing.T) {
	small := 0
	for seed := range uint64(40) {
		xmin := 5 + seed%20
		counts := map[uint64]int64{}
		for i, exponent := range []float64{3, 1.6} { // a steep law with a flat end, which no log-normal has
			part := PowerLaw{XMin: xmin, Exponent: exponent}.Sample([]int64{50_000, 1000}[i], seed)
			for k, x := range part.Values {
				counts[x] += part.Counts[k]
			}
		}
		var h Histogram
		for _, x := range slices.Sorted(maps.Keys(counts)) {
			h.Values, h.Counts = append(h.Values, x), append(h.Counts, counts[x])
		}
		f, err := FitPowerLaw(h, FitOptions{XMin: xmin, Samples: -1})
		if err != nil {
			t.Fatal(err)
		}
		a := f.Alternatives[0]
		chance := math.Erfc(math.Sqrt(math.Abs(a.Ratio)))
		if a.P < chance {
			t.Errorf("from %d on: p = %g for a ratio of %g, which has p = %g by chance", xmin, a.P, a.Ratio, chance)
		}
		if a.Normalized != 0 && math.Erfc(math.Abs(a.Normalized)/math.Sqrt2) < 0.1 && chance > 0.1 {
			small++
		}
	}
	if small == 0 {
		t.Error("no ratio is small and significant by Vuong's test alone")
	}
}

// TestHopelessFitsStayFinite fits a hump, which no law here resembles, and a tail too flat and long to imitate.
func TestHopelessFitsStayFinite(t *testing.T) {
	hump := Histogram{Values: []uint64{1466, 1549, 1945, 6388}, Counts: []int64{2000, 10673892, 300, 3}}
	flat := Histogram{Values: []uint64{3, 1 << 30, 1 << 62}, Counts: []int64{1e12, 1e12, 1e12}}
	for _, h := range []Histogram{hump, flat} {
		f, err := FitPowerLaw(h, FitOptions{Samples: 2})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := json.Marshal(f); err != nil {
			t.Errorf("%v: %+v", err, f)
		}
		if h.Max() == 1<<62 && (f.P != nil || f.Samples != 0) {
			t.Errorf("p = %v from %d samples of %d values", f.P, f.Samples, f.Tail)
		}
	}
}

func TestFitAsJSON(t *testing.T) {
	f, err := FitPowerLaw(PowerLaw{1, 2.5}.Sample(500, 1), FitOptions{Samples: -1})
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	var m map[string]any
	if err := json.Unmarshal(data, &m); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"xmin", "exponent", "stderr", "p", "tail", "ks", "samples", "alternatives"} {
		if _, ok := m[key]; !ok {
			t.Errorf("no key %s in %s", key, data)
		}
	}
	if m["p"] != nil {
		t.Errorf("p without samples: %v", m["p"])
	}
}

func BenchmarkFit(b *testing.B) {
	in, _ := cnrDegrees(b)
	for b.Loop() {
		benchFit, _ = FitPowerLaw(in, FitOptions{Samples: -1, NoAlternatives: true})
	}
	b.ReportAllocs()
}

func BenchmarkAlternatives(b *testing.B) {
	in, _ := cnrDegrees(b)
	for b.Loop() {
		benchFit, _ = FitPowerLaw(in, FitOptions{Samples: -1})
	}
}

func BenchmarkBootstrap1000(b *testing.B) {
	in, _ := cnrDegrees(b)
	for b.Loop() {
		benchFit, _ = FitPowerLaw(in, FitOptions{NoAlternatives: true, Workers: 1})
	}
	b.ReportAllocs()
}

var benchFit Fit
