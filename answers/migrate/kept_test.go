package migrate_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/answers/migrate"
	"weft/graph"
	"weft/internal/drawn"
	"weft/making/ingest"
	"weft/store"
)

// answered are the answers that a page can give; "" if it is not asked for.
var answered = []string{"", "200 OK\r\nContent-Type: text/html\r\n\r\n<p>", "302 Found\r\nLocation: /elsewhere\r\n\r\n", "404 No\r\nContent-Type: text/html\r\n\r\n<p>"}

// crawlOf imports a crawl of one page, which links to others, and their answers.
func crawlOf(t *testing.T, answers []int) *store.Crawl {
	t.Helper()
	var text strings.Builder
	record := func(uri, block string) {
		fmt.Fprintf(&text, "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:%d>\r\nWARC-Date: 2020-01-01T00:00:00Z\r\nWARC-Target-URI: %s\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n",
			text.Len(), uri, len(block), block)
	}
	home := "HTTP/1.1 " + answered[1]
	for p, a := range answers {
		home += fmt.Sprintf("<a href=/p%d>", p)
		if a > 0 {
			record(fmt.Sprintf("http://a.example/p%d", p), "HTTP/1.1 "+answered[a])
		}
	}
	record("http://a.example/", home)
	path := filepath.Join(t.TempDir(), "a.warc")
	if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ingest.Import(t.Context(), ingest.Options{Inputs: []string{path}, DraftOptions: store.DraftOptions{Output: path + ".crawl"}}); err != nil {
		t.Fatal(err)
	}
	c, err := store.Open(path + ".crawl")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// What is kept is counted by what it answers: a page that redirects is there under its URL and nothing else, and one
// that answered in neither crawl is no worse than it was.
func TestKeptByAnswer(t *testing.T) {
	r := drawn.Rand(t)
	for range 10 {
		before, after := make([]int, 40), make([]int, 40)
		kept, redirecting, neverHad, gone := 0, 0, 0, 0
		for p := range before {
			before[p], after[p] = r.IntN(4), r.IntN(4)
			was, is := before[p] == 1 || before[p] == 2, after[p] == 1 || after[p] == 2
			switch {
			case was && !is:
				gone++
				continue
			case after[p] == 2:
				redirecting++
			case !is:
				neverHad++
			}
			kept++
		}
		older, newer := crawlOf(t, before), crawlOf(t, after)
		q := migrate.Request{Least: 1}
		q.Memory = 1 << 30
		for p := range before {
			u, ok, err := older.Find(fmt.Sprintf("http://a.example/p%d", p))
			if err != nil || !ok {
				t.Fatal(p, ok, err)
			}
			q.Pages = append(q.Pages, u)
		}
		res, err := migrate.InCrawls(t.Context(), older, newer, q)
		if err != nil {
			t.Fatal(err)
		}
		got, want := [4]int{res.KeptPages, res.Redirecting, res.NeverHad, len(res.Gone) + len(res.Carried)}, [4]int{kept, redirecting, neverHad, gone}
		if got != want {
			t.Errorf("%v, then %v: got kept, redirecting, never had, gone %v; want %v", before, after, got, want)
		}
		q.Pages = []graph.Node(nil)
		if res, err = migrate.InCrawls(t.Context(), older, newer, q); err != nil || res.NeverHad != 0 || res.Redirecting > redirecting+1 {
			t.Errorf("of all: got %+v, %v", res, err)
		}
	}
}
