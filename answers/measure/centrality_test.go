package measure_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/answers/answer/answertest"
	"weft/answers/measure"
	"weft/graph"
	"weft/graph/page"
	"weft/graph/random"
	"weft/making/generate/generatetest"
	"weft/store"
)

// Centralities are the same for any budget and any number of workers, and so are the lists and the intervals.
func TestCentralitiesInAnyBudget(t *testing.T) {
	c := generatetest.Web(t, random.WebOptions{Pages: 2000, Degree: 9, Seed: 5})
	for _, name := range measure.Centralities {
		for _, o := range []measure.RankOptions{{Top: 5}, {Top: 5, Sources: 600, Samples: 9000}} {
			o.Seed, o.Workers, o.Memory = 3, 2, 1<<30
			want, err := measure.GetRanking(t.Context(), c, name, o)
			if err != nil {
				t.Fatal(err)
			}
			o.Workers = 1
			stage, err := measure.RankingStage(t.Context(), c, name, o)
			if err != nil {
				t.Fatal(err)
			}
			v, err := c.Plan(stage.View)
			if err != nil {
				t.Fatal(err)
			}
			o.Memory = v.NeedBytes - 1
			got, err := measure.GetRanking(t.Context(), c, name, o)
			if err != nil {
				t.Fatal(err)
			}
			if got.Form == want.Form {
				t.Errorf("%s: the form is %s in both budgets", name, got.Form)
			}
			same := func(a, b measure.Top) bool {
				return a.Page == b.Page && a.Score == b.Score && (a.Low == nil) == (b.Low == nil) && (a.Low == nil || *a.Low == *b.Low && *a.High == *b.High)
			}
			if !slices.Equal(got.Scores, want.Scores) || !slices.EqualFunc(got.Top, want.Top, same) || len(got.Top) != 5 {
				t.Errorf("%s: another result in a budget that does not hold the lists", name)
			}
		}
	}
}

// hiding returns a crawl of which a part was fetched, and the view that hides the other pages.
func hiding(t *testing.T) (c *store.Crawl, o answer.Options, hidden []bool) {
	t.Helper()
	s := drawStates(t, 11, 60, page.Fetched)
	for u := range 20 {
		s.States[3*u] = page.Ghost
	}
	c = s.Crawl(t)
	o = answer.Options{Memory: 1 << 30, Workers: 2}
	var err error
	if o.Filter, err = c.NewFilter(t.Context(), store.Answered, nil, o.Memory); err != nil {
		t.Fatal(err)
	}
	for u := range c.NumPages() {
		hidden = append(hidden, o.Filter.Hides(graph.Node(u)))
	}
	return c, o, hidden
}

// Where a view hides pages, the others have the centralities of the graph without these, and these have none.
func TestCentralitiesOfTheShown(t *testing.T) {
	c, o, hidden := hiding(t)
	if !slices.Contains(hidden, true) || !slices.Contains(hidden, false) {
		t.Fatal("the view hides no page, or all")
	}
	var shown []graph.Node // numbers of the part
	number := map[graph.Node]graph.Node{}
	for u, h := range hidden {
		if !h {
			number[graph.Node(u)] = graph.Node(len(shown))
			shown = append(shown, graph.Node(u))
		}
	}
	part := generatetest.New(t, len(shown), 1)
	var arcs []graph.Arc
	for i, u := range shown {
		part.States[i] = page.Fetched
		list, err := c.Graph().AppendSucc(nil, u)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range list {
			if !hidden[v] {
				arcs = append(arcs, graph.Arc{From: graph.Node(i), To: number[v]})
			}
		}
	}
	part.Memory = graph.FromArcs(len(shown), arcs)
	alone := part.Crawl(t)
	for _, name := range measure.Centralities {
		got, err := measure.GetRanking(t.Context(), c, name, measure.RankOptions{Options: o})
		if err != nil {
			t.Fatal(err)
		}
		want, err := measure.GetRanking(t.Context(), alone, name, measure.RankOptions{Options: answer.Options{Memory: 1 << 30}})
		if err != nil {
			t.Fatal(err)
		}
		for u, h := range hidden {
			x := 0.0
			if !h {
				x = want.Scores[number[graph.Node(u)]]
			}
			if math.Abs(got.Scores[u]-x) > 1e-9 {
				t.Errorf("%s: page %d, hidden %v: got %g, want %g", name, u, h, got.Scores[u], x)
			}
		}
	}
}

// Options that change scores are part of the names of results, and an alpha that is too large is refused with the options
// that help.
func TestKatzOptions(t *testing.T) {
	c := generatetest.Web(t, random.WebOptions{Pages: 300, Degree: 6, Seed: 7})
	o := answer.Options{Memory: 1 << 30}
	for _, x := range []struct {
		o    measure.RankOptions
		want []string
	}{
		{measure.RankOptions{Options: o}, nil},
		{measure.RankOptions{Options: o, Tolerance: 1e-12}, nil},
		{measure.RankOptions{Options: o, Tolerance: 1e-3}, []string{"tolerance=0.001"}},
		{measure.RankOptions{Options: o, Alpha: 0.01}, []string{"alpha=0.01"}},
	} {
		r, err := measure.GetRanking(t.Context(), c, measure.Katz, x.o)
		if err != nil || !slices.Equal(r.Kept().Options, x.want) {
			t.Errorf("%+v: got options %v, %v", x.o, r.Kept().Options, err)
		}
	}
	for alpha, want := range map[float64]string{1: "diverge", 0.02: ""} {
		_, err := measure.GetRanking(t.Context(), c, measure.Katz, measure.RankOptions{Options: o, Alpha: alpha})
		if text := answertest.Text(err); want != "" && !(strings.Contains(text, want) && strings.Contains(text, "--alpha")) || want == "" && err != nil {
			t.Errorf("alpha %g: got %q", alpha, text)
		}
	}
	_, err := measure.GetRanking(t.Context(), c, measure.Katz, measure.RankOptions{Options: o, Iterations: 2})
	if text := answertest.Text(err); !strings.Contains(text, "--iterations") && !strings.Contains(text, "diverge") {
		t.Errorf("2 iterations: got %q", text)
	}
}

// A report finds centralities that were kept, and no others.
func TestSavedCentralities(t *testing.T) {
	c := generatetest.Web(t, random.WebOptions{Pages: 300, Degree: 6, Seed: 7})
	o := answer.Options{Memory: 1 << 30}
	arcs, err := o.Arcs()
	if err != nil {
		t.Fatal(err)
	}
	k, err := answer.NewKeeper(c, "", store.Step{Command: "weft test"})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]float64{}
	for _, name := range measure.Centralities {
		for _, alpha := range []float64{0.01, 0} {
			r, err := measure.GetRanking(t.Context(), c, name, measure.RankOptions{Options: o, Alpha: alpha})
			if err != nil {
				t.Fatal(err)
			}
			if err := k.Keep(r.Kept()); err != nil {
				t.Fatal(err)
			}
			want[name] = r.Scores
		}
		saved, doubts, err := measure.SavedCentralities(c, arcs)
		if err != nil || len(doubts) > 0 || len(saved) != len(want) {
			t.Fatalf("got %d rankings, want %d: %v, %v", len(saved), len(want), doubts, err)
		}
		for _, s := range saved {
			for u, x := range want[s.Name] {
				if s.Scored.At(graph.Node(u)) != x {
					t.Fatalf("%s: page %d: got %g, want %g", s.Name, u, s.Scored.At(graph.Node(u)), x)
				}
			}
			if err := s.Scored.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}
