package store

import (
	"os"
	"path/filepath"

	"weft/graph/bv"
	"weft/internal/mmap"
)

// MappedBytes returns the sizes of the crawl's files and of its saved results, which are mapped when they are read.
// Mapped bytes count in the resident size of a process, and not in its budget.
func (c *Crawl) MappedBytes() (files, results int64) {
	if c.Manifest != nil {
		return sizesIn(c.Path), sizesIn(filepath.Join(c.Path, ResultsDir))
	}
	for _, base := range []string{c.Path, c.Path + BackSuffix} {
		files += sizeOf(base+bv.GraphExt) + sizeOf(base+bv.OffsetsExt)
	}
	return files, 0
}

// sizesIn adds up the sizes of the files in a folder. Without the folder it returns 0.
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

// sizeOf returns the size of a regular file in whole pages of memory. Without such a file it returns 0.
func sizeOf(path string) int64 {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return 0
	}
	return mmap.Resident(info.Size())
}
