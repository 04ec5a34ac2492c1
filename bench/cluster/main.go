//go:build unix

// Command cluster measures algo/cluster on the same files as other programs: see run.sh.
//
//	cluster edges docsites|cnr-2000|web|sparse FILE   writes a graph, one edge "u v" a line, u < v
//	cluster leiden FILE QUALITY RESOLUTION ITERATIONS SEED LABELS
//	cluster mcl FILE INFLATION LABELS
//	cluster agree LABELS LABELS                       how far two partitions agree
//
// It prints the results and the time without reading and writing. Files of labels have a line for each node.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"weft/algo/cluster"
	"weft/graph"
)

func main() {
	commands := map[string]func(args []string) error{"edges": edges, "leiden": leiden, "mcl": mcl, "agree": agree}
	if len(os.Args) < 2 || commands[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: cluster edges|leiden …: see main.go")
		os.Exit(2)
	}
	if err := commands[os.Args[1]](os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "cluster:", err)
		os.Exit(1)
	}
}

func leiden(args []string) error {
	if len(args) != 6 {
		return fmt.Errorf("leiden: %d arguments, want 6", len(args))
	}
	g, err := read(args[0])
	if err != nil {
		return err
	}
	o := cluster.LeidenOptions{}
	if args[1] == "cpm" {
		o.Quality = cluster.CPM
	}
	if o.Resolution, err = strconv.ParseFloat(args[2], 64); err != nil {
		return err
	}
	if o.Iterations, err = strconv.Atoi(args[3]); err != nil {
		return err
	}
	if o.Seed, err = strconv.ParseUint(args[4], 10, 64); err != nil {
		return err
	}
	start := begin()
	r, err := cluster.Leiden(context.Background(), g, o)
	if err != nil {
		return err
	}
	took := start.stop()
	fmt.Printf("weft leiden %s γ %g: quality %.6f, %d clusters, largest %d, %d iterations, %s\n", args[1], o.Resolution, r.Quality, r.Count(), r.Sizes[0], r.Iterations, took)
	return write(args[5], r.Of)
}

func mcl(args []string) error {
	if len(args) != 3 {
		return fmt.Errorf("mcl: %d arguments, want 3", len(args))
	}
	g, err := read(args[0])
	if err != nil {
		return err
	}
	o := cluster.MCLOptions{Progress: func(i int, p cluster.MCLPass) { fmt.Fprintf(os.Stderr, "%d %+v\n", i+1, p) }}
	if o.Inflation, err = strconv.ParseFloat(args[1], 64); err != nil {
		return err
	}
	start := begin()
	r, err := cluster.MCL(context.Background(), g, o)
	if err != nil {
		return err
	}
	took := start.stop()
	fmt.Printf("weft mcl I %g: %d clusters, largest %d, %d overlapping, %d iterations, converged %v, matrices %d MB, %s\n", o.Inflation, r.Count(), r.Sizes[0], r.Overlapping, len(r.Passes), r.Converged, r.Took/1e6, took)
	return write(args[2], r.Of)
}

// A watch holds when something began.
type watch struct {
	wall time.Time
	cpu  time.Duration
}

func begin() watch {
	runtime.GC()
	return watch{time.Now(), cpu()}
}

func (w watch) stop() string {
	wall, used := time.Since(w.wall), cpu()-w.cpu
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return fmt.Sprintf("%.2f s wall, %.2f s CPU, %d MB at most", wall.Seconds(), used.Seconds(), u.Maxrss/1000)
}

func cpu() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// read returns the graph of a file of edges, both ways.
func read(name string) (*cluster.Graph, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // it is read
	var arcs []graph.Arc
	n := 0
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var u, v int
		if _, err := fmt.Sscan(lines.Text(), &u, &v); err != nil {
			return nil, fmt.Errorf("%s: %q: %w", name, lines.Text(), err)
		}
		arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(v)}, graph.Arc{From: graph.Node(v), To: graph.Node(u)})
		n = max(n, u+1, v+1)
	}
	return &cluster.Graph{Lists: graph.FromArcs(n, arcs)}, lines.Err()
}

func write(name string, labels []uint32) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	for _, c := range labels {
		fmt.Fprintln(w, c) //nolint:errcheck // Flush says it
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}
