package course

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"weft/algo/distance"
	"weft/answers/answer"
	"weft/crawl/strategy"
	"weft/internal/mem"
	"weft/internal/splitmix"
)

// A Fitted is a crawl beside crawls of the model that was fitted to it.
//
//json:object simulate fit
type Fitted struct {
	Kinds    string `json:"kinds"`    // kinds of arcs that count, joined by +
	Crawled  int    `json:"crawled"`  // crawled pages of the crawl and of each crawl of the model
	Strategy string `json:"strategy"` // strategy of the crawls of the model
	Starts   int    `json:"starts"`   // start pages of each crawl
	Model    Model  `json:"model"`    // fitted model
	// Progress is the share of the model's pages that are crawled. Above Realistic, the paper on random Web crawls
	// no longer considers the crawl similar to the Web.
	Progress float64 `json:"progress"` // share of the model's pages that each crawl reaches
	Models   int     `json:"models"`   // crawls of the model that reached at least 90 % of that number of pages
	Died     int     `json:"died"`     // crawls of the model that ran out of pages before
	// models whose crawls were fitted and crawled again; intervals come from the differences
	Refitted int        `json:"refitted"`
	Rows     []Compared `json:"rows"`  // figures of the crawl and of the model
	Ticks    []Tick     `json:"ticks"` // six criteria of a good model of crawls

	courses Courses // the crawl, and the first model
	plots   string  // the folder for them
	files   []answer.File
}

// A Compared is a figure of a crawl beside the figures of the models. Figures that are unknown or were not
// requested are nil.
//
//json:object figure of a crawl
type Compared struct {
	Name string   `json:"name" label:"figure"`                                     // name of the figure
	Real *float64 `json:"real" absent:"null: unknown" label:"crawl" show:"number"` // value of the crawl
	// Model is the mean of the models. A crawl of the fitted model lies between Low and High with 95 %
	// probability, as far as a normal law holds: see [Fitted.Refitted].
	Model *float64 `json:"model" absent:"null: unknown for some crawls" label:"models, mean" show:"number"` // mean over the crawls of the model
	// lower end of the 95 % interval for a crawl of the fitted model
	Low *float64 `json:"low" absent:"null: unknown, or fewer than two models were refitted" label:"from" show:"number"`
	// upper end of that interval
	High *float64 `json:"high" absent:"null: unknown, or fewer than two models were refitted" label:"to" show:"number"`
	// the value of the crawl lies in the interval
	Inside *bool `json:"inside" absent:"null: one of the values is unknown" label:"the crawl is" show:"if:inside/outside"`
	// value that the paper quotes for crawls of the Web
	Literature string `json:"literature,omitempty" absent:"the paper quotes none" label:"literature"`
}

// Realistic is the largest share of the pages up to which crawls of the model are realistic (section 4.2).
const Realistic = 0.3

// FitOptions holds the options of a fitted model.
type FitOptions struct {
	// Models is how many crawls of the model are made.
	Models int
	// Observed takes the degrees as they are, and fits no law.
	Observed bool
	Order    strategy.Choice
	// Memory bounds what a crawl of the model takes, in bytes: how large its Web is shows when it was fitted. 0 is no bound.
	Memory int64
	Options
}

// fit fits a model to a crawl, which was measured at its last point, and crawls it.
func (r *Fitted) fit(ctx context.Context, real *Crawl, o FitOptions) error {
	o.SetDefaults()
	last := real.points[len(real.points)-1]
	lawsOf := fitted
	if o.Observed {
		lawsOf = observed
	}
	l, err := lawsOf(last)
	if err != nil {
		return err
	}
	return r.beside(ctx, real, &l, o, lawsOf)
}

// beside compares crawls of a model with a crawl. The function again fits the model to a crawl. If it is given,
// each crawl of the model is treated as the crawl was: the model is fitted to it and crawled once more. The
// intervals then include the effect of fitting.
func (r *Fitted) beside(ctx context.Context, real *Crawl, l *laws, o FitOptions, again func(*Point) (laws, error)) error {
	last := real.points[len(real.points)-1]
	r.Crawled, r.Strategy, r.Starts = last.Crawled, nameOf(o.Order), min(real.Starts, l.pages, last.Crawled)
	r.Progress = float64(last.Crawled) / float64(l.pages)
	r.courses = Courses{Kinds: r.Kinds, WebPages: l.pages, Points: []CrawlPoint{}, Crawls: []*Crawl{real}}
	var models []*Crawl
	for i := 0; len(models) < o.Models && r.Died <= 3*o.Models; i++ {
		o.Note("crawling models", int64(len(models)), int64(o.Models))
		at := []int{last.Crawled}
		if len(models) == 0 {
			at = o.At
		}
		one, model, err := r.once(ctx, l, o, at, ofModels.Seed(o.Seed, uint64(i))) //nolint:gosec // not negative
		if err != nil {
			return err
		}
		r.Model = *model
		if one == nil {
			r.Died++
			continue
		}
		models = append(models, one)
	}
	r.Models, r.Model.Seed = len(models), o.Seed
	if len(models) < 2 {
		return fmt.Errorf("%d of %d crawls of the model ended before nine tenths of %d pages: use more start pages", r.Died, r.Died+len(models), last.Crawled)
	}
	models[0].Strategy = "model"
	r.courses.Crawls = append(r.courses.Crawls, models[0])
	var refitted []*Crawl
	if again != nil {
		var err error
		if refitted, err = r.refit(ctx, models, o, again); err != nil {
			return err
		}
	}
	r.compare(real, models, refitted)
	return nil
}

// The two uses of drawn crawls: crawls of the model, and crawls of the models that were fitted to these.
const (
	ofModels   splitmix.Domain = 0x6d6f64656c73
	ofRefitted splitmix.Domain = 0x726566697474
)

// once crawls a model; nil if the crawl died before nine tenths of the pages of the last point.
func (r *Fitted) once(ctx context.Context, l *laws, o FitOptions, at []int, seed uint64) (*Crawl, *Model, error) {
	m := ModelOptions{Pages: l.pages, In: l.in, Out: l.out, InIs: l.inIs, OutIs: l.outIs, Orders: []strategy.Choice{o.Order}, Starts: min(r.Starts, l.pages), Distinct: true, Options: o.Options}
	m.At, m.Seed, m.CoresOf = at, seed, o.CoresOf
	if need := mem.Sum(m.Parts()) - mem.Base; o.Memory > 0 {
		if err := mem.Check(fmt.Sprintf("a crawl of a model of %d pages", l.pages), need, o.Memory); err != nil {
			return nil, nil, err
		}
	}
	got, err := RunModel(ctx, m)
	if err != nil {
		return nil, nil, err
	}
	mem.Release()
	one := got.Crawls[0]
	if n := len(one.points); n == 0 || 10*one.points[n-1].Crawled < 9*at[len(at)-1] {
		return nil, got.Model, nil
	}
	return one, got.Model, nil
}

// refit fits a model to each crawl of the model, and crawls it. The result is nil if no model fits, if it exceeds
// the budget, or if its crawl died.
func (r *Fitted) refit(ctx context.Context, models []*Crawl, o FitOptions, again func(*Point) (laws, error)) ([]*Crawl, error) {
	refitted := make([]*Crawl, len(models))
	for i, m := range models {
		o.Note("crawling models that are fitted to models", int64(i), int64(len(models)))
		last := m.points[len(m.points)-1]
		l, err := again(last)
		if err != nil {
			continue
		}
		// The Web of the refitted model may be larger than the Web of the crawl.
		var short *mem.ShortError
		if refitted[i], _, err = r.once(ctx, &l, o, []int{last.Crawled}, ofRefitted.Seed(o.Seed, uint64(i))); err != nil && !errors.As(err, &short) { //nolint:gosec // not negative
			return nil, err
		}
		if refitted[i] != nil {
			r.Refitted++
		}
	}
	return refitted, nil
}

// compare puts figures side by side.
func (r *Fitted) compare(real *Crawl, models, refitted []*Crawl) {
	for _, q := range quantities {
		c := Compared{Name: q.name, Literature: q.literature}
		v, has := q.of(real)
		if has {
			c.Real = &v
		}
		c.against(&q, v, has, models, refitted)
		if c.Real != nil || c.Model != nil {
			r.Rows = append(r.Rows, c)
		}
	}
	for _, t := range criteria {
		tick := Tick{Name: t.name, Criterion: t.criterion, Literature: t.literature}
		tick.Real, tick.RealIs = t.judge(real)
		tick.Model, tick.ModelIs = t.judge(models[0])
		for _, m := range models {
			if holds, _ := t.judge(m); holds != nil && *holds {
				tick.Models++
			}
		}
		r.Ticks = append(r.Ticks, tick)
	}
}

// against compares the figure of a crawl, which may be unknown, with the figures of the models if all have it.
func (c *Compared) against(q *quantity, v float64, has bool, models, refitted []*Crawl) {
	var values, changes []float64
	for i, m := range models {
		x, ok := q.of(m)
		if !ok {
			return
		}
		values = append(values, x)
		if refitted != nil && refitted[i] != nil {
			if y, ok := q.of(refitted[i]); ok {
				changes = append(changes, x-y)
			}
		}
	}
	mean, low, high := another(values)
	c.Model = &mean
	if refitted != nil {
		if len(changes) < 2 {
			return
		}
		_, low, high = another(changes)
		low, high = mean+low, mean+high
	}
	if !strings.HasPrefix(q.name, "exponent") {
		low, high = max(low, 0), max(high, 0) // as all others are
	}
	if c.Low, c.High = &low, &high; has {
		inside := low <= v && v <= high
		c.Inside = &inside
	}
}

// another returns the mean of some values and an interval for the next value with 95 % probability. It uses
// Student's t for a draw, not for the mean.
func another(values []float64) (mean, low, high float64) {
	k := float64(len(values))
	beyond := 0.0
	for _, v := range values {
		beyond += v - values[0] // so that equal values have just this mean
	}
	mean = values[0] + beyond/k
	square := 0.0
	for _, v := range values {
		square += (v - mean) * (v - mean)
	}
	half := distuv.StudentsT{Sigma: 1, Nu: k - 1}.Quantile(0.975) * math.Sqrt(square/(k-1)*(1+1/k))
	return mean, mean - half, mean + half
}

// A quantity is a figure of a crawl; false where it is not known.
type quantity struct {
	name, literature string
	of               func(c *Crawl) (float64, bool)
}

// at is a quantity of the last point.
func at(of func(p *Point) (float64, bool)) func(c *Crawl) (float64, bool) {
	return func(c *Crawl) (float64, bool) { return of(c.points[len(c.points)-1]) }
}

// step turns a figure of a step, which needs no structure, into a figure of a crawl.
func step(of func(s *Step) (float64, bool)) func(c *Crawl) (float64, bool) {
	return at(func(p *Point) (float64, bool) { return of(&p.Step) })
}

// captured returns the figure that the first pages of a crawl capture. The share says how many are first; the
// figure grows to 1.
func captured(share float64, of func(*Step) (float64, bool)) func(c *Crawl) (float64, bool) {
	return func(c *Crawl) (float64, bool) {
		want := share * float64(c.Trail[len(c.Trail)-1].Crawled)
		for i := range c.Trail {
			if float64(c.Trail[i].Crawled) >= want {
				return of(&c.Trail[i])
			}
		}
		return 0, false
	}
}

// slope is the slope of the number of maximal cores by their fans, or centers, with logarithms of both. It is the
// negative exponent of their law.
func slope(by func(CoreCell) int) func(c *Crawl) (float64, bool) {
	return func(c *Crawl) (float64, bool) {
		if len(c.CoreTables) == 0 {
			return 0, false
		}
		counts := map[int]float64{}
		for _, cell := range c.CoreTables[len(c.CoreTables)-1].Cells {
			counts[by(cell)] += float64(cell.Exactly)
		}
		var x, y []float64
		for _, size := range slices.Sorted(maps.Keys(counts)) { // sums are the same in the same order
			n := counts[size]
			if n > 0 {
				x, y = append(x, math.Log(float64(size))), append(y, math.Log(n))
			}
		}
		return lineOf(x, y)
	}
}

// lineOf is the slope of the straight line through points, downwards; of fewer than four it is not known.
func lineOf(x, y []float64) (float64, bool) {
	if len(x) < 4 {
		return 0, false
	}
	meanX, meanY := distance.EstimateMean(x).Value, distance.EstimateMean(y).Value
	up, across := 0.0, 0.0
	for i := range x {
		up += (x[i] - meanX) * (y[i] - meanY)
		across += (x[i] - meanX) * (x[i] - meanX)
	}
	return -up / across, true
}
