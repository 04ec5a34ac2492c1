package job_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"
)

// A page that wants its cookie back is had with cookies, at the price of one request; a wall that never ends costs one as well.
func TestWallOfCookies(t *testing.T) {
	for _, cookies := range []bool{true, false} {
		var mu sync.Mutex
		asked := map[string]int{}
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			asked[r.URL.Path]++
			mu.Unlock()
			_, err := r.Cookie("seen" + r.URL.Path[1:])
			switch {
			case r.URL.Path == "/robots.txt":
				w.WriteHeader(http.StatusNotFound)
			case r.URL.Path == "/":
				fmt.Fprint(w, "<a href=/a>a</a><a href=/endless>e</a><a href=/loop>l</a>")
			case r.URL.Path == "/loop": // without cookies it is a redirect like others
				http.Redirect(w, r, "/loop", http.StatusFound)
			case r.URL.Path == "/endless" || err != nil:
				http.SetCookie(w, &http.Cookie{Name: "seen" + r.URL.Path[1:], Value: "1"})
				http.Redirect(w, r, "./"+r.URL.Path[1:]+"#x", http.StatusFound)
			default:
				fmt.Fprint(w, "<title>behind the wall</title><a href=/>home</a>")
			}
		}))
		t.Cleanup(s.Close)
		dir := filepath.Join(t.TempDir(), "c")
		o := options(dir)
		o.Net.Cookies = cookies
		r := crawl(t, config(s.URL), o)
		want, again := uint64(1), 1
		if cookies {
			want, again = 2, 2
		}
		if r.Fetched != want || asked["/a"] != again || asked["/endless"] != again || asked["/loop"] != 1 {
			t.Errorf("cookies %v: %d pages were fetched, want %d; asked %v", cookies, r.Fetched, want, asked)
		}
		files, _ := filepath.Glob(filepath.Join(dir, "warc", "*.warc.gz"))
		kept := 0
		for _, path := range files {
			kept += bytes.Count(unpacked(read(t, path)), []byte("WARC-Weft-Purpose: cookies\r\nContent-Length"))
		}
		if kept != 2*(again-1) {
			t.Errorf("cookies %v: %d answers of walls are kept, want %d", cookies, kept, 2*(again-1))
		}
		if v := verify(t, dir); len(v.Damage) > 0 {
			t.Errorf("cookies %v: %v", cookies, v.Damage)
		}
		snapshot(t, dir)
	}
}
