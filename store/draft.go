package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"weft/internal/atomicfile"
	"weft/internal/disk"
	"weft/internal/flock"
	"weft/internal/npy"
	"weft/page"
)

// A Draft is a crawl that is being made. It grows in a hidden folder beside its target, which a killed process leaves
// behind and the next one for the same target empties; it cannot be taken for a crawl, as it has no manifest until it is
// complete.
type Draft struct {
	target, dir string
	lock        *flock.Lock
	replace     bool
	graph       *FileInfo // of the graph's file, once it is known
}

// lockName is the file in a crawl, or a draft, that whoever changes it has locked.
const lockName = ".lock"

// graphFile is the file that says which graph it is.
const graphFile = GraphBase + ".graph"

// ErrExists says that the target of a new crawl is taken.
var ErrExists = errors.New("it exists")

// Begin starts a crawl that will appear at dir. If there is something already it must be a crawl, and replace be true.
func Begin(dir string, replace bool) (*Draft, error) {
	dir = filepath.Clean(dir)
	hidden := filepath.Join(filepath.Dir(dir), "."+filepath.Base(dir)+".draft")
	// A process that was killed while it replaced a crawl may have left the old one aside: it comes back.
	if _, err := os.Stat(dir); errors.Is(err, os.ErrNotExist) {
		if err := disk.Rename(hidden+".old", dir); err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
	}
	if err := mayAppear(dir, replace); err != nil {
		return nil, err
	}
	lock, err := lockDraft(hidden)
	if err != nil {
		return nil, fmt.Errorf("make %s: another process is at it: %w", dir, err)
	}
	removeDrafts(hidden)
	d := &Draft{target: dir, dir: hidden, lock: lock, replace: replace}
	return d, d.empty()
}

// lockDraft makes the folder of a draft, and locks it. Another process may take it for left before it is locked, and clear it away: it
// is made again.
func lockDraft(hidden string) (lock *flock.Lock, err error) {
	for range 3 {
		if err := disk.MkdirAll(hidden, 0o755); err != nil {
			return nil, err
		}
		if lock, err = flock.AcquireWithin(filepath.Join(hidden, lockName), 100*time.Millisecond); err == nil {
			break
		}
	}
	return lock, err
}

// removeDrafts removes what killed processes left of other drafts beside ours, and crawls aside whose successors are there. A crawl
// aside without one is the only copy: it waits for the next draft of its name.
func removeDrafts(ours string) {
	if !flock.Works {
		return
	}
	parent := filepath.Dir(ours)
	entries, _ := os.ReadDir(parent) // what cannot be seen stays
	for _, e := range entries {
		dir := filepath.Join(parent, e.Name())
		name, hidden := strings.CutPrefix(e.Name(), ".")
		switch {
		case !hidden || !e.IsDir() || dir == ours:
		case strings.HasSuffix(name, ".draft"):
			removeUnlocked(dir)
		case strings.HasSuffix(name, ".draft.old") && replaced(parent, strings.TrimSuffix(name, ".draft.old"), ours):
			disk.RemoveAll(dir) //nolint:errcheck // it may be another user's
		}
	}
}

// replaced says whether a crawl is there, and nobody, but for the owner of the draft ours, is about to put it there.
func replaced(parent, name, ours string) bool {
	draft := filepath.Join(parent, "."+name+".draft")
	_, err1 := readManifest(filepath.Join(parent, name))
	_, err2 := os.Stat(draft)
	return err1 == nil && (draft == ours || errors.Is(err2, os.ErrNotExist))
}

// removeUnlocked removes a draft that nobody works on. One without a lock is about to be begun, or to be published.
func removeUnlocked(dir string) {
	path := filepath.Join(dir, lockName)
	if _, err := os.Stat(path); err != nil {
		return
	}
	if lock, err := flock.AcquireThere(path); err == nil {
		disk.RemoveAll(dir) //nolint:errcheck // it may be another user's
		lock.Release()      //nolint:errcheck // its file is gone
	}
}

// IsSame says whether two paths name the same file or folder, which is there.
func IsSame(a, b string) bool {
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}

func mayAppear(dir string, replace bool) error {
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
		return fmt.Errorf("make a crawl in %s: %w: choose another name, or replace it with --force", dir, ErrExists)
	}
	return nil
}

// empty removes what an earlier process left.
func (d *Draft) empty() error {
	entries, err := os.ReadDir(d.dir)
	for _, e := range entries {
		if e.Name() != lockName {
			err = errors.Join(err, disk.RemoveAll(filepath.Join(d.dir, e.Name())))
		}
	}
	return err
}

// Path returns where a file of the draft is written.
func (d *Draft) Path(name string) string { return filepath.Join(d.dir, filepath.FromSlash(name)) }

// Dir returns the folder of the draft, good for scratch files.
func (d *Draft) Dir() string { return d.dir }

// Commit sums up the files, writes the manifest and publishes the crawl at its target.
func (d *Draft) Commit(m *Manifest) error {
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
	if err := m.write(d.dir); err != nil {
		return err
	}
	if err := d.publish(); err != nil {
		return fmt.Errorf("publish %s: %w", d.target, err)
	}
	return nil
}

// publish renames the draft to its target; a crawl that is replaced is moved aside first.
func (d *Draft) publish() error {
	aside := d.dir + ".old"
	if err := disk.RemoveAll(aside); err != nil {
		return err
	}
	if err := disk.Rename(d.target, aside); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	err := disk.Remove(filepath.Join(d.dir, lockName))
	if err == nil {
		err = disk.Rename(d.dir, d.target)
	}
	if err != nil {
		if back := disk.Rename(aside, d.target); !errors.Is(back, os.ErrNotExist) {
			err = errors.Join(err, back)
		}
		return err
	}
	err = errors.Join(d.lock.Release(), atomicfile.SyncDir(filepath.Dir(d.target)))
	d.lock = nil
	if err != nil {
		return err // the old crawl stays aside, as the new one may not be durable
	}
	return disk.RemoveAll(aside)
}

// Abort removes the draft unless it was committed. It is meant to be deferred.
func (d *Draft) Abort() {
	if d.lock == nil {
		return
	}
	disk.RemoveAll(d.dir) //nolint:errcheck // what is left the next draft removes
	d.lock.Release()      //nolint:errcheck // the process ends or goes on without it
	d.lock = nil
}

// WriteStates writes the state of every page, and counts them.
func (d *Draft) WriteStates(c *Counts, states []uint8) error {
	var counts [page.NumStates]int
	for _, s := range states {
		counts[s]++
	}
	c.Pages = len(states)
	c.Ghosts, c.Excluded, c.Failed = counts[page.Ghost], counts[page.Excluded], counts[page.Failed]
	c.Redirected, c.Fetched, c.Unknown = counts[page.Redirected], counts[page.Fetched], counts[page.Unknown]
	return npy.WriteFile(d.Path(StatesFile), states)
}
