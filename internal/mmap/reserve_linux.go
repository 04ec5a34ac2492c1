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

// populate maps the pages of a file that was just written all at once, if the system can, and not one by one when they
// are first read.
func populate(data []byte) { _ = unix.Madvise(data, unix.MADV_POPULATE_READ) }
