package folder

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"

	"weft/internal/disk"
)

// Remove removes the crawl in a folder that is not in use, and nothing else from it; the folder, too, if that leaves it empty.
func Remove(dir string) error {
	if _, err := Read(dir); err != nil {
		return err
	}
	errs := removeScores(dir)
	for _, name := range []string{LogDir, FrontierDir, WARCDir, RescuedDir, SnapshotDir, SnapshotFile, SnapshotLock, NearFile, SiteFile, WaitingFile, CutFile, PartsFile, ShellsFile, StatusFile, StatusFile + NewSuffix, LockFile, CrawlFile} {
		errs = append(errs, os.RemoveAll(filepath.Join(dir, name)))
	}
	if err := os.Remove(dir); err != nil && !errors.Is(err, syscall.ENOTEMPTY) {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

func removeScores(dir string) []error {
	files, err := disk.List(dir, ScoresPrefix, "")
	errs := []error{err}
	for _, f := range files {
		errs = append(errs, os.Remove(f))
	}
	return errs
}
