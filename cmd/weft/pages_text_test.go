package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/answers/pages"
)

// TestPagesByText searches the texts of a crawl, as text, JSON and CSV, and says what is wrong.
func TestPagesByText(t *testing.T) {
	t.Chdir(t.TempDir())
	weft(t, exitDone, "demo", "-o", "made", "--pages", "200", "--quiet")
	const crawl = "made/crawl"
	search := []string{"pages", crawl, "--text", "page*", "--quiet"}
	if _, said := weft(t, exitFailed, search...); !strings.Contains(said, "no index of texts") || !strings.Contains(said, "weft pages made/crawl --index-texts") {
		t.Errorf("without an index: %s", said)
	}
	if out, _ := weft(t, exitDone, "pages", crawl, "--index-texts", "--plan"); !strings.Contains(out, "records of the archive") {
		t.Errorf("the plan: %s", out)
	}
	if out, _ := weft(t, exitDone, "pages", crawl, "--index-texts"); !strings.Contains(out, "different") {
		t.Errorf("the index: %s", out)
	}
	var got struct {
		Found, Texts int
		Rows         []pages.Row
	}
	out, _ := weft(t, exitDone, append(search, "--json", "--top", "5")...)
	if err := json.Unmarshal([]byte(out), &got); err != nil || len(got.Rows) != 5 || got.Found < 5 || got.Rows[0].Score == nil || got.Rows[0].Snippet == "" {
		t.Fatalf("%v: %s", err, out)
	}
	for i, r := range got.Rows[1:] {
		if *r.Score > *got.Rows[i].Score {
			t.Errorf("row %d is better than the row before", i+1)
		}
	}
	if text, _ := weft(t, exitDone, append(search, "--top", "1")...); !strings.Contains(text, got.Rows[0].URL) || !strings.Contains(text, got.Rows[0].Snippet) {
		t.Errorf("as text: %s; want %+v", text, got.Rows[0])
	}
	table, _ := weft(t, exitDone, append(search, "--format", "csv", "--columns", "url,score,snippet")...)
	if n := strings.Count(table, "\n"); n != got.Found+1 || !strings.HasPrefix(table, "url,score,snippet\r\n"+got.Rows[0].URL+",") {
		t.Errorf("%d lines for %d pages: %.300s; want %+v", n, got.Found, table, got.Rows[0])
	}
	byURL, _ := weft(t, exitDone, append(search, "--format", "csv", "--columns", "url", "--sort", "url")...)
	if strings.Count(byURL, "\n") != got.Found+1 {
		t.Errorf("by URL: %.300s", byURL)
	}
	host := strings.SplitN(got.Rows[0].URL, "/", 4)[2]
	for _, filter := range [][]string{{"--address", host}, {"--since", "2000-01-01"}, {"--until", "2000-01-01"}, {"--state", "fetched"}} {
		line, _ := weft(t, exitDone, append(append(search, "--format", "csv", "--columns", "url"), filter...)...)
		if n := strings.Count(line, "\n") - 1; (n == 0) != (filter[0] == "--until") || n > got.Found {
			t.Errorf("%v: %d pages of %d", filter, n, got.Found)
		}
	}
	for query, want := range map[string]string{"": "--text is empty", "…": "expected a word", "*": "stands alone", `"a`: "has no end", "a*b": "within"} {
		if _, said := weft(t, exitUsage, "pages", crawl, "--text", query); !strings.Contains(said, want) {
			t.Errorf("%q: %s, want %s", query, said, want)
		}
	}
	for _, line := range [][]string{{"--archive", "x"}, {"--plan"}, {"--index-texts", "--text", "a"}, {"--sort", "best"}} {
		weft(t, exitUsage, append([]string{"pages", crawl}, line...)...)
	}
	weft(t, exitDone, "generate", "web", "-o", "graph", "--pages", "50", "--quiet")
	if _, said := weft(t, exitFailed, "pages", "graph", "--index-texts"); !strings.Contains(said, "name WARC, ARC or WACZ files, or the folder of a live crawl, with --archive") {
		t.Errorf("without an archive: %s", said)
	}
	index, err := filepath.Glob("made/crawl/*/results/index/texts.npy")
	if err != nil || len(index) != 1 {
		t.Fatal(index, err)
	}
	data, err := os.ReadFile(index[0])
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 0x40
	if err := os.WriteFile(index[0], data, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, said := weft(t, exitFailed, append(search, "--top", "200")...); !strings.Contains(said, "texts.npy: bytes ") {
		t.Errorf("a damaged index: %s", said)
	}
	if _, said := weft(t, exitFailed, "verify", crawl); !strings.Contains(said, "texts.npy") {
		t.Errorf("verify: %s", said)
	}
}
