package store

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"weft/internal/blocksum"
	"weft/internal/disk"
)

// sumFile returns the size and checksums of a file.
func sumFile(path string) (FileInfo, error) {
	f, err := disk.OpenRegular(path)
	if err != nil {
		return FileInfo{}, err
	}
	defer f.Close() //nolint:errcheck // nothing was written
	info, err := f.Stat()
	if err != nil {
		return FileInfo{}, err
	}
	h, blocks := sha256.New(), blocksum.NewWriter(info.Size())
	n, err := io.CopyBuffer(io.MultiWriter(h, blocks), f, make([]byte, 1<<18))
	if err != nil {
		return FileInfo{}, err
	}
	sums := blocks.Sums()
	return FileInfo{Bytes: n, SHA256: hex.EncodeToString(h.Sum(nil)), Block: sums.Block, CRC: sums.Text()}, nil
}

// sums returns the checksums of the blocks of a file; none if it was written by a version without them.
func (f FileInfo) sums(path string) (blocksum.Sums, error) {
	s, err := blocksum.Parse(f.Block, f.CRC)
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return s, err
}

// sums returns the checksums of the blocks of a file of the crawl.
func (c *Crawl) sums(name string) (blocksum.Sums, error) {
	if c.Manifest == nil {
		return blocksum.Sums{}, nil
	}
	return c.Manifest.Files[name].sums(filepath.Join(c.Path, ManifestFile))
}

// Unsummed returns, in order, the files of the crawl without checksums of blocks, because an earlier version made
// it. Only [Verify] detects a wrong byte in them; reading does not.
func (c *Crawl) Unsummed() []string {
	if c.Manifest == nil {
		return nil
	}
	var names []string
	for name, f := range c.Manifest.Files {
		if f.Block == 0 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// listFiles returns the slash-separated paths of all files of a crawl but the manifest; hidden ones do not count.
func listFiles(dir string) ([]string, error) {
	var paths []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if strings.HasPrefix(d.Name(), ".") && path != dir {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		rel, err := filepath.Rel(dir, path)
		if err == nil && !d.IsDir() && rel != ManifestFile {
			paths = append(paths, filepath.ToSlash(rel))
		}
		return err
	})
	return paths, err
}
