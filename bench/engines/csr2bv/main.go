// Command csr2bv makes a BVGraph and its transpose from a graph in the raw form of the benchmarks: little-endian n
// and m (64 bits each), n+1 offsets (64 bits), m successors (32 bits), lists strictly increasing. It also takes a
// BVGraph, and with -raw makes the raw form of a BVGraph.
//
//	go run ./bench/engines/csr2bv GRAPH.csr BASENAME
//	go run ./bench/engines/csr2bv -raw BASENAME GRAPH.csr
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"

	"weft/bench/engines/csr"
	"weft/graph"
	"weft/graph/bv"
)

func main() {
	raw := flag.Bool("raw", false, "make the raw form of a BVGraph")
	flag.Parse()
	if flag.NArg() != 2 {
		fmt.Fprintln(os.Stderr, "usage: csr2bv [-raw] FROM TO")
		os.Exit(2)
	}
	convert := compress
	if *raw {
		convert = unpack
	}
	if err := convert(flag.Arg(0), flag.Arg(1)); err != nil {
		fmt.Fprintln(os.Stderr, "csr2bv:", err)
		os.Exit(1)
	}
}

func compress(path, basename string) error {
	g, err := load(path)
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

func load(path string) (*graph.Memory, error) {
	if strings.HasSuffix(path, ".csr") {
		return csr.Read(path)
	}
	g, err := bv.Open(path)
	if err != nil {
		return nil, err
	}
	defer g.Close() //nolint:errcheck // nothing was written
	return graph.Load(g)
}

func unpack(basename, path string) error {
	g, err := load(basename)
	if err != nil {
		return err
	}
	return csr.Write(path, g)
}
