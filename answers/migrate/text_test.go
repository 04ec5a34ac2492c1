package migrate_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weft/answers/migrate"
	"weft/answers/texts"
	"weft/crawl/archive"
	"weft/graph"
	"weft/making/ingest"
	"weft/store"
	"weft/web/warc"
)

// archived writes an archive of a home and the pages that it links to, and imports it.
func archived(t *testing.T, pages map[string]string) (*store.Crawl, *archive.Archive) {
	t.Helper()
	w, err := warc.NewPacker(warc.WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var home strings.Builder
	for name := range pages {
		fmt.Fprintf(&home, "<a href=%q>page</a> ", name)
	}
	add := func(url, body string) {
		block := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body
		if _, err := w.Add(warc.HTTPResponse(url, time.Unix(1e9, 0), []byte(block))); err != nil {
			t.Fatal(err)
		}
	}
	add("http://a.example/", home.String())
	for name, text := range pages {
		add("http://a.example"+name, "<title>x</title><script>var hidden</script><p>"+text)
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "a.warc.gz")
	var packed warc.Packed
	w.Take(&packed)
	if err := os.WriteFile(path, packed.Bytes, 0o644); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "c")
	if _, err := ingest.Import(context.Background(), ingest.Options{Inputs: []string{path}, DraftOptions: store.DraftOptions{Output: out, Memory: 256 << 20, Workers: 1}}); err != nil {
		t.Fatal(err)
	}
	c, err := store.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	a, err := archive.Open(context.Background(), []string{path})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return c, a
}

// Pages that got other names and have the same neighbours are told apart by what they say.
func TestByText(t *testing.T) {
	const n = 30
	r := rand.New(rand.NewPCG(5, 6))
	before, after, moved := map[string]string{}, map[string]string{}, map[string]string{}
	for i := range n {
		var text strings.Builder
		for range 80 {
			fmt.Fprintf(&text, "%c%c%c%c ", 'a'+r.IntN(26), 'a'+r.IntN(26), 'a'+r.IntN(26), 'a'+r.IntN(26))
		}
		from, to := fmt.Sprintf("/old/%c%c.html", 'a'+i, 'z'-i%26), fmt.Sprintf("/fresh/%x", r.Uint64())
		before[from], after[to] = text.String(), text.String()+"and news"
		moved["http://a.example"+from] = "http://a.example" + to
	}
	older, oldTexts := archived(t, before)
	newer, newTexts := archived(t, after)
	q := migrate.Request{Least: 0.5, Options: migrate.Options{Memory: 512 << 20}}
	q.OldTexts, q.NewTexts = texts.Of(older, oldTexts, everyPage), texts.Of(newer, newTexts, everyPage)
	res, err := migrate.InCrawls(context.Background(), older, newer, q)
	if err != nil {
		t.Fatal(err)
	}
	right := 0
	for _, c := range res.Carried {
		if moved[c.Old] == c.New {
			right++
		}
	}
	if right < n*8/10 || right < len(res.Carried)*9/10 {
		t.Errorf("%d of %d pages are carried, %d of them right", len(res.Carried), n, right)
	}
}

func everyPage(graph.Node) bool { return true }
