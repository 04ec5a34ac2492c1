package mmap

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// reserve makes f n bytes long and takes the room for them.
func reserve(f *os.File, n int64) error {
	err := unix.Fallocate(int(f.Fd()), 0, 0, n)
	if errors.Is(err, unix.EOPNOTSUPP) {
		return writeZeros(f, n)
	}
	return err
}
