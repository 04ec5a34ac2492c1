package store

import (
	"errors"
	"os"
	"path/filepath"

	"weft/internal/flock"
	"weft/internal/mmap"
	"weft/space"
)

// scratchSpace returns the space that lives as long as the crawl is open.
func (c *Crawl) scratchSpace() space.Space {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.scratch == nil {
		c.scratch = mmap.NewScratch(c.scratchDir())
		c.closers = append(c.closers, c.scratch.Close)
	}
	return c.scratch
}

// scratchFolder makes a folder for temporary files, and first removes those that killed processes left. Each is locked while
// it is in use.
func scratchFolder() (dir string, remove func() error, err error) {
	if dir, err = os.MkdirTemp("", "weft-transpose-*"); err != nil {
		return "", nil, err
	}
	own := filepath.Join(dir, ".lock")
	lock, err := flock.Acquire(own)
	if err != nil {
		return "", nil, errors.Join(err, os.RemoveAll(dir))
	}
	if again, err := flock.Acquire(own); err == nil {
		again.Release() //nolint:errcheck // this system has no locks: nobody knows what is in use
	} else {
		removeAbandoned(dir)
	}
	return dir, func() error { return errors.Join(lock.Release(), os.RemoveAll(dir)) }, nil
}

// removeAbandoned removes folders like one of ours whose locks nobody holds; one without a lock is about to be used.
func removeAbandoned(ours string) {
	found, _ := filepath.Glob(filepath.Join(filepath.Dir(ours), "weft-transpose-*"))
	for _, dir := range found {
		path := filepath.Join(dir, ".lock")
		if _, err := os.Stat(path); dir == ours || err != nil {
			continue
		}
		if lock, err := flock.Acquire(path); err == nil {
			os.RemoveAll(dir) //nolint:errcheck // it may be another user's
			lock.Release()    //nolint:errcheck // its file is gone
		}
	}
}

// scratchDir is where scratch files belong: in the crawl, which lies on a disk with room for it, as the system's folder
// for temporary files may be in memory; there, if files cannot be made in the crawl.
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
