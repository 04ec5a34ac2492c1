//go:build unix

package mmap

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

func mapFile(f *os.File, size int) ([]byte, error) { return mapAs(f, size, unix.PROT_READ) }

// mapShared maps a file for reading and writing.
func mapShared(f *os.File, size int) ([]byte, error) {
	return mapAs(f, size, unix.PROT_READ|unix.PROT_WRITE)
}

func mapAs(f *os.File, size, use int) ([]byte, error) {
	data, err := unix.Mmap(int(f.Fd()), 0, size, use, unix.MAP_SHARED)
	if errors.Is(err, unix.ENOMEM) {
		err = fmt.Errorf("no address space is left for %d bytes: raise the limit of ulimit -v: %w", size, err)
	}
	return data, err
}

func unmap(data []byte) error { return unix.Munmap(data) }
