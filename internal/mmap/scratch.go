package mmap

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"weft/internal/atomicfile"
)

// A Scratch is an alloc.Space whose memory belongs to files without names in a folder. It is not anonymous memory
// of the process, and the files disappear when the process ends.
type Scratch struct {
	dir string

	mu   sync.Mutex
	maps [][]byte
}

// NewScratch returns an empty space in dir, the system's folder for temporary files if it is empty.
func NewScratch(dir string) *Scratch { return &Scratch{dir: dir} }

// Bytes returns n zero bytes of a new file. The room on disk is taken at once, so that a full disk is an error here and
// not a fault later.
func (s *Scratch) Bytes(n int64) ([]byte, error) {
	data, err := s.mapNew(n, nil)
	return s.keep(n, data, err)
}

// Fill returns n bytes of a new file, which fill has written. To write a file is quicker than to write to memory that is
// mapped, which the system clears and reads ahead in.
func (s *Scratch) Fill(n int64, fill func(w io.WriterAt) error) ([]byte, error) {
	var failed error // of fill, which is not one of room
	data, err := s.mapNew(n, func(w io.WriterAt) error {
		failed = fill(w)
		return failed
	})
	if failed != nil {
		return nil, failed
	}
	return s.keep(n, data, err)
}

// keep keeps mapped memory until the space is closed, or returns an error that there was no room.
func (s *Scratch) keep(n int64, data []byte, err error) ([]byte, error) {
	if err != nil {
		return nil, fmt.Errorf("room for %d bytes in a scratch file: %w", n, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.maps = append(s.maps, data)
	mapped.add(len(data))
	return data, nil
}

func (s *Scratch) mapNew(n int64, fill func(w io.WriterAt) error) ([]byte, error) {
	if int64(int(n)) != n || n <= 0 {
		return nil, errors.New("this machine cannot map so large a file")
	}
	f, err := atomicfile.Scratch(s.dir)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // the mapping keeps what is needed
	if err := reserve(f, n); err != nil {
		return nil, err
	}
	if fill == nil {
		return mapShared(f, int(n))
	}
	if err := fill(f); err != nil {
		return nil, err
	}
	data, err := mapShared(f, int(n))
	if err == nil {
		populate(data)
	}
	return data, err
}

// Close gives everything back that was handed out. It may be called more than once.
func (s *Scratch) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for _, data := range s.maps {
		mapped.add(-len(data))
		errs = append(errs, unmap(data))
	}
	s.maps = nil
	return errors.Join(errs...)
}

// writeZeros makes f n bytes long by writing them.
func writeZeros(f *os.File, n int64) error {
	block := make([]byte, 1<<18)
	for n > 0 {
		k := min(n, int64(len(block)))
		if _, err := f.Write(block[:k]); err != nil {
			return err
		}
		n -= k
	}
	return nil
}
