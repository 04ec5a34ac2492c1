package report

import (
	"strings"
	"testing"

	"weft/algo/distance"
	"weft/answers/measure"
)

// A chain of four pages, by hand: 3 pairs at distance 1, 2 at 2, 1 at 3, of 12.
func chainDistances() *measure.Distances {
	exactly := func(v float64) distance.Estimate { return distance.Estimate{Value: v, Low: v, High: v} }
	return &measure.Distances{
		Kinds: "link", Sources: 3, Runs: 4, Longest: 3, Average: exactly(10.0 / 6), Effective: distance.Estimate{Value: 2.4, Low: 2.25, High: 2.5}, Reachable: exactly(0.5), Iterations: 3,
		Pairs: []float64{4, 7, 9, 10}, HarmonicError: &measure.HarmonicError{RMS: 0.02, Worst: 0.0502},
		Top: []measure.Top{{Page: 3, URL: "http://a.example/3", Score: 11.0 / 6}},
	}
}

func TestDistances(t *testing.T) {
	d := Data{Info: infoOf(4, 3), Distances: chainDistances()}
	d.Info.Names = true
	_, root := render(t, d)
	got := withHow(root, "distances")
	for _, want := range []string{
		"a path takes 1.7 links on average; the effective diameter is 2.4 (nine of ten such pairs lie within it, interpolated between whole numbers); 50.0 % of all pairs", "Effective diameter 2.400 (95 %: 2.250 to 2.500)",
		"Longest at least 3", "a lower bound", "1 3 50.0 %", "2 2 33.3 %", "3 1 16.7 %", "2.0 % (root mean square), at most 5.0 %", "1.83333 http:// a.example /3",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("lacks %q: %s", want, got)
		}
	}
	if strings.Contains(got, "left out") {
		t.Errorf("nothing is left out: %s", got)
	}
	d.Distances.Cut, d.Distances.Iterations, d.Distances.Reachable.Value = true, 77, 0.2
	d.Distances.Reachable.High = 0.41
	_, root = render(t, d)
	if got := withHow(root, "distances"); !strings.Contains(got, "Pairs farther apart than 3 links are left out") || !strings.Contains(got, "More connected pairs may exist") {
		t.Errorf("does not say that it was cut: %s", got)
	}
	d.Distances = chainDistances()
	d.Distances.Sources = 4
	_, root = render(t, d)
	if got := withHow(root, "distances"); !strings.Contains(got, "Effective diameter 2.400 Joined pairs 50.0 % Longest 3 Counted by searches from all pages, but centralities are estimated by 4 runs of HyperBall Error") || !strings.Contains(got, "Counted by searches") ||
		strings.Contains(got, "lower bound") || !strings.Contains(got, "estimated by HyperBall") || strings.Contains(got, "sources") {
		t.Errorf("searched from all pages: %s", got)
	}
	d.Distances = chainDistances()
	d.Distances.Exact = true
	_, root = render(t, d)
	if got := withHow(root, "distances"); !strings.Contains(got, "Effective diameter 2.400 Joined pairs 50.0 % Longest 3 ") || !strings.Contains(got, "Counted by searches") || strings.Contains(got, "HyperBall") {
		t.Errorf("counted: %s", got)
	}
	d.Distances.Effective.Value = 0.9
	_, root = render(t, d)
	if got := withHow(root, "distances"); !strings.Contains(got, "at least nine of ten such pairs are joined by a link") || strings.Contains(got, "lie within it") {
		t.Errorf("no pair is nearer than 1: %s", got)
	}
	d.Distances.Pairs = []float64{2000, 2000 + 1234567}
	_, root = render(t, d)
	if got := withHow(root, "distances"); !strings.Contains(strings.ReplaceAll(got, "\u2009", ","), "1,234,567") {
		t.Errorf("counted pairs are rounded: %s", got)
	}
	d.Distances.Cut = true
	_, root = render(t, d)
	if got := withHow(root, "distances"); !strings.Contains(got, "Longest 3 or more ") {
		t.Errorf("counted as far as a bound: %s", got)
	}
	d.Distances = &measure.Distances{Sources: 2, Runs: 1, Pairs: []float64{4}, Reachable: distance.Estimate{High: 0.5}}
	_, root = render(t, d)
	if got := withHow(root, "distances"); !strings.Contains(got, "None of the 2 pages with a search leads to another") || strings.Contains(got, "No page leads to another") {
		t.Errorf("of searches that found nothing: %s", got)
	}
	d.Distances, d.DistancesWhy = nil, "it belongs to another graph"
	_, root = render(t, d)
	if got := withHow(root, "distances"); !strings.Contains(got, "are left out: it belongs to another graph.") {
		t.Errorf("does not say why: %s", got)
	}
	d.Distances = &measure.Distances{Runs: 1, Pairs: []float64{4}}
	_, root = render(t, d)
	if got := withHow(root, "distances"); !strings.Contains(got, "No page leads to another") || !strings.Contains(got, "Joined pairs 0 %") {
		t.Errorf("of pages without links: %s", got)
	}
}
