//go:build unix

package live

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"
)

// benchServer answers with a page of 40 KB and costs as little as a server can: it looks for the end of a request only.
func benchServer(b *testing.B) string {
	page := fmt.Appendf(nil, "HTTP/1.1 200 OK\r\nServer: bench\r\nDate: Fri, 21 Nov 2025 10:00:00 GMT\r\nContent-Type: text/html; charset=utf-8\r\n"+
		"Last-Modified: Fri, 21 Nov 2025 10:00:00 GMT\r\nETag: \"5f-1234\"\r\nAccept-Ranges: bytes\r\nVary: Accept-Encoding\r\nContent-Length: 40000\r\n\r\n%s", bytes.Repeat([]byte("0123456789"), 4000))
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				buf := make([]byte, 4096)
				for n := 0; ; {
					m, err := c.Read(buf[n:])
					if err != nil {
						return
					}
					if n += m; bytes.HasSuffix(buf[:n], []byte("\r\n\r\n")) {
						n = 0
						if _, err := c.Write(page); err != nil {
							return
						}
					}
				}
			}()
		}
	}()
	return "http://" + l.Addr().String()
}

func cpuTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkGet is client and server together; "server" is the server asked over a bare connection, to be taken off.
func BenchmarkGet(b *testing.B) {
	url := benchServer(b) + "/index.html"
	report := func(b *testing.B, began time.Duration) {
		b.ReportMetric(float64((cpuTime()-began).Microseconds())/float64(b.N), "cpu-µs/op")
		b.ReportAllocs()
	}
	b.Run("client", func(b *testing.B) {
		o := quick()
		c, err := NewClient(o)
		if err != nil {
			b.Fatal(err)
		}
		defer c.Close()
		var a Answer
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		began := cpuTime()
		for b.Loop() {
			if err := c.Get(ctx, url, Condition{}, &a); err != nil || len(a.Body()) != 40000 {
				b.Fatal(err, len(a.Body()))
			}
		}
		report(b, began)
	})
	b.Run("net/http", func(b *testing.B) {
		tr := &http.Transport{DisableCompression: true}
		defer tr.CloseIdleConnections()
		buf := make([]byte, 64<<10)
		began := cpuTime()
		for b.Loop() {
			req, _ := http.NewRequestWithContext(context.Background(), http.MethodGet, url, http.NoBody)
			resp, err := tr.RoundTrip(req)
			if err != nil {
				b.Fatal(err)
			}
			for err == nil {
				_, err = resp.Body.Read(buf)
			}
			_ = resp.Body.Close()
		}
		report(b, began)
	})
	b.Run("server", func(b *testing.B) {
		c, err := net.Dial("tcp", url[len("http://"):len(url)-len("/index.html")])
		if err != nil {
			b.Fatal(err)
		}
		defer c.Close()
		buf := make([]byte, 64<<10)
		ask := []byte("GET / HTTP/1.1\r\n\r\n")
		began := cpuTime()
		for b.Loop() {
			_, _ = c.Write(ask)
			for n := 0; n < 40000; {
				m, err := c.Read(buf)
				if err != nil {
					b.Fatal(err)
				}
				n += m
			}
		}
		report(b, began)
	})
}

// BenchmarkAsk judges pages of a site whose robots.txt is known.
func BenchmarkAsk(b *testing.B) {
	w := &fakeWeb{pages: map[string]any{"https://www.example.org/robots.txt": ok("User-agent: *\nDisallow: /private\nDisallow: /*.cgi$\nAllow: /private/open\n")}}
	r, err := NewRobots(w.fetch, RobotsOptions{Agent: "testbot"})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if v, err := r.Ask(context.Background(), "https://www.example.org/a/page/of/the/site.html?q=1"); err != nil || !v.Allowed {
			b.Fatal(v, err)
		}
	}
}

// BenchmarkLarge gets pages of 8 MiB, which the budget is asked for.
func BenchmarkLarge(b *testing.B) {
	text := []byte(ok(strings.Repeat("0123456789abcdef", 1<<19)))
	url := rawServer(b, func(c net.Conn, _ *http.Request) bool {
		_, err := c.Write(text)
		return err == nil
	})
	c := newClient(b, quick())
	var a Answer
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if err := c.Get(context.Background(), url, Condition{}, &a); err != nil {
			b.Fatal(err)
		}
	}
}
