package livecrawl_test

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

// A wall that leads through other pages of its origin and back is passed, whatever page is asked for first; redirects
// that lead nowhere else cost a few requests an origin.
func TestWallOfPages(t *testing.T) {
	for _, steps := range []int{1, 2, 5, 6} {
		var mu sync.Mutex
		asked := map[string]int{}
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			asked[r.URL.Path]++
			mu.Unlock()
			_, err := r.Cookie("seen")
			step := -1
			fmt.Sscanf(r.URL.Path, "/check/%d", &step)
			switch {
			case r.URL.Path == "/robots.txt":
				w.WriteHeader(http.StatusNotFound)
			case step == steps:
				http.SetCookie(w, &http.Cookie{Name: "seen", Value: "1", Path: "/"})
				http.Redirect(w, r, r.URL.Query().Get("to"), http.StatusFound)
			case step > 0:
				http.Redirect(w, r, fmt.Sprintf("/check/%d?to=%s", step+1, r.URL.Query().Get("to")), http.StatusFound)
			case err != nil:
				http.Redirect(w, r, "/check/1?to="+r.URL.Path, http.StatusSeeOther)
			case len(r.URL.Path) == 2 && r.URL.Path[1] > 'd':
				http.Redirect(w, r, "/new"+r.URL.Path, http.StatusMovedPermanently)
			default:
				fmt.Fprint(w, "<title>behind the wall</title><a href=/a>a</a><a href=/b>b</a><a href=/e>e</a><a href=/f>f</a><a href=/g>g</a><a href=/h>h</a><a href=/i>i</a>")
			}
		}))
		t.Cleanup(s.Close)
		dir := filepath.Join(t.TempDir(), "c")
		o := options(dir)
		o.Net.Cookies = true
		r := crawl(t, config(s.URL+"/"), o)
		if steps > 5 {
			if !r.Done || r.Fetched > 1 {
				t.Errorf("%d steps: %q, %+v", steps, r.Why, r.Counts)
			}
			continue
		}
		if !r.Done || r.Fetched != 8 || r.Redirected != 5 || asked["/"] != 2 || asked["/check/1"] != 1 || asked["/e"]+asked["/f"]+asked["/g"]+asked["/h"]+asked["/i"] != 5+3 {
			t.Errorf("%d steps: %q, %+v; asked %v", steps, r.Why, r.Counts, asked)
		}
		if v := verify(t, dir); len(v.Damage) > 0 {
			t.Errorf("%d steps: %v", steps, v.Damage)
		}
		sameImport(t, dir)
	}
}
