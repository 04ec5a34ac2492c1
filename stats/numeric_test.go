package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

func relative(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*math.Abs(want)) {
		t.Errorf("%s: got %.17g, want %.17g", what, got, want)
	}
}

// The values are q^s zeta(s, q) and its derivatives in s from mpmath 1.3.0 with 200 digits (its error is absolute):
// with z[k] = zeta(s, q, k) and
// l = log(q), q**s * (z[0], z[1] + l*z[0], z[2] + 2*l*z[1] + l*l*z[0]).
func TestScaledZeta(t *testing.T) {
	for _, c := range []struct{ s, q, z, d1, d2 float64 }{
		{1.02, 1, 50.578670041015603, -2499.9273783694519, 249999.99026902413},
		{1.5, 1, 2.6123753486854883, -3.9322397374311015, 15.989556371225687},
		{2, 1, 1.6449340668482264, -0.93754825431584375, 1.989280234298901},
		{2.5, 1, 1.3414872572509172, -0.38734195032620997, 0.58196892704206818},
		{3.7, 4, 2.0565604943420099, -0.52914582985527904, 0.40592478390984808},
		{2.1, 11, 10.515881407553375, -9.0833621378883504, 16.528906464123263},
		{2.1, 12, 11.423652898662402, -9.9104331429781736, 18.031540436163368},
		{2.1, 13, 12.331626556589502, -10.737408887215363, 19.534173175380796},
		{1.9, 1000, 1111.6112694444146, -1234.5678179012682, 2743.4842249656823},
		{2.3, 3684, 2834.3462058729354, -2179.8816341843944, 3353.6640873918975},
		{20, 1, 1.0000009539620339, -6.6135302073671077e-7, 4.5854362516394899e-7},
		{20, 29, 2.0832689281341425, -0.077532301869962787, 0.0084491977180768926},
		{20, 31, 2.1849174031028929, -0.083244722502001552, 0.0090335817339475004},
		{20, 500, 26.819122704356274, -1.384874899267528, 0.14579384609986014},
		{1.1, 1000000, 10000000.500000092, -99999999.999999917, 2000000000.0},
		{3, 1000000000, 500000000.5, -250000000.0, 250000000.0},
	} {
		got := scaledZeta(c.s, c.q)
		relative(t, "zeta", got.z, c.z, 1e-14)
		relative(t, "first derivative", got.d1, c.d1, 2e-13)
		relative(t, "second derivative", got.d2, c.d2, 2e-13)
		var m model
		m.set(c.s, c.q, math.Log(c.q))
		relative(t, "norm", 1/m.norm, c.z, 1e-14)
	}
}

// TestCCDF compares with the definition: what is left after subtracting the first terms.
func TestCCDF(t *testing.T) {
	for _, law := range []PowerLaw{{1, 2.5}, {3, 1.7}, {11, 3}, {40, 2.2}} {
		z, left := scaledZeta(law.Exponent, float64(law.XMin)).z, 1.0
		for x := law.XMin; x < law.XMin+100; x++ {
			near(t, "ccdf", law.CCDF(x), left, 1e-13)
			left -= math.Pow(float64(x)/float64(law.XMin), -law.Exponent) / z
		}
	}
	if got := (PowerLaw{5, 2}).CCDF(3); got != 1 {
		t.Errorf("below xmin: got %g, want 1", got)
	}
	if got := (PowerLaw{0, 2}).CCDF(3); !math.IsNaN(got) {
		t.Errorf("xmin 0: got %g, want NaN", got)
	}
}

// The values are log(ncdf(-z)/npdf(z)) from mpmath 1.3.0 with 40 digits.
func TestLnMills(t *testing.T) {
	for _, c := range [][2]float64{
		{-45, 1013.4189385332047},
		{-10, 50.918938533204673},
		{-1, 1.2461847541812229},
		{0, 0.22579135264472743},
		{1, -0.42208311180459076},
		{4.99, -1.6441931844846472},
		{5, -1.646059860784053},
		{5.01, -1.6479232674357572},
		{30, -3.4023054231385244},
		{1e4, -9.2103403819761825},
	} {
		relative(t, "ln mills", lnMills(c[0]), c[1], 1e-13)
	}
}

// The values are sums over x >= q of (x/q)^-alpha e^(-lambda (x-q)) from mpmath 1.3.0 with 40 digits: 4000 terms, the
// rest by gammainc and Euler-Maclaurin.
func TestCutoffSum(t *testing.T) {
	for _, c := range []struct{ alpha, lambda, q, want float64 }{
		{2.1, 0.001, 1, 1.5560559987027697},
		{1.5, 1e-6, 1, 2.6088345101712879},
		{0.5, 0.01, 3, 26.027922981991371},
		{-2, 0.05, 10, 260.48749774368584},
		{3, 0.6, 1, 1.0834238463204043},
		{2.5, 3, 7, 1.0370314227422447},
		{1, 1e-4, 100, 408.35198600389257},
		{2.3, 1e-10, 50, 38.96537079402706},
		{-3, 2, 1, 2.7902176693409754},
	} {
		relative(t, "cut-off sum", cutoffSum(c.alpha, c.lambda, c.q), c.want, 1e-10)
	}
}

// TestCellMass adds the masses of all cells, which must give the whole half-line.
func TestCellMass(t *testing.T) {
	for _, c := range [][2]float64{{1.5, 0.2}, {-3, 0.7}, {12, 1e-6}, {0.7, 4}} {
		sum := 0.0
		for x := 1.0; x < 2e6; x++ {
			w := newCell(math.Log((x-0.5)/0.5), math.Log1p(1/(x-0.5)))
			m := math.Exp(w.lnMass(c[0], c[1]))
			if sum += m; m < 1e-17*sum {
				break
			}
		}
		relative(t, "sum of cells", sum, math.Exp(lnHalfNormal(c[0], c[1])), 1e-7)
	}
}

func TestBinomialMoments(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 0))
	for _, c := range []struct {
		n int64
		p float64
	}{{1, 0.3}, {40, 0.1}, {40, 0.9}, {200, 0.04}, {200, 0.06}, {1000, 0.5}, {1e6, 1e-6}, {1e9, 0.25}, {1e9, 3e-7}} {
		const draws = 40000
		var s1, s2 float64
		mean, variance := float64(c.n)*c.p, float64(c.n)*c.p*(1-c.p)
		for range draws {
			k := DrawBinomial(rng, c.n, c.p)
			if k < 0 || k > c.n {
				t.Fatalf("binomial(%d, %g) gave %d", c.n, c.p, k)
			}
			d := float64(k) - mean
			s1 += d
			s2 += d * d
		}
		near(t, "mean", s1/draws, 0, 5*math.Sqrt(variance/draws))
		near(t, "variance", s2/draws/variance, 1, 5*math.Sqrt((2+1/variance)/draws))
	}
}

// TestBinomialShape compares frequencies with the exact distribution on both sides of the change of method.
func TestBinomialShape(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 0))
	for _, p := range []float64{0.08, 0.2, 0.5} {
		const n, draws = 60, 200000
		var got, want [n + 1]float64
		for range draws {
			got[DrawBinomial(rng, n, p)]++
		}
		for k := range want {
			x := float64(k)
			ln := logFactorial(n) - logFactorial(x) - logFactorial(n-x) + x*math.Log(p) + (n-x)*math.Log1p(-p)
			want[k] = draws * math.Exp(ln)
		}
		checkChiSquare(t, got[:], want[:])
	}
}

// checkChiSquare pools cells that expect fewer than 10 and wants the statistic within five standard deviations.
func checkChiSquare(t *testing.T, got, want []float64) {
	t.Helper()
	chi, cells := 0.0, -1.0
	restGot, restWant := 0.0, 0.0
	for i, w := range want {
		if w < 10 {
			restGot, restWant = restGot+got[i], restWant+w
			continue
		}
		chi += (got[i] - w) * (got[i] - w) / w
		cells++
	}
	if restWant > 1 {
		chi += (restGot - restWant) * (restGot - restWant) / restWant
		cells++
	}
	if chi > cells+5*math.Sqrt(2*cells) {
		t.Errorf("chi-square %.1f with %g degrees of freedom", chi, cells)
	}
}

// TestSampleShape draws often enough from small samples that both ways of drawing meet.
func TestSampleShape(t *testing.T) {
	for _, law := range []PowerLaw{{1, 2}, {1, 3.5}, {4, 1.6}, {30, 2.4}} {
		const draws, n, width = 2000, 100, 400
		got, want := make([]float64, width+1), make([]float64, width+1)
		for seed := range uint64(draws) {
			h := law.Sample(n, seed)
			if err := h.Validate(); err != nil || h.Total() != n {
				t.Fatalf("%+v: %v, total %d", law, err, h.Total())
			}
			for i, v := range h.Values {
				got[min(v-law.XMin, width)] += float64(h.Counts[i])
			}
		}
		for k := range uint64(width) {
			want[k] = draws * n * (law.CCDF(law.XMin+k) - law.CCDF(law.XMin+k+1))
		}
		want[width] = draws * n * law.CCDF(law.XMin+width)
		checkChiSquare(t, got, want)
	}
}

func TestSampleOfHeavyTailStaysInRange(t *testing.T) {
	h := PowerLaw{1, 1.05}.Sample(1000, 1)
	if err := h.Validate(); err != nil || h.Total() != 1000 || h.Max() != largestDraw {
		t.Errorf("%v, total %d, max %d", err, h.Total(), h.Max())
	}
}
