package plots_test

import (
	"image/color"
	"strings"
	"testing"

	"weft/internal/plots"
)

func TestDecadesLabelsAtMostSeven(t *testing.T) {
	for _, largest := range []float64{10, 1e6, 1e7, 1e20} {
		labels := 0
		for _, tick := range plots.Decades(1, largest) {
			if tick.Label != "" {
				labels++
			}
		}
		if labels < 2 || labels > 7 {
			t.Errorf("1 to %g has %d labels, want 2 to 7", largest, labels)
		}
	}
}

// An axis of little more than a decade has two labels at least, as one tells no scale, and they say where they stand.
func TestDecadesOfShortAxes(t *testing.T) {
	for _, c := range []struct {
		least, largest float64
		want           string
	}{
		{300, 2800, "500 1k 2k"}, {0.03, 0.25, "5·10⁻² 0.1 0.2"}, {4e8, 6e9, "500M 10⁹ 2·10⁹ 5·10⁹"}, {1, 9.9, "1 2 5"}, {0.9, 11, "1 10"}, {90, 1100, "100 1k"},
	} {
		var labels []string
		for _, tick := range plots.Decades(c.least, c.largest) {
			labels = append(labels, tick.Label)
		}
		if got := strings.Join(labels, " "); got != c.want {
			t.Errorf("%g to %g: got %s, want %s", c.least, c.largest, got, c.want)
		}
	}
}

func TestSteps(t *testing.T) {
	for _, c := range []struct{ first, last, ticks, labels int }{{0, 0, 1, 1}, {0, 5, 6, 6}, {0, 20, 21, 11}, {0, 100, 6, 6}, {1, 1, 1, 1}, {1, 10, 10, 10}, {1, 20, 20, 10}, {0, 1e9, 6, 6}, {1, 350, 3, 3}} {
		p := &plots.Plot{}
		plots.Steps(&p.X, c.first, c.last, color.Black)
		ticks, labels := p.X.Ticks(p.X.Min, p.X.Max), 0
		for _, tick := range ticks {
			if tick.Label != "" {
				labels++
			}
		}
		if len(ticks) != c.ticks || labels != c.labels {
			t.Errorf("%d to %d has %d ticks and %d labels, want %d and %d", c.first, c.last, len(ticks), labels, c.ticks, c.labels)
		}
		if p.X.Min != float64(c.first) || p.X.Max != float64(max(c.last, c.first+1)) {
			t.Errorf("%d to %d: the axis goes from %g to %g", c.first, c.last, p.X.Min, p.X.Max)
		}
	}
}

func TestLogSpansADecade(t *testing.T) {
	p := &plots.Plot{}
	plots.Log(&p.X, 3, 4, color.Black)
	if p.X.Max < 10*p.X.Min || p.X.Min > 3 || p.X.Max < 4 {
		t.Errorf("the axis of 3 to 4 is %g to %g", p.X.Min, p.X.Max)
	}
}

func TestRound(t *testing.T) {
	for _, c := range []struct {
		least, largest float64
		first, last    string
		ticks          int
	}{
		{0, 1, "0.0", "1.0", 6},
		{0.75, 1, "0.75", "1.00", 6},
		{-0.4, 1, "0.0", "1.0", 3},
		{-0.5, 1, "−0.5", "1.0", 4},
		{0, 60, "0", "60", 7},
		{0, 79, "0", "60", 4},
		{0, 1.05, "0.0", "1.0", 6},
		{0.985, 1, "0.985", "1.000", 4},
	} {
		ticks := plots.Round(c.least, c.largest)
		first, last := ticks[0].Label, ticks[len(ticks)-1].Label
		if first != c.first || last != c.last || len(ticks) != c.ticks {
			t.Errorf("%g to %g has %d ticks from %s to %s, want %d from %s to %s", c.least, c.largest, len(ticks), first, last, c.ticks, c.first, c.last)
		}
	}
}
