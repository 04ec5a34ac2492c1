package scan

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// MaxLine is the length of the longest line that is read: a page with a million successors fits.
const MaxLine = 16 << 20

var BOM = []byte("\xef\xbb\xbf")

// Lines reads a text line by line, whatever the length of the lines.
type Lines struct {
	Reader *bufio.Reader
	Offset int64 // of the line, in the decompressed text
	End    int64
	Number int64
	buf    []byte
	Long   bool // the line is longer than maxLine, and what is there is its beginning
	Err    error
}

func NewLines(r *bufio.Reader) Lines { return Lines{Reader: r} }

// Next reads the next line, without its end, lent; false at the end or after an error.
func (l *Lines) Next() ([]byte, bool) {
	if l.Err != nil {
		return nil, false
	}
	l.Offset, l.Long = l.End, false
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
		}
		l.Number++
		return l.trim(l.buf), true
	}
}

// Each calls f with each line, lent; an error of f says in which.
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

// Failed returns the error that ended the text before its end.
func (l *Lines) Failed() error {
	if errors.Is(l.Err, io.EOF) && !errors.Is(l.Err, io.ErrUnexpectedEOF) {
		return nil
	}
	return l.Err
}

func IsBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r' }

func IsBlankRune(r rune) bool { return r < 0x80 && IsBlank(byte(r)) }
