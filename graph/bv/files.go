package bv

import (
	"errors"
	"io"

	"weft/graph"
	"weft/internal/atomicfile"
)

// Create writes a graph of files with the given basename: fill calls append with the list of each node in turn. The
// files appear when fill has succeeded, the properties last; an existing graph is replaced.
func Create(basename string, o Options, fill func(appendList func([]graph.Node) error) error) (Stats, error) {
	graphFile, err := atomicfile.Create(basename + GraphExt)
	if err != nil {
		return Stats{}, err
	}
	defer graphFile.Abort()
	offsetsFile, err := atomicfile.Create(basename + OffsetsExt)
	if err != nil {
		return Stats{}, err
	}
	defer offsetsFile.Abort()
	w, err := NewWriter(graphFile, offsetsFile, o)
	if err != nil {
		return Stats{}, err
	}
	if err := fill(w.Append); err != nil {
		return Stats{}, err
	}
	st, err := w.Finish()
	if err != nil {
		return st, err
	}
	if err := errors.Join(graphFile.Commit(), offsetsFile.Commit()); err != nil {
		return st, err
	}
	return st, atomicfile.Write(basename+PropertiesExt, func(out io.Writer) error { return WriteProperties(out, st, o) })
}

// Write writes g as files with the given basename.
func Write(basename string, g graph.Graph, o Options) (Stats, error) {
	return Create(basename, o, func(appendList func([]graph.Node) error) error {
		c := g.Scan(graph.Everything(g))
		for c.Next() {
			if err := appendList(c.Succ()); err != nil {
				return err
			}
		}
		return c.Err()
	})
}
