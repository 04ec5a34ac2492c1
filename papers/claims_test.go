package papers

import (
	"cmp"
	"strings"
	"testing"

	"weft/algo/distance"
	"weft/answers/measure"
	"weft/answers/seeds"
	"weft/answers/simulate"
	"weft/stats"
)

// surely is an estimate whose interval has no width.
func surely(x float64) distance.Estimate { return distance.Estimate{Value: x, Low: x, High: x} }

// graphOf makes the cells of a subject by a function of order and share that is not crawled.
func graphOf(
	name string,
	cell func(o simulate.Order, block float64) (tau [3]float64, hak, pages, gamma float64),
) *Subject {
	s := &Subject{Name: name, Pages: paperPages}
	for _, o := range simulate.Orders {
		for _, b := range fidelityBlocks {
			tau, hak, pages, gamma := cell(o, b)
			c := simulate.Cell{
				Order:     o,
				Block:     b,
				Sets:      10,
				GammaSets: 10,
				HAKSets:   10,
				ErrorSets: 10,
				Crawled:   surely(pages),
				Gamma:     surely(gamma),
				HAK:       surely(hak),
				Error:     hak - tau[0],
				ErrorOf:   surely(hak - tau[0]),
			}
			for _, t := range tau {
				c.Shares = append(c.Shares, simulate.CellShare{Sets: 10, TauB: surely(t)})
			}
			s.Cells = append(s.Cells, c)
		}
	}
	return s
}

// taus are tau of the top 30, 50 and 70 %.
func taus(t float64) [3]float64 { return [3]float64{t, t + 0.01, t + 0.02} }

// The claims about Fig. 4 agree where graphs are as the paper says, differ where they are not, and cannot be told where intervals cross the bounds.
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
					sh[0].TauB, sh[1].TauB, sh[2].TauB = surely(of30), surely(of50), surely(of70)
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
		of   string // a claim
		want Verdict
	}{
		{"hardly: all but BFS", both(hardly(func(o simulate.Order, b float64) float64 {
			if o == simulate.Blocked && b == 0.5 {
				return 0.79
			}
			return 0.8
		})), "hardly any deviation", Agrees},
		{"hardly: BFS, too", both(hardly(func(simulate.Order, float64) float64 { return 0.875 })), "hardly any deviation", Differs},
		{"hardly: most", both(hardly(func(o simulate.Order, b float64) float64 {
			if o == simulate.Blocked || b == 0.1 {
				return 0.5
			}
			return 0.8
		})), "hardly any deviation", Differs},
		{"hardly: few", both(hardly(func(o simulate.Order, b float64) float64 {
			if o == simulate.Blocked || b > 0.2 {
				return 0.5
			}
			return 0.8
		})), "hardly any deviation", Differs},
		{"hardly: one graph of the two", run(graphOf(scaleFree, hardly(func(o simulate.Order, _ float64) float64 {
			if o == simulate.Blocked {
				return 0.2
			}
			return 0.9
		}))), "hardly any deviation", Differs},
		{"small", both(small(999, 0.93)), "small crawls", Agrees},
		{"small: too large", both(small(1000, 0.93)), "small crawls", Differs},
		{"small: γ too low", both(small(999, 0.92)), "small crawls", Differs},
		{"small: neither", both(small(1000, 0.92)), "small crawls", Differs},
		{"small: one graph of the two", run(graphOf(forestFire, small(999, 0.93))), "small crawls", Differs},
		{"falling", falling(func(b float64) float64 { return 0.9 - b }, func(b float64) float64 { return 0.9 - b/2 }), "falling", Agrees},
		{"falling alike", falling(func(b float64) float64 { return 0.9 - b }, func(b float64) float64 { return 0.9 - 0.9*b }), "falling", Differs},
		{"falling: not at each step", falling(func(b float64) float64 { return 0.9 - b }, func(float64) float64 { return 0.9 }), "falling", Differs},
		{"falling: the other way", falling(func(b float64) float64 { return 0.9 - b/2 }, func(b float64) float64 { return 0.9 - b }), "falling", Differs},
		{"falling: rising", falling(func(b float64) float64 { return b }, func(b float64) float64 { return b + 0.2 }), "falling", Differs},
		{"overestimated", over(-0.2, -0.1, -0.05), "overestimated", Agrees},
		{"overestimated, BFS on the other side", over(-0.2, -0.1, 0.05), "overestimated", Agrees},
		{"overestimated, BFS as far", over(-0.2, -0.1, 0.15), "overestimated", Differs},
		{"overestimated by one", over(0.2, -0.1, 0), "overestimated", Differs},
		{"overestimated by the other", over(-0.2, 0.1, 0), "overestimated", Differs},
		{"underestimated everywhere", over(0.2, 0.1, 0), "overestimated", Differs},
		{"underestimated in 5 of 5", under(5), "underestimated", Agrees},
		{"in 4", under(4), "underestimated", Differs},
		{"in 3", under(3), "underestimated", Differs},
		{"in 2", under(2), "underestimated", Differs},
		{"shares in order", shares(0.1, 0.2, 0.3, false), "top shares", Agrees},
		{"in half of the cells", shares(0.3, 0.2, 0.1, true), "top shares", Differs},
		{"30 and 50 % alike", shares(0.2, 0.2, 0.3, false), "top shares", Differs},
		{"50 and 70 % alike", shares(0.1, 0.2, 0.2, false), "top shares", Differs},
	} {
		if got := findingOf("fidelity", fidelityChecks, c.f, c.of); got.verdict != c.want || got.ours == "" {
			t.Errorf("%s: %s (%s), want %s", c.what, got.verdict, got.ours, c.want)
		}
	}
}

// Models of another size than the paper's give no verdict.
func TestNoVerdictOnSmallModels(t *testing.T) {
	f := &fidelityRun{r: &FidelityResult{}}
	for _, name := range []string{gnp, scaleFree, forestFire, ffBacklinks} {
		m := graphOf(name, func(simulate.Order, float64) ([3]float64, float64, float64, float64) {
			return taus(0.9), 0.9, 900, 0.95
		})
		m.Pages = 300
		f.r.Models = append(f.r.Models, m)
	}
	for _, id := range []string{"hardly any deviation", "small crawls", "falling", "overestimated", "underestimated", "top shares"} {
		if got := findingOf("fidelity", fidelityChecks, f, id); got.verdict != OtherData || got.note == "" {
			t.Errorf("%s: %s, %s", id, got.verdict, got.note)
		}
	}
}

// What agrees where intervals are narrow cannot be told where they cross a bound, or where there is no interval.
func TestClaimsGoByIntervals(t *testing.T) {
	graphs := func(half float64, sets int) *fidelityRun {
		f := &fidelityRun{r: &FidelityResult{}}
		for _, name := range []string{gnp, scaleFree, forestFire, ffBacklinks} {
			s := graphOf(name, func(o simulate.Order, b float64) ([3]float64, float64, float64, float64) {
				tau := map[string]float64{gnp: 0.8 - b, scaleFree: 0.9, forestFire: 0.9, ffBacklinks: 0.8 - b/2}[name]
				if o == simulate.Blocked && b == 0.5 && (name == scaleFree || name == forestFire) {
					tau = 0.7
				}
				hak := tau + 0.05
				if name == ffBacklinks {
					hak = tau - map[bool]float64{true: 0.01, false: 0.05}[o == simulate.Blocked]
				}
				return taus(tau), hak, 900, 0.95
			})
			for i := range s.Cells {
				c := &s.Cells[i]
				c.Sets, c.GammaSets, c.ErrorSets = sets, sets, sets
				for _, e := range []*distance.Estimate{&c.Gamma, &c.ErrorOf, &c.Shares[0].TauB, &c.Shares[1].TauB, &c.Shares[2].TauB} {
					e.Low, e.High = e.Value-half, e.Value+half
				}
				for k := range c.Shares {
					c.Shares[k].Sets = sets
				}
			}
			f.r.Models = append(f.r.Models, s)
		}
		return f
	}
	for _, id := range []string{"hardly any deviation", "small crawls", "falling", "overestimated", "underestimated", "top shares"} {
		for _, c := range []struct {
			half float64
			sets int
			want Verdict
		}{{0.001, 10, Agrees}, {0.15, 10, CannotTell}, {0, 1, CannotTell}} {
			if got := findingOf("fidelity", fidelityChecks, graphs(c.half, c.sets), id); got.verdict != c.want {
				t.Errorf("%s, ± %g over %d sets: %s (%s), want %s", id, c.half, c.sets, got.verdict, got.ours, c.want)
			}
		}
	}
}

// One rule gives verdicts: by the whole interval, and the same for one state of knowledge.
func TestHeld(t *testing.T) {
	e := func(low, high float64) distance.Estimate {
		return distance.Estimate{Value: (low + high) / 2, Low: low, High: high}
	}
	for _, c := range []struct {
		got, want Verdict
	}{
		{held(e(0.2, 0.4), true, 0.2, 0.4), Agrees},
		{held(e(0.1, 0.3), true, 0.2, 0.4), CannotTell},
		{held(e(0.3, 0.5), true, 0.2, 0.4), CannotTell},
		{held(e(0, 0.1), true, 0.2, 0.4), Differs},
		{held(e(0.5, 0.6), true, 0.2, 0.4), Differs},
		{held(e(0.1, 0.9), true, 0.2, 0.4), CannotTell},
		{held(e(0.3, 0.3), false, 0.2, 0.4), CannotTell},
		{together(Agrees, CannotTell), CannotTell},
		{together(Agrees, CannotTell, Differs), Differs},
		{together(), CannotTell},
		{together(Agrees, Agrees), Agrees},
		{either(Differs, CannotTell), CannotTell},
		{either(Differs, Agrees), Agrees},
		{either(Differs, Differs), Differs},
		{atLeastOf(2, []Verdict{Agrees, Differs, CannotTell}), CannotTell},
		{atLeastOf(2, []Verdict{Differs, Differs, CannotTell}), Differs},
		{opposite(Agrees), Differs},
		{opposite(Differs), Agrees},
		{opposite(CannotTell), CannotTell},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
	p := func(p float64, samples int) measure.Law {
		return measure.Law{Fit: &stats.Fit{P: &p, Samples: samples, Exponent: 2.1, StdErr: 0.01}}
	}
	for _, c := range []struct {
		law  measure.Law
		want Verdict
	}{{measure.Law{}, CannotTell}, {p(0.5, 100), Agrees}, {p(0.01, 100), Differs}, {p(0.1, 100), CannotTell}, {p(0.5, 0), CannotTell}} {
		if got := heldP(c.law); got != c.want {
			t.Errorf("%+v: %s, want %s", c.law.Fit, got, c.want)
		}
		if got := lawVerdict(c.law, 2.1); got != c.want {
			t.Errorf("%+v, exponent 2.1: %s, want %s", c.law.Fit, got, c.want)
		}
	}
	unfitted := &Result{In: measure.Law{}, Out: measure.Law{}, Distances: &measure.Distances{}}
	if got := findingOf("seeds", seedsChecks, &run{r: unfitted}, "degrees"); got.verdict != CannotTell {
		t.Errorf("degrees without a fit: %s", got.verdict)
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
		if err := o.setDefaults(); err != nil || o.Cores != cmp.Or(given.Cores, 56) || o.Seeds != cmp.Or(given.Seeds, 10) ||
			o.Draws != cmp.Or(given.Draws, 10) {
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
		r := Result{Between: &seeds.Between{Pairs: 12, Apart: 2, Mean: mean, Distances: make([][]int, 56)}, Gaps: g}
		r.Distances = &measure.Distances{Average: distance.Estimate{Value: 5}}
		return r
	}
	for _, c := range []struct {
		id   string
		r    Result
		want Verdict
	}{
		{"iterations", Result{}, NotRun},
		{"iterations", Result{Iterations: after(0)[:1]}, NotRun},
		{"iterations", Result{Iterations: after(1)}, Agrees},
		{"iterations", Result{Iterations: after(2)}, Differs},
		{"growing core", Result{Break: Break{Pages: 5}}, Agrees},
		{"growing core", Result{Break: Break{Pages: 4}}, Differs},
		{"growing core", Result{Break: Break{Pages: 3, Whole: true}}, Agrees},
		{"hubs and authorities", Result{}, CannotTell},
		{"capped cores", Result{}, CannotTell},
		{"hubs and authorities", Result{Rounds: []seeds.Round{rounds(3, 2, 100), rounds(2, 2, 100)}}, CannotTell},
		{"hubs and authorities", Result{Rounds: []seeds.Round{rounds(3, 2, 100), rounds(2, 3, 100)}}, Differs},
		{"hubs and authorities", Result{Rounds: []seeds.Round{rounds(3, 2, 100), rounds(4, 3, 100), rounds(2, 3, 100)}}, Agrees},
		{"capped cores", Result{Rounds: []seeds.Round{rounds(100, 2, 100)}}, Agrees},
		{"capped cores", Result{Rounds: []seeds.Round{rounds(99, 2, 100)}}, CannotTell},
		{"capped cores", Result{Rounds: []seeds.Round{rounds(9, 2, 100)}}, Differs},
		{"capped cores", Result{Rounds: []seeds.Round{rounds(100, 2, 99)}}, Differs},
		{"core distances", cores(4.9, Gaps{}), Agrees},
		{"core distances", cores(5, Gaps{}), Differs},
		{"core distances", Result{Between: &seeds.Between{Pairs: 2, Apart: 2}, Distances: &measure.Distances{}}, CannotTell},
		{"close rounds", cores(4, Gaps{}), CannotTell},
		{"close rounds", cores(4, Gaps{Close: 3, Far: 2}), Agrees},
		{"close rounds", cores(4, Gaps{Close: 4, Far: 2, CloseMean: 4}), CannotTell},
		{"close rounds", cores(4, Gaps{Close: 4, Far: 2, CloseMean: 3.9}), Differs},
		{"near cores", cores(4, Gaps{Undefined: "all gaps are equal"}), CannotTell},
		{"close rounds", cores(4, Gaps{Close: 523, Far: 0, CloseMean: 4}), Differs},
		{"close rounds", cores(4, Gaps{Close: 523, Far: 250, CloseMean: 4}), CannotTell},
		{"near cores", cores(4, Gaps{Spearman: -0.5}), Agrees},
		{"near cores", cores(4, Gaps{Spearman: -0.1}), CannotTell},
		{"near cores", cores(4, Gaps{Spearman: -0.09}), CannotTell},
		{"near cores", cores(4, Gaps{Spearman: 0.3}), Differs},
		{"uncapped cores", Result{Rounds: []seeds.Round{rounds(99, 2, 100)}, Uncapped: []seeds.Round{rounds(99, 2, 100)}}, NotRun},
		{"uncapped cores", Result{Rounds: []seeds.Round{rounds(99, 2, 100)}, Uncapped: []seeds.Round{rounds(999, 2, 100)}}, Agrees},
		{"older seeds", Result{}, NotRun},
		{"survivors", Result{Newer: &NewerResult{}}, CannotTell},
		{"survivors", Result{Newer: &NewerResult{Looked: 4, Fetched: 1}}, Agrees},
		{"survivors", Result{Newer: &NewerResult{Looked: 4, Fetched: 2}}, CannotTell},
		{"survivors", Result{Newer: &NewerResult{Looked: 4, Fetched: 3}}, Differs},
		{"survivors' ranks", Result{Newer: &NewerResult{Looked: 4}}, CannotTell},
		{"cost", Result{}, NotRun},
		{"cost", times(1), Agrees},
		{"cost", times(1.25), CannotTell},
		{"cost", times(0.61), CannotTell},
		{"cost", times(1.6), Differs},
		{"cost", times(0.5), Differs},
	} {
		got := findingOf("seeds", seedsChecks, &run{r: &c.r}, c.id)
		if got.verdict != c.want || strings.Contains(got.ours, "%!") {
			t.Errorf("%s: %s (%s), want %s", c.id, got.verdict, got.ours, c.want)
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
