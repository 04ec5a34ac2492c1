package serve

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weft/answers/texts"
	"weft/making/ingest"
	"weft/making/ingest/ingesttest"
	"weft/store"
	"weft/web/warc"
)

// TestAPITexts finds the pages of a search in texts, a part at a time, and refuses wrong queries.
func TestAPITexts(t *testing.T) {
	w, err := warc.NewPacker(warc.WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 230 {
		body := fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>page %d</title><p>%s<script>hidden</script>", i, strings.Repeat("common ", i+1))
		if _, err := w.Add(warc.HTTPResponse(fmt.Sprintf("http://a.example/%d", i), time.Unix(1e9, 0), []byte(body))); err != nil {
			t.Fatal(err)
		}
	}
	var packed warc.Packed
	w.Take(&packed)
	path := filepath.Join(t.TempDir(), "a.warc.gz")
	if err := os.WriteFile(path, packed.Bytes, 0o600); err != nil {
		t.Fatal(err)
	}
	c := ingesttest.Import(t, ingest.Options{Inputs: []string{path}})
	s := serving(t, Options{Crawls: []string{c.Path}, ReadOnly: true})
	at := apiRoot + "/crawls/" + filepath.Base(c.Path) + "/pages?"
	if w := get(s, at+"text=common"); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "index-texts") {
		t.Errorf("without an index: %d, %s", w.Code, w.Body)
	}
	again, err := store.Open(c.Path)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if _, err := texts.Index(t.Context(), again, texts.Options{Memory: 1 << 30}); err != nil {
		t.Fatal(err)
	}
	s = serving(t, Options{Crawls: []string{c.Path}, ReadOnly: true})
	seen, from := map[uint32]bool{}, ""
	for range 3 {
		var v apiPages
		w := get(s, at+"text=common"+from)
		if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil || v.Found != 230 || v.Left == nil || len(v.Rows) == 0 || !strings.Contains(v.Rows[0].Snippet, "common") {
			t.Fatalf("%v: %.500s", err, w.Body)
		}
		for _, r := range v.Rows {
			seen[r.Page] = true
		}
		if v.Next != nil {
			from = fmt.Sprintf("&from=%d", *v.Next)
		}
	}
	if len(seen) != 230 {
		t.Errorf("%d pages in three parts", len(seen))
	}
	for query, want := range map[string]string{
		"text=hidden": `"found":0`, "text=title:page&columns=url": `"found":230,`, "text=common&sort=url&columns=url": `"rows":[{"page":0,"url":"http://a.example/0"},`,
		"text=common&sort=best&address=b.example": `"found":0`, "text=*": "stands alone", "text=" + url.QueryEscape(`"a`): "has no end", "sort=best": "expected one of",
	} {
		if w := get(s, at+query); !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %.400s; want %s", query, w.Body, want)
		}
	}
	screen := "/c/" + filepath.Base(c.Path) + "/"
	for query, want := range map[string][]string{
		"text=common":                   {"<strong role=\"status\">230 pages</strong>", "<mark>common</mark>", `rel="next"`, "weft pages"},
		"text=common&sort=url":          {"<strong role=\"status\">230 pages</strong>", "http://a.example/0</bdi>"},
		"text=common&rows=500":          {"http://a.example/229</bdi>"},
		"text=common&address=b.example": {"<strong role=\"status\">0 pages</strong>"},
	} {
		w := get(s, screen+"pages?"+query)
		text := w.Body.String()
		if w.Code != http.StatusOK || slices.ContainsFunc(want, func(part string) bool { return !strings.Contains(text, part) }) {
			t.Errorf("%s: status %d, want %q in %s", query, w.Code, want, text)
		}
	}
	if w := get(s, screen+"pages?text=*"); w.Code != http.StatusBadRequest {
		t.Errorf("a star: status %d", w.Code)
	}
	if text := get(s, screen).Body.String(); !strings.Contains(text, `name="text"`) {
		t.Error("the overview has no field for texts")
	}
}
