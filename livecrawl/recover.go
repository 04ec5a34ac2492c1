package livecrawl

import (
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
	"weft/web/warc"
)

// A Recovery says what was damaged in a crawl, and what was kept when it was recovered.
type Recovery struct {
	Time   time.Time `json:"time"`
	Found  []string  `json:"found"`            // what was damaged; empty if nothing was, and nothing was done
	Backup string    `json:"backup,omitempty"` // the folder with the files as they were before

	Replies  int64 `json:"replies,omitempty"`        // that the log has still
	LogBytes int64 `json:"log_bytes,omitempty"`      // that were kept
	LogLost  int64 `json:"log_bytes_lost,omitempty"` // that were not; their pages are fetched again
	Names    int   `json:"names,omitempty"`          // of pages that are known still

	// The archive keeps all its records. Answers are those that the log knows, and what follows on them is of pages
	// that are fetched again, up to the end of the file ArchiveFile.
	Answers     int64        `json:"answers,omitempty"`
	ArchiveFile string       `json:"archive_file,omitempty"`
	Files       int          `json:"archive_files,omitempty"`
	Bytes       int64        `json:"archive_bytes,omitempty"`
	Missing     []string     `json:"archive_missing,omitempty"` // files that are gone
	Aside       []warc.Aside `json:"moved,omitempty"`           // what was no whole record

	NewFolder bool `json:"new_crawl_json,omitempty"` // crawl.json could not be read: settings of runs before are lost
}

const (
	stagingDir    = ".recovered" // what is going to take the place of damaged parts
	stagingReady  = "ready"      // in it: everything is there; the name of the backup
	stagingMoved  = "moved"      // in it: what is replaced is in the backup
	damagedPrefix = "damaged-"   // of folders with the parts that were replaced
)

// Recover makes the crawl in a folder one that Resume goes on with, of what is intact of it. Log and names are kept
// up to the first damage, and what they do not know any more is fetched again; the archive keeps every record. The
// damaged files stay in a folder damaged-TIME of the crawl. Nothing is changed if nothing is damaged that a resume
// needs.
//
// It fails if the header of the log cannot be read, as only that says what crawl it is.
func Recover(o Options) (*Recovery, error) {
	if !holdsCrawl(o.Dir) {
		return nil, fmt.Errorf("%s: it holds no crawl: there is neither %s nor %s nor %s", o.Dir, crawlFile, logDir, warcDir)
	}
	j, err := lockFolder(o)
	if err != nil {
		return nil, err
	}
	r, err := j.recover()
	return r, errors.Join(err, j.lock.Release())
}

// holdsCrawl says whether a folder has anything of a crawl.
func holdsCrawl(dir string) bool {
	for _, part := range []string{crawlFile, logDir, warcDir} {
		if _, err := os.Stat(filepath.Join(dir, part)); err == nil {
			return true
		}
	}
	return false
}

func (j *Job) recover() (*Recovery, error) {
	if err := j.finishRecovery(); err != nil {
		return nil, err
	}
	r := &Recovery{Time: time.Now().UTC().Truncate(time.Second), Found: []string{}}
	if err := j.diagnose(r); err != nil || len(r.Found) == 0 {
		return r, err
	}
	if err := j.stage(r); err != nil {
		return nil, errors.Join(err, disk.RemoveAll(j.path(stagingDir)))
	}
	return r, j.finishRecovery()
}

// diagnose finds what is damaged that a resume needs.
func (j *Job) diagnose(r *Recovery) error {
	dir := j.opts.Dir
	bad := func(err error) { r.Found = append(r.Found, err.Error()) }
	header, err := journal.Header(j.path(logDir))
	if err == nil {
		err = json.Unmarshal(header, &j.cfg)
	}
	if err != nil {
		return option.Errorf("%w (nothing says any more what crawl this is: {import} %s reads the archive, and a new crawl with {since} %s fetches what has changed)",
			err, filepath.Join(dir, warcDir), dir)
	}
	switch j.folder, err = ReadFolder(dir); {
	case errors.Is(err, corrupt.Err):
		bad(err)
		j.folder = nil
	case err != nil: // a later format, or a file that may not be read, is no damage
		return err
	}
	names, err := frontier.Verify(j.path(frontierDir), 0, nil)
	if err != nil {
		bad(err)
	}
	closed := j.folder != nil && j.folder.closed()
	if err := (journal.Opening{Closed: closed, Has: j.has}).Check(j.path(logDir)); err != nil {
		bad(err)
	}
	if err := journal.Replayable(j.path(logDir), names.Names); err != nil {
		bad(err)
	}
	return nil
}

// stage makes what takes the place of the damaged parts.
func (j *Job) stage(r *Recovery) error {
	if err := disk.RemoveAll(j.path(stagingDir)); err != nil {
		return err
	}
	if err := disk.MkdirAll(j.path(stagingDir), 0o755); err != nil {
		return err
	}
	intact, _, err := frontier.Salvage(j.path(frontierDir), func([]byte) error { return nil })
	if err != nil {
		return err
	}
	s, err := journal.SalvageLog(j.path(logDir), intact)
	if err != nil {
		return err
	}
	r.Replies, r.LogBytes, r.LogLost, r.Names = s.Replies, s.End.Offset, s.Size-s.End.Offset, s.Names
	if err := j.stageNames(s.Names); err != nil {
		return err
	}
	end, err := j.salvageArchive(r)
	if err != nil {
		return err
	}
	if err := s.Rebuild(j.path(logDir), j.path(stagingDir, logDir), end); err != nil {
		return err
	}
	if err := j.stageCrawlLog(); err != nil {
		return err
	}
	if r.Answers, err = answersOf(j.path(stagingDir, logDir)); err != nil {
		return err
	}
	return j.stageFolder(r)
}

// stageNames makes a frontier of the first names.
func (j *Job) stageNames(n int) error {
	to, err := frontier.CreateNames(j.path(stagingDir, frontierDir))
	if err != nil {
		return err
	}
	_, _, err = frontier.Salvage(j.path(frontierDir), func(name []byte) error {
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

// salvageArchive makes the archive one that goes on at its end.
func (j *Job) salvageArchive(r *Recovery) (journal.End, error) {
	if j.cfg.Web != Live {
		return journal.End{}, nil
	}
	s, err := warc.SalvageFiles(j.path(warcDir), j.warcOptions())
	if err != nil {
		return journal.End{}, err
	}
	r.Files, r.Bytes, r.Missing, r.Aside, r.ArchiveFile = s.Files, s.Bytes, s.Missing, s.Aside, s.Last
	for i := range r.Aside {
		if name, err := filepath.Rel(j.opts.Dir, r.Aside[i].File); err == nil {
			r.Aside[i].File = name
		}
	}
	return journal.End(s.End), nil
}

// stageCrawlLog copies the crawl log, which is text and is never replaced.
func (j *Job) stageCrawlLog() error {
	in, err := os.Open(j.path(logDir, crawlLog))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // only read
	return atomicfile.Write(j.path(stagingDir, logDir, crawlLog), func(w io.Writer) error {
		_, err := io.Copy(w, in)
		return err
	})
}

// stageFolder writes crawl.json, and that everything is there.
func (j *Job) stageFolder(r *Recovery) error {
	f := j.folder
	if r.NewFolder = f == nil; f == nil {
		f = &Folder{Kind: folderKind, Format: formatVersion, Created: j.began0()}
	}
	r.Backup = damagedPrefix + r.Time.Format("20060102150405")
	for i := 2; ; i++ {
		if _, err := os.Lstat(j.path(r.Backup)); errors.Is(err, os.ErrNotExist) {
			break
		}
		r.Backup = fmt.Sprintf("%s%s-%d", damagedPrefix, r.Time.Format("20060102150405"), i)
	}
	f.Recoveries = append(f.Recoveries, *r)
	f.Lists = nil // they may be damaged, too; the next run sums them up
	if len(f.Runs) == 0 {
		f.Runs = append(f.Runs, Run{Command: j.opts.Command, Version: j.opts.Version, Began: f.Created})
	}
	f.Runs[len(f.Runs)-1].Whole = true // nothing is torn any more
	if err := f.write(j.path(stagingDir)); err != nil {
		return err
	}
	return atomicfile.WriteFile(j.path(stagingDir, stagingReady), []byte(r.Backup))
}

// began0 says when a crawl was begun whose crawl.json is lost: when its first archive was, or else its log.
func (j *Job) began0() time.Time {
	files, err := archivesOf(j.opts.Dir)
	if err == nil && len(files) > 0 {
		if rec, err := warc.ReadAt(j.path(warcDir), filepath.Base(files[0]), 0); err == nil && !rec.Date().IsZero() {
			return rec.Date().UTC().Truncate(time.Second)
		}
	}
	if info, err := os.Stat(j.path(logDir, "events")); err == nil {
		return info.ModTime().UTC().Truncate(time.Second)
	}
	return time.Now().UTC().Truncate(time.Second)
}

// finishRecovery puts what was staged in its place, and what was there into the backup. Killed before its end, it
// is done again.
func (j *Job) finishRecovery() error {
	backup, err := os.ReadFile(j.path(stagingDir, stagingReady))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	to := string(backup)
	if filepath.Base(to) != to || to == "." || to == ".." {
		return corrupt.Errorf("%s: %q is no name of a folder", j.path(stagingDir, stagingReady), to)
	}
	if err := j.moveAside(to); err != nil {
		return err
	}
	for _, part := range recoveredParts {
		if err := j.moveIn(part); err != nil {
			return err
		}
	}
	if err := atomicfile.SyncDir(j.opts.Dir); err != nil {
		return err
	}
	// What says that there is something to do goes first.
	if err := errors.Join(disk.Remove(j.path(stagingDir, stagingReady)), atomicfile.SyncDir(j.path(stagingDir))); err != nil {
		return err
	}
	return disk.RemoveAll(j.path(stagingDir))
}

// recoveredParts are what a recovery replaces.
var recoveredParts = []string{logDir, frontierDir, crawlFile}

// moveAside moves what is replaced into the backup, and notes that it is there for certain.
func (j *Job) moveAside(backup string) error {
	moved := j.path(stagingDir, stagingMoved)
	if _, err := os.Stat(moved); err == nil {
		return nil
	}
	if err := disk.MkdirAll(j.path(backup), 0o755); err != nil {
		return err
	}
	for _, part := range recoveredParts {
		if _, err := os.Lstat(j.path(part)); errors.Is(err, os.ErrNotExist) {
			continue
		}
		to := j.path(backup, part)
		for i := 2; ; i++ { // the system may have gone down while it was moved, so that it is here and there
			if _, err := os.Lstat(to); errors.Is(err, os.ErrNotExist) {
				break
			}
			to = j.path(backup, fmt.Sprintf("%s-%d", part, i))
		}
		if err := disk.Rename(j.path(part), to); err != nil {
			return err
		}
	}
	if err := errors.Join(atomicfile.SyncDir(j.path(backup)), atomicfile.SyncDir(j.opts.Dir)); err != nil {
		return err
	}
	return atomicfile.WriteFile(moved, nil)
}

// moveIn moves a part that was staged to its place, unless it is there.
func (j *Job) moveIn(part string) error {
	if _, err := os.Lstat(j.path(part)); err == nil {
		return nil
	}
	return disk.Rename(j.path(stagingDir, part), j.path(part))
}
