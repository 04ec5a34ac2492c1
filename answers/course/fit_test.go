package course

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"weft/crawl/model"
	"weft/internal/drawn"
	"weft/internal/mem"
)

// ofModel crawls the model as a crawl that it is then held against.
func ofModel(t *testing.T, seed uint64) (*Crawl, laws, FitOptions) {
	t.Helper()
	l := laws{pages: 30_000}
	var err error
	if l.in, err = model.Zipf(2.1, 1); err != nil {
		t.Fatal(err)
	}
	if l.out, err = model.Pareto(2.72, 5); err != nil {
		t.Fatal(err)
	}
	orders, err := ParseStrategies("bfs")
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Seed: seed, At: []int{6000}, Measures: Laws | BowTie | Paths | Clustering, Reads: 1 << 20}
	r, err := RunModel(t.Context(), ModelOptions{Pages: l.pages, In: l.in, Out: l.out, Orders: orders, Starts: 20, Options: o})
	if err != nil {
		t.Fatal(err)
	}
	o.Seed++
	return r.Crawls[0], l, FitOptions{Models: 5, Order: orders[0], Options: o}
}

// Beside the model that they are of, crawls lie inside of nearly all intervals; beside one of other degrees they do
// not. What the figures of one crawl say goes together, so that shares are of several crawls: 0.95 and 0.46 in the
// mean, of one at least 0.7 and at most 0.7 in a hundred draws.
func TestACrawlOfTheModelLiesInside(t *testing.T) {
	const crawls = 3
	other, err := model.Zipf(2.5, 2)
	if err != nil {
		t.Fatal(err)
	}
	var ofIt, ofOther float64
	r := drawn.Rand(t)
	for range crawls {
		one, l, o := ofModel(t, r.Uint64())
		o.SetDefaults()
		ofIt += shareInside(t, one, &l, o) / crawls
		l.in = other
		ofOther += shareInside(t, one, &l, o) / crawls
	}
	if ofIt < 0.75 {
		t.Errorf("%.2f of the figures lie inside", ofIt)
	}
	if ofOther > 0.75 {
		t.Errorf("%.2f of the figures lie inside of another model", ofOther)
	}
}

// shareInside returns how many of the figures of the crawl lie inside of the intervals of crawls of the model.
func shareInside(t *testing.T, one *Crawl, l *laws, o FitOptions) float64 {
	t.Helper()
	var f Fitted
	if err := f.beside(t.Context(), one, l, o, nil); err != nil {
		t.Fatal(err)
	}
	inside, all := 0, 0
	for _, c := range f.Rows {
		if c.Inside != nil {
			if all++; *c.Inside {
				inside++
			}
		}
	}
	if all < 15 {
		t.Fatalf("%d figures", all)
	}
	for _, x := range f.Ticks {
		if x.Real == nil || x.Model == nil {
			t.Errorf("nobody asked for %s", x.Name)
		}
	}
	return float64(inside) / float64(all)
}

// What is fitted knows as many pages, by as many links, and has as many pages without links, but for what the page with
// most links has: of the models, none or several may meet it.
func TestFittedLaws(t *testing.T) {
	one, _, o := ofModel(t, drawn.Seed(t))
	most := float64(one.points[len(one.points)-1].LinksOut.Histogram.Max())
	oneMore := map[string]float64{"known pages": 1, "links": 1}
	for _, o.Observed = range []bool{false, true} {
		var f Fitted
		if err := f.fit(t.Context(), one, o); err != nil {
			t.Fatal(err)
		}
		for _, c := range f.Rows {
			far := map[string]float64{"known pages": 0.25, "links": 0.35, "share of sinks": 0.3}[c.Name]
			if far > 0 && math.Abs(*c.Real-*c.Model) > far**c.Real+oneMore[c.Name]*most {
				t.Errorf("observed %v: %s is %g, of the model %g (%+v)", o.Observed, c.Name, *c.Real, *c.Model, f.Model)
			}
		}
	}
}

// A Web that the budget is too small for is refused before it is made, and what nobody asked for has no number of models.
func TestModelsWithinMemory(t *testing.T) {
	one, l, o := ofModel(t, 1)
	o.SetDefaults()
	o.Memory = mem.Least
	l.pages = 1 << 24
	var f Fitted
	var short *mem.ShortError
	if err := f.beside(t.Context(), one, &l, o, nil); !errors.As(err, &short) {
		t.Errorf("2^24 pages in 32 MiB: %v", err)
	}
	f = Fitted{Models: 5, Ticks: []Tick{{Name: "clustered"}}}
	if got := f.ticks().Rows[0][3]; got != "–" {
		t.Errorf("of what nobody asked for %s hold", got)
	}
}

// The next of values that are all the same is inside, whatever they are.
func TestAnotherOfTheSame(t *testing.T) {
	r := drawn.Rand(t)
	for range 500 {
		v := r.ExpFloat64() * math.Pow(10, float64(r.IntN(9)-4))
		if mean, low, high := another(slices.Repeat([]float64{v}, 2+r.IntN(9))); mean != v || low != v || high != v {
			t.Fatalf("%g again and again is %g, %g to %g", v, mean, low, high)
		}
	}
}

// Interval holds the next value as often as it says.
func TestAnother(t *testing.T) {
	r := drawn.Rand(t)
	held := 0
	const draws = 2000
	for range draws {
		values := make([]float64, 2+r.IntN(6))
		for i := range values {
			values[i] = 3 + 2*r.NormFloat64()
		}
		mean, low, high := another(values)
		if next := 3 + 2*r.NormFloat64(); low <= next && next <= high {
			held++
		}
		if mean < slices.Min(values) || mean > slices.Max(values) {
			t.Fatalf("the mean of %v is %g", values, mean)
		}
	}
	if share := float64(held) / draws; math.Abs(share-0.95) > 0.025 {
		t.Errorf("it holds %.3f of them", share)
	}
}

// The size of a Web is found from what a share of its links meets, which are drawn here one by one from the list of all.
func TestPagesFor(t *testing.T) {
	r := drawn.Rand(t)
	for range 20 {
		exponent, least, n := 1.8+1.2*r.Float64(), uint64(1+r.IntN(3)), 5000+r.IntN(5000)
		law, err := model.Zipf(exponent, least)
		if err != nil {
			t.Fatal(err)
		}
		var pool []int
		for u := range n {
			pool = append(pool, slices.Repeat([]int{u}, drawDegree(r, law, n))...)
		}
		links := 1 + int(float64(len(pool))*(0.1+0.6*r.Float64()))
		met := map[int]bool{}
		for i := range links {
			k := i + r.IntN(len(pool)-i)
			pool[i], pool[k] = pool[k], pool[i]
			met[pool[i]] = true
		}
		share := float64(links) / float64(len(pool))
		want := float64(n) * metOf(law, share, n)
		if ratio := float64(len(met)) / want; ratio < 0.93 || ratio > 1.07 {
			t.Errorf("exponent %.2f from %d on: %d of %d links meet %d of %d pages, want %.0f", exponent, least, links, len(pool), len(met), n, want)
		}
		// And back again, if the pool has as many links as in the mean.
		mean := meanOf(law, n)
		if got := pagesFor(law, want, share*mean*float64(n)); share < 0.9 && (got < n*95/100 || got > n*105/100) {
			t.Errorf("exponent %.2f from %d on: %.0f pages are met by %.2f of the links of %d, got %d", exponent, least, want, share, n, got)
		}
	}
}

// drawDegree draws by turning the distribution round.
func drawDegree(r *rand.Rand, law model.Law, most int) int {
	x, d := r.Float64(), 0
	for d < most && law.AtLeast(uint64(d+1)) > x {
		d++
	}
	return d
}

// The mean of a law is the sum of its tail, whatever stretches it is summed in; a scale is found for each.
func TestMeans(t *testing.T) {
	r := drawn.Rand(t)
	for range 10 {
		exponent, mean := 2.05+r.Float64(), 1+10*r.Float64()
		scale := scaleFor(exponent, mean, 50_000)
		law, err := model.Pareto(exponent, scale)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for d := range uint64(50_000) {
			sum += law.AtLeast(d + 1)
		}
		if math.Abs(sum-mean) > 0.02*mean {
			t.Errorf("exponent %.2f, scale %.2f: mean %.3f, want %.3f", exponent, scale, sum, mean)
		}
	}
}

// The slope of sizes is that of counts which follow a power exactly.
func TestSlope(t *testing.T) {
	c := &Crawl{CoreTables: []CoreTable{{}}}
	for fans := 2; fans <= 7; fans++ {
		c.CoreTables[0].Cells = append(c.CoreTables[0].Cells, CoreCell{Fans: fans, Centers: 2, Exactly: int64(math.Round(1e9 * math.Pow(float64(fans), -1.3)))})
	}
	if got, has := slope(func(x CoreCell) int { return x.Fans })(c); !has || math.Abs(got-1.3) > 1e-6 {
		t.Errorf("got %g, %v", got, has)
	}
	if got, has := slope(func(x CoreCell) int { return x.Centers })(c); has {
		t.Errorf("one size has a slope of %g", got)
	}
	for i := range c.CoreTables[0].Cells { // counts on no line, whose sums round otherwise in another order
		c.CoreTables[0].Cells[i].Exactly += int64(1000 * (i % 3) * (i + 7))
	}
	first, _ := slope(func(x CoreCell) int { return x.Fans })(c)
	for range 200 {
		if again, _ := slope(func(x CoreCell) int { return x.Fans })(c); again != first {
			t.Fatalf("a slope of %v, and of %v", first, again)
		}
	}
}

// A criterion counts the models for which it holds, and says what holds of the crawl and of the first model.
func TestTicksCountModels(t *testing.T) {
	one, _, _ := ofModel(t, 4)
	other, _, _ := ofModel(t, 5)
	r := &Fitted{}
	r.compare(one, []*Crawl{other, one, other}, nil)
	if len(r.Ticks) != len(criteria) || len(r.Rows) == 0 {
		t.Fatalf("%d ticks and %d rows, expected a tick for each of %d criteria", len(r.Ticks), len(r.Rows), len(criteria))
	}
	judged := 0
	for i, tick := range r.Ticks {
		holds := func(c *Crawl) int {
			if h, _ := criteria[i].judge(c); h != nil && *h {
				return 1
			}
			return 0
		}
		if want := 2*holds(other) + holds(one); tick.Models != want || tick.Name != criteria[i].name {
			t.Errorf("%s holds of %d models, want %d", tick.Name, tick.Models, want)
		}
		if tick.Real != nil {
			if judged++; *tick.Real != (holds(one) == 1) || *tick.Model != (holds(other) == 1) {
				t.Errorf("%s: crawl %v, model %v", tick.Name, *tick.Real, *tick.Model)
			}
		}
	}
	if judged < 2 {
		t.Errorf("only %d criteria were judged", judged)
	}
	if title := r.ticks().Columns[2].Title; title != "first model" {
		t.Errorf("the criteria are judged of the first model, not of the mean: the column is %q", title)
	}
}
