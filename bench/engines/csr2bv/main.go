// Command csr2bv makes a BVGraph and its transpose of a graph in the raw form of the benchmarks: little-endian n and m
// (64 bits each), n+1 offsets (64 bits), m successors (32 bits), lists strictly increasing.
//
//	go run ./bench/engines/csr2bv GRAPH.csr BASENAME
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"

	"weft/graph"
	"weft/graph/bv"
	"weft/internal/mmap"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: csr2bv GRAPH.csr BASENAME")
		os.Exit(2)
	}
	if err := convert(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "csr2bv:", err)
		os.Exit(1)
	}
}

func convert(path, basename string) error {
	g, err := read(path)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if _, err := bv.Write(basename, g, bv.Options{}); err != nil {
		return err
	}
	t, err := graph.Transpose(g)
	if err != nil {
		return err
	}
	_, err = bv.Write(basename+"-t", t, bv.Options{})
	return err
}

func read(path string) (*graph.Memory, error) {
	f, err := mmap.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // nothing was written
	d := f.Data
	if len(d) < 16 {
		return nil, errors.New("it is too short for its numbers of nodes and arcs")
	}
	n, m := binary.LittleEndian.Uint64(d), binary.LittleEndian.Uint64(d[8:])
	if n > graph.MaxNodes || m > 1<<40 || uint64(len(d)) != 16+8*(n+1)+4*m {
		return nil, fmt.Errorf("%d bytes are not those of %d nodes and %d arcs", len(d), n, m)
	}
	starts, succ := make([]int64, n+1), make([]graph.Node, m)
	d = d[16:]
	for u := range starts {
		starts[u] = int64(binary.LittleEndian.Uint64(d[8*u:]))
	}
	d = d[8*(n+1):]
	for i := range succ {
		succ[i] = graph.Node(binary.LittleEndian.Uint32(d[4*i:]))
	}
	return graph.NewMemory(starts, succ)
}
