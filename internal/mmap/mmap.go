// Package mmap gives read-only access to the bytes of a file without reading them into memory.
package mmap

import (
	"fmt"
	"os"

	"weft/internal/disk"
)

// A File is a mapped file. Its pages belong to the file: they count in the resident size of the process, and not in its
// anonymous memory.
type File struct {
	// Data are the bytes of the file; they must not be changed, nor used after Close.
	Data []byte
	path string
}

// Open maps the file at path. An empty file has no bytes and is no error.
func Open(path string) (*File, error) {
	f, err := disk.OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // nothing was written
	return Of(f, path)
}

// Of maps an open file, which may then be closed. Errors call it by the path.
func Of(f *os.File, path string) (*File, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("map %s: it is not a regular file", path)
	}
	if info.Size() == 0 {
		return &File{path: path}, nil
	}
	if int64(int(info.Size())) != info.Size() {
		return nil, fmt.Errorf("map %s: %d bytes are more than this machine can address", path, info.Size())
	}
	data, err := mapFile(f, int(info.Size()))
	if err != nil {
		return nil, fmt.Errorf("map %s: %w", path, err)
	}
	mapped.add(len(data))
	return &File{Data: data, path: path}, nil
}

// Close gives the mapping back. It may be called more than once.
func (f *File) Close() error {
	data := f.Data
	if f.Data = nil; data == nil {
		return nil
	}
	mapped.add(-len(data))
	if err := unmap(data); err != nil {
		return fmt.Errorf("unmap %s: %w", f.path, err)
	}
	return nil
}
