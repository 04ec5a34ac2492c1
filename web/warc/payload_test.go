package warc

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"weft/internal/drawn"
)

// The payload is what stands behind the header without its chunks, and with its content codings.
func TestPayloadDigest(t *testing.T) {
	const head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
	const chunked = head + "Transfer-Encoding: chunked\r\n\r\n"
	for _, c := range []struct{ what, block, payload string }{
		{"no chunks", head + "\r\nhello", "hello"},
		{"one chunk", chunked + "5\r\nhello\r\n0\r\n\r\n", "hello"},
		{"many", chunked + "1\r\nh\r\n3\r\nell\r\n01\r\no\r\n0\r\n\r\n", "hello"},
		{"extensions and trailers", chunked + "5;a=\"b\"\r\nhello\r\n0;z\r\nExpires: 0\r\nX: y\r\n\r\n", "hello"},
		{"an empty body", chunked + "0\r\n\r\n", ""},
		{"nothing", chunked, ""},
		{"bare line ends", strings.ReplaceAll(chunked, "\r", "") + "5\nhello\n0\n\n", "hello"},
		{"the name in other letters", head + "TRANSFER-encoding:  Chunked \r\n\r\n5\r\nhello\r\n0\r\n\r\n", "hello"},
		{"a folded field", head + "Transfer-Encoding:\r\n chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "hello"},
		{"another coding before", head + "Transfer-Encoding: identity, chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "hello"},
		{"two fields", head + "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "hello"},
		{"a length as well", head + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "hello"},
		{"stored without its chunks", chunked + "<p>hello", "<p>hello"},
		{"a field of another name", head + "X-Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "5\r\nhello\r\n0\r\n\r\n"},
		{"a content coding", head + "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n\x1f\x8b\x08xx\r\n0\r\n\r\n", "\x1f\x8b\x08xx"},
		{"cut in a chunk", chunked + "5\r\nhello\r\n5\r\nwo", "hellowo"},
		{"cut behind a chunk", chunked + "5\r\nhello\r\n", "hello"},
		{"cut in a size", chunked + "5\r\nhello\r\n1", "hello"},
		{"cut before the last line", chunked + "5\r\nhello\r\n0\r\n", "hello"},
		{"a later chunk that is none", chunked + "5\r\nhello\r\nzz\r\nwo\r\n", "hellozz\r\nwo\r\n"},
	} {
		if got := PayloadDigest([]byte(c.block)); got != Digest([]byte(c.payload)) {
			t.Errorf("%s: it is not the digest of %q", c.what, c.payload)
		}
		var r Response
		if err := r.Parse([]byte(c.block)); err != nil || !strings.Contains(c.block, "gzip") && string(r.Body) != c.payload {
			t.Errorf("%s: readers see %q, %v", c.what, r.Body, err)
		}
	}
}

// However a body is cut into chunks, its digest is that of the body.
func TestPayloadDigestOfAnyChunks(t *testing.T) {
	seed := drawn.Seed(t)
	r := rand.New(rand.NewPCG(seed, 1))
	for range 200 {
		body := make([]byte, r.IntN(3000))
		for i := range body {
			body[i] = "0a\r\n;x"[r.IntN(6)]
		}
		var b bytes.Buffer
		b.WriteString("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
		for rest := body; len(rest) > 0; {
			n := 1 + r.IntN(len(rest))
			fmt.Fprintf(&b, "%0*x%s\r\n%s\r\n", r.IntN(4), n, []string{"", " ", ";x", "; n=\"v\""}[r.IntN(4)], rest[:n])
			rest = rest[n:]
		}
		b.WriteString("0\r\n\r\n")
		if PayloadDigest(b.Bytes()) != Digest(body) {
			t.Fatalf("%q", b.Bytes())
		}
	}
}

func referredDate(r *Record) time.Time { return parseDate(r.Header.Get("WARC-Refers-To-Date")) }

// A revisit refers to a date as it stands in the record of that date, in either version.
func TestRefersToDate(t *testing.T) {
	for _, version := range []string{"1.0", "1.1"} {
		for _, nanos := range []int{0, 1, 120_000_000, 123_456_789} {
			date := fixedDate.Add(time.Duration(nanos))
			p, err := NewPacker(WriterOptions{Version: version})
			if err != nil {
				t.Fatal(err)
			}
			for _, rec := range []NewRecord{
				HTTPResponse("http://a.example/", date, []byte("HTTP/1.1 200 OK\r\n\r\nx")),
				Revisit("http://a.example/", fixedDate, []byte("HTTP/1.1 200 OK\r\n\r\n"), Earlier{Digest: Digest(nil), URI: "http://a.example/", Date: date}),
				NotModified("http://a.example/", fixedDate, []byte("HTTP/1.1 304 x\r\n\r\n"), Earlier{Digest: Digest(nil), URI: "http://a.example/", Date: date}),
			} {
				if _, err := p.Add(rec); err != nil {
					t.Fatal(err)
				}
			}
			var packed Packed
			p.Take(&packed)
			rd := NewReader(bytes.NewReader(packed.Bytes), Options{})
			want := ""
			for i := range 3 {
				rec, err := rd.Next()
				if err != nil {
					t.Fatal(err)
				}
				if i == 0 {
					want = rec.Header.Get("WARC-Date")
				} else if got := rec.Header.Get("WARC-Refers-To-Date"); got != want || referredDate(rec).Sub(date).Abs() >= time.Second {
					t.Errorf("%s: got %q, want %q", version, got, want)
				}
			}
		}
	}
}
