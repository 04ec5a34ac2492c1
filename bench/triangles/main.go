// Command triangles counts the triangles of a crawl or a graph repeatedly, with one worker, and prints the median
// processor time: see run.sh.
package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"

	"weft/algo/triangle"
	"weft/graph"
	"weft/internal/usage"
	"weft/store"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "triangles:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("%d arguments, want GRAPH ROUNDS", len(args))
	}
	rounds, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	c, err := store.Open(args[0])
	if err != nil {
		return err
	}
	defer c.Close() //nolint:errcheck // nothing was written
	out, err := graph.Load(c.Graph())
	if err != nil {
		return err
	}
	in, err := graph.Transpose(out)
	if err != nil {
		return err
	}
	times := make([]float64, 0, rounds)
	var counted *triangle.Counted
	for range rounds {
		cost, err := usage.Time(func() error {
			counted, err = triangle.Count(context.Background(), out, in, triangle.Options{Work: graph.Work{Workers: 1}})
			return err
		})
		if err != nil {
			return err
		}
		times = append(times, cost.CPU.Seconds())
	}
	slices.Sort(times)
	fmt.Printf("weft, all of it\t%d\t%.3f\n", counted.Triangles, times[len(times)/2])
	return nil
}
