// Package atomicfile writes files that appear whole or not at all.
package atomicfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"weft/internal/disk"
	"weft/internal/flock"
)

// A File is written aside, under a temporary name in the folder of its target, and appears under its own name when it
// is committed. It buffers.
type File struct {
	*bufio.Writer
	f      *disk.File
	lock   *flock.Lock // until the file has its name; nil where there are no locks
	path   string
	direct bool // f is the existing file at path: a device or a pipe
	ready  bool // it is whole under its temporary name, and synced
	done   bool
}

// Create starts a file that will appear at path. A device or a pipe that is there stays, and is written to at once.
// A symbolic link to a regular file, or to nothing, is replaced; what it points to stays.
func Create(path string) (*File, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		f, err := disk.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, err
		}
		return &File{Writer: bufio.NewWriterSize(f, 1<<16), f: f, path: path, direct: true}, nil
	}
	removeLeft(filepath.Dir(path), "."+filepath.Base(path)+aside)
	f, lock, err := createHeld(path)
	if err != nil {
		if cause, ok := errors.AsType[*os.PathError](err); ok {
			err = cause.Err // which names the temporary file
		}
		return nil, fmt.Errorf("write %s: %w", path, err)
	}
	return &File{Writer: bufio.NewWriterSize(f, 1<<16), f: f, lock: lock, path: path}, nil
}

// Commit flushes, syncs and renames the file, and syncs its folder. After an error the file is gone.
func (f *File) Commit() error {
	if err := f.appear(); err != nil || f.direct {
		return err
	}
	return SyncDir(filepath.Dir(f.path))
}

// appear is Commit without a sync of the folder.
func (f *File) appear() error {
	if f.done {
		return errors.New("commit of a file that is finished: " + f.path)
	}
	err := f.prepare()
	f.done = true
	defer f.release()
	if f.direct {
		return err
	}
	if err == nil {
		err = disk.Rename(f.f.Name(), f.path)
	}
	if err != nil {
		err = fmt.Errorf("write %s: %w", f.path, err)
		return errors.Join(err, ignoreMissing(disk.Remove(f.f.Name())))
	}
	return nil
}

// prepare makes the file whole under its temporary name.
func (f *File) prepare() error {
	if f.ready {
		return nil
	}
	f.ready = true
	err := f.Flush()
	if err == nil && !f.direct {
		err = errors.Join(f.f.Chmod(0o644), f.f.Sync())
	}
	return errors.Join(err, f.f.Close())
}

// CommitAll commits files that belong together. All are written and synced before the first appears. key appears
// last, so a reader that sees it knows that all exist. The old key is removed first, so no reader takes old and
// new files for one set. After an error, the new files that have not appeared are removed, and key has not
// appeared.
func CommitAll(key *File, others ...*File) error {
	all := append(slices.Clip(others), key)
	defer func() {
		for _, f := range all {
			f.Abort() // unless it has appeared
		}
	}()
	for _, f := range all {
		if err := f.prepare(); err != nil {
			return fmt.Errorf("write %s: %w", f.path, err)
		}
	}
	if !key.direct {
		if err := ignoreMissing(disk.Remove(key.path)); err != nil {
			return fmt.Errorf("write %s: %w", key.path, err)
		}
	}
	if err := SyncDir(filepath.Dir(key.path)); err != nil {
		return err
	}
	for _, f := range others {
		if err := f.appear(); err != nil {
			return err
		}
	}
	if err := SyncDir(filepath.Dir(key.path)); err != nil {
		return err
	}
	return key.Commit()
}

func (f *File) release() {
	if f.lock != nil {
		f.lock.Release() //nolint:errcheck // nobody takes what has its name, or is gone, for left
	}
}

// Abort removes the file unless it was committed. It is meant to be deferred.
func (f *File) Abort() {
	if f.done {
		return
	}
	f.done = true
	defer f.release()
	if !f.ready {
		f.f.Close() //nolint:errcheck // the file is thrown away
	}
	if !f.direct {
		disk.Remove(f.f.Name()) //nolint:errcheck // the file is thrown away
	}
}

// WriteFile writes data to path, whole or not at all.
func WriteFile(path string, data []byte) error {
	return Write(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// Write calls fill with a writer whose bytes appear at path when fill succeeds, and nowhere when it does not.
func Write(path string, fill func(io.Writer) error) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	defer f.Abort()
	if err := fill(f); err != nil {
		return err
	}
	return f.Commit()
}

// SyncDir makes the names in a folder durable.
func SyncDir(dir string) error {
	return disk.SyncFolder(dir)
}

func ignoreMissing(err error) error {
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}
