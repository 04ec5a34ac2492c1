package ingest

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// maxLine is the length of the longest line that is read: a page with a million successors fits.
const maxLine = 16 << 20

var bom = []byte("\xef\xbb\xbf")

// lines reads a text line by line, whatever the length of the lines.
type lines struct {
	r      *bufio.Reader
	offset int64 // of the line, in the decompressed text
	end    int64
	number int64
	buf    []byte
	long   bool // the line is longer than maxLine, and what is there is its beginning
	err    error
}

// next reads the next line, without its end, lent; false at the end or after an error.
func (l *lines) next() ([]byte, bool) {
	if l.err != nil {
		return nil, false
	}
	l.offset, l.long = l.end, false
	l.buf = l.buf[:0]
	for {
		part, err := l.r.ReadSlice('\n')
		l.end += int64(len(part))
		if err == nil && len(l.buf) == 0 {
			l.number++
			return l.trim(part), true
		}
		if room := maxLine - len(l.buf); len(part) > room {
			part, l.long = part[:room], true
		}
		l.buf = append(l.buf, part...)
		switch {
		case err == nil:
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		default:
			l.err = err
			if len(l.buf) == 0 || !errors.Is(err, io.EOF) {
				return nil, false
			}
		}
		l.number++
		return l.trim(l.buf), true
	}
}

// each calls f with each line, lent; an error of f says in which.
func (l *lines) each(f func(line []byte) error) error {
	for {
		line, ok := l.next()
		if !ok {
			return l.failed()
		}
		if err := f(line); err != nil {
			return fmt.Errorf("line %d: %w", l.number, err)
		}
	}
}

func (l *lines) trim(b []byte) []byte {
	if l.number == 1 {
		b = bytes.TrimPrefix(b, bom)
	}
	return bytes.TrimRight(b, "\r\n")
}

// failed returns the error that ended the text before its end.
func (l *lines) failed() error {
	if errors.Is(l.err, io.EOF) && !errors.Is(l.err, io.ErrUnexpectedEOF) {
		return nil
	}
	return l.err
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r' }

func isBlankRune(r rune) bool { return r < 0x80 && isBlank(byte(r)) }
