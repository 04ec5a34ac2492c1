package watch

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestMostConns(t *testing.T) {
	for handles, want := range map[uint64]int{0: 4, 10: 4, 64: 4, 256: 16, 1024: 64, 1 << 20: 64, 1<<64 - 1: 64} {
		if got := mostConns(handles); got != want {
			t.Errorf("%d handles: %d connections, want %d", handles, got, want)
		}
	}
}

// Hundreds of connections that ask nothing, or whose request never ends, take few file handles, and the page is
// served meanwhile.
func TestIdleConnections(t *testing.T) {
	l, err := Listen("0")
	if err != nil {
		t.Fatal(err)
	}
	limit, ok := l.Listener.(*limited)
	if !ok {
		t.Fatalf("it listens by a %T", l.Listener)
	}
	limit.most = 8
	w := Start(&fakeCrawl{s: busySample()}, Options{Quiet: true, Listener: l, GiveUp: func() {}, Patience: time.Hour})
	defer w.Close()
	for _, sent := range []string{"", "G", "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", "POST /stop HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nto"} {
		for i := range 300 {
			c, err := net.Dial("tcp", l.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			io.WriteString(c, sent) // it may be closed already
			if i%100 == 99 {
				askPage(t, l, fmt.Sprintf("after %d connections that sent %.20q", i+1, sent))
			}
		}
		limit.mu.Lock()
		open := limit.open.Len()
		limit.mu.Unlock()
		if open > limit.most+1 {
			t.Errorf("%d connections are open, want at most %d", open, limit.most)
		}
	}
}

// askPage asks for the status on a new connection.
func askPage(t *testing.T, l *Listener, when string) {
	t.Helper()
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: 10 * time.Second}
	r, err := client.Get(l.URL() + "status.json")
	if err != nil {
		t.Errorf("%s: %v", when, err)
		return
	}
	defer r.Body.Close()
	if text, err := io.ReadAll(r.Body); err != nil || !strings.Contains(string(text), `"fetched": 444`) {
		t.Errorf("%s: %d, %.40q, %v", when, r.StatusCode, text, err)
	}
}
