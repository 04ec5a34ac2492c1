package graphs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"weft/internal/ascii"
	"weft/internal/held"
	"weft/internal/mem"
	"weft/internal/option"
	"weft/making/assemble"
	"weft/making/ingest/formats"
	"weft/making/ingest/scan"
	"weft/making/ingest/tables"
	"weft/making/ingest/tally"
)

// DL is the language of UCINET: a full matrix, a list of edges or of nodes, perhaps with labels.
const DL formats.Name = "dl"

// DLFormat is the format DL.
var DLFormat = formats.Format{
	Name: DL, Group: formats.Programs, Endings: []string{".dl"},
	Says:  "UCINET: fullmatrix, edgelist1 or nodelist1, with labels listed, embedded or without",
	Takes: []string{tables.DirectedOption}, Marks: isDL, Read: readDL,
}

var dlHead = held.Regexp(`(?i)^\s*dl[\s,]+(title\s*=\s*("[^"]*"|\S+)[\s,]*)?n[rcm]?\s*=`)

func isDL(head []byte) bool { return dlHead().Match(head[:min(len(head), 1<<12)]) }

// A dl reads a graph of UCINET (S. Borgatti and others, UCINET 6 reference, "DL language"). It begins with "dl n = N", the
// format (fullmatrix, edgelist1 or nodelist1) and labels; the lines follow after "data:". Labels are listed after
// "labels:", or embedded in the data. Nodes without labels count from 1. Memory: the labels, and [assemble.Nodes].
type dl struct {
	*formats.Text
	g        *assemble.Nodes
	both     bool
	head     []byte // what stands before "data:"
	data     bool   // it was read
	nodes    uint32
	format   string
	embedded bool

	names [][]byte // of the columns of a matrix with embedded labels
	label []byte   // of the row
	row   uint32   // of the matrix, from 0
	cell  uint32   // of the row
}

// Formats of the data.
const (
	dlMatrix = "fullmatrix"
	dlEdges  = "edgelist1"
	dlNodes  = "nodelist1"
)

func readDL(ctx context.Context, t *formats.Text) error {
	d := &dl{Text: t, format: dlMatrix}
	d.both = !t.IsDirected()
	return t.ReadIDLines(ctx, true, func(g *assemble.Nodes) error {
		d.g = g
		return d.line()
	}, d.end)
}

// line reads a line: of the head, up to "data:", or of the data.
func (d *dl) line() error {
	line := bytes.TrimSpace(d.Line)
	if d.data {
		return d.dataLine(dlWords(line))
	}
	lower := bytes.ToLower(line)
	i := bytes.Index(lower, []byte("data:"))
	if i < 0 || i > 0 && !scan.IsBlank(line[i-1]) && line[i-1] != ',' {
		d.head = append(append(d.head, line...), '\n')
		if err := mem.Check("the labels before the data", 8*int64(len(d.head)), d.Import.Set.Memory); err != nil {
			return err
		}
		return formats.ErrNoRecord
	}
	d.head = append(d.head, line[:i]...)
	d.data = true
	if err := d.parseHead(dlWords(d.head)); err != nil {
		return fmt.Errorf("before line %d: %w", d.Lines.Number, err)
	}
	d.head = nil
	if rest := dlWords(line[i+len("data:"):]); len(rest) > 0 {
		return d.dataLine(rest)
	}
	return formats.ErrNoRecord
}

// dlWords cuts words at blanks, line ends, commas and equals signs. A word in quotes may hold these.
func dlWords(b []byte) (words [][]byte) {
	isEnd := func(c byte) bool { return scan.IsBlank(c) || c == '\n' || c == ',' || c == '=' }
	for i := 0; i < len(b); {
		if isEnd(b[i]) {
			i++
			continue
		}
		from := i
		if q := b[i]; q == '"' || q == '\'' {
			if n := bytes.IndexByte(b[i+1:], q); n >= 0 {
				words = append(words, b[i+1:i+1+n])
				i += n + 2
				continue
			}
		}
		for i < len(b) && !isEnd(b[i]) {
			i++
		}
		words = append(words, b[from:i])
	}
	return words
}

// A dlShape has the sizes and labels before the data.
type dlShape struct {
	rows, columns uint32
	labels        [][]byte
	others        [][]byte // a second list of labels, for the columns
}

// parseHead reads the words before the data.
func (d *dl) parseHead(words [][]byte) error {
	var x dlShape
	for len(words) > 0 {
		n, err := d.word(words, &x)
		if err != nil {
			return err
		}
		words = words[n:]
	}
	switch {
	case x.rows == 0 || x.columns == 0:
		return errors.New("the number of nodes is missing: expected \"n = N\"")
	case x.rows != x.columns:
		return option.Errorf("a matrix of %d rows and %d columns (nr, nc), which is rectangular: write it as a list of arcs, or in Matrix Market", x.rows, x.columns)
	case !slices.Contains([]string{dlMatrix, dlEdges, dlNodes}, d.format):
		return fmt.Errorf("the format %.40q is not read: expected fullmatrix, edgelist1 or nodelist1; export it in one of these", d.format)
	case len(x.labels) > 0 && len(x.labels) != int(x.rows):
		return fmt.Errorf("%d labels of %d nodes: expected one each", len(x.labels), x.rows)
	case len(x.others) > 0 && !slices.EqualFunc(x.labels, x.others, bytes.Equal):
		return option.Errorf("the rows have the labels %.80q, and the columns %.80q: these are two kinds of nodes: write a list of arcs, or Matrix Market", x.labels, x.others)
	}
	d.nodes = x.rows
	if err := d.checkSize(); err != nil {
		return err
	}
	return d.declare(x.labels)
}

// word reads the first word and what belongs to it, and returns the number of words read.
func (d *dl) word(words [][]byte, x *dlShape) (n int, err error) {
	word, next := strings.ToLower(string(words[0])), ""
	if len(words) > 1 {
		next = strings.ToLower(string(words[1]))
	}
	switch word {
	case "dl", "row", "col", "column":
		return 1, nil
	case "n", "nr", "nc", "nm":
		return min(2, len(words)), x.count(word, next)
	case "format":
		d.format = next
		return min(2, len(words)), nil
	case "title", "diagonal":
		return min(2, len(words)), nil
	case "embedded", "embedded:":
		d.embedded = true
		return 1, nil
	case "labels", "labels:":
		if next == "embedded" || next == "embedded:" {
			return 1, nil
		}
		n := min(len(words)-1, int(x.rows))
		if x.labels == nil {
			x.labels = words[1 : 1+n]
		} else {
			x.others = words[1 : 1+n]
		}
		return 1 + n, nil
	}
	return 0, fmt.Errorf("found %.40q: expected n, format, labels or data", words[0])
}

// count reads a number of rows, columns, both or matrices.
func (x *dlShape) count(word, number string) error {
	n, ok := scan.ParseNumber([]byte(number))
	switch {
	case !ok || n == 0:
		return fmt.Errorf("%s = %.40q: expected a number", word, number)
	case word == "n":
		x.rows, x.columns = n, n
	case word == "nr":
		x.rows = n
	case word == "nc":
		x.columns = n
	case n != 1:
		return fmt.Errorf("%d matrices (nm): expected one; write each into a file of its own", n)
	}
	return nil
}

const (
	mostPacked = 1 << 20 // numbers in a byte of a compressed file, at most
	idBytes    = 40      // of an identifier in assemble.Nodes
)

// checkSize checks the number of nodes before they are declared: against the size of the file, where it is known, and
// against the budget.
func (d *dl) checkSize() error {
	n := int64(d.nodes)
	if size := d.Import.Total; d.format == dlMatrix && size > 0 && n > 0 && n/mostPacked > size/n {
		return fmt.Errorf("n = %d: %d bytes do not hold such a matrix: correct n, or add the format of the data (format = edgelist1)", n, size)
	}
	return mem.Check(fmt.Sprintf("a graph of %d nodes (n)", n), 2*idBytes*n, d.Import.Set.Memory)
}

// declare makes the nodes that count from 1 known. Nodes with embedded labels are known by these.
func (d *dl) declare(labels [][]byte) error {
	if d.embedded {
		return nil
	}
	for i := range d.nodes {
		var name []byte
		if len(labels) > 0 {
			name = labels[i]
		}
		if err := d.g.Node(strconv.AppendUint(nil, uint64(i)+1, 10), name); err != nil {
			return err
		}
	}
	return nil
}

func (d *dl) dataLine(words [][]byte) error {
	if len(words) == 0 {
		return formats.ErrNoRecord
	}
	switch d.format {
	case dlMatrix:
		return d.cells(words)
	case dlEdges:
		if len(words) < 2 || len(words) > 3 || len(words) == 3 && !scan.IsReal(words[2]) {
			return tally.Badf("expected two nodes, and perhaps a weight")
		}
		if len(words) == 3 {
			d.g.Left(assemble.EdgeAttributes)
		}
		return d.join(words[0], words[1])
	}
	for _, to := range words[1:] {
		if err := d.join(words[0], to); !errors.Is(err, formats.ErrNoRecord) {
			return err
		}
	}
	return formats.ErrNoRecord
}

// join adds an arc.
func (d *dl) join(from, to []byte) error {
	for _, end := range [][]byte{from, to} {
		if n, ok := scan.ParseNumber(end); !d.embedded && (!ok || n < 1 || n > d.nodes || !ascii.IsNumber(end)) {
			return tally.Badf("%.40q is no node: expected 1 to %d", end, d.nodes)
		}
	}
	return settledRecord(d.g.Edge(from, to, d.both))
}

// cells reads numbers of the matrix. A row may go over several lines. Embedded labels stand in a row of their own, and
// before each row.
func (d *dl) cells(words [][]byte) error {
	for _, w := range words {
		switch {
		case d.embedded && len(d.names) < int(d.nodes):
			d.names = append(d.names, bytes.Clone(w))
			if err := d.g.Node(w, nil); err != nil {
				return err
			}
			continue
		case d.row == d.nodes:
			return fmt.Errorf("line %d: the matrix has more than the %d rows of its nodes", d.Lines.Number, d.nodes)
		case d.embedded && d.cell == 0 && d.label == nil:
			if d.label = bytes.Clone(w); !bytes.Equal(w, d.names[d.row]) {
				return fmt.Errorf("line %d: row %d is called %.40q, and column %d %.40q: expected the same names in the same order; other matrices are rectangular", d.Lines.Number, d.row+1, w, d.row+1, d.names[d.row])
			}
			continue
		}
		if err := d.value(w); err != nil {
			return err
		}
		if d.cell++; d.cell == d.nodes {
			d.row, d.cell, d.label = d.row+1, 0, nil
		}
	}
	return formats.ErrNoRecord
}

// value reads a number of the matrix.
func (d *dl) value(word []byte) error {
	weight, err := strconv.ParseFloat(string(word), 64)
	switch {
	case err != nil:
		return fmt.Errorf("line %d: %.40q in row %d, column %d of the matrix: expected a number", d.Lines.Number, word, d.row+1, d.cell+1)
	case weight == 0 || math.IsNaN(weight):
		return nil
	case weight != 1:
		d.g.Left(assemble.EdgeAttributes)
	}
	from, to := strconv.AppendUint(nil, uint64(d.row)+1, 10), strconv.AppendUint(nil, uint64(d.cell)+1, 10)
	if d.embedded {
		from, to = d.names[d.row], d.names[d.cell]
	}
	return d.g.Edge(from, to, d.both)
}

// end checks that the data were there.
func (d *dl) end(g *assemble.Nodes) error {
	switch {
	case !d.data:
		return errors.New("the text ends: expected \"data:\"")
	case d.format == dlMatrix && d.row < d.nodes:
		return fmt.Errorf("line %d: the matrix ends in row %d of %d: expected %d numbers a row", d.Lines.Number, d.row+1, d.nodes, d.nodes)
	case d.embedded && g.Met() > int(d.nodes):
		return fmt.Errorf("the data name %d nodes, and n is %d: correct n", g.Met(), d.nodes)
	}
	return nil
}
