package watch

import (
	"math"
	"time"
)

// mostMarks bounds the moments of a course. It is even.
const mostMarks = 240

// A mark holds estimates at a moment. An estimate that is unknown is less than 0.
type mark struct {
	at                   time.Time
	gamma, hak, complete float64
}

// A course keeps the estimates of a whole run, at moments with about the same gap between them. When it is full it forgets
// every second moment, and doubles the gap.
type course struct {
	marks []mark
	gap   time.Duration
}

// add keeps a mark, unless the gap since the latest is too small.
func (c *course) add(m mark) {
	c.gap = max(c.gap, step)
	if n := len(c.marks); n > 0 && m.at.Sub(c.marks[n-1].at) < c.gap*9/10 {
		return
	}
	if len(c.marks) == mostMarks {
		for i := range mostMarks / 2 {
			c.marks[i] = c.marks[2*i]
		}
		c.marks, c.gap = c.marks[:mostMarks/2], 2*c.gap
	}
	c.marks = append(c.marks, m)
}

// markOf returns the estimates of a sample.
func markOf(s *sample) mark {
	m := mark{s.now, -1, -1, -1}
	if t := s.Trust; t != nil {
		m.gamma, m.hak = t.Gamma, t.HAK
	}
	if z := &s.Size; s.Learnt > 0 && z.Estimate > 0 && !math.IsInf(z.High, 0) {
		m.complete = min(float64(s.Learnt)/max(z.Estimate, float64(s.Known)), 1)
	}
	return m
}

// Course is how estimates changed over a run: columns of the same length, from the oldest moment on. An estimate that
// was unknown is -1.
type Course struct {
	Seconds  []float64 `json:"seconds"` // since the run began
	Gamma    []float64 `json:"gamma"`
	HAK      []float64 `json:"hak"`
	Complete []float64 `json:"complete"` // pages with a response, as a share of the estimated pages
}

// until returns the course up to a sample, which is its last moment.
func (c *course) until(s *sample) Course {
	out := Course{[]float64{}, []float64{}, []float64{}, []float64{}}
	add := func(m mark) {
		out.Seconds = append(out.Seconds, m.at.Sub(s.Began).Seconds())
		out.Gamma, out.HAK, out.Complete = append(out.Gamma, m.gamma), append(out.HAK, m.hak), append(out.Complete, m.complete)
	}
	for _, m := range c.marks {
		if m.at.Before(s.now) {
			add(m)
		}
	}
	add(markOf(s))
	return out
}

// courseCharts draws the estimates that are known.
func courseCharts(c *Course, unsure bool) (all []Chart) {
	hak := series{"HAK", c.HAK}
	if unsure {
		hak.name = "HAK (unsure)"
	}
	for _, x := range []struct {
		title string
		list  []series
	}{
		{"Trust in the ranking, over the run", []series{{"γ", c.Gamma}, hak}},
		{"Completeness, over the run", []series{{"fetched of the estimated pages", c.Complete}}},
	} {
		if last := len(c.Seconds) - 1; x.list[0].values[last] >= 0 {
			all = append(all, newChart(x.title, c.Seconds, fraction, 1, x.list...))
		}
	}
	return all
}
