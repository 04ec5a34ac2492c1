package store

import (
	"fmt"
	"os"
	"path/filepath"

	"weft/extsort"
	"weft/graph"
	"weft/graph/bv"
)

// transposeOnDisk makes v.In in a scratch folder.
func (v *View) transposeOnDisk(g graph.Graph, memory int64) error {
	dir, err := os.MkdirTemp("", "weft-transpose-*")
	if err != nil {
		return err
	}
	v.closers = append(v.closers, func() error { return os.RemoveAll(dir) })
	base := filepath.Join(dir, TransposeBase)
	if err := Transpose(base, g, max(memory, extsort.MinMemory), dir); err != nil {
		return fmt.Errorf("transpose on disk: %w", err)
	}
	t, err := bv.Open(base)
	if err != nil {
		return err
	}
	v.closers = append([]func() error{t.Close}, v.closers...)
	v.In = t
	return nil
}

// Transpose writes the transpose of g as a BVGraph with a basename, in about the given memory and scratch files in dir.
func Transpose(base string, g graph.Graph, memory int64, dir string) error {
	s := extsort.New(extsort.Options{Memory: memory, Dir: dir})
	defer s.Close() //nolint:errcheck // a scratch file
	c := g.Scan(graph.Everything(g))
	for c.Next() {
		for _, w := range c.Succ() {
			if err := s.Add(uint32(w), uint32(c.Node()), 0); err != nil {
				return err
			}
		}
	}
	if err := c.Err(); err != nil {
		return err
	}
	it, err := s.Sort()
	if err != nil {
		return err
	}
	_, err = bv.Create(base, bv.Options{}, func(add func([]graph.Node) error) error {
		return EachList(it, g.NumNodes(), func(list []graph.Node, _ []uint32) error { return add(list) })
	})
	return err
}

// EachList calls f with the list of each of n nodes in turn, and the labels of its arcs, lent. Arcs that are repeated
// with other labels are repeated in the list.
func EachList(it *extsort.Iterator, n int, f func(list []graph.Node, labels []uint32) error) error {
	var list []graph.Node
	var labels []uint32
	more := it.Next()
	for u := range n {
		list, labels = list[:0], labels[:0]
		for more && it.From() == uint32(u) {
			list = append(list, graph.Node(it.To()))
			labels = append(labels, it.Label())
			more = it.Next()
		}
		if err := f(list, labels); err != nil {
			return err
		}
	}
	return it.Err()
}
