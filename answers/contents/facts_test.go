package contents

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/build/ingest/ingesttest"
)

// TestArchive counts the pages of an imported archive by their responses.
func TestArchive(t *testing.T) {
	var text strings.Builder
	for _, r := range [][3]string{{"a", "200 OK", "text/html"}, {"b", "200 OK", "TEXT/HTML; charset=x"}, {"c", "404 Not Found", "text/html"}} {
		block := "HTTP/1.1 " + r[1] + "\r\nContent-Type: " + r[2] + "\r\n\r\n<a href=/a>x</a><a href=/never>y</a>"
		fmt.Fprintf(&text, "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: 2024-01-0%dT00:00:00Z\r\nWARC-Target-URI: http://a.example/%s\r\n"+
			"Content-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", text.Len()%3+1, r[0], len(block), block)
	}
	r, err := (&asked{top: usualTop}).find(context.Background(), ingesttest.Text(t, text.String()), &answer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(r.Archive, r.Responses, r.Statuses, r.Types); !strings.HasPrefix(got, "true 3 [{200 OK 2 ") || !strings.Contains(got, "404 Not Found 1 ") || !strings.Contains(got, "[{text/html 3 ") {
		t.Errorf("got %s", got)
	}
	if r.From == "" || r.To == "" || len(r.Times) == 0 || len(r.Depths) > 0 {
		t.Errorf("from %q to %q, %d spans of time, %d depths", r.From, r.To, len(r.Times), len(r.Depths))
	}
}

// TestCountLines counts lines of any length.
func TestCountLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "list")
	for text, want := range map[string]int64{"": 0, "a\n": 1, "a\nb": 1, strings.Repeat("x", 10_000) + "\ny\n": 2} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if n, err := countLines(path); n != want || err != nil {
			t.Errorf("%.20q: %d lines, %v; want %d", text, n, err, want)
		}
	}
	if n, err := countLines(path + "none"); n != 0 || err != nil {
		t.Errorf("a missing list has %d lines, %v", n, err)
	}
}
