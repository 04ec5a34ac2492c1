package http1

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// RetryAfter reads the field Retry-After: a number of seconds, however large, or a date; 0 if it is of no use.
func RetryAfter(value string, now time.Time) time.Duration {
	value = strings.TrimSpace(value)
	if digits := strings.Trim(value, "0123456789"); digits == "" && value != "" {
		seconds, err := strconv.ParseUint(value, 10, 31)
		if err != nil {
			seconds = math.MaxInt32
		}
		return time.Duration(seconds) * time.Second //nolint:gosec // of 31 bits
	}
	if t, err := http.ParseTime(value); err == nil {
		return max(0, t.Sub(now))
	}
	return 0
}

// A Part is the part of a resource that a response has (RFC 9110, section 14.4): its bytes from From and before To.
type Part struct {
	From, To int64
	Size     int64 // of the resource; -1 if it is not known
}

// ContentRange reads the field Content-Range: "bytes 10-19/30", or "bytes 10-19/*". It returns false for other text, and for
// parts that no resource can have.
func ContentRange(value string) (p Part, ok bool) {
	unit, span, _ := strings.Cut(strings.TrimSpace(value), " ")
	first, rest, _ := strings.Cut(span, "-")
	last, size, slash := strings.Cut(rest, "/")
	from, ok1 := Number([]byte(first))
	to, ok2 := Number([]byte(last))
	p = Part{from, to + 1, -1}
	ok = slash && ok1 && ok2 && strings.EqualFold(unit, "bytes") && from <= to
	if size == "*" {
		return p, ok
	}
	var ok3 bool
	p.Size, ok3 = Number([]byte(size))
	return p, ok && ok3 && p.To <= p.Size
}
