package live

import (
	"bytes"
	"errors"
	"fmt"
)

// headerEnd returns where the header at the beginning of b ends, behind its empty line; 0 if it does not yet. It looks from
// an offset on, and returns the one to look from when there is more. Like readers of archives it takes a line of nothing but CR for empty.
func headerEnd(b []byte, from int) (end, next int) {
	for {
		i := bytes.IndexByte(b[from:], '\n')
		if i < 0 {
			return 0, len(b)
		}
		from += i
		at := from + 1
		for at < len(b) && b[at] == '\r' {
			at++
		}
		switch {
		case at == len(b):
			return 0, from
		case b[at] == '\n':
			return at + 1, 0
		}
		from++
	}
}

var errStatus = errors.New("no status line of HTTP")

const statusStart = "HTTP/"

// parseStatus reads "HTTP/1.1 200 OK"; the reason may be missing.
func parseStatus(header []byte) (status, minor int, err error) {
	line, _ := cutLine(header)
	rest, ok := bytes.CutPrefix(line, []byte(statusStart))
	version, rest, _ := bytes.Cut(rest, []byte{' '})
	rest = bytes.TrimLeft(rest, " ")
	if !ok || len(version) != 3 || version[0] != '1' || version[1] != '.' || version[2] < '0' || version[2] > '9' ||
		len(rest) < 3 || len(rest) > 3 && rest[3] >= '0' && rest[3] <= '9' {
		return 0, 0, fmt.Errorf("%w: %q", errStatus, cut(line, 40))
	}
	for _, c := range rest[:3] {
		if c < '0' || c > '9' {
			return 0, 0, fmt.Errorf("%w: %q", errStatus, cut(line, 40))
		}
		status = status*10 + int(c-'0')
	}
	if status < 100 {
		return 0, 0, fmt.Errorf("%w: %q", errStatus, cut(line, 40))
	}
	return status, int(version[2] - '0'), nil
}

// A framing says where a message ends (RFC 9112, section 6.3).
type framing struct {
	status  int
	chunked bool
	length  int64 // of the body; -1 if it ends with the connection, unless it is chunked
	keep    bool  // the connection can be used again
}

// parseHeader reads how a message is framed. Where a header contradicts itself we do as browsers do: chunks win over
// lengths, a length that is no number is passed over, and two different ones are an error.
func parseHeader(header []byte) (framing, error) {
	status, minor, err := parseStatus(header)
	f := framing{status: status, length: -1, keep: minor >= 1}
	if err != nil {
		return f, err
	}
	for name, value := range fields(header) {
		switch {
		case equalFold(name, "Content-Length"):
			n, ok := parseLength(value)
			if ok && f.length >= 0 && n != f.length {
				return f, fmt.Errorf("two lengths, %d and %d", f.length, n)
			}
			if ok {
				f.length = n
			}
		case equalFold(name, "Transfer-Encoding"):
			f.chunked = minor >= 1 && hasToken(value, "chunked")
		case equalFold(name, "Connection"):
			if hasToken(value, "close") {
				f.keep = false
			} else if minor == 0 && hasToken(value, "keep-alive") {
				f.keep = true
			}
		}
	}
	switch {
	case status < 200 || status == 204 || status == 304:
		f.length, f.chunked = 0, false
	case f.chunked:
		f.length = -1
	case f.length < 0:
		f.keep = false
	}
	return f, nil
}

// parseLength reads the value of Content-Length; "5, 5", which comes of joining two fields, is 5.
func parseLength(value []byte) (n int64, ok bool) {
	first, rest, more := bytes.Cut(value, []byte{','})
	first = bytes.TrimRight(first, blanks)
	if len(first) == 0 || len(first) > 18 {
		return 0, false
	}
	for _, c := range first {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	if more {
		other, ok := parseLength(bytes.TrimLeft(rest, blanks))
		return n, ok && other == n
	}
	return n, true
}

// hasToken tells whether a comma-separated list has a token.
func hasToken(list []byte, token string) bool {
	for len(list) > 0 {
		var item []byte
		item, list, _ = bytes.Cut(list, []byte{','})
		if equalFold(bytes.Trim(item, blanks), token) {
			return true
		}
	}
	return false
}
