// Pgo writes the profile by which the go command optimises weft: go run -trimpath ./bench/pgo GRAPH… writes
// bench/pgo/weft.pgo. It does on each graph, a crawl or a BVGraph, what weft bench measures.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime/pprof"

	"weft/answers/answer"
	"weft/answers/measure"
	"weft/internal/atomicfile"
	"weft/store"
)

const (
	profile = "bench/pgo/weft.pgo"
	memory  = 4 << 30
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: go run -trimpath ./bench/pgo GRAPH…, in the root of the repository")
		os.Exit(2)
	}
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "pgo:", err)
		os.Exit(1)
	}
}

func run(graphs []string) error {
	dir, err := os.MkdirTemp("", "weft-pgo")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a temporary folder
	return atomicfile.Write(profile, func(out io.Writer) error {
		if err := pprof.StartCPUProfile(out); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
		for _, path := range graphs {
			if err := race(path, dir); err != nil {
				return err
			}
		}
		return nil
	})
}

func race(path, dir string) error {
	c, err := store.Open(path)
	if err != nil {
		return err
	}
	defer c.Close() //nolint:errcheck // nothing was written
	_, err = measure.GetSpeeds(context.Background(), c, measure.SpeedOptions{
		Options: answer.Options{Memory: memory, Seed: 1}, Dir: dir,
		Each: func(s measure.Speed) { fmt.Fprintf(os.Stderr, "%s: %.1f ns\n", s.Operation, s.Wall) },
	})
	return err
}
