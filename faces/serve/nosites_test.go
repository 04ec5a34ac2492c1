package serve

import (
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"weft/store"
)

// TestSitesAreFoundAgain says that sites were found for an earlier state of the crawl, starts the job that finds them, and
// returns to the same address, but to no address of others.
func TestSitesAreFoundAgain(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "c")
	listOf(t, dir, "http://a.test/\thttp://b.test/\n", false)
	s := serving(t, Options{Crawls: []string{dir}, Jobs: t.TempDir(), Program: []string{"none"}})
	b := read(t, s)
	const address = "/c/c/site?n=1&out=http%3A%2F%2Fa.test%2F"
	if text := b.do(newGet(address)).Body.String(); !strings.Contains(text, "have not been found yet") || strings.Contains(text, "earlier state") {
		t.Errorf("a crawl that never had sites: %s", text)
	}
	s.crawls[0].now.Manifest.Steps[0].Notes = map[string]int64{store.EarlierSites: 7}
	w := b.do(newGet(address))
	if text := w.Body.String(); w.Code != http.StatusNotFound || !strings.Contains(text, "found for an earlier state of the crawl") || !strings.Contains(text, ">Find the sites again</button>") || !strings.Contains(text, `value="/c/c/site?n=1&amp;out=http%3A%2F%2Fa.test%2F"`) {
		t.Errorf("status %d: %s", w.Code, text)
	}
	for back, want := range map[string]string{address: address, "https://evil.test/": "/c/c/sites", "//evil.test/c/c/site": "/c/c/sites", "/c/other/site": "/c/c/sites", "": "/c/c/sites"} {
		if w := b.post("/c/c/sites/find", url.Values{"back": {back}}); w.Code != http.StatusSeeOther || w.Header().Get("Location") != want {
			t.Errorf("back to %q: status %d, %s", back, w.Code, w.Header().Get("Location"))
		}
	}
	if text := b.do(newGet(address)).Body.String(); !strings.Contains(text, `href="/c/c/jobs/`) {
		t.Errorf("the job is not shown: %s", text)
	}
}
