// Package changes measures two crawls or more in a given order. It measures each crawl alone, each crawl against the next,
// and the first crawl against the last. Package compare has the definitions.
package changes

import (
	"context"
	"errors"
	"fmt"
	"time"

	"weft/answers/answer"
	"weft/answers/compare"
	"weft/answers/measure"
	"weft/graph/page"
	"weft/stats"
	"weft/store"
)

// Options of [Measure]. The zero value is the default.
type Options struct {
	answer.Options
	// Top is the number of hosts, pages and moves in each list.
	Top int
	// Samples is the number of synthetic data sets from which the p of a fit comes; 0 stands for 1,000. A negative number
	// leaves out p, and the interval of the exponent.
	Samples int
	// Dates of the crawls, in order; nil to read them from the crawls.
	Dates []Date
}

// A Date is a time when a crawl was made. Text is its form for people: a year, a month or a day. It is the zero value if
// the date is unknown.
type Date struct {
	Time time.Time
	Text string
}

// Changes are two crawls or more, and what changed from one to the next.
type Changes struct {
	Crawls []Crawl
	Steps  []*compare.Comparison // of each crawl with the next: one fewer than crawls
	Whole  *compare.Comparison   // of the first crawl with the last; the only step of two crawls
	// Explained is how much of the disorder of the ranking missing pages can explain.
	Explained Explained
}

// A Crawl holds the figures of one crawl.
type Crawl struct {
	Info      measure.Info
	Date      Date
	Responses int64 // responses in the crawl log; 0 without a log
	Bytes     int64 // bytes received, by the crawl log
	In, Out   measure.Law
	Core      int      // pages of the largest strongly connected component; 0 without arcs
	Best      []string // names of the best pages by PageRank, at most [BestPages]
	// SharedFirst and SharedBefore count the pages of Best that are among the best of the first crawl, and of the crawl
	// before this one.
	SharedFirst, SharedBefore int
}

// BestPages is the number of best pages whose overlap is followed from crawl to crawl.
const BestPages = 100

// Explained says how much of the disorder between two rankings missing pages can explain.
//
// HAK estimates Kendall's tau between the ranking of a crawl and the ranking of the whole Web. Two crawls without other
// changes, whose missing pages move ranks independently, have a tau of about the product of both estimates.
type Explained struct {
	Known    bool
	Why      string  // reason why it is unknown
	HAK      float64 // of the first crawl
	LastHAK  float64 // of the last crawl
	Expected float64 // tau that missing pages alone would leave
}

// Measure measures crawls in the given order. At least two are needed, and either all have names or none has.
//
// It ranks each crawl once: scores lie in saved results or in scratch files. Crawls stay as they are: nothing is saved.
// Memory: the largest need of a single crawl or of one comparison; see [Stages]. Results do not depend on the number of
// workers.
func Measure(ctx context.Context, crawls []*store.Crawl, o Options) (_ *Changes, err error) {
	if err := check(crawls, &o); err != nil {
		return nil, err
	}
	r := &Changes{}
	scores := make([]*compare.Scores, len(crawls))
	defer func() {
		for _, s := range scores {
			if s != nil {
				err = errors.Join(err, s.Close())
			}
		}
	}()
	for i, c := range crawls {
		one, s, err := crawl(ctx, c, &o)
		scores[i] = s
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Path, err)
		}
		if o.Dates != nil {
			one.Date = o.Dates[i]
		}
		r.Crawls = append(r.Crawls, *one)
	}
	r.overlaps()
	for i := range crawls[1:] {
		step, err := compare.Run(ctx, o.pair(crawls, scores, i, i+1))
		if err != nil {
			return nil, err
		}
		r.Steps = append(r.Steps, step)
	}
	last := len(crawls) - 1
	if r.Whole = r.Steps[0]; last > 1 {
		if r.Whole, err = compare.Run(ctx, o.pair(crawls, scores, 0, last)); err != nil {
			return nil, err
		}
	}
	r.Explained, err = o.explain(ctx, crawls[0], crawls[last])
	return r, err
}

// check refuses crawls that cannot be compared.
func check(crawls []*store.Crawl, o *Options) error {
	if len(crawls) < 2 {
		return errors.New("changes are between two crawls or more")
	}
	if o.Dates != nil && len(o.Dates) != len(crawls) {
		return fmt.Errorf("%d dates for %d crawls", len(o.Dates), len(crawls))
	}
	for _, c := range crawls[1:] {
		if err := store.SameNames(crawls[0], c); err != nil {
			return answer.Refused("%w: import all of them with URLs, or all without", err)
		}
	}
	return nil
}

// pair returns the options of the comparison of two crawls; scores may be nil.
func (o *Options) pair(crawls []*store.Crawl, scores []*compare.Scores, i, j int) compare.Options {
	c := compare.Options{A: crawls[i], B: crawls[j], Ranking: measure.PageRank, Top: o.Top, More: true, Options: o.Options}
	if scores != nil {
		c.ScoresA, c.ScoresB = scores[i], scores[j]
	}
	return c
}

// overlaps counts the best pages that crawls share.
func (r *Changes) overlaps() {
	shared := func(a, b []string) (n int) {
		in := make(map[string]bool, len(a))
		for _, name := range a {
			in[name] = true
		}
		for _, name := range b {
			if in[name] {
				n++
			}
		}
		return n
	}
	for i := range r.Crawls {
		c := &r.Crawls[i]
		c.SharedFirst = shared(r.Crawls[0].Best, c.Best)
		c.SharedBefore = shared(r.Crawls[max(i-1, 0)].Best, c.Best)
	}
}

// Same says whether nothing changed: the same pages in the same states, with the same arcs, in all crawls.
func (r *Changes) Same() bool {
	for _, s := range r.Steps {
		if s.Pages.Gone+s.Pages.New+s.Arcs.Gone+s.Arcs.New > 0 {
			return false
		}
		for _, c := range s.States {
			if c.A != c.B {
				return false
			}
		}
	}
	return true
}

// Lost counts the pages that the first crawl fetched and the last did not.
func (r *Changes) Lost() (n int64) {
	for _, c := range r.Whole.States {
		if c.A == page.Fetched.String() && c.B != page.Fetched.String() {
			n += c.Pages
		}
	}
	return n
}

// OutOfOrder says whether the date of a crawl is before the date of the crawl that it follows. Unknown dates are passed
// over.
func (r *Changes) OutOfOrder() (earlier, later int, found bool) {
	before := -1
	for i := range r.Crawls {
		d := r.Crawls[i].Date
		if d.Text == "" {
			continue
		}
		if before >= 0 && d.Time.Before(r.Crawls[before].Date.Time) {
			return before, i, true
		}
		before = i
	}
	return 0, 0, false
}

// resample adds the interval of the exponent to a law.
func (o *Options) resample(l *measure.Law) error {
	if l.Fit == nil || o.Samples < 0 {
		return nil
	}
	fit, err := stats.FitPowerLaw(l.Histogram, stats.FitOptions{
		Samples: -1, Resamples: resamples, Seed: o.Seed, Workers: o.Workers, NoAlternatives: true,
	})
	if err != nil {
		return err
	}
	l.Fit.Interval = fit.Interval
	return nil
}

// resamples is the number of bootstrap data sets for the interval of an exponent.
const resamples = 200
