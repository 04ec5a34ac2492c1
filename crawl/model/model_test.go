package model_test

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"weft/crawl"
	"weft/crawl/model"
	"weft/crawl/strategy"
	"weft/graph/page"
	"weft/internal/drawn"
	"weft/stats"
)

// crawled is what a crawl did: pages in the order in which they were crawled, and their links.
type crawled struct {
	pages []uint32
	links [][]uint32
}

func run(t *testing.T, o model.Options, seeds, limit int, change func(*crawl.Options)) (crawled, crawl.Stats) {
	t.Helper()
	w, err := model.New(o)
	if err != nil {
		t.Fatal(err)
	}
	var got crawled
	opts := crawl.Options{
		Web: w, Pages: crawl.NewDense(o.Pages), Seeds: w.Seeds(seeds), Window: 1, Workers: 1, Limit: uint64(limit),
		Learnt: func(p crawl.Pick, r *crawl.Reply, _ []crawl.Link) error {
			if p.Page != crawl.None && r.State == page.Fetched {
				var list []uint32
				for _, l := range r.Links {
					list = append(list, uint32(l.Key))
				}
				got.pages, got.links = append(got.pages, uint32(p.Key)), append(got.links, list)
			}
			return nil
		},
	}
	change(&opts)
	st, err := crawl.Run(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	return got, st
}

// slow is the paper's model as it stands there: the degrees of all pages, and the pool L as a list from which links are
// taken, the frontier a plain list.
func slow(w *model.Web, pool []uint32, limit int, choose func(waits []uint32, met map[uint32]int) int) (got crawled) {
	met := map[uint32]int{} // links seen, a seed counting as one
	var waits []uint32
	meet := func(u uint32) {
		if met[u]++; met[u] == 1 {
			waits = append(waits, u)
		}
	}
	for _, s := range w.Seeds(3) {
		meet(uint32(s.Key))
	}
	for len(waits) > 0 && len(got.pages) < limit {
		if len(pool) == 0 {
			return got // what is crawled now has no links
		}
		i := choose(waits, met)
		u := waits[i]
		waits = slices.Delete(waits, i, i+1)
		n := min(w.Outdegree(crawl.Key(u)), uint64(len(pool)))
		list := pool[:n:n]
		pool = pool[n:]
		for _, v := range list {
			meet(v)
		}
		got.pages, got.links = append(got.pages, u), append(got.links, list)
	}
	return got
}

// Crawls are those of the paper's model with explicit lists of degrees and an explicit pool, page by page and link by link.
func TestAsThePaperSays(t *testing.T) {
	bfs := func([]uint32, map[uint32]int) int { return 0 }
	most := func(waits []uint32, met map[uint32]int) int { // the first of those with the most links
		return slices.Index(waits, slices.MaxFunc(slices.Clone(waits), func(a, b uint32) int {
			return cmp.Or(cmp.Compare(met[a], met[b]), cmp.Compare(slices.Index(waits, b), slices.Index(waits, a)))
		}))
	}
	r := drawn.Rand(t)
	for range 30 {
		o := drawOptions(t, r)
		limit := 1 + r.IntN(min(o.Pages, 500))
		for name, choose := range map[string]func([]uint32, map[uint32]int) int{"bfs": bfs, "indegree": most} {
			w, err := model.New(o)
			if err != nil {
				t.Fatal(err)
			}
			want := slow(w, explicitPool(w), limit, choose)
			got, _ := run(t, o, 3, limit, func(c *crawl.Options) { c.Strategy = strategies()[name]() })
			if !slices.Equal(got.pages, want.pages) || !slices.EqualFunc(got.links, want.links, slices.Equal) {
				t.Fatalf("%s of %+v: %d pages, want %d, or others, or other links", name, o, len(got.pages), len(want.pages))
			}
		}
	}
}

// explicitPool lists each page as often as its in-degree says, and puts the list in order: by asking for each place once.
func explicitPool(w *model.Web) []uint32 {
	var pool []uint32
	for p := range w.NumPages() {
		for range w.Indegree(crawl.Key(p)) {
			pool = append(pool, uint32(p))
		}
	}
	order := model.Order(w)
	mixed := make([]uint32, len(pool))
	for i, at := range order {
		mixed[i] = pool[at]
	}
	return mixed
}

func drawOptions(t *testing.T, r *rand.Rand) model.Options {
	t.Helper()
	in, err1 := model.Zipf(1.5+2*r.Float64(), 1+r.Uint64N(3))
	out, err2 := model.Pareto(2+2*r.Float64(), 10*r.Float64()+0.1)
	if r.IntN(3) == 0 {
		out, err2 = model.Zipf(1.7+r.Float64(), 1+r.Uint64N(4))
	}
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	return model.Options{Pages: 1 + r.IntN(3000) + 4, In: in, Out: out, Seed: r.Uint64()}
}

// A crawl is the same for any number of workers: those that draw ahead, and those that fetch what is picked in a window.
func TestWorkers(t *testing.T) {
	r := drawn.Rand(t)
	for range 2 {
		o := drawOptions(t, r)
		o.Pages = 20_000 + r.IntN(40_000) // several blocks of links
		window := 1 + r.IntN(20)
		for name, s := range strategies() {
			want, st := run(t, o, 2, o.Pages/4, func(c *crawl.Options) { c.Strategy, c.Window = s(), window })
			o := o
			o.Workers = 2
			got, st2 := run(t, o, 2, o.Pages/4, func(c *crawl.Options) { c.Strategy, c.Window, c.Workers = s(), window, 3 })
			if st != st2 || !slices.Equal(got.pages, want.pages) || !slices.EqualFunc(got.links, want.links, slices.Equal) {
				t.Fatalf("%s, a window of %d: %+v with three workers, %+v with one", name, window, st2, st)
			}
		}
	}
}

// When no links are left the page that is crawled takes the last, and those after it fail, so that the crawl ends.
func TestPoolIsEmpty(t *testing.T) {
	r := drawn.Rand(t)
	for range 20 {
		out, err := model.Zipf(2.5, 12)
		if err != nil {
			t.Fatal(err)
		}
		o := model.Options{Pages: 100 + r.IntN(1000), In: zipf(t, 2.5), Out: out, Seed: r.Uint64()} // many more links out than in
		window := 1 + 4*r.IntN(2)
		got, st := run(t, o, 1, 0, func(c *crawl.Options) { c.Strategy, c.Window = new(strategy.BreadthFirst), window })
		w, err := model.New(o)
		if err != nil {
			t.Fatal(err)
		}
		n := uint64(0)
		for _, list := range got.links {
			n += uint64(len(list))
		}
		if n != w.NumLinks() || st.Fetched == st.Picked || st.Stopped || len(got.links[st.Fetched-1]) == 0 {
			t.Fatalf("%d links of %d, %+v", n, w.NumLinks(), st)
		}
	}
}

// With Distinct no page links twice to another. Pages have as many links as their out-degrees say while the pool lasts,
// and no page is linked to more often than its in-degree says.
func TestLinksAreDistinct(t *testing.T) {
	r := drawn.Rand(t)
	repeated := 0
	for range 20 {
		o := drawOptions(t, r)
		seed := r.Uint64()
		crawlOnce := func(distinct bool) crawled {
			o.Distinct = distinct
			got, _ := run(t, o, 3, o.Pages/5+1, func(c *crawl.Options) { c.Strategy = strategy.NewRandom(seed) })
			return got
		}
		for _, list := range crawlOnce(false).links {
			slices.Sort(list)
			repeated += len(list) - len(slices.Compact(list))
		}
		w, err := model.New(o)
		if err != nil {
			t.Fatal(err)
		}
		got, met, taken := crawlOnce(true), map[uint32]uint64{}, uint64(0)
		for i, u := range got.pages {
			list := got.links[i]
			for _, v := range list {
				met[v]++
			}
			taken += uint64(len(list))
			want := w.Outdegree(crawlKey(u))
			if few := uint64(len(list)) < want; uint64(len(list)) > want || few && 2*taken < w.NumLinks() && want < uint64(o.Pages/20) {
				t.Fatalf("page %d has %d links, want %d; %d of %d were taken", u, len(list), want, taken, w.NumLinks())
			}
			slices.Sort(list)
			if n := len(list); len(slices.Compact(list)) < n {
				t.Fatalf("page %d links to another twice: %v", u, list)
			}
		}
		for v, n := range met {
			if n > w.Indegree(crawlKey(v)) {
				t.Fatalf("page %d is linked to %d times, its in-degree is %d", v, n, w.Indegree(crawlKey(v)))
			}
		}
	}
	if repeated == 0 {
		t.Error("no link was repeated without Distinct: nothing was tested")
	}
}

func crawlKey(u uint32) crawl.Key { return crawl.Key(u) }

// A crawl of a pool that is shuffled by the standard library is no other in the mean.
func TestShuffledOtherwise(t *testing.T) {
	const pages, limit, draws = 3000, 600, 60
	var keyed, plain []float64
	for s := range uint64(draws) {
		o := model.Options{Pages: pages, In: zipf(t, 2.1), Out: pareto(t, 2.72), Seed: s}
		w, err := model.New(o)
		if err != nil {
			t.Fatal(err)
		}
		_, st := run(t, o, 3, limit, func(c *crawl.Options) { c.Strategy = new(strategy.BreadthFirst) })
		if st.Fetched < limit {
			continue // it died: so does the other
		}
		pool := explicitPool(w)
		r := rand.New(rand.NewPCG(s, 1))
		r.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
		other := slow(w, pool, limit, func([]uint32, map[uint32]int) int { return 0 })
		met := map[uint32]bool{}
		for _, list := range other.links {
			for _, v := range list {
				met[v] = true
			}
		}
		keyed, plain = append(keyed, float64(st.Known)), append(plain, float64(len(met)))
	}
	a, sa := meanAndError(keyed)
	b, sb := meanAndError(plain)
	if len(keyed) < draws/2 || math.Abs(a-b) > 4*math.Hypot(sa, sb) {
		t.Errorf("%d crawls know %.0f ± %.0f pages, by another shuffle %.0f ± %.0f", len(keyed), a, sa, b, sb)
	}
}

func meanAndError(values []float64) (mean, err float64) {
	for _, v := range values {
		mean += v / float64(len(values))
	}
	for _, v := range values {
		err += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(err) / float64(len(values))
}

// Out-degrees follow their law, and so do in-degrees, none above the number of pages.
func TestDegreesFollowTheirLaws(t *testing.T) {
	const pages = 50_000
	r := drawn.Rand(t)
	for range 12 {
		o := drawOptions(t, r)
		o.Pages = pages
		w, err := model.New(o)
		if err != nil {
			t.Fatal(err)
		}
		var in, out stats.Counter
		last := uint64(math.MaxUint64)
		for p := range crawl.Key(pages) {
			in.Add(w.Indegree(p))
			out.Add(w.Outdegree(p))
			if w.Indegree(p) > min(last, pages) {
				t.Fatalf("page %d has in-degree %d behind %d", p, w.Indegree(p), last)
			}
			last = w.Indegree(p)
		}
		agree(t, "in", in.Histogram(), o.In)
		agree(t, "out", out.Histogram(), o.Out)
	}
}

// agree holds the numbers of pages with a degree or more against a law: none is off by more than six and a half times
// its error, as five times it one of thousands of degrees is now and then.
func agree(t *testing.T, what string, h stats.Histogram, law model.Law) {
	t.Helper()
	n := float64(h.Total())
	cut := law.AtLeast(uint64(n) + 1)
	left := n
	for i, d := range h.Values {
		p := (law.AtLeast(d) - cut) / (1 - cut)
		if got := left / n; i > 0 && math.Abs(got-p) > 6.5*math.Sqrt(p*(1-p)/n)+5/n {
			t.Errorf("%s by %v: %.5f of the pages have a degree of %d or more, want %.5f", what, law, got, d, p)
		}
		left -= float64(h.Counts[i])
	}
}

// Seeds have links, differ, and are the first of more.
func TestSeeds(t *testing.T) {
	r := drawn.Rand(t)
	for range 20 {
		w, err := model.New(drawOptions(t, r))
		if err != nil {
			t.Fatal(err)
		}
		few, many := w.Seeds(2), w.Seeds(w.NumPages())
		with := 0
		for p := range w.NumPages() {
			if w.Outdegree(crawl.Key(p)) > 0 {
				with++
			}
		}
		has := map[crawl.Key]bool{}
		for i, s := range many {
			if has[s.Key] || w.Outdegree(s.Key) == 0 || i < len(few) && few[i].Key != s.Key {
				t.Errorf("seed %d is %d", i, s.Key)
			}
			has[s.Key] = true
		}
		if len(many) != with {
			t.Errorf("%d seeds of %d pages with links", len(many), with)
		}
	}
}

// What cannot be is refused.
func TestRefused(t *testing.T) {
	in, out := zipf(t, 2.1), pareto(t, 2.72)
	far, err := model.Zipf(2, 1000)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []model.Options{{In: in, Out: out}, {Pages: -1, In: in, Out: out}, {Pages: 1 << 33, In: in, Out: out}, {Pages: 10, Out: out}, {Pages: 10, In: in}, {Pages: 999, In: far, Out: out}, {Pages: 999, In: in, Out: far}} {
		if _, err := model.New(o); err == nil {
			t.Errorf("a Web of %+v", o)
		}
	}
	for _, text := range []string{"", "zipf:", "zipf:0", "zipf:-1", "zipf:1.5", "zipf:x", "pareto:", "pareto:0", "pareto:-3", "pareto:NaN", "pareto:1e99", "poisson"} {
		if l, err := model.ParseLaw(text, 2.5); err == nil {
			t.Errorf("%q is %v", text, l)
		}
	}
	for _, x := range []float64{math.NaN(), 1, 0, -2, math.Inf(1)} {
		if _, err := model.ParseLaw("zipf", x); err == nil {
			t.Errorf("an exponent of %v", x)
		}
		if _, err := model.ParseLaw("pareto", x); err == nil {
			t.Errorf("an exponent of %v", x)
		}
	}
	if _, err := model.Observed(stats.Histogram{}); err == nil {
		t.Error("a law of no pages")
	}
	w, err := model.New(model.Options{Pages: 10, In: in, Out: out})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Fetch(context.Background(), crawl.Pick{}, &crawl.Reply{}); err == nil {
		t.Error("a page that was not begun is fetched")
	}
}

// Laws are what they say: that of the paper's out-degrees has a mean of 1.59, that which is taken instead one of 6.47,
// with none for 27 % of the pages; an observed one is that of the pages which were observed.
func TestLaws(t *testing.T) {
	for _, c := range []struct {
		text              string
		exponent          float64
		zero, one, most   float64
		mean              float64
		least, mostDegree uint64
	}{
		{"zipf", 2.72, 0, 1 - 0.7796, 1e-3, 1.59, 0, 1 << 20},
		{"pareto", 2.72, 0.2692, 0, 0, 6.47, 0, 1 << 22},
	} {
		l, err := model.ParseLaw(c.text, c.exponent)
		if err != nil {
			t.Fatal(err)
		}
		mean := 0.0
		for d := uint64(1); d <= c.mostDegree; d++ {
			mean += l.AtLeast(d)
		}
		if math.Abs(mean-c.mean) > 0.01 {
			t.Errorf("%s: a mean of %.4f, want %.2f", c.text, mean, c.mean)
		}
		if zero := 1 - l.AtLeast(1); math.Abs(zero-c.zero) > 1e-3 {
			t.Errorf("%s: %.4f have no links, want %.4f", c.text, zero, c.zero)
		}
	}
	h := stats.Histogram{Values: []uint64{0, 3, 7}, Counts: []int64{5, 4, 1}}
	l, err := model.Observed(h)
	if err != nil {
		t.Fatal(err)
	}
	for d, want := range []float64{1, 0.5, 0.5, 0.5, 0.1, 0.1, 0.1, 0.1, 0} {
		if got := l.AtLeast(uint64(d)); math.Abs(got-want) > 1e-12 {
			t.Errorf("observed: %v for %d, want %v", got, d, want)
		}
	}
}
