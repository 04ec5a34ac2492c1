package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"weft/algo/component"
	"weft/algo/distance"
	"weft/algo/rank"
	"weft/graph"
	"weft/internal/usage"
)

// A job is an operation that is timed, on a graph and its transpose; it returns what came out.
type job func(ctx context.Context, out, in *graph.Memory, degrees []uint32) (string, error)

var one = graph.Work{Workers: 1}

var jobs = map[string]job{
	"power":   pageRank(rank.PageRankOptions{Method: rank.Power, MaxIterations: 1000, Work: one}),
	"gauss":   pageRank(rank.PageRankOptions{MaxIterations: 1000, Work: one}),
	"power20": pageRank(rank.PageRankOptions{Method: rank.Power, MaxIterations: 20, Tolerance: -1, Work: one}),
	"gauss20": pageRank(rank.PageRankOptions{MaxIterations: 20, Tolerance: -1, Work: one}),
	"hits": func(ctx context.Context, out, in *graph.Memory, _ []uint32) (string, error) {
		res, err := rank.HITS(ctx, out, in, rank.HITSOptions{Iterations: 20, Loops: true, Work: one})
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("residual %.3g", res.Residual), nil
	},
	"scc": func(ctx context.Context, out, _ *graph.Memory, _ []uint32) (string, error) {
		c, err := component.SCC(ctx, out, one)
		return components(c, err)
	},
	"both": func(ctx context.Context, out, in *graph.Memory, _ []uint32) (string, error) {
		c, err := component.SCCBoth(ctx, out, in, one)
		return components(c, err)
	},
	"bfs": func(ctx context.Context, out, _ *graph.Memory, degrees []uint32) (string, error) {
		l, err := distance.BFS(ctx, out, []graph.Node{busiest(degrees)}, one)
		if err != nil {
			return "", err
		}
		return fmt.Sprint(len(l.Order)), nil
	},
}

func components(c *component.Components, err error) (string, error) {
	if err != nil {
		return "", err
	}
	return fmt.Sprint(c.Count()), nil
}

func pageRank(o rank.PageRankOptions) job {
	return func(ctx context.Context, _, in *graph.Memory, degrees []uint32) (string, error) {
		res, err := rank.PageRank(ctx, in, degrees, o)
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("%d passes, bound %.2g", res.Iterations, res.Bound), nil
	}
}

// busiest returns the first page with the most successors.
func busiest(degrees []uint32) graph.Node {
	return graph.Node(slices.Index(degrees, slices.Max(degrees))) //nolint:gosec // a node
}

// clock prints the milliseconds of the processor that each run of a job took.
func clock(ctx context.Context, out *graph.Memory, name string, runs int) error {
	f := jobs[name]
	if f == nil {
		return fmt.Errorf("there is no operation %q", name)
	}
	in, err := graph.Transpose(out)
	if err != nil {
		return err
	}
	degrees, err := rank.OutDegrees(ctx, out, one)
	if err != nil {
		return err
	}
	var took []float64
	result := ""
	for range runs {
		c, err := usage.Time(func() (err error) {
			result, err = f(ctx, out, in, degrees)
			return err
		})
		if err != nil {
			return err
		}
		took = append(took, c.CPU.Seconds()*1e3)
	}
	return json.NewEncoder(os.Stdout).Encode(map[string]any{"operation": name, "ms": took, "result": result})
}
