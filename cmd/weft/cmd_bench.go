package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"weft/answers/measure"
	"weft/internal/atomicfile"
	"weft/internal/digits"
	"weft/internal/offered"
	"weft/store"
)

// benched is what is told of the speed of this machine.
//
//json:object bench
type benched struct {
	Crawl  string          `json:"crawl"`  // path of the crawl
	Pages  int             `json:"pages"`  // pages
	Arcs   int64           `json:"arcs"`   // arcs of the graph
	Speeds []measure.Speed `json:"speeds"` // measurements
}

func (a *app) benchCmd() *cobra.Command {
	var only []string
	c := &cobra.Command{
		Use:   "bench CRAWL",
		Short: "Measure the speed of this machine on a crawl",
		Long: `Measure the speed of the operations that all measures consist of, on this machine and this crawl: CPU and wall time per
arc and pass, and memory, estimated and used. Operations under half a second run up to nine times; the median counts.`,
		Example: made["crawl"] + "  weft bench crawl\n  weft bench crawl --only scan,hits --json",
		Args:    exactly(1, "a crawl"),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := atomicfile.NewFolder("", "weft-bench-*", 0o700)
			if err != nil {
				return err
			}
			defer dir.Remove() //nolint:errcheck // scratch
			return a.open(args[0], func(c *store.Crawl) error {
				o := measure.SpeedOptions{Options: a.options(""), Only: only, Dir: dir.Path}
				speeds, err := measure.GetSpeeds(cmd.Context(), c, o)
				if errors.Is(err, measure.ErrOperation) {
					return &usageError{err}
				}
				if err != nil {
					return err
				}
				result := benched{c.Path, c.NumPages(), c.Graph().NumArcs(), speeds}
				return a.print(result, func(w io.Writer) { printSpeeds(w, speeds) })
			})
		},
	}
	c.Flags().StringSliceVar(&only, "only", nil, "measure only `OPERATIONS`; the default is all")
	offered.List(c.Flags(), "only", measure.Operations())
	return c
}

func printSpeeds(w io.Writer, speeds []measure.Speed) {
	p := func(format string, args ...any) { fmt.Fprintf(w, format, args...) } //nolint:errcheck // a strings.Builder does not fail
	p("%-24s %7s %6s %9s %9s %9s %10s %10s  %s\n", "operation", "workers", "passes", "CPU ns", "wall ns", "seconds", "stated", "taken", "result")
	for _, s := range speeds {
		stated := "–"
		if s.Need > 0 {
			stated = digits.Size(s.Need)
		}
		p("%-24s %7d %6d %9.2f %9.2f %9.3f %10s %10s  %s\n", s.Operation, s.Workers, s.Passes, s.CPU, s.Wall, s.Seconds, stated, digits.Size(s.Peak), s.Result)
	}
}
