package store

import (
	"io"
	"os"
	"path/filepath"

	"weft/internal/npy"
)

// AddResult writes a vector with one value per page, and its description, into a draft whose graph is written and
// final. Command, version and time are those of the draft. The first result takes a pass over the graph's file for
// its checksum, which Commit reuses.
func AddResult[T npy.Value](d *Draft, res Result, values []T) error {
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
	res.GraphID, res.Pages, res.Bytes = d.graph.SHA256, len(values), vectorBytes(values)
	return writeVector(path, res, func(w io.Writer) error { return npy.Write(w, values) })
}
