package ingest

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
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

// splitFields appends the fields of a line to dst, lent: parts between blanks, tabs, commas or semicolons, of which
// only the first sort found counts in the order tab, comma, semicolon, blanks. Commas count only between numbers or
// quoted fields, as URLs hold them too. Comments (# or %) and empty lines have none.
func splitFields(dst [][]byte, line []byte) [][]byte {
	line = bytes.TrimSpace(line)
	if len(line) == 0 || line[0] == '#' || line[0] == '%' {
		return dst
	}
	if bytes.IndexByte(line, '\t') >= 0 {
		return splitAt(dst, line, '\t')
	}
	if !hasBlank(line) || line[0] == '"' || bytes.Contains(line, []byte(", ")) {
		for _, sep := range []byte{',', ';'} {
			if bytes.IndexByte(line, sep) >= 0 {
				return splitAt(dst, line, sep)
			}
		}
	}
	return splitBlanks(dst, line)
}

// splitBlanks appends the words of a line between blanks and tabs to dst, lent.
func splitBlanks(dst [][]byte, line []byte) [][]byte {
	line = bytes.TrimLeftFunc(line, isBlankRune)
	for len(line) > 0 {
		n := 0
		for n < len(line) && !isBlank(line[n]) {
			n++
		}
		dst = append(dst, line[:n])
		for n < len(line) && isBlank(line[n]) {
			n++
		}
		line = line[n:]
	}
	return dst
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r' }

func isBlankRune(r rune) bool { return r < 0x80 && isBlank(byte(r)) }

func hasBlank(line []byte) bool {
	return slices.ContainsFunc(line, isBlank)
}

// splitAt cuts a line at a separator; fields may be quoted as in CSV.
func splitAt(dst [][]byte, line []byte, sep byte) [][]byte {
	for {
		var field []byte
		field, line = cutField(line, sep)
		dst = append(dst, field)
		if line == nil {
			return dst
		}
	}
}

// cutField returns the first field, and what follows its separator; nil if there is none.
func cutField(line []byte, sep byte) (field, rest []byte) {
	line = bytes.TrimLeft(line, " ")
	if len(line) > 0 && line[0] == '"' {
		if end := closingQuote(line); end > 0 {
			field = bytes.ReplaceAll(line[1:end], []byte(`""`), []byte(`"`))
			if i := bytes.IndexByte(line[end:], sep); i >= 0 {
				return field, line[end+i+1:]
			}
			return field, nil
		}
	}
	i := bytes.IndexByte(line, sep)
	if i < 0 {
		return bytes.TrimSpace(line), nil
	}
	return bytes.TrimSpace(line[:i]), line[i+1:]
}

// closingQuote returns where the quoted field at the start of line ends; 0 if it does not.
func closingQuote(line []byte) int {
	for i := 1; i < len(line); i++ {
		if line[i] != '"' {
			continue
		}
		if i+1 < len(line) && line[i+1] == '"' {
			i++
			continue
		}
		return i
	}
	return 0
}
