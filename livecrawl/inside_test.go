package livecrawl_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"weft/livecrawl/fetch"
)

// packed returns a page as gzip packs it.
func packed(text string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	fmt.Fprint(z, text)
	z.Close()
	return b.Bytes()
}

// An answer of which all bytes came breaks off inside its encoding: it is asked for again, and counted as cut short where
// it goes on so, whether it always breaks off at the same place or not.
func TestBreaksOffInside(t *testing.T) {
	var mu sync.Mutex
	asked := map[string]int{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked[r.URL.Path]++
		n := asked[r.URL.Path]
		mu.Unlock()
		text := strings.Repeat("<p>much of the same, and some more", 300)
		if r.URL.Path == "/" {
			text += "<a href=/once>a</a><a href=/always>a</a><a href=/anywhere>a</a><a href=/checksum>a</a>"
		}
		body := packed(fmt.Sprintf("%s <a href=%s/below>b</a>", text, r.URL.Path))
		switch {
		case r.URL.Path == "/robots.txt" || strings.HasSuffix(r.URL.Path, "/below"):
			w.WriteHeader(http.StatusNotFound)
			return
		case r.URL.Path == "/once" && n == 1, r.URL.Path == "/always":
			body = body[:len(body)/2]
		case r.URL.Path == "/anywhere":
			body = body[:len(body)/2+n]
		case r.URL.Path == "/checksum":
			body[len(body)-8] ^= 1 // all of it is there
		}
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Set("Content-Length", fmt.Sprint(len(body)))
		w.Write(body)
	}))
	defer s.Close()
	dir := filepath.Join(t.TempDir(), "c")
	o := options(dir)
	o.Politeness = fetch.Politeness{Tries: 3}
	res := crawl(t, config(s.URL), o)
	if !res.Done || res.Stats.Fetched != 5 || res.CutShort != 2 {
		t.Errorf("%s: %d are cut short, want 2: %+v", res.Why, res.CutShort, res.Counts)
	}
	for path, want := range map[string]int{"/": 1, "/once": 2, "/always": 3, "/anywhere": 3, "/checksum": 1, "/once/below": 1, "/checksum/below": 1} {
		if asked[path] != want {
			t.Errorf("%s was asked for %d times, want %d", path, asked[path], want)
		}
	}
	for path, want := range map[string]bool{"/once": false, "/always": true, "/anywhere": true, "/checksum": false} {
		log := lastOf(readIf(dir, "log", "crawl.log"), s.URL+path+" L ")
		if len(log) == 0 || log[1] != "200" || strings.Contains(strings.Join(log, " "), "truncated:encoding") != want {
			t.Errorf("the crawl log says %q of %s", log, path)
		}
	}
	if res = resume(t, o); res.CutShort != 2 {
		t.Errorf("the run after it says that %d are cut short, want 2", res.CutShort)
	}
	if v := verify(t, dir); len(v.Damage) > 0 {
		t.Errorf("weft verify finds damage: %+v", v.Damage)
	}
}
