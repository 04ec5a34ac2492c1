package warc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/zlib"
)

func packed(newWriter func(io.Writer) io.WriteCloser, s string) string {
	var b bytes.Buffer
	w := newWriter(&b)
	_, _ = io.WriteString(w, s)
	_ = w.Close()
	return b.String()
}

func TestParseHTTP(t *testing.T) {
	text := strings.Repeat("<p>text of a page</p>\n", 100)
	br := packed(func(w io.Writer) io.WriteCloser { return brotli.NewWriter(w) }, text)
	zl := packed(func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) }, text)
	fl := packed(func(w io.Writer) io.WriteCloser { f, _ := flate.NewWriter(w, 6); return f }, text)
	chunked := func(s string) string { return fmt.Sprintf("%x\r\n%s\r\n3;ext=1\r\nend\r\n0\r\n\r\n", len(s), s) }
	const ok = "HTTP/1.1 200 OK\r\n"
	cases := []struct {
		name, block, body string
		status            int
		damaged           bool
	}{
		{"plain", ok + "A: b\r\n\r\nbody", "body", 200, false},
		{"no reason", "HTTP/1.1 404\r\n\r\nbody", "body", 404, false},
		{"http/2", "HTTP/2 301 \r\nlocation: /x\r\n\r\n", "", 301, false},
		{"icy", "ICY 200 OK\n\nbody", "body", 200, false},
		{"two blanks", "HTTP/1.0  200  OK\r\n\r\nbody", "body", 200, false},
		{"no number", "HTTP/1.1 OK\r\n\r\nbody", "body", 0, false},
		{"bare LF", "HTTP/1.1 200 OK\nA: b\n\nbody\n\n", "body\n\n", 200, false},
		{"CR CR LF", "HTTP/1.0 302 \r\r\nA: b\r\r\n\r\r\nbody", "body", 302, false},
		{"odd lines", ok + "what is this\r\n: x\r\nA: b\r\n c\r\n\r\nbody", "body", 200, false},
		{"no empty line", ok + "A: b\r\n", "", 200, false},
		{"status line alone", "HTTP/1.1 200 OK", "", 200, false},
		{"chunked", ok + "Transfer-Encoding: chunked\r\n\r\n" + chunked("some text"), "some textend", 200, false},
		{"chunked with blanks", ok + "Transfer-Encoding: chunked\r\n\r\n4  \r\nfour\r\n0\r\n\r\n", "four", 200, false},
		{"chunked twice said", ok + "Transfer-Encoding: chunked, chunked\r\n\r\n4\nfour\n0\n\n", "four", 200, false},
		{"no chunks", ok + "Transfer-Encoding: chunked\r\n\r\n<html>", "<html>", 200, false},
		{"cut chunk", ok + "Transfer-Encoding: chunked\r\n\r\n9\r\nfour", "four", 200, true},
		{"no last chunk", ok + "Transfer-Encoding: chunked\r\n\r\n4\r\nfour\r\n", "four", 200, true},
		{"broken chunk", ok + "Transfer-Encoding: chunked\r\n\r\n4\r\nfour\r\nfive and more", "fourfive and more", 200, true},
		{"only end chunk", ok + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "", 200, false},
		{"gzip", ok + "Content-Encoding: gzip\r\n\r\n" + gz(text), text, 200, false},
		{"gzip, chunked", ok + "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n" + chunked(gz(text)), text, 200, true},
		{"gzip, cut", ok + "Content-Encoding: x-gzip\r\n\r\n" + gz(text)[:len(gz(text))-8], text, 200, true},
		{"no gzip", ok + "Content-Encoding: gzip\r\n\r\n" + text, text, 200, false},
		{"brotli", ok + "Content-Encoding: br\r\n\r\n" + br, text, 200, false},
		{"no brotli", ok + "Content-Encoding: br\r\n\r\n" + text, text, 200, false},
		{"zlib", ok + "Content-Encoding: deflate\r\n\r\n" + zl, text, 200, false},
		{"gzip called deflate", ok + "Content-Encoding: X-Deflate\r\n\r\n" + gz(text), text, 200, false},
		{"gzip called deflate, cut", ok + "Content-Encoding: deflate\r\n\r\n" + gz(text)[:5], gz(text)[:5], 200, false},
		{"no zstd", ok + "Content-Encoding: zstd\r\n\r\n" + text, text, 200, false},
		{"deflate", ok + "Content-Encoding: deflate\r\n\r\n" + fl, text, 200, false},
		{"no deflate", ok + "Content-Encoding: deflate\r\n\r\n" + text, text, 200, true},
		{"zstd", ok + "Content-Encoding: zstd\r\n\r\n" + zst(t, nil, text), text, 200, false},
		{"br in gzip", ok + "Content-Encoding: br, gzip\r\n\r\n" + gz(br), text, 200, false},
		{"unknown", ok + "Content-Encoding: secret\r\n\r\n" + text, text, 200, false},
	}
	var r Response // one for all: nothing of one block may show in the next
	for _, c := range cases {
		if err := r.Parse([]byte(c.block)); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if string(r.Body) != c.body || r.Status != c.status || r.Damaged != c.damaged {
			t.Errorf("%s: status %d, damaged %v, body %s\nwant %d, %v, %s",
				c.name, r.Status, r.Damaged, excerpt(r.Body), c.status, c.damaged, excerpt([]byte(c.body)))
		}
	}
	if err := r.Parse([]byte("<html>")); !errors.Is(err, ErrNotHTTP) || !errors.Is(err, ErrBadRecord) {
		t.Errorf("a page without a status line: %v", err)
	}
}

// Where an encoding goes on at the end of a body is told from one that is wrong, or none.
func TestBrokeOff(t *testing.T) {
	text := strings.Repeat("<p>text of a page</p>\n", 100)
	wrong := []byte(gz(text))
	wrong[len(wrong)-8] ^= 1
	all := map[string]string{
		"gzip": gz(text), "zstd": zst(t, nil, text),
		"br":      packed(func(w io.Writer) io.WriteCloser { return brotli.NewWriter(w) }, text),
		"deflate": packed(func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) }, text),
	}
	var r Response
	check := func(name, body string, want bool) {
		t.Helper()
		if err := r.Parse([]byte("HTTP/1.1 200 OK\r\nContent-Encoding: " + name + "\r\n\r\n" + body)); err != nil || r.BrokeOff != want || want && !r.Damaged {
			t.Errorf("%s of %d bytes: broke off %v, damaged %v, want %v: %v", name, len(body), r.BrokeOff, r.Damaged, want, err)
		}
	}
	for name, body := range all {
		check(name, body[:len(body)/2], true)
		check(name, body, false)
		check(name, text, false)
	}
	check("gzip", string(wrong), false)
	for _, more := range []string{"\n", "and more", "and much more", gz(text)} {
		check("gzip", gz(text)+more, false)
	}
	check("gzip", gz(text)+gz(text)[:40], true)
}

func TestHeaderFields(t *testing.T) {
	var r Response
	err := r.Parse([]byte("HTTP/1.1 200 OK\r\ncontent-TYPE: Text/HTML; charset=x\r\nLink: <a>\r\nEmpty:\r\nlink:  <b>,\r\n\t<c> \r\n\r\n"))
	if err != nil || r.ContentType() != "text/html" {
		t.Fatalf("content type %q, error %v", r.ContentType(), err)
	}
	var links []string
	for v := range r.Header.All("LINK") {
		links = append(links, string(v))
	}
	if got := strings.Join(links, "|"); got != "<a>|<b>, <c>" {
		t.Errorf("Link fields %q", got)
	}
	if r.Header.Bytes("Empty") == nil && r.Header.Get("Empty") != "" || r.Header.Bytes("None") != nil {
		t.Error("empty or missing field")
	}
}

// TestBomb decodes 256 MB of zeros packed twice, and must stop at the limit.
func TestBomb(t *testing.T) {
	zeros := gz(strings.Repeat("\x00", 1<<26))
	r := Response{MaxBody: 1 << 20}
	if err := r.Parse([]byte("HTTP/1.1 200 OK\r\nContent-Encoding: gzip, gzip\r\n\r\n" + gz(zeros))); err != nil {
		t.Fatal(err)
	}
	if len(r.Body) != 1<<20 || !r.Truncated || cap(r.bufs[0])+cap(r.bufs[1]) > 6<<20 {
		t.Errorf("%d bytes, truncated %v, buffers of %d bytes", len(r.Body), r.Truncated, cap(r.bufs[0])+cap(r.bufs[1]))
	}
}
