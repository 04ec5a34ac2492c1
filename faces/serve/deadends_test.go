package serve

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// TestNoDeadEnds walks through the screens of a stored crawl: each says what can be done, and its links lead to screens.
func TestNoDeadEnds(t *testing.T) {
	dir := t.TempDir()
	flags := func() *pflag.FlagSet {
		f := pflag.NewFlagSet("", pflag.ContinueOnError)
		f.String("seeds", "", "read seeds from `FILE`")
		f.String("contact", "", "name an `ADDRESS`")
		f.Int("depth", -1, "follow at most `N` links")
		return f
	}
	s := serving(t, Options{Crawls: []string{hostileCrawl(t, "x")}, Jobs: dir, Program: []string{"none"}, NewCrawls: t.TempDir(), CrawlFlags: flags})
	hostileJob(t, dir, "abcdefghijklmnop", s.crawls[0].whole())
	b := read(t, s)
	text := b.do(newGet("/c/x/run")).Body.String()
	if !strings.Contains(text, "What can be done") || !strings.Contains(text, "/c/x/jobs/abcdefghijklmnop") {
		t.Errorf("the screen Run: %s", text)
	}
	text = b.do(newGet("/c/x/missing")).Body.String()
	if !strings.Contains(text, `value="new" formnovalidate>Start a new crawl with these seeds</button>`) || strings.Contains(text, "Tick pages or hosts") || strings.Contains(text, "Let the ticked hosts in") {
		t.Errorf("the screen Missing: %s", text)
	}
	w := b.post("/c/x/missing", url.Values{"do": {"new"}, "url": {"http://h.example/gone", "http://h.example/0"}})
	if text := w.Body.String(); w.Code != http.StatusOK || !strings.Contains(text, "Start a crawl") || !strings.Contains(text, "http://h.example/gone\nhttp://h.example/0</textarea>") || !strings.Contains(text, `name="o.depth" value="-1"`) {
		t.Errorf("a new crawl of ticked pages: status %d, %s", w.Code, text)
	}
	if w := b.post("/c/x/missing", url.Values{"do": {"new"}}); w.Code != http.StatusUnprocessableEntity {
		t.Errorf("a new crawl without a tick: status %d", w.Code)
	}
	text = b.do(newGet("/c/x/ask")).Body.String()
	for _, q := range plainly {
		if !strings.Contains(text, q.Name) {
			t.Errorf("the screen Ask lacks %q", q.Name)
		}
		if w := b.do(newGet("/c/x/" + q.Query)); w.Code != http.StatusOK && w.Code != http.StatusNotFound {
			t.Errorf("%s leads to status %d: %s", q.Name, w.Code, w.Body)
		}
	}
	if text := b.do(newGet("/c/x/ask?q=seeds")).Body.String(); !strings.Contains(text, `name="o.output" value="true" checked`) || strings.Index(text, "Expert") > strings.Index(text, `id="memory"`) {
		t.Errorf("the form of seeds: %s", text)
	}
	if text := b.do(newGet("/c/x/page?url=http://h.example/0")).Body.String(); !strings.Contains(text, `form="explain">Why?</button>`) {
		t.Errorf("the page: %s", text)
	}
}

// TestWrongField sends a form with a refused value: the form comes back with all entries, its group open and the field marked.
func TestWrongField(t *testing.T) {
	s := serving(t, Options{Crawls: []string{hostileCrawl(t, "x")}, Jobs: t.TempDir(), Program: []string{"none"}})
	b := read(t, s)
	for field, value := range map[string]string{"o.count": "many", "memory": "much", "seed": "-3"} {
		fields := url.Values{"do": {"start"}, "memory": {"64MiB"}, "seed": {"7"}, "o.count": {"12"}}
		fields.Set(field, value)
		w := b.post("/c/x/ask?q=seeds", fields)
		text := w.Body.String()
		at := strings.Index(text, `name="`+field+`" aria-invalid="true" value="`+value+`"`)
		if w.Code != http.StatusUnprocessableEntity || at < 0 || strings.Count(text, "aria-invalid") != 1 {
			t.Errorf("%s: status %d, %s", field, w.Code, text)
		}
		for other, want := range map[string]string{"o.count": "12", "seed": "7"} {
			if other != field && !strings.Contains(text, `name="`+other+`" value="`+want+`"`) {
				t.Errorf("%s: the entry of %s is lost", field, other)
			}
		}
	}
}

// TestBuildTime says how long the build of an index takes: for 10 million pages as measured, and at least a second.
func TestBuildTime(t *testing.T) {
	for pages, want := range map[int]string{10_000_000: "1m21s", 3: "1s", 0: "1s"} {
		if got := buildTime(pages).String(); got != want {
			t.Errorf("%d pages: %s, want %s", pages, got, want)
		}
	}
}
