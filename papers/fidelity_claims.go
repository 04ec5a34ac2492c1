package papers

import (
	"fmt"
	"math"
	"strings"

	"weft/algo/distance"
	"weft/answers/simulate"
	"weft/internal/digits"
)

// modelRows are the two figures of Fig. 4 that the paper prints.
func (f *fidelityRun) modelRows() {
	s := f.named(gnp)
	const where, paper = "Fig. 4, G(n,p)", "BFS, 50 % not crawled, mean of 100 sets of seeds: "
	if s == nil {
		f.notRun(where, "tau of the top 30 %", paper+".252", wantsModels)
		f.notRun(where, "HAK", paper+".259", wantsModels)
		return
	}
	c, other := s.cell(simulate.Blocked, 0.5), f.r.OtherGNP
	add := func(what string, printed float64, e distance.Estimate, o Spread) {
		v := verdict(o.Low <= printed+0.0005 && printed-0.0005 <= o.High, math.Abs(e.Value-printed) < 0.01)
		note := "agrees if the paper's value, as it was rounded, lies where 95 % of graphs do, cannot be told within .01: the paper's graph is another draw, of which the interval over sets on one graph says nothing"
		if s.Pages != paperPages {
			v, note = OtherData, "a model of another size"
		}
		f.on(where, what, fmt.Sprintf("%s.%.0f", paper, 1000*printed)).add(v, note, "%.4f (95 %%: %.4f to %.4f), %s on one graph; %s, %s on each: mean %.4f, standard deviation %.4f, 95 %% of graphs from %.4f to %.4f",
			e.Value, e.Low, e.High, digits.Plural(c.Sets, "set"), digits.Plural(other.Graphs, "other graph"), digits.Plural(other.Sets, "set"), o.Mean, o.SD, o.Low, o.High)
	}
	add("tau of the top 30 %", 0.252, c.Shares[0].TauB, other.Tau)
	add("HAK", 0.259, c.HAK, other.HAK)
}

// A claim is one about Fig. 4.
type claim struct {
	what, paper, rule string
	check             func() (Verdict, string)
}

// claimRows are what the paper says of the panels of Fig. 4, of which it prints images.
func (f *fidelityRun) claimRows() {
	for _, c := range []claim{
		{"ScaleFree and ForestFire", "hardly any deviation, except by BFS", "hardly is a tau of .8 or more of the top 30 %; agrees if all cells but BFS have it and no BFS at 50 % does, each by its interval", f.hardly},
		{"their crawls", "extremely small (fewer than 1,000 pages), with γ of .93 to 1", "agrees if so in all cells but BFS, each by its interval", f.small},
		{"G(n,p) and FFBacklinks", "tau falls with the share that is not crawled, by BFS; much less in FFBacklinks", "agrees if both fall at each step and FFBacklinks is higher by .1 or more at 50 %, by the intervals of the differences", f.falling},
		{"HAK on FFBacklinks", "overestimates the deviation, most in the middle plots (BfsRnd, BfsGeo); more realistic for BFS", "agrees if it does for BfsRnd and BfsGeo on average, and is nearer for BFS", f.overestimated},
		{"HAK on ScaleFree, BFS", "underestimates the deviation", "agrees if HAK is above tau in all cells, each by its interval", f.underestimated},
		{"the top share", "deviation is larger the smaller the share of best pages, in most cases", "agrees if tau of the top 30 % is below that of 50 %, and that below that of 70 %, in most cells", f.shares},
	} {
		if len(f.r.Models) == 0 {
			f.notRun("Fig. 4", c.what, c.paper, wantsModels)
			continue
		}
		v, ours := c.check()
		f.on("Fig. 4", c.what, c.paper).add(v, c.rule, "%s", ours)
	}
}

// An interval is an estimate over some sets of seeds.
type interval struct {
	distance.Estimate
	sets int
}

// held judges an estimate by its interval; of one set there is none.
func (e interval) held(low, high float64) Verdict { return held(e.Estimate, e.sets > 1, low, high) }

// tauOf is tau of a share of the best.
func tauOf(c *simulate.Cell, share int) interval {
	return interval{c.Shares[share].TauB, c.Shares[share].Sets}
}

// plus is the sum of two estimates, b with a sign, as if they were independent. What comes of the same crawls is not, so
// that the interval of a difference is wider than it need be.
func (e interval) plus(sign float64, b interval) interval {
	v := e.Value + sign*b.Value
	below, above := b.Value-b.Low, b.High-b.Value
	if sign < 0 {
		below, above = above, below
	}
	return interval{distance.Estimate{Value: v, Low: v - math.Hypot(e.Value-e.Low, below), High: v + math.Hypot(e.High-e.Value, above)}, min(e.sets, b.sets)}
}

// below judges whether an estimate is less than another.
func (e interval) below(b interval) Verdict { return e.plus(-1, b).negative() }

// negative judges whether an estimate is less than 0.
func (e interval) negative() Verdict { return e.held(math.Inf(-1), math.Nextafter(0, -1)) }

func (f *fidelityRun) hardly() (Verdict, string) {
	var parts []string
	var all []Verdict
	for _, name := range []string{scaleFree, forestFire} {
		s := f.named(name)
		var some []Verdict
		for i := range s.Cells {
			if c := &s.Cells[i]; c.Order != simulate.Blocked {
				some = append(some, tauOf(c, 0).held(0.8, 1))
			}
		}
		half := tauOf(s.cell(simulate.Blocked, 0.5), 0)
		all = append(append(all, some...), opposite(half.held(0.8, 1)))
		parts = append(parts, fmt.Sprintf("%s: tau of .8 or more: of %d cells %s; BFS at 50 %%: %s", name, len(some), tally(some), half))
	}
	return together(all...), strings.Join(parts, "; ")
}

func (f *fidelityRun) small() (Verdict, string) {
	var parts []string
	var all []Verdict
	for _, name := range []string{scaleFree, forestFire} {
		s := f.named(name)
		for _, o := range simulate.Orders[1:] {
			for i := range s.Cells {
				if c := &s.Cells[i]; c.Order == o {
					all = append(all, interval{c.Crawled, c.Sets}.held(0, math.Nextafter(1000, 0)), interval{c.Gamma, c.GammaSets}.held(0.93, 1))
				}
			}
			pages, gammas := span(s, o, func(c *simulate.Cell) float64 { return c.Crawled.Value }), span(s, o, func(c *simulate.Cell) float64 { return c.Gamma.Value })
			parts = append(parts, fmt.Sprintf("%s %s: %.0f to %.0f pages, γ %.3f to %.3f", name, o, pages[0], pages[1], gammas[0], gammas[1]))
		}
	}
	return together(all...), fmt.Sprintf("%s. Of the means of pages and of γ, by their intervals, %s", strings.Join(parts, "; "), tally(all))
}

// span returns the least and the greatest value in the cells of an order.
func span(s *Subject, o simulate.Order, value func(*simulate.Cell) float64) [2]float64 {
	r := [2]float64{math.Inf(1), math.Inf(-1)}
	for i := range s.Cells {
		if c := &s.Cells[i]; c.Order == o {
			r[0], r[1] = min(r[0], value(c)), max(r[1], value(c))
		}
	}
	return r
}

// curve returns tau of the top 30 % by block, of crawls by BFS.
func curve(s *Subject) (taus []interval) {
	for _, b := range fidelityBlocks {
		if c := s.cell(simulate.Blocked, b); c != nil {
			taus = append(taus, tauOf(c, 0))
		}
	}
	return taus
}

func list(values []interval) string {
	var parts []string
	for _, v := range values {
		parts = append(parts, v.String())
	}
	return strings.Join(parts, ", ")
}

// falls judges whether each value is below the one before.
func falls(values []interval) Verdict {
	var all []Verdict
	for i := 1; i < len(values); i++ {
		all = append(all, values[i].below(values[i-1]))
	}
	return together(all...)
}

func (f *fidelityRun) falling() (Verdict, string) {
	a, b := curve(f.named(gnp)), curve(f.named(ffBacklinks))
	last := len(a) - 1
	return together(falls(a), falls(b), b[last].plus(-1, a[last]).held(0.1, math.Inf(1))),
		fmt.Sprintf("at 10 to 50 %%: G(n,p) %s; FFBacklinks %s", list(a), list(b))
}

// errorsOf returns HAK less tau of the top 30 % by block.
func errorsOf(s *Subject, o simulate.Order) (errs []interval) {
	for _, b := range fidelityBlocks {
		c := s.cell(o, b)
		errs = append(errs, interval{c.ErrorOf, c.ErrorSets})
	}
	return errs
}

// meanInterval is the mean of estimates, as wide as if all were too high together, as those of the same seeds may be.
func meanInterval(all []interval) interval {
	m := interval{sets: math.MaxInt}
	for _, e := range all {
		n := float64(len(all))
		m.Value, m.Low, m.High, m.sets = m.Value+e.Value/n, m.Low+e.Low/n, m.High+e.High/n, min(m.sets, e.sets)
	}
	return m
}

func (f *fidelityRun) overestimated() (Verdict, string) {
	s := f.named(ffBacklinks)
	var parts []string
	m := map[simulate.Order]interval{}
	for _, o := range simulate.Orders {
		m[o] = meanInterval(errorsOf(s, o))
		parts = append(parts, fmt.Sprintf("%s %s", o, m[o]))
	}
	bfs := m[simulate.Blocked]
	var all []Verdict
	for _, o := range []simulate.Order{simulate.SomeLinks, simulate.FewLinks} { // |bfs| < −e: e < bfs, and e < −bfs
		all = append(all, m[o].negative(), m[o].below(bfs), m[o].plus(1, bfs).negative())
	}
	return together(all...), "mean of HAK less tau: " + strings.Join(parts, ", ")
}

func (f *fidelityRun) underestimated() (Verdict, string) {
	e := errorsOf(f.named(scaleFree), simulate.Blocked)
	var all []Verdict
	for _, x := range e {
		all = append(all, x.held(math.Nextafter(0, 1), math.Inf(1)))
	}
	return together(all...), "HAK less tau, at 10 to 50 %: " + list(e)
}

func (f *fidelityRun) shares() (Verdict, string) {
	var all []Verdict
	for _, s := range f.r.Models {
		for i := range s.Cells {
			c := &s.Cells[i]
			all = append(all, together(tauOf(c, 0).below(tauOf(c, 1)), tauOf(c, 1).below(tauOf(c, 2))))
		}
	}
	return atLeastOf(len(all)/2+1, all), fmt.Sprintf("of %d cells %s", len(all), tally(all))
}

// webRows are about Fig. 3, with the crawl for the paper's four graphs.
func (f *fidelityRun) webRows() {
	const (
		fall, fallPaper = "tau with the share that is not crawled", "falls, on all four graphs (BFS, seeds the top 1 %, one run)"
		half, halfPaper = "at 50 %", "GOV: tau .55. Without block or share being told, UK: tau .58, HAK .61; Friendster: .76, .66"
		like, likePaper = "real Web graphs", "are like G(n,p) in how tau falls, less so like ForestFire or ScaleFree"
	)
	s := f.r.Crawl
	if s == nil {
		f.notRun("Fig. 3", fall, fallPaper, wantsCrawl)
		f.notRun("Fig. 3", half, halfPaper, wantsCrawl)
		f.notRun("Fig. 3", like, likePaper, wantsCrawl)
		return
	}
	own := curve(s)
	f.on("Fig. 3", fall, fallPaper).add(falls(own), "agrees if it falls at each step", "top 30 %%, at 10 to 50 %%: %s; %s", list(own), digits.Plural(s.Sets, "set"))
	c := s.cell(simulate.Blocked, 0.5)
	f.on("Fig. 3", half, halfPaper).add(OtherData, "", "tau of the top 30 %% %s, 50 %% %.3f, 70 %% %.3f; HAK %s", tauOf(c, 0), c.Shares[1].TauB.Value, c.Shares[2].TauB.Value, interval{c.HAK, c.HAKSets})
	f.likeness(like, likePaper, own)
}

// likeness compares the curve of the crawl with those of the models.
func (f *fidelityRun) likeness(what, paper string, own []interval) {
	if len(f.r.Models) == 0 {
		f.notRun("Fig. 3", what, paper, wantsModels)
		return
	}
	var parts []string
	far := map[string]interval{}
	for _, s := range f.r.Models {
		far[s.Name] = apart(curve(s), own)
		parts = append(parts, fmt.Sprintf("%s %s", s.Name, far[s.Name]))
	}
	f.on("Fig. 3", what, paper).add(together(far[gnp].below(far[scaleFree]), far[gnp].below(far[forestFire])),
		"agrees if the curve of G(n,p) is nearer than those of ForestFire and ScaleFree. In the paper's own figures GOV, .55 at 50 %, is .30 above G(n,p)",
		"root mean square distance of tau of the top 30 %%, BFS: %s", strings.Join(parts, ", "))
}

// apart is the root mean square distance of two curves. It changes by no more than that of what both may be off by.
func apart(a, b []interval) interval {
	square, off, sets := 0.0, 0.0, math.MaxInt
	for i := range a {
		d := a[i].plus(-1, b[i])
		square, off, sets = square+d.Value*d.Value, off+d.Half()*d.Half(), min(sets, d.sets)
	}
	n := float64(max(len(a), 1))
	v, half := math.Sqrt(square/n), math.Sqrt(off/n)
	return interval{distance.Estimate{Value: v, Low: max(0, v-half), High: v + half}, sets}
}

// String writes an estimate with half of its 95 % interval, or its ends where it is cut.
func (e interval) String() string {
	if below, above := e.Value-e.Low, e.High-e.Value; math.Abs(below-above) > 1e-9 {
		return fmt.Sprintf("%.3f (%.3f to %.3f)", e.Value, e.Low, e.High)
	}
	return fmt.Sprintf("%.3f ± %.3f", e.Value, e.Half())
}
