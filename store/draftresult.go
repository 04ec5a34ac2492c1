package store

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"weft/internal/npy"
)

// AddResult writes a vector with one value per page, and its description, into a draft whose graph is written and
// final. Command, version and time come from the draft. The first result takes a pass over the graph's file for
// its checksum, which Commit reuses.
func AddResult[T npy.Value](d *Draft, res Result, values []T) error {
	return addResult[T](d, res, len(values), func(w io.Writer) error { return npy.Write(w, values) })
}

// AddResultFrom is AddResult with values that come one after the other: each calls add with the value of every page. After an
// error of each, nothing of the result is in the draft.
func AddResultFrom[T npy.Value](d *Draft, res Result, each func(add func(T) error) error) error {
	pages := len(d.States)
	return addResult[T](d, res, pages, func(to io.Writer) error {
		w := bufio.NewWriterSize(to, 1<<15)
		if _, err := w.Write(npy.Header[T](pages)); err != nil {
			return err
		}
		n := 0
		err := each(func(v T) error {
			n++
			b, err := binary.Append(w.AvailableBuffer(), binary.LittleEndian, v)
			if err == nil {
				_, err = w.Write(b)
			}
			return err
		})
		if err == nil && n != pages {
			err = fmt.Errorf("%d values for %d pages", n, pages)
		}
		if err != nil {
			return err
		}
		return w.Flush()
	})
}

// addResult writes a vector of n values and its description.
func addResult[T npy.Value](d *Draft, res Result, n int, write func(io.Writer) error) error {
	if d.graph == nil {
		info, err := sumFile(d.Path(graphFile))
		if err != nil {
			return err
		}
		d.graph = &info
	}
	path := d.Path(ResultsDir + "/" + res.Name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	res.Command, res.Version, res.Time = d.opts.Command, d.opts.Version, d.opts.Now
	res.GraphID, res.Pages, res.Bytes = d.graph.SHA256, n, vectorBytes[T](n)
	return writeVector(path, res, write)
}
