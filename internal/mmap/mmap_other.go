//go:build !unix

package mmap

import (
	"io"
	"os"
)

// On systems without mapping, files are read.
func mapFile(f *os.File, size int) ([]byte, error) {
	data := make([]byte, size)
	_, err := io.ReadFull(f, data)
	return data, err
}

func unmap([]byte) error { return nil }

// mapShared has nothing to map: the space is memory of the process, and the budget is not kept.
func mapShared(_ *os.File, size int) ([]byte, error) { return make([]byte, size), nil }
