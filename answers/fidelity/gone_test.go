package fidelity_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/answers/fidelity"
	"weft/build/ingest"
	"weft/build/ingest/ingesttest"
	"weft/store"
)

// Pages that are gone hide no links, so they are no ghosts; other errors may hide some.
func TestGonePages(t *testing.T) {
	for status, ghosts := range map[string]int{"404 Not Found": 1, "410 Gone": 1, "500 Internal Server Error": 4, "403 Forbidden": 4} {
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
		c := ingesttest.Import(t, ingest.Options{Inputs: []string{name}, DraftOptions: store.DraftOptions{Output: filepath.Join(dir, "c"), Memory: 1 << 30}})
		r, err := fidelity.Measure(t.Context(), c, fidelity.Options{Options: answer.Options{Memory: 1 << 30}}, true)
		if err != nil {
			t.Fatal(err)
		}
		if r.Ghosts != ghosts || r.Crawled != 6-ghosts || r.Failed != ghosts-1 {
			t.Errorf("%s: %d crawled, %d ghosts, %d of them failed", status, r.Crawled, r.Ghosts, r.Failed)
		}
	}
}
