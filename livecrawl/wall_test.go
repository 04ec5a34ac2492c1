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
	for _, steps := range []int{1, 2, 6, 20, 21} {
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
		if steps > 20 { // browsers give up as well
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

// A page behind a single sign-on is fetched with cookies: it redirects to another host, which sends the crawl back to a page
// that sets a cookie. Without cookies the pages redirect in a loop, which the crawl counts.
func TestWallOfAnotherHost(t *testing.T) {
	for _, cookies := range []bool{true, false} {
		var site string
		sign := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/robots.txt" {
				w.WriteHeader(http.StatusNotFound)
				return
			}
			http.Redirect(w, r, site+"/back?to="+r.URL.Query().Get("to"), http.StatusFound)
		}))
		t.Cleanup(sign.Close)
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, err := r.Cookie("session")
			switch {
			case r.URL.Path == "/robots.txt":
				w.WriteHeader(http.StatusNotFound)
			case r.URL.Path == "/back":
				http.SetCookie(w, &http.Cookie{Name: "session", Value: "1", Path: "/"})
				http.Redirect(w, r, r.URL.Query().Get("to"), http.StatusFound)
			case err != nil:
				http.Redirect(w, r, sign.URL+"/login?to="+r.URL.Path, http.StatusFound)
			default:
				fmt.Fprint(w, "<title>behind</title>", anchors("/a", "/b"))
			}
		}))
		t.Cleanup(s.Close)
		site = s.URL
		dir := filepath.Join(t.TempDir(), "c")
		o := options(dir)
		o.Net.Cookies = cookies
		r := crawl(t, config(s.URL+"/"), o)
		if cookies && (r.Fetched != 3 || r.Circles != 0) || !cookies && (r.Fetched != 0 || r.Circles != r.Redirected || r.Circles != 3) {
			t.Errorf("cookies %v: %q, %+v", cookies, r.Why, r.Counts)
		}
		if again := resume(t, options(dir)); again.Circles != r.Circles {
			t.Errorf("cookies %v: %d pages redirect in a loop, and %d after a replay", cookies, r.Circles, again.Circles)
		}
		if v := verify(t, dir); len(v.Damage) > 0 {
			t.Errorf("cookies %v: %v", cookies, v.Damage)
		}
	}
}
