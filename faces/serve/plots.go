package serve

import (
	"fmt"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"time"

	"weft/answers/measure"
	"weft/graph"
	"weft/internal/digits"
)

// plotPatience is how long the screen of distributions waits for its plots. Reading 10 M values takes longer.
const plotPatience = 120 * time.Millisecond

// A plotStore holds the plots of a crawl, which are made once.
type plotStore struct {
	once sync.Once
	done chan struct{} // closed when they are made
	all  []*distribution
}

// A distribution counts the pages of a kept ranking that have a value or more, for many values.
type distribution struct {
	Name   string // of the ranking
	Title  string
	Unit   string // of the values
	Of     string // number of pages
	Zero   string // pages with the value zero; empty for none
	Below  string // number of pages with a smaller value than the plot shows, and the verb; empty for none
	Floor  string // the smallest value of the plot, where Below is not empty
	Points []plotPoint
	Curve  string // the points as a path of SVG
	XTicks []plotTick
	YTicks []plotTick
}

// A plotPoint says how many pages have a value or more.
type plotPoint struct {
	X, Y  float64 // place in the plot
	Value string
	Pages string
	Share string
	Path  string // the rows of the pages from this value on downwards; empty beyond the last row of a ranking
}

type plotTick struct {
	At   float64
	Text string
}

// Sizes of a plot, in units of its view box.
const (
	plotWidth  = 360.0
	plotHeight = 220.0
	plotLeft   = 52.0
	plotRight  = 12.0
	plotTop    = 10.0
	plotBottom = 36.0
)

// plots returns the plots of the kept rankings. ready is false while they are made.
func (s *Server) plots(o *opened) (all []*distribution, ready bool) {
	p := &o.drawn
	p.once.Do(func() {
		p.done = make(chan struct{})
		o.hold()
		go func() {
			defer o.release()
			defer close(p.done)
			var err error
			if p.all, err = try("plots", func() ([]*distribution, error) { return o.distributions(), nil }); err != nil {
				s.note(o.of.path + ": " + err.Error())
			}
		}()
	})
	select {
	case <-p.done:
		return p.all, true
	case <-time.After(plotPatience):
		return nil, false
	}
}

// A plotScreen holds the values of the screen of distributions.
type plotScreen struct {
	Plots   []*distribution
	Drawing bool // they are being made
}

// distributionsOf shows how the values of the kept rankings are distributed.
func (s *Server) distributionsOf(w http.ResponseWriter, _ *http.Request, o *opened) {
	plots, ready := s.plots(o)
	shown := &view{Title: "Distributions", Crawl: o.of, Here: "Distributions", Of: plotScreen{plots, !ready}}
	if !ready {
		shown.Again = 1
	}
	s.render(w, http.StatusOK, "distributions", shown)
}

// distributions are the plots of the kept rankings that have values.
func (o *opened) distributions() (all []*distribution) {
	for _, m := range o.scores() {
		if d := distributed(m, o.NumPages()); d != nil {
			all = append(all, d)
		}
	}
	return all
}

// titles are the titles of plots, and the units of their values.
var titles = map[string][2]string{
	"pagerank": {"PageRank", "PageRank"}, "indegree": {"Incoming links", "links"}, "outdegree": {"Outgoing links", "links"},
	"hits-authorities": {"Authorities by HITS", "score"}, "hits-hubs": {"Hubs by HITS", "score"},
	"salsa-authorities": {"Authorities by SALSA", "score"}, "salsa-hubs": {"Hubs by SALSA", "score"}, "harmonic": {"Harmonic centrality", "score"},
	"katz": {"Katz centrality", "score"}, "closeness": {"Closeness centrality", "score"}, "betweenness": {"Betweenness centrality", "share of the pairs"},
}

// distributed counts the pages of a ranking by value. Classes have the bounds 1, 1.5, 2, 3, 4, 6, 8 and so on, and the same
// below 1. It returns nil if all values are zero.
func distributed(m measure.Scored, pages int) *distribution {
	const classes = 1 << 12 // the exponent and the first bit of the fraction
	var counts [classes]int64
	zero, whole := int64(0), true
	for u := range pages {
		v := m.At(graph.Node(u))
		if !(v > 0) {
			zero++
			continue
		}
		whole = whole && v == math.Trunc(v)
		counts[math.Float64bits(v)>>51&(classes-1)]++
	}
	d := &distribution{Name: m.Name, Title: titles[m.Name][0], Unit: titles[m.Name][1], Of: digits.Grouped(pages)}
	if zero > 0 {
		d.Zero = digits.Grouped(zero)
	}
	var values []float64
	var above []int64 // pages with the value or more
	sum := int64(0)
	for class := classes - 1; class >= 0; class-- {
		if counts[class] == 0 {
			continue
		}
		edge := math.Float64frombits(uint64(class) << 51) //nolint:gosec // not negative; whole for whole values
		sum += counts[class]
		values, above = append(values, edge), append(above, sum)
	}
	if len(values) == 0 {
		return nil
	}
	if n := shownValues(values); n < len(values) {
		left := sum - above[n-1]
		d.Below, d.Floor = digits.Plural(left, "page")+" "+digits.Verb(left, "has", "have"), valueText(values[n-1], whole)
		values, above = values[:n], above[:n]
	}
	d.place(values, above, int64(pages), whole)
	return d
}

// plotFloor is the smallest value of a plot, as a share of its largest value. Scores of HITS sink to 1e-134, where they say
// nothing.
const plotFloor = 1e-12

// shownValues returns the number of values that are not below the floor. Values come in decreasing order.
func shownValues(values []float64) int {
	n := len(values)
	for n > 1 && values[n-1] < values[0]*plotFloor {
		n--
	}
	return n
}

// place places the points on logarithmic axes. Values come in decreasing order.
func (d *distribution) place(values []float64, above []int64, pages int64, whole bool) {
	x := newAxis(values[len(values)-1], values[0], plotLeft, plotWidth-plotRight)
	y := newAxis(float64(above[0]), float64(above[len(above)-1]), plotHeight-plotBottom, plotTop)
	before := int64(0)
	for i, v := range values {
		p := plotPoint{X: x.at(v), Y: y.at(float64(above[i])), Pages: digits.Grouped(above[i]), Share: digits.Share(above[i], pages), Value: valueText(v, whole)}
		if before < mostRanked {
			p.Path = "pages?" + url.Values{"sort": {d.Name}, "from": {strconv.FormatInt(before, 10)}}.Encode()
		}
		before = above[i]
		d.Points = append(d.Points, p)
		d.Curve += fmt.Sprintf("%c%.1f %.1f", "ML"[min(i, 1)], p.X, p.Y)
	}
	d.XTicks, d.YTicks = x.ticks(), y.ticks()
}

func valueText(v float64, whole bool) string {
	if whole {
		return digits.Grouped(int64(v))
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}

// An axis is logarithmic.
type axis struct{ low, high, from, to float64 }

func newAxis(low, high, from, to float64) axis {
	if high <= low {
		high = low * 2 //nolint:mnd // an axis has an extent
	}
	return axis{math.Log10(low), math.Log10(high), from, to}
}

func (a axis) at(v float64) float64 {
	return a.from + (a.to-a.from)*(math.Log10(v)-a.low)/(a.high-a.low)
}

// ticks are powers of ten, at most six.
func (a axis) ticks() (all []plotTick) {
	const most = 5
	first, last := int(math.Ceil(a.low-1e-9)), int(math.Floor(a.high+1e-9))
	step := max(1, (last-first+most)/most)
	for e := first; e <= last; e += step {
		all = append(all, plotTick{At: a.at(math.Pow10(e)), Text: powerText(e)})
	}
	return all
}

// powerText writes a power of ten.
func powerText(e int) string {
	switch {
	case e >= 0 && e < 4:
		return strconv.Itoa(int(math.Pow10(e)))
	case e >= 4 && e < 7:
		return strconv.Itoa(int(math.Pow10(e-3))) + " k"
	case e >= 7 && e < 10:
		return strconv.Itoa(int(math.Pow10(e-6))) + " M"
	}
	return "1e" + strconv.Itoa(e)
}

// A stateBar is a part of the bar of states.
type stateBar struct {
	figure
	X, Width float64
}

// barsOf divides a bar of 1,000 units among the states.
func barsOf(states []figure, pages int) (bars []stateBar) {
	const all = 1000.0
	x := 0.0
	for _, f := range states {
		w := all * float64(f.n) / float64(max(pages, 1))
		bars = append(bars, stateBar{figure: f, X: x, Width: w})
		x += w
	}
	return bars
}
