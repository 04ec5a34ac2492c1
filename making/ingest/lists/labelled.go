package lists

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"weft/internal/mem"
	"weft/internal/option"
	"weft/making/assemble"
	"weft/making/ingest/formats"
	"weft/making/ingest/judge"
	"weft/making/ingest/scan"
	"weft/making/ingest/tables"
	"weft/making/ingest/tally"
)

// Matrix is a matrix of numbers with names in its first row and its first column; each number other than 0 is an arc.
const Matrix formats.Name = "matrix"

// MatrixFormat is the format Matrix.
var MatrixFormat = formats.Format{
	Name: Matrix, Group: formats.Lists, Endings: []string{".csv"},
	Says:  "names in the first row and the first column, numbers inside: each number other than 0 is an arc",
	Read:  readLabelled,
	Marks: func(head []byte) bool { return examineLabelled(head) != nil },
	Doubt: func(head []byte) error {
		x := examineLabelled(head)
		if x != nil && x.totals {
			return option.Errorf("it looks like a matrix with sums: the column %.80q holds the sums of the others: remove it, and the row of sums", x.names[len(x.names)-1])
		}
		if x == nil || x.square {
			return nil
		}
		return option.Errorf("it looks like a rectangular matrix: its rows are called %.40q and so on, its columns %.40q and so on: rows and columns are different things; write it as a list of arcs, or in Matrix Market; if two of the columns are arcs, say {format} edges and {columns}", x.first, x.names[0])
	},
	Describe: func(head []byte) string {
		if x := examineLabelled(head); x != nil {
			return fmt.Sprintf("arcs from rows to columns, %d names between %s", len(x.names), tables.SepName(x.sep))
		}
		return ""
	},
}

// A labelled is the beginning of a matrix with names in its first row and column.
type labelled struct {
	sep    byte
	corner bool     // the first row begins with a field that is no name
	names  [][]byte // of the columns
	square bool     // the rows have the same names
	first  []byte   // name of the first row
	totals bool     // the last column, and perhaps the last row, are sums of the others
}

// labelledRows is the number of rows that decide whether a text is a labelled matrix.
const labelledRows = 64

// examineLabelled returns the form of a labelled matrix; nil for other texts. A square matrix has the same names
// in its rows and columns. A rectangular matrix has other names, none of them a number, and no first field.
func examineLabelled(head []byte) *labelled {
	whole := len(head) < scan.TextPeek
	if !whole {
		head = head[:bytes.LastIndexByte(head, '\n')+1]
	}
	var lines [][]byte
	for rest := bytes.TrimPrefix(head, scan.BOM); len(rest) > 0 && len(lines) <= labelledRows; {
		var line []byte
		line, rest, _ = bytes.Cut(rest, []byte{'\n'})
		if len(bytes.TrimSpace(line)) > 0 {
			lines = append(lines, bytes.TrimRight(line, "\r"))
		}
		whole = whole && (len(rest) == 0 || len(lines) <= labelledRows)
	}
	if len(lines) < 3 || len(lines) > labelledRows {
		whole = false
	}
	if len(lines) < 3 {
		return nil
	}
	for _, sep := range []byte{',', '\t', ';', ' '} {
		if x := examineSeparated(lines, sep, whole); x != nil {
			return x
		}
	}
	return nil
}

// examineSeparated is examineLabelled for one separator.
func examineSeparated(lines [][]byte, sep byte, whole bool) *labelled {
	sp := &tables.Splitter{Sep: sep, Quotes: true}
	first, second := sp.Split(nil, lines[0]), sp.Split(nil, lines[1])
	x := &labelled{sep: sep, names: first, corner: len(first) == len(second)}
	if len(second) < 3 || len(first) != len(second) && len(first)+1 != len(second) {
		return nil
	}
	empty := !x.corner || len(first[0]) == 0
	if !empty && !judge.IsSourceWord(string(first[0])) {
		return nil // what the rows are is not said: distances, or other measurements
	}
	if x.corner {
		if x.names = first[1:]; scan.IsReal(first[0]) {
			return nil
		}
	}
	columns, numbers := map[string]bool{}, false
	for _, name := range x.names {
		if len(name) == 0 || columns[string(name)] {
			return nil
		}
		columns[string(name)] = true
		numbers = numbers || scan.IsReal(name)
	}
	rows := map[string]bool{}
	x.square = !whole || len(lines)-1 == len(x.names)
	x.totals = isTotal(x.names[len(x.names)-1])
	for _, line := range lines[1:] {
		row := sp.Split(nil, line)
		if len(row) != len(second) || sp.Open || len(row[0]) == 0 || rows[string(row[0])] {
			return nil
		}
		for _, cell := range row[1:] {
			if len(cell) > 0 && (!scan.IsReal(cell) || cell[0] == '-') {
				return nil // correlations and other measurements have values below 0
			}
		}
		x.totals = x.totals && isSummed(row[1:])
		rows[string(row[0])] = true
		x.square = x.square && columns[string(row[0])]
		numbers = numbers || scan.IsReal(row[0])
	}
	x.first = second[0]
	if _, _, ok := judge.FindPair(tables.Texts(x.names)); !x.square && (ok || !empty || numbers || len(x.names) < 3) {
		return nil // a table
	}
	return x
}

// isTotal reports whether a name is of sums.
func isTotal(name []byte) bool {
	return slices.Contains([]string{"total", "totals", "sum", "sums", "all", "grandtotal", "gesamt", "summe"}, judge.Word(string(name)))
}

// isSummed reports whether the last number of a row is the sum of the others.
func isSummed(row [][]byte) bool {
	sum, last := 0.0, 0.0
	for _, cell := range row {
		sum += last
		last, _ = strconv.ParseFloat(string(cell), 64) // empty is 0
	}
	return math.Abs(sum-last) <= 1e-6*math.Abs(sum)
}

// A labelledReader reads the rows of a matrix. Memory: [assemble.Nodes], and the names of the rows.
type labelledReader struct {
	*formats.Text
	*labelled
	g       *assemble.Nodes
	sp      tables.Splitter
	columns map[string]bool
	rowsMet map[string]bool
}

func readLabelled(ctx context.Context, t *formats.Text) error {
	x := examineLabelled(t.Head)
	if x == nil || !x.square {
		return option.Errorf("expected a matrix with the same names in its first row and column, and numbers inside, between tabs, commas, semicolons or blanks")
	}
	r := &labelledReader{Text: t, labelled: x, sp: tables.Splitter{Sep: x.sep, Quotes: true}, columns: map[string]bool{}, rowsMet: map[string]bool{}}
	r.names = nil
	return t.ReadIDLines(ctx, true, func(g *assemble.Nodes) error {
		r.g = g
		return r.take()
	}, r.end)
}

// take reads a line: the names of the columns, or a row.
func (r *labelledReader) take() error {
	fields := r.sp.Split(nil, bytes.TrimRight(r.Line, "\r"))
	if r.names == nil {
		return r.header(fields)
	}
	name := string(fields[0])
	switch {
	case len(fields) != len(r.names)+1 || r.sp.Open:
		return tally.Badf("%d fields: expected a name and %d numbers", len(fields), len(r.names))
	case !r.columns[name]:
		return tally.Badf("there is no column %.80q, as this row is called", name)
	case r.rowsMet[name]:
		return tally.Badf("the row %.80q stands there twice", name)
	}
	r.rowsMet[name] = true
	from := bytes.Clone(fields[0])
	for i, cell := range fields[1:] {
		weight, err := strconv.ParseFloat(string(cell), 64)
		switch {
		case len(cell) == 0 || err == nil && (weight == 0 || math.IsNaN(weight) || math.IsInf(weight, 0)):
			continue
		case err != nil:
			return tally.Badf("%.40q in column %.80q: expected a number", cell, r.names[i])
		case weight != 1:
			r.g.Left(assemble.EdgeAttributes)
		}
		if err := r.g.Edge(from, r.names[i], false); err != nil {
			return err
		}
	}
	return formats.ErrNoRecord
}

// header reads the names of the columns.
func (r *labelledReader) header(fields [][]byte) error {
	if r.corner {
		fields = fields[1:]
	}
	if err := mem.Check(fmt.Sprintf("a matrix of %d names", len(fields)), 256*int64(len(fields)), r.Import.Set.Memory); err != nil {
		return err
	}
	for _, f := range fields {
		name := bytes.Clone(f)
		r.names, r.columns[string(name)] = append(r.names, name), true
		if err := r.g.Node(name, nil); err != nil {
			return err
		}
	}
	return formats.ErrNoRecord
}

// end counts the rows that are missing as bad records.
func (r *labelledReader) end(*assemble.Nodes) error {
	missing := int64(len(r.names) - len(r.rowsMet))
	if missing <= 0 {
		return nil
	}
	if err := r.Import.Tally.Reject(r.Lines.End, fmt.Sprintf("the matrix ends, and %d of its %d rows are missing", missing, len(r.names))); err != nil {
		return err
	}
	r.Import.Tally.Bad += missing - 1
	return nil
}
