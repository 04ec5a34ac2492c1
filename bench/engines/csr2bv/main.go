// Command csr2bv makes a BVGraph and its transpose of a graph in the raw form of the benchmarks: little-endian n and m
// (64 bits each), n+1 offsets (64 bits), m successors (32 bits), lists strictly increasing. It takes a BVGraph too, and
// with -raw makes the raw form of one.
//
//	go run ./bench/engines/csr2bv GRAPH.csr BASENAME
//	go run ./bench/engines/csr2bv -raw BASENAME GRAPH.csr
package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"weft/graph"
	"weft/graph/bv"
	"weft/internal/atomicfile"
	"weft/internal/mmap"
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
		return read(path)
	}
	g, err := bv.Open(path)
	if err != nil {
		return nil, err
	}
	defer g.Close() //nolint:errcheck // nothing was written
	return graph.Load(g)
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

func unpack(basename, path string) error {
	g, err := load(basename)
	if err != nil {
		return err
	}
	return atomicfile.Write(path, func(out io.Writer) error {
		w := bufio.NewWriterSize(out, 1<<20)
		put := func(v uint64) { w.Write(binary.LittleEndian.AppendUint64(nil, v)) } //nolint:errcheck // Flush tells
		put(uint64(g.NumNodes()))
		put(uint64(g.NumArcs()))
		for u := range g.NumNodes() + 1 {
			put(uint64(g.ArcsBefore(u)))
		}
		for u := range g.NumNodes() {
			for _, v := range g.Succ(graph.Node(u)) {
				w.Write(binary.LittleEndian.AppendUint32(nil, uint32(v))) //nolint:errcheck // Flush tells
			}
		}
		return w.Flush()
	})
}
