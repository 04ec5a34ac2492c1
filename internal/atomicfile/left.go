package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"weft/internal/ascii"
	"weft/internal/disk"
	"weft/internal/flock"
)

// aside is in the temporary name of a file, between its name and digits. The writer holds a lock on the file. So
// the remains of a killed process differ from files in progress.
const aside = ".tmp-"

// createHeld makes the file aside, and locks it. Between the two another process may take it for left, and remove it.
func createHeld(path string) (*disk.File, *flock.Lock, error) {
	for range 100 {
		f, err := disk.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+aside+"*")
		if err != nil {
			return nil, nil, err
		}
		if !flock.Works {
			return f, nil, nil
		}
		lock, err := flock.AcquireThere(f.Name())
		switch {
		case err == nil:
			return f, lock, nil
		case !flock.IsHeld(err) && !errors.Is(err, os.ErrNotExist):
			return f, nil, nil // a file system without locks, where nothing is removed
		}
		f.Close() //nolint:errcheck // it is gone, or about to go
	}
	return nil, nil, fmt.Errorf("write %s: other processes keep removing its temporary files", path)
}

// Sweep removes the temporary files of killed processes in a folder of ours. It ignores errors, because these
// files only take room.
func Sweep(dir string) { removeLeft(dir, ".") }

// removeLeft removes files whose names are prefix, perhaps more, ".tmp-" and digits, and whose writers are gone.
func removeLeft(dir, prefix string) {
	entries, err := os.ReadDir(dir)
	if err != nil || !flock.Works {
		return
	}
	for _, e := range entries {
		before, digits, ok := cutLast(e.Name(), aside)
		if ok && strings.HasPrefix(before+aside, prefix) && ascii.IsNumber(digits) && e.Type().IsRegular() {
			removeUnheld(filepath.Join(dir, e.Name()))
		}
	}
}

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// removeUnheld removes a file that no process has locked.
func removeUnheld(path string) {
	if lock, err := flock.AcquireThere(path); err == nil {
		disk.Remove(path) //nolint:errcheck // it may be another user's
		lock.Release()    //nolint:errcheck // its file is gone
	}
}

// A Folder is one for scratch files. While it is in use a lock in it says so.
type Folder struct {
	Path string
	lock *flock.Lock
}

// LockFile is the file in a folder that the process using the folder has locked.
const LockFile = ".lock"

// young is the age up to which a folder without a lock may be about to get one.
const young = time.Hour

// NewFolder makes a folder with a name like os.MkdirTemp, and removes folders of the same kind that killed
// processes left.
func NewFolder(parent, pattern string, perm fs.FileMode) (*Folder, error) {
	dir, lock, err := lockedFolder(parent, pattern, perm)
	if err != nil {
		return nil, err
	}
	if flock.Works {
		removeFolders(dir, strings.TrimSuffix(filepath.Base(pattern), "*"))
	}
	return &Folder{dir, lock}, nil
}

// lockedFolder makes a folder, and locks it. Another process may take it for left before, and clear it away.
func lockedFolder(parent, pattern string, perm fs.FileMode) (dir string, lock *flock.Lock, err error) {
	for range 100 {
		if dir, err = disk.MkdirTemp(parent, pattern, perm); err != nil {
			return "", nil, err
		}
		if lock, err = flock.Acquire(filepath.Join(dir, LockFile)); err == nil {
			return dir, lock, nil
		}
		taken := flock.IsHeld(err) || errors.Is(err, os.ErrNotExist)
		if err = errors.Join(err, disk.RemoveAll(dir)); !taken {
			break
		}
	}
	return "", nil, err
}

// removeFolders removes the unused folders beside ours.
func removeFolders(ours, prefix string) {
	parent := filepath.Dir(ours)
	entries, _ := os.ReadDir(parent) // an unreadable folder stays
	for _, e := range entries {
		digits, ok := strings.CutPrefix(e.Name(), prefix)
		dir := filepath.Join(parent, e.Name())
		if !ok || !e.IsDir() || !ascii.IsNumber(digits) || dir == ours {
			continue
		}
		if _, err := os.Stat(filepath.Join(dir, LockFile)); err == nil {
			RemoveUnused(dir)
		} else if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > young {
			os.Remove(dir) //nolint:errcheck // only if it is empty
		}
	}
}

// RemoveUnused removes a folder whose [LockFile] no process has locked. A folder without this file stays, because
// it may be about to get its lock or its name.
func RemoveUnused(dir string) {
	if lock, err := flock.AcquireThere(filepath.Join(dir, LockFile)); err == nil {
		RemoveInUse(dir) //nolint:errcheck // it may be another user's
		lock.Release()   //nolint:errcheck // its file is gone
	}
}

// RemoveInUse removes a folder that the caller has locked. The lock goes last, so that the remains after a kill
// can be recognised.
func RemoveInUse(dir string) error {
	if err := errors.Join(Clear(dir), SyncDir(dir)); err != nil {
		return err
	}
	return errors.Join(disk.Remove(filepath.Join(dir, LockFile)), disk.Remove(dir))
}

// Clear removes everything in a folder that the caller has locked.
func Clear(dir string) error { return ClearBut(dir, LockFile) }

// ErrLink says that a folder is a symbolic link.
var ErrLink = errors.New("it is a symbolic link, and its target is neither replaced nor removed: name the folder itself, or remove the link")

// NoLink refuses a path that is a symbolic link.
func NoLink(path string) error {
	if to, is := disk.LinkTo(path); is {
		return fmt.Errorf("%s, to %s: %w", path, to, ErrLink)
	}
	return nil
}

// ClearBut removes everything in a folder except name. It refuses a symbolic link.
func ClearBut(dir, name string) error {
	if err := NoLink(dir); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if e.Name() != name {
			err = errors.Join(err, disk.RemoveAll(filepath.Join(dir, e.Name())))
		}
	}
	return err
}

// Remove removes the folder, unless it was renamed.
func (f *Folder) Remove() error {
	if f.lock == nil {
		return nil
	}
	err := ignoreMissing(RemoveInUse(f.Path))
	err = errors.Join(err, f.lock.Release())
	f.lock = nil
	return err
}

// Mark writes the purpose of the folder into the lock.
func (f *Folder) Mark(text string) error {
	lock, err := disk.OpenFile(filepath.Join(f.Path, LockFile), os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	_, err = lock.Write([]byte(text))
	return errors.Join(err, lock.Sync(), lock.Close(), SyncDir(f.Path))
}

// RenameInUse gives the folder its name, with its lock, which is the caller's from now on. It fails if a folder of that
// name is there that is not empty.
func (f *Folder) RenameInUse(to string) (*flock.Lock, error) {
	if err := disk.Rename(f.Path, to); err != nil {
		return nil, err
	}
	lock := f.lock
	f.lock = nil
	if err := SyncDir(filepath.Dir(to)); err != nil {
		return nil, errors.Join(err, RemoveInUse(to), lock.Release())
	}
	return lock, nil
}

// Rename gives the folder its name, and ends its use.
func (f *Folder) Rename(to string) error {
	if err := disk.Remove(filepath.Join(f.Path, LockFile)); err != nil {
		return err
	}
	if err := disk.Rename(f.Path, to); err != nil {
		return err
	}
	err := f.lock.Release()
	f.lock = nil
	return err
}
