package warc

import (
	"bytes"
	"fmt"

	"weft/internal/http1"
)

const (
	maxHeader = 1 << 20  // bytes of a record's header
	maxLine   = 64 << 10 // bytes of a first line: version, or ARC header with its URL
)

// parseVersion reads a line "WARC/1.0" and returns "1.0". Carriage returns and blanks at the end are passed over.
func parseVersion(line []byte) (string, bool) {
	v, ok := bytes.CutPrefix(line, []byte("WARC/"))
	v = bytes.TrimRight(v, "\r\n\t ")
	if !ok || len(v) < 3 || len(v) > 8 {
		return "", false
	}
	dots := 0
	for _, c := range v {
		if c == '.' {
			dots++
		} else if c < '0' || c > '9' {
			return "", false
		}
	}
	switch {
	case dots != 1 || v[0] == '.' || v[len(v)-1] == '.':
		return "", false
	case string(v) == "1.0":
		return "1.0", true
	case string(v) == "1.1":
		return "1.1", true
	}
	return string(v), true
}

// appendFields parses the lines of b as "name: value" fields, appends them to h and returns the number of other
// lines. Folded lines are joined to their field by writing over b, so the caller must own b. It stops at the first
// empty line.
func appendFields(h Header, b []byte) (fields Header, odd int) {
	first := len(h)
	for len(b) > 0 {
		line := b
		if i := bytes.IndexByte(b, '\n'); i >= 0 {
			line, b = b[:i], b[i+1:]
		} else {
			b = nil
		}
		line = bytes.TrimRight(line, "\r")
		if len(line) == 0 {
			break
		}
		if line[0] == ' ' || line[0] == '\t' {
			if len(h) == first {
				odd++
				continue
			}
			unfold(&h[len(h)-1], line)
			continue
		}
		name, value, ok := bytes.Cut(line, []byte{':'})
		name = bytes.TrimRight(name, " \t")
		if !ok || len(name) == 0 || bytes.IndexByte(name, ' ') >= 0 {
			odd++
			continue
		}
		h = append(h, Field{name, bytes.Trim(value, " \t")})
	}
	return h, odd
}

// unfold appends a folded line to a value, with one blank between. It happens in place: the value ends before the line
// break and the blank that precede what is moved.
func unfold(f *Field, line []byte) {
	line = bytes.Trim(line, " \t")
	if len(line) > 0 {
		f.Value = append(append(f.Value, ' '), line...)
	}
}

// maxID is more than an identifier of a record takes.
const maxID = 1 << 10

// overwritten describes a sign that other bytes overwrote the fields of a record: control characters, or an
// invalid identifier. Such fields may join the start of one record with the end of another. It returns "" without
// such a sign.
func overwritten(h Header) string {
	for _, f := range h {
		for _, b := range f.Value {
			if b < ' ' && b != '\t' || b == 0x7f {
				return fmt.Sprintf("a control character in the field %s", excerpt(f.Name))
			}
		}
	}
	if len(h.Bytes("WARC-Record-ID")) > maxID {
		return fmt.Sprintf("a WARC-Record-ID of %d bytes", len(h.Bytes("WARC-Record-ID")))
	}
	return ""
}

// contentLength reads the Content-Length of a record; several must agree.
func contentLength(h Header) (int64, error) {
	length := int64(-1)
	for v := range h.All("Content-Length") {
		n, ok := http1.Number(bytes.TrimSpace(v))
		if !ok {
			return 0, fmt.Errorf("Content-Length %s", excerpt(v))
		}
		if length >= 0 && n != length {
			return 0, fmt.Errorf("Content-Length %d and %d", length, n)
		}
		length = n
	}
	if length < 0 {
		return 0, fmt.Errorf("no Content-Length")
	}
	return length, nil
}
