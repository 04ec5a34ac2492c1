package store

import (
	"os"
	"path/filepath"

	"weft/internal/npy"
)

// AddResult writes a vector with one value per page, and its description, into a draft whose graph is written.
func AddResult[T npy.Value](d *Draft, res Result, values []T) error {
	info, err := sumFile(d.Path(GraphBase + ".graph"))
	if err != nil {
		return err
	}
	path := d.Path(ResultsDir + "/" + res.Name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	res.GraphID, res.Pages = info.SHA256, len(values)
	return writeVector(path, res, values)
}
