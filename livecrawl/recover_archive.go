package livecrawl

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"weft/crawl"
	"weft/internal/disk"
	"weft/livecrawl/check"
	"weft/livecrawl/folder"
	"weft/web/warc"
)

// indexEnding is the ending of the indexes of the archive.
const indexEnding = ".cdxj"

// recoverArchive lets the next run request the pages again whose responses the archive has lost, and makes damaged indexes
// anew. Killed before its end, it is done again.
func (h *home) recoverArchive(ctx context.Context, r *folder.Recovery) error {
	if h.opts.Note != nil {
		h.opts.Note("checking the archive")
	}
	damage, lost, err := check.FindLost(ctx, h.opts.Dir, nil)
	if err != nil || len(damage)+len(lost) == 0 {
		return err
	}
	if h.folder, err = folder.Read(h.opts.Dir); err != nil {
		return err
	}
	if r.Backup == "" {
		r.Backup = h.backup(r)
	}
	for _, d := range damage {
		r.Found = append(r.Found, d.String())
		if !strings.HasSuffix(d.File, indexEnding) {
			r.Damaged = append(r.Damaged, folder.Place{File: d.File, Offset: d.Offset})
		}
	}
	if err := h.renewIndexes(damage, r); err != nil {
		return err
	}
	var pages []crawl.Page
	for _, x := range lost {
		r.LostAnswers = append(r.LostAnswers, x.Answer)
		pages = append(pages, x.Page)
	}
	r.Lost = len(pages)
	h.noteRecovery(r)
	if len(pages) > 0 { // the next run says since when
		h.folder.Changes = append(h.folder.Changes, folder.Change{Since: math.MaxInt64, Config: *h.latest(), Lost: pages})
	}
	return h.folder.Write(h.opts.Dir)
}

// noteRecovery notes a recovery in crawl.json, or replaces what its first part noted.
func (h *home) noteRecovery(r *folder.Recovery) {
	if n := len(h.folder.Recoveries); n > 0 && h.folder.Recoveries[n-1].Time.Equal(r.Time) {
		h.folder.Recoveries[n-1] = *r
	} else {
		h.folder.Recoveries = append(h.folder.Recoveries, *r)
	}
}

// renewIndexes moves damaged indexes to the backup, and the index of all files with them, and makes them anew.
func (h *home) renewIndexes(damage []check.Damage, r *folder.Recovery) error {
	damaged := map[string]bool{}
	for _, d := range damage {
		if strings.HasSuffix(d.File, indexEnding) {
			damaged[d.File] = true
		}
	}
	if len(damaged) == 0 {
		return nil
	}
	damaged[filepath.Join(folder.WARCDir, "index"+indexEnding)] = true
	to := h.path(r.Backup, folder.WARCDir)
	if err := disk.MkdirAll(to, 0o755); err != nil {
		return err
	}
	for name := range damaged {
		err := disk.Rename(h.path(name), filepath.Join(to, filepath.Base(name)))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		r.Indexes = append(r.Indexes, name)
	}
	slices.Sort(r.Indexes)
	return warc.IndexFiles(h.path(folder.WARCDir), h.warcOptions())
}
