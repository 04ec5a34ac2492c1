package archive_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"weft/crawl/archive"
	"weft/graph/page"
	"weft/web/capture"
	"weft/web/warc"
)

// What a crawl asks a page about is that of its last capture, if that was an answer with content, or repeats one.
func TestEarlier(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2025, 1, n, 0, 0, 0, 0, time.UTC) }
	answer := func(status, tag string) []byte {
		return []byte("HTTP/1.1 " + status + "\r\nContent-Type: text/html\r\nETag: " + tag + "\r\nLast-Modified: then " + tag + "\r\n\r\n")
	}
	uri := func(name string) string { return "http://a.example/" + name }
	part := warc.HTTPResponse(uri("part"), day(1), answer("200 OK", "p"))
	part.Truncated = "disconnect"
	undated := warc.HTTPResponse(uri("undated"), day(21), answer("200 OK", "u"))
	notes := func(name string) warc.NewRecord {
		n := capture.Notes{State: page.Failed, Reason: "timeout"}
		return warc.Metadata(uri(name), day(9), "", n.Append(nil))
	}
	w, err := warc.NewPacker(warc.WriterOptions{Plain: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, rec := range []warc.NewRecord{
		warc.HTTPResponse(uri("once"), day(1), answer("200 OK", "a")),
		warc.HTTPResponse(uri("twice"), day(1), answer("200 OK", "old")), warc.HTTPResponse(uri("twice"), day(2), answer("200 OK", "new")),
		warc.HTTPResponse(uri("gone"), day(1), answer("200 OK", "a")), warc.HTTPResponse(uri("gone"), day(2), answer("404 Not Found", "x")),
		warc.HTTPResponse(uri("noted"), day(1), answer("200 OK", "a")), notes("noted"), notes("notes"), part,
		warc.HTTPResponse(uri("same"), day(1), answer("200 OK", "a")), warc.NotModified(uri("same"), day(3), answer("304 Not Modified", "b"), warc.Earlier{Digest: "sha1:S", URI: uri("same"), Date: day(1)}),
		warc.Revisit(uri("copy"), day(4), answer("200 OK", "c"), warc.Earlier{Digest: "sha1:C", URI: uri("once"), Date: day(1)}),
		warc.Revisit(uri("broken"), day(4), answer("500 Oh", "c"), warc.Earlier{Digest: "sha1:C", URI: uri("once"), Date: day(1)}),
		warc.HTTPResponse(uri("odd"), day(1), []byte("SSH-2.0")), undated,
		{Type: warc.TypeResource, Date: day(1), TargetURI: uri("file"), ContentType: "text/html", Block: []byte("x")},
	} {
		if _, err := w.Add(rec); err != nil {
			t.Fatal(err)
		}
	}
	var out warc.Packed
	w.Take(&out)
	text := bytes.Replace(out.Bytes, []byte("2025-01-21T00:00:00"), []byte("some day, 00:00:00"), 1)
	if !bytes.Contains(text, []byte("some day")) {
		t.Fatal("the date was not changed")
	}
	path := filepath.Join(t.TempDir(), "a.warc")
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	a := open(t, path)
	r := a.NewReader()
	for name, want := range map[string]*archive.Earlier{
		"once":   {URL: uri("once"), Date: day(1), ETag: "a", LastModified: "then a"},
		"twice":  {URL: uri("twice"), Date: day(2), ETag: "new", LastModified: "then new"},
		"noted":  {URL: uri("noted"), Date: day(1), ETag: "a", LastModified: "then a"},
		"same":   {URL: uri("same"), Date: day(1), Digest: "sha1:S", ETag: "b", LastModified: "then b"},
		"copy":   {URL: uri("once"), Date: day(1), Digest: "sha1:C", ETag: "c", LastModified: "then c"},
		"broken": nil, "gone": nil, "part": nil, "odd": nil, "undated": nil, "file": nil, "notes": nil, "nowhere": nil,
	} {
		got, found, err := r.Earlier([]byte(uri(name)))
		if err != nil || found != (want != nil) {
			t.Errorf("%s: got %+v, %v, %v", name, got, found, err)
			continue
		}
		if want == nil {
			continue
		}
		if strings.HasPrefix(got.Digest, "sha1:") && want.Digest == "" {
			got.Digest = "" // that of the empty payload
		}
		if !strings.HasPrefix(string(got.Header), "HTTP/1.1 200 OK\r\n") || !strings.HasSuffix(string(got.Header), "ETag: "+got.ETag+"\r\nLast-Modified: then "+got.ETag+"\r\n\r\n") {
			t.Errorf("%s: the header is %q", name, got.Header)
		}
		if got.Header = nil; !reflect.DeepEqual(got, *want) {
			t.Errorf("%s: got %+v, want %+v", name, got, *want)
		}
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	var p capture.Reading
	if _, err := r.Read([]byte(uri("once")), &p); !errors.Is(err, os.ErrClosed) || !strings.Contains(err.Error(), path) {
		t.Errorf("when it is closed: %v", err)
	}
	if _, _, err := r.Earlier([]byte(uri("once"))); !errors.Is(err, os.ErrClosed) || !strings.Contains(err.Error(), path) {
		t.Errorf("when it is closed: %v", err)
	}
}
