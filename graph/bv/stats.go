package bv

import (
	"fmt"
	"io"
	"math"
	"strings"
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

// Stats describes the work of the writer.
type Stats struct {
	Nodes int
	Arcs  int64
	// Bits is the length of the graph without padding.
	Bits int64

	bits                    [numFields]int64
	copied, runs, residuals int64
	distance, depth         int64
	longest                 Longest
	sums                    checksums
}

// add adds what was written by another.
func (s *Stats) add(o *Stats) {
	s.Nodes += o.Nodes
	s.Arcs += o.Arcs
	for i, n := range o.bits {
		s.bits[i] += n
	}
	s.copied += o.copied
	s.runs += o.runs
	s.residuals += o.residuals
	s.distance += o.distance
	s.depth += o.depth
}

// BitsPerArc returns the size of the graph divided by its arcs, 0 if it has none.
func (s Stats) BitsPerArc() float64 { return ratio(s.Bits, s.Arcs) }

func ratio(a, b int64) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
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
	put(longestKey, st.longest.List)
	put(windowKey, st.longest.Window)
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
