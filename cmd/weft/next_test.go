package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// The seeds of the next crawl are pages that it may ask for: none that robots.txt forbids, also if nobody has asked for it
// yet, none that only nofollow links lead to or that the scope leaves out. A crawl can begin with them.
func TestNextPagesMayBeAsked(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		switch r.URL.Path {
		case "/robots.txt":
			fmt.Fprint(w, "User-agent: *\nDisallow: /private/\nAllow: /private/open")
		case "/":
			fmt.Fprint(w, "<a href=/a>a</a><a href=/private/x>x</a><a href=/private/open>o</a><a href=/nofollow rel=nofollow>n</a><a href=http://other.example/>e</a><a href=/later>l</a><a href=/gone>g</a>")
		case "/gone":
			http.NotFound(w, r)
		default:
			fmt.Fprint(w, "<a href=/private/y>y</a><a href=/>home</a>")
		}
	}))
	defer s.Close()
	dir := t.TempDir()
	c, next := filepath.Join(dir, "c"), filepath.Join(dir, "next.txt")
	weft(t, exitIncomplete, "crawl", s.URL, "-o", c, "--allow-private", "--delay", "0", "--pages", "2", "--workers", "1", "--quiet", "--sitemaps=false")
	list := func(more ...string) []string {
		t.Helper()
		weft(t, exitDone, append([]string{"fidelity", c, "--next", next, "--quiet"}, more...)...)
		text, err := os.ReadFile(next)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Fields(strings.ReplaceAll(string(text), s.URL, ""))
		slices.Sort(lines)
		return lines
	}
	got := list()
	for _, url := range got {
		if !slices.Contains([]string{"/private/open", "/later", "/gone"}, url) {
			t.Errorf("%s is no page to ask for, of %q", url, got)
		}
	}
	if len(got) == 0 {
		t.Error("there is nothing to ask for")
	}
	if barred := list("--any"); !slices.Contains(barred, "/private/y") || slices.Contains(got, "/private/y") {
		t.Errorf("with --any %q, without %q", barred, got)
	}
	list()
	weft(t, exitDone, "crawl", "--seeds", next, "-o", filepath.Join(dir, "d"), "--allow-private", "--delay", "0", "--depth", "0", "--quiet")
}

// All pages of a class can be written and crawled: the list is one of seeds.
func TestMissingListIsOfSeeds(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<a href=/a>a</a><a href=/b>b</a><a href='/c?d=e%20f'>c</a>")
	}))
	defer s.Close()
	dir := t.TempDir()
	c, list := filepath.Join(dir, "c"), filepath.Join(dir, "never.tsv")
	weft(t, exitIncomplete, "crawl", s.URL, "-o", c, "--allow-private", "--delay", "0", "--pages", "1", "--quiet")
	out, _ := weft(t, exitDone, "missing", c, "--list", "never", "-o", list, "--quiet")
	if !strings.Contains(out, "never") {
		t.Errorf("beside a list in a file the table is printed: %s", out)
	}
	printed, _ := weft(t, exitDone, "missing", c, "--list", "never", "--quiet")
	if text, err := os.ReadFile(list); err != nil || string(text) != printed || strings.Count(printed, "\n") != 3 {
		t.Errorf("printed %q, in the file %q, %v", printed, text, err)
	}
	out, _ = weft(t, exitDone, "crawl", "--seeds", list, "-o", filepath.Join(dir, "d"), "--allow-private", "--delay", "0", "--depth", "0", "--quiet")
	if !strings.Contains(out, "fetched          3 pages") {
		t.Errorf("the crawl of the list: %s", out)
	}
	if _, errs := weft(t, exitUsage, "missing", c, "--list", "never", "--json"); !strings.Contains(errs, "--json") {
		t.Errorf("a list as JSON: %s", errs)
	}
}

// The commands that weft missing prints run as they are printed: a new crawl has the contact and the permission of the crawl.
// Pages with a final error are in no command that resumes the crawl.
func TestCommandsOfMissingRun(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<a href=/gone>a</a>")
	}))
	defer s.Close()
	t.Chdir(t.TempDir())
	weft(t, exitDone, "crawl", s.URL, "-o", "my own", "--allow-private", "--contact", "me@example.org", "--delay", "0", "--quiet", "--sitemaps=false")
	out, _ := weft(t, exitDone, "missing", "my own")
	if strings.Contains(out, "--resume") {
		t.Errorf("a page with a final error is to be requested by --resume: %s", out)
	}
	_, line, _ := strings.Cut(out, "\n   fetch ")
	line, _, _ = strings.Cut(line, "  #")
	if want := "weft missing 'my own' --list failed -o failed.tsv && weft crawl --seeds failed.tsv -o NEW --depth 0 --like 'my own'"; strings.TrimSpace(line) != want {
		t.Errorf("got %q, want %q", line, want)
	}
	for i, part := range strings.Split(strings.ReplaceAll(line, "'my own'", "my:own"), "&&") {
		words := strings.Fields(part)[1:]
		for i, word := range words {
			words[i] = strings.ReplaceAll(word, ":", " ")
		}
		weft(t, []int{exitDone, exitFailed}[i], words...) // nothing but the page that is gone
	}
}

// A crawl like another one sends the same contact and fields, has the same scope and rules, and requests other pages. Flags
// that are given win.
func TestLike(t *testing.T) {
	var mu sync.Mutex
	agents, paths := map[string]int{}, []string{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		agents[r.UserAgent()+" "+r.Header.Get("X-Visitor")]++
		if r.URL.Path == "/robots.txt" {
			fmt.Fprint(w, "User-agent: *\nDisallow: /closed\n")
			return
		}
		paths = append(paths, r.URL.Path)
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<a href=/a>a</a><a href=/no/b>b</a><a href=/closed>c</a>")
	}))
	defer s.Close()
	dir := t.TempDir()
	headers := filepath.Join(dir, "headers.txt")
	if err := os.WriteFile(headers, []byte("["+s.URL+"]\nX-Visitor: archive\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	first := filepath.Join(dir, "first")
	weft(t, exitIncomplete, "crawl", s.URL, "-o", first, "--allow-private", "--contact", "me@example.org", "--headers", headers, "--exclude", "/no/", "--robots", "ignore", "--delay", "0", "--sitemaps=false", "--quiet", "--pages", "1")
	mu.Lock()
	paths = nil
	mu.Unlock()
	weft(t, exitDone, "crawl", s.URL+"/x", "-o", filepath.Join(dir, "second"), "--like", first, "--quiet")
	weft(t, exitDone, "crawl", s.URL+"/y", "-o", filepath.Join(dir, "third"), "--like", first, "--robots", "obey", "--quiet")
	mu.Lock()
	defer mu.Unlock()
	if got := strings.Join(paths, " "); got != "/x /a /closed /y /a" && got != "/x /closed /a /y /a" {
		t.Errorf("requested %s", got)
	}
	for agent := range agents {
		if !strings.Contains(agent, "(+me@example.org) archive") {
			t.Errorf("a request by %q", agent)
		}
	}
	if _, errs := weft(t, exitFailed, "crawl", s.URL, "-o", filepath.Join(dir, "none"), "--like", dir); !strings.Contains(errs, "expected the folder of a crawl") {
		t.Error(errs)
	}
	if _, errs := weft(t, exitUsage, "crawl", "--resume", first, "--like", first); !strings.Contains(errs, "exclude each other") {
		t.Error(errs)
	}
}

// A crawl like one with a list of prefixes has the list as it was then, also if the file says something else now, or is gone.
func TestLikeOfList(t *testing.T) {
	var mu sync.Mutex
	var paths []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/robots.txt" {
			mu.Lock()
			paths = append(paths, r.URL.Path)
			mu.Unlock()
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<a href=/a/x>a</a><a href=/b/x>b</a>")
	}))
	defer s.Close()
	dir := t.TempDir()
	list, first := filepath.Join(dir, "list"), filepath.Join(dir, "first")
	host, port, _ := strings.Cut(strings.TrimPrefix(s.URL, "http://"), ":")
	write := func(path string) {
		if err := os.WriteFile(list, fmt.Appendf(nil, "+http://(%s:%s,)%s\n", host, port, path), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	crawled := func(want string, args ...string) {
		t.Helper()
		weft(t, exitDone, append([]string{"crawl", "--allow-private", "--sitemaps=false", "--delay", "0", "--quiet"}, args...)...)
		mu.Lock()
		defer mu.Unlock()
		if got := strings.Join(paths, " "); got != want {
			t.Errorf("%q: requested %s, want %s", args, got, want)
		}
		paths = nil
	}
	write("/a/")
	crawled("/a/1 /a/x", s.URL+"/a/1", "--scope", "surt:"+list, "-o", first)
	write("/b/")
	crawled("/a/2 /a/x", s.URL+"/a/2", "--like", first, "-o", filepath.Join(dir, "changed"))
	crawled("/b/2 /b/x", s.URL+"/b/2", "--like", first, "--scope", "surt:"+list, "-o", filepath.Join(dir, "given"))
	if err := os.Remove(list); err != nil {
		t.Fatal(err)
	}
	crawled("/a/3 /a/x", s.URL+"/a/3", "--like", first, "-o", filepath.Join(dir, "gone"))
}
