package remote

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/minio/minio-go/v7/pkg/credentials"

	"weft/internal/held"
	"weft/internal/http1"
)

// Options of a source. Zero values stand for the defaults.
type Options struct {
	UserAgent string        // default "weft"
	Stall     time.Duration // the longest wait for a response or for the next byte; default one minute
	Attempts  int           // how often a request is made that brings no byte, before it fails; default 6
	Pause     time.Duration // before the second attempt, doubled before each further one; default half a second
}

// longestWait bounds the pause that a server asks for.
const longestWait = 2 * time.Minute

// A Source requests files. It may be used by several goroutines.
type Source struct {
	client *http.Client
	opts   Options
	s3     *s3
}

// New makes a source.
func New(o Options) *Source {
	o.UserAgent = cmp.Or(o.UserAgent, "weft")
	o.Stall = cmp.Or(o.Stall, time.Minute)
	o.Attempts = cmp.Or(o.Attempts, 6)
	o.Pause = cmp.Or(o.Pause, time.Second/2)
	t := http.DefaultTransport.(*http.Transport).Clone() //nolint:forcetypeassert // it is documented
	t.DisableCompression = true                          // offsets count the bytes of the file
	t.ResponseHeaderTimeout = o.Stall
	return &Source{
		client: &http.Client{Transport: t, CheckRedirect: checkRedirect},
		opts:   o, s3: newS3(credentials.NewChainCredentials(s3Providers)),
	}
}

func checkRedirect(req *http.Request, via []*http.Request) error {
	if len(via) >= 10 {
		return errors.New("more than 10 redirects")
	}
	if via[0].URL.Scheme == "https" && req.URL.Scheme != "https" {
		return errors.New("it redirects from https to " + req.URL.Scheme + ", which is not protected")
	}
	return nil
}

// Close closes the connections that are kept.
func (s *Source) Close() { s.client.CloseIdleConnections() }

// A span is a part of a file: from a byte to another, exclusive; to is -1 for the end of the file.
type span struct{ from, to int64 }

func (p span) header() string {
	if p.to < 0 {
		return "bytes=" + strconv.FormatInt(p.from, 10) + "-"
	}
	return "bytes=" + strconv.FormatInt(p.from, 10) + "-" + strconv.FormatInt(p.to-1, 10)
}

// get requests a file or a part of it, once. A response without an error has the status 200 or 206; it is a
// *StatusError otherwise.
func (s *Source) get(ctx context.Context, address string, part *span, ifRange string) (*http.Response, error) {
	for again := false; ; again = true {
		req, err := s.request(ctx, address)
		if err != nil {
			return nil, err
		}
		if part != nil {
			req.Header.Set("Range", part.header())
		}
		if ifRange != "" {
			req.Header.Set("If-Range", ifRange)
		}
		if req, err = s.s3.sign(address, req); err != nil {
			return nil, err
		}
		resp, err := s.client.Do(req)
		if err != nil {
			return nil, hideQuery(err)
		}
		if resp.StatusCode == http.StatusOK || resp.StatusCode == http.StatusPartialContent {
			return resp, nil
		}
		status := statusOf(resp)
		if !again && s.s3.learn(address, resp) {
			continue
		}
		return nil, status
	}
}

// hideQuery takes the address out of an error of net/http: it may hold secrets, and Error names the file.
func hideQuery(err error) error {
	if u, ok := errors.AsType[*url.Error](err); ok {
		return u.Err
	}
	return err
}

func (s *Source) request(ctx context.Context, address string) (*http.Request, error) {
	if isS3(address) {
		var err error
		if address, err = s.s3.endpoint(address); err != nil {
			return nil, err
		}
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, hideQuery(err)
	}
	req.Header.Set("User-Agent", s.opts.UserAgent)
	req.Header.Set("Accept-Encoding", "identity")
	return req, nil
}

// s3Code matches the code in an error of S3.
var s3Code = held.Regexp(`<Code>([A-Za-z0-9]{1,60})</Code>`)

// statusOf reads a response that brings no file, and closes it.
func statusOf(resp *http.Response) *StatusError {
	defer resp.Body.Close() //nolint:errcheck // it brings nothing
	e := &StatusError{Status: resp.StatusCode, After: http1.RetryAfter(resp.Header.Get("Retry-After"), time.Now())}
	text, _ := io.ReadAll(io.LimitReader(resp.Body, 4096))
	if m := s3Code().FindSubmatch(text); m != nil {
		e.Code = string(m[1])
	}
	return e
}

// tries counts the attempts since the last byte.
type tries struct {
	s *Source
	n int
}

// failed counts an attempt and waits before the next. It returns an error if there is none.
func (t *tries) failed(ctx context.Context, err error) error {
	t.n++
	if ctx.Err() != nil {
		return ctx.Err()
	}
	status, isStatus := errors.AsType[*StatusError](err)
	if isStatus && !status.passes() || errors.Is(err, ErrChanged) || errors.Is(err, ErrLies) || errors.Is(err, ErrNoParts) || t.n >= t.s.opts.Attempts {
		return err
	}
	pause := t.s.opts.Pause << (t.n - 1)
	if isStatus {
		pause = max(pause, status.After)
	}
	timer := time.NewTimer(min(pause, longestWait))
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
