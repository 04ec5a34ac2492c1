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
	unsure  bool  // the announced length is invalid, so that the end of the body is not known
}

// parseHeader reads how a message is framed. Chunks win over lengths. Two lengths that differ are an error. With
// an invalid length (RFC 9110, section 8.6) the body ends with the connection and counts as incomplete. Browsers
// show such a page, so it is kept.
func parseHeader(header []byte) (framing, error) {
	status, minor, err := parseStatus(header)
	f := framing{status: status, length: -1, keep: minor >= 1}
	if err != nil {
		return f, err
	}
	for name, value := range fields(header) {
		switch {
		case ascii.EqualFold(name, "Content-Length"):
			if err := f.addLength(value); err != nil {
				return f, err
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
		f.length, f.chunked, f.unsure = 0, false, false
	case f.chunked:
		f.keep = f.keep && !f.unsure
		f.length, f.unsure = -1, false // the last chunk says that it is whole
	case f.unsure:
		f.length, f.keep = -1, false
	case f.length < 0:
		f.keep = false
	}
	return f, nil
}

// addLength takes a field Content-Length: digits, or a list of equal numbers, which comes of joining fields.
func (f *framing) addLength(value []byte) error {
	for item := range bytes.SplitSeq(value, []byte{','}) {
		n, ok := parseLength(bytes.Trim(item, blanks))
		switch {
		case !ok:
			f.unsure = true
		case f.length >= 0 && n != f.length:
			return fmt.Errorf("two lengths, %d and %d", f.length, n)
		default:
			f.length = n
		}
	}
	return nil
}

// parseLength reads a number of bytes: digits alone. More than 18 of them, without zeros in front, are longer than any body.
func parseLength(digits []byte) (n int64, ok bool) {
	if short := bytes.TrimLeft(digits, "0"); len(short) < len(digits) {
		digits = append([]byte{'0'}, short...)
	}
	return http1.Number(digits)
}
