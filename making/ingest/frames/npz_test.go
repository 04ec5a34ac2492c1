package frames_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"weft/internal/npy"
	"weft/making/ingest/frames"
	"weft/making/ingest/ingesttest"
)

// A part is a file of a zip file.
type part struct{ name, data string }

// values is a vector of values as a part.
func values[T npy.Value](name string, all ...T) part {
	var b bytes.Buffer
	npy.Write(&b, all)
	return part{name + ".npy", b.String()}
}

// word is an array of NumPy with a text, as SciPy writes it.
func word(name, text string) part {
	head := fmt.Sprintf("{'descr': '|S%d', 'fortran_order': False, 'shape': (), }\n", len(text))
	data := binary.LittleEndian.AppendUint16([]byte("\x93NUMPY\x01\x00"), uint16(len(head))) //nolint:gosec // short
	return part{name + ".npy", string(data) + head + text}
}

// zipped writes parts into a zip file.
func zipped(t *testing.T, method uint16, parts ...part) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, p := range parts {
		w, err := z.CreateHeader(&zip.FileHeader{Name: p.name, Method: method})
		if err == nil {
			_, err = w.Write([]byte(p.data))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return ingesttest.File(t, "m.npz", b.String())
}

// npz writes a matrix of a format and a shape.
func npz(t *testing.T, format string, shape part, parts ...part) ingesttest.Options {
	t.Helper()
	return in(zipped(t, zip.Deflate, append([]part{word("format", format), shape}, parts...)...))
}

// Shapes of matrices: square has three pages, wide has two rows and three columns.
var square, wide = values[int64]("shape", 3, 3), values[int64]("shape", 2, 3)

func TestNPZ(t *testing.T) {
	starts, lists := values[int32]("indptr", 0, 2, 2, 3), values[int32]("indices", 2, 1, 0)
	few := values[int32]("indptr", 0, 2, 3)
	high := values[int64]("shape", 3, 2)
	row, col := values[int32]("row", 0, 0, 2), values[int32]("col", 2, 1, 0)
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "csr", Options: npz(t, "csr", square, starts, lists, values("data", 1.5, 2, 3)), Want: `
as npz
pages 0 1 2
arcs 0→1 0→2 2→0
records 3+0`},
		{Name: "csc", Options: npz(t, "csc", square, starts, lists), Want: `
as npz
pages 0 1 2
arcs 0→2 1→0 2→0
records 3+0`},
		{Name: "coo", Options: npz(t, "coo", square, row, col), Want: `
as npz
pages 0 1 2
arcs 0→1 0→2 2→0
records 3+0`},
		{Name: "stored", Options: in(zipped(t, zip.Store, word("format", "coo"), square, row, col)), Want: `
as npz
pages 0 1 2
arcs 0→1 0→2 2→0
records 3+0`},
		{Name: "a text with zeros", Options: npz(t, "c\x00s\x00r\x00", square, starts, lists), Want: `
as npz
pages 0 1 2
arcs 0→1 0→2 2→0
records 3+0`},
		{Name: "a shape of int32", Options: npz(t, "csr", values[int32]("shape", 3, 3), starts, lists), Want: `
as npz
pages 0 1 2
arcs 0→1 0→2 2→0
records 3+0`},
		{Name: "wide csr", Options: npz(t, "csr", wide, few, lists), Want: `
as npz, rectangular: arcs from 2 rows to 3 columns, which are the pages from 2 on
pages 0 1 2 3 4
arcs 0→3 0→4 1→2
records 2+0`},
		{Name: "wide csc", Options: npz(t, "csc", wide, values[int32]("indptr", 0, 2, 2, 3), values[int32]("indices", 0, 1, 1)), Want: `
as npz, rectangular: arcs from 2 rows to 3 columns, which are the pages from 2 on
pages 0 1 2 3 4
arcs 0→2 1→2 1→4
records 3+0`},
		{Name: "wide coo", Options: npz(t, "coo", wide, values[int32]("row", 0, 1), values[int32]("col", 2, 0)), Want: `
as npz, rectangular: arcs from 2 rows to 3 columns, which are the pages from 2 on
pages 0 1 2 3 4
arcs 0→4 1→2
records 2+0`},
		{Name: "high csr", Options: npz(t, "csr", high, starts, values[int32]("indices", 1, 0, 1)), Want: `
as npz, rectangular: arcs from 3 rows to 2 columns, which are the pages from 3 on
pages 0 1 2 3 4
arcs 0→3 0→4 2→4
records 3+0`},
		{Name: "a column beyond the shape", Options: npz(t, "csr", wide, few, values[int32]("indices", 2, 3, 0)), Want: `
records 0+0
error m.npz: indices.npy: value 1 is 3, and there are 3 pages, from 0`},
		{Name: "a row beyond the shape", Options: npz(t, "csc", wide, starts, values[int32]("indices", 2, 1, 0)), Want: `
records 0+0
error m.npz: indices.npy: value 0 is 2, and there are 2 pages, from 0`},
		{Name: "starts of another shape", Options: npz(t, "csr", square, few, lists), Want: `
records 0+0
error m.npz: indptr.npy has 3 values, and the shape is 3 × 3: expected 4`},
		{Name: "starts of columns", Options: npz(t, "csc", wide, few, lists), Want: `
records 0+0
error m.npz: indptr.npy has 3 values, and the shape is 2 × 3: expected 4`},
		{Name: "starts that fall", Options: npz(t, "csr", square, values[int32]("indptr", 0, 2, 1, 3), lists), Want: `
records 0+0
error m.npz: indptr.npy: list 2 begins at 1, before list 1, which begins at 2`},
		{Name: "rows and columns of other lengths", Options: npz(t, "coo", square, row, values[int32]("col", 2, 1)), Want: `
records 0+0
error m.npz: row.npy has 3 values, and col.npy 2: expected as many`},
		{Name: "an entry in another row", Options: npz(t, "coo", wide, values[int32]("row", 0, 2), values[int32]("col", 2, 0)), Want: `
records 1+0
error m.npz: entry 1 is in row 2 and column 0, and the shape is 2 × 3, from 0`},
		{Name: "an entry in another column", Options: npz(t, "coo", wide, values[int32]("row", 0, 1), values[int32]("col", 2, 3)), Want: `
records 1+0
error m.npz: entry 1 is in row 1 and column 3, and the shape is 2 × 3, from 0`},
		{Name: "an entry below 0", Options: npz(t, "coo", wide, values[int32]("row", -1), values[int32]("col", 0)), Want: `
records 0+0
error m.npz: entry 0 is in row -1 and column 0, and the shape is 2 × 3, from 0`},
		{Name: "a column below 0", Options: npz(t, "coo", wide, values[int32]("row", 0), values[int32]("col", -1)), Want: `
records 0+0
error m.npz: entry 0 is in row 0 and column -1, and the shape is 2 × 3, from 0`},
		{Name: "another kind", Options: npz(t, "bsr", square), Want: `
records 0+0
error m.npz: a sparse matrix of the kind "bsr": expected csr, csc or coo: write it with scipy.sparse.save_npz(FILE, MATRIX.tocsr())`},
		{Name: "a matrix without arcs", Options: npz(t, "coo", square, values[int32]("row"), values[int32]("col")), Want: `
as npz
pages 0 1 2
records 1+0`},
		{Name: "a matrix without pages", Options: npz(t, "coo", values[int64]("shape", 0, 0), values[int32]("row"), values[int32]("col")), Want: `
records 0+0
error bad input: there is no record in m.npz`},
	})
}

// Parts of such files that are missing or damaged.
func TestNPZFaults(t *testing.T) {
	starts, lists := values[int32]("indptr", 0, 2, 2, 3), values[int32]("indices", 2, 1, 0)
	shape := func(n ...int64) ingesttest.Options { return npz(t, "csr", values("shape", n...), starts, lists) }
	long := part{"shape.npy", strings.Repeat("x", 1<<12+1)}
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "no format", Options: in(zipped(t, zip.Deflate, square, starts)), Want: `
records 0+0
error m.npz: it holds the arrays ["shape.npy" "indptr.npy"]: expected a sparse matrix: write it with scipy.sparse.save_npz(FILE, scipy.sparse.csr_array(MATRIX))`},
		{Name: "no array in format", Options: in(zipped(t, zip.Deflate, part{"format.npy", "csr"}, square)), Want: `
records 0+0
error m.npz: format.npy: not a vector in .npy format 1.0`},
		{Name: "no shape", Options: in(zipped(t, zip.Deflate, word("format", "csr"), starts, lists)), Want: `
records 0+0
error m.npz: shape.npy: the array is missing`},
		{Name: "no indptr", Options: npz(t, "csr", square, lists), Want: `
records 0+0
error m.npz: indptr.npy: the array is missing`},
		{Name: "no indices", Options: npz(t, "csr", square, starts), Want: `
records 0+0
error m.npz: indices.npy: the array is missing`},
		{Name: "no row", Options: npz(t, "coo", square, values[int32]("col")), Want: `
records 0+0
error m.npz: row.npy: the array is missing`},
		{Name: "no col", Options: npz(t, "coo", square, values[int32]("row")), Want: `
records 0+0
error m.npz: col.npy: the array is missing`},
		{Name: "one number in the shape", Options: shape(3), Want: `
records 0+0
error m.npz: shape.npy: the shape [3]: expected two numbers of pages, of rows and columns`},
		{Name: "three numbers in the shape", Options: shape(3, 3, 3), Want: `
records 0+0
error m.npz: shape.npy: the shape [3 3 3]: expected two numbers of pages, of rows and columns`},
		{Name: "rows below 0", Options: shape(-1, 3), Want: `
records 0+0
error m.npz: shape.npy: the shape [-1 3]: expected two numbers of pages, of rows and columns`},
		{Name: "columns below 0", Options: shape(3, -1), Want: `
records 0+0
error m.npz: shape.npy: the shape [3 -1]: expected two numbers of pages, of rows and columns`},
		{Name: "too many rows", Options: shape(1<<32-1, 1), Want: `
records 0+0
error m.npz: shape.npy: the shape [4294967295 1]: expected two numbers of pages, of rows and columns`},
		{Name: "too many columns", Options: shape(1, 1<<32-1), Want: `
records 0+0
error m.npz: shape.npy: the shape [1 4294967295]: expected two numbers of pages, of rows and columns`},
		{Name: "too many in all", Options: shape(1<<31, 1<<31-1), Want: `
records 0+0
error m.npz: shape.npy: the shape [2147483648 2147483647]: expected two numbers of pages, of rows and columns`},
		{Name: "a shape of floats", Options: npz(t, "csr", values("shape", 3.0, 3), starts, lists), Want: `
records 0+0
error m.npz: shape.npy: vector of another type: its header is "{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }                       ", want 'descr': '<i8'`},
		{Name: "a long shape", Options: npz(t, "csr", long, starts, lists), Want: `
records 0+0
error m.npz: shape.npy: it has more than 4096 bytes`},
		{Name: "indptr of floats", Options: npz(t, "csr", square, values("indptr", 0.5), lists), Want: `
records 0+0
error m.npz: indptr.npy: vector of another type`},
		{Name: "a damaged array", Options: npz(t, "csr", square, starts, part{"indices.npy", "x"}), Want: `
records 0+0
error m.npz: indices.npy: not a vector in .npy format 1.0`},
	})
}

// A zip file begins with an array of NumPy.
func TestIsNPZ(t *testing.T) {
	for name, want := range map[string]bool{"format.npy": true, "a/b.npy": true, "format.np": false, "npy": false, "": false} {
		path := zipped(t, zip.Store, part{name, "x"}, part{"b.npy", "y"})
		if got := frames.IsNPZ([]byte(ingesttest.Read(t, path))); got != want {
			t.Errorf("%q: got %t, want %t", name, got, want)
		}
	}
	if frames.IsNPZ([]byte("format.npy")) {
		t.Errorf("%s is no zip file", filepath.Base("format.npy"))
	}
}
