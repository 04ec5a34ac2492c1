package livecrawl_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"weft/internal/drawn"
	"weft/web/capture"
	"weft/web/warc"
)

// recordsOf counts the records of a crawl's archive by type.
func recordsOf(t *testing.T, dir string) map[string]int {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "warc", "*.warc.gz"))
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, path := range files {
		rd := warc.NewReader(bytes.NewReader(read(t, path)), warc.Options{})
		for {
			rec, err := rd.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if rec.Header.Get(capture.PurposeField) != "twice" {
				count[rec.Type]++
			}
			if rec.Type == warc.TypeRevisit && (rec.Header.Get("WARC-Refers-To-Target-URI") == "" || rec.Header.Get("WARC-Refers-To-Date") == "") {
				t.Errorf("%s: a revisit of nothing", rec.TargetURI())
			}
		}
	}
	return count
}

// datesOf returns the dates of what was fetched, as they stand in the records, by URI.
func datesOf(t *testing.T, dir, kind, field string) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "warc", "*.warc.gz"))
	if err != nil {
		t.Fatal(err)
	}
	dates := map[string]string{}
	for _, path := range files {
		rd := warc.NewReader(bytes.NewReader(read(t, path)), warc.Options{})
		for {
			rec, err := rd.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if rec.Type == kind {
				dates[rec.TargetURI()] = rec.Header.Get(field)
			}
		}
	}
	return dates
}

// A payload is the same in other chunks, and the date that a revisit refers to is that of the record, to the last digit.
func TestAgainInOtherChunks(t *testing.T) {
	seed := drawn.Seed(t)
	var mu sync.Mutex
	r := rand.New(rand.NewPCG(seed, 1))
	pages := randomPages(13, 12)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		body, ok := pages[q.RequestURI]
		if !ok {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		for len(body) > 0 {
			n := min(len(body), 1+r.IntN(200))
			io.WriteString(w, body[:n])
			w.(http.Flusher).Flush()
			body = body[n:]
		}
	}))
	t.Cleanup(s.Close)
	first, second := filepath.Join(t.TempDir(), "first"), filepath.Join(t.TempDir(), "second")
	crawl(t, config(s.URL), options(first))
	c := config(s.URL)
	c.Since = first
	crawl(t, c, options(second))
	if of := recordsOf(t, second); of[warc.TypeRevisit] != 12 {
		t.Errorf("got %v, want 12 revisits", of)
	}
	for uri, digest := range datesOf(t, first, warc.TypeResponse, "WARC-Payload-Digest") {
		if body, ok := pages[strings.TrimPrefix(uri, s.URL)]; ok && digest != warc.Digest([]byte(body)) {
			t.Errorf("%s: the digest is not that of the page", uri)
		}
	}
	dates := datesOf(t, first, warc.TypeResponse, "WARC-Date")
	for uri, date := range datesOf(t, second, warc.TypeRevisit, "WARC-Refers-To-Date") {
		if date != dates[uri] || !strings.Contains(date, ".") {
			t.Errorf("%s: it refers to %q, the record is of %q", uri, date, dates[uri])
		}
	}
	sameGraph(t, first, second)
}

// What did not change is a revisit, by condition and by digest; the graph is the same, also from the new archive alone.
func TestCrawlAgain(t *testing.T) {
	const n = 60
	for _, tags := range []bool{true, false} {
		s := newSite(t, randomPages(7, n))
		s.tags = tags
		first := filepath.Join(t.TempDir(), "first")
		crawl(t, config(s.URL), options(first))
		for _, dir := range []string{filepath.Join(t.TempDir(), "second"), filepath.Join(t.TempDir(), "third")} {
			s.pages["/b/p1.html"] += " and news of " + dir
			c := config(s.URL)
			c.Since = first
			if r := crawl(t, c, options(dir)); !r.Done || r.Stats.Fetched != n {
				t.Fatalf("got %+v", r.Counts)
			}
			of := recordsOf(t, dir)
			if of[warc.TypeRevisit] != n-1 || of[warc.TypeResponse] != 1+20+1 { // what is new, what is gone, robots.txt
				t.Errorf("tags %v: %v", tags, of)
			}
			checkArchive(t, dir)
			sameGraph(t, first, dir)
			first = dir
		}
	}
}
