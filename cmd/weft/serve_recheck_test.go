package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"weft/answers/recheck"
	"weft/faces/serve"
	"weft/internal/flock"
	"weft/livecrawl/folder"
)

// A changingSite is a site whose pages become others when it is changed.
type changingSite struct {
	*httptest.Server
	changed atomic.Bool
	asked   atomic.Int64
}

// newChangingSite starts a site whose paths say what its pages are, before and after the change: /404-200 is missing at first.
func newChangingSite(t *testing.T) *changingSite {
	t.Helper()
	s := &changingSite{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.asked.Add(1)
		w.Header().Set("Content-Type", "text/html")
		switch r.URL.Path {
		case "/robots.txt":
			fmt.Fprint(w, "User-agent: *\nDisallow: /private\n")
			return
		case "/":
			for _, at := range []string{"404-200", "404-404", "200-410", "200-200", "200-200x", "301a-301b", "301a-200"} {
				fmt.Fprintf(w, `<a href="/%s">%s</a>`, at, at)
			}
			return
		}
		before, after, _ := strings.Cut(r.URL.Path[1:], "-")
		now := before
		if s.changed.Load() {
			now = after
		}
		switch now {
		case "301a", "301b":
			http.Redirect(w, r, "/200?"+now, http.StatusMovedPermanently)
		case "404":
			http.NotFound(w, r)
		case "410":
			w.WriteHeader(http.StatusGone)
		default:
			fmt.Fprintf(w, "<title>%s</title>", now)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// after are the verdicts on the pages of the site after its change.
var after = map[string]string{
	"404-200": recheck.WorksAgain, "404-404": recheck.StillBroken, "200-410": recheck.BrokenNow, "200-200": recheck.Same, "200-200x": recheck.Other,
	"301a-301b": recheck.Elsewhere, "301a-200": recheck.Elsewhere, "private": recheck.Unchecked, "404-new": recheck.Works,
}

// crawled crawls a site into a folder by the command.
func (s *changingSite) crawled(t *testing.T) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "site")
	if status, _, message := runWeft(t, "crawl", s.URL+"/", "-o", dir, "--delay", "0", "--allow-private", "--quiet"); status != 0 {
		t.Fatalf("exit status %d: %s", status, message)
	}
	s.changed.Store(true)
	return dir
}

// TestRecheck requests pages of a site that has changed. Each verdict is as the site was made; the crawl stays as it was.
func TestRecheck(t *testing.T) {
	site := newChangingSite(t)
	dir := site.crawled(t)
	before := filesIn(t, dir)
	args := []string{"recheck", dir, "--json", "--quiet"}
	for at := range after {
		args = append(args, site.URL+"/"+at)
	}
	status, out, message := runWeft(t, args...)
	if status != exitIncomplete {
		t.Errorf("exit status %d (%s), want %d for the page that robots.txt forbids", status, message, exitIncomplete)
	}
	var got recheck.Check
	if err := json.Unmarshal([]byte(out), &got); err != nil || len(got.Rows) != len(after) {
		t.Fatalf("%d rows (%v): %s", len(got.Rows), err, out)
	}
	for _, row := range got.Rows {
		if want := after[strings.TrimPrefix(row.URL, site.URL+"/")]; row.Verdict != want {
			t.Errorf("%s: %s, want %s: %+v, then %+v", row.URL, row.Verdict, want, row.Before, row.Now)
		}
	}
	if got := filesIn(t, dir); !slices.Equal(got, before) {
		t.Errorf("the crawl has the files %q, want %q", got, before)
	}
	n := site.asked.Load()
	kept := filepath.Join(t.TempDir(), "kept")
	if status, out, message := runWeft(t, "recheck", dir, "-o", kept, "--quiet"); status != 0 || !strings.Contains(out, "works again      1 page\nstill broken     1 page\n") {
		t.Errorf("all failed pages: exit status %d, %s%s", status, out, message)
	}
	if n = site.asked.Load() - n; n != 3 {
		t.Errorf("%d requests for two pages and robots.txt", n)
	}
	if status, out, message := runWeft(t, "pages", kept, "--state", "fetched", "--columns", "url", "--format", "csv"); status != 0 || !strings.Contains(out, site.URL+"/404-200") {
		t.Errorf("the kept responses: exit status %d, %s%s", status, out, message)
	}
}

// TestRecheckNothing requests pages that all fail, and pages that cannot be.
func TestRecheckNothing(t *testing.T) {
	site := newChangingSite(t)
	dir := site.crawled(t)
	if status, out, message := runWeft(t, "recheck", dir, site.URL+"/404-404", "--quiet"); status != 0 || !strings.Contains(out, "still broken") {
		t.Errorf("a failed page alone: exit status %d, %s%s", status, out, message)
	}
	site.Close()
	if status, out, message := runWeft(t, "recheck", dir, site.URL+"/200-200", "--quiet", "--patience", "0"); status != 0 || !strings.Contains(out, "broken now") {
		t.Errorf("a site that is down: exit status %d, %s%s", status, out, message)
	}
	for want, args := range map[string][]string{
		"give URLs, or --list, or --status": {dir, site.URL + "/200-200", "--status", "404"},
		"has no page that the flags select": {dir, "--status", "599"},
		"is no URL of a page":               {dir, "mailto:someone"},
		"expected 0 or more":                {dir, "--top", "-1"},
		"no-such":                           {filepath.Join(dir, "no-such")},
	} {
		if status, out, message := runWeft(t, append([]string{"recheck"}, args...)...); status == 0 || !strings.Contains(message, want) {
			t.Errorf("%q: exit status %d, %s%s, want %q", args, status, out, message, want)
		}
	}
}

// filesIn lists the files of a folder with their sizes and times.
func filesIn(t *testing.T, dir string) (all []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			all = append(all, fmt.Sprint(path, info.Size(), info.ModTime()))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestServeRechecks checks a page, a list and all failed pages by forms, while another process holds the crawl, as a run does.
func TestServeRechecks(t *testing.T) {
	site := newChangingSite(t)
	dir := site.crawled(t)
	run, err := flock.Acquire(filepath.Join(dir, folder.LockFile))
	if err != nil {
		t.Fatal(err)
	}
	defer run.Release()
	c := serveJobs(t, serve.Options{Crawls: []string{dir}, AllowPrivate: true})
	page := "/c/site/page?url=" + url.QueryEscape(site.URL+"/404-200")
	fields := url.Values{"of": {"ticked"}, "url": {site.URL + "/404-200"}, "o.contact": {"jane@example.org"}}
	status, text, at := c.post(page, "/c/site/recheck", fields)
	if status != 200 || !strings.HasPrefix(at, "/c/site/jobs/") {
		t.Fatalf("status %d at %s: %s", status, at, text)
	}
	if text := c.until(at, isState("(done|failed)")); !strings.Contains(text, isState("done")) || !strings.Contains(text, "works again") || !strings.Contains(text, `href="../page?url=`) {
		t.Errorf("the check of a page: %s", text)
	}
	if _, text := c.get(page); !strings.Contains(text, "<strong>works again</strong>") || !strings.Contains(text, `href="jobs/`) {
		t.Errorf("the page does not say that it works again: %s", text)
	}
	list := "/c/site/missing/list?class=failed"
	c.until(list, "Check all 2 pages")
	for what, more := range map[string]url.Values{list: {"of": {"list"}, "class": {"failed"}}, "/c/site/links": {"of": {"failed"}}} {
		more.Set("o.contact", "jane@example.org")
		if status, text, at = c.post(what, "/c/site/recheck", more); status != 200 || !strings.HasPrefix(at, "/c/site/jobs/") {
			t.Fatalf("%s: status %d at %s: %s", what, status, at, text)
		}
		if text := c.until(at, isState("(done|failed)")); !strings.Contains(text, "still broken") || !strings.Contains(text, "works again") {
			t.Errorf("%s: %s", what, text)
		}
	}
	// A server that allows no private addresses requests none, also of a crawl that did.
	strict, before := serveJobs(t, serve.Options{Crawls: []string{dir}}), site.asked.Load()
	if status, text, at = strict.post(page, "/c/site/recheck", fields); status != 200 {
		t.Fatalf("status %d at %s: %s", status, at, text)
	}
	strict.until(at, isState("(done|failed)"))
	if n := site.asked.Load() - before; n != 0 {
		t.Errorf("a server without private addresses made %d requests to one", n)
	}
	for want, more := range map[string]url.Values{"no such button": {"of": {"x"}}, "no page is ticked": {"of": {"ticked"}}, "contact (empty)": {"of": {"failed"}, "o.contact": {""}}} {
		fields := url.Values{"o.contact": {"jane@example.org"}}
		maps.Copy(fields, more)
		if status, text, _ := c.post(page, "/c/site/recheck", fields); status != http.StatusUnprocessableEntity || !strings.Contains(text, want) {
			t.Errorf("%v: status %d, %s", more, status, text)
		}
	}
}

// runWeft runs a command in this process.
func runWeft(t *testing.T, args ...string) (status int, out, message string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status = run(args, strings.NewReader(""), &stdout, &stderr)
	return status, stdout.String(), stderr.String()
}
