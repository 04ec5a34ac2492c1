// Package flock keeps two processes from doing the same thing at the same time.
package flock

import "os"

// A Lock is held by one process at a time; it ends with the process.
type Lock struct{ f *os.File }

// Acquire takes the lock whose file is path, without waiting; it is an error if another process has it.
func Acquire(path string) (*Lock, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if err := lock(f); err != nil {
		f.Close() //nolint:errcheck // the first error is told
		return nil, err
	}
	return &Lock{f}, nil
}

// Release gives the lock back.
func (l *Lock) Release() error { return l.f.Close() }
