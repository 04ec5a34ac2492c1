package livecrawl

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"weft/internal/choice"
	"weft/internal/held"
	"weft/livecrawl/memo"
)

// Limits set when a run ends. A zero value sets no limit.
type Limits struct {
	Pages uint64        // fetched, of all runs of the crawl
	Bytes uint64        // received, of all runs; what is under way comes on top
	Time  time.Duration // of this run
	Until []Condition   // the first that holds
	Batch uint64        // pages fetched in this run
}

// A Condition is a stop rule such as complete>=0.9.
type Condition struct {
	Name  string
	Op    string
	Value float64
}

// A figure is a quantity that a Condition compares. A new figure is added to figures.
type figure struct {
	name  string
	share bool // it is 1 at most
	// of returns it; no condition holds of NaN. The trackers are asked by the goroutine of the loop.
	of func(j *Job, c *memo.Counts) float64
}

var figures = []figure{
	{name: "fetched", of: func(_ *Job, c *memo.Counts) float64 { return float64(c.Fetched) }},
	{name: "failed", of: func(_ *Job, c *memo.Counts) float64 { return float64(c.Failed) }},
	{name: "known", of: func(_ *Job, c *memo.Counts) float64 { return float64(c.Known) }},
	{name: "hosts", of: func(j *Job, _ *memo.Counts) float64 { return float64(j.trackers.HostsMet()) }},
	{name: "megabytes", of: func(_ *Job, c *memo.Counts) float64 { return float64(c.Bytes) / 1e6 }},
	{name: "seconds", of: func(j *Job, _ *memo.Counts) float64 { return time.Since(j.meter.began).Seconds() }},
	{name: "complete", share: true, of: func(j *Job, _ *memo.Counts) float64 { return j.trackers.Complete() }},
	{name: gammaRule, share: true, of: trusted(gammaRule)},
	{name: hakRule, share: true, of: trusted(hakRule)},
}

// trusted returns a function that returns how far a ranking of the crawled pages can be trusted.
func trusted(name string) func(*Job, *memo.Counts) float64 {
	return func(j *Job, _ *memo.Counts) float64 {
		t, _ := j.trust.state()
		if v, sound := t.About(name); sound {
			return v
		}
		return math.NaN()
	}
}

// FigureNames returns the names of the quantities that a Condition can compare.
func FigureNames() []string {
	var names []string
	for _, f := range figures {
		names = append(names, f.name)
	}
	return names
}

// figureOf returns the figure of a name.
func figureOf(name string) (figure, bool) {
	for _, f := range figures {
		if f.name == name {
			return f, true
		}
	}
	return figure{}, false
}

var conditionForm = held.Regexp(`^\s*([a-z]+)\s*(>=|<=|>|<|=)\s*([-+.0-9eE]+)\s*$`)

// ParseConditions reads stop rules, such as "complete>=0.9 or megabytes>500". complete is the number of fetched
// pages as a share of the largest estimate of the site's pages. gamma and hak are the latest estimates of how far
// the ranking can be trusted (see [Trust]). They never hold below 1,000 crawled pages, and hak never holds for a
// folded or thin crawl.
func ParseConditions(text string) ([]Condition, error) {
	var list []Condition
	for part := range strings.SplitSeq(text, " or ") {
		m := conditionForm().FindStringSubmatch(part)
		if m == nil {
			return nil, fmt.Errorf("%q: want NAME>=NUMBER, several joined by or; names are %s", part, strings.Join(FigureNames(), ", "))
		}
		about, ok := figureOf(m[1])
		if !ok {
			return nil, fmt.Errorf("%q: there is no %q: want %s", part, m[1], choice.Of(m[1], FigureNames()))
		}
		v, err := strconv.ParseFloat(m[3], 64)
		if err != nil {
			return nil, fmt.Errorf("%q: %q is no number", part, m[3])
		}
		if m[2] == "=" {
			m[2] = ">="
		}
		if about.share && v > 1 {
			return nil, fmt.Errorf("%q: %s is at most 1", part, m[1])
		}
		list = append(list, Condition{m[1], m[2], v})
	}
	return list, nil
}

// String returns the rule as it is written.
func (c Condition) String() string {
	return c.Name + c.Op + strconv.FormatFloat(c.Value, 'g', -1, 64)
}

func (c Condition) holds(v float64) bool {
	switch c.Op {
	case ">=":
		return v >= c.Value
	case ">":
		return v > c.Value
	case "<=":
		return v <= c.Value
	}
	return v < c.Value
}

// reached returns the limit that was reached, or "".
func (l *Limits) reached(j *Job) string {
	if l.Bytes == 0 && len(l.Until) == 0 {
		return ""
	}
	c := j.trackers.Counts()
	if l.Bytes > 0 && c.Bytes >= l.Bytes {
		return fmt.Sprintf("the limit of %d bytes was reached", l.Bytes)
	}
	for _, rule := range l.Until {
		if f, ok := figureOf(rule.Name); ok && rule.holds(f.of(j, c)) {
			return rule.String() + " holds"
		}
	}
	return ""
}
