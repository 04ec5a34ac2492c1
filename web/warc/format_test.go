package warc

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"weft/internal/shared"
)

// TestWriter checks the writer with our reader. While it was developed, its four files were also found clean by gzip -t,
// by "warcio check" of Python warcio 1.8.1 and by FastWARC 2.0.1 (fastwarc check).
func TestWriter(t *testing.T) {
	date := time.Date(2024, 5, 18, 1, 58, 10, 0, time.UTC)
	page := []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>page</p>")
	for _, opts := range []WriterOptions{{}, {Version: "1.0"}, {Plain: true, Seed: 7}, {Level: 9}} {
		var out, again bytes.Buffer
		for _, to := range []*bytes.Buffer{&out, &again} {
			w, err := NewWriter(to, opts)
			if err != nil {
				t.Fatal(err)
			}
			place := func(rec NewRecord) Placed {
				t.Helper()
				p, err := w.Write(rec)
				if err != nil || p.Offset+p.Length != int64(to.Len()) {
					t.Fatalf("placed %v in %d bytes, error %v", p, to.Len(), err)
				}
				return p
			}
			place(Warcinfo(date, "test.warc.gz", "software", "weft", "format", "WARC File Format"))
			p := place(HTTPResponse("http://a.test/x y", date, page))
			place(HTTPRequest("http://a.test/x y", date, p.ID, []byte("GET /x HTTP/1.1\r\nHost: a.test\r\n\r\n")))
			place(Revisit("http://a.test/2", date, page[:45], Earlier{Digest: p.PayloadDigest, URI: "http://a.test/x", Date: date}))
			place(NewRecord{Type: TypeMetadata, Date: date, TargetURI: "http://a.test/", ContentType: "application/json", Block: []byte("{}")})
		}
		if !bytes.Equal(out.Bytes(), again.Bytes()) {
			t.Errorf("%+v: the same seed gives other bytes", opts)
		}
		checkWritten(t, out.Bytes(), opts, date)
	}
}

func checkWritten(t *testing.T, file []byte, opts WriterOptions, date time.Time) {
	t.Helper()
	r := NewReader(bytes.NewReader(file), Options{})
	var types []string
	for at := int64(0); ; {
		rec, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%+v: %v", opts, err)
		}
		if rec.Offset != at || rec.Size == 0 || rec.Defects != 0 || !rec.Date().Equal(date) || rec.BlockDigest() != Digest(rec.Body) {
			t.Errorf("%+v: record %+v at %d", opts, rec, at)
		}
		if rec.Type == TypeResponse && (rec.TargetURI() != "http://a.test/x%20y" || rec.PayloadDigest() != Digest([]byte("<p>page</p>"))) {
			t.Errorf("response of %q with payload %q", rec.TargetURI(), rec.PayloadDigest())
		}
		if profile := rec.Header.Get("WARC-Profile"); rec.Type == TypeRevisit && !strings.Contains(profile, "/"+rec.Version+"/") {
			t.Errorf("version %s with profile %s", rec.Version, profile)
		}
		if rec.Type == TypeRevisit && (rec.RefersToTargetURI() != "http://a.test/x" || !referredDate(rec).Equal(date)) {
			t.Errorf("revisit of %q", rec.RefersToTargetURI())
		}
		at += rec.Size
		types = append(types, rec.Type)
	}
	if got := strings.Join(types, " "); got != "warcinfo response request revisit metadata" {
		t.Errorf("%+v: records %s", opts, got)
	}
}

func TestWriterRefuses(t *testing.T) {
	if _, err := NewWriter(io.Discard, WriterOptions{Version: "2"}); err == nil {
		t.Error("version 2 was taken")
	}
	w, _ := NewWriter(io.Discard, WriterOptions{})
	for _, rec := range []NewRecord{
		{Type: TypeResource, TargetURI: "http://a.test/\r\nX: y"},
		{Type: TypeResource, Extra: []string{"A"}},
		{Type: TypeResource, Extra: []string{"A: B", "C"}},
	} {
		if _, err := w.Write(rec); err == nil {
			t.Errorf("%+v was written", rec)
		}
	}
}

func TestWACZ(t *testing.T) {
	path := shared.File(t, "warc-samples", "quotes.wacz")
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, _ := f.Stat()
	w, err := OpenWACZ(f, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range w.Names() {
		rc, err := w.Open(i)
		if err != nil {
			t.Fatal(err)
		}
		n := count(t, rc, Options{})
		t.Log(name, n.types)
		if n.http == 0 || len(n.bad) > 0 || rc.Close() != nil {
			t.Errorf("%s: %d responses, %v", name, n.http, n.bad)
		}
	}
}

func TestWACZMade(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, m := range []struct {
		name   string
		method uint16
		data   string
	}{
		{"archive/b.warc.gz", zip.Store, gz(honest(1, "one"))},
		{"archive/a.warc", zip.Deflate, honest(2, "two") + honest(3, "three")},
		{"archive/readme.txt", zip.Deflate, "no"},
		{"indexes/x.warc", zip.Deflate, "no"},
	} {
		f, _ := z.CreateHeader(&zip.FileHeader{Name: m.name, Method: m.method})
		_, _ = io.WriteString(f, m.data)
	}
	_ = z.Close()
	w, err := OpenWACZ(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil || fmt.Sprint(w.Names()) != "[archive/a.warc archive/b.warc.gz]" {
		t.Fatalf("%v, error %v", w, err)
	}
	for i, want := range []int{2, 1} {
		rc, err := w.Open(i)
		if err != nil {
			t.Fatal(err)
		}
		if n := count(t, rc, Options{}); n.records != want {
			t.Errorf("member %d: %d records, want %d", i, n.records, want)
		}
	}
	if _, err := OpenWACZ(strings.NewReader("no zip"), 6); !errors.Is(err, ErrBadRecord) {
		t.Errorf("no ZIP file: %v", err)
	}
}

func TestZstdDictionary(t *testing.T) {
	pieces := make([]string, 300)
	random := rand.New(rand.NewPCG(1, 2))
	for i := range pieces {
		pieces[i] = honest(i, fmt.Sprintf("<p>page %d of a made archive</p>", random.Uint64()))
	}
	dict := buildDict(t, pieces)
	frames := zst(t, dict, pieces...)
	for name, stored := range map[string]string{"plain": string(dict), "packed": zst(t, nil, string(dict))} {
		head := append([]byte("\x5d\x2a\x4d\x18"), byte(len(stored)), byte(len(stored)>>8), byte(len(stored)>>16), 0)
		n := count(t, strings.NewReader(string(head)+stored+frames), Options{})
		if n.records != len(pieces) || len(n.bad) > 0 {
			t.Errorf("%s dictionary: %d records of %d, %v", name, n.records, len(pieces), n.bad)
		}
	}
	if n := count(t, strings.NewReader(frames), Options{}); n.records != 0 || len(n.bad) == 0 {
		t.Errorf("without the dictionary: %d records, %d bad", n.records, len(n.bad))
	}
}

func TestLimits(t *testing.T) {
	body := strings.Repeat("0123456789", 300_000)
	in := honest(1, body) + honest(2, "two")
	for _, max := range []int64{10, 4096, 1 << 20, 2_999_999} {
		r := NewReader(strings.NewReader(in), Options{MaxBody: max})
		rec, err := r.Next()
		if err != nil || !rec.Truncated || string(rec.Body) != body[:max] || rec.Length != 3_000_000 {
			t.Fatalf("limit %d: %d bytes, truncated %v, error %v", max, len(rec.Body), rec.Truncated, err)
		}
		if rec, err = r.Next(); err != nil || string(rec.Body) != "two" || rec.Truncated {
			t.Errorf("limit %d: second record %+v, error %v", max, rec, err)
		}
	}
	heads := 0
	r := NewReader(strings.NewReader(in), Options{Want: func(_ *Record, head []byte) bool {
		heads += len(head)
		return false
	}})
	rec, err := r.Next()
	if err != nil || !rec.Truncated || len(rec.Body) != HeadBytes || heads != HeadBytes {
		t.Errorf("unwanted: %d bytes, head of %d, error %v", len(rec.Body), heads, err)
	}
	if rec, err = r.Next(); err != nil || string(rec.Body) != "two" || rec.Truncated {
		t.Errorf("unwanted and short: %q, truncated %v, error %v", rec.Body, rec.Truncated, err)
	}
}

func TestDates(t *testing.T) {
	for in, want := range map[string]string{
		"2024-05-18T01:58:10Z": "2024-05-18T01:58:10Z", "2024-05-18T01:58:10.123456Z": "2024-05-18T01:58:10.123456Z",
		"2024-05-18T03:58:10+02:00": "2024-05-18T01:58:10Z", "2024-05-18": "2024-05-18T00:00:00Z", "2024": "2024-01-01T00:00:00Z",
		"20080430204825": "2008-04-30T20:48:25Z", "201404010000000000": "2014-04-01T00:00:00Z", "200804302048": "2008-04-30T20:48:00Z",
		"null": "0001-01-01T00:00:00Z", "2008-10-294T05:21:46-0700": "0001-01-01T00:00:00Z", "": "0001-01-01T00:00:00Z",
	} {
		if got := parseDate(in).Format(time.RFC3339Nano); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}
