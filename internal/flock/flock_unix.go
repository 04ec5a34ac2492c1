//go:build unix

package flock

import (
	"os"

	"golang.org/x/sys/unix"
)

// Works says whether a lock keeps others out.
const Works = true

func lock(f *os.File) error {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if err != nil {
		return &os.PathError{Op: "lock", Path: f.Name(), Err: err}
	}
	return nil
}
