package terms

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"weft/internal/atomicfile"
	"weft/internal/mmap"
)

// A Spool is a scratch file that is written in order.
type Spool struct {
	// N is the number of bytes that were written.
	N int64
	f *os.File
	w *bufio.Writer
}

// NewSpool returns an empty scratch file in a folder.
func NewSpool(dir string) (*Spool, error) {
	f, err := atomicfile.Scratch(dir)
	if err != nil {
		return nil, err
	}
	return &Spool{f: f, w: bufio.NewWriterSize(f, 1<<16)}, nil
}

// Write implements [io.Writer].
func (s *Spool) Write(p []byte) (int, error) {
	n, err := s.w.Write(p)
	s.N += int64(n)
	if err != nil {
		err = fmt.Errorf("write a scratch file: %w", err)
	}
	return n, err
}

// Flush ends the writing.
func (s *Spool) Flush() error {
	if err := s.w.Flush(); err != nil {
		return fmt.Errorf("write a scratch file: %w", err)
	}
	return nil
}

// CopyTo writes the content.
func (s *Spool) CopyTo(w io.Writer) error {
	if err := s.Flush(); err != nil {
		return err
	}
	_, err := io.Copy(w, io.NewSectionReader(s.f, 0, s.N))
	return err
}

// ReadAt reads bytes that were written.
func (s *Spool) ReadAt(p []byte, at int64) error {
	if err := s.Flush(); err != nil {
		return err
	}
	if _, err := s.f.ReadAt(p, at); err != nil {
		return fmt.Errorf("read a scratch file: %w", err)
	}
	return nil
}

// Map maps the content.
func (s *Spool) Map() (*mmap.File, error) {
	if err := s.Flush(); err != nil {
		return nil, err
	}
	return mmap.Of(s.f, "a scratch file")
}

// Close frees the file. The nil Spool has none.
func (s *Spool) Close() {
	if s != nil {
		s.f.Close() //nolint:errcheck // it has no name
	}
}
