package live

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"weft/web/warc"
)

// patiently tries what goes by the clock in a unit of time, and where that fails in units that are 4 and 16 times as
// long: on a busy machine a server may come late. What is wrong in all of them is wrong.
func patiently(t *testing.T, unit time.Duration, try func(t testing.TB, unit time.Duration)) {
	t.Helper()
	var a *attempt
	for range 3 {
		a = &attempt{TB: t}
		done := make(chan struct{})
		go func() {
			defer close(done)
			try(a, unit)
		}()
		if <-done; len(a.wrong) == 0 {
			return
		}
		t.Logf("in units of %v: %q", unit, a.wrong)
		unit *= 4
	}
	t.Errorf("%q", a.wrong)
}

// An attempt is a test that may fail; it has a goroutine of its own.
type attempt struct {
	testing.TB
	wrong []string
}

func (a *attempt) Errorf(format string, args ...any) {
	a.wrong = append(a.wrong, fmt.Sprintf(format, args...))
}

func (a *attempt) Fatalf(format string, args ...any) {
	a.Errorf(format, args...)
	runtime.Goexit()
}

func (a *attempt) Fatal(args ...any) { a.Fatalf("%s", fmt.Sprint(args...)) }

// quick are options for servers of a test: everything comes at once or not at all.
func quick() Options {
	return Options{
		UserAgent: "weft-test", AllowPrivate: true, Workers: 4,
		ConnectTimeout: 2 * time.Second, HeaderTimeout: 2 * time.Second, TotalTimeout: 5 * time.Second,
	}
}

func newClient(t testing.TB, o Options) *Client {
	t.Helper()
	c, err := NewClient(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// rawServer takes connections, reads requests from them, and lets talk answer each; it closes a connection when talk says
// false. It returns the server's URL.
func rawServer(t testing.TB, talk func(c net.Conn, r *http.Request) (more bool)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	var conns sync.Map
	wg.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			conns.Store(c, true)
			wg.Go(func() { defer conns.Delete(c); serveRaw(c, talk) })
		}
	})
	t.Cleanup(func() {
		_ = l.Close()
		conns.Range(func(c, _ any) bool { return c.(net.Conn).Close() == nil || true })
		wg.Wait()
	})
	return "http://" + l.Addr().String()
}

func serveRaw(c net.Conn, talk func(net.Conn, *http.Request) bool) {
	defer c.Close()
	r := bufio.NewReader(c)
	for {
		_ = c.SetReadDeadline(time.Now().Add(10 * time.Second))
		req, err := http.ReadRequest(r)
		if err != nil || !talk(c, req) {
			return
		}
	}
}

// says answers every request with the same bytes.
func says(text string, more bool) func(net.Conn, *http.Request) bool {
	return func(c net.Conn, _ *http.Request) bool {
		_, err := io.WriteString(c, text)
		return more && err == nil
	}
}

// get is a Get that must succeed, and whose response must read back as an archive's does.
func get(t testing.TB, c *Client, url string, a *Answer) *warc.Response {
	t.Helper()
	if err := c.Get(context.Background(), url, Condition{}, a); err != nil {
		t.Fatalf("get %s: %v", url, err)
	}
	return readBack(t, a)
}

func readBack(t testing.TB, a *Answer) *warc.Response {
	t.Helper()
	r := new(warc.Response)
	if err := r.Parse(a.Response); err != nil {
		t.Fatalf("parse %.200q: %v", a.Response, err)
	}
	if r.Status != a.Status || string(r.Raw) != string(a.Body()) {
		t.Errorf("read back: status %d, want %d; body of %d bytes, want %d", r.Status, a.Status, len(r.Raw), len(a.Body()))
	}
	return r
}

// wantCause is a Get that must fail for a cause, with a text that tells words.
func wantCause(t testing.TB, c *Client, url string, want Cause, words ...string) {
	t.Helper()
	a := new(Answer)
	err := c.Get(context.Background(), url, Condition{}, a)
	if CauseOf(err) != want {
		t.Fatalf("get %s: cause %q (%v), want %q", url, CauseOf(err), err, want)
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("get %s: error %q does not tell %q", url, err, w)
		}
	}
	if len(a.Response) != 0 || a.Status != 0 {
		t.Errorf("get %s: an answer is left behind an error: %d %q", url, a.Status, a.Response)
	}
}

// idle counts the connections that a client keeps, and their sites.
func idle(c *Client) (conns, sites int) {
	c.pool.mu.Lock()
	defer c.pool.mu.Unlock()
	return c.pool.all.Len(), len(c.pool.sites)
}
