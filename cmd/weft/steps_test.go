package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"weft/livecrawl"
)

// Another command may make the snapshot of a crawl: weft info names the runs of the crawl first, each once.
func TestInfoNamesTheRuns(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<a href=/a>a</a><a href=/b>b</a>")
	}))
	defer s.Close()
	c := filepath.Join(t.TempDir(), "c")
	weft(t, exitIncomplete, "crawl", s.URL, "-o", c, "--allow-private", "--delay", "0", "--pages", "1", "--quiet", "--sitemaps=false", "--no-snapshot")
	runs := func() (all []string) {
		out, _ := weft(t, exitDone, "info", c, "--fresh", "--quiet")
		for line := range strings.Lines(out) {
			if f := strings.Fields(line); len(f) > 4 && f[0] == "made" {
				all = append(all, f[3])
			}
		}
		return all
	}
	if got := fmt.Sprint(runs()); got != "[crawl info]" {
		t.Errorf("after a crawl without a snapshot: %s", got)
	}
	weft(t, exitDone, "crawl", "--resume", c, "--quiet")
	out, _ := weft(t, exitDone, "info", c, "--quiet")
	if first, again := strings.Count(out, "weft crawl --allow-private"), strings.Count(out, "weft crawl --resume="); first != 1 || again != 1 {
		t.Errorf("after another run: %d times the first, %d times the second, in\n%s", first, again, out)
	}
}

// An estimate counts responses, also of pages that were requested again; it is not said to be of a part of the crawl for that.
func TestTrustOfTheWholeCrawl(t *testing.T) {
	for learnt, want := range map[uint64]bool{733: false, 796: false, 500: true} {
		r := &crawlResult{Crawl: "c"}
		r.Trust, r.Learnt = &livecrawl.Trust{Gamma: 0.9, HAK: 0.8, Learnt: learnt}, 733
		var b strings.Builder
		printTrust(&b, r)
		if got := strings.Contains(b.String(), "of the first 500 responses"); got != want || strings.Contains(b.String(), "of the first 7") {
			t.Errorf("%d responses: %s", learnt, b.String())
		}
	}
}
