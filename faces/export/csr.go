package export

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"path/filepath"
	"slices"

	"weft/graph"
	"weft/graph/kinds"
	"weft/internal/atomicfile"
	"weft/internal/npy"
)

// The files of a CSR folder.
const (
	IndptrFile  = "indptr.npy"
	IndicesFile = "indices.npy"
	DataFile    = "data.npy" // if the crawl has weights
)

// CSR writes the lists as two NumPy vectors in a folder: indptr, where the list of each page begins, and at the end their
// number; indices, the lists one after the other, sorted. Both are int32, so that SciPy shares their memory: it copies
// vectors of two types. From 2³¹ arcs on indptr is int64, and beyond 2³¹ pages indices are uint32. In Python:
//
//	indptr, indices = np.load("csr/indptr.npy"), np.load("csr/indices.npy")
//	A = scipy.sparse.csr_matrix((np.ones(len(indices)), indices, indptr), shape=(len(indptr) - 1,) * 2)
//
// If the crawl has weights, data.npy holds them, float64: np.load("csr/data.npy") replaces np.ones.
func (j *Job) CSR(ctx context.Context, dir string) (Summary, error) {
	m, err := j.numArcs(ctx)
	if err != nil {
		return Summary{}, err
	}
	err = atomicFolder(dir, func(dir string) error {
		return atomicfile.Write(filepath.Join(dir, IndptrFile), func(indptr io.Writer) error {
			return atomicfile.Write(filepath.Join(dir, IndicesFile), func(indices io.Writer) error {
				if j.weigh(); !j.weighs {
					return j.csr(ctx, m, indptr, indices, nil)
				}
				return atomicfile.Write(filepath.Join(dir, DataFile), func(data io.Writer) error { return j.csr(ctx, m, indptr, indices, data) })
			})
		})
	})
	return j.summaryOf(m, holds{weights: true, arcs: true}), err
}

func (j *Job) csr(ctx context.Context, m int64, indptr, indices, data io.Writer) error {
	n := j.Crawl.NumPages()
	header := npy.Header[int32](int(m))
	if n > math.MaxInt32 {
		header = npy.Header[uint32](int(m))
	}
	start := func(buf []byte, at int64) []byte { return binary.LittleEndian.AppendUint32(buf, uint32(at)) } //nolint:gosec // below 2³¹
	starts := npy.Header[int32](n + 1)
	if m > math.MaxInt32 {
		start = func(buf []byte, at int64) []byte { return binary.LittleEndian.AppendUint64(buf, uint64(at)) } //nolint:gosec // not below 0
		starts = npy.Header[int64](n + 1)
	}
	_, err1 := indptr.Write(starts)
	_, err2 := indices.Write(header)
	if data != nil {
		_, err := data.Write(npy.Header[float64](int(m)))
		err2 = errors.Join(err2, err)
	}
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	sum := int64(0)
	var buf []byte
	err := j.each(ctx, func(_ graph.Node, succ []graph.Node, _ []kinds.Set) error {
		buf = start(buf[:0], sum)
		if _, err := indptr.Write(buf); err != nil {
			return err
		}
		sum += int64(len(succ))
		for part := range slices.Chunk(succ, 1<<14) {
			buf = buf[:0]
			for _, v := range part {
				buf = binary.LittleEndian.AppendUint32(buf, uint32(v))
			}
			if _, err := indices.Write(buf); err != nil {
				return err
			}
		}
		return j.writeData(data)
	})
	if err != nil {
		return err
	}
	_, err = indptr.Write(start(nil, sum))
	return err
}

// writeData writes the weights of a list, if there are weights.
func (j *Job) writeData(data io.Writer) error {
	if data == nil {
		return nil
	}
	var buf []byte
	for part := range slices.Chunk(j.weights, 1<<13) {
		buf = buf[:0]
		for _, x := range part {
			buf = binary.LittleEndian.AppendUint64(buf, math.Float64bits(x))
		}
		if _, err := data.Write(buf); err != nil {
			return err
		}
	}
	return nil
}
