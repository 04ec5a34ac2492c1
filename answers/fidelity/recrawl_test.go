package fidelity

import (
	"math"
	"testing"

	"weft/answers/simulate"
	"weft/graph"
	"weft/graph/random"
)

// known are graphs of which crawls are made, so that the tau of each is known.
func known(t *testing.T) map[string]graph.Graph {
	t.Helper()
	all := map[string]graph.Graph{}
	var err error
	keep := func(name string, g graph.Graph, failed error) {
		if failed != nil {
			err = failed
		}
		all[name] = g
	}
	g, failed := random.NewGNP(random.GNPOptions{Pages: 900, Degree: 7, Seed: 3})
	keep("G(n,p)", g, failed)
	f, failed := random.NewForestFire(random.ForestFireOptions{Pages: 900, Back: 0.004, Seed: 3})
	keep("fire", f, failed)
	w, failed := random.NewWeb(random.WebOptions{Pages: 1200, Degree: 8, Seed: 3})
	keep("web", w, failed)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// The interval of Recrawl holds the tau of a crawl, which is known here, about as often as it says: in crawls of all
// orders and of several shares, of graphs that it was not made for. That of the mean of the draws, which stood there
// once, does not.
func TestRecrawlCovers(t *testing.T) {
	const least, sets = 150, 2
	holds, mean, tried, width := 0, 0, 0, 0.0
	for name, g := range known(t) {
		m, err := graph.Load(g)
		if err != nil {
			t.Fatal(err)
		}
		in, err := graph.Transpose(m)
		if err != nil {
			t.Fatal(err)
		}
		e := simulate.Experiment{Graph: m, In: in, Orders: simulate.Orders, Blocks: []float64{0.2, 0.5}, Sets: sets, SeedShare: 0.02, Seed: 41}
		parts, err := e.Parts(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		err = e.Run(t.Context(), nil, func(o *simulate.Outcome) error {
			if o.Crawled < least || o.Shares[0].Undefined {
				return nil
			}
			_, _, part, err := parts.Make(o.Trial)
			if err != nil {
				return err
			}
			crawl := simulate.Experiment{Seed: uint64(tried)}
			if crawl.Graph, crawl.In, err = Inside(m, part.Crawled); err != nil {
				return err
			}
			cells, err := runCells(t.Context(), &simulate.Experiment{
				Graph: crawl.Graph, In: crawl.In, Orders: []simulate.Order{simulate.Blocked}, Blocks: []float64{min(1-o.Gamma, 0.99)}, Sets: 8, SeedShare: 1, Seed: crawl.Seed,
			}, &Options{}, "")
			if err != nil {
				return err
			}
			r, err := GetRecrawl(t.Context(), crawl, o.Gamma, 8, &Options{})
			if err != nil {
				return err
			}
			if err := r.calibrate(t.Context(), crawl, &Options{}); err != nil || r.Tau[0].Crawls == 0 {
				return err
			}
			tau, x, old := o.Shares[0].TauB, r.Tau[0], cells[0].Shares[0].TauB
			tried++
			width += x.High - x.Low
			if x.Low <= tau && tau <= x.High {
				holds++
			} else {
				t.Logf("%s, %s: %.3f is not in %.3f to %.3f", name, o.Order, tau, x.Low, x.High)
			}
			if old.Low <= tau && tau <= old.High {
				mean++
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	width /= float64(tried)
	t.Logf("%d crawls: %d in the interval, %.2f wide in the mean; %d in that of the mean of the draws", tried, holds, width, mean)
	// 95 % of them is expected; of 35, fewer than 30 come in two of a hundred such tests, and the seed is fixed.
	if tried < 30 || holds*100 < tried*86 {
		t.Errorf("%d of %d crawls have their tau in the interval", holds, tried)
	}
	if width > 0.5 {
		t.Errorf("intervals are %.2f wide in the mean: they say nothing", width)
	}
	if mean*100 > tried*75 {
		t.Errorf("%d of %d are in the interval of the mean of the draws: this test cannot tell", mean, tried)
	}
}

// The interval is that of one more error: of errors 1 to 9 tenths, of mean .5 and standard deviation .27386, it is
// 2.306·.27386·√(1+1/9) wide on both sides.
func TestExpect(t *testing.T) {
	x := RecrawlTau{}
	x.Value = 0.6
	var errs []float64
	for i := range 9 {
		errs = append(errs, float64(i-4)/100+0.05)
	}
	x.expect(errs)
	half := 2.306004 * 0.0273861 * math.Sqrt(1+1.0/9)
	if x.Crawls != 9 || math.Abs(x.MeanError-0.05) > 1e-12 || math.Abs(x.Low-(0.55-half)) > 1e-6 || math.Abs(x.High-(0.55+half)) > 1e-6 {
		t.Errorf("got %+v, want %g to %g", x, 0.55-half, 0.55+half)
	}
	few := RecrawlTau{}
	if few.expect(errs[:leastErrors-1]); few.Crawls != 0 {
		t.Error("an interval of seven errors")
	}
	far := RecrawlTau{}
	far.Value = -0.99
	far.expect([]float64{0.5, -0.5, 0.5, -0.5, 0.5, -0.5, 0.5, -0.5})
	if far.Low != -1 || far.High > 1 {
		t.Errorf("got %+v, which no tau can be", far)
	}
}
