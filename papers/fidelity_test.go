package papers

import (
	"context"
	"math"
	"strings"
	"testing"

	"weft/algo/hak"
	"weft/algo/rank"
	"weft/answers/answer"
	"weft/answers/simulate"
	"weft/graph"
	"weft/graph/graphtest"
	"weft/graph/random"
	"weft/graph/view"
)

func TestPartOf(t *testing.T) {
	g := graph.FromArcs(
		6,
		[]graph.Arc{
			{From: 0, To: 1},
			{From: 0, To: 4},
			{From: 1, To: 0},
			{From: 2, To: 3},
			{From: 3, To: 3},
			{From: 4, To: 5},
		},
	)
	p := partOf(g, setOf(6, []graph.Node{0, 3}))
	if len(p.crawled) != 2 || p.out.NumArcs() != 3 || len(p.out.Succ(4)) != 0 {
		t.Errorf("crawled %v, %d arcs", p.crawled, p.out.NumArcs())
	}
	if want := []graph.Node{
		0,
		1,
		3,
		4,
	}; len(p.known) != 4 || p.known[1] != want[1] || p.known[2] != want[2] ||
		p.known[3] != want[3] {
		t.Errorf("known %v, want %v", p.known, want)
	}
}

// A crawl with nothing missing has no deviation in any ranking, and both estimates say so.
func TestNothingMissing(t *testing.T) {
	m, err := random.NewGNP(random.GNPOptions{Pages: 300, Degree: 8, Seed: 4})
	if err != nil {
		t.Fatal(err)
	}
	g := graphtest.Load(t, m)
	in := graphtest.Transpose(t, g)
	e := &simulate.Experiment{
		Graph:     g,
		In:        in,
		Orders:    simulate.Orders,
		Blocks:    []float64{0},
		Sets:      1,
		SeedShare: 1,
		Seed:      2,
	}
	f := &fidelityRun{ctx: context.Background(), FidelityOptions: FidelityOptions{Few: 1, Draws: 2}, r: &FidelityResult{}}
	s := &Subject{Name: "whole", Pages: 300, exp: e}
	if err := f.experiment(s); err != nil {
		t.Fatal(err)
	}
	o := s.outcome(simulate.Trial{Order: simulate.MostLinks})
	whole := view.NewBits(300)
	for u := range 300 {
		whole.Add(u)
	}
	again, err := f.recrawl(s, whole, o)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(again-1) > 1e-12 || o.Shares[0].TauB != 1 || o.HAK != 1 {
		t.Errorf("nothing is missing: Recrawl %g, tau %g, HAK %g, want 1", again, o.Shares[0].TauB, o.HAK)
	}
	x := &fating{f: f, s: s}
	x.take(partOf(g, whole).known, &simulate.Part{Crawled: whole})
	for _, r := range []string{"pagerank", "pagerank-plain", "indegree", "hits", "harmonic"} {
		a, err := x.compare(r)
		if err != nil {
			t.Fatal(err)
		}
		if a[1].TauB != 1 {
			t.Errorf("%s: tau %g, want 1", r, a[1].TauB)
		}
	}
}

// Recrawl is blind to how the crawl was made: of G(n,p), where parts are alike, it is right.
func TestRecrawlOnGNP(t *testing.T) {
	r, err := RunFidelity(
		context.Background(),
		nil,
		FidelityOptions{Pages: 1500, Sets: 3, Few: 2, Draws: 4, Options: answer.Options{Seed: 6, Memory: 1 << 30}},
	)
	if err != nil {
		t.Fatal(err)
	}
	if e := r.Estimators[1]; e.Graph != gnp || e.Order != simulate.Blocked || e.Crawls != 6 || e.Recrawl.RMS > 0.08 ||
		e.Gamma.RMS < 0.1 {
		t.Errorf("got %+v", e)
	}
	seen := map[Verdict]int{}
	for _, x := range r.Rows {
		seen[x.Verdict]++
		if x.Ours == "" || x.Paper == "" {
			t.Errorf("%s, %s: empty", x.Where, x.What)
		}
	}
	if len(r.Rows) != 30 || seen[NotRun] != 11 || seen[Beyond] != 2 {
		t.Errorf("%d rows: %v", len(r.Rows), seen)
	}
	if pictures := r.Plots(); len(pictures) != 4 {
		t.Errorf("%d plots of 4 models", len(pictures))
	}
}

func TestDeviation(t *testing.T) {
	d := deviation([]float64{0.1, -0.3, 0.2})
	if math.Abs(d.Mean) > 1e-15 || d.Worst != -0.3 || math.Abs(d.RMS-math.Sqrt(0.14/3)) > 1e-15 {
		t.Errorf("got %+v", d)
	}
	if d := deviation(nil); d != (Deviation{}) {
		t.Errorf("of nothing: %+v", d)
	}
}

// The drawings change the order of pages as the paper's text says; the back link makes the pages of its cycle important.
func TestDrawings(t *testing.T) {
	f := &fidelityRun{ctx: context.Background(), r: &FidelityResult{}}
	if err := f.draw(); err != nil {
		t.Fatal(err)
	}
	d := f.r.Drawings
	if len(d) != 4 || d[0].Least < 1-1e-9 || d[1].TauB > 0.75 || d[2].TauB < 0.9 || d[3].TauB > d[2].TauB-0.1 {
		t.Errorf("got %+v", d)
	}
	if v := f.drasticChange(nil)[0].verdict; d[3].TauB > d[1].TauB && v != CannotTell {
		t.Errorf("a drastic change is milder than a large one: %s", v)
	}
	back := graph.FromArcs(drawnPages, append(append([]graph.Arc{}, upwards...), graph.Arc{From: drawnTop, To: drawnLow}))
	in := graphtest.Transpose(t, back)
	r, err := rank.PageRank(context.Background(), in, nil, rank.PageRankOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range cycle {
		for _, v := range []int{0, 1, 8, 9, 10} {
			if r.Scores[u] <= r.Scores[v] {
				t.Errorf("page %d of the cycle has %g, page %d off it %g", u, r.Scores[u], v, r.Scores[v])
			}
		}
	}
}

// The settings are looked at and not taken for granted: crawls that were ranked with others, or from other seeds, differ.
func TestSettingsAreLookedAt(t *testing.T) {
	m, err := random.NewGNP(random.GNPOptions{Pages: 600, Degree: 6, Seed: 9})
	if err != nil {
		t.Fatal(err)
	}
	g := graphtest.Load(t, m)
	in := graphtest.Transpose(t, g)
	for _, c := range []struct {
		what string
		e    simulate.Experiment
		want Verdict
	}{
		{"as the paper", simulate.Experiment{}, Agrees},
		{"another damping", simulate.Experiment{Alpha: 0.5}, Differs},
		{"few iterations", simulate.Experiment{Iterations: 2}, Differs},
		{"more seeds", simulate.Experiment{SeedShare: 0.05}, Differs},
	} {
		f := &fidelityRun{ctx: context.Background(), FidelityOptions: FidelityOptions{Few: 1}, r: &FidelityResult{}}
		e := c.e
		e.Graph, e.In, e.Orders, e.Blocks, e.Sets, e.Seed = g, in, simulate.Orders, []float64{0.5}, 1, 3
		s := &Subject{Name: c.what, Pages: 600, exp: &e}
		for _, step := range []func(*Subject) error{f.experiment, f.fates} {
			if err := step(s); err != nil {
				t.Fatal(err)
			}
		}
		if got := findingOf("fidelity", fidelityChecks, f, "settings").verdict; got != c.want || f.r.Settings.Again != 4 {
			t.Errorf("%s: %s, %+v, want %s", c.what, got, f.r.Settings, c.want)
		}
	}
	f := &fidelityRun{r: &FidelityResult{}}
	if got := findingOf("fidelity", fidelityChecks, f, "settings").verdict; got != NotRun {
		t.Errorf("nothing was ranked: %s", got)
	}
}

// Of a crawl so small that its half has no pages nothing is shared out among these.
func TestHalfOfNothing(t *testing.T) {
	for pages, want := range map[float64]Verdict{0: NotRun, 2: OtherData} {
		c := simulate.Cell{Order: simulate.Blocked, Block: 0.5, Shares: make([]simulate.CellShare, 1)}
		c.Crawled.Value = pages
		f := &fidelityRun{r: &FidelityResult{Top: &TopFetched{}, Crawl: &Subject{Cells: []simulate.Cell{c}}}}
		got := findingOf("fidelity", fidelityChecks, f, "displacement")
		if got.verdict != want || strings.Contains(got.ours, "NaN") {
			t.Errorf("%g pages: %s: %s", pages, got.verdict, got.ours)
		}
	}
}

// No verdict is given on components of a few pages, nor on γ and tau of a few components.
func TestNoVerdictOnSmallComponents(t *testing.T) {
	judged := func(pages int, gamma, tau float64) JudgedSet {
		return JudgedSet{Part: hak.Part{Pages: pages, Gamma: gamma}, Kendall: hak.Agreement{TauB: tau, Undefined: pages < 2}}
	}
	whole := judged(500, 0.6, 0.4)
	for _, c := range []struct {
		what    string
		largest []JudgedSet
		naive   int
		want    [4]Verdict // gain, γ and tau, naive pruning, higher τ
	}{
		{"one page each", []JudgedSet{judged(1, 1, 0), judged(1, 1, 0)}, 1, [4]Verdict{OtherData, OtherData, OtherData, OtherData}},
		{"one large, others of one page", []JudgedSet{judged(400, 0.9, 0.8), judged(1, 1, 0), judged(1, 1, 0)}, 100, [4]Verdict{Agrees, OtherData, Agrees, Agrees}},
		{"99 pages", []JudgedSet{judged(99, 0.9, 0.8)}, 3, [4]Verdict{OtherData, OtherData, OtherData, OtherData}},
		{"four", []JudgedSet{judged(400, 0.9, 0.8), judged(300, 0.8, 0.7), judged(200, 0.7, 0.6), judged(100, 0.6, 0.45)}, 399, [4]Verdict{Agrees, Agrees, CannotTell, Agrees}},
	} {
		n := c.largest[0].Pages
		h := &halved{
			t: &PartsTable{
				Whole:        whole,
				Largest:      c.largest,
				NaiveLargest: hak.Part{Pages: c.naive},
				ByTau:        []PartTau{{Tau: 0.5, Largest: n}, {Tau: 0.9, Largest: n / 4}},
			},
		}
		h.relate()
		f := &fidelityRun{r: &FidelityResult{Components: h.t}}
		for i, want := range c.want {
			id := []string{"gain", "γ and tau", "naive pruning", "higher τ"}[i]
			if got := findingOf("fidelity", fidelityChecks, f, id); got.verdict != want {
				t.Errorf("%s: %s: %s (%s), want %s", c.what, id, got.verdict, got.ours, want)
			}
		}
	}
}
