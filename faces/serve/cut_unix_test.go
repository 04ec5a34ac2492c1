//go:build unix

package serve

import (
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCutWhileServed cuts all files of a crawl while the server reads them. Screens may report it; the server continues.
func TestCutWhileServed(t *testing.T) {
	a, b := twoCrawls(t)
	s := serving(t, Options{Crawls: []string{a, b}})
	s.builds.Wait()
	k := s.crawlAt("old")
	for _, path := range screensOf(k) {
		get(s, path)
	}
	if err := filepath.WalkDir(a, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		return os.Truncate(path, 0)
	}); err != nil {
		t.Fatal(err)
	}
	reported := 0
	for _, path := range append(screensOf(k), "/c/old/pages.csv", "/c/old/page/links.csv?n=1", "/compare?a=old&b=new-b-", "/api/v1/crawls/old/page?n=1") {
		if w := get(s, path); w.Code == http.StatusInternalServerError && strings.Contains(w.Body.String(), "was cut") {
			reported++
		}
	}
	if reported == 0 {
		t.Error("no screen reports the cut files")
	}
	if w := get(s, "/c/new-b-/pages"); w.Code != http.StatusOK {
		t.Errorf("the other crawl: status %d: %s", w.Code, w.Body)
	}
}
