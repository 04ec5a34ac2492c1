//go:build unix

package flock

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Works reports whether a lock keeps others out.
const Works = true

// IsHeld reports whether an error is that another process, or another file of this one, has the lock.
func IsHeld(err error) bool { return errors.Is(err, unix.EWOULDBLOCK) }

func lock(f *os.File) error {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if err != nil {
		return &os.PathError{Op: "lock", Path: f.Name(), Err: err}
	}
	return nil
}
