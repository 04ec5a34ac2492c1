package graphs

import (
	"bytes"
	"context"
	"fmt"

	"weft/internal/held"
	"weft/making/assemble"
	"weft/making/ingest/formats"
	"weft/making/ingest/scan"
	"weft/making/ingest/tables"
	"weft/making/ingest/tally"
)

// DIMACS is "p KIND nodes edges", then "a from to" or "e from to"; from 1.
const DIMACS formats.Name = "dimacs"

// DIMACSFormat is the format DIMACS.
var DIMACSFormat = formats.Format{
	Name: DIMACS, Group: formats.Programs, Endings: []string{".gr", ".col", ".max"},
	Says:  "\"p sp\", \"p max\", \"p edge\" and the like, then \"a from to\" (arc) or \"e from to\" (two arcs)",
	Marks: isDIMACS, Read: readDIMACS, Counts: dimacsCounts,
}

// dimacsHead matches the line that counts nodes and edges, after comments.
var dimacsHead = held.Regexp(`^(\s*\n|c([ \t][^\n]*)?\r?\n)*p[ \t]+[a-z]+[ \t]+\d+[ \t]+\d+`)

func isDIMACS(head []byte) bool {
	return (bytes.HasPrefix(head, []byte("p")) || bytes.HasPrefix(head, []byte("c"))) && dimacsHead().Match(head)
}

// dimacsCounts returns the number of nodes.
func dimacsCounts(rows [][][]byte) [][]byte {
	for _, row := range rows {
		if string(row[0]) == "p" && len(row) > 2 {
			return row[2:3]
		}
	}
	return nil
}

// A dimacs reads graphs of the challenges of DIMACS: shortest paths ("p sp"), maximum flow ("p max") and colouring ("p
// edge", "p col"). Lines "a" are arcs, lines "e" edges, which become two arcs, and so do lines of two
// numbers alone (PACE: "p tw" and the like). Lengths and capacities are not kept.
type dimacs struct {
	*formats.Text
	kind string // of the problem; empty before it is known
}

func readDIMACS(ctx context.Context, t *formats.Text) error {
	l := tables.AnyLine
	l.Signs = tables.RawLine.Signs
	t.Layout, t.Base = &l, 1
	d := &dimacs{Text: t}
	return t.Import.Numbered(func() error {
		if err := t.Each(ctx, d.take); err != nil {
			return err
		}
		if d.kind == "" {
			return fmt.Errorf("the text ends: expected \"p KIND nodes edges\"")
		}
		return d.check()
	})
}

func (d *dimacs) take(fields [][]byte) error {
	switch string(fields[0]) {
	case "c":
		d.Import.Notes[formats.CommentsNote]++
		return formats.ErrNoRecord
	case "p":
		return d.problem(fields)
	case "a", "e":
		if d.kind == "" {
			return fmt.Errorf("line %d: found an edge: expected \"p KIND nodes edges\" before it", d.Lines.Number)
		}
	case "n", "v", "d", "x", "t", "s":
		d.Import.Notes["lines about nodes, which are not kept"]++
		return formats.ErrNoRecord
	default:
		if !scan.IsNumber(fields[0]) || d.kind == "" {
			return tally.Badf("expected a line that begins with c, p, a, e or n")
		}
		if len(fields) > 2 {
			return fmt.Errorf("line %d: %.80q: found %d words without a letter, as in hypergraphs: write an edge as \"e from to\"", d.Lines.Number, d.Line, len(fields))
		}
		fields = append([][]byte{[]byte("e")}, fields...) // as PACE writes edges
	}
	if len(fields) < 3 {
		return tally.Badf("%d words: expected %s, and the two nodes of an edge", len(fields), fields[0])
	}
	u, v, err := d.TwoNumbers(fields[1], fields[2])
	if err != nil {
		return err
	}
	if len(fields) > 3 {
		d.Import.Notes[assemble.EdgeAttributes]++
	}
	d.Both = fields[0][0] == 'e'
	d.Seen++
	return d.Arc(u, v)
}

// problem reads the line that counts nodes and edges.
func (d *dimacs) problem(fields [][]byte) error {
	if len(fields) != 4 || d.kind != "" {
		return fmt.Errorf("line %d: %.80q: expected \"p KIND nodes edges\", once", d.Lines.Number, d.Line)
	}
	n, ok1 := scan.ParseNumber(fields[2])
	m, ok2 := formats.ParseCount(fields[3])
	switch kind := string(fields[1]); {
	case !ok1 || !ok2:
		return fmt.Errorf("line %d: %.80q: expected \"p KIND nodes edges\"", d.Lines.Number, d.Line)
	case kind == "cnf" || kind == "wcnf":
		return fmt.Errorf("line %d: a formula in DIMACS form (p %s): it has clauses, and no graph", d.Lines.Number, kind)
	case kind == "hs" || kind == "htd":
		return fmt.Errorf("line %d: a hypergraph in DIMACS form (p %s): its lines are sets of nodes: write a line \"e from to\" for each edge", d.Lines.Number, kind)
	case kind == "aux":
		return fmt.Errorf("line %d: coordinates of nodes (p aux): give the file of the graph", d.Lines.Number)
	default:
		d.kind, d.Nodes, d.Entries = kind, n, m
	}
	return nil
}

// check compares the lines with their count. Files of the colouring challenge count each edge once or twice, whatever
// they list.
func (d *dimacs) check() error {
	if d.Both && (d.Seen == 2*d.Entries || 2*d.Seen == d.Entries) {
		d.Entries = d.Seen
	}
	if d.Seen > d.Entries {
		return fmt.Errorf("line %d: there are %d edges, and the line p counts %d: correct the count, or remove the edges", d.Lines.Number, d.Seen, d.Entries)
	}
	return d.End()
}
