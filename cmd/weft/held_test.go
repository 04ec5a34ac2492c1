package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"weft/faces/serve"
)

// heldSite has a calendar without end, and a shop of 100 pages that say nothing. It counts the requests of both.
func heldSite(t *testing.T) (url string, asked func() (calendar, shop int)) {
	var mu sync.Mutex
	calendar, shop := 0, 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		w.Header().Set("Content-Type", "text/html")
		n := 0
		switch {
		case r.URL.Path == "/":
			fmt.Fprint(w, "<title>Home</title><a href=/cal/1>calendar</a><a href='/shop?page=1'>shop</a>")
		case strings.HasPrefix(r.URL.Path, "/cal/"):
			calendar++
			fmt.Sscanf(r.URL.Path, "/cal/%d", &n)
			fmt.Fprintf(w, "<title>Calendar</title><p>Nothing.<a href=/cal/%d>a</a><a href=/cal/%d>b</a>", n+1, n+2)
		case r.URL.Path == "/shop":
			shop++
			fmt.Sscanf(r.URL.RawQuery, "page=%d", &n)
			fmt.Fprint(w, "<title>Shop</title><p>Empty.")
			for i := n + 1; i <= min(n+3, 100); i++ {
				fmt.Fprintf(w, "<a href='/shop?page=%d'>more</a>", i)
			}
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL, func() (int, int) {
		mu.Lock()
		defer mu.Unlock()
		return calendar, shop
	}
}

// The pages that trap rules hold back are shown as patterns. The printed commands fetch the pages of a pattern, or drop
// them, and later runs keep to that.
func TestHeldPatterns(t *testing.T) {
	url, asked := heldSite(t)
	dir := filepath.Join(t.TempDir(), "c")
	weft(t, exitIncomplete, "crawl", url, "-o", dir, "--allow-private", "--delay", "0", "--repeats", "20", "--quiet", "--window", "4")
	var m struct {
		Patterns []struct {
			Pattern, Release, Drop string
			Pages                  int
		} `json:"held_patterns"`
	}
	out, _ := weft(t, 0, "missing", dir, "--json")
	if err := json.Unmarshal([]byte(out), &m); err != nil || len(m.Patterns) != 2 {
		t.Fatalf("%v: %s", err, out)
	}
	text, _ := weft(t, 0, "missing", dir, "--held")
	commands := map[string]string{}
	for _, p := range m.Patterns {
		for _, line := range []string{"  " + p.Pattern + ": trap: ", "fetch  " + p.Release, "drop  " + p.Drop} {
			if !strings.Contains(text, line) {
				t.Errorf("no %q in:\n%s", line, text)
			}
		}
		preview, _ := weft(t, 0, "missing", dir, "--matching", p.Pattern, "--list", "held")
		if got := strings.Count(preview, "\n"); got != p.Pages {
			t.Errorf("%s: %d pages would be taken, want %d", p.Pattern, got, p.Pages)
		}
		commands[p.Pattern] = p.Drop
		if strings.Contains(p.Pattern, "/shop") {
			commands[p.Pattern] = p.Release
		}
	}
	before, _ := asked()
	status := []int{exitIncomplete, exitDone} // one pattern remains, then none
	for i, pattern := range []string{url + "/cal/*", url + "/shop?page=*"} {
		words := strings.Fields(strings.ReplaceAll(commands[pattern], "'", ""))
		if len(words) == 0 || words[0] != "weft" {
			t.Fatalf("no command for %s: %v", pattern, commands)
		}
		weft(t, status[i], append(words[1:], "--quiet")...)
	}
	calendar, shop := asked()
	if calendar != before || shop < 100 {
		t.Errorf("the calendar was requested %d times more, the shop %d times", calendar-before, shop)
	}
	if out, _ := weft(t, 0, "missing", dir, "--held"); !strings.Contains(out, "No page is held back.") {
		t.Error(out)
	}
	weft(t, 0, "verify", dir, "--quiet")
	weft(t, 0, "crawl", "--resume", dir, "--quiet")
	if again, now := asked(); again != calendar || now != shop {
		t.Errorf("a later run requests %d and %d pages more", again-calendar, now-shop)
	}
	out, _ = weft(t, 0, "missing", dir, "--list", "scope")
	if !strings.Contains(out, "/cal/") {
		t.Errorf("the dropped pages are not out of scope: %s", out)
	}
	out, _ = weft(t, 0, "missing", dir)
	if !strings.Contains(out, "weft crawl --resume "+dir+" --no-exclude") || strings.Contains(out, "--scope anywhere") {
		t.Errorf("the advice for what is excluded: %s", out)
	}
}

// Patterns also hold from the begin of a crawl, and wrong ones are refused.
func TestPatternsFromTheBegin(t *testing.T) {
	url, asked := heldSite(t)
	dir := filepath.Join(t.TempDir(), "c")
	words := []string{"crawl", url, "-o", dir, "--allow-private", "--delay", "0", "--repeats", "20", "--quiet"}
	for _, flag := range []string{"--release", "--drop"} {
		if _, errs := weft(t, exitUsage, append(words, flag, "/shop*")...); !strings.Contains(errs, `pattern "/shop*": expected a URL with * for any text`) {
			t.Error(errs)
		}
	}
	weft(t, exitDone, append(words, "--release", url+"/shop*", "--drop", url+"/cal/*")...)
	if calendar, shop := asked(); calendar != 0 || shop < 100 {
		t.Errorf("the calendar was requested %d times, the shop %d times", calendar, shop)
	}
	if _, errs := weft(t, exitUsage, "missing", dir, "--matching", "x"); !strings.Contains(errs, "--matching") {
		t.Error(errs)
	}
}

// The screen Missing shows the patterns of held pages, and its buttons fetch or drop the pages of a pattern.
func TestServedPatterns(t *testing.T) {
	site, asked := heldSite(t)
	dir := filepath.Join(t.TempDir(), "c")
	weft(t, exitIncomplete, "crawl", site, "-o", dir, "--allow-private", "--delay", "0", "--repeats", "20", "--quiet", "--window", "4")
	c := serveJobs(t, serve.Options{Crawls: []string{dir}, AllowPrivate: true})
	screen := c.until("/c/c/missing", "known pages")
	for _, pattern := range []string{site + "/cal/*", site + "/shop?page=*"} {
		if !strings.Contains(screen, `name="pattern" value="`+pattern+`"`) {
			t.Fatalf("%s cannot be ticked: %s", pattern, screen)
		}
	}
	if status, text, _ := c.post("/c/c/missing", "/c/c/missing", url.Values{"do": {"drop"}, "o.contact": {"a@b.example"}}); status != http.StatusUnprocessableEntity || !strings.Contains(text, "no pattern is ticked") {
		t.Errorf("without a tick: status %d, %s", status, text)
	}
	all := url.Values{"do": {"drop"}, "pattern": {site + "/*"}, "o.contact": {"a@b.example"}}
	if status, text, _ := c.post("/c/c/missing", "/c/c/missing", all); status != http.StatusUnprocessableEntity || !strings.Contains(text, "stands for all pages of a host") {
		t.Errorf("a whole host: status %d, %s", status, text)
	}
	before, _ := asked()
	for _, form := range []url.Values{{"do": {"drop"}, "pattern": {site + "/cal/*"}}, {"do": {"release"}, "pattern": {site + "/shop?page=*"}}} {
		form.Set("o.contact", "a@b.example")
		status, text, at := c.post("/c/c/missing", "/c/c/missing", form)
		if status != 200 || !strings.HasPrefix(at, "/c/c/jobs/") {
			t.Fatalf("%v: status %d at %s: %s", form, status, at, text)
		}
		c.until(at, isState("(done|failed)"))
	}
	if calendar, shop := asked(); calendar != before || shop < 100 {
		t.Errorf("the calendar was requested %d times more, the shop %d times", calendar-before, shop)
	}
}
