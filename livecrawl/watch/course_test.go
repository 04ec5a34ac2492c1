package watch

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"weft/crawl/estimate"
	"weft/livecrawl"
)

// TestCourse keeps moments of a whole run within a bound, with about equal gaps, and the estimates of each moment.
func TestCourse(t *testing.T) {
	var c course
	s := sample{}
	s.Began = now
	const seconds = 5000
	for i := range seconds {
		s.now = now.Add(time.Duration(i) * time.Second)
		s.Learnt, s.Known = uint64(i), seconds
		if i == 1000 {
			s.Trust = &livecrawl.Trust{Gamma: 0.25, HAK: 0.5}
			s.Size = estimate.Interval{Low: seconds, Estimate: 2 * seconds, High: 3 * seconds}
		}
		m := markOf(&s)
		c.add(m)
	}
	got := c.until(&s)
	n := len(got.Seconds)
	if n > mostMarks+1 || n < mostMarks/2 || got.Seconds[0] != 0 || got.Seconds[n-1] != seconds-1 {
		t.Fatalf("%d moments from %v to %v", n, got.Seconds[0], got.Seconds[n-1])
	}
	for i, at := range got.Seconds[:n-1] {
		if gap := c.gap.Seconds(); i > 0 && (at-got.Seconds[i-1] < 0.8*gap || at-got.Seconds[i-1] > gap) {
			t.Errorf("moment %d is at %v, %v after the one before, with a gap of %v", i, at, at-got.Seconds[i-1], gap)
		}
		gamma, complete := -1.0, -1.0
		if at >= 1000 {
			gamma, complete = 0.25, at/(2*seconds)
		}
		if got.Gamma[i] != gamma || math.Abs(got.Complete[i]-complete) > 1e-9 {
			t.Errorf("at %v: γ %v and completeness %v, want %v and %v", at, got.Gamma[i], got.Complete[i], gamma, complete)
		}
	}
}

// TestCourseCharts draws estimates from the moment on at which they are known, and none that are unknown.
func TestCourseCharts(t *testing.T) {
	c := &Course{[]float64{0, 1, 2}, []float64{-1, 0.5, 1}, []float64{-1, -1, 0.25}, []float64{-1, -1, -1}}
	all := courseCharts(c, true)
	if len(all) != 1 || all[0].Top != "1.000" || all[0].From != "2s ago" {
		t.Fatalf("got %+v", all)
	}
	for i, want := range []Curve{{"γ", "1.000", "M300.0 60.0L600.0 0.0", "M300.0 60.0L600.0 0.0V120H300.0Z"}, {"HAK (unsure)", "0.250", "M600.0 90.0", "M600.0 90.0V120H600.0Z"}} {
		if all[0].Curve[i] != want {
			t.Errorf("curve %d: got %+v, want %+v", i, all[0].Curve[i], want)
		}
	}
	s := busySample()
	w := &Watcher{last: s}
	titles := []string{}
	for _, chart := range w.Report().Charts {
		titles = append(titles, chart.Title)
	}
	if !slices.Contains(titles, "Completeness, over the run") || !strings.Contains(strings.Join(titles, ";"), "Trust in the ranking") {
		t.Errorf("the charts of a run: %v", titles)
	}
	if s.Trust, s.Size.High = nil, math.Inf(1); len((&Watcher{last: s}).Report().Charts) != 3 {
		t.Errorf("a run without estimates has charts of them")
	}
}
