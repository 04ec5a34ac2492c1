package livecrawl_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"weft/internal/drawn"
	"weft/livecrawl"
	"weft/livecrawl/check"
	"weft/livecrawl/fetch"
)

// What a crawl tells, logs and lists of a host that fails is what it measured: whether it answered, and which pages
// were asked for. How the host fails, and after how many good pages, is drawn.
func TestToldAsMeasured(t *testing.T) {
	r := drawn.Rand(t)
	for _, c := range []struct {
		name, robots string
		fail         func(w http.ResponseWriter)
		told         string
	}{
		{"errors", "", func(w http.ResponseWriter) { w.WriteHeader(http.StatusInternalServerError) }, " answers badly: status 500: next request in "},
		{"no answers", "", func(http.ResponseWriter) { panic(http.ErrAbortHandler) }, " does not answer: reset: "},
		{"a rest", "", func(w http.ResponseWriter) {
			w.Header().Set("Retry-After", "1000")
			w.WriteHeader(http.StatusServiceUnavailable)
		}, " requests a pause of 16m40s: status 503"},
		{"no robots.txt", "503", func(w http.ResponseWriter) { w.WriteHeader(http.StatusInternalServerError) }, " cannot be asked: robots: unreachable: "},
	} {
		good, pages := r.IntN(3), 25+r.IntN(20)
		t.Run(fmt.Sprintf("%s, %d good of %d", c.name, good, pages), func(t *testing.T) {
			t.Parallel()
			var mu sync.Mutex
			asked := map[string]bool{}
			bad := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/robots.txt" {
					if c.robots != "" {
						w.WriteHeader(http.StatusServiceUnavailable)
					}
					return
				}
				mu.Lock()
				defer mu.Unlock()
				if asked[r.URL.Path] = true; len(asked) <= good {
					fmt.Fprint(w, "good")
					return
				}
				c.fail(w)
			}))
			defer bad.Close()
			var index strings.Builder
			for p := range pages {
				fmt.Fprintf(&index, "<a href=%s/%d>x</a>", bad.URL, p)
			}
			s := newSite(t, map[string]string{"/": index.String()})
			dir := filepath.Join(t.TempDir(), "c")
			o, cfg := options(dir), config(s.URL)
			o.Politeness = fetch.Politeness{Tries: 1, Patience: 500 * time.Millisecond}
			cfg.Scope.Area = "anywhere"
			res := crawl(t, cfg, o)
			bad.Close() // and nobody asks any more
			if !slices.ContainsFunc(res.Told, func(m livecrawl.Message) bool { return strings.HasPrefix(m.Text, bad.URL+c.told) }) {
				t.Errorf("told %+v, want %q", res.Told, c.told)
			}
			log, waits := readIf(dir, "log", "crawl.log"), readIf(dir, "waiting.tsv")
			for p := range pages {
				path := fmt.Sprint("/", p)
				line, waiting := lastOf(log, bad.URL+path+" "), strings.Join(lastOf(waits, bad.URL+path+"\t"), " ")
				if len(line) < 2 {
					t.Errorf("%s is not in the log", path)
				} else if never := line[1] == "0"; never == asked[path] && c.robots == "" {
					t.Errorf("%s, asked for: %v, has the line %q", path, asked[path], line)
				}
				if never := strings.Contains(waiting, "not requested, because other pages of its host failed: "); waiting != "" && never == asked[path] && c.robots == "" {
					t.Errorf("%s, asked for: %v, waits as %q", path, asked[path], waiting)
				}
			}
			v := verify(t, dir)
			if len(v.Damage) > 0 || slices.ContainsFunc(v.Uncovered, func(u check.Uncovered) bool { return strings.Contains(u.Why, "no file of this crawl") }) {
				t.Errorf("weft verify finds %+v, %+v", v.Damage, v.Uncovered)
			}
		})
	}
}
