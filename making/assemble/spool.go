package assemble

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"

	"weft/internal/atomicfile"
)

// A Spool is a nameless scratch file. It is written from its start to its end, and read in parts. One goroutine uses it.
type Spool struct {
	File   *os.File
	Writer *bufio.Writer
	Size   int64 // bytes written
	buf    [4 * binary.MaxVarintLen64]byte
}

// NewSpool returns an empty scratch file in a folder.
func NewSpool(dir string) (*Spool, error) {
	f, err := atomicfile.Scratch(dir)
	if err != nil {
		return nil, err
	}
	return &Spool{File: f, Writer: bufio.NewWriterSize(f, 1<<16)}, nil
}

// Numbers appends up to four numbers.
func (s *Spool) Numbers(vs ...uint64) error {
	b := s.buf[:0]
	for _, v := range vs {
		b = binary.AppendUvarint(b, v)
	}
	return s.Write(b)
}

// Write appends bytes.
func (s *Spool) Write(b []byte) error {
	n, err := s.Writer.Write(b)
	s.Size += int64(n)
	if err != nil {
		return &ScratchError{err}
	}
	return nil
}

// A ScratchError says that a scratch file cannot be written.
type ScratchError struct{ error }

func (e *ScratchError) Error() string { return "write a scratch file: " + e.error.Error() }

func (e *ScratchError) Unwrap() error { return e.error }

// cutAt forgets what was written after a size.
func (s *Spool) cutAt(size int64) error {
	if err := s.Flush(); err != nil {
		return err
	}
	if _, err := s.File.Seek(size, io.SeekStart); err != nil {
		return &ScratchError{err}
	}
	s.Size = size
	return nil
}

// Each calls f with the numbers between two offsets, n at a time, valid until f returns. It flushes before.
func (s *Spool) Each(lo, hi int64, n int, f func(v []uint64) error) error {
	if err := s.Flush(); err != nil {
		return err
	}
	r, v := s.section(lo, hi, 1<<16), make([]uint64, n)
	for {
		for i := range v {
			var err error
			if v[i], err = binary.ReadUvarint(r); errors.Is(err, io.EOF) && i == 0 {
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

// section reads the bytes from lo to hi, after Flush.
func (s *Spool) section(lo, hi int64, bufSize int) *bufio.Reader {
	return bufio.NewReaderSize(io.NewSectionReader(s.File, lo, hi-lo), bufSize)
}

// Flush writes out buffered bytes, so that File has everything.
func (s *Spool) Flush() error {
	if err := s.Writer.Flush(); err != nil {
		return &ScratchError{err}
	}
	return nil
}

// Close removes the file. A nil spool has none.
func (s *Spool) Close() {
	if s != nil {
		s.File.Close() //nolint:errcheck // a scratch file
	}
}
