package redis

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"weft/crawl/shared"
)

// The protocol is RESP2 (https://redis.io/docs/latest/develop/reference/protocol-spec/). A request is an array of
// strings. A reply is an int64, a []byte, a []any of replies, nil, or an Error.

// Bounds of a reply, whatever a server sends.
const (
	longestLine  = 64 << 10
	largestReply = 64 << 20 // bytes, with 16 for each element
	deepest      = 4        // arrays in arrays
)

// An Error is an error that Redis returns. Its first word is a code.
type Error string

// Error implements error.
func (e Error) Error() string { return "Redis: " + string(e) }

// passing are codes of errors that may pass by themselves: Redis loads its data, runs a script, or cannot write now.
var passing = map[string]bool{
	"LOADING": true, "BUSY": true, "TRYAGAIN": true, "CLUSTERDOWN": true, "MASTERDOWN": true, "READONLY": true, "NOREPLICAS": true, "MISCONF": true, "OOM": true,
}

func (e Error) code() string {
	code, _, _ := strings.Cut(string(e), " ")
	return code
}

// Is implements the interface of errors.Is: errors that do not pass mean that the frontier cannot be used.
func (e Error) Is(target error) bool {
	busy := strings.HasPrefix(string(e), "ERR max number of clients")
	return target == shared.ErrRefused && !passing[e.code()] && !busy
}

// errMalformed says that a server does not speak the protocol.
var errMalformed = fmt.Errorf("%w: the server does not answer as Redis does", shared.ErrRefused)

// appendRequest appends a request.
func appendRequest(dst []byte, args ...[]byte) []byte {
	dst = append(dst, '*')
	dst = strconv.AppendInt(dst, int64(len(args)), 10)
	for _, arg := range args {
		dst = append(dst, "\r\n$"...)
		dst = strconv.AppendInt(dst, int64(len(arg)), 10)
		dst = append(dst, "\r\n"...)
		dst = append(dst, arg...)
	}
	return append(dst, "\r\n"...)
}

// A decoder reads one reply.
type decoder struct {
	r    *bufio.Reader // with a buffer of longestLine bytes or more
	left int           // how much may still come
}

// readReply reads a reply. Errors of Redis are replies, too.
func readReply(r *bufio.Reader) (any, error) {
	d := decoder{r, largestReply}
	return d.reply(0)
}

func (d *decoder) reply(depth int) (any, error) {
	line, err := d.line()
	if err != nil {
		return nil, err
	}
	switch kind, text := line[0], string(line[1:]); kind {
	case '+':
		return []byte(text), nil
	case '-':
		return Error(text), nil
	case ':':
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%w: integer %.30q", errMalformed, text)
		}
		return n, nil
	case '$', '*':
		n, err := strconv.Atoi(text)
		switch {
		case err == nil && n == -1:
			return nil, nil //nolint:nilnil // a null of Redis
		case err != nil || n < 0:
			return nil, fmt.Errorf("%w: length %.30q", errMalformed, text)
		case kind == '$':
			return d.bulk(n)
		}
		return d.array(n, depth)
	default:
		return nil, fmt.Errorf("%w: a reply begins with %q", errMalformed, kind)
	}
}

// spend counts n bytes, and refuses too many.
func (d *decoder) spend(n int) error {
	if n > d.left {
		return fmt.Errorf("%w: a reply is longer than %d bytes", errMalformed, largestReply)
	}
	d.left -= n
	return nil
}

// line reads a line of at least one byte, without its end.
func (d *decoder) line() ([]byte, error) {
	line, err := d.r.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		return nil, fmt.Errorf("%w: a line is longer than %d bytes", errMalformed, d.r.Size())
	} else if err != nil {
		return nil, err
	}
	if len(line) < 3 || line[len(line)-2] != '\r' {
		return nil, fmt.Errorf("%w: a line is empty or does not end with CR and LF", errMalformed)
	}
	return line[:len(line)-2], d.spend(len(line) + 16)
}

// bulk reads a string of n bytes.
func (d *decoder) bulk(n int) ([]byte, error) {
	if err := d.spend(n); err != nil {
		return nil, err
	}
	text := make([]byte, n+2)
	if _, err := io.ReadFull(d.r, text); err != nil {
		return nil, err
	}
	if text[n] != '\r' || text[n+1] != '\n' {
		return nil, fmt.Errorf("%w: a string is longer than it says", errMalformed)
	}
	return text[:n:n], nil
}

// array reads n replies.
func (d *decoder) array(n, depth int) ([]any, error) {
	if depth == deepest {
		return nil, fmt.Errorf("%w: arrays in arrays of a depth of more than %d", errMalformed, deepest)
	}
	list := []any{}
	for range n {
		v, err := d.reply(depth + 1)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}
