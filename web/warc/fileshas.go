package warc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"weft/internal/corrupt"
)

// A Tail lists the bytes that may follow the mark of a folder of archives.
type Tail uint8

const (
	// TailAny means: anything, as where the system went down.
	TailAny Tail = iota
	// TailRecords permits a torn last record, as a killed process leaves it.
	TailRecords
	// TailNone means: nothing, as where the folder was closed.
	TailNone
)

// A FolderError says which archive of a folder is not as it was written, and where.
type FolderError struct {
	File   string
	Offset int64
	What   string
	Short  bool // something is missing, as opposed to more than there was
}

func (e *FolderError) Error() string { return fmt.Sprintf("%s, byte %d: %s", e.File, e.Offset, e.What) }

// Unwrap returns ErrShort if something is missing; all are damage.
func (e *FolderError) Unwrap() []error {
	if e.Short {
		return []error{corrupt.Err, ErrShort}
	}
	return []error{corrupt.Err}
}

// HasMark describes the bytes before a mark that a folder of archives lacks, or the bytes after it that should not
// be there. It returns nil if the folder is in order.
func HasMark(dir string, at Mark, tail Tail, o FilesOptions) error {
	f, err := newFiles(dir, o)
	if err != nil {
		return err
	}
	found, err := f.list()
	if err != nil {
		return err
	}
	if err := f.check(found, at); err != nil {
		return err
	}
	for _, a := range found {
		if err := a.hasTail(f.dir, at, tail); err != nil {
			return err
		}
	}
	return nil
}

// hasTail describes the fault of the bytes that follow a mark in an archive.
func (a *archive) hasTail(dir string, at Mark, tail Tail) error {
	from := int64(0)
	switch {
	case a.number < at.File || tail == TailAny:
		return nil
	case a.number == at.File:
		from = at.Offset
	}
	file, err := os.Open(filepath.Join(dir, a.name))
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // it was only read
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil || size == from && from > 0 {
		return err
	}
	if tail == TailNone {
		return &FolderError{File: file.Name(), Offset: from, What: fmt.Sprintf("%d bytes follow, although the crawl ended in order", size-from)}
	}
	head := make([]byte, len(gzipHead))
	n, err := file.ReadAt(head, from)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if !bytes.HasPrefix(gzipHead, head[:n]) {
		return &FolderError{File: file.Name(), Offset: from, What: "no record begins here, at the end of the last learnt record"}
	}
	return nil
}

// gzipHead is how a compressed record begins.
var gzipHead = []byte{0x1f, 0x8b, 8}
