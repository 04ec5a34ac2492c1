package papers

import (
	"fmt"
	"math"
	"strings"

	"weft/algo/distance"
	"weft/answers/simulate"
	"weft/internal/digits"
)

func (f *fidelityRun) tauOfGNP(c *claim) []finding {
	cell := f.named(gnp).cell(simulate.Blocked, 0.5)
	return f.ofGNP(c, cell, cell.Shares[0].TauB, f.r.OtherGNP.Tau)
}

func (f *fidelityRun) hakOfGNP(c *claim) []finding {
	cell := f.named(gnp).cell(simulate.Blocked, 0.5)
	return f.ofGNP(c, cell, cell.HAK, f.r.OtherGNP.HAK)
}

// ofGNP judges one of the two printed figures of Fig. 4 by its spread over other graphs of the model.
func (f *fidelityRun) ofGNP(c *claim, cell *simulate.Cell, e distance.Estimate, graphs Spread) []finding {
	const rounded = 0.0005 // the paper prints three decimals
	other := f.r.OtherGNP
	inside := graphs.Low <= c.Value+rounded && c.Value-rounded <= graphs.High
	all := found(verdict(inside, math.Abs(e.Value-c.Value) < 0.01),
		"%.4f (95 %%: %.4f to %.4f), %s on one graph; %s, %s on each: mean %.4f, standard deviation %.4f, "+
			"95 %% of graphs from %.4f to %.4f",
		e.Value, e.Low, e.High, digits.Plural(cell.Sets, "set"), digits.Plural(other.Graphs, "other graph"),
		digits.Plural(other.Sets, "set"), graphs.Mean, graphs.SD, graphs.Low, graphs.High)
	return f.ofPaperSize(f.named(gnp), all)
}

// An interval is an estimate over some sets of seeds.
type interval struct {
	distance.Estimate
	sets int
}

// held judges an estimate by its interval; of one set there is none.
func (e interval) held(low, high float64) Verdict { return held(e.Estimate, e.sets > 1, low, high) }

// of judges an estimate by the range of a claim.
func (e interval) of(c *claim) Verdict { return c.held(e.Estimate, e.sets > 1) }

// tauOf is tau of a share of the best.
func tauOf(c *simulate.Cell, share int) interval {
	return interval{c.Shares[share].TauB, c.Shares[share].Sets}
}

// plus returns the sum of two estimates, b with a sign, as if they were independent. Estimates from the same
// crawls are not independent, so the interval of their difference is wider than necessary.
func (e interval) plus(sign float64, b interval) interval {
	v := e.Value + sign*b.Value
	below, above := b.Value-b.Low, b.High-b.Value
	if sign < 0 {
		below, above = above, below
	}
	return interval{
		distance.Estimate{Value: v, Low: v - math.Hypot(e.Value-e.Low, below), High: v + math.Hypot(e.High-e.Value, above)},
		min(e.sets, b.sets),
	}
}

// below judges whether an estimate is less than another.
func (e interval) below(b interval) Verdict { return e.plus(-1, b).negative() }

// negative judges whether an estimate is less than 0.
func (e interval) negative() Verdict { return e.held(math.Inf(-1), math.Nextafter(0, -1)) }

func (f *fidelityRun) hardly(c *claim) []finding {
	var parts []string
	var all []Verdict
	for _, name := range []string{scaleFree, forestFire} {
		s := f.named(name)
		var some []Verdict
		for i := range s.Cells {
			if cell := &s.Cells[i]; cell.Order != simulate.Blocked {
				some = append(some, tauOf(cell, 0).of(c))
			}
		}
		half := tauOf(s.cell(simulate.Blocked, 0.5), 0)
		all = append(append(all, some...), opposite(half.of(c)))
		parts = append(
			parts,
			fmt.Sprintf("%s: tau of .8 or more: of %d cells %s; BFS at 50 %%: %s", name, len(some), tally(some), half),
		)
	}
	return found(together(all...), "%s", strings.Join(parts, "; "))
}

func (f *fidelityRun) small(*claim) []finding {
	var parts []string
	var all []Verdict
	for _, name := range []string{scaleFree, forestFire} {
		s := f.named(name)
		for _, o := range simulate.Orders[1:] {
			for i := range s.Cells {
				if c := &s.Cells[i]; c.Order == o {
					all = append(
						all,
						interval{c.Crawled, c.Sets}.held(0, math.Nextafter(1000, 0)),
						interval{c.Gamma, c.GammaSets}.held(0.93, 1),
					)
				}
			}
			pages := span(s, o, func(c *simulate.Cell) float64 { return c.Crawled.Value })
			gammas := span(s, o, func(c *simulate.Cell) float64 { return c.Gamma.Value })
			parts = append(
				parts,
				fmt.Sprintf("%s %s: %.0f to %.0f pages, γ %.3f to %.3f", name, o, pages[0], pages[1], gammas[0], gammas[1]),
			)
		}
	}
	return found(
		together(all...),
		"%s. Of the means of pages and of γ, by their intervals, %s",
		strings.Join(parts, "; "),
		tally(all),
	)
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

func (f *fidelityRun) falling(c *claim) []finding {
	a, b := curve(f.named(gnp)), curve(f.named(ffBacklinks))
	last := len(a) - 1
	return found(together(falls(a), falls(b), b[last].plus(-1, a[last]).of(c)),
		"at 10 to 50 %%: G(n,p) %s; FFBacklinks %s", list(a), list(b))
}

// errorsOf returns HAK less tau of the top 30 % by block.
func errorsOf(s *Subject, o simulate.Order) (errs []interval) {
	for _, b := range fidelityBlocks {
		c := s.cell(o, b)
		errs = append(errs, interval{c.ErrorOf, c.ErrorSets})
	}
	return errs
}

// meanInterval returns the mean of estimates. Its width assumes that all are too high together, as estimates with
// the same seeds may be.
func meanInterval(all []interval) interval {
	m := interval{sets: math.MaxInt}
	for _, e := range all {
		n := float64(len(all))
		m.Value, m.Low, m.High, m.sets = m.Value+e.Value/n, m.Low+e.Low/n, m.High+e.High/n, min(m.sets, e.sets)
	}
	return m
}

func (f *fidelityRun) overestimated(*claim) []finding {
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
	return found(together(all...), "mean of HAK less tau: %s", strings.Join(parts, ", "))
}

func (f *fidelityRun) underestimated(*claim) []finding {
	e := errorsOf(f.named(scaleFree), simulate.Blocked)
	var all []Verdict
	for _, x := range e {
		all = append(all, x.held(math.Nextafter(0, 1), math.Inf(1)))
	}
	return found(together(all...), "HAK less tau, at 10 to 50 %%: %s", list(e))
}

func (f *fidelityRun) shares(*claim) []finding {
	var all []Verdict
	for _, s := range f.r.Models {
		for i := range s.Cells {
			c := &s.Cells[i]
			all = append(all, together(tauOf(c, 0).below(tauOf(c, 1)), tauOf(c, 1).below(tauOf(c, 2))))
		}
	}
	return found(atLeastOf(len(all)/2+1, all), "of %d cells %s", len(all), tally(all))
}

func (f *fidelityRun) fallOfTau(*claim) []finding {
	own := curve(f.r.Crawl)
	return found(falls(own), "top 30 %%, at 10 to 50 %%: %s; %s", list(own), digits.Plural(f.r.Crawl.Sets, "set"))
}

func (f *fidelityRun) atHalf(*claim) []finding {
	c := f.r.Crawl.cell(simulate.Blocked, 0.5)
	return found(OtherData, "tau of the top 30 %% %s, 50 %% %.3f, 70 %% %.3f; HAK %s",
		tauOf(c, 0), c.Shares[1].TauB.Value, c.Shares[2].TauB.Value, interval{c.HAK, c.HAKSets})
}

// realGraphs compares the curve of the crawl with the curves of the models.
func (f *fidelityRun) realGraphs(*claim) []finding {
	if len(f.r.Models) == 0 {
		return notRun(wantsModels)
	}
	own := curve(f.r.Crawl)
	var parts []string
	far := map[string]interval{}
	for _, s := range f.r.Models {
		far[s.Name] = apart(curve(s), own)
		parts = append(parts, fmt.Sprintf("%s %s", s.Name, far[s.Name]))
	}
	return found(together(far[gnp].below(far[scaleFree]), far[gnp].below(far[forestFire])),
		"root mean square distance of tau of the top 30 %%, BFS: %s", strings.Join(parts, ", "))
}

// apart returns the root mean square distance of two curves. Its error is at most the root mean square of the
// errors of both.
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
