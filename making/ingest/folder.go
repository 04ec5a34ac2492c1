package ingest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"weft/internal/held"
	"weft/making/ingest/jsons"
	"weft/web/remote"
)

// archiveName matches the names of the WARC, ARC and WAT files and the WACZ packages of a folder; .open is a file
// that a killed crawl of weft was writing. tableName matches the names of tables, also the parts that Spark
// writes: part-00000-….snappy.parquet.
var (
	archiveName = held.Regexp(`(?i)(\.(warc|arc|wat)(\.(gz|zst|xz|bz2|lz4))?(\.open)?|\.wacz)$`)
	tableName   = held.Regexp(`(?i)^[^._].*\.parquet$`)
	// partitionName matches the folders of one value of a column.
	partitionName = held.Regexp(`^[^._=][^=]*=`)
)

// isArchiveName says whether a file is called as archives of captures are.
func isArchiveName(path string) bool {
	if remote.Is(path) {
		path = remote.FileName(path)
	}
	return archiveName().MatchString(path)
}

// expandFolders replaces each folder by its archives, such as a crawl's, or, if it has no archives, by its Parquet
// tables, sorted by name. Other folders stay, and so do all if the HTML of a site is read.
func (o *Options) expandFolders() error {
	if o.BaseURL != "" || o.Format == HTML {
		return nil
	}
	var all []string
	for _, path := range o.Inputs {
		found, err := filesIn(path, archiveName())
		if err == nil && len(found) == 0 {
			found, err = filesIn(path, tableName())
		}
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

// filesIn returns the files in a folder whose names match; none if path is no folder. Files may lie in folders KEY=VALUE
// of Hive and Spark, one inside another.
func filesIn(path string, name *regexp.Regexp) (found []string, err error) {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return nil, nil //nolint:nilerr // opening the file reports the error
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		file := filepath.Join(path, e.Name())
		switch {
		case !e.IsDir() && name.MatchString(e.Name()):
			found = append(found, file)
		case e.IsDir() && partitionName().MatchString(e.Name()):
			if key, _, _ := strings.Cut(e.Name(), "="); jsons.IsEnd(strings.ToLower(key)) != 0 {
				return nil, fmt.Errorf("%s: the column %q, an end of arcs, stands in the names of folders only: write the table as one file with both columns", file, key)
			}
			inside, err := filesIn(file, name)
			if err != nil {
				return nil, err
			}
			found = append(found, inside...)
		}
	}
	return found, nil
}
