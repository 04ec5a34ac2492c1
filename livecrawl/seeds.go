package livecrawl

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"weft/crawl"
	"weft/graph/page"
	"weft/internal/disk"
)

// SeedError says why a seed was not fetched.
//
//json:object seed error
type SeedError struct {
	URL    string `json:"url"`    // URL of the page
	Reason string `json:"reason"` // reason why it was not fetched
}

// Cause is the word that the reason begins with, as in crawl logs: that of a [live.Cause], such as "certificate", or "robots".
func (e SeedError) Cause() string {
	word, _, _ := strings.Cut(e.Reason, ": ")
	return word
}

// maxSeedErrors is how many are kept.
const maxSeedErrors = 20

// seedTrouble notes that a seed was not fetched.
func (a *archiver) seedTrouble(pc *parcel, r *crawl.Reply) {
	if pc.path != "" || pc.via != crawl.None {
		return
	}
	a.trouble = slices.DeleteFunc(a.trouble, func(e SeedError) bool { return e.URL == string(a.url) })
	if r.State == page.Fetched || r.State == page.Redirected || len(a.trouble) == maxSeedErrors {
		return
	}
	reason := cmp.Or(pc.reason, pc.later)
	if reason == "" {
		reason = fmt.Sprintf("it was answered with status %d", pc.status)
	}
	a.trouble = append(a.trouble, SeedError{string(a.url), reason})
}

// Remove removes the crawl in a folder that is not in use, and nothing else from it; the folder, too, if that leaves it empty.
func Remove(dir string) error {
	if _, err := ReadFolder(dir); err != nil {
		return err
	}
	errs := removeScores(dir)
	for _, name := range []string{logDir, frontierDir, warcDir, rescuedDir, SnapshotDir, snapshotLock, nearFile, SiteFile, WaitingFile, CutFile, PartsFile, ShellsFile, lockFile, crawlFile} {
		errs = append(errs, os.RemoveAll(filepath.Join(dir, name)))
	}
	if err := os.Remove(dir); err != nil && !errors.Is(err, syscall.ENOTEMPTY) {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

func removeScores(dir string) []error {
	files, err := disk.List(dir, scoresPrefix, "")
	errs := []error{err}
	for _, f := range files {
		errs = append(errs, os.Remove(f))
	}
	return errs
}
