package remote

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"weft/internal/http1"
)

// overlap is how many of the last bytes are read again after a cut, to see that the file is the same.
const overlap = 4096

// A Stream reads a file from its start to its end. After a cut it continues at the same byte.
type Stream struct {
	ctx     context.Context
	address string
	s       *Source

	version version // by the first response
	digests digests

	unbounded bool // the end of the connection is the end of the file

	body   *body
	offset int64
	tail   []byte // the last bytes before offset
	tries  tries
	cuts   int
}

// Open requests a file. The stream is bound to ctx.
func (s *Source) Open(ctx context.Context, address string) (*Stream, error) {
	f := &Stream{ctx: ctx, address: address, s: s, version: version{size: -1}, tries: tries{s: s}}
	for {
		err := f.begin()
		if err == nil {
			return f, nil
		}
		if err = f.tries.failed(ctx, err); err != nil {
			return nil, f.fail(err)
		}
	}
}

// Size returns the number of bytes, or -1 if the server did not say.
func (f *Stream) Size() int64 { return f.version.size }

// Unbounded reports whether the server marks the end of the file only by the end of the connection. Then the stream takes
// a cut for the end.
func (f *Stream) Unbounded() bool { return f.unbounded }

// Cuts returns how often the stream continued after a cut.
func (f *Stream) Cuts() int { return f.cuts }

// Close ends the request.
func (f *Stream) Close() error {
	if f.body == nil {
		return nil
	}
	err := f.body.Close()
	f.body = nil
	return err
}

func (f *Stream) fail(err error) error {
	if f.ctx.Err() != nil {
		return f.ctx.Err()
	}
	return &Error{Address: Shown(f.address), Offset: f.offset, Attempts: f.tries.n, Err: err}
}

// begin makes the first request.
func (f *Stream) begin() error {
	ctx, cancel := context.WithCancelCause(f.ctx)
	resp, err := f.s.get(ctx, f.address, nil, "")
	if err != nil {
		cancel(nil)
		return err
	}
	if resp.StatusCode == http.StatusPartialContent {
		cancel(nil)
		return errors.Join(fmt.Errorf("%w: it sent a part of the file, and the whole was requested", ErrLies), resp.Body.Close())
	}
	f.version = versionOf(resp.Header, resp.ContentLength)
	f.unbounded = resp.ContentLength < 0 && resp.ProtoMajor == 1 && len(resp.TransferEncoding) == 0
	f.digests = digestsOf(resp.Header)
	f.body = newBody(resp.Body, cancel, f.s.opts.Stall)
	return nil
}

// Read implements io.Reader. An error other than io.EOF is an *Error, or the error of the context.
func (f *Stream) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for {
		if f.body == nil {
			if err := f.resume(); err != nil {
				if err = f.tries.failed(f.ctx, err); err != nil {
					return 0, f.fail(err)
				}
				continue
			}
		}
		n, err := f.body.Read(p)
		if n > 0 {
			f.took(p[:n])
			return n, nil
		}
		if err == nil {
			continue
		}
		if errors.Is(err, io.EOF) && (f.version.size < 0 || f.offset == f.version.size) {
			if err := f.digests.check(); err != nil {
				return 0, f.fail(err)
			}
			return 0, io.EOF
		}
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		f.Close() //nolint:errcheck // it failed already
		if err = f.tries.failed(f.ctx, err); err != nil {
			return 0, f.fail(err)
		}
	}
}

// took counts bytes that were read.
func (f *Stream) took(p []byte) {
	f.offset += int64(len(p))
	f.tries.n = 0
	f.digests.write(p)
	if len(p) >= overlap {
		f.tail = append(f.tail[:0], p[len(p)-overlap:]...)
		return
	}
	if drop := len(f.tail) + len(p) - overlap; drop > 0 {
		f.tail = append(f.tail[:0], f.tail[drop:]...)
	}
	f.tail = append(f.tail, p...)
}

// resume requests the rest and some bytes of the tail, which must be the same. Each attempt without a new byte asks for half
// as much of the tail. So the stream also continues over connections that break after a few bytes.
func (f *Stream) resume() error {
	tail := f.tail[len(f.tail)-len(f.tail)>>f.tries.n:]
	from := f.offset - int64(len(tail))
	ctx, cancel := context.WithCancelCause(f.ctx)
	resp, err := f.s.get(ctx, f.address, &span{from, -1}, f.version.validator()) //nolint:bodyclose // newBody closes it
	if err != nil {
		cancel(nil)
		if e, ok := errors.AsType[*StatusError](err); ok && e.Status == http.StatusRequestedRangeNotSatisfiable {
			return fmt.Errorf("%w: it is shorter now", ErrChanged)
		}
		return err
	}
	b := newBody(resp.Body, cancel, f.s.opts.Stall)
	if err = f.checkSame(resp, from); err == nil && resp.StatusCode == http.StatusOK {
		_, err = io.CopyN(io.Discard, b, from) // the server has no parts: read it anew
	}
	again := make([]byte, len(tail))
	if err == nil {
		_, err = io.ReadFull(b, again)
	}
	if err == nil && !bytes.Equal(again, tail) {
		err = fmt.Errorf("%w: bytes before %d differ", ErrChanged, f.offset)
	}
	if err != nil {
		b.Close() //nolint:errcheck // it failed already
		return err
	}
	f.body = b
	f.cuts++
	return nil
}

// checkSame compares the header of a further response with the header of the first.
func (f *Stream) checkSame(resp *http.Response, from int64) error {
	size := resp.ContentLength
	if resp.StatusCode == http.StatusPartialContent {
		got, ok := http1.ContentRange(resp.Header.Get("Content-Range"))
		if !ok || got.From != from {
			return fmt.Errorf("%w: bytes from %d were requested, and it says that it sends %.60q", ErrLies, from, resp.Header.Get("Content-Range"))
		}
		if got.Size >= 0 && got.To != got.Size {
			return fmt.Errorf("%w: bytes from %d to the end were requested, and it says that it sends %.60q", ErrLies, from, resp.Header.Get("Content-Range"))
		}
		size = got.Size
	}
	return f.version.check(versionOf(resp.Header, size))
}

// A body reads a response, and ends it if no byte comes for too long.
type body struct {
	r      io.ReadCloser
	cancel context.CancelCauseFunc
	stall  time.Duration
	timer  *time.Timer
}

func newBody(r io.ReadCloser, cancel context.CancelCauseFunc, stall time.Duration) *body {
	return &body{r, cancel, stall, time.AfterFunc(stall, func() { cancel(errStalled) })}
}

func (b *body) Read(p []byte) (int, error) {
	b.timer.Reset(b.stall)
	n, err := b.r.Read(p)
	b.timer.Stop() // the caller may take its time
	if errors.Is(err, context.Canceled) {
		err = errStalled // or the context of the caller ended, which is asked first
	}
	return n, err
}

func (b *body) Close() error {
	b.timer.Stop()
	b.cancel(nil)
	return b.r.Close()
}
