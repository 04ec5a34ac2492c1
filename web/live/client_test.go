package live

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// exact are answers that must come back to the byte, as they were sent.
var exact = map[string]string{
	"length":            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
	"empty":             "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
	"no reason":         "HTTP/1.1 404\r\nContent-Length: 2\r\n\r\nno",
	"line feeds":        "HTTP/1.1 200 OK\nContent-Length: 5\n\nhello",
	"no content":        "HTTP/1.1 204 No Content\r\nServer: x\r\n\r\n",
	"not modified":      "HTTP/1.1 304 Not Modified\r\nContent-Length: 1000\r\nETag: \"a\"\r\n\r\n",
	"chunks":            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6;ext=\"a;b\"\r\n world\r\n0\r\n\r\n",
	"trailers":          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X\r\n\r\n1\r\na\r\n0\r\nX: 1\r\nY: 2\r\n\r\n",
	"chunks and more":   "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: gzip, Chunked\r\n\r\n00A \r\n0123456789\r\n0\r\n\r\n",
	"chunks, LF":        "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n5\nhello\n0\n\n",
	"lengths that are":  "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5, 5\r\n\r\nhello",
	"invalid UTF-8":     "HTTP/1.1 200 \xff\xfe\r\nX-\xc3: \x80\xff\r\nContent-Length: 5\r\n\r\nhello",
	"odd lines":         "HTTP/1.1 200 OK\r\nno colon\r\n: no name\r\n folded\r\nContent-Length : 5\r\n\r\nhello",
	"strange status":    "HTTP/1.1 799 What\r\nContent-Length: 1\r\n\r\nx",
	"keep-alive of 1.0": "HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 5\r\n\r\nhello",
}

func TestTapeIsExactAndConnectionsAreKept(t *testing.T) {
	var conns, requests atomic.Int64
	seen := sync.Map{}
	url := rawServer(t, func(c net.Conn, r *http.Request) bool {
		requests.Add(1)
		if _, old := seen.LoadOrStore(c, true); !old {
			conns.Add(1)
		}
		name, _, _ := strings.Cut(r.URL.Query().Get("q"), "/")
		text := exact[name]
		if r.URL.Path == "/slow" {
			for i := range len(text) {
				_, _ = io.WriteString(c, text[i:i+1])
				if i%7 == 0 {
					time.Sleep(50 * time.Microsecond)
				}
			}
			return true
		}
		_, err := io.WriteString(c, text)
		return err == nil
	})
	c := newClient(t, quick())
	var a Answer
	for _, path := range []string{"/", "/slow"} {
		for name, text := range exact {
			get(t, c, url+path+"?q="+strings.ReplaceAll(name, " ", "%20"), &a)
			if string(a.Response) != text || a.Truncated != "" {
				t.Errorf("%s%s: got %q (%s), want %q", name, path, a.Response, a.Truncated, text)
			}
		}
	}
	if conns.Load() != 1 || requests.Load() != int64(2*len(exact)) {
		t.Errorf("%d connections for %d requests, want 1 for %d", conns.Load(), requests.Load(), 2*len(exact))
	}
}

// What is no length, or not one length (RFC 9110, section 8.6), is never kept in silence as a whole page: the body is kept
// as far as it came, and is not whole, or the answer is refused.
func TestLengthsThatAreNone(t *testing.T) {
	const body = "hello"
	for value, want := range map[string]string{
		"five": TruncatedDisconnect, "-5": TruncatedDisconnect, "+5": TruncatedDisconnect, "5.0": TruncatedDisconnect, "5e0": TruncatedDisconnect, "1e5": TruncatedDisconnect,
		"0x5": TruncatedDisconnect, "5 5": TruncatedDisconnect, "5;": TruncatedDisconnect, "": TruncatedDisconnect, "\t": TruncatedDisconnect, "5,": TruncatedDisconnect, ",5": TruncatedDisconnect,
		"5, +5": TruncatedDisconnect, "\"5\"": TruncatedDisconnect, "９": TruncatedDisconnect, "٥": TruncatedDisconnect, "nan": TruncatedDisconnect,
		"9223372036854775807": TruncatedDisconnect, "9223372036854775808": TruncatedDisconnect, "18446744073709551621": TruncatedDisconnect, // 2⁶⁴ + 5
		"999999999999999999": TruncatedDisconnect, "6": TruncatedDisconnect,
		"5": "", " 5\t": "", "5, 5": "", "5 ,5,\t5": "", "005": "", "00000000000000000000005": "",
		"3, 500": "two lengths", "5, 6": "two lengths", "5, 5, 7": "two lengths",
	} {
		for _, field := range []string{"Content-Length", "content-length"} {
			text := "HTTP/1.1 200 OK\r\n" + field + ": " + value + "\r\n\r\n" + body
			url := rawServer(t, says(text, false))
			c := newClient(t, quick())
			var a Answer
			err := c.Get(t.Context(), url, Condition{}, &a)
			if want == "two lengths" {
				if CauseOf(err) != CauseProtocol || !strings.Contains(err.Error(), want) {
					t.Errorf("%q: got %v, %q", value, err, a.Response)
				}
				continue
			}
			if err != nil || a.Truncated != want || string(a.Body()) != body {
				t.Errorf("%q: got %q (%s), %v, want %q", value, a.Body(), a.Truncated, err, want)
			}
		}
	}
	// Chunks say for themselves whether they are whole, but the connection is not used again.
	for value, requests := range map[string]int64{"+3": 2, "3": 1} {
		var conns atomic.Int64
		url := rawServer(t, func(c net.Conn, _ *http.Request) bool {
			conns.Add(1)
			for range 2 {
				_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: "+value+"\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n")
				if _, err := http.ReadRequest(bufio.NewReader(c)); err != nil {
					break
				}
			}
			return false
		})
		c := newClient(t, quick())
		var a Answer
		for range 2 {
			get(t, c, url, &a)
			if a.Truncated != "" || !bytes.Contains(a.Body(), []byte(body)) {
				t.Errorf("%q with chunks: got %q (%s)", value, a.Body(), a.Truncated)
			}
		}
		if conns.Load() != requests {
			t.Errorf("%q with chunks: %d connections, want %d", value, conns.Load(), requests)
		}
	}
}

// TestEndedByClose has answers that end with their connection.
func TestEndedByClose(t *testing.T) {
	for name, text := range map[string]string{
		"no length":    "HTTP/1.1 200 OK\r\n\r\nhello",
		"close":        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello",
		"1.0":          "HTTP/1.0 200 OK\r\n\r\nhello",
		"chunks, 1.0":  "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
		"gzip framing": "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nhello",
	} {
		var conns atomic.Int64
		url := rawServer(t, func(c net.Conn, _ *http.Request) bool {
			conns.Add(1)
			_, _ = io.WriteString(c, text)
			return false
		})
		c := newClient(t, quick())
		var a Answer
		for range 2 {
			get(t, c, url, &a)
			if string(a.Response) != text || a.Truncated != "" {
				t.Errorf("%s: got %q (%s), want %q", name, a.Response, a.Truncated, text)
			}
		}
		if conns.Load() != 2 {
			t.Errorf("%s: %d connections, want 2", name, conns.Load())
		}
	}
}

func TestWhatIsNoAnswer(t *testing.T) {
	ok := "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
	for name, tc := range map[string]struct {
		text  string
		cause Cause
		word  string
	}{
		"nothing":         {"", CauseReset, "closed before"},
		"half a line":     {"HTTP/1.", CauseReset, "closed before"},
		"half a header":   {"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n", CauseReset, "closed before"},
		"no header":       {"<html>hello</html>", CauseProtocol, "<html>"},
		"another one":     {"SSH-2.0-OpenSSH_9\r\n", CauseProtocol, "SSH-2.0"},
		"status of words": {"HTTP/1.1 OK 200\r\n\r\n", CauseProtocol, "OK 200"},
		"status 99":       {"HTTP/1.1 099 No\r\n\r\n", CauseProtocol, "099"},
		"status 2000":     {"HTTP/1.1 2000 OK\r\n\r\n", CauseProtocol, "2000"},
		"version 2":       {"HTTP/2.0 200 OK\r\n\r\n", CauseProtocol, "HTTP/2.0"},
		"two lengths":     {"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!", CauseProtocol, "5 and 6"},
		"upgrade":         {"HTTP/1.1 101 Switching Protocols\r\n\r\n" + ok, CauseProtocol, "101"},
		"1xx flood":       {strings.Repeat("HTTP/1.1 103 Early Hints\r\n\r\n", 100) + ok, CauseProtocol, "interim"},
		"endless header":  {"HTTP/1.1 200 OK\r\n" + strings.Repeat("X: y\r\n", 20000), CauseHeaderSize, "65536"},
		"endless line":    {"HTTP/1.1 200 OK\r\nX: " + strings.Repeat("y", 200_000), CauseHeaderSize, "65536"},
		"large header":    {"HTTP/1.1 200 OK\r\nX: " + strings.Repeat("y", 70_000) + "\r\n\r\n", CauseHeaderSize, "65536"},
		"large 1xx":       {"HTTP/1.1 103 Hints\r\nX: " + strings.Repeat("y", 50_000) + "\r\n\r\nHTTP/1.1 200 OK\r\nX: " + strings.Repeat("y", 50_000), CauseHeaderSize, "65536"},
	} {
		o := quick()
		o.MaxHeader = 64 << 10
		c := newClient(t, o)
		t.Run(name, func(t *testing.T) { wantCause(t, c, rawServer(t, says(tc.text, false)), tc.cause, tc.word) })
	}
}

func TestInterimAnswersAreLeftOut(t *testing.T) {
	final := "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
	url := rawServer(t, says("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n"+final, true))
	c := newClient(t, quick())
	var a Answer
	for range 2 {
		get(t, c, url, &a)
		if string(a.Response) != final {
			t.Errorf("got %q, want %q", a.Response, final)
		}
	}
}

// TestBreaksOff cuts an answer at every byte, by closing and by resetting the connection.
func TestBreaksOff(t *testing.T) {
	for _, text := range []string{exact["length"], exact["trailers"]} {
		header := strings.Index(text, "\r\n\r\n") + 4
		var at, pause atomic.Int64
		url := rawServer(t, func(c net.Conn, _ *http.Request) bool {
			_, _ = io.WriteString(c, text[:at.Load()])
			if hard := time.Duration(pause.Load()); hard > 0 {
				time.Sleep(hard) // so that what was sent is not lost
				_ = c.(*net.TCPConn).SetLinger(0)
			}
			return false
		})
		c := newClient(t, quick())
		var a Answer
		for i := range 2 * len(text) {
			n := i / 2
			at.Store(int64(n))
			pause.Store(int64(i%2) * int64(2*time.Millisecond))
			err := c.Get(context.Background(), url, Condition{}, &a)
			for n >= header && pause.Load() > 0 && pause.Load() < int64(time.Second) && string(a.Response) != text[:n] { // on a busy machine it is
				pause.Store(4 * pause.Load())
				err = c.Get(context.Background(), url, Condition{}, &a)
			}
			switch {
			case n < header && CauseOf(err) != CauseReset:
				t.Errorf("cut at %d: error %v, want a reset", n, err)
			case n >= header && (err != nil || string(a.Response) != text[:n] || a.Truncated != TruncatedDisconnect):
				t.Errorf("cut at %d: %q (%s), %v; want what was sent, truncated", n, a.Response, a.Truncated, err)
			case n >= header:
				readBack(t, &a)
			}
		}
	}
}

func TestBrokenChunks(t *testing.T) {
	head := "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
	for name, body := range map[string]string{
		"no size":         "hello",
		"minus":           "-5\r\nhello\r\n",
		"too long":        "5\r\nhello world\r\n0\r\n\r\n",
		"huge":            "fffffffffffffffff\r\nhello",
		"endless line":    "5;" + strings.Repeat("x", 5000),
		"endless trailer": "0\r\n" + strings.Repeat("X: y\r\n", 20000),
		"one long line":   "0\r\nX: " + strings.Repeat("y", 100_000),
	} {
		o := quick()
		o.MaxHeader = 64 << 10
		c := newClient(t, o)
		var a Answer
		get(t, c, rawServer(t, says(head+body, true)), &a)
		if a.Truncated != TruncatedDisconnect || !strings.HasPrefix(head+body, string(a.Response)) {
			t.Errorf("%s: %.100q (%s), want what was sent, truncated", name, a.Response, a.Truncated)
		}
	}
}

// A server that sends more than it announced must not have the rest taken for the next answer, whenever it comes.
func TestMoreThanAnnounced(t *testing.T) {
	for _, pause := range []time.Duration{0, 20 * time.Millisecond} {
		sent := make(chan struct{}, 16)
		url := rawServer(t, func(c net.Conn, r *http.Request) bool {
			text := fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s", len(r.URL.Path), r.URL.Path)
			if pause > 0 {
				_, _ = io.WriteString(c, text)
				time.Sleep(pause)
				text = ""
			}
			_, err := io.WriteString(c, text+"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwrong")
			sent <- struct{}{}
			return err == nil
		})
		c := newClient(t, quick())
		var a Answer
		for i := range 4 {
			path := "/page" + strconv.Itoa(i)
			get(t, c, url+path, &a)
			if string(a.Body()) != path {
				t.Errorf("%s was answered %q", path, a.Body())
			}
			<-sent
			time.Sleep(pause)
		}
	}
}

func TestKeptConnectionThatWasClosed(t *testing.T) {
	var n atomic.Int64
	url := rawServer(t, func(c net.Conn, _ *http.Request) bool { // every second request on a connection is not answered
		if n.Add(1)%2 == 0 {
			return false
		}
		_, _ = io.WriteString(c, exact["length"])
		return true
	})
	c := newClient(t, quick())
	var a Answer
	for range 5 {
		get(t, c, url, &a)
	}
	if n.Load() != 9 {
		t.Errorf("%d requests, want 9: four in vain", n.Load())
	}
}

func TestLimits(t *testing.T) {
	body := bytes.Repeat([]byte("0123456789"), 1000)
	chunked := "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2710\r\n" + string(body) + "\r\n0\r\n\r\n"
	length := "HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n" + string(body)
	open := "HTTP/1.1 200 OK\r\n\r\n" + string(body)
	for _, tc := range []struct {
		text      string
		limit     int64
		size      int
		truncated string
	}{
		{length, 10000, 10000, ""},
		{length, 9999, 9999, TruncatedLength},
		{length, 1, 1, TruncatedLength},
		{open, 10000, 10000, ""},
		{open, 9999, 9999, TruncatedLength},
		{chunked, 10013, 10013, ""},
		{chunked, 10012, 10012, TruncatedLength},
		{chunked, 4, 4, TruncatedLength},
	} {
		c := newClient(t, quick())
		a := Answer{Limit: tc.limit}
		get(t, c, rawServer(t, says(tc.text, false)), &a)
		if len(a.Body()) != tc.size || a.Truncated != tc.truncated {
			t.Errorf("limit %d: %d bytes (%s), want %d (%s)", tc.limit, len(a.Body()), a.Truncated, tc.size, tc.truncated)
		}
	}
}

// TestEndlessBody is a page without end, in each framing.
func TestEndlessBody(t *testing.T) {
	for _, head := range []string{"", "Content-Length: 1073741824\r\n", "Transfer-Encoding: chunked\r\n"} {
		var sent atomic.Int64
		url := rawServer(t, func(c net.Conn, _ *http.Request) bool {
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\n"+head+"\r\n")
			block := bytes.Repeat([]byte("1\r\nx\r\n"), 10000)
			for range 20000 {
				n, err := c.Write(block)
				if sent.Add(int64(n)); err != nil {
					return false
				}
			}
			return false
		})
		o := quick()
		o.MaxBody = 3 << 20
		c := newClient(t, o)
		var a Answer
		get(t, c, url, &a)
		if len(a.Body()) != 3<<20 || a.Truncated != TruncatedLength {
			t.Errorf("%q: %d bytes (%s), want 3 MiB, truncated", head, len(a.Body()), a.Truncated)
		}
		if cap(a.Response) > 3<<20+o.MaxHeader+256<<10+2*minRead {
			t.Errorf("%q: buffer of %d bytes", head, cap(a.Response))
		}
		a.Release()
		if cap(a.Response) > freeBytes || c.budget.free != newClient(t, o).budget.free {
			t.Errorf("%q: kept %d bytes, budget %d", head, cap(a.Response), c.budget.free)
		}
	}
}

func TestGzipBombStaysSmall(t *testing.T) {
	var packed bytes.Buffer
	zw := gzip.NewWriter(&packed)
	zeros := make([]byte, 1<<20)
	for range 20 {
		_, _ = zw.Write(zeros)
	}
	_ = zw.Close()
	text := fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n%s", packed.Len(), packed.Bytes())
	c := newClient(t, quick())
	var a Answer
	get(t, c, rawServer(t, says(text, true)), &a)
	if string(a.Response) != text {
		t.Errorf("%d bytes, want the %d that were sent", len(a.Response), len(text))
	}
}

func TestTooSlow(t *testing.T) { patiently(t, 100*time.Millisecond, tooSlow) }

func tooSlow(t testing.TB, unit time.Duration) {
	trickle := func(text, more string) func(net.Conn, *http.Request) bool {
		return func(c net.Conn, _ *http.Request) bool {
			_, err := io.WriteString(c, text)
			for err == nil {
				time.Sleep(5 * time.Millisecond)
				_, err = io.WriteString(c, more)
			}
			return false
		}
	}
	o := quick()
	o.HeaderTimeout, o.TotalTimeout, o.RateTime, o.MinRate = unit*3/2, 6*unit, unit, 10_000
	c := newClient(t, o)
	wantCause(t, c, rawServer(t, trickle("HTTP/1.1 200 OK\r\n", "a")), CauseHeaderTime)
	wantCause(t, c, rawServer(t, trickle("", "")), CauseHeaderTime)
	for name, tc := range map[string]struct {
		more string
		took time.Duration
	}{"slow": {"a", unit}, "long": {strings.Repeat("a", 1000), 6 * unit}} {
		var a Answer
		get(t, c, rawServer(t, trickle("HTTP/1.1 200 OK\r\n\r\n", tc.more)), &a)
		if a.Truncated != TruncatedTime || a.Took < tc.took || a.Took > tc.took+4*unit || len(a.Body()) == 0 {
			t.Errorf("%s: %d bytes in %s (%s), want about %s", name, len(a.Body()), a.Took, a.Truncated, tc.took)
		}
	}
	o.HeaderTimeout, o.TotalTimeout = 10*unit, unit
	wantCause(t, newClient(t, o), rawServer(t, trickle("HTTP/1.1 200 OK\r\n", "a")), CauseTotalTime)
}

func TestCancelled(t *testing.T) {
	stop := make(chan struct{})
	url := rawServer(t, func(c net.Conn, r *http.Request) bool {
		if r.URL.Path == "/body" {
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\n\r\nhel")
		}
		<-stop
		return false
	})
	defer close(stop)
	c := newClient(t, quick())
	for _, path := range []string{"/", "/body"} {
		ctx, cancel := context.WithCancelCause(context.Background())
		mine := errors.New("stopped by the test")
		time.AfterFunc(30*time.Millisecond, func() { cancel(mine) })
		var a Answer
		err := c.Get(ctx, url+path, Condition{}, &a)
		if CauseOf(err) != CauseCancelled || !errors.Is(err, mine) {
			t.Errorf("%s: %v, want the cause of the context", path, err)
		}
	}
}

func TestRequest(t *testing.T) {
	var got string
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = fmt.Sprintf("%s %s %s", r.Method, r.RequestURI, r.Host)
		for _, n := range []string{"User-Agent", "From", "Accept", "Accept-Encoding", "If-None-Match", "If-Modified-Since", "Authorization"} {
			got += fmt.Sprintf("|%s", r.Header.Get(n))
		}
		_, _ = io.WriteString(w, "ok")
	}))
	defer srv.Close()
	o := quick()
	o.Fields = []string{"From: me@example.org", "accept: text/html"}
	c := newClient(t, o)
	host := strings.TrimPrefix(srv.URL, "http://")
	var a Answer
	cond := Condition{ETag: `"abc"`, LastModified: "Fri, 21 Nov 2025 10:00:00 GMT\r\nX: y"}
	if err := c.Get(context.Background(), "HTTP://us%65r:p%3Ass@"+host+"/a b/../%61?q=ü#frag", cond, &a); err != nil {
		t.Fatal(err)
	}
	want := `GET /%61?q=%C3%BC ` + host + `|weft-test|me@example.org|text/html|gzip|"abc"||Basic dXNlcjpwOnNz`
	if got != want {
		t.Errorf("the server saw\n%s, want\n%s", got, want)
	}
	request := "GET /%61?q=%C3%BC HTTP/1.1\r\nHost: " + host + "\r\nUser-Agent: weft-test\r\nAccept-Encoding: gzip\r\n" +
		"From: me@example.org\r\naccept: text/html\r\nIf-None-Match: \"abc\"\r\n\r\n"
	if string(a.Request) != request {
		t.Errorf("recorded\n%q, want\n%q", a.Request, request)
	}
	if a.URL != "http://us%65r:p%3Ass@"+host+"/%61?q=%C3%BC" || a.Status != 200 || a.Proto != "http/1.1" || a.IP.String() != "127.0.0.1" || a.TLS != "" {
		t.Errorf("answer %+v", a)
	}
}

func TestFields(t *testing.T) {
	c := newClient(t, quick())
	var a Answer
	get(t, c, rawServer(t, says("HTTP/1.1 200 OK\r\nset-cookie: a\r\nX:  y \r\nSet-Cookie:b\r\nContent-Length: 0\r\n\r\n", false)), &a)
	if got := slices.Collect(a.Fields("SET-COOKIE")); strings.Join(got, ",") != "a,b" || a.Field("x") != "y" || a.Field("z") != "" {
		t.Errorf("fields %q, x %q, z %q", got, a.Field("x"), a.Field("z"))
	}
}

func TestURLsThatAreNone(t *testing.T) {
	c := newClient(t, quick())
	for _, url := range []string{"", "http://", "mailto:a@b", "ftp://example.org/", "file:///etc/passwd", "/relative", "http://a b/", "http://[::1", "http://a:99999/"} {
		wantCause(t, c, url, CauseURL)
	}
}

func TestOptionsThatMakeNoSense(t *testing.T) {
	for word, change := range map[string]func(*Options){
		"user agent":            func(o *Options) { o.UserAgent = "" },
		"a\\nb":                 func(o *Options) { o.UserAgent = "a\nb" },
		`header field "X"`:      func(o *Options) { o.Fields = []string{"X"} },
		`"Y Z: a"`:              func(o *Options) { o.Fields = []string{"Y Z: a"} },
		`"Host: a"`:             func(o *Options) { o.Fields = []string{"Host: a"} },
		"negative":              func(o *Options) { o.MaxBody = -1 },
		`"a:b:1.2.3.4"`:         func(o *Options) { o.Resolve = []string{"a:b:1.2.3.4"} },
		`"example.org:80"`:      func(o *Options) { o.Resolve = []string{"*:80:1.2.3.4", "example.org:80"} },
		`"1.2.3" is no`:         func(o *Options) { o.Resolve = []string{"a:80:1.2.3"} },
		`"[::g]" is no`:         func(o *Options) { o.Resolve = []string{"a:80:1.2.3.4,[::g]"} },
		"socks5://127.0.0.1:1":  func(o *Options) { o.Proxy = "socks5://127.0.0.1:1" },
		"want http://HOST:PORT": func(o *Options) { o.Proxy = "http://u:secret@[::1" },
	} {
		o := quick()
		change(&o)
		_, err := NewClient(o)
		if err == nil || !strings.Contains(err.Error(), word) || strings.Contains(err.Error(), "secret") {
			t.Errorf("error %v does not tell %s", err, word)
		}
	}
}
