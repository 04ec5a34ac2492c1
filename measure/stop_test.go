package measure_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"weft/graph"
	"weft/graph/bv"
	"weft/internal/stoptest"
	"weft/measure"
	"weft/page"
	"weft/store"
)

// A measure that is to stop says so, wherever it is told.
func TestStopped(t *testing.T) {
	s := drawStates(t, 3, 40, page.Ghost, page.Excluded, page.Failed, page.Redirected, page.Fetched, page.Fetched)
	bare := filepath.Join(t.TempDir(), "g")
	if _, err := bv.Write(bare, s.Memory, bv.Options{}); err != nil {
		t.Fatal(err)
	}
	whole, graphAlone := s.Crawl(t), open(t, bare)
	for _, how := range []struct {
		c      *store.Crawl
		memory int64
		view   string
	}{{whole, plenty, store.Answered}, {graphAlone, plenty, store.Symmetrised}} {
		c, memory, view, where := how.c, how.memory, how.view, how.c.Path
		options := func(ctx context.Context) (measure.Options, error) {
			o := measure.Options{Memory: memory, Workers: 1}
			var err error
			if view != "" {
				o.Lens, err = c.NewLens(ctx, view, nil, memory)
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
		for name, get := range map[string]func(context.Context, measure.Options) error{
			"degrees": func(ctx context.Context, o measure.Options) error {
				_, err := measure.GetDegrees(ctx, c, measure.DegreeOptions{Options: o, Samples: -1})
				return err
			},
			"components": func(ctx context.Context, o measure.Options) error {
				_, err := measure.GetComponents(ctx, c, measure.DegreeOptions{Options: o, Samples: -1})
				return err
			},
			"distances": func(ctx context.Context, o measure.Options) error {
				_, err := measure.GetDistances(ctx, c, measure.DistanceOptions{Options: o, Runs: 2, Top: 3})
				return err
			},
			"search": func(ctx context.Context, o measure.Options) error {
				_, err := measure.GetSearch(ctx, c, []graph.Node{4, 5, 6, 7, 8, 9}, true, o)
				return err
			},
			"host links": func(ctx context.Context, o measure.Options) error {
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
	o := measure.SpeedOptions{Options: measure.Options{Memory: plenty, Workers: 2}, Only: []string{"scan", "scan on all", "load", "bfs", "wcc", "scc", "hyperball"}, Dir: t.TempDir()}
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
	if all, err := measure.GetSpeeds(t.Context(), open(t, emptyCrawl(t)), o); err == nil || len(all) > 0 {
		t.Errorf("of no pages: %v", all)
	}
	stopped, cancel := context.WithCancel(t.Context())
	o.Each = func(measure.Speed) { cancel() }
	if all, err := measure.GetSpeeds(stopped, c, o); err == nil || len(all) != 1 {
		t.Errorf("stopped after one: %d speeds, %v", len(all), err)
	}
}

func emptyCrawl(t *testing.T) string {
	base := filepath.Join(t.TempDir(), "empty")
	if _, err := bv.Write(base, graph.FromArcs(0, nil), bv.Options{}); err != nil {
		t.Fatal(err)
	}
	return base
}
