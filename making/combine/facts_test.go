package combine_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"weft/making/combine"
	"weft/making/ingest"
	"weft/making/ingest/ingesttest"
	"weft/store"
)

// factsOf imports a WARC of one response of a page.
func factsOf(t *testing.T, url, date, status string) *store.Crawl {
	t.Helper()
	block := "HTTP/1.1 " + status + "\r\nContent-Type: text/html\r\n\r\n<title>" + date + "</title>"
	text := fmt.Sprintf("WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: %s\r\nWARC-Target-URI: %s\r\n"+
		"Content-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", date, url, len(block), block)
	return ingesttest.Import(t, ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(text)})
}

// The facts of a union describe the response that decides the state of a page.
func TestFactsOfUnion(t *testing.T) {
	const url = "http://a.example/"
	early, late := factsOf(t, url, "2024-01-01T00:00:00Z", "200 OK"), factsOf(t, url, "2025-01-01T00:00:00Z", "200 OK")
	gone := factsOf(t, url, "2026-01-01T00:00:00Z", "404 Not Found")
	// A table of pages without facts says that the page was fetched, as crawls of earlier versions do.
	bare := ingesttest.Import(t, ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(`{"url": "` + url + `", "status": 200, "links": []}` + "\n"), Format: "jsonl"})
	if p, ok, err := bare.Page(url); err != nil || !ok || bare.State(p).String() != "fetched" || bare.HasFacts() {
		t.Fatalf("the crawl without facts: %v, %v, %v", p, ok, err)
	}
	for name, one := range map[string]struct {
		of   []*store.Crawl
		want string
	}{
		"later":                 {[]*store.Crawl{early, late}, "200 2025-01-01T00:00:00Z"},
		"later first":           {[]*store.Crawl{late, early}, "200 2025-01-01T00:00:00Z"},
		"better state":          {[]*store.Crawl{early, gone}, "200 2024-01-01T00:00:00Z"},
		"better state last":     {[]*store.Crawl{gone, early}, "200 2024-01-01T00:00:00Z"},
		"fetched without facts": {[]*store.Crawl{bare, gone}, "0 "},
		"the same, last":        {[]*store.Crawl{gone, bare}, "0 "},
		"facts of one":          {[]*store.Crawl{bare, early}, "200 2024-01-01T00:00:00Z"},
	} {
		o := combine.Options{}
		o.Output = filepath.Join(t.TempDir(), "union")
		if _, err := combine.Union(context.Background(), one.of[:], o); err != nil {
			t.Fatal(err)
		}
		c := ingesttest.Open(t, o.Output)
		p, _, err := c.Page(url)
		if err != nil {
			t.Fatal(err)
		}
		got := "0 "
		if c.HasFacts() {
			r, err := c.OpenFacts()
			if err != nil {
				t.Fatal(err)
			}
			f, err := r.At(p)
			if err != nil {
				t.Fatal(err)
			}
			got = fmt.Sprintf("%d %s", f.Status, f.Title)
			if err := r.Close(); err != nil {
				t.Fatal(err)
			}
		}
		if got != one.want {
			t.Errorf("%s: got %q, want %q", name, got, one.want)
		}
	}
}
