package jsons

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"

	"weft/internal/ascii"
	"weft/internal/option"
	"weft/making/assemble"
	"weft/making/ingest/formats"
	"weft/making/ingest/scan"
	"weft/making/ingest/tables"
	"weft/making/ingest/tally"
)

// JSONMatrix is a list of JSON with a list of numbers a page; each number other than 0 is an arc.
const JSONMatrix formats.Name = "jsonmatrix"

// JSONMatrixFormat is the format JSONMatrix.
var JSONMatrixFormat = formats.Format{
	Name: JSONMatrix, Group: formats.Lists, Endings: []string{".json"},
	Says:  "a JSON list of lists of numbers, one per page",
	Read:  readJSONMatrix,
	Marks: func(head []byte) bool { return examineJSONMatrix(head) != noMatrix },
	Doubt: func(head []byte) error {
		switch examineJSONMatrix(head) {
		case oblongMatrix:
			return errors.New("it looks like a rectangular matrix in JSON, with other numbers of rows than of columns: write it as arcs, or in Matrix Market")
		case matrixOrArcs:
			return option.Errorf("as many lists as numbers in each are a matrix, or arcs with weights and the like: say {format} jsonmatrix for a matrix; write arcs as pairs, or name three numbers arcs with {format} jsonarray")
		}
		return nil
	},
}

// A matrixKind is the meaning of lists of numbers in JSON.
type matrixKind uint8

const (
	noMatrix matrixKind = iota
	squareMatrix
	oblongMatrix
	matrixOrArcs
)

// examineJSONMatrix says whether a text is a list of lists with as many numbers each. Lists of two numbers are pairs, and
// lists of three pairs with weights, unless there are three of them. As many lists as numbers in each, up to five,
// may be either. They are a matrix if all numbers are 0 or 1, or if some of the first two are no numbers of pages.
func examineJSONMatrix(head []byte) matrixKind {
	start := bytes.TrimLeft(head, formats.BlankBytes)
	if !bytes.HasPrefix(start, []byte("[")) || !bytes.HasPrefix(bytes.TrimLeft(start[1:], formats.BlankBytes), []byte("[")) {
		return noMatrix
	}
	cut := len(head) >= scan.TextPeek
	if cut {
		head = head[:bytes.LastIndexByte(head, ']')+1]
	}
	rows, wide, bits, pages := 0, 0, true, true
	lines, _ := linesOf(head) // up to a fault
	for line := range bytes.SplitSeq(lines, []byte{'\n'}) {
		if len(line) == 0 {
			continue
		}
		cells := matrixCells(line)
		if rows++; rows == 1 {
			wide = len(cells)
		}
		if len(cells) < 3 || len(cells) != wide {
			return noMatrix
		}
		for i, cell := range cells {
			if !scan.IsReal(cell) {
				return noMatrix
			}
			bits = bits && (string(cell) == "0" || string(cell) == "1")
			pages = pages && (i > 1 || ascii.IsNumber(cell))
		}
	}
	known := !cut && rows < tables.SampleLines
	switch {
	case rows == 0 || wide == 3 && (rows != 3 || !known):
		return noMatrix
	case wide <= 5 && rows == wide && pages && !bits:
		return matrixOrArcs
	case known && rows != wide || rows > wide:
		return oblongMatrix
	}
	return squareMatrix
}

// matrixCells returns the parts of a list between commas.
func matrixCells(line []byte) [][]byte {
	line = bytes.TrimSpace(line)
	if len(line) < 2 || line[0] != '[' || line[len(line)-1] != ']' {
		return nil
	}
	cells := bytes.Split(line[1:len(line)-1], []byte{','})
	for i := range cells {
		cells[i] = bytes.TrimSpace(cells[i])
	}
	return cells
}

func readJSONMatrix(ctx context.Context, t *formats.Text) error {
	l := &elementLines{Reader: Reader{Scanner: scan.NewScanner(t.Lines.Reader)}}
	t.Lines.Reader = bufio.NewReaderSize(&formats.Stopper{Ctx: ctx, Reader: l}, 1<<16)
	t.Layout = &tables.RawLine
	return t.Import.Numbered(func() error {
		if err := t.Each(ctx, func([][]byte) error { return jsonRows{t}.take() }); err != nil {
			return err
		}
		return jsonRows{t}.end()
	})
}

// jsonRow reads a row; the first says how many there are.
func (t jsonRows) take() error {
	cells := matrixCells(t.Line)
	switch {
	case t.Rows == 1:
		t.Nodes = uint32(len(cells)) //nolint:gosec // of a line
	case len(cells) != int(t.Nodes):
		return fmt.Errorf("row %d has %d numbers, and the first %d: expected a square matrix", t.Rows, len(cells), t.Nodes)
	case t.Next == t.Nodes:
		return fmt.Errorf("there are more rows than the %d columns, so the matrix is rectangular: write it as a list of arcs, or in Matrix Market", t.Nodes)
	}
	u := t.Next
	t.Next++
	for i, cell := range cells {
		weight, err := strconv.ParseFloat(string(cell), 64)
		switch {
		case err != nil && string(cell) != "null":
			return tally.Badf("%.40q in row %d, column %d: expected a number", cell, t.Next, i+1)
		case err != nil || weight == 0 || math.IsNaN(weight):
			continue
		case weight != 1:
			t.Import.Notes[assemble.EdgeAttributes]++
		}
		if err := t.Arc(u, uint32(i)); err != nil { //nolint:gosec // of a line
			return err
		}
	}
	return nil
}

// endRows checks the number of rows.
func (t jsonRows) end() error {
	if t.Next < t.Nodes {
		return fmt.Errorf("the list ends after row %d of %d: write a rectangular matrix as a list of arcs, or in Matrix Market", t.Next, t.Nodes)
	}
	return t.End()
}

// jsonRows reads the rows of a matrix.
type jsonRows struct{ *formats.Text }
