package livecrawl

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"weft/crawl/frontier"
	"weft/crawl/journal"
	"weft/internal/atomicfile"
	"weft/internal/corrupt"
	"weft/internal/disk"
	"weft/internal/option"
	"weft/livecrawl/check"
	"weft/livecrawl/folder"
	"weft/web/warc"
)

// Recover repairs the crawl in a folder, from its intact parts, so that Resume continues it. Log and names are
// kept up to the first damage, and pages after it are fetched again. The archive keeps every record. The damaged
// files are moved to a subfolder damaged-TIME. If nothing that a resume needs is damaged, log and names do not change.
//
// Then Recover reads the whole archive. Damaged records stay as they are; Resume requests their pages again. Damaged
// indexes are made anew.
//
// Recover fails if the header of the log cannot be read, because only the header identifies the crawl.
func Recover(ctx context.Context, o Options) (*folder.Recovery, error) {
	if !folder.Holds(o.Dir) {
		return nil, fmt.Errorf("%s: it holds no crawl: there is neither %s nor %s nor %s", o.Dir, folder.CrawlFile, folder.LogDir, folder.WARCDir)
	}
	j, err := lockFolder(o)
	if err != nil {
		return nil, err
	}
	r, err := j.recover()
	if err == nil {
		err = j.recoverArchive(ctx, r)
	}
	return r, errors.Join(err, j.lock.Release())
}

func (h *home) recover() (*folder.Recovery, error) {
	if err := h.finishRecovery(); err != nil {
		return nil, err
	}
	r := &folder.Recovery{Time: time.Now().UTC().Truncate(time.Second), Found: []string{}}
	if err := h.diagnose(r); err != nil || len(r.Found) == 0 {
		return r, err
	}
	if err := h.stage(r); err != nil {
		return nil, errors.Join(err, disk.RemoveAll(h.path(folder.StagingDir)))
	}
	return r, h.finishRecovery()
}

// diagnose finds what is damaged that a resume needs.
func (h *home) diagnose(r *folder.Recovery) error {
	dir := h.opts.Dir
	bad := func(err error) { r.Found = append(r.Found, err.Error()) }
	header, err := journal.Header(h.path(folder.LogDir))
	if err == nil {
		err = json.Unmarshal(header, &h.cfg)
	}
	if err != nil {
		return option.Errorf("%w (the identity of the crawl is lost: {import} %s reads the archive, and a new crawl with {since} %s fetches what has changed)",
			err, filepath.Join(dir, folder.WARCDir), dir)
	}
	switch h.folder, err = folder.Read(dir); {
	case errors.Is(err, corrupt.Err):
		bad(err)
		h.folder = nil
	case err != nil: // a later format, or a file that may not be read, is no damage
		return err
	}
	names, err := frontier.Verify(h.path(folder.FrontierDir), 0, nil)
	if err != nil {
		bad(err)
	}
	closed := h.folder != nil && h.folder.Closed()
	if err := (journal.Opening{Closed: closed, Has: h.has}).Check(h.path(folder.LogDir)); err != nil {
		bad(err)
	}
	if err := journal.Replayable(h.path(folder.LogDir), names.Names); err != nil {
		bad(err)
	}
	return nil
}

// stage makes what takes the place of the damaged parts.
func (h *home) stage(r *folder.Recovery) error {
	if err := disk.RemoveAll(h.path(folder.StagingDir)); err != nil {
		return err
	}
	if err := disk.MkdirAll(h.path(folder.StagingDir), 0o755); err != nil {
		return err
	}
	intact, _, err := frontier.Salvage(h.path(folder.FrontierDir), func([]byte) error { return nil })
	if err != nil {
		return err
	}
	s, err := journal.SalvageLog(h.path(folder.LogDir), intact)
	if err != nil {
		return err
	}
	r.Replies, r.LogBytes, r.LogLost, r.Names = s.Replies, s.End.Offset, s.Size-s.End.Offset, s.Names
	if err := h.stageNames(s.Names); err != nil {
		return err
	}
	end, err := h.salvageArchive(r)
	if err != nil {
		return err
	}
	if err := s.Rebuild(h.path(folder.LogDir), h.path(folder.StagingDir, folder.LogDir), end); err != nil {
		return err
	}
	for _, name := range []string{folder.CrawlLog, folder.TimesFile} {
		if err := h.stageLogFile(name); err != nil {
			return err
		}
	}
	if r.Answers, err = check.Answers(h.path(folder.StagingDir, folder.LogDir)); err != nil {
		return err
	}
	return h.stageFolder(r)
}

// stageNames makes a frontier of the first names.
func (h *home) stageNames(n int) error {
	to, err := frontier.CreateNames(h.path(folder.StagingDir, folder.FrontierDir))
	if err != nil {
		return err
	}
	_, _, err = frontier.Salvage(h.path(folder.FrontierDir), func(name []byte) error {
		if to.Len() == n {
			return io.EOF
		}
		return to.Append(name)
	})
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return errors.Join(err, to.Flush(), to.Sync(), to.Close())
}

// salvageArchive repairs the archive so that it can continue at its end.
func (h *home) salvageArchive(r *folder.Recovery) (journal.End, error) {
	if h.cfg.Web != folder.Live {
		return journal.End{}, nil
	}
	s, err := warc.SalvageFiles(h.path(folder.WARCDir), h.warcOptions())
	if err != nil {
		return journal.End{}, err
	}
	r.Files, r.Bytes, r.Missing, r.Aside, r.ArchiveFile = s.Files, s.Bytes, s.Missing, s.Aside, s.Last
	for i := range r.Aside {
		if name, err := filepath.Rel(h.opts.Dir, r.Aside[i].File); err == nil {
			r.Aside[i].File = name
		}
	}
	return journal.End(s.End), nil
}

// stageLogFile copies a file beside the event log, the crawl log or the times, which are never replaced.
func (h *home) stageLogFile(name string) error {
	in, err := os.Open(h.path(folder.LogDir, name))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // only read
	return atomicfile.Write(h.path(folder.StagingDir, folder.LogDir, name), func(w io.Writer) error {
		_, err := io.Copy(w, in)
		return err
	})
}

// stageFolder writes crawl.json, and that everything is there.
func (h *home) stageFolder(r *folder.Recovery) error {
	f := h.folder
	if r.NewFolder = f == nil; f == nil {
		f = &folder.Folder{Kind: folder.Kind, Format: folder.FormatOf(&h.cfg), Created: h.began0()}
	}
	r.Backup = h.backup(r)
	f.DropAnswers(r.Answers)
	f.Recoveries = append(f.Recoveries, *r)
	f.Lists = nil // they may be damaged, too; the next run sums them up
	if len(f.Runs) == 0 {
		f.Runs = append(f.Runs, folder.Run{Command: h.opts.Command, Version: h.opts.Version, Began: f.Created})
	}
	f.Runs[len(f.Runs)-1].Whole = true // nothing is torn any more
	if err := f.Write(h.path(folder.StagingDir)); err != nil {
		return err
	}
	return atomicfile.WriteFile(h.path(folder.StagingDir, folder.StagingReady), []byte(r.Backup))
}

// backup returns the name of a folder for the damaged files.
func (h *home) backup(r *folder.Recovery) string {
	name := folder.DamagedPrefix + r.Time.Format("20060102150405")
	for i := 2; ; i++ {
		if _, err := os.Lstat(h.path(name)); errors.Is(err, os.ErrNotExist) {
			return name
		}
		name = fmt.Sprintf("%s%s-%d", folder.DamagedPrefix, r.Time.Format("20060102150405"), i)
	}
}

// began0 says when a crawl was begun whose crawl.json is lost: when its first archive was, or else its log.
func (h *home) began0() time.Time {
	files, err := folder.Archives(h.opts.Dir)
	if err == nil && len(files) > 0 {
		if rec, err := warc.ReadAt(h.path(folder.WARCDir), filepath.Base(files[0]), 0); err == nil && !rec.Date().IsZero() {
			return rec.Date().UTC().Truncate(time.Second)
		}
	}
	if info, err := os.Stat(h.path(folder.LogDir, "events")); err == nil {
		return info.ModTime().UTC().Truncate(time.Second)
	}
	return time.Now().UTC().Truncate(time.Second)
}

// finishRecovery puts what was staged in its place, and what was there into the backup. Killed before its end, it
// is done again.
func (h *home) finishRecovery() error {
	backup, err := os.ReadFile(h.path(folder.StagingDir, folder.StagingReady))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	to := string(backup)
	if filepath.Base(to) != to || to == "." || to == ".." {
		return corrupt.Errorf("%s: %q is no name of a folder", h.path(folder.StagingDir, folder.StagingReady), to)
	}
	if err := h.moveAside(to); err != nil {
		return err
	}
	for _, part := range recoveredParts {
		if err := h.moveIn(part); err != nil {
			return err
		}
	}
	if err := atomicfile.SyncDir(h.opts.Dir); err != nil {
		return err
	}
	// The file that announces work to do is removed first.
	if err := errors.Join(disk.Remove(h.path(folder.StagingDir, folder.StagingReady)), atomicfile.SyncDir(h.path(folder.StagingDir))); err != nil {
		return err
	}
	return disk.RemoveAll(h.path(folder.StagingDir))
}

// recoveredParts are the parts that a recovery replaces.
var recoveredParts = []string{folder.LogDir, folder.FrontierDir, folder.CrawlFile}

// moveAside moves what is replaced into the backup, and notes that it is there for certain.
func (h *home) moveAside(backup string) error {
	moved := h.path(folder.StagingDir, folder.StagingMoved)
	if _, err := os.Stat(moved); err == nil {
		return nil
	}
	if err := disk.MkdirAll(h.path(backup), 0o755); err != nil {
		return err
	}
	for _, part := range recoveredParts {
		if _, err := os.Lstat(h.path(part)); errors.Is(err, os.ErrNotExist) {
			continue
		}
		to := h.path(backup, part)
		for i := 2; ; i++ { // the system may have gone down while it was moved, so that it is here and there
			if _, err := os.Lstat(to); errors.Is(err, os.ErrNotExist) {
				break
			}
			to = h.path(backup, fmt.Sprintf("%s-%d", part, i))
		}
		if err := disk.Rename(h.path(part), to); err != nil {
			return err
		}
	}
	if err := errors.Join(atomicfile.SyncDir(h.path(backup)), atomicfile.SyncDir(h.opts.Dir)); err != nil {
		return err
	}
	return atomicfile.WriteFile(moved, nil)
}

// moveIn moves a part that was staged to its place, unless it is there.
func (h *home) moveIn(part string) error {
	if _, err := os.Lstat(h.path(part)); err == nil {
		return nil
	}
	return disk.Rename(h.path(folder.StagingDir, part), h.path(part))
}
