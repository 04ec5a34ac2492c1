package live

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"weft/web/warc"
)

// A scripted connection hands out bytes in pieces of random length, then its end.
type scripted struct {
	net.Conn
	data []byte
	most int
	rnd  *rand.Rand
}

func (s *scripted) Read(p []byte) (int, error) {
	if len(s.data) == 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), 1+s.rnd.IntN(s.most))], s.data)
	s.data = s.data[n:]
	return n, nil
}

func (s *scripted) Write(p []byte) (int, error) { return len(p), nil }
func (s *scripted) SetDeadline(time.Time) error { return nil }

const fuzzLimit = 64 << 10

func exchangeOf(data []byte, most int) (a *Answer, keep bool, err error) {
	o := quick()
	o.setDefaults()
	o.MaxHeader = 4 << 10
	a = new(Answer)
	a.Limit = fuzzLimit
	a.begin(&Client{opts: o, budget: newBudget(1 << 30)}, "")
	cn := &conn{Conn: &scripted{data: data, most: most, rnd: rand.New(rand.NewPCG(uint64(most), uint64(len(data))))}}
	x := exchange{ctx: context.Background(), opts: &o, cn: cn, a: a, total: time.Now().Add(time.Hour)}
	keep, err = x.run([]byte("GET / HTTP/1.1\r\n\r\n"))
	return a, keep, err
}

// netHTTP reads a message as net/http does and returns how many bytes it has, interim answers included; ok is false if it
// is none, or one whose like we read otherwise on purpose.
func netHTTP(data []byte) (size, status int, ok bool) {
	in := bytes.NewReader(data)
	r := bufio.NewReader(in)
	for {
		resp, err := http.ReadResponse(r, &http.Request{Method: http.MethodGet})
		if err != nil || resp.ProtoMajor != 1 || resp.StatusCode < 100 || resp.StatusCode == http.StatusSwitchingProtocols || len(resp.Proto) != len("HTTP/1.1") {
			return 0, 0, false
		}
		if spacedName(resp.Header) {
			return 0, 0, false
		}
		_, err = io.Copy(io.Discard, resp.Body)
		if _ = resp.Body.Close(); err != nil {
			return 0, 0, false
		}
		if resp.StatusCode >= 200 {
			return len(data) - in.Len() - r.Buffered(), resp.StatusCode, true
		}
	}
}

// spacedName finds a blank between a name and its colon. It is to be taken away from an answer (RFC 9112, section 5.1), so that
// the field counts, as it does with us and in browsers; net/http keeps it as part of another name.
func spacedName(h http.Header) bool {
	for name := range h {
		if strings.HasSuffix(name, " ") {
			return true
		}
	}
	return false
}

// FuzzExchange reads any bytes as an answer: nothing depends on how they are cut, what comes is what was sent, and where
// net/http understands the message its end is ours.
func FuzzExchange(f *testing.F) {
	for _, text := range exact {
		f.Add([]byte(text), uint8(1))
	}
	for _, text := range []string{
		"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcdef", "HTTP/1.0 200 OK\r\n\r\nto the end", "HTTP/1.0 200 OK\n\r\r\n\r\n", "<html>", "",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n5\r\nhel", "HTTP/1.1 204 No\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
		"HTTP/1.1 200 OK\r\nContent-Length : 5\r\n\r\nhello, and more",
	} {
		f.Add([]byte(text), uint8(3))
	}
	f.Fuzz(func(t *testing.T, data []byte, most uint8) {
		a, keep, err := exchangeOf(data, 1+int(most))
		whole, keepWhole, errWhole := exchangeOf(data, 1<<20)
		if CauseOf(err) != CauseOf(errWhole) || err != nil && CauseOf(err) == NoCause {
			t.Fatalf("in pieces %v, whole %v", err, errWhole)
		}
		if err == nil {
			checkAnswer(t, data, a, keep)
			checkAnswer(t, data, whole, keepWhole)
			if a.Truncated != whole.Truncated || a.Truncated != TruncatedDisconnect && !bytes.Equal(a.Response, whole.Response) {
				t.Fatalf("in pieces %q (%s), whole %q (%s)", a.Response, a.Truncated, whole.Response, whole.Truncated)
			}
		}
		compareWithNetHTTP(t, data, whole, errWhole)
	})
}

func checkAnswer(t *testing.T, data []byte, a *Answer, keep bool) {
	t.Helper()
	if !bytes.Contains(data, a.Response) {
		t.Fatalf("%q is not of what was sent", a.Response)
	}
	if keep && a.Truncated != "" || len(a.Body()) > fuzzLimit {
		t.Fatalf("kept %t, truncated %q, %d bytes", keep, a.Truncated, len(a.Body()))
	}
	var r warc.Response
	if err := r.Parse(a.Response); err != nil || r.Status != a.Status || !bytes.Equal(r.Raw, a.Body()) {
		t.Fatalf("%q reads back as %d %q: %v", a.Response, r.Status, r.Raw, err)
	}
}

func compareWithNetHTTP(t *testing.T, data []byte, a *Answer, err error) {
	t.Helper()
	size, status, ok := netHTTP(data)
	folded := bytes.Contains(data, []byte("\n ")) || bytes.Contains(data, []byte("\n\t"))
	if !ok || folded || CauseOf(err) == CauseHeaderSize || strings.Contains(errText(err), "interim") {
		return
	}
	if err != nil {
		t.Fatalf("%v, but net/http reads %d", err, status)
	}
	if a.Truncated == TruncatedLength {
		return
	}
	if interim := bytes.Index(data, a.Response); a.Truncated != "" || interim+len(a.Response) != size {
		t.Fatalf("%d + %d bytes (%s), net/http reads %d", interim, len(a.Response), a.Truncated, size)
	}
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// FuzzResolve reads entries of Options.Resolve: what is taken has a host, a port and addresses.
func FuzzResolve(f *testing.F) {
	for _, s := range []string{"example.org:80:127.0.0.1", "*:443:[::1],192.0.2.1", "[::1]:80:::1", "a:b:c", "::", "[", "a:80:", "+a:80:1.2.3.4", "a::1.2.3.4"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		key, addrs, err := parseResolve(s)
		if err != nil {
			if !strings.Contains(err.Error(), "resolve ") {
				t.Errorf("error %q does not name the entry", err)
			}
			return
		}
		colon := strings.LastIndexByte(key, ':')
		if colon < 1 || key[colon+1:] == "" || len(addrs) == 0 || !addrs[0].IsValid() {
			t.Errorf("%q: key %q, addresses %v", s, key, addrs)
		}
	})
}
