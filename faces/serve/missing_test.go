package serve

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"weft/internal/digits"
)

// TestMissingScreen shows the counts of weft missing, counted once for many readers, and its commands with their flags.
func TestMissingScreen(t *testing.T) {
	o := statedCrawl(t)
	s := serving(t, Options{Crawls: []string{o.Path}, Flag: func(option string) string { return "--" + option }})
	var readers sync.WaitGroup
	for range 8 {
		readers.Go(func() {
			if w := get(s, "/c/stated/missing"); w.Code != http.StatusOK {
				t.Errorf("status %d", w.Code)
			}
		})
	}
	readers.Wait()
	first := s.crawls[0].now.ledger.at
	text := get(s, "/c/stated/missing").Body.String()
	if !s.crawls[0].now.ledger.at.Equal(first) || first.IsZero() {
		t.Error("the pages were counted again")
	}
	counts := o.Manifest.Counts
	for _, want := range []string{
		"<dt>known pages</dt><dd>" + digits.Grouped(counts.Pages), "<dt>fetched whole</dt><dd>" + digits.Grouped(counts.Fetched), `<a href="#failed">failed</a>`,
		`<a href="#never">never</a>`, "weft missing " + o.Path + " --list CLASS --output urls.tsv", `<a href="page?url=http%3A%2F%2F`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the screen does not have %s", want)
		}
	}
}

// TestMissingWithoutMemory reports a budget that is too small.
func TestMissingWithoutMemory(t *testing.T) {
	o := statedCrawl(t)
	s := serving(t, Options{Crawls: []string{o.Path}, Memory: 1 << 20})
	if w := get(s, "/c/stated/missing"); w.Code != http.StatusInternalServerError || !strings.Contains(w.Body.String(), "memory") {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
}

// TestMissingCounting says that a count is under way, and keeps its crawl open until the count has ended.
func TestMissingCounting(t *testing.T) {
	o := statedCrawl(t)
	s := serving(t, Options{Crawls: []string{o.Path}})
	s.work.Lock()
	if text := get(s, "/c/stated/missing").Body.String(); !strings.Contains(text, "counts the missing pages") || !strings.Contains(text, `http-equiv="refresh"`) {
		t.Errorf("the screen: %s", text)
	}
	now := s.crawls[0].now
	s.crawls[0].close()
	now.of.mu.Lock()
	refs := now.refs
	now.of.mu.Unlock()
	if refs != 1 {
		t.Errorf("%d uses of the crawl, want that of the count", refs)
	}
	s.work.Unlock()
	<-now.ledger.doing
}
