package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"

	"weft/algo/component"
	"weft/algo/distance"
	"weft/algo/kcore"
	"weft/algo/rank"
	"weft/algo/triangle"
	"weft/graph"
	"weft/internal/usage"
)

// inputs are the inputs of operations.
type inputs struct {
	out, in *graph.Memory
	degrees []uint32
	source  []graph.Node // the page with the most successors
}

// A job is an operation that is timed; it returns what came out.
type job func(ctx context.Context, x *inputs) (string, error)

var one = graph.Work{Workers: 1}

var jobs = map[string]job{
	"power":   pageRank(rank.PageRankOptions{Method: rank.Power, MaxIterations: 1000, Room: 1 << 40, Work: one}),
	"gauss":   pageRank(rank.PageRankOptions{MaxIterations: 1000, Room: 1 << 40, Work: one}),
	"power20": pageRank(rank.PageRankOptions{Method: rank.Power, MaxIterations: 20, Tolerance: -1, Room: 1 << 40, Work: one}),
	"pushed": func(ctx context.Context, x *inputs) (string, error) {
		o := rank.PageRankOptions{Method: rank.Power, MaxIterations: 1000, Push: x.out, Work: one}
		return pageRank(o)(ctx, x)
	},
	"gauss20": pageRank(rank.PageRankOptions{MaxIterations: 20, Tolerance: -1, Room: 1 << 40, Work: one}),
	"hits": func(ctx context.Context, x *inputs) (string, error) {
		res, err := rank.HITS(ctx, x.out, x.in, rank.HITSOptions{Iterations: 20, Loops: true, Room: 1 << 40, Work: one})
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("residual %.3g", res.Residual), nil
	},
	"scc": func(ctx context.Context, x *inputs) (string, error) {
		return components(component.SCC(ctx, x.out, one))
	},
	"both": func(ctx context.Context, x *inputs) (string, error) {
		return components(component.SCCBoth(ctx, x.out, x.in, one))
	},
	"wcc": func(ctx context.Context, x *inputs) (string, error) {
		return components(component.WCC(ctx, x.out, one))
	},
	"wccboth": func(ctx context.Context, x *inputs) (string, error) {
		return components(component.WCCBoth(ctx, x.out, x.in, one))
	},
	"kcore": func(ctx context.Context, x *inputs) (string, error) {
		f, err := kcore.Find(ctx, x.out, x.in, kcore.Options{Work: one})
		if err != nil {
			return "", err
		}
		return fmt.Sprint(f.Shells[len(f.Shells)-1].K), nil
	},
	"triangles": func(ctx context.Context, x *inputs) (string, error) {
		t, err := triangle.Count(ctx, x.out, x.in, triangle.Options{Work: one})
		if err != nil {
			return "", err
		}
		return strconv.FormatInt(t.Triangles, 10), nil
	},
	"bfs": func(ctx context.Context, x *inputs) (string, error) {
		return reached(distance.BFS(ctx, x.out, x.source, one))
	},
	"bfsboth": func(ctx context.Context, x *inputs) (string, error) {
		return reached(distance.BFSBoth(ctx, x.out, x.in, x.source, one))
	},
}

func reached(l *distance.Levels, err error) (string, error) {
	if err != nil {
		return "", err
	}
	return strconv.FormatInt(l.Reached(), 10), nil
}

func components(c *component.Components, err error) (string, error) {
	if err != nil {
		return "", err
	}
	return strconv.Itoa(c.Count()), nil
}

func pageRank(o rank.PageRankOptions) job {
	return func(ctx context.Context, x *inputs) (string, error) {
		res, err := rank.PageRank(ctx, x.in, x.degrees, o)
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("%d passes, bound %.2g", res.Iterations, res.Bound), nil
	}
}

func prepare(ctx context.Context, out *graph.Memory) (*inputs, error) {
	in, err := graph.Transpose(out)
	if err != nil {
		return nil, err
	}
	degrees, err := rank.OutDegrees(ctx, out, one)
	if err != nil {
		return nil, err
	}
	return &inputs{out, in, degrees, []graph.Node{graph.Node(slices.Index(degrees, slices.Max(degrees)))}}, nil //nolint:gosec // a node
}

// clock runs a job for each line of standard input, and prints the milliseconds of the processor that it took.
func clock(ctx context.Context, out *graph.Memory, name string) error {
	f := jobs[name]
	if f == nil {
		return fmt.Errorf("there is no operation %q", name)
	}
	x, err := prepare(ctx, out)
	if err != nil {
		return err
	}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		result := ""
		c, err := usage.Time(func() (err error) {
			result, err = f(ctx, x)
			return err
		})
		if err != nil {
			return err
		}
		if err := json.NewEncoder(os.Stdout).Encode(map[string]any{"ms": c.CPU.Seconds() * 1e3, "result": result}); err != nil {
			return err
		}
	}
	return nil
}
