package serve

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"weft/internal/browsertest"
)

// TestFramesInBrowser shows a server in a frame of another server on this machine. Without Options.Frames the browser shows
// nothing. With it the frame is a browser session like others, if both have the same name of this machine.
func TestFramesInBrowser(t *testing.T) {
	b := browsertest.Start(t)
	for _, frames := range []bool{false, true} {
		var mu sync.Mutex
		var sheets, withCookie int
		s := serving(t, Options{Frames: frames})
		inner := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, ".css") { // only a page that is shown asks for it
				_, err := r.Cookie(s.cookie())
				mu.Lock()
				sheets++
				if err == nil {
					withCookie++
				}
				mu.Unlock()
			}
			s.ServeHTTP(w, r)
		}))
		t.Cleanup(inner.Close)
		near := strings.Replace(inner.URL, "127.0.0.1", "localhost", 1)
		notebook := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprintf(w, `<!DOCTYPE html><title>Notebook</title><script>loaded = new Promise(done => { window.done = done })</script><iframe src="%s/" onload="done(true)"></iframe>`, near)
		}))
		t.Cleanup(notebook.Close)
		p := b.Open(strings.Replace(notebook.URL, "127.0.0.1", "localhost", 1), browsertest.Screens[2])
		browsertest.Eval[bool](p, "loaded")
		mu.Lock()
		if shown := sheets > 0; shown != frames || withCookie != sheets {
			t.Errorf("frames allowed: %v; the frame asked for %d style sheets, for %d with its session", frames, sheets, withCookie)
		}
		mu.Unlock()
	}
}
