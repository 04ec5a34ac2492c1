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
	buf  [3 * binary.MaxVarintLen64]byte
}

func newSpool(dir string) (*spool, error) {
	f, err := atomicfile.Scratch(dir)
	if err != nil {
		return nil, err
	}
	return &spool{f: f, w: bufio.NewWriterSize(f, 1<<16)}, nil
}

// numbers appends up to three numbers.
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
	return err
}

// section reads the bytes from lo to hi, after flush.
func (s *spool) section(lo, hi int64, bufSize int) *bufio.Reader {
	return bufio.NewReaderSize(io.NewSectionReader(s.f, lo, hi-lo), bufSize)
}

func (s *spool) flush() error {
	if err := s.w.Flush(); err != nil {
		return fmt.Errorf("write a scratch file: %w", err)
	}
	return nil
}

func (s *spool) close() {
	if s != nil {
		s.f.Close() //nolint:errcheck // a scratch file
	}
}
