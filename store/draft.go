package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"weft/internal/atomicfile"
	"weft/internal/disk"
	"weft/internal/flock"
	"weft/internal/option"
	"weft/store/notes"
)

// A Draft is a crawl under construction. It writes and counts the given data, in a hidden folder beside its
// target. A killed process leaves this folder, and the next one for the same target empties it. It cannot be
// mistaken for a crawl, because it has no manifest until it is complete.
type Draft struct {
	// Manifest describes the crawl so far.
	Manifest Manifest
	// States are the states of the pages: a page.State each.
	States []uint8

	ctx         context.Context //nolint:containedctx // a draft lives as long as one call of its maker
	opts        DraftOptions
	telling     sync.Mutex
	target, dir string
	lock        *flock.Lock
	graph       *FileInfo // of the graph's file, once it is known
	links       int       // arcs that are plain links and nothing else, the common case, counted so far
}

// lockName is the file in a crawl or a draft that a process locks before it makes changes.
const lockName = atomicfile.LockFile

// graphFile is the file that says which graph it is.
const graphFile = GraphBase + ".graph"

// ErrExists says that the target of a new crawl is taken.
var ErrExists = errors.New("it exists")

// Begin starts a crawl that will appear at o.Output. If there is something already it must be a crawl, and o.Replace be
// true. When ctx is done the methods of the draft say so.
func Begin(ctx context.Context, o *DraftOptions) (*Draft, error) {
	dir := filepath.Clean(o.Output)
	hidden := filepath.Join(filepath.Dir(dir), "."+filepath.Base(dir)+".draft")
	if err := bringBack(hidden+".old", dir); err != nil {
		return nil, err
	}
	if err := mayAppear(dir, o.Replace); err != nil {
		return nil, err
	}
	lock, err := lockDraft(hidden)
	if err != nil {
		return nil, fmt.Errorf("make %s: %w", dir, err)
	}
	removeDrafts(hidden)
	d := &Draft{ctx: ctx, opts: *o, target: dir, dir: hidden, lock: lock}
	d.Manifest.Order = ByInput
	if err := atomicfile.Clear(hidden); err != nil {
		return nil, errors.Join(err, lock.Release())
	}
	return d, nil
}

// bringBack gives a crawl its name again that a process which was killed while it replaced it left aside.
func bringBack(aside, dir string) error {
	_, err := os.Stat(dir)
	if !errors.Is(err, os.ErrNotExist) || !isCrawl(aside) || atomicfile.NoLink(dir) != nil {
		return nil
	}
	return disk.Rename(aside, dir)
}

// lockDraft locks the folder of a draft, which a killed process has left, or makes a new one. Other processes may
// remove or make the folder meanwhile.
func lockDraft(hidden string) (lock *flock.Lock, err error) {
	for deadline := time.Now().Add(lockDraftWait); ; time.Sleep(5 * time.Millisecond) {
		if lock, err = takeDraft(hidden); errors.Is(err, os.ErrNotExist) {
			lock, err = makeDraft(hidden)
		}
		moved := errors.Is(err, os.ErrNotExist) || errors.Is(err, os.ErrExist)
		switch {
		case time.Now().After(deadline) && (moved || flock.IsHeld(err)):
			return nil, fmt.Errorf("another process is writing it: %w", err)
		case time.Now().After(deadline) || !moved && !flock.IsHeld(err) && !errors.Is(err, errNoDraft):
			return lock, err
		}
	}
}

var errNoDraft = errors.New("it exists, and is not a draft of a crawl, or is one of an earlier version: move it away")

// takeDraft locks a draft that is there.
func takeDraft(hidden string) (*flock.Lock, error) {
	entries, err := os.ReadDir(hidden)
	switch {
	case err != nil:
		return nil, err
	case len(entries) == 0:
		return nil, errors.Join(disk.Remove(hidden), os.ErrNotExist)
	case !isDraft(hidden):
		return nil, fmt.Errorf("%s: %w", hidden, errNoDraft)
	}
	return flock.AcquireThere(filepath.Join(hidden, lockName))
}

// lockDraftWait is how long a draft waits for processes that make its folder, or clear it away.
const lockDraftWait = 300 * time.Millisecond

// makeDraft makes the folder of a draft. The folder gets its name after its lock is in it and marked. So wherever
// a process is killed, its remains can be recognised.
func makeDraft(hidden string) (*flock.Lock, error) {
	parent := filepath.Dir(hidden)
	if err := disk.MkdirAll(parent, 0o755); err != nil {
		return nil, err
	}
	f, err := atomicfile.NewFolder(parent, filepath.Base(hidden)+".tmp-*", 0o755)
	if err != nil {
		return nil, err
	}
	defer f.Remove() //nolint:errcheck // it was renamed, or is removed by the next one
	if err := f.Mark(draftMark); err != nil {
		return nil, err
	}
	return f.RenameInUse(hidden)
}

// draftMark is the content of the lock of a draft.
const draftMark = "a draft of a crawl of weft\n"

// isDraft reports whether a folder is the draft of a crawl.
func isDraft(dir string) bool {
	f, err := os.Open(filepath.Join(dir, lockName))
	if err != nil {
		return false
	}
	defer f.Close() //nolint:errcheck // nothing was written
	text, err := io.ReadAll(io.LimitReader(f, int64(len(draftMark)+1)))
	return err == nil && string(text) == draftMark
}

// isCrawl reports whether a folder has the manifest of a crawl, whole or not.
func isCrawl(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, ManifestFile))
	return err == nil
}

// removeDrafts removes what killed processes left of other drafts beside ours, and crawls aside whose successors are
// there. A crawl aside without one is the only copy: it waits for the next draft of its name.
func removeDrafts(ours string) {
	if !flock.Works {
		return
	}
	parent := filepath.Dir(ours)
	entries, _ := os.ReadDir(parent) // an unreadable folder stays
	for _, e := range entries {
		dir := filepath.Join(parent, e.Name())
		name, hidden := strings.CutPrefix(e.Name(), ".")
		switch {
		case !hidden || !e.IsDir() || dir == ours:
		case strings.HasSuffix(name, ".draft") && isDraft(dir):
			atomicfile.RemoveUnused(dir)
		case strings.HasSuffix(name, ".draft.old") && replaced(parent, strings.TrimSuffix(name, ".draft.old"), ours):
			removeAside(dir) //nolint:errcheck // it may be another user's
		}
	}
}

// removeAside removes a crawl aside, the manifest last, so that the remains after a kill can be recognised.
func removeAside(dir string) error {
	switch _, err := os.Lstat(dir); {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case !isCrawl(dir):
		return fmt.Errorf("%s exists, and is not a crawl: move it away", dir)
	}
	if err := atomicfile.NoLink(dir); err != nil {
		return err
	}
	if err := atomicfile.ClearBut(dir, ManifestFile); err != nil {
		return err
	}
	return disk.RemoveAll(dir)
}

// replaced reports whether a crawl exists, and no process except the owner of the draft ours is about to put it
// there.
func replaced(parent, name, ours string) bool {
	draft := filepath.Join(parent, "."+name+".draft")
	_, err1 := readManifest(filepath.Join(parent, name))
	_, err2 := os.Stat(draft)
	return err1 == nil && (draft == ours || errors.Is(err2, os.ErrNotExist))
}

// ErrSame says that a crawl would be replaced that is read.
var ErrSame = errors.New("it is being read: choose another name for the new crawl")

// Apart refuses an output that is one of the crawls that it is made of.
func (o *DraftOptions) Apart(from ...*Crawl) error {
	for _, c := range from {
		if isSame(o.Output, c.Path) {
			return fmt.Errorf("%s: %w", o.Output, ErrSame)
		}
	}
	return nil
}

// isSame reports whether two paths name the same file or folder, which is there.
func isSame(a, b string) bool {
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}

func mayAppear(dir string, replace bool) error {
	if err := atomicfile.NoLink(dir); err != nil {
		return fmt.Errorf("make a crawl: %w", err)
	}
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("make a crawl: %w", err)
	case len(entries) == 0:
		return nil
	}
	if _, err := os.Stat(filepath.Join(dir, ManifestFile)); err != nil {
		return fmt.Errorf("make a crawl in %s: %w, and is not a crawl: choose another name", dir, ErrExists)
	}
	if !replace {
		return option.Errorf("make a crawl in %s: %w: choose another name, or replace it with {force}", dir, ErrExists)
	}
	return nil
}

// Path returns where a file of the draft is written.
func (d *Draft) Path(name string) string { return filepath.Join(d.dir, filepath.FromSlash(name)) }

// Dir returns the folder of the draft, good for scratch files.
func (d *Draft) Dir() string { return d.dir }

// Commit completes the step that made the crawl with command, version and time. It computes the checksums, writes
// the manifest, and publishes the crawl at its target.
func (d *Draft) Commit(step Step) error {
	d.Note("checksums", 0, 0)
	if err := d.ctx.Err(); err != nil {
		return err
	}
	step.Command, step.Version, step.Time = d.opts.Command, d.opts.Version, d.opts.Now
	m := &d.Manifest
	m.Steps = []Step{step}
	paths, err := listFiles(d.dir)
	if err != nil {
		return err
	}
	m.Files = make(map[string]FileInfo, len(paths))
	for _, p := range paths {
		if p == graphFile && d.graph != nil {
			m.Files[p] = *d.graph
			continue
		}
		if m.Files[p], err = sumFile(d.Path(p)); err != nil {
			return err
		}
	}
	m.GraphID = m.Files[graphFile].SHA256
	if err := d.keepResults(m); err != nil {
		return err
	}
	if err := m.write(d.dir); err != nil {
		return err
	}
	carried, err := notes.Carry(d.target, d.dir)
	if err != nil {
		return fmt.Errorf("publish %s: its notes cannot be kept: %w", d.target, err)
	}
	err = d.publish()
	if err = errors.Join(err, carried()); err != nil {
		return fmt.Errorf("publish %s: %w", d.target, err)
	}
	return nil
}

// publish renames the draft, with its lock, to its target. A replaced crawl is moved aside first.
func (d *Draft) publish() error {
	aside := d.dir + ".old"
	if err := removeAside(aside); err != nil {
		return err
	}
	if err := disk.Rename(d.target, aside); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := disk.Rename(d.dir, d.target); err != nil {
		if back := disk.Rename(aside, d.target); !errors.Is(back, os.ErrNotExist) {
			err = errors.Join(err, back)
		}
		return err
	}
	err := atomicfile.SyncDir(filepath.Dir(d.target)) // first, as the draft must not come back without its lock
	err = errors.Join(err, disk.Remove(filepath.Join(d.target, lockName)), d.lock.Release())
	d.lock = nil
	if err != nil {
		return err // the old crawl stays aside, as the new one may not be durable
	}
	return removeAside(aside)
}

// Abort removes the draft unless it was committed. It is meant to be deferred.
func (d *Draft) Abort() {
	if d.lock == nil {
		return
	}
	atomicfile.RemoveInUse(d.dir) //nolint:errcheck // what is left the next draft removes
	d.lock.Release()              //nolint:errcheck // the process ends or goes on without it
	d.lock = nil
}
