package scan

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Lines reads a text line by line. Of a line longer than [MaxLine] it returns the beginning. A byte order mark before the
// first line is left out.
type Lines struct {
	Reader *bufio.Reader
	Offset int64 // of the line that Next returned last, bytes of the decompressed text
	End    int64 // after this line and its line end
	Number int64 // of this line, from 1; 0 before the first
	Long   bool  // this line is longer than MaxLine: only its beginning was returned
	Open   bool  // this line is the last, and has no line end
	Err    error // that ended the text; io.EOF at its end
	buf    []byte
}

// NewLines returns the lines of a text. Offsets count from the next byte of the reader.
func NewLines(r *bufio.Reader) Lines { return Lines{Reader: r} }

// Next returns the next line without its line end, valid until the next call; false at the end of the text or after an
// error.
func (l *Lines) Next() ([]byte, bool) {
	if l.Err != nil {
		return nil, false
	}
	l.Offset, l.Long, l.Open = l.End, false, false
	l.buf = l.buf[:0]
	for {
		part, err := l.Reader.ReadSlice('\n')
		l.End += int64(len(part))
		if err == nil && len(l.buf) == 0 {
			l.Number++
			return l.trim(part), true
		}
		if room := MaxLine - len(l.buf); len(part) > room {
			part, l.Long = part[:room], true
		}
		l.buf = append(l.buf, part...)
		switch {
		case err == nil:
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		default:
			l.Err = err
			if len(l.buf) == 0 || !errors.Is(err, io.EOF) {
				return nil, false
			}
			l.Open = true
		}
		l.Number++
		return l.trim(l.buf), true
	}
}

// Each calls f with each line, valid until f returns. An error of f stops it, and gets the number of the line.
func (l *Lines) Each(f func(line []byte) error) error {
	for {
		line, ok := l.Next()
		if !ok {
			return l.Failed()
		}
		if err := f(line); err != nil {
			return fmt.Errorf("line %d: %w", l.Number, err)
		}
	}
}

func (l *Lines) trim(b []byte) []byte {
	if l.Number == 1 {
		b = bytes.TrimPrefix(b, BOM)
	}
	return bytes.TrimRight(b, "\r\n")
}

// Failed returns the error that ended the text before its end; nil at its end.
func (l *Lines) Failed() error {
	if errors.Is(l.Err, io.EOF) && !errors.Is(l.Err, io.ErrUnexpectedEOF) {
		return nil
	}
	return l.Err
}
