package simulate

import (
	"math"
	"math/rand/v2"
	"testing"

	"weft/algo/distance"
	"weft/algo/hak"
	"weft/graph"
	"weft/graph/graphtest"
	"weft/internal/drawn"
)

// outcomeOf is one of a crawl of so many pages, with tau of all shares; none if it is NaN.
func outcomeOf(set, crawled int, gamma, im, tau float64) Outcome {
	o := Outcome{Trial: Trial{Blocked, 0.5, set}, Target: 10, Estimate: hak.Of(crawled, 10-crawled, gamma, im)}
	for _, s := range hak.Shares {
		a := hak.Agreement{Share: s, TauB: tau}
		if math.IsNaN(tau) {
			a = hak.Agreement{Share: s, Undefined: true}
		}
		o.Shares = append(o.Shares, a)
	}
	return o
}

// A crawl without a page has no γ, one of a page no HAK, and one whose pages are tied no tau: each mean leaves out
// those that have none, says of how many it is, and HAK is held against tau only where there are both.
func TestMeansLeaveOutWhatIsNot(t *testing.T) {
	none := math.NaN()
	e := &Experiment{Orders: []Order{Blocked}, Blocks: []float64{0.5}}
	for _, c := range []struct {
		what                   string
		list                   []Outcome
		gammas, haks, taus     int
		gamma, im, x, hak, err float64
	}{
		{what: "no page in any", list: []Outcome{outcomeOf(0, 0, 1, 0, none), outcomeOf(1, 0, 1, 0, none)}},
		{"a page in one", []Outcome{outcomeOf(0, 0, 1, 0, none), outcomeOf(1, 1, 0.5, 0.25, none), outcomeOf(2, 0, 1, 0, none)}, 1, 0, 0, 0.5, 0.25, 0.125, 0, 0},
		// hak.Of(5, …, 0.5, 0.4): x is 0.2, one page of five is impacted, so that D is 4 and HAK 1 − 16/20.
		{"two, one of them tied", []Outcome{outcomeOf(0, 5, 0.5, 0.4, none), outcomeOf(1, 2, 1, 0, 0.5)}, 2, 2, 1, 0.75, 0.2, 0.1, 0.6, 0.5},
		{
			"each kind",
			[]Outcome{outcomeOf(0, 0, 1, 0, none), outcomeOf(1, 1, 0.4, 0.5, none), outcomeOf(2, 5, 0.5, 0.4, none), outcomeOf(3, 5, 0.5, 0.4, 0.1)},
			3, 2, 1, 1.4 / 3, 1.3 / 3, 0.7 / 3, 0.2, 0.1,
		},
	} {
		rand.Shuffle(len(c.list), func(i, j int) { c.list[i], c.list[j] = c.list[j], c.list[i] })
		got := Summarise(e, c.list)[0]
		if got.Sets != len(c.list) || got.GammaSets != c.gammas || got.HAKSets != c.haks || got.Shares[0].Sets != c.taus {
			t.Errorf("%s: %d sets, γ of %d, HAK of %d, tau of %d; want %d, %d, %d, %d", c.what, got.Sets, got.GammaSets, got.HAKSets, got.Shares[0].Sets, len(c.list), c.gammas, c.haks, c.taus)
		}
		for _, x := range []struct {
			what      string
			got, want float64
		}{{"γ", got.Gamma.Value, c.gamma}, {"Im", got.Im.Value, c.im}, {"x", got.X.Value, c.x}, {"HAK", got.HAK.Value, c.hak}, {"the error", got.Error, c.err}} {
			if math.Abs(x.got-x.want) > 1e-12 {
				t.Errorf("%s: %s is %v, want %v", c.what, x.what, x.got, x.want)
			}
		}
	}
}

// Where half of the pages are never fetched and there is one seed, the seed is one of those in about half of the sets,
// which count for no mean.
func TestSeedsThatAreNotFetched(t *testing.T) {
	const n, sets = 20, 200
	var arcs []graph.Arc // a ring: half of the seeds are blocked, and so are half of the pages next to the others
	for u := range graph.Node(n) {
		arcs = append(arcs, graph.Arc{From: u, To: (u + 1) % n})
	}
	g := graph.FromArcs(n, arcs)
	e := &Experiment{Graph: g, In: graphtest.Transpose(t, g), Orders: []Order{Blocked}, Blocks: []float64{0.5}, Sets: sets, SeedShare: 0.01, Seed: 7}
	all := outcomes(t, e, nil)
	some, two, gamma := 0, 0, 0.0
	for _, o := range all {
		if o.Crawled > 0 {
			some, gamma = some+1, gamma+1-1/float64(o.Crawled) // the last page links to one that is blocked
		}
		if o.Crawled > 1 {
			two++
		}
	}
	if some < sets/4 || some > sets*3/4 || two < sets/10 || two > some*3/4 {
		t.Fatalf("of %d crawls %d have a page, %d two", sets, some, two)
	}
	c := Summarise(e, all)[0]
	if c.GammaSets != some || c.HAKSets != two || math.Abs(c.Gamma.Value-gamma/float64(some)) > 1e-12 {
		t.Errorf("γ %v of %d, HAK of %d; want γ %v of %d, HAK of %d", c.Gamma.Value, c.GammaSets, c.HAKSets, gamma/float64(some), some, two)
	}
}

// Of two crawls that differ much the interval of Student's t leads far out of what a share, a tau or a number of pages can be.
func TestIntervalsHoldWhatCanBe(t *testing.T) {
	rng := drawn.Rand(t)
	for range 200 {
		var list []Outcome
		for set := range 2 + rng.IntN(3) {
			o := outcomeOf(set, 2+rng.IntN(9), rng.Float64(), rng.Float64(), 2*rng.Float64()-1)
			for i := range o.Shares {
				o.Shares[i].TauA, o.Shares[i].Displacement = 2*rng.Float64()-1, 9*rng.Float64()
			}
			list = append(list, o)
		}
		c := newCell(Blocked, 0.5, list)
		holds := func(what string, e distance.Estimate, low, high float64) {
			if !(low <= e.Low && e.Low <= e.Value && e.Value <= e.High && e.High <= high) {
				t.Errorf("%s: %+v, which can be %g to %g", what, e, low, high)
			}
		}
		for what, e := range map[string]distance.Estimate{"γ": c.Gamma, "HAK": c.HAK} {
			holds(what, e, 0, 1)
		}
		for what, e := range map[string]distance.Estimate{"crawled": c.Crawled, "target": c.Target, "Im": c.Im, "X": c.X, "displacement": c.Shares[0].Displacement} {
			holds(what, e, 0, math.Inf(1))
		}
		holds("tau-b", c.Shares[0].TauB, -1, 1)
		holds("tau-a", c.Shares[0].TauA, -1, 1)
	}
}
