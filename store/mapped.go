package store

import (
	"os"
	"path/filepath"

	"weft/graph/bv"
	"weft/internal/mmap"
)

// MappedBytes returns the most bytes of the crawl's files that are mapped, and of its saved results. They count in the
// resident size of a process, and not in its budget.
func (c *Crawl) MappedBytes() (files, results int64) {
	if c.Manifest != nil {
		return sizesIn(c.Path), sizesIn(filepath.Join(c.Path, ResultsDir))
	}
	for _, base := range []string{c.Path, c.Path + BackSuffix} {
		files += sizeOf(base+bv.GraphExt) + sizeOf(base+bv.OffsetsExt)
	}
	return files, 0
}

// sizesIn adds up the sizes of the files in a folder; 0 if there is none.
func sizesIn(dir string) (bytes int64) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return 0
	}
	for _, f := range files {
		bytes += sizeOf(filepath.Join(dir, f.Name()))
	}
	return bytes
}

// sizeOf returns the size of a mapped file; 0 if it is none.
func sizeOf(path string) int64 {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return 0
	}
	return mmap.Resident(info.Size())
}
