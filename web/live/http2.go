package live

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/textproto"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"weft/internal/ascii"
)

// window2 is how much a server may send ahead of our reading over one connection of HTTP/2.
const window2 = 256 << 10

// connKey is the key of a context under which newTransport2 finds the connection to be used.
type connKey struct{}

// newTransport2 makes net/http's HTTP/2 for connections that we have made.
func newTransport2(o *Options) *http.Transport {
	protocols := new(http.Protocols)
	protocols.SetHTTP2(true)
	return &http.Transport{
		DialTLSContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			nc, ok := ctx.Value(connKey{}).(net.Conn)
			if !ok {
				return nil, errors.New("no connection given")
			}
			return nc, nil
		},
		Protocols:              protocols,
		DisableCompression:     true, // asked for by hand
		MaxResponseHeaderBytes: int64(o.MaxHeader),
		HTTP2: &http.HTTP2Config{
			MaxReceiveBufferPerConnection: window2,
			MaxReceiveBufferPerStream:     window2,
			WriteByteTimeout:              o.HeaderTimeout,
		},
	}
}

var (
	errHeaderLate = errors.New("no whole header in time")
	errBodyLate   = errors.New("body too slow")
)

// An exchange2 is one request of HTTP/2 and its answer. A timer cancels it when it is too slow.
type exchange2 struct {
	opts   *Options
	cn     *conn
	a      *Answer
	parent context.Context
	ctx    context.Context
	cancel context.CancelCauseFunc
	total  time.Time

	read    atomic.Int64 // bytes of the body
	body    atomic.Bool  // the header has come
	waits   atomic.Bool  // for memory, now
	waited  atomic.Int64 // nanoseconds, so far
	timer   *time.Timer
	seen    int64 // of the body when the timer was set; the timer's own, like the next
	skipped int64 // waited, then
}

// run sends the request and reads the answer, and says whether the connection can be used again.
func (x *exchange2) run(ctx context.Context, t *target) (keep bool, err error) {
	x.parent = ctx
	x.ctx, x.cancel = context.WithCancelCause(ctx)
	defer x.cancel(nil)
	x.timer = time.AfterFunc(min(x.opts.HeaderTimeout, time.Until(x.total)), x.tick)
	defer x.timer.Stop()
	resp, err := x.cn.h2.RoundTrip(x.request(t))
	if err != nil {
		return false, x.broken(err)
	}
	defer func() { _ = resp.Body.Close() }()
	x.body.Store(true)
	x.timer.Reset(min(x.opts.RateTime, time.Until(x.total)))
	x.a.Response = appendHeader2(x.a.Response[:0], resp)
	x.a.HeaderLen, x.a.Status, x.a.Proto = len(x.a.Response), resp.StatusCode, "h2"
	if x.a.unwanted() {
		return true, nil
	}
	return x.readBody(resp)
}

// request turns the request that is recorded into one of net/http.
func (x *exchange2) request(t *target) *http.Request {
	interim := 0
	ctx := httptrace.WithClientTrace(x.ctx, &httptrace.ClientTrace{
		Got1xxResponse: func(code int, _ textproto.MIMEHeader) error {
			if interim++; interim > maxInterim {
				return fmt.Errorf("status %d: more than %d interim answers", code, maxInterim)
			}
			return nil
		},
	})
	req := (&http.Request{Method: http.MethodGet, URL: t.goURL(), Host: t.authority, Header: http.Header{}}).WithContext(ctx)
	for name, value := range fields(x.a.Request) {
		if !ascii.EqualFold(name, "Host") {
			req.Header.Add(string(name), string(value))
		}
	}
	return req
}

// tick ends the exchange if the header is late, the body too slow, or all of it too long. Time in which it waited for memory
// does not count.
func (x *exchange2) tick() {
	got, waited := x.read.Load(), x.waited.Load()
	left := time.Until(x.total.Add(time.Duration(waited)))
	slow := x.opts.tooSlow(got-x.seen) && waited == x.skipped
	switch {
	case !x.body.Load():
		x.cancel(errHeaderLate)
		return
	case (slow || left <= 0) && !x.waits.Load():
		x.cancel(errBodyLate)
		return
	}
	x.seen, x.skipped = got, waited
	x.timer.Reset(min(x.opts.RateTime, max(left, time.Millisecond)))
}

// broken returns the error of an exchange without a response.
func (x *exchange2) broken(err error) error {
	switch {
	case x.parent.Err() != nil:
		return cancelled(x.parent)
	case x.ctx.Err() != nil:
		return &Error{Cause: CauseHeaderTime, Err: context.Cause(x.ctx)}
	case x.cn.reused && x.cn.h2.Err() != nil:
		return errStale
	case tells(err, "header list larger"), tells(err, "headers exceeded"):
		return tooLarge(x.opts.MaxHeader)
	}
	e := asError(err, CauseHeaderTime)
	if e.Cause == CauseReset && (x.cn.h2.Err() == nil || tells(err, "connection error:")) {
		return &Error{Cause: CauseProtocol, Err: err} // the server ended the stream, or sent nonsense
	}
	return e
}

// tells reports whether an error contains a text, because the errors of net/http's HTTP/2 have no exported types
// or names.
func tells(err error, text string) bool { return strings.Contains(err.Error(), text) }

// appendHeader2 writes the header of a response as in HTTP/1.1, fields sorted by name.
func appendHeader2(dst []byte, resp *http.Response) []byte {
	dst = append(dst, "HTTP/1.1 "...)
	dst = strconv.AppendInt(dst, int64(resp.StatusCode), 10)
	dst = append(dst, ' ')
	dst = append(dst, http.StatusText(resp.StatusCode)...)
	dst = append(dst, "\r\n"...)
	for _, name := range slices.Sorted(maps.Keys(resp.Header)) {
		for _, value := range resp.Header[name] {
			dst = append(append(append(dst, name...), ": "...), value...)
			dst = append(dst, "\r\n"...)
		}
	}
	return append(dst, "\r\n"...)
}

// readBody reads the body. The only error is the error of the caller's context.
func (x *exchange2) readBody(resp *http.Response) (keep bool, err error) {
	limit, whole := x.a.bounds(x.opts, resp.ContentLength)
	for {
		if err := x.room(whole); errors.Is(err, errNoRoom) {
			x.a.Truncated = TruncatedTime
			return false, nil
		} else if err != nil {
			return false, err
		}
		at := len(x.a.Response)
		n, err := resp.Body.Read(x.a.Response[at:cap(x.a.Response)])
		x.a.Response = x.a.Response[:at+n]
		x.read.Add(int64(n))
		switch {
		case int64(len(x.a.Body())) > limit:
			x.a.Response = x.a.Response[:x.a.HeaderLen+int(limit)]
			x.a.Truncated = TruncatedLength
			return false, nil
		case errors.Is(err, io.EOF):
			if !soundLength(resp.Header["Content-Length"], int64(len(x.a.Body()))) {
				x.a.Truncated = TruncatedDisconnect
			}
			return true, nil
		case err != nil:
			return false, x.cutOff()
		}
	}
}

// soundLength reports whether the fields Content-Length, if any, match the size of the body (RFC 9113, section
// 8.1.1). net/http ignores fields that it cannot read.
func soundLength(values []string, size int64) bool {
	f := framing{length: -1}
	for _, v := range values {
		if f.addLength([]byte(v)) != nil {
			return false
		}
	}
	return !f.unsure && (f.length < 0 || f.length == size)
}

// room makes room to read into, for which it may wait.
func (x *exchange2) room(whole int64) error {
	if !x.a.full() {
		return nil
	}
	began := time.Now()
	x.waits.Store(true)
	defer x.waits.Store(false)
	err := x.a.room(x.parent, whole, x.opts.TotalTimeout)
	if took := time.Since(began); took > time.Millisecond {
		x.waited.Add(int64(took))
	}
	return err
}

// cutOff ends a body that broke off.
func (x *exchange2) cutOff() error {
	switch {
	case x.parent.Err() != nil:
		return cancelled(x.parent)
	case x.ctx.Err() != nil:
		x.a.Truncated = TruncatedTime
	default:
		x.a.Truncated = TruncatedDisconnect
	}
	return nil
}
