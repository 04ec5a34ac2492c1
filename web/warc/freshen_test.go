package warc_test

import (
	"slices"
	"testing"

	"weft/web/warc"
)

func TestFreshen(t *testing.T) {
	const stored = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9\r\nContent-Encoding: gzip\r\nETag: \"a\"\r\nDate: then\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nX-Odd: one\r\n two\r\n\r\n"
	for name, c := range map[string]struct{ later, want string }{
		"nothing new":  {"HTTP/1.1 304 Not Modified\r\n\r\n", stored},
		"a date":       {"HTTP/2 304\r\nDate: now\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9\r\nContent-Encoding: gzip\r\nETag: \"a\"\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nX-Odd: one\r\n two\r\nDate: now\r\n\r\n"},
		"of a payload": {"HTTP/1.1 304 x\r\ncontent-length: 0\r\nContent-Type: text/plain\r\ncontent-ENCODING: br\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n", stored},
		"several":      {"HTTP/1.1 304 x\r\nset-cookie: c=3\r\nx-odd: new\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9\r\nContent-Encoding: gzip\r\nETag: \"a\"\r\nDate: then\r\nset-cookie: c=3\r\nx-odd: new\r\n\r\n"},
		"odd lines":    {"HTTP/1.1 304 x\nnonsense\nDate:now\n\n", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9\r\nContent-Encoding: gzip\r\nETag: \"a\"\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nX-Odd: one\r\n two\r\nDate:now\r\n\r\n"},
		"cut":          {"HTTP/1.1 304 x\r\nDate: no", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9\r\nContent-Encoding: gzip\r\nETag: \"a\"\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nX-Odd: one\r\n two\r\nDate: no\r\n\r\n"},
	} {
		if got := string(warc.Freshen([]byte(stored), []byte(c.later))); got != c.want {
			t.Errorf("%s: got\n%q\nwant\n%q", name, got, c.want)
		}
	}
}

// What comes of any two headers is a header that a response can be read from, and says the status of the first.
func FuzzFreshen(f *testing.F) {
	f.Add([]byte("HTTP/1.1 200 OK\r\nA: b\r\n\r\n"), []byte("HTTP/1.1 304 x\r\nA: c\r\n\r\n"))
	f.Fuzz(func(t *testing.T, stored, later []byte) {
		var was, is warc.Response
		if _, err := was.ParseHeader(append(slices.Clip(stored), "\r\n\r\n"...)); err != nil {
			return
		}
		status := was.Status
		out := warc.Freshen(stored, later)
		if ended, err := is.ParseHeader(out); err != nil || !ended || is.Status != status || len(is.Raw) > 0 {
			t.Errorf("%q and %q make %q: status %d, want %d, %v", stored, later, out, is.Status, status, err)
		}
	})
}
