package live

import (
	"context"
	"errors"
	"io"
	"time"

	"weft/internal/http1"
)

// An exchange is one request of HTTP/1.1 and its answer.
type exchange struct {
	ctx    context.Context
	opts   *Options
	cn     *conn
	a      *Answer
	total  time.Time // when there is no more time
	window time.Time // start of the time over which the rate of the body is measured
	seen   int       // length of the response when the window began
}

// errStale reports that a kept connection was closed, or out of step, before any byte of a response arrived.
var errStale = errors.New("kept connection is of no use")

// limitTime sets the time at which reading and writing must end. A context that ends earlier stops both, because
// Get then sets a deadline in the past. So the context is checked after our deadline is set.
func (x *exchange) limitTime(until time.Time) error {
	if err := x.cn.SetDeadline(until); err != nil {
		return err
	}
	if x.ctx.Err() != nil {
		return cancelled(x.ctx)
	}
	return nil
}

// run sends the request and reads the answer, and says whether the connection can be used again.
func (x *exchange) run(request []byte) (keep bool, err error) {
	wait := time.Now().Add(x.opts.HeaderTimeout)
	late := CauseHeaderTime
	if x.total.Before(wait) {
		wait, late = x.total, CauseTotalTime
	}
	if err := x.limitTime(wait); err != nil {
		return false, err
	}
	if _, err := x.cn.Write(request); err != nil {
		return false, x.broken(err, late)
	}
	x.cn.ackAtOnce()
	end, err := x.header()
	if err != nil {
		return false, x.broken(err, late)
	}
	f, err := parseHeader(x.a.Response[:end])
	if err != nil {
		return false, x.broken(&Error{Cause: CauseProtocol, Err: err}, late)
	}
	x.a.HeaderLen, x.a.Status, x.a.Proto = end, f.status, "http/1.1"
	if x.a.Response[len("HTTP/1.")] == '0' {
		x.a.Proto = "http/1.0"
	}
	if x.a.unwanted() {
		return false, nil
	}
	return x.body(f)
}

// broken returns the error of an exchange without a response.
func (x *exchange) broken(err error, late Cause) error {
	if x.ctx.Err() != nil {
		return cancelled(x.ctx)
	}
	e := asError(err, late)
	if isTimeout(err) {
		return &Error{Cause: late, Err: errors.New("no whole header in time")}
	}
	if x.cn.reused && (e.Cause == CauseReset && len(x.a.Response) == 0 || errors.Is(err, errStatus)) {
		return errStale
	}
	return e
}

// fill reads more of the response. The size of the whole is 0 if it is not known.
func (x *exchange) fill(whole int64) error {
	if x.a.full() {
		if err := x.makeRoom(whole); err != nil {
			return err
		}
	}
	n, err := x.cn.Read(x.a.Response[len(x.a.Response):cap(x.a.Response)])
	x.a.Response = x.a.Response[:len(x.a.Response)+n]
	if n > 0 {
		return nil // an error comes again
	}
	return err
}

// makeRoom waits for memory. The time does not count, but is bounded in the same way.
func (x *exchange) makeRoom(whole int64) error {
	began := time.Now()
	err := x.a.room(x.ctx, whole, x.opts.TotalTimeout)
	if waited := time.Since(began); waited > time.Millisecond && !x.window.IsZero() {
		x.total, x.window = x.total.Add(waited), x.window.Add(waited)
		return errors.Join(err, x.limitTime(earlier(x.window, x.total)))
	}
	return err
}

// maxInterim is how many answers 1xx may come before the final one.
const maxInterim = 16

// header reads until the final header is whole and returns its length. Answers 1xx before it are dropped.
func (x *exchange) header() (int, error) {
	next, dropped := 0, 0
	for interim := 0; ; {
		end, from := http1.HeaderEnd(x.a.Response, next)
		next = from
		if end == 0 || end+dropped > x.opts.MaxHeader {
			if err := x.checkHeader(dropped); err != nil {
				return 0, err
			}
			if err := x.fill(0); err != nil {
				return 0, err
			}
			continue
		}
		status, _, err := parseStatus(x.a.Response)
		if err != nil {
			return 0, &Error{Cause: CauseProtocol, Err: err}
		}
		if status >= 200 {
			return end, nil
		}
		if interim++; status == 101 || interim > maxInterim {
			return 0, fail(CauseProtocol, "status %d, unexpected, or more than %d interim answers", status, maxInterim)
		}
		dropped += end
		x.a.Response = append(x.a.Response[:0], x.a.Response[end:]...)
	}
}

func tooLarge(limit int) error { return fail(CauseHeaderSize, "header is larger than %d bytes", limit) }

// checkHeader checks the start of a header that is incomplete, or too large. So its error does not depend on how
// the bytes arrived.
func (x *exchange) checkHeader(dropped int) error {
	got := x.a.Response
	if n := min(len(got), len(statusStart)); string(got[:n]) != statusStart[:n] {
		_, _, err := parseStatus(got)
		return &Error{Cause: CauseProtocol, Err: err}
	}
	if len(got)+dropped > x.opts.MaxHeader {
		return tooLarge(x.opts.MaxHeader)
	}
	return nil
}

// body reads the body. The only error is the error of a context.
func (x *exchange) body(f framing) (keep bool, err error) {
	limit, whole := x.a.bounds(x.opts, f.length)
	b := bodyReader{framing: f, limit: limit, maxTrailers: x.opts.MaxHeader}
	for !b.look(x.a.Body()) {
		if x.window.IsZero() {
			if err := x.nextWindow(time.Now()); err != nil {
				return false, err
			}
		}
		if err := x.fill(whole); err != nil && !b.ends(err) {
			if more, err := x.goOn(err); err != nil || !more {
				return false, err
			}
		}
	}
	x.a.Response = x.a.Response[:x.a.HeaderLen+b.end]
	x.a.Truncated = b.truncated
	return f.keep && b.truncated == "" && !b.excess, nil
}

// goOn reports whether an error of reading a body only means that the rate must be measured. Otherwise it
// truncates the answer.
func (x *exchange) goOn(err error) (bool, error) {
	if x.ctx.Err() != nil {
		return false, cancelled(x.ctx)
	}
	if errors.Is(err, errNoRoom) {
		x.a.Truncated = TruncatedTime
		return false, nil
	}
	if !isTimeout(err) {
		x.a.Truncated = TruncatedDisconnect
		return false, nil
	}
	now := time.Now()
	if !now.Before(x.total) || x.opts.tooSlow(int64(len(x.a.Response)-x.seen)) {
		x.a.Truncated = TruncatedTime
		return false, nil
	}
	return true, x.nextWindow(now)
}

func (x *exchange) nextWindow(now time.Time) error {
	x.window, x.seen = now.Add(x.opts.RateTime), len(x.a.Response)
	return x.limitTime(earlier(x.window, x.total))
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// A bodyReader finds the end of a body in what has come.
type bodyReader struct {
	framing
	limit       int64
	maxTrailers int
	chunks      chunks
	closed      bool // the connection has ended, and the body with it

	end       int // of the body, when look is true
	truncated string
	excess    bool // more came than belongs to the message
}

// look reports whether the body is over.
func (b *bodyReader) look(body []byte) bool {
	b.end = len(body)
	over := b.closed
	switch {
	case b.chunked:
		end, err := b.chunks.scan(body, b.maxTrailers)
		if err != nil {
			b.truncated, over = TruncatedDisconnect, true
		} else if end > 0 {
			b.end, over = end, true
		}
	case b.length >= 0 && int64(len(body)) >= b.length:
		b.end, over = int(b.length), true
	}
	b.excess = over && b.end < len(body)
	if over && b.unsure && b.truncated == "" {
		b.truncated = TruncatedDisconnect
	}
	if int64(b.end) > b.limit {
		b.end, b.truncated, over = int(b.limit), TruncatedLength, true
	}
	if !over && b.length > b.limit && int64(b.end) == b.limit {
		b.truncated, over = TruncatedLength, true
	}
	return over
}

// ends reports whether an error of reading is how the body was to end.
func (b *bodyReader) ends(err error) bool {
	b.closed = errors.Is(err, io.EOF) && !b.chunked && b.length < 0
	return b.closed
}
