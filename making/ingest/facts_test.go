package ingest_test

import (
	"fmt"
	"strings"
	"testing"

	"weft/graph"
	"weft/making/ingest/ingesttest"
)

// factRecord returns a record of a WARC file.
func factRecord(kind, url, date, more, block string) string {
	return fmt.Sprintf("WARC/1.1\r\nWARC-Type: %s\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: %s\r\nWARC-Target-URI: %s\r\n%sContent-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n",
		kind, date, url, more, len(block), block)
}

func factAnswer(status, head, body string) string {
	return "HTTP/1.1 " + status + "\r\n" + head + "\r\n" + body
}

// TestFactsOfCaptures chooses one of several captures of a page, in any order of the input.
func TestFactsOfCaptures(t *testing.T) {
	const html = "Content-Type: Text/HTML; charset=utf-8\r\n"
	digest := func(d string) string { return "WARC-Payload-Digest: sha1:" + d + "\r\n" }
	good := factAnswer("200 OK", html, "<title> B\u00fccher &amp;\n\t more </title><p>")
	records := []string{
		factRecord("response", "http://a.example/better", "2024-01-02T03:04:05.678Z", digest("AA"), good),
		factRecord("response", "http://a.example/better", "2025-01-01T00:00:00Z", "", factAnswer("404 Not Found", html, "<title>Gone</title>")),
		factRecord("response", "http://a.example/again", "2024-01-01T00:00:00Z", digest("BB"), good),
		factRecord("revisit", "http://a.example/again", "2025-06-01T00:00:00Z", digest("BB"), factAnswer("200 OK", html, "")),
		factRecord("response", "http://a.example/changed", "2024-01-01T00:00:00Z", digest("CC"), good),
		factRecord("revisit", "http://a.example/changed", "2025-06-01T00:00:00Z", digest("DD"), factAnswer("200 OK", html, "")),
		factRecord("response", "http://a.example/picture", "2024-01-01T00:00:00Z", digest("EE"), factAnswer("200 OK", "Content-Type: image/png\r\n", "PNG")),
		factRecord("response", "http://a.example/links", "2024-01-01T00:00:00Z", "", factAnswer("200 OK", html, "<a href=picture>x</a><a href=unknown>y</a><title>one</title><title>two</title>")),
	}
	size := len(good)
	want := map[string]string{
		"http://a.example/better":  fmt.Sprintf("200 %d 2024-01-02T03:04:05.678 text/html sha1:AA B\u00fccher & more", size),
		"http://a.example/again":   fmt.Sprintf("200 %d 2025-06-01T00:00:00.000 text/html sha1:BB B\u00fccher & more", size),
		"http://a.example/changed": "200 0 2025-06-01T00:00:00.000 text/html sha1:DD ",
		"http://a.example/picture": fmt.Sprintf("200 %d 2024-01-01T00:00:00.000 image/png sha1:EE ", len(factAnswer("200 OK", "Content-Type: image/png\r\n", "PNG"))),
		"http://a.example/unknown": "0 0 0001-01-01T00:00:00.000   ",
	}
	for shift := range records {
		text := strings.Join(append(append([]string{}, records[shift:]...), records[:shift]...), "")
		c := ingesttest.Text(t, text)
		r, err := c.OpenFacts()
		if err != nil {
			t.Fatal(err)
		}
		for url, facts := range want {
			u, ok, err := c.Page(url)
			if err != nil || !ok {
				t.Fatalf("%s: %v, %v", url, ok, err)
			}
			f, err := r.At(u)
			if err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprintf("%d %d %s %s %s %s", f.Status, f.Size, f.Time.Format("2006-01-02T15:04:05.000"), f.Type, f.Digest, f.Title); got != facts {
				t.Errorf("order %d, %s: got %q, want %q", shift, url, got, facts)
			}
		}
		if _, err := r.At(graph.Node(c.NumPages())); err == nil {
			t.Error("a page that does not exist has facts")
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
