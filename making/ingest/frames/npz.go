package frames

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"weft/internal/npy"
	"weft/making/assemble"
	"weft/making/ingest/formats"
	"weft/making/ingest/lists"
	"weft/making/ingest/unpack"
)

// NPZ is a sparse matrix of SciPy (scipy.sparse.save_npz): a zip file of NumPy arrays.
const NPZ formats.Name = "npz"

// NPZFormat is the format NPZ.
var NPZFormat = formats.Format{
	Name: NPZ, Group: formats.Lists, Endings: []string{".npz"},
	Says: "a sparse matrix of SciPy (scipy.sparse.save_npz): csr, csc or coo",
}

// IsNPZ says whether a zip file begins with a NumPy array.
func IsNPZ(magic []byte) bool { return strings.HasSuffix(unpack.FirstZipped(magic), ".npy") }

// An npz is such a file on its way into the graph: its arrays are copied aside and mapped.
type npz struct {
	im      *formats.Import
	files   map[string]*zip.File // by name, without .npy
	dir     string
	rows    int
	columns int
}

// ReadNPZ reads the files of a zip file. folder makes a folder for scratch files.
func ReadNPZ(ctx context.Context, im *formats.Import, z *zip.Reader, folder func() (string, error), how *formats.Reading) error {
	x := &npz{im: im, files: map[string]*zip.File{}}
	var names []string
	for _, f := range z.File {
		names = append(names, f.Name)
		if name, ok := strings.CutSuffix(f.Name, ".npy"); ok {
			x.files[name] = f
		}
	}
	format, err := x.small("format")
	if errors.Is(err, errNoArray) {
		return fmt.Errorf("it holds the arrays %.200q: expected a sparse matrix: write it with scipy.sparse.save_npz(FILE, scipy.sparse.csr_array(MATRIX))", names)
	}
	if err != nil {
		return err
	}
	if err := x.shape(); err != nil {
		return err
	}
	if x.dir, err = folder(); err != nil {
		return err
	}
	kind := string(bytes.ReplaceAll(format, []byte{0}, nil))
	if x.rows != x.columns {
		how.Told = lists.Rectangular(uint64(x.rows), uint64(x.columns)) //nolint:gosec // not below 0
	}
	switch kind {
	case "csr", "csc":
		return x.compressed(ctx, kind == "csc")
	case "coo":
		return x.coordinates(ctx)
	}
	return fmt.Errorf("a sparse matrix of the kind %.20q: expected csr, csc or coo: write it with scipy.sparse.save_npz(FILE, MATRIX.tocsr())", kind)
}

// maxSmall is the size of the arrays that are read at once.
const maxSmall = 1 << 12

var errNoArray = errors.New("the array is missing")

// small returns the values of a small array, as bytes.
func (x *npz) small(name string) ([]byte, error) {
	data, err := x.smallFile(name)
	if err != nil {
		return nil, err
	}
	body, err := npy.Body(data)
	if err != nil {
		return nil, fmt.Errorf("%s.npy: %w", name, err)
	}
	return body, nil
}

func (x *npz) smallFile(name string) ([]byte, error) {
	f, ok := x.files[name]
	if !ok {
		return nil, fmt.Errorf("%s.npy: %w", name, errNoArray)
	}
	r, err := unpack.OpenZipped(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	defer r.Close() //nolint:errcheck // nothing was written
	data, err := io.ReadAll(io.LimitReader(r, maxSmall+1))
	if err == nil && len(data) > maxSmall {
		err = fmt.Errorf("it has more than %d bytes", maxSmall)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	return data, nil
}

// shape reads the numbers of rows and columns.
func (x *npz) shape() error {
	data, err := x.smallFile("shape")
	if err != nil {
		return err
	}
	shape, err := npy.Parse[int64](data)
	if err != nil {
		short, err32 := npy.Parse[int32](data)
		if err32 != nil {
			return fmt.Errorf("shape.npy: %w", err)
		}
		for _, n := range short {
			shape = append(shape, int64(n))
		}
	}
	if len(shape) != 2 || shape[0] < 0 || shape[1] < 0 || shape[0] >= assemble.None || shape[1] >= assemble.None || shape[0] != shape[1] && shape[0]+shape[1] >= assemble.None {
		return fmt.Errorf("shape.npy: the shape %d: expected two numbers of pages, of rows and columns", shape)
	}
	x.rows, x.columns = int(shape[0]), int(shape[1])
	return nil
}

// pages is the number of pages: the rows, and the columns unless they are the same.
func (x *npz) pages() int {
	if x.rows == x.columns {
		return x.rows
	}
	return x.rows + x.columns
}

// open copies an array aside and maps it.
func (x *npz) open(name string) (*vector, error) {
	f, ok := x.files[name]
	if !ok {
		return nil, fmt.Errorf("%s.npy: %w", name, errNoArray)
	}
	r, err := unpack.OpenZipped(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	defer r.Close() //nolint:errcheck // nothing was written
	packed := int64(f.CompressedSize64)
	path := filepath.Join(x.dir, name+".npy")
	out, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	_, err = io.Copy(out, &unpack.Damper{R: r, Left: int64(f.UncompressedSize64), Packed: func() int64 { return packed }}) //nolint:gosec // a size
	if err = errors.Join(err, out.Close()); err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	v, err := openVector(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, errors.Unwrap(err))
	}
	return v, nil
}

// compressed reads the rows or columns of a matrix.
func (x *npz) compressed(ctx context.Context, byColumn bool) error {
	starts, err := x.open("indptr")
	if err != nil {
		return err
	}
	defer starts.close() //nolint:errcheck // nothing was written
	lists, err := x.open("indices")
	if err != nil {
		return err
	}
	defer lists.close() //nolint:errcheck // nothing was written
	c := &compressed{starts: starts, lists: lists, names: [2]string{indptrFile, indicesFile}, wide: x.columns, byColumn: byColumn}
	n := x.rows
	if byColumn {
		n, c.wide = x.columns, x.rows
	}
	if x.rows != x.columns {
		c.first = x.rows
	}
	if starts.n != n+1 {
		return fmt.Errorf("%s has %d values, and the shape is %d × %d: expected %d", indptrFile, starts.n, x.rows, x.columns, n+1)
	}
	return readCompressed(ctx, x.im, c, x.pages())
}

// coordinates reads pairs of row and column.
func (x *npz) coordinates(ctx context.Context) error {
	var ends [2]*vector
	for i, name := range []string{"row", "col"} {
		v, err := x.open(name)
		if err != nil {
			return err
		}
		defer v.close() //nolint:errcheck // nothing was written
		ends[i] = v
	}
	if ends[0].n != ends[1].n {
		return fmt.Errorf("row.npy has %d values, and col.npy %d: expected as many", ends[0].n, ends[1].n)
	}
	first := 0
	if x.rows != x.columns {
		first = x.rows
	}
	return numberedMatrix(x.im, x.pages(), func() error {
		if ends[0].n == 0 && x.pages() > 0 {
			x.im.Tally.Records++ // the shape: a matrix without entries has pages, and no arc
		}
		for i := range ends[0].n {
			if i%4096 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			u, v := ends[0].at(i), ends[1].at(i)
			if u < 0 || u >= int64(x.rows) || v < 0 || v >= int64(x.columns) {
				return fmt.Errorf("entry %d is in row %d and column %d, and the shape is %d × %d, from 0", i, u, v, x.rows, x.columns)
			}
			if err := x.im.Arcs.Add(uint32(u), uint32(first)+uint32(v), 0); err != nil { //nolint:gosec // pages
				return err
			}
			x.im.Tally.Records++
		}
		return nil
	})
}
