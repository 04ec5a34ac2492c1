package frames

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"weft/graph/kinds"
	"weft/internal/npy"
	"weft/internal/option"
	"weft/making/ingest/formats"
	"weft/store"
)

// CSR is a folder of two NumPy vectors, as weft exports it and SciPy stores matrices: the start of each page's
// list, and the lists.
const CSR formats.Name = "csr"

// CSRFormat is the format CSR.
var CSRFormat = formats.Format{
	Name: CSR, Group: formats.Lists, Exports: []string{"csr"},
	Says:  "a folder of indptr.npy and indices.npy",
	Takes: []string{formats.WeightsOption},
}

// The files of the folder.
const (
	indptrFile  = "indptr.npy"
	indicesFile = "indices.npy"
	dataFile    = "data.npy" // of the weights, as SciPy calls them; not needed
)

// IsCSR says whether a path is such a folder.
func IsCSR(path string) bool {
	for _, name := range []string{indptrFile, indicesFile} {
		if info, err := os.Stat(filepath.Join(path, name)); err != nil || !info.Mode().IsRegular() {
			return false
		}
	}
	return true
}

// A vector is a file of whole numbers of any type, mapped.
type vector struct {
	n     int
	at    func(i int) int64 // −1 for values beyond 63 bits
	bytes int64
	close func() error
}

// openVector opens a vector of int32, int64, uint32 or uint64.
func openVector(path string) (*vector, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	for _, open := range []func(string) (*vector, error){vectorOf[int32], vectorOf[int64], vectorOf[uint32], vectorOf[uint64]} {
		v, err := open(path)
		if errors.Is(err, npy.ErrType) {
			continue
		}
		if err == nil {
			v.bytes = info.Size()
		}
		return v, err
	}
	return nil, fmt.Errorf("%s: expected a vector of int32, int64, uint32 or uint64: %w", path, npy.ErrType)
}

func vectorOf[T interface {
	npy.Value
	int32 | int64 | uint32 | uint64
}](path string) (*vector, error) {
	f, err := npy.Open[T](path)
	if err != nil {
		return nil, err
	}
	at := func(i int) int64 { return max(int64(f.Values[i]), -1) }
	return &vector{n: len(f.Values), at: at, close: f.Close}, nil
}

// ReadCSR reads a folder of two vectors. A wrong start or number fails the import: there is no record to skip.
func ReadCSR(ctx context.Context, im *formats.Import, dir string) error {
	starts, err := openVector(filepath.Join(dir, indptrFile))
	if err != nil {
		return err
	}
	defer starts.close() //nolint:errcheck // nothing was written
	lists, err := openVector(filepath.Join(dir, indicesFile))
	if err != nil {
		return err
	}
	defer lists.close() //nolint:errcheck // nothing was written
	weights, err := openCSRWeights(im, dir, lists.n)
	if err != nil {
		return err
	}
	defer weights.close() //nolint:errcheck // nothing was written
	n := starts.n - 1
	c := &compressed{starts: starts, lists: lists, names: [2]string{filepath.Join(dir, indptrFile), filepath.Join(dir, indicesFile)}, wide: n, weights: weights}
	err = readCompressed(ctx, im, c, n)
	im.Inputs = append(im.Inputs, store.Input{Path: dir, Format: CSR.String(), ReadAs: CSR.String(), Bytes: starts.bytes + lists.bytes, Records: int64(n)})
	return err
}

// A compressed matrix has a list of columns for each row, or of rows for each column.
type compressed struct {
	starts, lists *vector
	names         [2]string // of both
	wide          int       // values of the lists are below it
	first         int       // the page of the first column; 0 if rows and columns are the same pages
	byColumn      bool
	weights       *weightVector // of the values of the lists; nil if they have none
}

// readCompressed reads a matrix with a number of pages.
func readCompressed(ctx context.Context, im *formats.Import, c *compressed, pages int) error {
	if err := checkStarts(c.starts, c.lists.n); err != nil {
		return fmt.Errorf("%s: %w", c.names[0], err)
	}
	return numberedMatrix(im, pages, func() error {
		for u := range c.starts.n - 1 {
			if u%4096 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			for i := c.starts.at(u); i < c.starts.at(u+1); i++ {
				v := c.lists.at(int(i))
				if v < 0 || v >= int64(c.wide) {
					return fmt.Errorf("%s: value %d is %d, and there are %d pages, from 0", c.names[1], i, v, c.wide)
				}
				from, to := uint32(u), uint32(v) //nolint:gosec // pages
				if c.byColumn {
					from, to = to, from
				}
				if c.weights != nil {
					im.Weigh.Set(c.weights.at(int(i)))
				}
				if err := im.AddArc(from, uint32(c.first)+to, kinds.Link); err != nil { //nolint:gosec // a page
					return err
				}
			}
			im.Tally.Records++
		}
		return nil
	})
}

// numberedMatrix prepares for the numbered pages of a matrix and calls f.
func numberedMatrix(im *formats.Import, pages int, f func() error) error {
	if _, err := im.CountPages(pages); err != nil {
		return err
	}
	return im.Numbered(func() error {
		im.NumPages, im.Counted = max(im.NumPages, uint32(pages)), true //nolint:gosec // counted above
		return f()
	})
}

// A weightVector is the file of the weights of a matrix, mapped.
type weightVector struct {
	at    func(i int) float64
	close func() error
}

// openCSRWeights opens the weights of a matrix with some number of entries, if weights are kept.
func openCSRWeights(im *formats.Import, dir string, entries int) (*weightVector, error) {
	if im.Weigh == nil {
		return &weightVector{func(int) float64 { return 0 }, func() error { return nil }}, nil
	}
	path := filepath.Join(dir, dataFile)
	for _, open := range []func(string, int) (*weightVector, error){
		weightsOf[float64], weightsOf[float32], weightsOf[int64], weightsOf[int32], weightsOf[uint64], weightsOf[uint32], weightsOf[uint8],
	} {
		v, err := open(path, entries)
		switch {
		case errors.Is(err, npy.ErrType):
			continue
		case errors.Is(err, os.ErrNotExist):
			return nil, option.Errorf("%w: {weights}: %s has no %s", option.ErrUnfit, dir, dataFile)
		}
		return v, err
	}
	return nil, fmt.Errorf("%s: expected a vector of numbers: %w", path, npy.ErrType)
}

func weightsOf[T npy.Value](path string, entries int) (*weightVector, error) {
	f, err := npy.Open[T](path)
	if err != nil {
		return nil, err
	}
	if len(f.Values) != entries {
		return nil, errors.Join(fmt.Errorf("%s: %d values, and %s has %d", path, len(f.Values), indicesFile, entries), f.Close())
	}
	for i, x := range f.Values {
		if x := float64(x); math.IsInf(x, 0) || math.IsNaN(x) {
			return nil, errors.Join(fmt.Errorf("%s: value %d is %v: expected finite numbers", path, i, x), f.Close())
		}
	}
	return &weightVector{func(i int) float64 { return float64(f.Values[i]) }, f.Close}, nil
}

// checkStarts describes the fault of the starts of the lists of a matrix with some number of entries.
func checkStarts(starts *vector, entries int) error {
	if starts.n == 0 || starts.at(0) != 0 {
		return errors.New("the first list must begin at 0")
	}
	for i := 1; i < starts.n; i++ {
		if starts.at(i) < starts.at(i-1) {
			return fmt.Errorf("list %d begins at %d, before list %d, which begins at %d", i, starts.at(i), i-1, starts.at(i-1))
		}
	}
	if last := starts.at(starts.n - 1); last != int64(entries) {
		return fmt.Errorf("the lists have %d entries in all, and %s has %d", last, indicesFile, entries)
	}
	return nil
}
