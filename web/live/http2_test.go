package live

import (
	"bytes"
	"context"
	"io"
	"log"
	"net/http"
	"strings"
	"testing"
	"time"
)

var quietLog = log.New(io.Discard, "", 0)

// http2Client is a client of a server that speaks HTTP/2.
func http2Client(t testing.TB, h http.HandlerFunc, change func(*Options)) (c *Client, url string) {
	t.Helper()
	ca, roots := newAuthority(t)
	port := tlsServer(t, ca.issue(t, "example.org", time.Now().Add(time.Hour)), h, true)
	o := quick()
	o.Roots, o.Resolve, o.HTTP2 = roots, []string{"*:" + port + ":127.0.0.1"}, true
	if change != nil {
		change(&o)
	}
	return newClient(t, o), "https://example.org:" + port
}

func TestHTTP2(t *testing.T) {
	c, url := http2Client(t, func(w http.ResponseWriter, r *http.Request) {
		if r.ProtoMajor != 2 || r.RequestURI != "/a%2fb//?q=%61" {
			t.Errorf("%s %s", r.Proto, r.RequestURI)
		}
		w.Header()["Date"] = nil
		w.Header().Set("X-Agent", r.UserAgent()+" "+r.Header.Get("Accept-Encoding")+" "+r.Host)
		w.Header().Add("Set-Cookie", "a=1")
		w.Header().Add("Set-Cookie", "b=2")
		w.Header().Set("Content-Type", "text/plain")
		w.Header().Set("Content-Length", "5")
		w.WriteHeader(http.StatusEarlyHints)
		_, _ = io.WriteString(w, "hello")
	}, nil)
	var a Answer
	for range 3 {
		get(t, c, url+"/a%2fb//?q=%61", &a)
		host := strings.TrimPrefix(url, "https://")
		want := "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Type: text/plain\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nX-Agent: weft-test gzip " + host + "\r\n\r\nhello"
		if string(a.Response) != want || a.Proto != "h2" || a.TLS != "tls/1.3" || a.Truncated != "" {
			t.Errorf("got %q over %s, %s (%s), want %q", a.Response, a.Proto, a.TLS, a.Truncated, want)
		}
		if want := "GET /a%2fb//?q=%61 HTTP/1.1\r\nHost: " + host + "\r\nUser-Agent: weft-test\r\n"; !strings.HasPrefix(string(a.Request), want) {
			t.Errorf("request %q, want %q", a.Request, want)
		}
	}
	if n, _ := idle(c); n != 1 {
		t.Errorf("%d connections for 3 requests, want 1", n)
	}
}

func TestHTTP2Limits(t *testing.T) { patiently(t, 100*time.Millisecond, http2Limits) }

func http2Limits(t testing.TB, unit time.Duration) {
	handler := func(w http.ResponseWriter, r *http.Request) {
		flush := w.(http.Flusher).Flush
		switch r.URL.Path {
		case "/endless":
			for block := make([]byte, 64<<10); r.Context().Err() == nil; {
				_, _ = w.Write(block)
			}
		case "/trickle":
			for r.Context().Err() == nil {
				_, _ = w.Write([]byte("a"))
				flush()
				time.Sleep(5 * time.Millisecond)
			}
		case "/silent":
			<-r.Context().Done()
		case "/header":
			for range 100 {
				w.Header().Add("X", strings.Repeat("y", 1<<10))
			}
		case "/field":
			w.Header().Set("X", strings.Repeat("y", 100<<10))
		case "/hints":
			for range 100 {
				w.WriteHeader(http.StatusEarlyHints)
			}
		case "/abort":
			_, _ = w.Write(bytes.Repeat([]byte("x"), 1000))
			flush()
			panic(http.ErrAbortHandler)
		case "/short":
			w.Header().Set("Content-Length", "1000")
			_, _ = w.Write([]byte("short"))
		}
	}
	c, url := http2Client(t, handler, func(o *Options) {
		o.MaxBody, o.MaxHeader, o.HeaderTimeout, o.RateTime, o.MinRate = 3<<20, 64<<10, 3*unit, unit, 10_000
	})
	var a Answer
	get(t, c, url+"/endless", &a)
	if len(a.Body()) != 3<<20 || a.Truncated != TruncatedLength {
		t.Errorf("endless: %d bytes (%s)", len(a.Body()), a.Truncated)
	}
	for path, want := range map[string]string{"/trickle": TruncatedTime, "/abort": TruncatedDisconnect, "/short": TruncatedDisconnect, "/": ""} {
		get(t, c, url+path, &a)
		if a.Truncated != want || a.Status != 200 {
			t.Errorf("%s: %d bytes (%s), want it truncated by %q", path, len(a.Body()), a.Truncated, want)
		}
	}
	wantCause(t, c, url+"/silent", CauseHeaderTime)
	wantCause(t, c, url+"/header", CauseHeaderSize)
	wantCause(t, c, url+"/field", CauseProtocol, "COMPRESSION_ERROR") // net/http does not tell why
	wantCause(t, c, url+"/hints", CauseProtocol, "interim")
	ctx, cancel := context.WithTimeout(context.Background(), unit/2)
	defer cancel()
	if err := c.Get(ctx, url+"/trickle", Condition{}, &a); CauseOf(err) != CauseCancelled {
		t.Errorf("a context that ends: %v", err)
	}
}

// Servers that do not offer HTTP/2, or close kept connections, are no matter.
func TestHTTP2Otherwise(t *testing.T) {
	ca, roots := newAuthority(t)
	port := tlsServer(t, ca.issue(t, "example.org", time.Now().Add(time.Hour)), http.HandlerFunc(hello), false)
	o := quick()
	o.Roots, o.Resolve, o.HTTP2 = roots, []string{"*:" + port + ":127.0.0.1"}, true
	var a Answer
	get(t, newClient(t, o), "https://example.org:"+port, &a)
	if a.Proto != "http/1.1" {
		t.Errorf("spoke %s", a.Proto)
	}
	c, url := http2Client(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Connection", "close") // goes away after the answer
		hello(w, r)
	}, nil)
	for range 3 {
		get(t, c, url, &a)
	}
}

// Over HTTP/2 a body ends by itself, and what is announced of its length must be true.
func TestSoundLength(t *testing.T) {
	for _, x := range []struct {
		values []string
		want   bool
	}{
		{nil, true},
		{[]string{"5"}, true},
		{[]string{"5", "5"}, true},
		{[]string{"5, 5"}, true},
		{[]string{"+5"}, false},
		{[]string{"5", "6"}, false},
		{[]string{"6"}, false},
		{[]string{""}, false},
		{[]string{"5", "x"}, false},
		{[]string{"9223372036854775808"}, false},
	} {
		if got := soundLength(x.values, 5); got != x.want {
			t.Errorf("%q: got %v", x.values, got)
		}
	}
}
