package ingest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
)

// MatrixMarket is coordinates from 1.
const MatrixMarket Format = "matrixmarket"

var _ = register(textFormat{format: MatrixMarket, place: 5, marks: isMatrixMarket, read: readMatrixMarket, counts: firstWords(2)})

// SMAT is "rows columns entries", then "row column value".
const SMAT Format = "smat"

var _ = register(textFormat{format: SMAT, place: 6, looks: isSMAT, read: readMatrix, counts: firstWords(2)})

func isMatrixMarket(head []byte) bool { return bytes.HasPrefix(head, []byte("%%MatrixMarket")) }

// isSMAT says whether the first line counts the rows, columns and entries of a square matrix that the others fill. A
// weighted list of arcs that begins with a loop does not pass: it counts its own lines and pages wrongly.
func isSMAT(rows [][][]byte, head []byte) bool {
	whole := len(head) < textPeek
	if len(rows[0]) != 3 || !bytes.Equal(rows[0][0], rows[0][1]) {
		return false
	}
	n, ok1 := parseNumber(rows[0][0])
	m, err := strconv.ParseUint(string(rows[0][2]), 10, 63)
	if !ok1 || err != nil || whole && m != uint64(len(rows)-1) && len(rows) < 64 || m < uint64(len(rows)-1) {
		return false
	}
	for _, r := range rows[1:] {
		if len(r) != 3 {
			return false
		}
		for _, f := range r[:2] {
			if v, ok := parseNumber(f); !ok || v >= n {
				return false
			}
		}
	}
	return len(rows) > 1 && !isMETIS(rows, head)
}

// readMatrixMarket reads coordinates, which count from 1.
func readMatrixMarket(ctx context.Context, t *text, how *reading, head []byte) error {
	banner, _, _ := bytes.Cut(bytes.ToLower(head), []byte{'\n'})
	if !bytes.Contains(banner, []byte("coordinate")) {
		return fmt.Errorf("a Matrix Market file of another kind than coordinates: its first line is %.80q", banner)
	}
	t.base = 1
	t.both = bytes.Contains(banner, []byte("symmetric")) || bytes.Contains(banner, []byte("hermitian"))
	return readMatrix(ctx, t, how, head)
}

// readMatrix reads the numbers of rows, columns and entries, and then these.
func readMatrix(ctx context.Context, t *text, _ *reading, _ []byte) error {
	return t.im.numbered(func() error { return errors.Join(t.each(ctx, t.matrix), t.end()) })
}

// matrix reads the size first; the banner of Matrix Market is a comment, and was looked at before.
func (t *text) matrix(fields [][]byte) error {
	if t.rows == 1 {
		return t.size(fields)
	}
	u, v, err := t.firstTwo(fields)
	if err != nil {
		return err
	}
	t.seen++
	return t.arc(u, v)
}

// size reads "rows columns entries".
func (t *text) size(fields [][]byte) error {
	if len(fields) != 3 {
		return fmt.Errorf("line %d: %d columns: want the numbers of rows, columns and entries", t.lines.number, len(fields))
	}
	rows, ok1 := parseNumber(fields[0])
	columns, ok2 := parseNumber(fields[1])
	entries, ok3 := parseCount(fields[2])
	if !ok1 || !ok2 || !ok3 {
		return fmt.Errorf("line %d: %.80q: want the numbers of rows, columns and entries", t.lines.number, t.line)
	}
	t.nodes, t.entries = max(rows, columns), entries
	return nil
}
