package live

import (
	"bytes"
	"errors"
	"fmt"

	"weft/internal/ascii"
	"weft/internal/http1"
)

var errStatus = errors.New("no status line of HTTP")

const statusStart = "HTTP/"

// parseStatus reads "HTTP/1.1 200 OK"; the reason may be missing.
func parseStatus(header []byte) (status, minor int, err error) {
	line, _ := http1.CutLine(header)
	rest, ok := bytes.CutPrefix(line, []byte(statusStart))
	version, rest, _ := bytes.Cut(rest, []byte{' '})
	rest = bytes.TrimLeft(rest, " ")
	if !ok || len(version) != 3 || version[0] != '1' || version[1] != '.' || version[2] < '0' || version[2] > '9' {
		return 0, 0, fmt.Errorf("%w: %q", errStatus, cut(line, 40))
	}
	if status = http1.Status(rest); status < 100 {
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
		case ascii.EqualFold(name, "Content-Length"):
			n, ok := parseLength(value)
			if ok && f.length >= 0 && n != f.length {
				return f, fmt.Errorf("two lengths, %d and %d", f.length, n)
			}
			if ok {
				f.length = n
			}
		case ascii.EqualFold(name, "Transfer-Encoding"):
			f.chunked = minor >= 1 && http1.HasToken(value, "chunked")
		case ascii.EqualFold(name, "Connection"):
			if http1.HasToken(value, "close") {
				f.keep = false
			} else if minor == 0 && http1.HasToken(value, "keep-alive") {
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
	if n, ok = http1.Number(first); ok && more {
		other, ok := parseLength(bytes.TrimLeft(rest, blanks))
		return n, ok && other == n
	}
	return n, ok
}
