package papers

import (
	"fmt"
	"strings"

	"weft/answers/course"
	"weft/internal/digits"
)

// ofFit is a check that requires a crawl with a model that was fitted to it.
func ofFit(check func(*randomRun, *claim) []finding) func(*randomRun, *claim) []finding {
	return func(r *randomRun, c *claim) []finding {
		if r.Fit == nil {
			return notRun(noCrawl)
		}
		return check(r, c)
	}
}

// sizeOfFit describes the crawl and its models.
func (r *randomRun) sizeOfFit() string {
	return fmt.Sprintf("%s, and %s of the model with its exponents",
		digits.Plural(r.Fit.Crawled, "page"), digits.Plural(r.Fit.Models, "crawl"))
}

func (r *randomRun) figuresOfCrawls(*claim) []finding {
	var parts []string
	for _, x := range r.Fit.Rows {
		if x.Literature != "" {
			parts = append(parts, fmt.Sprintf("%s %s, the model %s (%s)",
				x.Name, figureOf(x.Real), figureOf(x.Model), x.Literature))
		}
	}
	return found(OtherData, "%s: %s", r.sizeOfFit(), strings.Join(parts, "; "))
}

func (r *randomRun) sixProperties(*claim) []finding {
	var all []Verdict
	var parts []string
	for i := range r.Fit.Ticks {
		t := &r.Fit.Ticks[i]
		all = append(all, tickVerdict(t, r.Fit.Models))
		parts = append(parts, fmt.Sprintf("%s (%s): crawl %s %s, model %s %s, %d of %d models", t.Name, t.Criterion,
			tick(t.Real), t.RealIs, tick(t.Model), t.ModelIs, t.Models, r.Fit.Models))
	}
	return found(together(all...), "%s: %s", r.sizeOfFit(), strings.Join(parts, "; "))
}

// tickVerdict judges whether a crawl and its models have a property.
func tickVerdict(t *course.Tick, models int) Verdict {
	switch {
	case t.Real == nil || t.Model == nil:
		return CannotTell
	case !*t.Real || t.Models == 0:
		return Differs
	case t.Models == models:
		return Agrees
	}
	return CannotTell
}

func figureOf(x *float64) string {
	if x == nil {
		return digits.None
	}
	return short(*x)
}

func tick(holds *bool) string {
	switch {
	case holds == nil:
		return "?"
	case *holds:
		return "yes,"
	}
	return "no,"
}
