package measure

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/stats"
)

// The plot of a law shows the data and the fit; its rows are all values, with their exact shares.
func TestLawPlot(t *testing.T) {
	h := stats.PowerLaw{XMin: 1, Exponent: 2.2}.Sample(5000, 7)
	l, err := NewLaw("in-degree", allPages, h, answer.Options{Workers: 1}, -1)
	if err != nil || l.Fit == nil {
		t.Fatal(err, l)
	}
	all := l.addPlot(nil)
	if len(all) != 1 || all[0].Name != "in-degree" || !strings.Contains(all[0].Title, "In-degree of all pages") {
		t.Fatalf("got %+v", all)
	}
	left := int64(5000)
	rows := all[0].Rows[1:]
	for i, v := range h.Values {
		x, _ := strconv.ParseUint(rows[i][1], 10, 64)
		y, _ := strconv.ParseFloat(rows[i][2], 64)
		if rows[i][0] != "data" || x != v || y != float64(left)/5000 {
			t.Fatalf("row %v, want %d and %g", rows[i], v, float64(left)/5000)
		}
		left -= h.Counts[i]
	}
	fit := rows[len(h.Values):]
	if len(fit) < 10 {
		t.Fatalf("%d points of the fit", len(fit))
	}
	for _, r := range fit { // the law with which the data was drawn, where many values lie above
		x, _ := strconv.ParseFloat(r[1], 64)
		y, _ := strconv.ParseFloat(r[2], 64)
		drawn := stats.PowerLaw{XMin: 1, Exponent: 2.2}.CCDF(uint64(x))
		if drawn > 0.02 && math.Abs(y/drawn-1) > 0.25 {
			t.Errorf("the fit has %g at %g, the law %g", y, x, drawn)
		}
	}
	if svg := string(all[0].Sheet.SVG()); strings.Count(svg, "share of the pages with x or more") != 1 || strings.Contains(svg, "NaN") {
		t.Errorf("got %s", svg)
	}
}

// A law without a value above 0 has no plot; a law without a fit has one.
func TestLawPlotWithout(t *testing.T) {
	var zero, few stats.Counter
	for i := range 9 {
		zero.Add(0)
		few.Add(uint64(i))
	}
	for _, c := range []struct {
		h    stats.Histogram
		want int
	}{{zero.Histogram(), 0}, {few.Histogram(), 1}} {
		l, err := NewLaw("in-degree", allPages, c.h, answer.Options{Workers: 1}, -1)
		if all := l.addPlot(nil); err != nil || len(all) != c.want {
			t.Errorf("got %d plots, %v", len(all), err)
		}
	}
}

// A rejected law misses the data, and is not drawn.
func TestRejectedLawIsNotDrawn(t *testing.T) {
	l := Law{Name: "in-degree", Count: 4, Max: 90, Histogram: stats.Histogram{Values: []uint64{1, 9, 90}, Counts: []int64{2, 1, 1}}}
	for p, drawn := range map[float64]bool{0: false, 0.099: false, 0.1: true} {
		l.Fit = &stats.Fit{Exponent: 2, XMin: 1, P: &p}
		if got := l.fitted(); (got != nil) != drawn {
			t.Errorf("p = %g: %d points", p, len(got))
		}
	}
}
