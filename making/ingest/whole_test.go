package ingest_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"weft/making/ingest"
	"weft/store"
)

// Captures of which a part is missing are counted, whoever says so: the archive, or what is left of their encoding.
func TestCapturesThatAreNotWhole(t *testing.T) {
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	fmt.Fprint(w, strings.Repeat("<a href=/x>and so on", 100))
	w.Close()
	const page = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
	text := ""
	for i, c := range []struct{ field, block string }{
		{"", page + "\r\n<a href=/x>"},
		{"WARC-Truncated: disconnect\r\n", page + "\r\n<a href=/x>"},
		{"", page + "Content-Encoding: gzip\r\n\r\n" + z.String()},
		{"", page + "Content-Encoding: gzip\r\n\r\n" + z.String()[:z.Len()/2]},
		{"WARC-Truncated: length\r\n", page + "Content-Encoding: gzip\r\n\r\n" + z.String()[:z.Len()/2]},
	} {
		text += fmt.Sprintf("WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:%d>\r\nWARC-Date: 2020-01-01T00:00:00Z\r\nWARC-Target-URI: http://a.example/%d\r\n"+
			"%sContent-Type: application/http\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", i, i, c.field, len(c.block), c.block)
	}
	out := filepath.Join(t.TempDir(), "c")
	if _, err := ingest.Import(t.Context(), ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(text), DraftOptions: store.DraftOptions{Output: out}}); err != nil {
		t.Fatal(err)
	}
	c, err := store.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	notes := c.Manifest.Steps[0].Notes
	if got := notes["incomplete captures, read as far as they go"]; got != 3 {
		t.Errorf("%d captures are not whole, want 3: %v", got, notes)
	}
}
