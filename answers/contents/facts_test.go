package contents

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/making/ingest/ingesttest"
)

// Without a log and counts of an import, each page counts once, and the labels say that pages are counted.
func TestPages(t *testing.T) {
	c := ingesttest.Text(t, webResponse("http://a.example/", "200 OK", "text/html", "")+webResponse("http://a.example/", "200 OK", "text/html", "")+
		webResponse("http://a.example/b", "404 Not Found", "TEXT/HTML; charset=x", "")+webResponse("http://a.example/x.png", "200 OK", "image/png", ""))
	c.Manifest.Responses = nil // as of an import of an earlier version, and of a part of a crawl
	r, err := (&asked{top: usualTop}).find(context.Background(), c, &answer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(r.Counted+" ", r.Responses, " ", r.Statuses, r.Types); !strings.HasPrefix(got, "pages 2 [{200 OK 1 ") || !strings.Contains(got, "404 Not Found 1 ") || !strings.Contains(got, "[{text/html 2 ") {
		t.Errorf("got %s", got)
	}
	if r.From == "" || r.To == "" || len(r.Times) == 0 || len(r.Depths) > 0 {
		t.Errorf("from %q to %q, %d spans of time, %d depths", r.From, r.To, len(r.Times), len(r.Depths))
	}
	text := fmt.Sprint(r.Blocks())
	if strings.Contains(text, "responses") && !strings.Contains(text, "their responses") || !strings.Contains(text, "with a status") {
		t.Errorf("the blocks speak of responses: %s", text)
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
