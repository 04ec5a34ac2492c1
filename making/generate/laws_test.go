package generate_test

import (
	"context"
	"math"
	"testing"

	"weft/algo/component"
	"weft/graph"
	"weft/graph/random"
	"weft/stats"
)

// inDegrees returns the in-degrees of a graph.
func inDegrees(t *testing.T, g graph.Graph) []int {
	t.Helper()
	in := make([]int, g.NumNodes())
	for _, succ := range graph.Lists(g.Scan(graph.Everything(g))) {
		for _, v := range succ {
			in[v]++
		}
	}
	return in
}

func fit(t *testing.T, values []int, shift int, xmin uint64) stats.Fit {
	t.Helper()
	var c stats.Counter
	for _, v := range values {
		c.Add(uint64(v + shift))
	}
	f, err := stats.FitPowerLaw(c.Histogram(), stats.FitOptions{XMin: xmin, Samples: -1, NoAlternatives: true})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// In-degrees of the copying model. In the mean, page i has d(1−α)/α·((n/i)^α − 1) links at the end, so that it is the
// in-degree and c = d(1−α)/α more that follow a power law, of exponent 1 + 1/α; that repetitions are merged, and that
// the first pages are few, changes it by less than a tenth.
func TestCopyingExponent(t *testing.T) {
	for _, o := range []random.CopyingOptions{
		{Pages: 400_000, Degree: 4, Alpha: 0.5, Seed: 1}, // c = 4
		{Pages: 400_000, Degree: 8, Alpha: 0.8, Seed: 2}, // c = 2
		{Pages: 400_000, Degree: 6, Alpha: 0.6, Seed: 3}, // c = 4
	} {
		c := int(math.Round(o.Degree * (1 - o.Alpha) / o.Alpha))
		f := fit(t, inDegrees(t, must(random.NewCopying(o))), c, 20)
		want := 1 + 1/o.Alpha
		t.Logf("alpha %g: exponent %.3f ± %.3f, theory %.3f", o.Alpha, f.Exponent, f.StdErr, want)
		if math.Abs(f.Exponent-want) > 0.1+3*f.StdErr {
			t.Errorf("alpha %g: exponent %.3f ± %.3f, theory says %.3f", o.Alpha, f.Exponent, f.StdErr, want)
		}
	}
}

// In-degrees of the Evolving Network: in-degree + 1 follows a power law of exponent 2 + 1/d.
func TestEvolvingExponent(t *testing.T) {
	for _, o := range []random.EvolvingOptions{{Pages: 400_000, Degree: 1, Seed: 1}, {Pages: 400_000, Degree: 7, Seed: 2}} {
		f := fit(t, inDegrees(t, must(random.NewEvolving(o))), 1, 20)
		want := 2 + 1/o.Degree
		t.Logf("degree %g: exponent %.3f ± %.3f, theory %.3f", o.Degree, f.Exponent, f.StdErr, want)
		if math.Abs(f.Exponent-want) > 0.1+3*f.StdErr {
			t.Errorf("degree %g: exponent %.3f ± %.3f, theory says %.3f", o.Degree, f.Exponent, f.StdErr, want)
		}
	}
}

// The laws and the shape of a Web: in-degrees have an exponent of about 2.1, as real ones have; out-degrees a steeper
// one; and no part of the bow tie is missing.
func TestWebLaws(t *testing.T) {
	const pages = 300_000
	w := newWeb(pages, 18, 0)
	out, err := graph.Load(w)
	if err != nil {
		t.Fatal(err)
	}
	in := fit(t, inDegrees(t, out), 0, 0)
	degrees := make([]int, pages)
	for u := range degrees {
		degrees[u] = len(out.Succ(graph.Node(u)))
	}
	outdegree := fit(t, degrees, 0, 0)
	t.Logf("in-degree %.3f from %d on, out-degree %.3f from %d on", in.Exponent, in.XMin, outdegree.Exponent, outdegree.XMin)
	if in.Exponent < 1.9 || in.Exponent > 2.35 || in.Tail < 1000 {
		t.Errorf("in-degrees have the exponent %.3f from %d on (%d pages)", in.Exponent, in.XMin, in.Tail)
	}
	if outdegree.Exponent < in.Exponent {
		t.Errorf("out-degrees have the exponent %.3f, in-degrees %.3f", outdegree.Exponent, in.Exponent)
	}
	bow := bowTie(t, out)
	t.Logf("%+v", bow)
	for name, part := range map[string]struct {
		got         int64
		least, most float64
	}{
		"SCC": {bow.SCC, 0.35, 0.75}, "IN": {bow.In, 0.05, 0.3}, "OUT": {bow.Out, 0.1, 0.4},
		"tendrils of IN": {bow.TendrilsIn, 0.001, 0.15}, "tendrils of OUT": {bow.TendrilsOut, 0.0005, 0.1},
		"tubes": {bow.Tubes, 0.0001, 0.1}, "disconnected": {bow.Disconnected, 0.001, 0.1},
	} {
		if share := float64(part.got) / pages; share < part.least || share > part.most {
			t.Errorf("%s has %.4f of the pages, want %g to %g", name, share, part.least, part.most)
		}
	}
}

func bowTie(t *testing.T, out *graph.Memory) component.BowTieCounts {
	t.Helper()
	bow, err := component.BowTie(context.Background(), out, must(graph.Transpose(out)), component.Known{}, graph.Work{})
	if err != nil {
		t.Fatal(err)
	}
	return bow.Counts
}
