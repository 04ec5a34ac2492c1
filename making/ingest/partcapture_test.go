package ingest_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"slices"
	"strings"
	"testing"

	"weft/graph"
	"weft/internal/drawn"
	"weft/making/ingest"
	"weft/store"
)

// A capture of the page http://a.example/p in WARC, with more header fields of the record.
func captureOf(kind, fields, block string) string {
	return fmt.Sprintf("WARC/1.0\r\nWARC-Type: %s\r\nWARC-Record-ID: <urn:uuid:%d>\r\nWARC-Date: 2020-01-01T00:00:00Z\r\nWARC-Target-URI: http://a.example/p\r\n%sContent-Length: %d\r\n\r\n%s\r\n\r\n",
		kind, len(block), fields, len(block), block)
}

// textsOf returns the texts of all links.
func textsOf(t *testing.T, c *store.Crawl) (texts []string) {
	t.Helper()
	for cur := c.Anchors(graph.Range{Hi: c.NumPages()}); cur.Next(); {
		for _, a := range cur.Anchors() {
			text, err := cur.Text(nil, a)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, string(text))
		}
	}
	return texts
}

// The links of a capture that holds its page in part are left out where a whole capture of the page is there, in any order,
// with their texts; else they count. However little memory there is, and in the order of mention, too.
func TestLinksOfParts(t *testing.T) {
	const http = "Content-Type: application/http; msgtype=response\r\n"
	page := func(status, fields string, body string) string {
		return "HTTP/1.1 " + status + "\r\nContent-Type: text/html\r\n" + fields + "\r\n" + body
	}
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	fmt.Fprint(w, "<a href=/part>of the part</a>")
	w.Flush()
	link := "<a href=/part>of the part</a>"
	parts := map[string]string{
		"length":     captureOf("response", http+"WARC-Truncated: length\r\n", page("200 OK", "", link)),
		"disconnect": captureOf("response", http+"WARC-Truncated: disconnect\r\n", page("200 OK", "", link)),
		"coding":     captureOf("response", http, page("200 OK", "Content-Encoding: gzip\r\n", z.String())),
		"206":        captureOf("response", http, page("206 Part", "Content-Range: bytes 0-9/100\r\n", link)),
	}
	wholes := map[string]string{
		"whole":   captureOf("response", http, page("200 OK", "", "<a href=/whole>of the whole</a>")),
		"all 206": captureOf("response", http, page("206 Part", "Content-Range: bytes 0-99/100\r\n", "<a href=/whole>of the whole</a>")),
		"noted":   captureOf("revisit", http, page("200 OK", "", "")) + captureOf("metadata", "Content-Type: application/warc-fields\r\n", "weft-state: fetched\r\noutlink: link\thttp://a.example/whole\r\n"),
	}
	none := map[string]string{
		"nothing":   "",
		"a revisit": captureOf("revisit", http, page("200 OK", "", "")),
		"an error":  captureOf("response", http, page("404 No", "", "<a href=/error>e</a>")),
	}
	rng := drawn.Rand(t)
	check := func(name string, records []string, want ...string) {
		t.Helper()
		rng.Shuffle(len(records), func(i, j int) { records[i], records[j] = records[j], records[i] })
		for _, keep := range []bool{false, true} {
			c, _ := imported(t, ingest.Options{Inputs: []string{writtenAs(t, "a.warc", strings.Join(records, ""))}, KeepNumbers: keep})
			var got []string
			for _, arc := range arcsOf(t, c) {
				got = append(got, strings.ReplaceAll(arc, "http://a.example", ""))
			}
			slices.Sort(got)
			if texts := textsOf(t, c); slices.ContainsFunc(want, func(arc string) bool { return strings.Contains(arc, "/whole") }) && slices.Contains(texts, "of the part") ||
				slices.Contains(want, "/p /part link") && !slices.Contains(texts, "of the part") {
				t.Errorf("%s, in the order of mention %v: links have the texts %q", name, keep, texts)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s, in the order of mention %v: got %q, want %q", name, keep, got, want)
			}
		}
	}
	for part, p := range parts {
		for whole, w := range wholes {
			check(part+" and "+whole, []string{p, w}, "/p /whole link")
		}
		for other, o := range none {
			want := []string{"/p /part link"}
			if other == "an error" {
				want = []string{"/p /error link", "/p /part link"}
			}
			check(part+" and "+other, []string{p, o}, want...)
		}
	}
}
