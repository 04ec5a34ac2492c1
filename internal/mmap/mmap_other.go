//go:build !unix

package mmap

import (
	"io"
	"os"
)

// Where files cannot be mapped they are read.
func mapFile(f *os.File, size int) ([]byte, error) {
	data := make([]byte, size)
	_, err := io.ReadFull(f, data)
	return data, err
}

func unmap([]byte) error { return nil }
