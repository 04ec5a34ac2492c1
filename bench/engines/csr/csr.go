// Package csr reads and writes raw lists, as other programs take them. They have the numbers of nodes and arcs and
// the start of each node's list, 8 bytes each. The successors follow, 4 bytes each. All numbers are little-endian.
package csr

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"weft/graph"
	"weft/internal/atomicfile"
	"weft/internal/mmap"
)

// Read reads the lists of a file.
func Read(path string) (*graph.Memory, error) {
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
	if n > graph.MaxNodes || m > graph.MaxInMemory || uint64(len(d)) != 16+8*(n+1)+4*m {
		return nil, fmt.Errorf("%d bytes are not those of %d nodes and %d arcs", len(d), n, m)
	}
	starts, succ := make([]uint32, n+1), make([]graph.Node, m)
	d = d[16:]
	for u := range starts {
		starts[u] = uint32(min(binary.LittleEndian.Uint64(d[8*u:]), math.MaxUint32)) //nolint:gosec // checked by NewMemory
	}
	d = d[8*(n+1):]
	for i := range succ {
		succ[i] = graph.Node(binary.LittleEndian.Uint32(d[4*i:]))
	}
	return graph.NewMemory(starts, succ)
}

// Write writes the lists of g to a file, which appears whole.
func Write(path string, g *graph.Memory) error {
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
