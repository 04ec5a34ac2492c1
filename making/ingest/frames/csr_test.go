package frames_test

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"weft/internal/npy"
	"weft/making/ingest/frames"
	"weft/making/ingest/ingesttest"
)

// in returns the options of an import of some inputs.
func in(paths ...string) ingesttest.Options { return ingesttest.Options{Inputs: paths} }

// with returns options with some inputs.
func with(o ingesttest.Options, paths ...string) ingesttest.Options {
	o.Inputs = paths
	return o
}

// within returns options with a budget of memory.
func within(memory int64, paths ...string) ingesttest.Options {
	o := in(paths...)
	o.Memory = memory
	return o
}

// A saved array is written as a file of NumPy.
type saved func(path string) error

// vec is a vector of values.
func vec[T npy.Value](values ...T) saved {
	return func(path string) error { return npy.WriteFile(path, values) }
}

// folder writes arrays into a folder, by their names.
func folder(t *testing.T, files map[string]saved) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "csr")
	for name, write := range files {
		ingesttest.MakeFolder(t, dir)
		if err := write(filepath.Join(dir, name+".npy")); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// matrix writes a folder of starts and lists.
func matrix(t *testing.T, indptr, indices saved) string {
	t.Helper()
	return folder(t, map[string]saved{"indptr": indptr, "indices": indices})
}

// Folders of two vectors, of any type of whole numbers.
func TestCSR(t *testing.T) {
	starts, lists := vec[int32](0, 2, 2, 3), vec[int32](2, 1, 0)
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "int32", Options: in(matrix(t, starts, lists)), Want: `
as csr
pages 0 1 2
arcs 0→1 0→2 2→0
records 3+0`},
		{Name: "int64 and uint32", Options: in(matrix(t, vec[int64](0, 2, 2, 3), vec[uint32](2, 1, 0))), Want: `
as csr
pages 0 1 2
arcs 0→1 0→2 2→0
records 3+0`},
		{Name: "uint64", Options: in(matrix(t, vec[uint64](0, 2, 2, 3), vec[uint64](2, 1, 0))), Want: `
as csr
pages 0 1 2
arcs 0→1 0→2 2→0
records 3+0`},
		{Name: "no arcs", Options: in(matrix(t, vec[int32](0, 0, 0), vec[int32]())), Want: `
as csr
pages 0 1
records 2+0`},
		{Name: "no pages", Options: in(matrix(t, vec[int32](0), vec[int32]())), Want: `
records 0+0
error bad input: there is no record in csr`},
		{Name: "no starts", Options: in(matrix(t, vec[int32](), vec[int32]())), Want: `
records 0+0
error csr/indptr.npy: the first list must begin at 0`},
		{Name: "a page beyond the last", Options: in(matrix(t, starts, vec[int32](2, 3, 0))), Want: `
records 0+0
error csr/indices.npy: value 1 is 3, and there are 3 pages, from 0`},
		{Name: "a page below 0", Options: in(matrix(t, starts, vec[int64](-1, 1, 0))), Want: `
records 0+0
error csr/indices.npy: value 0 is -1, and there are 3 pages, from 0`},
		{Name: "a page beyond 63 bits", Options: in(matrix(t, starts, vec[uint64](1, math.MaxUint64, 0))), Want: `
records 0+0
error csr/indices.npy: value 1 is -1, and there are 3 pages, from 0`},
		{Name: "the first start", Options: in(matrix(t, vec[int32](1, 2, 2, 3), lists)), Want: `
records 0+0
error csr/indptr.npy: the first list must begin at 0`},
		{Name: "starts that fall", Options: in(matrix(t, vec[int32](0, 2, 1, 3), lists)), Want: `
records 0+0
error csr/indptr.npy: list 2 begins at 1, before list 1, which begins at 2`},
		{Name: "starts below 0", Options: in(matrix(t, vec[int32](0, 2, 2, -3), lists)), Want: `
records 0+0
error csr/indptr.npy: list 3 begins at -1, before list 2, which begins at 2`},
		{Name: "more entries", Options: in(matrix(t, vec[int32](0, 2, 2, 4), lists)), Want: `
records 0+0
error csr/indptr.npy: the lists have 4 entries in all, and indices.npy has 3`},
		{Name: "fewer entries", Options: in(matrix(t, vec[int32](0, 2, 2, 2), lists)), Want: `
records 0+0
error csr/indptr.npy: the lists have 2 entries in all, and indices.npy has 3`},
		{Name: "starts of floats", Options: in(matrix(t, vec[float64](0, 1), lists)), Want: `
records 0+0
error csr/indptr.npy: expected a vector of int32, int64, uint32 or uint64: vector of another type`},
		{Name: "lists of floats", Options: in(matrix(t, starts, vec[float32](0, 1, 2))), Want: `
records 0+0
error csr/indices.npy: expected a vector of int32, int64, uint32 or uint64: vector of another type`},
		{Name: "a file that is no array", Options: in(matrix(t, starts, func(path string) error { return ingesttest.Write(path, "x") })), Want: `
records 0+0
error csr/indices.npy: not a vector in .npy format 1.0`},
		{Name: "more pages", Options: with(ingesttest.Options{Pages: 5}, matrix(t, starts, lists)), Want: `
as csr
pages 0 1 2 3 4
arcs 0→1 0→2 2→0
records 3+0`},
		{Name: "fewer pages", Options: with(ingesttest.Options{Pages: 2}, matrix(t, starts, lists)), Want: `
records 0+0
error csr: 'pages' 2: there is a page with number 2`},
	})
}

// Weights of such a folder, of any type of numbers.
func TestCSRWeights(t *testing.T) {
	starts, lists := vec[int32](0, 2, 2, 3), vec[int32](2, 1, 0)
	weigh := ingesttest.Options{Weights: "auto"}
	weighed := func(data saved) ingesttest.Options {
		return with(weigh, folder(t, map[string]saved{"indptr": starts, "indices": lists, "data": data}))
	}
	var same []ingesttest.Case
	const want = "as csr\npages 0 1 2\narcs 0→1*2 0→2*3 2→0*4\nnote 3 arcs with weights, which are kept\nrecords 3+0"
	for name, data := range map[string]saved{
		"float64": vec[float64](3, 2, 4), "float32": vec[float32](3, 2, 4), "int64": vec[int64](3, 2, 4), "int32": vec[int32](3, 2, 4),
		"uint64": vec[uint64](3, 2, 4), "uint32": vec[uint32](3, 2, 4), "uint8": vec[uint8](3, 2, 4),
	} {
		same = append(same, ingesttest.Case{Name: name, Options: weighed(data), Want: want})
	}
	ingesttest.Run(t, slices.Concat(same, []ingesttest.Case{
		{Name: "fractions", Options: weighed(vec(0.5, -1, 0)), Want: `
as csr
pages 0 1 2
arcs 0→1*-1 0→2*0.5 2→0*0
note 1 arcs with a weight below 0, which PageRank and clusters refuse
note 3 arcs with weights, which are kept
records 3+0`},
		{Name: "other lengths", Options: weighed(vec(0.5, 1)), Want: `
records 0+0
error csr/data.npy: 2 values, and indices.npy has 3`},
		{Name: "infinite", Options: weighed(vec(0.5, math.Inf(-1), 2)), Want: `
records 0+0
error csr/data.npy: value 1 is -Inf: expected finite numbers`},
		{Name: "no number", Options: weighed(vec(0.5, 1, math.NaN())), Want: `
records 0+0
error csr/data.npy: value 2 is NaN: expected finite numbers`},
		{Name: "no weights", Options: with(weigh, matrix(t, starts, lists)), Want: `
records 0+0
error the options do not fit the input: 'weights': csr has no data.npy`},
		{Name: "no array", Options: weighed(func(path string) error { return ingesttest.Write(path, "x") }), Want: `
records 0+0
error csr/data.npy: not a vector in .npy format 1.0`},
		{Name: "not kept", Options: in(folder(t, map[string]saved{"indptr": starts, "indices": lists, "data": vec(1.5, 2, 3)})), Want: `
as csr
pages 0 1 2
arcs 0→1 0→2 2→0
records 3+0`},
	}))
}

// A folder is a matrix if both files are there.
func TestIsCSR(t *testing.T) {
	both := folder(t, map[string]saved{"indptr": vec[int32](0), "indices": vec[int32]()})
	one, other := folder(t, map[string]saved{"indptr": vec[int32](0)}), folder(t, map[string]saved{"indices": vec[int32](0)})
	nested := folder(t, map[string]saved{"indptr": vec[int32](0)})
	ingesttest.MakeFolder(t, filepath.Join(nested, "indices.npy"))
	for path, want := range map[string]bool{both: true, one: false, other: false, nested: false, filepath.Join(both, "none"): false} {
		if got := frames.IsCSR(path); got != want {
			t.Errorf("%s: got %t, want %t", path, got, want)
		}
	}
}
