package papers

import (
	"fmt"
	"strings"

	"weft/answers/course"
	"weft/internal/digits"
)

// webRows puts what section 2 quotes of crawls of the Web, and the six properties of section 6, beside a crawl and the
// model that was fitted to it.
func (r *randomRun) webRows() {
	if r.Fit == nil {
		r.notRun("§2", "figures of crawls of the Web", "7 links a page, clustering above 0.1, mean distance 16 or 19, exponents 2.1 and 2.72, of component sizes 2.5, of core sizes 1.09 to 1.4, a quarter of the pages in each part of the bow tie", noCrawl)
		r.notRun("§6", "six properties of a good model", "clustered, short paths, Zipf degrees, many sinks, PageRank early, a bow tie", noCrawl)
		return
	}
	var told []string
	for _, x := range r.Fit.Rows {
		if x.Literature != "" {
			told = append(told, fmt.Sprintf("%s %s, the model %s (%s)", x.Name, figureOf(x.Real), figureOf(x.Model), x.Literature))
		}
	}
	size := fmt.Sprintf("%s, and %s of the model with its exponents", digits.Plural(r.Fit.Crawled, "page"), digits.Plural(r.Fit.Models, "crawl"))
	r.on("§2", "figures of crawls of the Web", "in brackets").add(OtherData, "as weft simulate fit finds them, with intervals there", "%s: %s", size, strings.Join(told, "; "))
	var all []Verdict
	told = nil
	for i := range r.Fit.Ticks {
		t := &r.Fit.Ticks[i]
		all = append(all, tickVerdict(t, r.Fit.Models))
		told = append(told, fmt.Sprintf("%s (%s): crawl %s %s, model %s %s, %d of %d models", t.Name, t.Criterion, tick(t.Real), t.RealIs, tick(t.Model), t.ModelIs, t.Models, r.Fit.Models))
	}
	r.on("§6", "six properties of a good model", "the model has all of them, as crawls of the Web do").add(together(all...), "agrees if the crawl and every model have all six, differs if the crawl or every model lacks one", "%s: %s", size, strings.Join(told, "; "))
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
