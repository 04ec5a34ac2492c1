//go:build !linux

package mmap

import "os"

// reserve makes f n bytes long and takes the room for them.
func reserve(f *os.File, n int64) error { return writeZeros(f, n) }

// populate does nothing: pages are mapped when they are first read.
func populate([]byte) {}
