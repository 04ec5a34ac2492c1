package measure_test

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weft/algo/distance"
	"weft/answers/answer"
	"weft/answers/measure"
	"weft/graph"
	"weft/graph/bv"
	"weft/graph/page"
	"weft/internal/stoptest"
	"weft/making/ingest/ingesttest"
	"weft/store"
)

// A measure that is to stop says so, wherever it is told.
func TestStopped(t *testing.T) {
	s := drawStates(t, 3, 40, page.Ghost, page.Excluded, page.Failed, page.Redirected, page.Fetched, page.Fetched)
	bare := filepath.Join(t.TempDir(), "g")
	if _, err := bv.Write(bare, s.Memory, bv.Options{}); err != nil {
		t.Fatal(err)
	}
	whole, graphAlone := s.Crawl(t), ingesttest.Open(t, bare)
	for _, how := range []struct {
		c      *store.Crawl
		memory int64
		view   string
	}{{whole, plenty, store.Answered}, {graphAlone, plenty, store.Symmetrised}} {
		c, memory, view, where := how.c, how.memory, how.view, how.c.Path
		options := func(ctx context.Context) (answer.Options, error) {
			o := answer.Options{Memory: memory, Workers: 1}
			var err error
			if view != "" {
				o.Filter, err = c.NewFilter(ctx, view, nil, memory)
			}
			return o, err
		}
		for _, name := range measure.Rankings {
			n := stoptest.Everywhere(t, func(ctx context.Context) error {
				o, err := options(ctx)
				if err == nil {
					_, err = measure.GetRanking(ctx, c, name, measure.RankOptions{Options: o, Iterations: 4, Top: 3})
				}
				return err
			})
			if n == 0 {
				t.Errorf("%s of a %s: it never looks whether it is to stop", name, where)
			}
		}
		for name, get := range map[string]func(context.Context, answer.Options) error{
			"degrees": func(ctx context.Context, o answer.Options) error {
				_, err := measure.GetDegrees(ctx, c, measure.DegreeOptions{Options: o, Samples: -1})
				return err
			},
			"components": func(ctx context.Context, o answer.Options) error {
				_, err := measure.GetComponents(ctx, c, measure.DegreeOptions{Options: o, Samples: -1})
				return err
			},
			"distances": func(ctx context.Context, o answer.Options) error {
				_, err := measure.GetDistances(ctx, c, measure.DistanceOptions{Options: o, Runs: 2, Top: 3})
				return err
			},
			"search": func(ctx context.Context, o answer.Options) error {
				_, err := measure.GetSearch(ctx, c, []graph.Node{4, 5, 6, 7, 8, 9}, true, o)
				return err
			},
			"host links": func(ctx context.Context, o answer.Options) error {
				if !c.HasNames() {
					return ctx.Err()
				}
				_, err := measure.GetHostLinks(ctx, c, 5, o)
				return err
			},
		} {
			n := stoptest.Everywhere(t, func(ctx context.Context) error {
				o, err := options(ctx)
				if err == nil {
					err = get(ctx, o)
				}
				return err
			})
			if n == 0 {
				t.Errorf("%s of a %s: it never looks whether it is to stop", name, where)
			}
		}
	}
}

// A race is told of each operation as it ends, in order, and stops where it is told to; what was measured till then is told.
func TestSpeeds(t *testing.T) {
	c := drawStates(t, 5, 200, page.Fetched).Crawl(t)
	var told []string
	o := measure.SpeedOptions{Options: answer.Options{Memory: plenty, Workers: 2}, Only: []string{"scan", "scan on all", "load", "bfs", "wcc", "scc", "hyperball"}, Dir: t.TempDir()}
	o.Each = func(s measure.Speed) { told = append(told, s.Operation) }
	began := time.Now()
	all, err := measure.GetSpeeds(t.Context(), c, o)
	if err != nil || len(all) != len(o.Only) {
		t.Fatalf("got %d speeds, %v", len(all), err)
	}
	for i, s := range all {
		if s.Operation != o.Only[i] || told[i] != s.Operation || s.Workers < 1 || s.Passes < 1 || s.Wall <= 0 || s.Seconds <= 0 || s.Seconds > time.Since(began).Seconds() || s.Result == "" {
			t.Errorf("speed %d: got %+v, told %q", i, s, told[i])
		}
	}
	if _, err := measure.GetSpeeds(t.Context(), c, measure.SpeedOptions{Only: []string{"scan", "sing"}}); err == nil {
		t.Error("it sings")
	}
	if all, err := measure.GetSpeeds(t.Context(), ingesttest.Open(t, emptyCrawl(t)), o); err == nil || len(all) > 0 {
		t.Errorf("of no pages: %v", all)
	}
	stopped, cancel := context.WithCancel(t.Context())
	o.Each = func(measure.Speed) { cancel() }
	if all, err := measure.GetSpeeds(stopped, c, o); err == nil || len(all) != 1 {
		t.Errorf("stopped after one: %d speeds, %v", len(all), err)
	}
}

// What comes out of each operation is what comes out on a chain of pages: so two programs can be seen to have done the same.
func TestSpeedsOfAChain(t *testing.T) {
	const n = 30
	base := filepath.Join(t.TempDir(), "chain")
	var arcs []graph.Arc
	for u := range graph.Node(n - 1) {
		arcs = append(arcs, graph.Arc{From: u, To: u + 1})
	}
	if _, err := bv.Write(base, graph.FromArcs(n, arcs), bv.Options{}); err != nil {
		t.Fatal(err)
	}
	back, err := graph.Transpose(graph.FromArcs(n, arcs))
	if err != nil {
		t.Fatal(err)
	}
	ball, err := distance.HyperBall(t.Context(), back, distance.HyperBallOptions{Runs: 1, MaxIterations: 20})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]struct {
		passes int
		result string
	}{
		"scan": {1, "successors add up to 435"}, "scan on all": {1, "successors add up to 435"}, "load": {1, "29 arcs"},
		"hits": {20, "memory, "}, "bfs": {1, "30 pages within 29"}, "bfs of both": {1, "30 pages within 29"}, "wcc": {1, "1 component, the largest of 30"},
		"scc": {1, "30 components, the largest of 1"}, "scc of both": {1, "30 components, the largest of 1"},
		"hyperball":               {20, fmt.Sprintf("memory, average distance %.3g", ball.Mean.Value)},
		"pagerank 1e-6 streaming": {0, "stream, error at most "}, "pagerank 1e-9": {0, "memory, error at most "}, "pagerank power 1e-9": {0, "memory, error at most "},
	}
	o := measure.SpeedOptions{Options: answer.Options{Memory: plenty, Workers: 2}, Only: slices.Collect(maps.Keys(want))}
	all, err := measure.GetSpeeds(t.Context(), ingesttest.Open(t, base), o)
	if err != nil || len(all) != len(want) {
		t.Fatalf("%d speeds, %v", len(all), err)
	}
	for _, s := range all {
		if w := want[s.Operation]; !strings.HasPrefix(s.Result, w.result) || w.passes > 0 && s.Passes != w.passes || s.Passes < 1 {
			t.Errorf("%s: got %d passes, %q, want %+v", s.Operation, s.Passes, s.Result, w)
		}
	}
}

func emptyCrawl(t *testing.T) string {
	base := filepath.Join(t.TempDir(), "empty")
	if _, err := bv.Write(base, graph.FromArcs(0, nil), bv.Options{}); err != nil {
		t.Fatal(err)
	}
	return base
}
