package lists

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"weft/internal/option"
	"weft/making/assemble"
	"weft/making/ingest/formats"
	"weft/making/ingest/scan"
	"weft/making/ingest/tally"
)

// MatrixMarket is coordinates from 1.
const MatrixMarket formats.Name = "matrixmarket"

// MatrixMarketFormat is the format MatrixMarket.
var MatrixMarketFormat = formats.Format{
	Name: MatrixMarket, Group: formats.Lists, Endings: []string{".mtx"}, Exports: []string{"matrix-market"},
	Says:  "Matrix Market, coordinate format",
	Takes: []string{formats.WeightsOption}, Marks: isMatrixMarket, Read: readMatrixMarket, Counts: matrixPages, Describe: describeMatrix,
}

// SMAT is "rows columns entries", then "row column value".
const SMAT formats.Name = "smat"

// SMATFormat is the format SMAT.
var SMATFormat = formats.Format{
	Name: SMAT, Group: formats.Lists, Endings: []string{".smat"},
	Says:  "\"rows columns entries\", then \"row column value\"",
	Takes: []string{formats.WeightsOption}, Looks: isSMAT, Read: readMatrix, Counts: matrixPages, Describe: describeMatrix,
}

func isMatrixMarket(head []byte) bool { return bytes.HasPrefix(head, []byte("%%MatrixMarket")) }

// leastOblong is the least number of entries of a matrix with different numbers of rows and columns. A short list
// of weighted arcs may begin in the same way. So may a longer one, so a whole text must have as many lines as its
// first line says.
const leastOblong = 8

// isSMAT says whether the first line counts the rows, columns and entries of a matrix that the others fill. A weighted
// list of arcs that begins with a loop does not pass: it counts its own lines and pages wrongly.
func isSMAT(rows [][][]byte, head []byte) bool {
	whole := len(head) < scan.TextPeek
	if len(rows[0]) != 3 {
		return false
	}
	n, ok1 := scan.ParseNumber(rows[0][0])
	columns, ok2 := scan.ParseNumber(rows[0][1])
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
		u, ok1 := scan.ParseNumber(r[0])
		v, ok2 := scan.ParseNumber(r[1])
		if !ok1 || !ok2 || u >= n || v >= columns {
			return false
		}
	}
	return len(rows) > 1 && !IsMETIS(rows, head)
}

// matrixPages returns the number of pages of a matrix: of its rows, and of its columns if they are other pages.
func matrixPages(rows [][][]byte) [][]byte {
	if len(rows[0]) < 2 {
		return nil
	}
	n, ok1 := scan.ParseNumber(rows[0][0])
	columns, ok2 := scan.ParseNumber(rows[0][1])
	switch {
	case !ok1 || !ok2:
		return nil
	case n != columns:
		return [][]byte{strconv.AppendUint(nil, uint64(n)+uint64(columns), 10)}
	}
	return rows[0][:1]
}

// bannerWords are the words of the first line of a Matrix Market file, in small letters (R. Boisvert and others, The Matrix
// Market Exchange Formats, 1996).
var bannerWords = [][]string{
	{"%%matrixmarket"},
	{"matrix"},
	{"coordinate"},
	{"real", "double", "complex", "integer", "pattern"},
	{"general", "symmetric", "skew-symmetric", "hermitian"},
}

// checkBanner refuses a banner with other words, whose meaning is not known.
func checkBanner(banner []byte) error {
	words := strings.Fields(string(banner))
	for i, known := range bannerWords {
		switch {
		case i >= len(words):
			return fmt.Errorf("line 1: the banner %.80q ends before one of the words %s", banner, strings.Join(known, ", "))
		case slices.Contains(known, words[i]):
		case words[i] == "array":
			return errors.New("line 1: a Matrix Market file of another kind than coordinates (array, all values): write coordinates, by scipy.io.mmwrite(FILE, scipy.sparse.coo_array(MATRIX))")
		default:
			return fmt.Errorf("line 1: the banner has the word %.40q: expected %s", words[i], strings.Join(known, ", "))
		}
	}
	if len(words) > len(bannerWords) {
		return fmt.Errorf("line 1: the banner has the further word %.40q: expected %d words", words[len(bannerWords)], len(bannerWords))
	}
	return nil
}

// readMatrixMarket reads coordinates, which count from 1. The banner is no comment, and is passed over.
func readMatrixMarket(ctx context.Context, t *formats.Text) error {
	banner, _, _ := bytes.Cut(bytes.ToLower(bytes.TrimPrefix(t.Head, scan.BOM)), []byte{'\n'})
	banner = bytes.TrimSpace(banner)
	if err := checkBanner(banner); err != nil {
		return err
	}
	for _, word := range []string{"pattern", "complex", "skew-symmetric", "hermitian"} {
		if t.Import.Weigh != nil && bytes.Contains(banner, []byte(word)) {
			return option.Errorf("%w: {weights}: a %s matrix has no weights: its first line is %.80q", option.ErrUnfit, word, banner)
		}
	}
	t.Base = 1
	t.Both = !bytes.HasSuffix(banner, []byte("general"))
	t.Lines.Next()
	return readMatrix(ctx, t)
}

// readMatrix reads the numbers of rows, columns and entries, and then these.
func readMatrix(ctx context.Context, t *formats.Text) error {
	m := &matrix{Text: t}
	return t.Import.Numbered(func() error { return t.ReadLines(ctx, m.take) })
}

// A matrix is on its way into the graph. Row k and column k are one page if there are as many rows as columns.
// Otherwise rows and columns are different things: the first pages are the rows, the others the columns.
type matrix struct {
	*formats.Text
	high, wide uint32 // numbers of rows and columns
	good       int64  // entries inside the matrix
}

// take reads the size first.
func (m *matrix) take(fields [][]byte) error {
	if m.Rows == 1 {
		return m.size(fields)
	}
	u, v, err := m.FirstTwo(fields)
	if err != nil {
		return err
	}
	m.Seen++
	if u >= m.high || v >= m.wide {
		return tally.Badf("row %d and column %d among %d rows and %d columns", u+m.Base, v+m.Base, m.high, m.wide)
	}
	if m.good++; m.good > m.Entries {
		return fmt.Errorf("line %d: an entry more than the %d that the line with the size counts: correct this line, or remove the entry", m.Lines.Number, m.Entries)
	}
	if m.high != m.wide {
		v += m.high
	}
	if m.Import.Weigh != nil {
		if len(fields) != 3 {
			return tally.Badf("%d columns: expected a row, a column and a value, which is the weight", len(fields))
		}
		if err := m.Import.Weigh.Read(fields[2]); err != nil {
			return err
		}
	}
	return m.Arc(u, v)
}

// size reads "rows columns entries".
func (m *matrix) size(fields [][]byte) error {
	if len(fields) != 3 {
		return fmt.Errorf("line %d: %d columns: expected the numbers of rows, columns and entries", m.Lines.Number, len(fields))
	}
	rows, ok1 := scan.ParseNumber(fields[0])
	columns, ok2 := scan.ParseNumber(fields[1])
	entries, ok3 := formats.ParseCount(fields[2])
	if !ok1 || !ok2 || !ok3 {
		return fmt.Errorf("line %d: %.80q: expected the numbers of rows, columns and entries", m.Lines.Number, m.Line)
	}
	m.high, m.wide, m.Nodes, m.Entries = rows, columns, rows, entries
	if rows == columns {
		return nil
	}
	switch {
	case uint64(rows)+uint64(columns) >= assemble.None:
		return fmt.Errorf("line %d: a matrix of %d rows and %d columns: they cannot be numbered", m.Lines.Number, rows, columns)
	case m.Both:
		return fmt.Errorf("line %d: a matrix of %d rows and %d columns, and the banner says that both are the same: expected as many of both", m.Lines.Number, rows, columns)
	}
	m.Nodes = rows + columns
	return nil
}

// describeMatrix says of a matrix with different numbers of rows and columns how it is read.
func describeMatrix(head []byte) string {
	rows := formats.FirstRows(head, 1)
	if len(rows) == 0 || len(rows[0]) < 2 {
		return ""
	}
	n, ok1 := scan.ParseNumber(rows[0][0])
	columns, ok2 := scan.ParseNumber(rows[0][1])
	if !ok1 || !ok2 || n == columns {
		return ""
	}
	return Rectangular(uint64(n), uint64(columns))
}

// Rectangular describes how a matrix is read whose rows and columns are different things.
func Rectangular(rows, columns uint64) string {
	return fmt.Sprintf("rectangular: arcs from %d rows to %d columns, which are the pages from %d on", rows, columns, rows)
}
