package ingest_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"weft/internal/drawn"
	"weft/making/ingest"
)

// What an archive holds and the graph leaves out is counted.
func TestUnusedIsCounted(t *testing.T) {
	r := drawn.Rand(t)
	links := map[string][]string{
		"ftp: links, which do not lead to pages":             {"ftp://a.example/x", " FTP://b.example"},
		"mailto: links, which do not lead to pages":          {"mailto:a@b.example", "MailTo:x"},
		"javascript: links, which do not lead to pages":      {"javascript:void(0)", "\n JavaScript:x"},
		"links of other schemes, which do not lead to pages": {"tel:112", "data:,x", "urn:a:b", "about:blank", "magnet:?x"},
		"bad links": {"http://a b/", "http://[::1/", "https://a.example:99999/"},
		"":          {"/x", "http://b.example/"},
	}
	const none, other, records, empty = "captures that are not HTML and have no links: pages only if a page links to them",
		"captures of addresses that cannot be pages, such as dns: and ftp:", "records other than captures, such as requests", "responses without a body"
	for range 8 {
		want := map[string]int64{}
		var text strings.Builder
		record := func(kind, uri, contentType, block string) {
			fmt.Fprintf(&text, "WARC/1.0\r\nWARC-Type: %s\r\nWARC-Record-ID: <urn:uuid:%d>\r\nWARC-Date: 2020-01-01T00:00:00Z\r\nWARC-Target-URI: %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", kind, text.Len(), uri, contentType, len(block), block)
		}
		page := "<a href=/>"
		for range 30 {
			for kind, hrefs := range links {
				if r.IntN(4) == 0 {
					page += fmt.Sprintf(`<a href="%s">`, hrefs[r.IntN(len(hrefs))])
					if kind != "" {
						want[kind]++
					}
				}
			}
		}
		const answer = "application/http; msgtype=response"
		record("response", "http://a.example/", answer, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"+page)
		for i := range r.IntN(5) {
			record("response", fmt.Sprintf("http://a.example/%d.png", i), answer, "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n\x89PNG")
			want[none]++
		}
		for i := range r.IntN(5) {
			record("response", fmt.Sprintf("http://a.example/%d", i), answer, "HTTP/1.1 302 Found\r\nContent-Type: text/html\r\nLocation: ftp://c.example/\r\n\r\n")
			want[none]++
			want[empty]++
			want["ftp: links, which do not lead to pages"]++
		}
		for range r.IntN(5) {
			record("resource", "ftp://a.example/x", "text/html", "<a href=x>")
			want[other]++
		}
		for range r.IntN(5) {
			record("request", "http://a.example/", "application/http; msgtype=request", "GET / HTTP/1.1\r\n\r\n")
			want[records]++
		}
		_, s := importText(t, text.String(), ingest.Options{})
		got := maps.Clone(s.Manifest.Steps[0].Notes)
		maps.DeleteFunc(got, func(k string, _ int64) bool { return k == "responses" || k == "html" || k == "resources" })
		if !maps.Equal(got, want) {
			t.Fatalf("got the notes %v, want %v", got, want)
		}
	}
}

// So is what an index of captures names: each line is a page, or is counted.
func TestUnusedOfAnIndex(t *testing.T) {
	r := drawn.Rand(t)
	lines := []struct{ rest, note string }{
		{`"status": "200", "mime": "text/html"`, "html"},
		{`"status": "404", "mime": "text/html"`, "html"},
		{`"status": "200", "mime": "image/png"`, plainNote},
		{`"status": "301", "mime": "unk"`, plainNote},
		{`"status": "404"`, plainNote},
		{`"mime": "warc/revisit"`, plainNote},
	}
	text, want := `org,x)/ 20200101000000 {"url": "http://x.org/", "status": "200", "mime": "text/html"}`+"\n", map[string]int64{"html": 1}
	for i := range 60 {
		l := lines[r.IntN(len(lines))]
		text += fmt.Sprintf("org,x)/%d 20200101000000 {\"url\": \"http://x.org/%d\", %s}\n", i, i, l.rest)
		want[l.note]++
	}
	if _, s := importText(t, text, ingest.Options{}); !maps.Equal(s.Manifest.Steps[0].Notes, want) {
		t.Errorf("got %v, want %v", s.Manifest.Steps[0].Notes, want)
	}
}
