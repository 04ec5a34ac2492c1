package serve

import (
	"net/http"
	"strings"
	"testing"
)

// TestNoReport gets the screen Report of a crawl without a report: the menu stays, and a button writes the report.
func TestNoReport(t *testing.T) {
	for _, readOnly := range []bool{false, true} {
		s := serving(t, Options{Crawls: []string{hostileCrawl(t, "a")}, Jobs: t.TempDir(), Program: []string{"none"}, ReadOnly: readOnly})
		w := get(s, "/c/a/report")
		text := w.Body.String()
		if w.Code != http.StatusNotFound || !strings.Contains(text, `aria-current="page">Report`) || !strings.Contains(text, "weft report") {
			t.Errorf("read only %v: status %d, %s", readOnly, w.Code, text)
		}
		if strings.Contains(text, ">Write the report</button>") == readOnly {
			t.Errorf("read only %v: the button: %s", readOnly, text)
		}
	}
}
