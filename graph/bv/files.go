package bv

import (
	"io"

	"weft/graph"
	"weft/internal/atomicfile"
)

// A Beside is a file that belongs to a graph of files, such as the names of its nodes.
type Beside struct {
	Ext   string // after the basename
	Write func(io.Writer) error
}

// Create writes the files of a graph with the given basename. fill calls append with the list of each node in
// turn. Nothing appears before fill and all files beside the graph have succeeded. The properties appear last, and
// without them the graph cannot be opened. So a full disk or a kill leaves a whole graph or none. An existing
// graph is replaced.
func Create(basename string, o Options, fill func(appendList func([]graph.Node) error) error, beside ...Beside) (Stats, error) {
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
	others := []*atomicfile.File{graphFile, offsetsFile}
	for _, b := range beside {
		f, err := written(basename+b.Ext, b.Write)
		if err != nil {
			return st, err
		}
		defer f.Abort()
		others = append(others, f)
	}
	key, err := written(basename+PropertiesExt, func(out io.Writer) error { return WriteProperties(out, st, o) })
	if err != nil {
		return st, err
	}
	return st, atomicfile.CommitAll(key, others...)
}

// written returns a file that is written and has not appeared.
func written(path string, write func(io.Writer) error) (*atomicfile.File, error) {
	f, err := atomicfile.Create(path)
	if err != nil {
		return nil, err
	}
	if err := write(f); err != nil {
		f.Abort()
		return nil, err
	}
	return f, nil
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
