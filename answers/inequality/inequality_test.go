package inequality

import (
	"math"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/answers/answer/answertest"
	"weft/graph"
	"weft/graph/page"
	"weft/making/generate/generatetest"
	"weft/store"
)

func ask(t *testing.T, c *store.Crawl, args ...string) *Inequality {
	t.Helper()
	return answertest.Result[*Inequality](t, answertest.Ask(t, Question.New(), args...), c, answer.Options{Memory: 1 << 30, Workers: 2})
}

// A star: 99 pages link to one, which links to nobody. One of 100 pages has all links.
func TestStar(t *testing.T) {
	var arcs []graph.Arc
	s := generatetest.New(t, 100, 1)
	for u := range graph.Node(99) {
		arcs = append(arcs, graph.Arc{From: u + 1, To: 0})
	}
	for u := range s.States {
		s.States[u] = page.Fetched
	}
	s.Memory = graph.FromArcs(100, arcs)
	r := ask(t, s.Crawl(t), "--plots", t.TempDir())
	want := map[string]float64{"indegree": 0.99, "outdegree": 0.01}
	for _, x := range r.Spreads {
		if g, is := want[x.Key]; is && math.Abs(x.Gini-g) > 1e-12 {
			t.Errorf("%s: Gini %g, want %g", x.Key, x.Gini, g)
		}
		if x.Key == "indegree" && (math.Abs(x.Top-1) > 1e-12 || x.Random == nil || *x.Random < 0.4 || *x.Random > 0.6 || x.Mean != 0.99) {
			t.Errorf("got %+v", x)
		}
		last := Point{}
		for _, p := range x.Curve {
			if p.Units < last.Units || p.Part < last.Part || p.Part > p.Units+1e-9 {
				t.Errorf("%s: the point %v follows %v", x.Key, p, last)
			}
			last = p
		}
		if last != (Point{1, 1}) {
			t.Errorf("%s: the curve ends at %v", x.Key, last)
		}
	}
	if len(r.Spreads) != 4 || len(r.Kept().Files) != 3 {
		t.Errorf("%d spreads, %d files", len(r.Spreads), len(r.Kept().Files))
	}
	if svg := string(r.Lorenz().Sheet().SVG()); strings.Contains(svg, "NaN") || !strings.Contains(svg, "share of the total") {
		t.Errorf("got %s", svg)
	}
}

// Links are not said to lead from fetched pages where no state is known.
func TestTitleOfUnknownPages(t *testing.T) {
	s := generatetest.New(t, 3, 1)
	s.Memory = graph.FromArcs(3, []graph.Arc{{From: 0, To: 1}, {From: 1, To: 2}})
	for states, want := range map[[3]page.State]string{
		{page.Unknown, page.Unknown, page.Unknown}: "links from pages",
		{page.Fetched, page.Fetched, page.Unknown}: "links from fetched and unknown pages",
		{page.Fetched, page.Fetched, page.Ghost}:   "links from fetched pages",
	} {
		copy(s.States, states[:])
		for _, x := range ask(t, s.Crawl(t)).Spreads {
			if x.Key == "outdegree" && x.Title != want {
				t.Errorf("%v: %q, want %q", states, x.Title, want)
			}
		}
	}
}

// Without links there is no spread of links, and nothing to draw.
func TestWithoutLinks(t *testing.T) {
	s := generatetest.New(t, 3, 1)
	s.Memory = graph.FromArcs(3, nil)
	for _, x := range ask(t, s.Crawl(t)).Spreads {
		if x.Key == "indegree" || x.Key == "outdegree" {
			t.Errorf("got %+v", x)
		}
	}
	if got := (&Inequality{}).Plots(); got != nil {
		t.Errorf("got %v", got)
	}
}

// With one page there is nothing to compare: at random, too, it has all links.
func TestOnePage(t *testing.T) {
	s := generatetest.New(t, 1, 1)
	s.States[0] = page.Fetched
	s.Memory = graph.FromArcs(1, []graph.Arc{{From: 0, To: 0}})
	for _, x := range ask(t, s.Crawl(t)).Spreads {
		if x.Gini != 0 || x.Random != nil && *x.Random != 0 {
			t.Errorf("%s: Gini %g, at random %v", x.Key, x.Gini, x.Random)
		}
	}
}
