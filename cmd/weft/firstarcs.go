package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"weft/graph"
	"weft/making/ingest"
	"weft/store"
)

// mostTried is the size of the inputs that a plan imports on trial to show their first arcs.
const mostTried = 8 << 20

// firstArcs returns the first three arcs of a crawl as text, in the order of its pages.
func firstArcs(path string) (string, error) {
	c, err := store.Open(path)
	if err != nil {
		return "", err
	}
	defer c.Close() //nolint:errcheck // it was only read
	var arcs []string
	scan := c.Graph().Scan(graph.Everything(c.Graph()))
	for u, successors := range graph.Lists(scan) {
		for _, v := range successors {
			arcs = append(arcs, fmt.Sprintf("%s -> %s", c.Label(u), c.Label(v)))
			if len(arcs) == 3 {
				return strings.Join(arcs, ", "), nil
			}
		}
	}
	return strings.Join(arcs, ", "), scan.Err()
}

// tryImport imports small inputs into a temporary folder, to show their first arcs. It returns the error of the import.
func tryImport(ctx context.Context, o ingest.Options) (arcs string, err error) {
	dir, err := os.MkdirTemp("", "weft-plan-*")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // temporary
	o.Output, o.Progress = filepath.Join(dir, "crawl"), nil
	s, err := ingest.Import(ctx, o)
	if err != nil || s.FirstArcs != "" {
		return s.FirstArcs, err
	}
	return firstArcs(o.Output)
}

// isSmall reports whether the inputs of a plan are files that are imported in a moment.
func isSmall(p *ingest.Plan) bool {
	size := int64(0)
	for _, in := range p.Inputs {
		if in.Bytes < 0 {
			return false
		}
		size += in.Bytes
	}
	return size <= mostTried
}
