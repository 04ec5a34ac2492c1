package store

import (
	"os"

	"weft/graph/alloc"
	"weft/internal/atomicfile"
	"weft/internal/mmap"
)

// scratchSpace returns the space that lives as long as the crawl is open.
func (c *Crawl) scratchSpace() alloc.Space {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.scratch == nil {
		c.scratch = mmap.NewScratch(c.scratchDir())
		c.closers = append(c.closers, c.scratch.Close)
	}
	return c.scratch
}

// scratchFolder makes a folder for temporary files of a transpose.
func scratchFolder() (dir string, remove func() error, err error) {
	f, err := atomicfile.NewFolder("", "weft-transpose-*", 0o700)
	if err != nil {
		return "", nil, err
	}
	return f.Path, f.Remove, nil
}

// scratchDir returns the folder for scratch files: the crawl, which lies on a disk with room for it. The system's
// folder for temporary files may be in memory; it is used only if files cannot be made in the crawl.
func (c *Crawl) scratchDir() string {
	if c.Manifest == nil {
		return ""
	}
	f, err := os.CreateTemp(c.Path, ".weft-scratch-*")
	if err != nil {
		return ""
	}
	f.Close()           //nolint:errcheck // it was a trial
	os.Remove(f.Name()) //nolint:errcheck // it was a trial
	return c.Path
}
