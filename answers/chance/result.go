package chance

import (
	"fmt"
	"math"

	"weft/answers/answer"
	"weft/internal/digits"
	"weft/internal/table"
	"weft/store"
)

// Chance compares figures of a crawl with random graphs of the same degrees.
//
//json:object chance
//json:note Links of a page to itself are left out, in the crawl and in the random graphs.
type Chance struct {
	Kinds string `json:"kinds"`                                                    // kinds of arcs that count, joined by +
	View  string `json:"view,omitempty"`                                           // filter applied to the crawl, such as between-hosts
	Pages int    `json:"pages"`                                                    // all pages
	Arcs  int64  `json:"arcs" label:"links" note:"between different pages"`        // arcs between different pages
	Draws int    `json:"draws" label:"random graphs" note:"with the same degrees"` // number of random graphs
	Swaps int    `json:"swaps"`                                                    // steps per arc that each random graph took
	Steps int64  `json:"steps"`                                                    // steps of each random graph: `swaps` · `arcs`
	// mean share of the steps in which two arcs exchanged their targets
	Swapped float64 `json:"swapped" label:"swapped" show:"share" note:"of the steps; the others would have made a loop or a double link"`
	// mean number of steps that turned a cycle of three arcs around
	Turned float64 `json:"turned" label:"turned" show:"fixed:1" note:"cycles of three links on average"`
	// mean share of the crawl's arcs that a random graph had after half of its steps
	Halfway float64 `json:"kept_halfway" label:"left halfway" show:"share" note:"of the crawl's links"`
	// mean share of the crawl's arcs that a random graph has
	AtEnd float64 `json:"kept" label:"left at the end" show:"share" note:"of the crawl's links"`
	// `kept` and `kept_halfway` differ by at most 0.005 or 4 standard errors
	Mixed   bool     `json:"mixed"`
	Figures []Figure `json:"compared"` // the figures of the crawl, each beside its values in the random graphs

	draws []drawing
	asked asked
}

// A Figure is a figure of the crawl beside its values in the random graphs.
//
//json:object chance_figure
type Figure struct {
	// figure: reciprocity, rho, transitivity, clustering, out_in, out_out, in_in, in_out or within_hosts
	Key   string   `json:"figure"`
	Title string   `json:"title" label:"figure"`                                                                 // the figure as text
	Value *float64 `json:"value" absent:"null: it is not defined" label:"crawl" show:"small:4"`                  // value of the crawl
	Mean  *float64 `json:"mean" absent:"null: no random graph has a value" label:"by chance" show:"small:4"`     // mean of the random graphs
	SD    *float64 `json:"sd" absent:"null: fewer than two random graphs have a value" label:"±" show:"small:4"` // standard deviation of the random graphs
	Min   *float64 `json:"min" absent:"null: no random graph has a value"`                                       // least value of a random graph
	Max   *float64 `json:"max" absent:"null: no random graph has a value"`                                       // greatest value of a random graph
	// (`value` − `mean`) / `sd`
	Z *float64 `json:"z" absent:"null: there is no spread" label:"z" show:"fixed:1"`
	// `value` / `mean`, of figures that are shares
	Ratio *float64 `json:"ratio,omitempty" absent:"the figure is a correlation, or the mean is 0"`
	Below int      `json:"below"` // random graphs with a smaller value
	Above int      `json:"above"` // random graphs with a greater value
	// probability that one more random graph is as far from the others, times the number of figures; at most 1
	P *float64 `json:"p" absent:"null: there is nothing to compare" label:"p" show:"probability"`
	// `p` is at most 0.05, and the value lies beyond the values of all random graphs
	Differs bool `json:"differs"`
	// number of random graphs that would decide, where too few were drawn
	Decide  int    `json:"decide,omitempty" absent:"the verdict is certain, or no number of random graphs decides"`
	Verdict string `json:"verdict" label:"compared"` // the comparison as text
}

// A kind of figure. Shares are compared by their ratio, correlations by their difference.
type kind struct {
	key, title string
	isShare    bool
}

// figures are the kinds of figures, in the order of values.
var figures = []kind{
	{"reciprocity", "returned links", true},
	{"rho", "returned, beyond density", false},
	{"transitivity", "transitivity", true},
	{"clustering", "local clustering", true},
	{"out_in", "degrees: out, in", false},
	{"out_out", "degrees: out, out", false},
	{"in_in", "degrees: in, in", false},
	{"in_out", "degrees: in, out", false},
	{"within_hosts", "links within a host", true},
}

// sum computes the result from the values of the crawl and of the random graphs.
func (r *Chance) sum(own values) {
	r.Draws, r.Steps = len(r.draws), int64(r.Swaps)*r.Arcs
	var halfway, kept, swapped, turned []float64
	for _, d := range r.draws {
		halfway, kept = append(halfway, d.Halfway), append(kept, d.Kept)
		swapped, turned = append(swapped, float64(d.Swapped)/float64(r.Steps)), append(turned, float64(d.Turned))
	}
	var sd [2]float64
	r.Swapped, _ = spread(swapped)
	r.Turned, _ = spread(turned)
	r.Halfway, sd[0] = spread(halfway)
	r.AtEnd, sd[1] = spread(kept)
	const near, errors = 0.005, 4
	r.Mixed = math.Abs(r.Halfway-r.AtEnd) <= max(near, errors*math.Hypot(sd[0], sd[1])/math.Sqrt(float64(max(r.Draws, 1))))
	var samples [][]float64 // of each figure
	for i, k := range figures {
		if k.key == "within_hosts" && own[i] == nil {
			continue // the pages have no names
		}
		var drawn []float64
		for _, d := range r.draws {
			if x := d.Values[i]; x != nil {
				drawn = append(drawn, *x)
			}
		}
		r.Figures = append(r.Figures, k.figure(own[i], drawn))
		samples = append(samples, drawn)
	}
	r.judge(samples)
}

// spread returns the mean and the standard deviation of values. Of equal values the deviation is exactly 0.
func spread(values []float64) (mean, sd float64) {
	if len(values) == 0 {
		return 0, 0
	}
	first := values[0] // as the origin, so that equal values have this mean exactly
	for _, x := range values {
		mean += x - first
	}
	mean = first + mean/float64(len(values))
	for _, x := range values {
		sd += (x - mean) * (x - mean)
	}
	return mean, math.Sqrt(sd / float64(max(1, len(values)-1)))
}

func (k kind) figure(own *float64, drawn []float64) Figure {
	f := Figure{Key: k.key, Title: k.title, Value: own}
	if len(drawn) > 0 {
		mean, sd := spread(drawn)
		least, most := drawn[0], drawn[0]
		for _, x := range drawn {
			least, most = min(least, x), max(most, x)
		}
		f.Mean, f.Min, f.Max = &mean, &least, &most
		if len(drawn) > 1 {
			f.SD = &sd
		}
	}
	if own != nil && f.Mean != nil {
		for _, x := range drawn {
			if x < *own {
				f.Below++
			} else if x > *own {
				f.Above++
			}
		}
		if f.SD != nil && *f.SD > rounding {
			z := (*own - *f.Mean) / *f.SD
			f.Z = &z
		}
		if k.isShare && *f.Mean > 0 {
			ratio := *own / *f.Mean
			f.Ratio = &ratio
		}
	}
	return f
}

// rounding is the error of sums: values that differ by less are equal.
const rounding = 1e-12

// Blocks implements answer.Answer.
func (r *Chance) Blocks() []answer.Block {
	if r.Arcs == 0 {
		return []answer.Block{answer.Text("No link leads from one page to another: there is nothing to compare with chance.")}
	}
	all := []answer.Block{
		answer.Text(fmt.Sprintf("Beside %s, in which every page keeps its number of links in and out.", digits.Plural(r.Draws, "random graph"))),
		answer.TableOf("", r.Figures),
		answer.Text(fmt.Sprintf("p is corrected for the number of figures: of the random graphs themselves at most %s would have a figure that is called different.", digits.Percent(errorRate))),
		answer.Text(""),
	}
	all = append(all, answer.Describe(r)...)
	if !r.Mixed {
		all = append(all, answer.Advise("", "%s Take more {swaps}.", r.unmixed()))
	}
	if r.undecided() {
		all = append(all, answer.Text(r.few()))
		if n := r.decisive(); n > 0 {
			all = append(all, answer.Advise("", "With {draws} %d, the random graphs may decide.", n))
		}
	}
	return all
}

// Kept is the result itself, which reports show, and a table with the figures of each random graph.
func (r *Chance) Kept() answer.Kept {
	if len(r.draws) == 0 {
		return answer.Kept{}
	}
	k := answer.Kept{Kinds: r.Kinds, View: r.View}
	k.Apart("draws", r.asked.draws, usualDraws)
	k.Apart("swaps", r.asked.swaps, usualSwaps)
	k.AddFigures("chance", r)
	k.AddTable("chance", columns, func(_ *store.Crawl, w *table.Writer) error {
		for i, d := range r.draws {
			for j, x := range d.Values {
				if x == nil {
					continue
				}
				if err := w.Append(int64(i), figures[j].key, *x); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return k
}

var columns = []table.Column{{Name: "draw", Type: table.Int}, {Name: "figure", Type: table.Text}, {Name: "value", Type: table.Float}}
