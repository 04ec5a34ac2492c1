package livecrawl_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"weft/web/capture"
	"weft/web/warc"
)

// A page whose address works once is not lost because it is requested twice: the first response is the page, whatever the
// second one is. The archive has both.
func TestAddressesThatWorkOnce(t *testing.T) {
	const n = 60
	for name, second := range map[string]func(w http.ResponseWriter){
		"gone":       func(w http.ResponseWriter) { http.Error(w, "used", http.StatusGone) },
		"redirected": func(w http.ResponseWriter) { w.Header().Set("Location", "/login"); w.WriteHeader(http.StatusFound) },
		"busy":       func(w http.ResponseWriter) { w.WriteHeader(http.StatusServiceUnavailable) },
		"cut":        func(w http.ResponseWriter) { w.Header().Set("Content-Length", "1000"); io.WriteString(w, "<p>h") },
		"no answer":  func(http.ResponseWriter) { panic(http.ErrAbortHandler) },
		"the same":   nil,
	} {
		var mu sync.Mutex
		asked := map[string]int{}
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			asked[r.URL.Path]++
			again := asked[r.URL.Path] > 1
			mu.Unlock()
			i := -1
			if _, err := fmt.Sscanf(r.URL.Path, "/i/%d", &i); r.URL.Path != "/" && (err != nil || i >= n) {
				http.NotFound(w, r)
				return
			}
			w.Header().Set("Content-Type", "text/html")
			if again && second != nil {
				second(w)
				return
			}
			fmt.Fprintf(w, "<p>%s %d.5<a href=/i/%d>next</a>", around, 7*i, i+1)
		}))
		dir := filepath.Join(t.TempDir(), "c")
		r := crawl(t, config(s.URL+"/"), options(dir))
		s.Close()
		twice := 0
		for _, k := range asked {
			twice += k / 2
		}
		// all pages, and the one behind the last, which is not there
		if r.Fetched != n+1 || r.Failed != 1 || r.PutOff > 0 || !r.Done || twice < 2 {
			t.Errorf("%s: %d pages were fetched, want %d, %d failed and %d were put off; %d were requested twice", name, r.Fetched, n+1, r.Failed, r.PutOff, twice)
		}
		if got := len(keptFor(t, dir, "twice")); got != twice && name != "no answer" {
			t.Errorf("%s: the archive has %d responses beside pages, want %d", name, got, twice)
		}
		sameImport(t, dir)
	}
}

// isBeside reports whether a record is a response to a second request for a page.
func isBeside(rec *warc.Record) bool {
	purpose := rec.Header.Get(capture.PurposeField)
	return purpose == "twice" || purpose == "check"
}

// keptFor counts the responses of an archive that are kept for a purpose and are no pages, by their URLs.
func keptFor(t *testing.T, dir, purpose string) map[string]int {
	t.Helper()
	n := map[string]int{}
	entries, err := os.ReadDir(filepath.Join(dir, "warc"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".warc.gz") {
			continue
		}
		f, err := os.Open(filepath.Join(dir, "warc", e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		rd := warc.NewReader(f, warc.Options{})
		for {
			rec, err := rd.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if rec.Type == warc.TypeResponse && rec.Header.Get(capture.PurposeField) == purpose {
				n[rec.TargetURI()]++
			}
		}
		f.Close()
	}
	return n
}
