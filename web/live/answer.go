package live

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"net/netip"
	"time"

	"weft/internal/ascii"
	"weft/internal/http1"
	"weft/web/weburl"
)

// Truncated names the reason why the body of an Answer is incomplete, by the terms of WARC-Truncated (ISO 28500,
// section 5.13).
const (
	TruncatedLength     = "length"      // longer than the limit
	TruncatedTime       = "time"        // too slow
	TruncatedUnwanted   = "unspecified" // the caller did not want it
	TruncatedDisconnect = "disconnect"  // the connection broke off, or what came was not as announced
)

// A Condition makes a request conditional: the server sends the page only if it has changed since an earlier
// response with these fields. A response 304 reports no change.
type Condition struct{ ETag, LastModified string }

// An Answer is the response of a server to one request. The next Get reuses its memory, and it is valid until
// then. Use one Answer for many pages. It is not safe for concurrent use.
type Answer struct {
	// Limit bounds the body of the next answers, in bytes; 0 stands for Options.MaxBody, which it cannot exceed.
	Limit int64
	// Want, if not nil, is called after the header has arrived, with the header in Response. If it returns false,
	// the body is not read, and the answer is truncated as unspecified.
	Want func(a *Answer) bool

	URL string // canonical

	// Request is the request as the server receives it: with a path, not a URL, even if a proxy carried it.
	// Secrets are left out: the credentials of a proxy and of the URL, and the fields of Options.Origins and
	// Options.CookieList.
	//
	// Response is the response as in a WARC record. From HTTP/1.x it has the exact bytes of the final response,
	// with chunks, trailers and codings, but without 1xx responses. From HTTP/2 it has the header, sorted by name,
	// and the body in the form of HTTP/1.1.
	Request, Response []byte
	HeaderLen         int // Response[:HeaderLen] is the header, with the status line and the empty line

	Status    int
	IP        netip.Addr // address of the server; not valid behind a proxy
	Proto     string     // "http/1.0", "http/1.1", "h2", the words of WARC-Protocol
	TLS       string     // "tls/1.3"; "" without
	Began     time.Time
	Took      time.Duration // from Began to the end of the body, waiting for a connection included
	Truncated string        // "", or a constant of that name

	wire  []byte // the request to a proxy
	lease lease
	arena *arena
	large []byte // of the arena; Response is the part of it that the lease permits
}

// Body returns the body as it was transferred.
func (a *Answer) Body() []byte { return a.Response[a.HeaderLen:] }

// Field returns the value of the first header field of a name, in any case; "" if there is none.
func (a *Answer) Field(name string) string {
	for v := range a.Fields(name) {
		return v
	}
	return ""
}

// Location returns the field of that name as a reference in ASCII, as browsers read it; "" if there is none.
func (a *Answer) Location() string {
	return string(weburl.AppendASCII(nil, []byte(a.Field("Location"))))
}

// Conditional reports whether the request was conditional, see Condition. A response 304 has no other meaning.
func (a *Answer) Conditional() bool {
	for n := range fields(a.Request) {
		if ascii.EqualFold(n, "If-None-Match") || ascii.EqualFold(n, "If-Modified-Since") {
			return true
		}
	}
	return false
}

// Fields returns the values of all header fields of a name, in order.
func (a *Answer) Fields(name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for n, v := range fields(a.Response[:a.HeaderLen]) {
			if ascii.EqualFold(n, name) && !yield(string(v)) {
				return
			}
		}
	}
}

// unwanted says whether the body is to be left, and leaves it.
func (a *Answer) unwanted() bool {
	if a.Want == nil {
		return false
	}
	rest := a.Response
	if a.Response = a.Response[:a.HeaderLen]; a.Want(a) {
		a.Response = rest
		return false
	}
	a.Truncated = TruncatedUnwanted
	return true
}

// Copy returns the answer in memory of its own, which does not count for Options.Budget.
func (a *Answer) Copy() *Answer {
	c := *a
	c.Want, c.wire, c.lease, c.arena, c.large = nil, nil, lease{}, nil, nil
	c.Request, c.Response = bytes.Clone(a.Request), bytes.Clone(a.Response)
	return &c
}

// Release returns the memory that the answer takes of Options.Budget, and clears the answer. The next Get does the
// same. Call Release if that may take long, so that others need not wait. An Answer that is dropped without it
// keeps its memory for ever.
func (a *Answer) Release() {
	a.lease.release() // before others can see it changed
	if a.large != nil {
		a.arena.put(a.large)
		a.Response = nil
	}
	*a = Answer{Limit: a.Limit, Want: a.Want, Request: a.Request[:0], Response: a.Response[:0], wire: a.wire[:0]}
}

// begin prepares an empty answer for another request.
func (a *Answer) begin(c *Client, url string) {
	limit := c.opts.MaxBody
	if a.Limit > 0 {
		limit = min(limit, a.Limit)
	}
	a.lease.begin(c.budget, limit+int64(c.opts.MaxHeader))
	a.arena = c.arena
	a.URL, a.Began = url, time.Now()
}

// Buffers grow from firstBytes by doubling; up to freeBytes they are of the heap, and no matter of the budget.
const (
	firstBytes = 32 << 10
	freeBytes  = 256 << 10
	minRead    = 4 << 10
)

// errNoRoom says that others have kept the budget for too long.
var errNoRoom = errors.New("no memory for a large body")

// full reports whether there is too little room to read into.
func (a *Answer) full() bool { return cap(a.Response)-len(a.Response) < minRead }

// room makes room to read into, with a size of the response that is hoped for, 0 if unknown. It may wait for the budget, but
// not longer than a time.
func (a *Answer) room(ctx context.Context, hope int64, atMost time.Duration) error {
	size := a.nextSize(hope)
	if size <= freeBytes {
		a.Response = append(make([]byte, 0, size), a.Response...)
		return nil
	}
	within, cancel := context.WithTimeout(ctx, atMost)
	defer cancel()
	err := a.lease.grow(within, int64(size-freeBytes))
	switch {
	case err != nil && ctx.Err() == nil:
		return errNoRoom
	case err != nil:
		return err
	case a.large == nil:
		a.large = a.arena.get()
		copy(a.large, a.Response)
	}
	a.Response = a.large[:len(a.Response):size]
	return nil
}

// bounds returns the largest size of a body with the announced length, where a negative length is unknown. It also
// returns the expected size of the response, 0 if unknown.
func (a *Answer) bounds(o *Options, length int64) (limit, hope int64) {
	limit = a.lease.limit - int64(o.MaxHeader)
	if length >= 0 {
		hope = int64(a.HeaderLen) + min(length, limit)
	}
	return limit, hope
}

// nextSize returns the size of the next buffer: twice the last one, or at once the expected size if that needs no
// budget. The limit bounds it.
func (a *Answer) nextSize(hope int64) int {
	size := max(firstBytes, 2*cap(a.Response))
	if whole := min(hope, a.lease.limit) + minRead; hope > 0 && (whole <= freeBytes || whole < int64(size)) {
		size = max(firstBytes, int(whole))
	}
	return max(min(size, int(a.lease.limit)+minRead), len(a.Response)+minRead)
}

// fields goes through the lines "name: value" of a header, status line passed over.
func fields(header []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func([]byte, []byte) bool) {
		_, rest := http1.CutLine(header)
		for len(rest) > 0 {
			var line []byte
			line, rest = http1.CutLine(rest)
			name, value, ok := bytes.Cut(line, colon)
			if ok && !yield(bytes.TrimRight(name, blanks), bytes.Trim(value, blanks)) {
				return
			}
		}
	}
}

const blanks = " \t\r"

var colon = []byte{':'}
