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

// populate maps all pages of a newly written file at once, if the system can. Otherwise each page is mapped at its
// first read.
func populate(data []byte) { _ = unix.Madvise(data, unix.MADV_POPULATE_READ) }
