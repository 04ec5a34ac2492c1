package report

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"weft/answers/measure"
	"weft/internal/plots"
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
		var c stats.Counter
		for range 1 + random.IntN(60) {
			c.Add(uint64(random.Uint32() >> random.IntN(32)))
		}
		histograms = append(histograms, c.Histogram())
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
		svg := string(inline(c.sheet("x"), "id", "title", c.describe()))
		if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") || strings.Contains(svg, `class="f-"`) {
			t.Errorf("%v: %s", h, svg)
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
		if got := plots.PowerLabel(power); got != want {
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
		{
			measure.Law{Fit: &stats.Fit{XMin: 1, Exponent: 2.5, StdErr: 0.12}},
			"The best-fitting power law of the in-degrees has exponent 2.50 ± 0.12; its fit was not tested.",
		},
		{
			measure.Law{Fit: &stats.Fit{XMin: 12, Exponent: 2.5, StdErr: 0.12, P: p(0.4), Samples: 100, Alternatives: unclear}},
			"The in-degrees from 12 on are consistent with a power law: p = 0.40, exponent 2.50 ± 0.12.",
		},
		{
			measure.Law{Fit: &stats.Fit{XMin: 1200, Exponent: 2.5, StdErr: 0.12, P: p(0), Samples: 1000, Alternatives: rivals}},
			"A power law for the in-degrees is rejected at 10 %: p < 0.001 for the best fit, with exponent 2.50 ± 0.12 from 1,200 on. " +
				"A log-normal law and a power law with exponential cut-off fit that tail better.",
		},
	} {
		if got := plain(lawSentence("in-degrees", c.law)); got != c.want {
			t.Errorf("got  %q\nwant %q", got, c.want)
		}
	}
}

// TestMatrix holds that what is zero and what there is are told apart.
func TestMatrix(t *testing.T) {
	full := measure.HostMatrix{
		Rows: []measure.MatrixRow{{Host: "a", Fetched: 9, Out: 1031, Shown: 1000}, {Host: "b", Fetched: 5, Out: 1, Shown: 1}}, Columns: []string{"a", "b", ""}, Arcs: [][]int64{{7, 1000, 0}, {0, 9, 1}},
	}
	for total, left := range map[int64]string{1001: "1,001 of 1,032 arcs from the hosts of the rows to other hosts (97.0 %); the matrix holds 100 % of all", 2002: "the matrix holds 50.0 % of all arcs between hosts"} {
		var v linksView
		how := v.matrix(full, 1000, total, shownPairs+1)
		if len(v.Matrix) != 2 || len(v.Heads) != 3 || v.Heads[0] != "a" || v.Heads[1] != "b" {
			t.Fatalf("%d: hosts %v", total, v.Heads)
		}
		for at, want := range map[[2]int]cell{
			{0, 1}: {Shade: shades, Text: "1k", Title: "a → b: 1,000"}, {0, 2}: {Class: "zero", Text: "0", Title: "a → (no host): 0"}, {1, 2}: {Shade: 1, Text: "1", Title: "b → (no host): 1"},
		} {
			if got := v.Matrix[at[0]].Cells[at[1]]; got != want {
				t.Errorf("%d: %v: got %+v, want %+v", total, at, got, want)
			}
		}
		if v.Matrix[0].Cells[0].Class != "self" || !strings.Contains(plain(v.Left), left) || !strings.Contains(plain(how), "“0” is a pair without an arc") {
			t.Errorf("%d: %+v, %q, %q", total, v.Matrix, v.Left, how)
		}
	}
}

func TestSplitURL(t *testing.T) {
	for name, want := range map[string][3]string{
		"https://a.example:8080/x?y":   {"https://", "a.example:8080", "/x?y"},
		"http://a.example":             {"http://", "a.example", ""},
		"http://a/http://b/":           {"http://", "a", "/http://b/"},
		"notes on http://a.example/":   {"", "notes on http://a.example/", ""},
		"://x":                         {"", "://x", ""},
		"Alan Turing/letters":          {"", "Alan Turing/letters", ""},
		"web+x.y-1://h#f":              {"web+x.y-1://", "h", "#f"},
		"a.example/http://b.example/?": {"", "a.example/http://b.example/?", ""},
	} {
		scheme, host, path := splitURL(name)
		if got := [3]string{scheme, host, path}; got != want {
			t.Errorf("%q is cut into %q, want %q", name, got, want)
		}
	}
}

// TestAlike holds that rows which look alike can be told apart on the page.
func TestAlike(t *testing.T) {
	d := Data{Info: infoOf(9, 2)}
	d.Info.Names = true
	s := &measure.Standings{Measures: []string{measure.PageRank}}
	for i, name := range []string{"http://a.example/", "https://a.example/", "http://a.example:81/", "Alan", "ALAN", "alan", "other"} {
		s.Pages = append(s.Pages, measure.Standing{Name: name, Places: []measure.Place{{First: int64(i) + 1, Last: int64(i) + 1}}})
	}
	d.Standings = s
	_, root := render(t, d)
	got := text(byID(root, "who"))
	for _, want := range []string{
		"http:// a.example / 1", "https:// a.example / 2", "http:// a.example:81 / 3", "ALAN (differs from another row in upper and lower case) 5",
		"alan (differs from another row in upper and lower case) 6", "other 7",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("lacks %q: %s", want, got)
		}
	}
}

// TestLawRows holds the table of a law to what was computed of it, and to that alone.
func TestLawRows(t *testing.T) {
	p := 0.4
	values := []row{{"Values", "1,234"}, {"Mean", "2.35"}, {"Largest", "99"}}
	fit := []row{{"Exponent", "2.50 ± 0.12"}, {"x_min", "12"}, {"In the tail", "617 (50.0 %)"}, {"KS distance", "0.0321"}}
	for _, c := range []struct {
		name string
		fit  *stats.Fit
		want []row
	}{
		{"a fit alone", &stats.Fit{}, append(slices.Clone(fit), row{"Goodness of fit p", "not computed"})},
		{"an interval", &stats.Fit{Interval: &[2]float64{2.2511, 2.7499}}, append(slices.Clone(fit), row{"95 % interval", "2.251 to 2.750"}, row{"Goodness of fit p", "not computed"})},
		{"a test", &stats.Fit{P: &p, Samples: 100}, append(slices.Clone(fit), row{"Goodness of fit p", "0.40"})},
	} {
		want := c.want
		if c.fit != nil {
			c.fit.XMin, c.fit.Exponent, c.fit.StdErr, c.fit.Tail, c.fit.KS = 12, 2.5, 0.12, 617, 0.03214
			want = append(slices.Clone(values), c.want...)
		}
		got := lawRows(measure.Law{Count: 1234, Mean: 2.345678, Max: 99, Fit: c.fit})
		for i := range got {
			got[i].Value = plain(got[i].Value)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", c.name, got, want)
		}
	}
}

// TestOnePopulation holds that sentence, table and plot state one share of the tail, also where there are zeros.
func TestOnePopulation(t *testing.T) {
	l := law(t, "in", 2.2, 20000, -1, 9)
	l.Histogram.Counts[0] += 60000 // zeros
	l.Count += 60000
	l.Fit.Zeros += 60000
	if l.Histogram.Values[0] != 0 || l.Histogram.Total() != l.Count {
		t.Fatal("no zeros in the sample")
	}
	c, _ := newCurve(l.Histogram, l.Fit)
	at := 0.0
	for _, p := range l.Histogram.CCDF() {
		if p.X == float64(l.Fit.XMin) {
			at = p.Y
		}
	}
	want := share(l.Fit.Tail, l.Count)
	if got := typeset(fixed(100*at, 1)) + "\u00a0%"; got != want || c.atXMin != at {
		t.Fatalf("the line begins at %s, want %s", got, want)
	}
	table := ""
	for _, r := range lawRows(l) {
		table += r.Label + " " + r.Value + "\n"
	}
	for name, text := range map[string]string{"table": table, "sentence": lawSentence("in-degrees", l), "description": c.describe()} {
		if !strings.Contains(text, want) {
			t.Errorf("%s lacks %s: %s", name, want, text)
		}
	}
}
