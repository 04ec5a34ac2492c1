package papers

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"weft/algo/distance"
	"weft/answers/measure"
	"weft/answers/seeds"
	"weft/answers/simulate"
)

// graphOf makes the cells of a subject by a function of order and share that is not crawled.
func graphOf(name string, cell func(o simulate.Order, block float64) (tau [3]float64, hak, pages, gamma float64)) *Subject {
	s := &Subject{Name: name}
	for _, o := range simulate.Orders {
		for _, b := range fidelityBlocks {
			tau, hak, pages, gamma := cell(o, b)
			c := simulate.Cell{Order: o, Block: b, Crawled: distance.Estimate{Value: pages}, Gamma: distance.Estimate{Value: gamma}, HAK: distance.Estimate{Value: hak}, Error: hak - tau[0]}
			for _, t := range tau {
				c.Shares = append(c.Shares, simulate.CellShare{Sets: 1, TauB: distance.Estimate{Value: t}})
			}
			s.Cells = append(s.Cells, c)
		}
	}
	return s
}

// taus are tau of the top 30, 50 and 70 %.
func taus(t float64) [3]float64 { return [3]float64{t, t + 0.01, t + 0.02} }

// The claims about Fig. 4 agree where graphs are as the paper says, agree partly where some are, and differ where none is.
func TestClaims(t *testing.T) {
	flat := func(tau float64) func(o simulate.Order, b float64) ([3]float64, float64, float64, float64) {
		return func(simulate.Order, float64) ([3]float64, float64, float64, float64) {
			return taus(tau), tau, 5000, 0.5
		}
	}
	run := func(models ...*Subject) *fidelityRun {
		f := &fidelityRun{r: &FidelityResult{}}
		for _, name := range []string{gnp, scaleFree, forestFire, ffBacklinks} {
			m := graphOf(name, flat(0.5))
			for _, s := range models {
				if s.Name == name {
					m = s
				}
			}
			f.r.Models = append(f.r.Models, m)
		}
		return f
	}
	both := func(cell func(o simulate.Order, b float64) ([3]float64, float64, float64, float64)) *fidelityRun {
		return run(graphOf(scaleFree, cell), graphOf(forestFire, cell))
	}
	falling := func(g, f func(b float64) float64) *fidelityRun {
		by := func(name string, tau func(b float64) float64) *Subject {
			return graphOf(name, func(_ simulate.Order, b float64) ([3]float64, float64, float64, float64) {
				return taus(tau(b)), 0, 0, 0
			})
		}
		return run(by(gnp, g), by(ffBacklinks, f))
	}
	over := func(rnd, geo, bfs float64) *fidelityRun {
		off := map[simulate.Order]float64{simulate.SomeLinks: rnd, simulate.FewLinks: geo, simulate.Blocked: bfs}
		return run(graphOf(ffBacklinks, func(o simulate.Order, b float64) ([3]float64, float64, float64, float64) {
			return taus(0.5), 0.5 + off[o] + (b - 0.3), 0, 0
		}))
	}
	under := func(above int) *fidelityRun {
		return run(graphOf(scaleFree, func(_ simulate.Order, b float64) ([3]float64, float64, float64, float64) {
			if int(10*b+0.5) <= above {
				return taus(0.5), 0.6, 0, 0
			}
			return taus(0.5), 0.5, 0, 0
		}))
	}
	shares := func(of30, of50, of70 float64, half bool) *fidelityRun {
		f := run()
		for _, m := range f.r.Models {
			for i := range m.Cells {
				if sh := m.Cells[i].Shares; i%2 == 0 || !half {
					sh[0].TauB.Value, sh[1].TauB.Value, sh[2].TauB.Value = of30, of50, of70
				}
			}
		}
		return f
	}
	type cells = func(o simulate.Order, b float64) ([3]float64, float64, float64, float64)
	hardly := func(good func(o simulate.Order, b float64) float64) cells {
		return func(o simulate.Order, b float64) ([3]float64, float64, float64, float64) {
			return taus(good(o, b)), 0, 0, 0
		}
	}
	small := func(pages, gamma float64) cells {
		return func(o simulate.Order, _ float64) ([3]float64, float64, float64, float64) {
			if o == simulate.Blocked {
				return taus(0.5), 0, 9000, 0.1
			}
			return taus(0.5), 0, pages, gamma
		}
	}
	for _, c := range []struct {
		what string
		f    *fidelityRun
		of   func(f *fidelityRun) (Verdict, string)
		want Verdict
	}{
		{"hardly: all but BFS", both(hardly(func(o simulate.Order, b float64) float64 {
			if o == simulate.Blocked && b == 0.5 {
				return 0.79
			}
			return 0.8
		})), (*fidelityRun).hardly, Agrees},
		{"hardly: BFS, too", both(hardly(func(simulate.Order, float64) float64 { return 0.875 })), (*fidelityRun).hardly, Differs},
		{"hardly: most", both(hardly(func(o simulate.Order, b float64) float64 {
			if o == simulate.Blocked || b == 0.1 {
				return 0.5
			}
			return 0.8
		})), (*fidelityRun).hardly, Partly},
		{"hardly: few", both(hardly(func(o simulate.Order, b float64) float64 {
			if o == simulate.Blocked || b > 0.2 {
				return 0.5
			}
			return 0.8
		})), (*fidelityRun).hardly, Differs},
		{"hardly: one graph of the two", run(graphOf(scaleFree, hardly(func(o simulate.Order, _ float64) float64 {
			if o == simulate.Blocked {
				return 0.2
			}
			return 0.9
		}))), (*fidelityRun).hardly, Differs},
		{"small", both(small(999, 0.93)), (*fidelityRun).small, Agrees},
		{"small: too large", both(small(1000, 0.93)), (*fidelityRun).small, Partly},
		{"small: γ too low", both(small(999, 0.92)), (*fidelityRun).small, Partly},
		{"small: neither", both(small(1000, 0.92)), (*fidelityRun).small, Differs},
		{"small: one graph of the two", run(graphOf(forestFire, small(999, 0.93))), (*fidelityRun).small, Partly},
		{"falling", falling(func(b float64) float64 { return 0.9 - b }, func(b float64) float64 { return 0.9 - b/2 }), (*fidelityRun).falling, Agrees},
		{"falling alike", falling(func(b float64) float64 { return 0.9 - b }, func(b float64) float64 { return 0.9 - 0.9*b }), (*fidelityRun).falling, Partly},
		{"falling: not at each step", falling(func(b float64) float64 { return 0.9 - b }, func(float64) float64 { return 0.9 }), (*fidelityRun).falling, Partly},
		{"falling: the other way", falling(func(b float64) float64 { return 0.9 - b/2 }, func(b float64) float64 { return 0.9 - b }), (*fidelityRun).falling, Differs},
		{"falling: rising", falling(func(b float64) float64 { return b }, func(b float64) float64 { return b + 0.2 }), (*fidelityRun).falling, Differs},
		{"overestimated", over(-0.2, -0.1, -0.05), (*fidelityRun).overestimated, Agrees},
		{"overestimated, BFS on the other side", over(-0.2, -0.1, 0.05), (*fidelityRun).overestimated, Agrees},
		{"overestimated, BFS as far", over(-0.2, -0.1, 0.15), (*fidelityRun).overestimated, Partly},
		{"overestimated by one", over(0.2, -0.1, 0), (*fidelityRun).overestimated, Partly},
		{"overestimated by the other", over(-0.2, 0.1, 0), (*fidelityRun).overestimated, Partly},
		{"underestimated everywhere", over(0.2, 0.1, 0), (*fidelityRun).overestimated, Differs},
		{"underestimated in 5 of 5", under(5), (*fidelityRun).underestimated, Agrees},
		{"in 4", under(4), (*fidelityRun).underestimated, Partly},
		{"in 3", under(3), (*fidelityRun).underestimated, Partly},
		{"in 2", under(2), (*fidelityRun).underestimated, Differs},
		{"shares in order", shares(0.1, 0.2, 0.3, false), (*fidelityRun).shares, Agrees},
		{"in half of the cells", shares(0.3, 0.2, 0.1, true), (*fidelityRun).shares, Differs},
		{"30 and 50 % alike", shares(0.2, 0.2, 0.3, false), (*fidelityRun).shares, Differs},
		{"50 and 70 % alike", shares(0.1, 0.2, 0.2, false), (*fidelityRun).shares, Differs},
	} {
		if got, said := c.of(c.f); got != c.want || said == "" {
			t.Errorf("%s: %s (%s), want %s", c.what, got, said, c.want)
		}
	}
}

// Options out of range are refused before anything is read, those at its ends are not.
func TestOptionsOutOfRange(t *testing.T) {
	for _, o := range []Options{{Cores: 1}, {Cores: -1}, {Seeds: -1}, {Draws: 1}, {Draws: -2}} {
		if _, err := Run(t.Context(), nil, o); err == nil {
			t.Errorf("%+v: no error", o)
		}
	}
	for _, o := range []Options{{}, {Cores: 2}, {Seeds: 1}, {Draws: 2}, {Cores: 2, Seeds: 1, Draws: 2}} {
		given := o
		if err := o.setDefaults(); err != nil || o.Cores != cmp.Or(given.Cores, 56) || o.Seeds != cmp.Or(given.Seeds, 10) || o.Draws != cmp.Or(given.Draws, 10) {
			t.Errorf("%+v: got %+v, %v", given, o, err)
		}
	}
}

// The verdicts on seeds at both sides of their rules; what was not looked at gets none.
func TestVerdictsOnSeeds(t *testing.T) {
	rounds := func(hubs, authorities int, density float64) seeds.Round {
		return seeds.Round{Hubs: hubs, Authorities: authorities, Density: density}
	}
	after := func(limit int) []Iteration {
		return []Iteration{{Iterations: 20, Limit: 9}, {Iterations: 50, Limit: limit}}
	}
	times := func(slope float64) Result { return Result{Times: []Time{{Arcs: 1}, {Arcs: 2}}, Slope: slope} }
	cores := func(mean float64, g Gaps) Result {
		r := Result{Between: &seeds.Between{Pairs: 12, Apart: 2, Mean: mean}, Gaps: g}
		r.Distances = &measure.Distances{Average: distance.Estimate{Value: 5}}
		return r
	}
	for _, c := range []struct {
		row  string // the beginning of what it is about
		r    Result
		rows func(*run)
		want Verdict
	}{
		{"iterations of HITS", Result{}, (*run).hitsRows, NotRun},
		{"iterations of HITS", Result{Iterations: after(0)[:1]}, (*run).hitsRows, NotRun},
		{"iterations of HITS", Result{Iterations: after(1)}, (*run).hitsRows, Agrees},
		{"iterations of HITS", Result{Iterations: after(2)}, (*run).hitsRows, Differs},
		{"a core that grows", Result{Break: Break{Pages: 5}}, (*run).hitsRows, Agrees},
		{"a core that grows", Result{Break: Break{Pages: 4}}, (*run).hitsRows, Differs},
		{"a core that grows", Result{Break: Break{Pages: 3, Whole: true}}, (*run).hitsRows, Agrees},
		{"hubs against", Result{}, (*run).coreRows, NotRun},
		{"hubs ×", Result{}, (*run).coreRows, NotRun},
		{"hubs against", Result{Rounds: []seeds.Round{rounds(3, 2, 100), rounds(2, 2, 100)}}, (*run).coreRows, Partly},
		{"hubs against", Result{Rounds: []seeds.Round{rounds(3, 2, 100), rounds(2, 3, 100)}}, (*run).coreRows, Differs},
		{"hubs against", Result{Rounds: []seeds.Round{rounds(3, 2, 100), rounds(4, 3, 100), rounds(2, 3, 100)}}, (*run).coreRows, Agrees},
		{"hubs ×", Result{Rounds: []seeds.Round{rounds(100, 2, 100)}}, (*run).coreRows, Agrees},
		{"hubs ×", Result{Rounds: []seeds.Round{rounds(99, 2, 100)}}, (*run).coreRows, Partly},
		{"hubs ×", Result{Rounds: []seeds.Round{rounds(9, 2, 100)}}, (*run).coreRows, Differs},
		{"hubs ×", Result{Rounds: []seeds.Round{rounds(100, 2, 99)}}, (*run).coreRows, Differs},
		{"distances between", cores(4.9, Gaps{}), (*run).distanceRows, Agrees},
		{"distances between", cores(5, Gaps{}), (*run).distanceRows, Differs},
		{"distances between", Result{Between: &seeds.Between{Pairs: 2, Apart: 2}, Distances: &measure.Distances{}}, (*run).distanceRows, NotRun},
		{"cores of close", cores(4, Gaps{}), (*run).distanceRows, NotRun},
		{"cores of close", cores(4, Gaps{Close: 3, Far: 2}), (*run).distanceRows, Agrees},
		{"cores of close", cores(4, Gaps{Close: 4, Far: 2, CloseMean: 4}), (*run).distanceRows, Partly},
		{"cores of close", cores(4, Gaps{Close: 4, Far: 2, CloseMean: 3.9}), (*run).distanceRows, Differs},
		{"cores near", cores(4, Gaps{Undefined: "all gaps are equal"}), (*run).distanceRows, NotRun},
		{"cores near", cores(4, Gaps{Spearman: -0.1}), (*run).distanceRows, Agrees},
		{"cores near", cores(4, Gaps{Spearman: -0.09}), (*run).distanceRows, Differs},
		{"seeds of an older", Result{}, (*run).newerRows, NotRun},
		{"seeds that survive", Result{Newer: &NewerResult{}}, (*run).newerRows, NotRun},
		{"seeds that survive", Result{Newer: &NewerResult{Looked: 4, Fetched: 1}}, (*run).newerRows, Agrees},
		{"seeds that survive", Result{Newer: &NewerResult{Looked: 4, Fetched: 2}}, (*run).newerRows, Partly},
		{"seeds that survive", Result{Newer: &NewerResult{Looked: 4, Fetched: 3}}, (*run).newerRows, Differs},
		{"walks from the survivors", Result{Newer: &NewerResult{Looked: 4}}, (*run).newerRows, NotRun},
		{"cost", Result{}, (*run).costRows, NotRun},
		{"cost", times(1), (*run).costRows, Agrees},
		{"cost", times(1.25), (*run).costRows, Partly},
		{"cost", times(0.61), (*run).costRows, Partly},
		{"cost", times(1.6), (*run).costRows, Differs},
		{"cost", times(0.5), (*run).costRows, Differs},
	} {
		r := &run{r: &c.r}
		c.rows(r)
		i := slices.IndexFunc(r.all, func(row Row) bool { return strings.HasPrefix(row.What, c.row) })
		if i < 0 {
			t.Errorf("%s: there is no such row", c.row)
		} else if got := r.all[i]; got.Verdict != c.want || strings.Contains(got.Ours, "%!") {
			t.Errorf("%s: %s (%s), want %s", c.row, got.Verdict, got.Ours, c.want)
		}
	}
}

// The mean distance is told by what it was measured with.
func TestMeanDistanceTellsHow(t *testing.T) {
	joined, mean := distance.Estimate{Value: 0.5, Low: 0.4, High: 0.6}, distance.Estimate{Value: 5, Low: 4, High: 6}
	for want, d := range map[string]measure.Distances{
		"5.00, counted": {Exact: true, Reachable: joined, Average: mean},
		"5.00, counted, pairs more than 1,000 links apart left out": {Exact: true, Reachable: joined, Average: mean, Cut: true, Longest: 1000},
		"5.00 (95 %: 4.00 to 6.00), by searches from 64 pages":      {Sources: 64, Pairs: []float64{100, 300}, Reachable: joined, Average: mean},
		"none, as no page leads to another":                         {Exact: true},
		"unknown, as none of 64 pages that were searched from leads to another": {
			Sources: 64, Pairs: []float64{100}, Reachable: distance.Estimate{High: 0.1},
		},
	} {
		if got := meanDistanceOf(&d); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
