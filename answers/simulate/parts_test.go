package simulate_test

import (
	"context"
	"math"
	"testing"

	"weft/algo/hak"
	"weft/algo/rank"
	"weft/answers/simulate"
	"weft/graph"
	"weft/graph/graphtest"
	"weft/graph/random"
)

// The parts are the crawls of the experiment: ranked one by one, by package rank, they have its γ, Im, HAK and tau.
func TestPartsAreTheTrials(t *testing.T) {
	g, err := random.NewForestFire(random.ForestFireOptions{Pages: 400, Back: 0.002, Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	out := graphtest.Load(t, g)
	in := graphtest.Transpose(t, out)
	for _, top := range []bool{false, true} {
		e := &simulate.Experiment{Graph: out, In: in, Orders: simulate.Orders, Blocks: []float64{0.2, 0.5}, Sets: 2, SeedShare: 0.05, TopSeeds: top, Seed: 3}
		parts, err := e.Parts(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		err = e.Run(context.Background(), nil, func(o *simulate.Outcome) error {
			target, pages, part, err := parts.Make(o.Trial)
			if err != nil {
				return err
			}
			if len(target.Seeds) != o.Seeds || len(pages) != o.Target || part.Pages != o.Crawled || part.Ghosts != o.Ghosts {
				t.Errorf("%+v: %d seeds, %d pages, %d crawled, %d ghosts; the experiment has %d, %d, %d, %d", o.Trial, len(target.Seeds), len(pages), part.Pages, part.Ghosts, o.Seeds, o.Target, o.Crawled, o.Ghosts)
			}
			checkOutcome(t, out, in, part, o)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// checkOutcome ranks a part by itself.
func checkOutcome(t *testing.T, out, in *graph.Memory, part *simulate.Part, o *simulate.Outcome) {
	t.Helper()
	n := out.NumNodes()
	var arcs []graph.Arc
	var crawled, known []graph.Node
	for u := range graph.Node(n) {
		if part.Known.Has(int(u)) {
			known = append(known, u)
		}
		if part.Crawled.Has(int(u)) {
			crawled = append(crawled, u)
			for _, v := range out.Succ(u) {
				arcs = append(arcs, graph.Arc{From: v, To: u})
			}
		}
	}
	back := graph.FromArcs(n, arcs)
	links := graphtest.Transpose(t, back)
	ranked := func(in *graph.Memory, from []graph.Node) []float64 {
		r, err := rank.PageRank(context.Background(), in, nil, rank.PageRankOptions{Pages: from, Method: rank.Power, MaxIterations: 30, Tolerance: -1})
		if err != nil {
			t.Fatal(err)
		}
		return r.Scores
	}
	scores := ranked(back, known)
	degrees, err := rank.OutDegrees(context.Background(), links, graph.Work{})
	if err != nil {
		t.Fatal(err)
	}
	scan, err := hak.Scan(context.Background(), links, part.Crawled, hak.ScanOptions{})
	if err != nil {
		t.Fatal(err)
	}
	impacts, err := hak.GetImpacts(context.Background(), back, part.Crawled, hak.Ranked{Scores: scores, Degrees: degrees}, hak.ImpactOptions{})
	if err != nil {
		t.Fatal(err)
	}
	want := hak.Of(part.Pages, part.Ghosts, scan.Gamma(), impacts.Im())
	if math.Abs(want.HAK-o.HAK) > 1e-9 || math.Abs(want.Gamma-o.Gamma) > 1e-12 || math.Abs(want.Im-o.Im) > 1e-9 {
		t.Errorf("%+v: the experiment has %+v, package hak %+v", o.Trial, o.Estimate, want)
	}
	truth := ranked(in, crawled)
	a, b := make([]float64, len(crawled)), make([]float64, len(crawled))
	for i, u := range crawled {
		a[i], b[i] = scores[u], truth[u]
	}
	shares, err := hak.Compare(a, b, hak.Shares)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range shares {
		// Sums in another order may tie what differs by rounding, or not.
		if math.Abs(s.TauB-o.Shares[i].TauB) > 2e-3 {
			t.Errorf("%+v, best %g: tau-b %g, the experiment has %g", o.Trial, s.Share, s.TauB, o.Shares[i].TauB)
		}
	}
}
