package bv

import (
	"errors"
	"fmt"
	"math/bits"
	"os"
	"strings"
	"sync"

	"weft/graph"
	"weft/internal/blocksum"
	"weft/internal/corrupt"
	"weft/internal/disk"
	"weft/internal/ef"
	"weft/internal/mmap"
)

// A Graph is a compressed graph, mapped. It implements graph.Random. Reading in order takes only memory for the
// lists of a window. The first call of AppendSucc, ArcsBefore, or a scan of a part builds two indexes. They take
// about 2 + log₂(bits of the graph / nodes) and 2 + log₂(arcs/nodes) bits a node.
type Graph struct {
	props   Properties
	data    []byte
	offData []byte // the coded offsets, empty if there are none
	name    string // for errors
	files   []*mmap.File
	guards  *guards // nil for a graph that has only the checksums of its properties

	coarse  bool                     // the index has one node in 64
	checked func() error             // the checksum of the bit stream
	offsets func() (*places, error)  // start of each list; nodes+1 of them
	arcs    func() (*ef.List, error) // arcs before each node, or one in 64; nodes+1 of them
	hands   sync.Pool                // of *hand
	windows sync.Pool                // of *window
}

var _ graph.Random = (*Graph)(nil)

// Open maps the graph with the given basename.
func Open(basename string) (*Graph, error) {
	basename = strings.TrimSuffix(basename, GraphExt)
	props, err := readProperties(basename + PropertiesExt)
	if err != nil {
		return nil, err
	}
	stream, err := mmap.Open(basename + GraphExt)
	if err != nil {
		return nil, err
	}
	files := []*mmap.File{stream}
	var offsets []byte
	switch f, err := mmap.Open(basename + OffsetsExt); {
	case err == nil:
		files = append(files, f)
		offsets = f.Data
	case !errors.Is(err, os.ErrNotExist):
		return nil, errors.Join(err, stream.Close())
	}
	g, err := New(props, stream.Data, offsets)
	if err != nil {
		err = fmt.Errorf("%s: %w", basename+GraphExt, err)
		for _, f := range files {
			err = errors.Join(err, f.Close())
		}
		return nil, err
	}
	g.name, g.files = basename+GraphExt, files
	return g, nil
}

func readProperties(path string) (Properties, error) {
	f, err := disk.OpenRegular(path)
	if err != nil {
		return Properties{}, err
	}
	defer f.Close() //nolint:errcheck // nothing was written
	p, err := ParseProperties(f)
	if err != nil {
		return p, fmt.Errorf("%s: %w", path, err)
	}
	return p, nil
}

// New returns the graph whose bit stream is data. offsets are the coded offsets; where they are empty they are rebuilt,
// by decoding everything once, when they are first needed.
func New(props Properties, data, offsets []byte) (*Graph, error) {
	props.Options.SetDefaults()
	if err := props.Options.check(); err != nil {
		return nil, err
	}
	bits := int64(len(data)) * 8
	if int64(props.Nodes) > bits {
		return nil, corrupt.Errorf("%d nodes in %d bytes: the stream is cut, or the properties are of another graph", props.Nodes, len(data))
	}
	if props.Length > bits {
		return nil, corrupt.Errorf("the stream has %d bits, the properties say %d: it is cut", bits, props.Length)
	}
	if n := int64(props.Nodes); n < 1<<31 && props.Arcs > n*n {
		return nil, corrupt.Errorf("%d arcs between %d nodes", props.Arcs, n)
	}
	g := &Graph{props: props, data: data, offData: offsets, name: "graph"}
	g.checked = sync.OnceValue(g.checkData)
	g.offsets = sync.OnceValues(g.buildOffsets)
	g.arcs = sync.OnceValues(g.buildArcs)
	return g, nil
}

// Close unmaps the files. Cursors and lists must no longer be in use.
func (g *Graph) Close() error {
	var err error
	for _, f := range g.files {
		err = errors.Join(err, f.Close())
	}
	return err
}

// guards find wrong bytes of the graph and its offsets.
type guards struct{ data, offsets *blocksum.Checker }

// Guard compares the whole graph, and its offsets, with checksums of blocks before anything is read. They replace
// the checksums of the properties, which cannot locate a wrong byte. Call it before the graph is read.
func (g *Graph) Guard(data, offsets blocksum.Sums) error {
	if data.None() || offsets.None() {
		return nil
	}
	d, err1 := blocksum.New(g.name, g.data, data)
	o, err2 := blocksum.New(strings.TrimSuffix(g.name, GraphExt)+OffsetsExt, g.offData, offsets)
	g.guards = &guards{d, o}
	return errors.Join(err1, err2)
}

// NumNodes returns the number of nodes.
func (g *Graph) NumNodes() int { return g.props.Nodes }

// NumArcs returns the number of arcs, as the properties say it.
func (g *Graph) NumArcs() int64 { return g.props.Arcs }

// Properties returns the content of the properties file.
func (g *Graph) Properties() Properties { return g.props }

// SizeBits returns the size of the compressed lists in bits, without padding where that is known.
func (g *Graph) SizeBits() int64 {
	if g.props.Length >= 0 {
		return g.props.Length
	}
	return int64(len(g.data)) * 8
}

// ScanBytes returns the memory of a cursor over lists of at most longest nodes: the lists of a window, rounded up
// to a power of two, and two more. A node takes 4 bytes and a quarter more. A finished cursor passes its memory
// on.
func (g *Graph) ScanBytes(longest int64) int64 {
	return 5 * longest * (1<<bits.Len(uint(g.props.Options.window())) + 2)
}
