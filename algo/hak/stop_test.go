package hak_test

import (
	"context"
	"testing"

	"weft/algo/hak"
	"weft/algo/rank"
	"weft/graph"
	"weft/graph/graphtest"
	"weft/graph/view"
)

// Work that is stopped returns an error, at whatever point. So does work on an unreadable graph, wherever the damage lies.
func TestStoppedAndBroken(t *testing.T) {
	out, in := graphtest.Pair(t)
	w, n := graph.Work{Workers: 1}, out.NumNodes()
	crawled, scores := view.NewBits(n), make([]float64, n)
	for u := range n {
		if scores[u] = 1 / float64(n); u%3 > 0 {
			crawled.Add(u)
		}
	}
	degrees, err := rank.OutDegrees(t.Context(), out, w)
	if err != nil {
		t.Fatal(err)
	}
	graphtest.StoppedAndBroken(t, out, in, map[string]graphtest.Task{
		"scan": func(ctx context.Context, out, _ graph.Random) error {
			_, err := hak.Scan(ctx, out, crawled, hak.ScanOptions{Work: w})
			return err
		},
		"impacts": func(ctx context.Context, _, in graph.Random) error {
			_, err := hak.GetImpacts(ctx, in, crawled, hak.Ranked{Scores: scores, Degrees: degrees}, hak.ImpactOptions{Wanted: 3, Linked: 3, Work: w})
			return err
		},
		"grow": func(ctx context.Context, out, in graph.Random) error {
			_, err := hak.Grow(ctx, out, in, crawled, hak.GrowOptions{Tau: 0.2, Quantile: 0.7, Work: w})
			return err
		},
		"maximum": func(ctx context.Context, out, in graph.Random) error {
			_, err := hak.Maximum(ctx, out, in, crawled, hak.GrowOptions{Tau: 0.5, Work: w})
			return err
		},
		"components": func(ctx context.Context, out, _ graph.Random) error {
			_, err := hak.Components(ctx, out, crawled, 0.5, w)
			return err
		},
		"weigh": func(ctx context.Context, out, _ graph.Random) error {
			_, err := hak.Weigh(ctx, out, crawled, 0.5)
			return err
		},
		"rank alone": func(ctx context.Context, out, _ graph.Random) error {
			_, err := hak.RankAlone(ctx, out, crawled, rank.PageRankOptions{Work: w})
			return err
		},
	})
}
