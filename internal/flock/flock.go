// Package flock keeps two processes from doing the same thing at the same time.
package flock

import (
	"os"
	"time"
)

// A Lock is held by one process at a time; it ends with the process.
type Lock struct{ f *os.File }

// Acquire locks the file at path, without waiting. It is an error if another process holds the lock.
func Acquire(path string) (*Lock, error) { return take(path, os.O_CREATE) }

// AcquireThere is Acquire of a file that is there: none is made.
func AcquireThere(path string) (*Lock, error) { return take(path, 0) }

func take(path string, flag int) (*Lock, error) {
	f, err := os.OpenFile(path, flag|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	err = lock(f)
	if err == nil {
		err = isThere(f)
	}
	if err != nil {
		f.Close() //nolint:errcheck // the first error is told
		return nil, err
	}
	return &Lock{f}, nil
}

// isThere finds out whether the locked file still has its name: another process may have cleared up in between.
func isThere(f *os.File) error {
	mine, err := f.Stat()
	if err != nil {
		return err
	}
	there, err := os.Stat(f.Name())
	if err == nil && !os.SameFile(mine, there) {
		err = &os.PathError{Op: "lock", Path: f.Name(), Err: os.ErrNotExist}
	}
	return err
}

// Release gives the lock back.
func (l *Lock) Release() error { return l.f.Close() }

// AcquireWithin takes the lock as Acquire does, and waits for it so long.
func AcquireWithin(path string, wait time.Duration) (*Lock, error) {
	for deadline := time.Now().Add(wait); ; time.Sleep(20 * time.Millisecond) {
		l, err := Acquire(path)
		if err == nil || time.Now().After(deadline) || os.IsPermission(err) {
			return l, err
		}
	}
}
