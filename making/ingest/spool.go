package ingest

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"

	"weft/internal/atomicfile"
)

// A spool is a nameless scratch file, written once from its start and then read in parts.
type spool struct {
	f    *os.File
	w    *bufio.Writer
	size int64
	buf  [4 * binary.MaxVarintLen64]byte
}

func newSpool(dir string) (*spool, error) {
	f, err := atomicfile.Scratch(dir)
	if err != nil {
		return nil, err
	}
	return &spool{f: f, w: bufio.NewWriterSize(f, 1<<16)}, nil
}

// numbers appends up to four numbers.
func (s *spool) numbers(vs ...uint64) error {
	b := s.buf[:0]
	for _, v := range vs {
		b = binary.AppendUvarint(b, v)
	}
	return s.write(b)
}

func (s *spool) write(b []byte) error {
	n, err := s.w.Write(b)
	s.size += int64(n)
	if err != nil {
		return &scratchError{err}
	}
	return nil
}

// A scratchError says that a scratch file cannot be written.
type scratchError struct{ error }

func (e *scratchError) Error() string { return "write a scratch file: " + e.error.Error() }

func (e *scratchError) Unwrap() error { return e.error }

// cutAt forgets what was written after a size.
func (s *spool) cutAt(size int64) error {
	if err := s.flush(); err != nil {
		return err
	}
	if _, err := s.f.Seek(size, io.SeekStart); err != nil {
		return &scratchError{err}
	}
	s.size = size
	return nil
}

// each calls f with the numbers that lie between two offsets, n at a time, lent. It flushes before.
func (s *spool) each(lo, hi int64, n int, f func(v []uint64) error) error {
	if err := s.flush(); err != nil {
		return err
	}
	r, v := s.section(lo, hi, 1<<16), make([]uint64, n)
	for {
		for i := range v {
			var err error
			if v[i], err = binary.ReadUvarint(r); err == io.EOF && i == 0 {
				return nil
			} else if err != nil {
				return fmt.Errorf("read a scratch file: %w", err)
			}
		}
		if err := f(v); err != nil {
			return err
		}
	}
}

// section reads the bytes from lo to hi, after flush.
func (s *spool) section(lo, hi int64, bufSize int) *bufio.Reader {
	return bufio.NewReaderSize(io.NewSectionReader(s.f, lo, hi-lo), bufSize)
}

func (s *spool) flush() error {
	if err := s.w.Flush(); err != nil {
		return &scratchError{err}
	}
	return nil
}

func (s *spool) close() {
	if s != nil {
		s.f.Close() //nolint:errcheck // a scratch file
	}
}
