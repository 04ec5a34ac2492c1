package watch

import (
	"fmt"
	"math"
	"time"

	"weft/internal/digits"
)

// mean returns pages a second over the run.
func (s *sample) mean() float64 {
	if s.Elapsed <= 0 {
		return 0
	}
	return float64(s.Learnt-min(s.first.Learnt, s.Learnt)) / s.Elapsed.Seconds()
}

// A target is something that ends the run.
type target struct {
	share float64
	text  string
}

// setGoal sets the progress towards the goal that will be reached first.
func (v *Standing) setGoal(s *sample) {
	best := s.siteTarget()
	l := &s.about.Limits
	offer := func(done, of float64, text string) {
		if t := (target{min(done/of, 1), text}); t.share > best.share {
			best = t
		}
	}
	if n := l.Pages; n > 0 {
		offer(float64(s.Fetched), float64(n), fmt.Sprintf("%s of %s", digits.Grouped(s.Fetched), digits.Plural(n, "page")))
	}
	if n := l.Batch; n > 0 {
		done := s.Fetched - min(s.first.Fetched, s.Fetched)
		offer(float64(done), float64(n), fmt.Sprintf("%s of %s of this run", digits.Grouped(done), digits.Plural(n, "page")))
	}
	if n := min(l.Bytes, 1<<62); n > 0 {
		offer(float64(s.Bytes), float64(n), fmt.Sprintf("%s of %s", digits.Size(int64(min(s.Bytes, 1<<62))), digits.Size(int64(n)))) //nolint:gosec // bounded
	}
	if l.Time > 0 {
		offer(float64(s.Elapsed), float64(l.Time), fmt.Sprintf("%s of %s", digits.Duration(s.Elapsed), digits.Duration(l.Time)))
	}
	v.Share, v.Goal = best.share, best.text+s.trustGoal()
	v.Left = s.left()
	if next, ok := s.nextTry(); ok {
		v.Left, v.Goal = "", v.Goal+"; all that is left waits"
		if d := next.Sub(s.now); d > 0 {
			v.Goal += ", the next try is in " + digits.Duration(d)
		}
	}
}

// siteTarget is the end of the site's pages, as far as their number can be estimated.
func (s *sample) siteTarget() target {
	z := &s.Size
	switch {
	case s.Learnt == 0:
		return target{-1, "no page yet"}
	case s.Learnt >= s.Known:
		text := "everything known was requested"
		if s.Failed > 0 {
			text += ", " + digits.Grouped(s.Failed) + " failed"
		}
		return target{1, text}
	case math.IsInf(z.High, 0) || !(z.Estimate > 0):
		return target{-1, fmt.Sprintf("%s of %s or more pages", digits.Grouped(s.Learnt), digits.Grouped(s.Known))}
	}
	text := fmt.Sprintf("%s of about %s pages", digits.Grouped(s.Learnt), digits.About(max(z.Estimate, float64(s.Known))))
	if z.High > max(z.Low, float64(s.Known))*1.01 {
		text += fmt.Sprintf(" (%s to %s)", digits.About(max(z.Low, float64(s.Known))), digits.About(z.High))
	}
	return target{min(float64(s.Learnt)/max(z.Estimate, float64(s.Known)), 1), text}
}

// left returns the remaining time of the run, as a range from the interval of the number of pages.
func (s *sample) left() string {
	if s.Why != "" || s.Paused || s.Elapsed < time.Second || s.Learnt-min(s.first.Learnt, s.Learnt) < enough {
		return ""
	}
	low, middle, high := s.until(s.Size.Low), s.until(s.Size.Estimate), s.until(s.Size.High)
	text := digits.Roughly(middle) + " left"
	switch {
	case math.IsInf(s.Size.High, 0) && high > low:
		return "at least " + text
	case digits.Roughly(low) != digits.Roughly(high):
		return fmt.Sprintf("%s (%s to %s)", text, digits.Roughly(low), digits.Roughly(high))
	}
	return text
}

// enough is how many pages must be learnt for a rate to mean something.
const enough = 10

// until returns the remaining time of the run if the crawl finds pages pages in the end, at the mean rates of the
// run. The limits of the run bound it.
func (s *sample) until(pages float64) time.Duration {
	l, f := &s.about.Limits, &s.first
	pages = max(pages, float64(s.Known)) // the estimate is made now and then
	seconds := s.needs(pages-float64(s.Learnt), s.Learnt, f.Learnt)
	if l.Pages > 0 {
		seconds = min(seconds, s.needs(float64(l.Pages)-float64(s.Fetched), s.Fetched, f.Fetched))
	}
	if l.Batch > 0 {
		seconds = min(seconds, s.needs(float64(l.Batch+f.Fetched)-float64(s.Fetched), s.Fetched, f.Fetched))
	}
	if l.Bytes > 0 {
		seconds = min(seconds, s.needs(float64(l.Bytes)-float64(s.Bytes), s.Bytes, f.Bytes))
	}
	if l.Time > 0 {
		seconds = min(seconds, max(l.Time-s.Elapsed, 0).Seconds())
	}
	return time.Duration(min(seconds, 1e9) * float64(time.Second))
}

// needs returns in how many seconds what grew from then to now grows by more.
func (s *sample) needs(more float64, now, then uint64) float64 {
	switch {
	case more <= 0:
		return 0
	case now <= then:
		return math.Inf(1)
	}
	return more / float64(now-then) * s.Elapsed.Seconds()
}
