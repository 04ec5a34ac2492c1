package report

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"weft/internal/axes"
	"weft/measure"
	"weft/stats"
)

// TestThin holds that few points are left, the ends among them, and that none that was dropped is far from one kept.
func TestThin(t *testing.T) {
	for seed := range uint64(20) {
		h := stats.PowerLaw{XMin: 1, Exponent: 1.5 + float64(seed%4)/2}.Sample(200_000, seed)
		all := h.CCDF()
		kept := thin(all, most)
		if len(kept) > most || kept[0] != all[0] || kept[len(kept)-1] != all[len(all)-1] {
			t.Fatalf("seed %d: %d of %d points, from %v to %v", seed, len(kept), len(all), kept[0], kept[len(kept)-1])
		}
		width, height := math.Log(all[len(all)-1].X), -math.Log(all[len(all)-1].Y)
		at := 0
		for _, p := range all {
			for at+1 < len(kept) && kept[at+1].X <= p.X {
				at++
			}
			if far := math.Log(p.X/kept[at].X)/width + math.Log(kept[at].Y/p.Y)/height; far > 2.0/(most-2) {
				t.Fatalf("seed %d: %v lies %g from the point drawn before it", seed, p, far)
			}
		}
	}
}

// TestDrawAny draws histograms of every shape, extreme ones too, and looks for numbers that a browser cannot draw.
func TestDrawAny(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	histograms := []stats.Histogram{
		{Values: []uint64{1}, Counts: []int64{1}},
		{Values: []uint64{math.MaxUint64}, Counts: []int64{1}},
		{Values: []uint64{0, 1}, Counts: []int64{math.MaxInt64 - 1, 1}},
		{Values: []uint64{1, math.MaxUint64}, Counts: []int64{1, 1}},
		{Values: []uint64{7, 8}, Counts: []int64{1, 1}},
	}
	for range 40 {
		values := make([]uint32, 1+random.IntN(60))
		for i := range values {
			values[i] = random.Uint32() >> random.IntN(32)
		}
		h, err := stats.FromValues(values)
		if err != nil {
			t.Fatal(err)
		}
		histograms = append(histograms, h)
	}
	for _, h := range histograms {
		var fit *stats.Fit
		if f, err := stats.FitPowerLaw(h, stats.FitOptions{Samples: -1, NoAlternatives: true}); err == nil {
			fit = &f
		}
		c, ok := newCurve(h, fit)
		if !ok {
			if len(h.Positive().Values) > 1 {
				t.Errorf("nothing drawn of %v", h)
			}
			continue
		}
		svg, err := c.draw("id", "title", "x")
		if err != nil || strings.Contains(string(svg), "NaN") || strings.Contains(string(svg), "Inf") {
			t.Errorf("%v: %v: %s", h, err, svg)
		}
	}
}

// TestFitMeetsData holds that the line is the law scaled to the tail: at x_min it has the fraction of the data.
func TestFitMeetsData(t *testing.T) {
	l := law(t, "in", 2.2, 20000, -1, 9)
	c, ok := newCurve(l.Histogram, l.Fit)
	want := float64(l.Fit.Tail) / float64(l.Histogram.Total())
	if !ok || math.Abs(c.atXMin-want) > 1e-12 {
		t.Errorf("the line begins at %g, want %g", c.atXMin, want)
	}
}

func TestPowerLabels(t *testing.T) {
	for power, want := range map[int]string{-7: "10⁻⁷", -1: "0.1", 0: "1", 3: "1k", 6: "1M", 8: "100M", 12: "10¹²"} {
		if got := axes.PowerLabel(power); got != want {
			t.Errorf("10^%d is labelled %q, want %q", power, got, want)
		}
	}
}

// TestLawSentence holds each claim to what the test of the fit allows.
func TestLawSentence(t *testing.T) {
	p := func(v float64) *float64 { return &v }
	rivals := []stats.Alternative{{Name: "lognormal", Ratio: -5, P: 0.01}, {Name: "exponential", Ratio: 50, P: 0.01}, {Name: "truncated", Ratio: -3, P: 0.02}}
	unclear := []stats.Alternative{{Name: "lognormal", Ratio: -5, P: 0.4}}
	for _, c := range []struct {
		law  measure.Law
		want string
	}{
		{measure.Law{}, "No power law was fitted to the in-degrees."},
		{measure.Law{FitError: "fit power law: too few distinct values"}, "No power law was fitted to the in-degrees: too few distinct values."},
		{
			measure.Law{Fit: &stats.Fit{XMin: 1, Exponent: 2.5, StdErr: 0.12}},
			"The power law nearest to the in-degrees has exponent 2.50 ± 0.12; how well it fits was not tested.",
		},
		{
			measure.Law{Fit: &stats.Fit{XMin: 12, Exponent: 2.5, StdErr: 0.12, P: p(0.4), Samples: 100, Alternatives: unclear}},
			"The in-degrees from 12 on are consistent with a power law: p = 0.40, exponent 2.50 ± 0.12.",
		},
		{
			measure.Law{Fit: &stats.Fit{XMin: 1200, Exponent: 2.5, StdErr: 0.12, P: p(0), Samples: 1000, Alternatives: rivals}},
			"The in-degrees do not follow a power law: p < 0.001 even for the best one, with exponent 2.50 ± 0.12 from 1,200 on. " +
				"A log-normal law and a power law with exponential cut-off fit that tail better.",
		},
	} {
		if got := plain(lawSentence("in-degrees", c.law)); got != c.want {
			t.Errorf("got  %q\nwant %q", got, c.want)
		}
	}
}

func TestInlineRejectsBrokenSVG(t *testing.T) {
	if _, err := inline([]byte("<svg><path"), "id", "t", "d"); err == nil {
		t.Error("no error")
	}
}

func TestMatrix(t *testing.T) {
	var v linksView
	v.matrix([]measure.HostLink{{From: "a", To: "b", Arcs: 1000}, {From: "b", To: "c", Arcs: 1}, {From: "c", To: "a", Arcs: 30}})
	if len(v.Matrix) != 3 || v.Heads[0].Host != "a" || v.Heads[1].Host != "b" {
		t.Fatalf("hosts %v", v.Heads)
	}
	if got := v.Matrix[0].Cells[1]; got.Shade != shades || got.Text != "1k" || got.Title != "a → b: 1,000" {
		t.Errorf("a → b: %+v", got)
	}
	if got := v.Matrix[1].Cells[2].Shade; got != 1 {
		t.Errorf("one arc has shade %d", got)
	}
	if v.Matrix[0].Cells[0].Shade != -1 || v.Matrix[0].Cells[2].Shade != 0 {
		t.Errorf("first row %+v", v.Matrix[0].Cells)
	}
}
