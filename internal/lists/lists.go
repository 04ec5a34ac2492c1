// Package lists reads lists written by people: an entry per line, with comments. Its errors name the line, and say
// what to do about a line that is too long. A line that is cut by the end of a damaged file is not an entry.
package lists

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

// A Reader returns the lines of a list, trimmed. It skips empty lines, lines that begin with #, and byte order
// marks.
type Reader struct {
	name string
	in   *bufio.Scanner
	most int
	line int
	text string
	err  error
}

// New returns a Reader of a list. Errors contain name. Lines must have less than most bytes.
func New(r io.Reader, name string, most int) *Reader {
	in := bufio.NewScanner(r)
	in.Buffer(nil, most)
	in.Split(Lines)
	return &Reader{name: name, in: in, most: most}
}

// Lines is a [bufio.SplitFunc] like [bufio.ScanLines] that also ends a line at a single carriage return, as some
// spreadsheets write it. Otherwise a list whose first line is a comment would be one comment.
func Lines(data []byte, atEnd bool) (size int, line []byte, err error) {
	end := bytes.IndexAny(data, "\r\n")
	switch {
	case end < 0 && atEnd && len(data) > 0:
		return len(data), data, nil
	case end < 0, data[end] == '\r' && end+1 == len(data) && !atEnd: // is it one of two?
		return 0, nil, nil
	case data[end] == '\r' && end+1 < len(data) && data[end+1] == '\n':
		return end + 2, data[:end], nil
	}
	return end + 1, data[:end], nil
}

// Next advances to the next entry. It returns false at the end of the list and after a read error; an incomplete
// last line before an error is not an entry.
func (r *Reader) Next() bool {
	for r.err == nil {
		more := r.in.Scan()
		if r.line++; r.in.Err() != nil {
			r.err = r.failed(r.in.Err())
			return false
		}
		if !more {
			return false
		}
		if r.text = strings.TrimSpace(strings.TrimPrefix(r.in.Text(), "\ufeff")); r.text != "" && r.text[0] != '#' {
			return true
		}
	}
	return false
}

func (r *Reader) failed(err error) error {
	if errors.Is(err, bufio.ErrTooLong) {
		err = fmt.Errorf("it has %d bytes or more: want an entry a line", r.most)
	}
	return r.At(err)
}

// At names the list and the line of the entry in an error about it.
func (r *Reader) At(err error) error { return fmt.Errorf("%s: line %d: %w", r.name, r.line, err) }

// Text is the entry.
func (r *Reader) Text() string { return r.text }

// Line returns the number of the entry's line, from 1.
func (r *Reader) Line() int { return r.line }

// Err is why reading failed; it names the list and the line. It is nil at the end of the list.
func (r *Reader) Err() error { return r.err }
