package lists

import (
	"bytes"

	"weft/making/ingest/formats"
	"weft/making/ingest/scan"
)

// IsMETIS reports whether a text is a graph of METIS. A list of arcs can look alike: the first line of both may be
// two numbers. Evidence for METIS:
//
//   - the first line counts vertices and edges;
//   - no neighbour is beyond the count, and no vertex is its own neighbour;
//   - each edge is in the lines of both ends.
//
// A text that was read as a whole must also have a line for each vertex and two neighbours for each edge. If its
// lines have different lengths, these counts are evidence enough.
func IsMETIS(_ [][][]byte, head []byte) bool {
	x := metisEvidence{whole: len(head) < scan.TextPeek}
	if isEmptyMETIS(head) {
		return true
	}
	if !x.count(head) {
		return false
	}
	if x.whole && (x.lists != x.nodes || x.entries != 2*x.edges) {
		return false
	}
	if x.whole && !x.regular {
		return true
	}
	// Of a text that is cut, few lists may have both ends: where fewer than 8 edges are expected none needs to be there.
	expected := float64(x.entries) * float64(x.lists) / float64(x.nodes)
	return x.pairHeads() && (x.pairs > 0 || !x.regular && expected < 8)
}

// isEmptyMETIS says whether a text is a graph of METIS without edges: "n 0", and n empty lines. One of two words and an
// empty line may be an arc.
func isEmptyMETIS(head []byte) bool {
	if len(head) >= scan.TextPeek {
		return false
	}
	x := metis{Text: &formats.Text{}}
	lines := int64(0)
	for len(head) > 0 {
		var line []byte
		line, head, _ = bytes.Cut(head, []byte{'\n'})
		fields := bytes.Fields(line)
		switch {
		case len(fields) > 0 && fields[0][0] == '%':
		case x.Nodes == 0:
			if len(fields) == 0 || x.header(fields) != nil || x.edges != 0 || x.Nodes < 2 {
				return false
			}
		case len(fields) > 0:
			return false
		default:
			lines++
		}
	}
	return x.Nodes > 0 && lines >= int64(x.Nodes)
}

// metisEvidence holds the evidence from the start of a text.
type metisEvidence struct {
	whole bool
	rows  [][]byte // lines without comments, the first one the header
	metis
	lists, nodes, edges int64 // lists seen; vertices and edges that the header counts
	entries             int64 // neighbours in these lists
	regular             bool  // all lists have as many words
	pairs               int64
}

// count reads the lines, and says whether they can be lists of neighbours.
func (x *metisEvidence) count(head []byte) bool {
	if !x.whole {
		head = head[:bytes.LastIndexByte(head, '\n')+1]
	}
	x.Text = &formats.Text{}
	x.regular = true
	width := -1
	for len(head) > 0 {
		line, rest, _ := bytes.Cut(head, []byte{'\n'})
		head = rest
		if bytes.HasPrefix(bytes.TrimSpace(line), []byte("%")) {
			continue
		}
		fields := bytes.Fields(line)
		if len(x.rows) == 0 {
			if x.header(fields) != nil || x.metis.edges == 0 || x.Nodes == 0 {
				return false
			}
			x.nodes, x.edges = int64(x.Nodes), x.metis.edges
			x.rows = append(x.rows, line)
			continue
		}
		if x.lists == x.nodes {
			if len(fields) > 0 {
				return false
			}
			continue // empty lines at the end
		}
		x.lists++
		if !x.isList(fields) {
			return false
		}
		x.regular = x.regular && (width < 0 || width == len(fields))
		width = len(fields)
		x.rows = append(x.rows, line)
	}
	return x.lists > 0 && x.entries <= 2*x.edges
}

// isList says whether the words of a line are the neighbours of the present vertex.
func (x *metisEvidence) isList(fields [][]byte) bool {
	for _, f := range fields {
		if !scan.IsNumber(f) {
			return false
		}
	}
	if len(fields) < x.perNode || (len(fields)-x.perNode)%x.perEdge != 0 {
		return false
	}
	for i := x.perNode; i < len(fields); i += x.perEdge {
		v, _ := scan.ParseNumber(fields[i])
		if v < 1 || int64(v) > x.nodes || int64(v) == x.lists && x.regular {
			return false
		}
		x.entries++
	}
	return true
}

// pairHeads reports whether each edge between two vertices whose lists were read is in both lists. It compares the
// sum of a hash over the edges to larger numbers with the sum over the edges to smaller ones.
func (x *metisEvidence) pairHeads() bool {
	up, down := uint64(0), uint64(0)
	for i, line := range x.rows[1:] {
		u := uint64(i) + 1
		fields := bytes.Fields(line)
		for k := x.perNode; k < len(fields); k += x.perEdge {
			n, _ := scan.ParseNumber(fields[k])
			switch v := uint64(n); {
			case int64(v) > x.lists:
			case u < v:
				x.pairs++
				up += mixPair(u, v)
			case u > v:
				down += mixPair(v, u)
			}
		}
	}
	return up == down
}

// mixPair hashes two numbers (the finalizer of SplitMix64).
func mixPair(u, v uint64) uint64 {
	z := u<<32 ^ v
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
