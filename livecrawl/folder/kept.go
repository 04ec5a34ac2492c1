package folder

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"weft/crawl/archive"
	"weft/internal/disk"
	"weft/internal/flock"
	"weft/internal/option"
)

// Kept is the archive of a crawl that ended in order. While it is open no process can resume the crawl.
type Kept struct {
	Files   []string // WARC files, sorted
	Index   string   // CDXJ of all
	Log     string   // crawl.log
	Seeds   []string
	Created time.Time
	// Earlier are the folders of the crawls that revisits may refer to: the crawl of --since, then its own, and so
	// on. Gone are the folders that are missing.
	Earlier, Gone []string

	lock *flock.Lock
}

// OpenKept opens the archive of a crawl. The archive must exist and be whole.
func OpenKept(dir string) (k *Kept, err error) {
	cfg, err := ReadConfig(dir)
	if err != nil {
		return nil, err
	}
	if cfg.Web != Live {
		return nil, fmt.Errorf("%s: it has no archive: its pages came from a stored Web", dir)
	}
	k = &Kept{Seeds: cfg.Seeds, Index: filepath.Join(dir, WARCDir, "index.cdxj"), Log: filepath.Join(dir, LogDir, CrawlLog)}
	if k.lock, err = flock.Acquire(filepath.Join(dir, LockFile)); err != nil {
		return nil, fmt.Errorf("%s: another process works on this crawl: %w", dir, err)
	}
	k.findEarlier(dir, cfg)
	if err := k.find(dir); err != nil {
		return nil, errors.Join(err, k.Close())
	}
	return k, nil
}

func (k *Kept) find(dir string) error {
	folder, err := Read(dir)
	if err != nil {
		return err
	}
	k.Created = folder.Created
	open, err := disk.List(filepath.Join(dir, WARCDir), "", ".warc.gz.open")
	if err != nil {
		return err
	}
	if k.Files, err = Archives(dir); err != nil {
		return err
	}
	if _, err := os.Stat(k.Index); err != nil || len(open) > 0 || len(k.Files) == 0 {
		return option.Errorf("%s: its archive is not closed, because the crawl was killed or fetched nothing: {resume} %s, and end it with Ctrl-C or a limit", dir, dir)
	}
	return nil
}

// findEarlier follows the crawls that this one was compared with.
func (k *Kept) findEarlier(dir string, cfg *Config) {
	seen := map[string]bool{dir: true}
	for since := cfg.Since; since != "" && !seen[since]; {
		seen[since] = true
		c, err := ReadConfig(since)
		if err != nil {
			k.Gone = append(k.Gone, since)
			return
		}
		k.Earlier = append(k.Earlier, since)
		since = c.Since
	}
}

// ArchiveDir returns the folder of the WARC files of a crawl in a folder.
func ArchiveDir(dir string) string { return filepath.Join(dir, WARCDir) }

// Archives returns the finished WARC files of a crawl, sorted.
func Archives(dir string) ([]string, error) {
	return disk.List(filepath.Join(dir, WARCDir), "", ".warc.gz")
}

// OpenSince opens the archive of an earlier crawl.
func OpenSince(dir string) (*archive.Archive, error) {
	files, err := Archives(dir)
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("%s: there is no archive of an earlier crawl in %s", dir, filepath.Join(dir, WARCDir))
	}
	return archive.Open(context.Background(), files)
}

// Close lets others continue with the crawl.
func (k *Kept) Close() error { return k.lock.Release() }
