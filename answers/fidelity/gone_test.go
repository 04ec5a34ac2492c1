package fidelity_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/answers/fidelity"
	"weft/making/ingest"
	"weft/making/ingest/ingesttest"
	"weft/store"
)

// withStatus imports an archive of two pages, three pages with the given status line, and a link to a page without a record.
func withStatus(t *testing.T, status string) *store.Crawl {
	t.Helper()
	var file strings.Builder
	record := func(path, status, text string) {
		block := fmt.Sprintf("HTTP/1.1 %s\r\nContent-Type: text/html\r\n\r\n%s", status, text)
		fmt.Fprintf(&file, "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:%d>\r\nWARC-Date: 2020-01-01T00:00:00Z\r\nWARC-Target-URI: http://a.test/%s\r\n"+
			"Content-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", file.Len(), path, len(block), block)
	}
	record("", "200 OK", "<a href=1>1</a><a href=2>2</a><a href=3>3</a><a href=ghost>g</a><a href=b>b</a>")
	record("b", "200 OK", "<a href=/>home</a>")
	for _, path := range []string{"1", "2", "3"} {
		record(path, status, "")
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "a.warc")
	if err := os.WriteFile(name, []byte(file.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return ingesttest.Import(t, ingest.Options{Inputs: []string{name}, DraftOptions: store.DraftOptions{Output: filepath.Join(dir, "c"), Memory: 1 << 30}})
}

// Pages that are gone hide no links, so they are no ghosts; other errors may hide some.
func TestGonePages(t *testing.T) {
	o := fidelity.Options{Options: answer.Options{Memory: 1 << 30}}
	for status, ghosts := range map[string]int{"404 Not Found": 1, "410 Gone": 1, "500 Internal Server Error": 4, "403 Forbidden": 4} {
		c := withStatus(t, status)
		r, err := fidelity.Measure(t.Context(), c, o, true)
		if err != nil {
			t.Fatal(err)
		}
		if r.Ghosts != ghosts || r.Crawled != 6-ghosts || r.Failed != ghosts-1 {
			t.Errorf("%s: %d crawled, %d ghosts, %d of them failed", status, r.Crawled, r.Ghosts, r.Failed)
		}
		if links := int64(6 - ghosts); r.FoundLinks != links || r.LostLinks != int64(ghosts) {
			t.Errorf("%s: %d links to crawled pages and %d to ghosts, want %d and %d", status, r.FoundLinks, r.LostLinks, links, ghosts)
		}
	}
}

// A crawl that is its own target lacks no page there, and gone pages are not compared.
func TestGonePagesInTarget(t *testing.T) {
	c := withStatus(t, "404 Not Found")
	r, err := fidelity.Against(t.Context(), c, c, fidelity.Rankings[:1], fidelity.Options{Options: answer.Options{Memory: 1 << 30}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Matched != 2 || r.Absent != 0 || r.TargetPages != 2 {
		t.Errorf("%d compared, %d absent, %d in the target", r.Matched, r.Absent, r.TargetPages)
	}
}
