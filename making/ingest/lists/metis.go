package lists

import (
	"bytes"
	"context"
	"fmt"

	"weft/making/ingest/formats"
	"weft/making/ingest/scan"
	"weft/making/ingest/tally"
)

// METIS is "nodes edges", then a line a page with its neighbours; from 1, undirected.
const METIS formats.Name = "metis"

// METISFormat is the format METIS.
var METISFormat = formats.Format{
	Name: METIS, Group: formats.Programs, Endings: []string{".graph", ".metis"},
	Says:  "one vertex per line; undirected: an edge becomes two arcs",
	Takes: []string{formats.WeightsOption}, Looks: IsMETIS, Read: readMETIS, Counts: formats.FirstWords(1),
}

// A metis reads a graph in the format of METIS and Chaco (G. Karypis, METIS manual, section 4.1). It has "vertices edges
// [fmt [ncon]]", then a line per vertex with its neighbours, from 1. fmt announces sizes and weights between them,
// which are not kept. The graph is undirected: each edge is in the lines of both ends, and becomes two arcs.
type metis struct {
	*formats.Text
	edges   int64
	perNode int // numbers before the neighbours
	perEdge int // numbers of a neighbour, 1 or 2
}

func readMETIS(ctx context.Context, t *formats.Text) error {
	return t.Import.Numbered(func() error { return readMETISLines(ctx, t) })
}

func readMETISLines(ctx context.Context, t *formats.Text) error {
	m := &metis{Text: t}
	t.Base = 1
	t.Empty = true
	if err := t.Each(ctx, m.row); err != nil {
		return err
	}
	if t.Rows == 0 {
		return fmt.Errorf("the text ends: expected \"vertices edges\"")
	}
	if t.Seen != 2*m.edges {
		why := fmt.Sprintf("the first line counts %d edges, each in the lines of both ends: the lists hold %d neighbours, expected %d", m.edges, t.Seen, 2*m.edges)
		if err := t.Import.Tally.Reject(t.Lines.End, why); err != nil {
			return err
		}
		t.Import.Tally.Bad += max(0, 2*m.edges-t.Seen-1)
	}
	t.Entries = 0 // counted above
	return t.End()
}

func (m *metis) row(fields [][]byte) error {
	if m.Rows == 1 {
		return m.header(fields)
	}
	if m.Next == m.Nodes {
		if len(fields) == 0 {
			return nil
		}
		return tally.Badf("there are more lines than the %d vertices", m.Nodes)
	}
	m.Next++
	if len(fields) < m.perNode || (len(fields)-m.perNode)%m.perEdge != 0 {
		return tally.Badf("%d numbers: expected %d of the vertex, then %d for each neighbour", len(fields), m.perNode, m.perEdge)
	}
	for i := m.perNode; i < len(fields); i += m.perEdge {
		v, err := m.Number(fields[i])
		if err == nil && m.perEdge == 2 {
			err = m.Import.Weigh.Read(fields[i+1])
		}
		if err == nil {
			m.Seen++
			err = m.Arc(m.Next-1, v)
		}
		if err != nil {
			return err
		}
	}
	if len(fields) > 0 && (m.perNode > 0 || m.perEdge > 1 && m.Import.Weigh == nil) {
		m.Import.Notes["lists with sizes or weights, which are not kept"]++
	}
	return nil
}

// header reads the first line.
func (m *metis) header(fields [][]byte) error {
	bad := fmt.Errorf("line %d: %.40q: expected \"vertices edges [fmt [ncon]]\", fmt of up to three digits 0 and 1", m.Lines.Number, bytes.Join(fields, []byte(" ")))
	if len(fields) < 2 || len(fields) > 4 {
		return bad
	}
	n, ok := scan.ParseNumber(fields[0])
	edges, ok2 := formats.ParseCount(fields[1])
	if !ok || !ok2 {
		return bad
	}
	m.Nodes, m.edges, m.perEdge = n, edges, 1
	ncon := uint32(1)
	if len(fields) == 4 {
		if ncon, ok = scan.ParseNumber(fields[3]); !ok || ncon > 1<<10 {
			return bad
		}
	}
	if len(fields) < 3 {
		return nil
	}
	format := fields[2]
	if len(format) > 3 || len(bytes.Trim(format, "01")) > 0 {
		return bad
	}
	digit := func(i int) bool { return len(format) >= i && format[len(format)-i] == '1' }
	if digit(1) {
		m.perEdge = 2
	}
	if digit(2) {
		m.perNode = int(ncon)
	}
	if digit(3) {
		m.perNode++
	}
	return nil
}
