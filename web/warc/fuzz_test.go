package warc

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
)

// FuzzReader checks that any file ends, in records and bad records at growing places, and that it is read alike with
// Seek and in small pieces. The seeds are made in the manner of the published cases.
func FuzzReader(f *testing.F) {
	one, two, three := honest(1, "one"), honest(2, "two"), honest(3, "three\n")
	for _, seed := range []string{
		"", "\n", one + two, gz(one, two), gz(one + two), one + gz(two) + three, gz(one[:20], one[20:]),
		record(1, "one", 400) + two, record(1, "more than one", 3) + two, strings.ReplaceAll(one, "\r", ""),
		"WARC/1.0\r\r\nWARC-Type: response\r\r\nContent-Length: 0\r\r\n\r\r\n",
		"filedesc://x.arc 0.0.0.0 20080430204825 text/plain 9\n1 0 test\n\nhttp://a.test/a b 1.2.3.4 20080430204825 text/html 3\none\n",
		gz(one)[:40] + gz(two), flip(gz(one), 60) + gz(two), gz(one) + "\x00\x00\x00", zst(f, nil, one, two),
		"\x5d\x2a\x4d\x18\x04\x00\x00\x00dict" + zst(f, nil, one), flip(zst(f, nil, one), 20) + zst(f, nil, two),
		honest(1, strings.Repeat("x\n", 300)) + record(2, strings.Repeat("x\n", 300), 9000) + two,
		gz(honest(1, strings.Repeat("x\n", 300))+record(2, strings.Repeat("x\n", 300), 500)+two) + gz(one),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		one := outcome(t, bytes.NewReader(in), len(in))
		two := outcome(t, bytes.NewReader(in), len(in))
		if one != two {
			t.Errorf("two readings differ:\n%s\n%s", one, two)
		}
		outcome(t, onlyReader{bytes.NewReader(in)}, len(in))
		parts(t, bytes.NewReader(in), len(in))
		parts(t, onlyReader{bytes.NewReader(in)}, len(in))
	})
}

// parts reads a file with what is there of records that are not whole.
func parts(t *testing.T, in io.Reader, size int) {
	r := NewReader(in, Options{MaxBody: 200, Partial: true})
	r.retain = 100
	for n := 0; ; n++ {
		rec, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil && !errors.Is(err, ErrBadRecord) {
			t.Fatal(err)
		}
		if n > 2*size+10 {
			t.Fatal("it does not end")
		}
		if err == nil && (int64(len(rec.Body)) > 200 || rec.Flaw == nil && int64(len(rec.Body)) > rec.Length || rec.Flaw != nil && len(rec.Body) == 0) {
			t.Fatalf("a body of %d bytes, flaw %v", len(rec.Body), rec.Flaw)
		}
	}
	if r.Lost() < 0 || r.Lost() > int64(size) {
		t.Fatalf("%d of %d bytes are lost", r.Lost(), size)
	}
}

// outcome reads a file to its end and says what was found.
func outcome(t *testing.T, in io.Reader, size int) string {
	var b strings.Builder
	r := NewReader(in, Options{MaxBody: 200})
	r.retain = 100 // so that blocks of a few hundred bytes are already dropped on the way
	last := int64(0)
	for n := 0; ; n++ {
		rec, err := r.Next()
		var bad *BadRecord
		switch {
		case err == io.EOF:
			return b.String()
		case errors.As(err, &bad):
			b.WriteString(bad.Error() + "\n")
			if bad.Offset < 0 || bad.Offset > int64(size) || bad.Inner < 0 {
				t.Fatalf("damage outside the file of %d bytes: %v", size, err)
			}
		case err != nil:
			t.Fatal(err)
		default:
			b.WriteString(rec.Type + rec.TargetURI() + "\n")
			if rec.Offset < last || rec.Offset >= int64(size) || int64(len(rec.Body)) > rec.Length || rec.Size < 0 {
				t.Fatalf("record at %d after one at %d, %d bytes of %d", rec.Offset, last, len(rec.Body), rec.Length)
			}
			if rec.Truncated == (int64(len(rec.Body)) == rec.Length) {
				t.Fatalf("%d bytes of %d, truncated %v", len(rec.Body), rec.Length, rec.Truncated)
			}
			last = rec.Offset
		}
		if n > 2*size+10 {
			t.Fatalf("more than %d records and errors in %d bytes", n, size)
		}
	}
}

// FuzzHTTP checks that any block is parsed within the limit, twice alike with one Response.
func FuzzHTTP(f *testing.F) {
	const ok = "HTTP/1.1 200 OK\r\n"
	for _, seed := range []string{
		ok, ok + "\r\nbody", "HTTP/2 301\nLocation: /\n\n", "ICY 200\r\n\r\n", ok + "Transfer-Encoding: chunked\r\n\r\n4\r\nfour\r\n0\r\n\r\n",
		ok + "Content-Encoding: gzip\r\n\r\n" + gz("page"), ok + "Content-Encoding: deflate\r\n\r\n\x78\x9c\x4b\x4c\x04\x00",
		ok + "Content-Encoding: br\r\n\r\n\x0b\x01\x80page\x03", ok + "Content-Encoding: zstd\r\n\r\n" + zst(f, nil, "page"),
		ok + "A: b\r\n c\r\n\td\r\n: e\r\nf\r\n\r\n",
	} {
		f.Add([]byte(seed))
	}
	var fresh, used Response
	f.Fuzz(func(t *testing.T, in []byte) {
		fresh = Response{MaxBody: 1 << 16}
		used.MaxBody = 1 << 16
		err, err2 := fresh.Parse(in), used.Parse(bytes.Clone(in))
		if (err == nil) != (err2 == nil) || err != nil && !errors.Is(err, ErrNotHTTP) {
			t.Fatalf("errors %v and %v", err, err2)
		}
		if err != nil {
			return
		}
		if !bytes.Equal(fresh.Body, used.Body) || fresh.Status != used.Status || len(fresh.Header) != len(used.Header) {
			t.Fatalf("a used Response gives another result: %q, %q", fresh.Body, used.Body)
		}
		if len(fresh.Body) > 1<<16 || fresh.Status > 999 {
			t.Fatalf("%d bytes, status %d", len(fresh.Body), fresh.Status)
		}
	})
}

// FuzzWAT compares with encoding/json on whatever that accepts and that names no key twice.
func FuzzWAT(f *testing.F) {
	f.Add([]byte(watText))
	f.Add(madeWAT(3, 3))
	f.Add([]byte(`{"Envelope":{"Payload-Metadata":{"HTTP-Response-Metadata":{"HTML-Metadata":{"Links":[{"url":"\ud83d\ude00\u12"}]}}}}}`))
	var p WATPage
	f.Fuzz(func(t *testing.T, in []byte) {
		err := ParseWAT(in, &p)
		if err != nil && err != ErrNotWAT && !errors.Is(err, ErrBadRecord) {
			t.Fatal(err)
		}
		_, links, ok := slowWAT(in)
		if !ok || err != nil || bytes.Count(in, []byte(`"url"`)) != len(links) || len(p.Links) != len(links) {
			return
		}
		for i := range links {
			if got := strings.ToValidUTF8(string(p.Links[i].URL), "\ufffd"); len(got) == len(links[i][1]) && got != links[i][1] {
				t.Fatalf("link %d is %q, want %q", i, got, links[i][1])
			}
		}
	})
}
