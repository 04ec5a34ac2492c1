package store

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// sumFile returns the size and checksum of a file.
func sumFile(path string) (FileInfo, error) {
	f, err := os.Open(path)
	if err != nil {
		return FileInfo{}, err
	}
	defer f.Close() //nolint:errcheck // nothing was written
	h := sha256.New()
	n, err := io.CopyBuffer(h, f, make([]byte, 1<<18))
	if err != nil {
		return FileInfo{}, err
	}
	return FileInfo{Bytes: n, SHA256: hex.EncodeToString(h.Sum(nil))}, nil
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
