package bv

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"strings"

	"weft/bitcode"
	"weft/graph"
	"weft/internal/atomicfile"
)

// Fields of a record, for statistics.
const (
	outdegrees = iota
	references
	blocks
	intervals
	residuals
	numFields
)

// Stats tells what the writer did.
type Stats struct {
	Nodes int
	Arcs  int64
	// Bits is the length of the graph without padding.
	Bits int64

	bits                    [numFields]int64
	copied, runs, residuals int64
	distance, depth         int64
	sums                    checksums
}

// BitsPerArc returns the size of the graph divided by its arcs, 0 if it has none.
func (s Stats) BitsPerArc() float64 { return ratio(s.Bits, s.Arcs) }

func ratio(a, b int64) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// A bitFile is a stream of bits that is handed on as it grows.
type bitFile struct {
	w   bitcode.Writer
	out io.Writer
	sum uint32 // checksum of what was handed on, without padding
}

// flush hands on what is whole; with all it pads to a multiple of 8 bytes first.
func (f *bitFile) flush(all bool) error {
	if !all && f.w.Buffered() < 1<<15 {
		return nil
	}
	padding := int64(0)
	if all {
		bits := f.w.Bits()
		f.w.Write(0, uint(-bits&63))
		f.w.Finish()
		padding = (f.w.Bits() - bits) / 8
	}
	data := f.w.Take()
	f.sum = crc32.Update(f.sum, castagnoli, data[:int64(len(data))-padding])
	_, err := f.out.Write(data)
	return err
}

// A Writer compresses a graph list by list. Memory: the lists of a window. Errors of the underlying writers are kept
// and returned by Finish.
type Writer struct {
	enc            *encoder
	graph, offsets bitFile
	st             Stats
	last           int64
	err            error
}

// NewWriter returns a Writer of the bit stream and the coded offsets of a graph; offsets may be io.Discard.
func NewWriter(graphOut, offsetsOut io.Writer, o Options) (*Writer, error) {
	o.SetDefaults()
	if err := o.check(); err != nil {
		return nil, err
	}
	w := &Writer{enc: newEncoder(o), graph: bitFile{out: graphOut}, offsets: bitFile{out: offsetsOut}}
	if o.LittleEndian {
		w.graph.w = bitcode.NewLittleWriter()
	}
	w.offsets.w.Code(0, o.Codes.Offset)
	return w, nil
}

// Append adds the list of the next node: strictly increasing, its nodes below the number of nodes that the graph will
// have. The list is not kept.
func (w *Writer) Append(list []graph.Node) error {
	if w.err != nil {
		return w.err
	}
	for i := 1; i < len(list); i++ {
		if list[i] <= list[i-1] {
			w.err = fmt.Errorf("list of node %d: successor %d follows %d", w.st.Nodes, list[i], list[i-1])
			return w.err
		}
	}
	w.enc.encode(&w.graph.w, w.st.Nodes, list, &w.st)
	w.st.Nodes++
	w.st.Arcs += int64(len(list))
	bits := w.graph.w.Bits()
	w.offsets.w.Code(uint64(bits-w.last), w.enc.opts.Codes.Offset)
	w.last = bits
	if w.err = w.graph.flush(false); w.err == nil {
		w.err = w.offsets.flush(false)
	}
	return w.err
}

// Finish writes what is left and returns what was done.
func (w *Writer) Finish() (Stats, error) {
	w.st.Bits = w.graph.w.Bits()
	if w.err == nil {
		w.err = errors.Join(w.graph.flush(true), w.offsets.flush(true))
	}
	w.st.sums = checksums{graph: w.graph.sum, offsets: w.offsets.sum}
	return w.st, w.err
}

// WriteProperties writes the properties of a graph that was written with o.
func WriteProperties(out io.Writer, st Stats, o Options) error {
	o.SetDefaults()
	var b strings.Builder
	put := func(key string, value any) { fmt.Fprintf(&b, "%s=%v\n", key, value) }
	b.WriteString("#BVGraph properties\n")
	put("graphclass", "it.unimi.dsi.webgraph.BVGraph")
	flags, version := o.dialect()
	put("version", version)
	put("endianness", endianness(o))
	put("nodes", st.Nodes)
	put("arcs", st.Arcs)
	put("windowsize", o.window())
	put("maxrefcount", javaMaxRef(o))
	put("minintervallength", o.minInterval())
	if version == 0 || strings.Contains(flags, "GOLOMB") {
		put("zetak", o.ZetaK)
	}
	put("compressionflags", flags)
	put("length", st.Bits)
	put("bitsperlink", thousandths(st.BitsPerArc()))
	put("bitspernode", thousandths(ratio(st.Bits, int64(st.Nodes))))
	put("avgref", thousandths(ratio(st.depth, int64(st.Nodes))))
	put("avgdist", thousandths(ratio(st.distance, int64(st.Nodes))))
	put("compratio", thousandths(st.compressionRatio()))
	put("copiedarcs", st.copied)
	put("intervalisedarcs", st.runs)
	put("residualarcs", st.residuals)
	for i, name := range [numFields]string{"outdegrees", "references", "blocks", "intervals", "residuals"} {
		put("bitsfor"+name, st.bits[i])
	}
	sums := st.sums
	p := Properties{Nodes: st.Nodes, Arcs: st.Arcs, Length: st.Bits, Options: o}
	sums.properties = p.checksumOf()
	put("crc32c", &sums)
	_, err := io.WriteString(out, b.String())
	return err
}

func endianness(o Options) string {
	if o.LittleEndian {
		return "little"
	}
	return "big"
}

// javaMaxRef writes an unlimited chain as WebGraph does.
func javaMaxRef(o Options) int {
	if o.MaxRef == Unlimited {
		return -1
	}
	return o.maxRef()
}

func thousandths(x float64) string { return fmt.Sprintf("%.3f", x) }

// compressionRatio is the size divided by log₂ of the number of graphs with as many nodes and arcs.
func (s Stats) compressionRatio() float64 {
	n, m := float64(s.Nodes), float64(s.Arcs)
	bound := (stirling(n*n) - stirling(m) - stirling(n*n-m)) / math.Ln2
	if bound <= 0 {
		return 0
	}
	return float64(s.Bits) / bound
}

func stirling(x float64) float64 {
	if x < 1 {
		return 0
	}
	return x*math.Log(x) - x + math.Log(2*math.Pi*x)/2
}

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
