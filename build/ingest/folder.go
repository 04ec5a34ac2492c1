package ingest

import (
	"os"
	"path/filepath"
	"regexp"
)

// archiveName is how the WARC, ARC and WAT files and the WACZ packages of a folder are called; .open is one that a crawl
// of weft was writing when it was killed.
var archiveName = regexp.MustCompile(`(?i)(\.(warc|arc|wat)(\.(gz|zst|xz|bz2|lz4))?(\.open)?|\.wacz)$`)

// isArchiveName says whether a file is called as archives of captures are.
func isArchiveName(path string) bool { return archiveName.MatchString(path) }

// expandFolders puts in the place of each folder the archives in it, such as those of a crawl, sorted by name.
// Folders without archives stay, and so do all if the HTML of a site is read.
func (o *Options) expandFolders() error {
	if o.BaseURL != "" || o.Format == HTML {
		return nil
	}
	var all []string
	for _, path := range o.Inputs {
		found, err := archivesIn(path)
		if err != nil {
			return err
		}
		if len(found) == 0 {
			found = []string{path}
		}
		all = append(all, found...)
	}
	o.Inputs = all
	return nil
}

// archivesIn returns the archives in a folder; none if path is no folder.
func archivesIn(path string) (found []string, err error) {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return nil, nil //nolint:nilerr // opening the file reports the error
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if archiveName.MatchString(e.Name()) && !e.IsDir() {
			found = append(found, filepath.Join(path, e.Name()))
		}
	}
	return found, nil
}
