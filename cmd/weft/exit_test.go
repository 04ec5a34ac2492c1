package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"weft/livecrawl"
	"weft/livecrawl/memo"
)

// How a crawl ends has one table of exit statuses, in the help, in the documentation and in JSON alike.
func TestExitStatuses(t *testing.T) {
	set := func(change func(r *crawlResult)) *crawlResult {
		r := new(crawlResult)
		change(r)
		r.setEnd()
		return r
	}
	for name, c := range map[string]struct {
		change func(r *crawlResult)
		ended  string
		status int
	}{
		"all is there":          {func(*crawlResult) {}, endedComplete, exitDone},
		"some pages failed":     {func(r *crawlResult) { r.Failed, r.CutShort, r.Shells = 3, 2, 1 }, endedComplete, exitDone},
		"a limit":               {func(r *crawlResult) { r.Stats.Stopped, r.Waiting = true, 9 }, endedLimit, exitIncomplete},
		"a limit, none left":    {func(r *crawlResult) { r.Stats.Stopped = true }, endedLimit, exitDone},
		"a limit, pages wait":   {func(r *crawlResult) { r.Stats.Stopped = true; r.Unanswered.Pages = 4 }, endedLimit, exitIncomplete},
		"a limit, some held":    {func(r *crawlResult) { r.Stats.Stopped = true; r.CutPages = &memo.Cut{Pages: 5, Traps: 5} }, endedLimit, exitIncomplete},
		"pages wait":            {func(r *crawlResult) { r.Unanswered.Pages = 1 }, endedIncomplete, exitIncomplete},
		"failed, and may pass":  {func(r *crawlResult) { r.Failed, r.Unanswered.Failed = 3, 2 }, endedIncomplete, exitIncomplete},
		"parts, and may pass":   {func(r *crawlResult) { r.CutShort, r.Unanswered.Parts = 3, 1 }, endedIncomplete, exitIncomplete},
		"held by a trap rule":   {func(r *crawlResult) { r.CutPages = &memo.Cut{Pages: 5, Traps: 1} }, endedIncomplete, exitIncomplete},
		"held by a limit alone": {func(r *crawlResult) { r.CutPages = &memo.Cut{Pages: 5} }, endedComplete, exitDone},
		"memory is full":        {func(r *crawlResult) { r.Stats.Stopped, r.Planned.Full, r.Waiting = true, true, 10295 }, endedIncomplete, exitIncomplete},
	} {
		if r := set(c.change); r.Ended != c.ended || r.ExitStatus != c.status {
			t.Errorf("%s: %s, %d; want %s, %d", name, r.Ended, r.ExitStatus, c.ended, c.status)
		}
	}
	doc, err := os.ReadFile("../../docs/crawling.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, status := range []int{exitDone, exitFailed, exitUsage, exitIncomplete, exitInterrupted} {
		if !strings.Contains(exitHelp, fmt.Sprintf("\n  %-5d", status)) || !strings.Contains(string(doc), fmt.Sprintf("| %d |", status)) {
			t.Errorf("exit status %d is not described in the help and in docs/crawling.md", status)
		}
	}
}

// What a user sees: pages that wait give 3, a limit gives 3 and says what is left, and JSON says both.
func TestCrawlExits(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<a href=/a>a</a><a href=/b>b</a><a href=/c>c</a>")
	}))
	dir := filepath.Join(t.TempDir(), "c")
	out, errs := weft(t, exitIncomplete, "crawl", s.URL, "-o", dir, "--allow-private", "--delay", "0", "--pages", "1", "--quiet")
	if !strings.Contains(out, "Left: 3 pages were not requested.") || strings.Contains(out, "incomplete") || errs != "weft: exit status 3: pages are left\n" {
		t.Errorf("a limit: %s\n%s", out, errs)
	}
	s.Close() // its pages wait from now on
	out, errs = weft(t, exitIncomplete, "crawl", "--resume", dir, "--pages", "0", "--patience", "1s", "--quiet")
	if !strings.Contains(out, "3 pages wait for another request") || !strings.Contains(errs, "weft missing "+dir) {
		t.Errorf("pages wait: %s%s", out, errs)
	}
	for _, question := range [][]string{{"links", dir, "--broken"}, {"pages", dir, "--status", "500"}} {
		_, errs = weft(t, 0, question...)
		if !strings.Contains(errs, "3 pages waited for another request at the end of the last run, and the graph has no status of them: weft missing "+dir+" --list waiting\n") {
			t.Errorf("%q: %s", question, errs)
		}
	}
	if out, _ = weft(t, 0, "missing", dir, "--list", "waiting"); strings.Count(out, "no connection") != 3 {
		t.Errorf("the printed command lists %q", out)
	}
	out, _ = weft(t, exitIncomplete, "crawl", "--resume", dir, "--patience", "1s", "--quiet", "--json")
	var r struct {
		Ended  string `json:"ended"`
		Status int    `json:"exit_status"`
	}
	if err := json.Unmarshal([]byte(out), &r); err != nil || r.Ended != endedIncomplete || r.Status != exitIncomplete {
		t.Errorf("%+v, %v of %s", r, err, out)
	}
}

// A crawl some of whose pages failed with errors that may pass has exit status 3 and says how many. The printed command
// requests these pages, and no others.
func TestFailedAgain(t *testing.T) {
	var mu sync.Mutex
	well, asked := false, map[string]int{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		asked[r.URL.Path]++
		w.Header().Set("Content-Type", "text/html")
		failing := map[string]int{"/login": 401, "/1": 503, "/2": 500, "/3": 423, "/4": 408, "/5": 425, "/6": 200}[r.URL.Path]
		switch {
		case r.URL.Path == "/robots.txt" || r.URL.Path == "/sitemap.xml" || r.URL.Path == "/gone":
			w.WriteHeader(http.StatusNotFound)
		case failing == 0 || well:
			fmt.Fprint(w, "<a href=/1>1</a><a href=/2>2</a><a href=/3>3</a><a href=/4>4</a><a href=/5>5</a><a href=/6>6</a><a href=/7>7</a><a href=/gone>gone</a><a href=/login>login</a>")
		case failing == http.StatusOK:
			w.Header().Set("Content-Length", "1000")
			fmt.Fprint(w, "<p>a part")
		default:
			w.WriteHeader(failing)
		}
	}))
	defer s.Close()
	dir := filepath.Join(t.TempDir(), "c")
	out, _ := weft(t, exitIncomplete, "crawl", s.URL, "-o", dir, "--allow-private", "--delay", "0", "--patience", "0", "--tries", "1", "--quiet")
	for _, line := range []string{
		dir + ": 5 pages failed, 1 page was kept in part: the next run requests them again\n", "To continue: weft crawl --resume " + dir,
		"Left: 5 pages failed and are requested again by the next run, 1 page was kept in part and is requested again by the next run.",
	} {
		if !strings.Contains(out, line) {
			t.Errorf("no line %q in:\n%s", line, out)
		}
	}
	if !strings.Contains(out, "1 page asks for a login (status 401): --headers FILE") {
		t.Error(out)
	}
	if list, _ := weft(t, 0, "missing", dir, "--list", "failed", "--reason", "401"); strings.Count(list, "\n") != 1 || !strings.Contains(list, "/login\t") {
		t.Errorf("the printed command lists %q", list)
	}
	mu.Lock()
	well = true
	clear(asked)
	mu.Unlock()
	out, _ = weft(t, 0, "crawl", "--resume", dir, "--quiet")
	mu.Lock()
	defer mu.Unlock()
	for i := range 6 {
		if path := fmt.Sprint("/", i+1); asked[path] != 1 {
			t.Errorf("%s was requested %d times", path, asked[path])
		}
	}
	if asked["/7"]+asked["/gone"]+asked["/"] != 0 || !strings.Contains(out, "nothing is left") {
		t.Errorf("asked %v:\n%s", asked, out)
	}
}

// If each page of a site redirects in a loop, the crawl fails, and names the option that may help. With it the site is
// fetched into the same folder.
func TestOnlyLoops(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, err := r.Cookie("seen")
		switch {
		case r.URL.Path == "/robots.txt" || r.URL.Path == "/sitemap.xml":
			w.WriteHeader(http.StatusNotFound)
		case r.URL.Path == "/gate":
			http.SetCookie(w, &http.Cookie{Name: "seen", Value: "1", Path: "/"})
			http.Redirect(w, r, r.URL.Query().Get("to"), http.StatusFound)
		case err != nil:
			http.Redirect(w, r, "/gate?to="+r.URL.Path, http.StatusFound)
		default:
			fmt.Fprint(w, "<title>behind</title><a href=/a>a</a>")
		}
	}))
	defer s.Close()
	dir := filepath.Join(t.TempDir(), "c")
	words := []string{"crawl", s.URL, "-o", dir, "--allow-private", "--delay", "0", "--quiet"}
	if _, errs := weft(t, exitFailed, words...); !strings.Contains(errs, "nothing was fetched: each page redirects in a loop") || !strings.Contains(errs, "--cookies") {
		t.Error(errs)
	}
	if out, _ := weft(t, 0, append(words, "--cookies")...); !strings.Contains(out, "2 pages, ") {
		t.Error(out)
	}
}

// A list of seeds without a seed is named, with what it should have.
func TestNoSeedInFile(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"empty.txt": "", "comments.tsv": "# a list\n\n   \n"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, errs := weft(t, exitUsage, "crawl", "--seeds", path, "-o", filepath.Join(dir, "c"), "--contact", "a@b.example"); !strings.Contains(errs, "--seeds "+path) || !strings.Contains(errs, "one URL per line") {
			t.Errorf("%s: %s", name, errs)
		}
	}
}

// TestNextCommandsRun runs the command that the end of a crawl prints, for each way to end.
func TestNextCommandsRun(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" || r.URL.Path == "/sitemap.xml" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		for i := range 9 {
			fmt.Fprintf(w, "<a href=/page/%d>page</a>", i)
		}
	}))
	defer s.Close()
	for name, c := range map[string]struct {
		change func(r *crawlResult)
		want   string
	}{
		"a limit":                           {func(r *crawlResult) { r.limited = true }, "To continue without a limit (--pages, --time or another flag sets a new one): weft crawl --resume DIR"},
		"stopped by key":                    {func(*crawlResult) {}, "To continue: weft crawl --resume DIR"},
		"the list was requested":            {func(r *crawlResult) { r.limited, r.Why = true, livecrawl.WhyListed }, "To continue: weft crawl --resume DIR"},
		"a limit, only held pages are left": {func(r *crawlResult) { r.limited, r.Waiting, r.CutPages = true, 0, &memo.Cut{Traps: 4} }, "To fetch the pages that trap rules hold back: weft crawl --resume DIR --no-traps"},
		"only held pages are left":          {func(r *crawlResult) { r.Stats.Stopped, r.Waiting, r.CutPages = false, 0, &memo.Cut{Traps: 4} }, "To fetch the pages that trap rules hold back: weft crawl --resume DIR --no-traps"},
		"held pages, and a limit":           {func(r *crawlResult) { r.CutPages = &memo.Cut{Traps: 4} }, "To continue: weft crawl --resume DIR"},
		"pages wait":                        {func(r *crawlResult) { r.Stats.Stopped, r.Unanswered.Pages = false, 2 }, "To continue: weft crawl --resume DIR"},
		"memory is full":                    {func(r *crawlResult) { r.Planned.Full, r.Planned.Budget = true, 128<<20 }, "To continue with twice the memory: weft crawl --resume DIR --memory 256MiB"},
		"nothing is left":                   {func(r *crawlResult) { r.Stats.Stopped, r.Waiting = false, 0 }, "Try: weft report DIR"},
		"nothing is left, and no graph":     {func(r *crawlResult) { r.Stats.Stopped, r.Waiting, r.noGraph = false, 0, true }, ""},
	} {
		dir := filepath.Join(t.TempDir(), "c")
		weft(t, exitIncomplete, "crawl", s.URL, "-o", dir, "--allow-private", "--delay", "0", "--pages", "2", "--quiet")
		r := &crawlResult{Crawl: dir}
		r.Stats.Stopped, r.Waiting = true, 8
		c.change(r)
		r.setEnd()
		got := r.next()
		if got != strings.ReplaceAll(c.want, "DIR", dir) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if _, command, has := strings.Cut(got, ": weft "); has {
			t.Chdir(t.TempDir()) // of the report
			weft(t, exitDone, append(strings.Fields(command), "--quiet")...)
		}
	}
}
