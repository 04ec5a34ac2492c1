package ingest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"

	"weft/internal/option"
)

// MatrixMarket is coordinates from 1.
const MatrixMarket Format = "matrixmarket"

var _ = register(textFormat{format: MatrixMarket, place: 5, takes: []string{weightsOption}, marks: isMatrixMarket, read: readMatrixMarket, counts: firstWords(2)})

// SMAT is "rows columns entries", then "row column value".
const SMAT Format = "smat"

var _ = register(textFormat{format: SMAT, place: 6, takes: []string{weightsOption}, looks: isSMAT, read: readMatrix, counts: firstWords(2)})

func isMatrixMarket(head []byte) bool { return bytes.HasPrefix(head, []byte("%%MatrixMarket")) }

// leastOblong is the least number of entries of a matrix with different numbers of rows and columns. A short list
// of weighted arcs may begin in the same way. So may a longer one, so a whole text must have as many lines as its
// first line says.
const leastOblong = 8

// isSMAT says whether the first line counts the rows, columns and entries of a matrix that the others fill. A weighted
// list of arcs that begins with a loop does not pass: it counts its own lines and pages wrongly.
func isSMAT(rows [][][]byte, head []byte) bool {
	whole := len(head) < textPeek
	if len(rows[0]) != 3 {
		return false
	}
	n, ok1 := parseNumber(rows[0][0])
	columns, ok2 := parseNumber(rows[0][1])
	m, err := strconv.ParseUint(string(rows[0][2]), 10, 63)
	if !ok1 || !ok2 || err != nil || whole && m != uint64(len(rows)-1) && len(rows) < 64 || m < uint64(len(rows)-1) {
		return false
	}
	if n != columns && (len(rows) <= leastOblong || m > uint64(n)*uint64(columns) || whole && m != uint64(bytes.Count(bytes.TrimSpace(head), []byte{'\n'}))) {
		return false
	}
	for _, r := range rows[1:] {
		if len(r) != 3 {
			return false
		}
		u, ok1 := parseNumber(r[0])
		v, ok2 := parseNumber(r[1])
		if !ok1 || !ok2 || u >= n || v >= columns {
			return false
		}
	}
	return len(rows) > 1 && !isMETIS(rows, head)
}

// readMatrixMarket reads coordinates, which count from 1. The banner is no comment, and is passed over.
func readMatrixMarket(ctx context.Context, t *text, how *reading, head []byte) error {
	banner, _, _ := bytes.Cut(bytes.ToLower(head), []byte{'\n'})
	if !bytes.Contains(banner, []byte("coordinate")) {
		return fmt.Errorf("a Matrix Market file of another kind than coordinates: its first line is %.80q", banner)
	}
	for _, word := range []string{"pattern", "complex", "skew-symmetric", "hermitian"} {
		if t.im.weigh != nil && bytes.Contains(banner, []byte(word)) {
			return option.Errorf("%w: {weights}: a %s matrix has no weights: its first line is %.80q", ErrOptions, word, banner)
		}
	}
	t.base = 1
	t.both = bytes.Contains(banner, []byte("symmetric")) || bytes.Contains(banner, []byte("hermitian"))
	t.lines.next()
	return readMatrix(ctx, t, how, head)
}

// readMatrix reads the numbers of rows, columns and entries, and then these.
func readMatrix(ctx context.Context, t *text, _ *reading, _ []byte) error {
	return t.im.numbered(func() error { return errors.Join(t.each(ctx, t.matrix), t.end()) })
}

// matrix reads the size first.
func (t *text) matrix(fields [][]byte) error {
	if t.rows == 1 {
		return t.size(fields)
	}
	u, v, err := t.firstTwo(fields)
	if err != nil {
		return err
	}
	t.seen++
	if t.im.weigh != nil {
		if len(fields) != 3 {
			return badLine("%d columns: expected a row, a column and a value, which is the weight", len(fields))
		}
		if err := t.im.weigh.read(fields[2]); err != nil {
			return err
		}
	}
	return t.arc(u, v)
}

// size reads "rows columns entries". Row k and column k are the same page. In a matrix that is not square they
// cannot be: its rows and columns are different kinds of things, which one graph would mix.
func (t *text) size(fields [][]byte) error {
	if len(fields) != 3 {
		return fmt.Errorf("line %d: %d columns: expected the numbers of rows, columns and entries", t.lines.number, len(fields))
	}
	rows, ok1 := parseNumber(fields[0])
	columns, ok2 := parseNumber(fields[1])
	entries, ok3 := parseCount(fields[2])
	if !ok1 || !ok2 || !ok3 {
		return fmt.Errorf("line %d: %.80q: expected the numbers of rows, columns and entries", t.lines.number, t.line)
	}
	if rows != columns {
		return option.Errorf("line %d: a matrix of %d rows and %d columns: expected as many of both, as row k and column k "+
			"are one page: number the columns from %d on, in a matrix of %d × %[5]d, or give a list of arcs ({format} edges)",
			t.lines.number, rows, columns, uint64(rows)+uint64(t.base), uint64(rows)+uint64(columns))
	}
	t.nodes, t.entries = rows, entries
	return nil
}
