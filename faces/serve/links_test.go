package serve

import (
	"encoding/csv"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mendedCrawl imports a site with broken links, redirects, an orphan, two pages with one title and one without.
func mendedCrawl(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	links := ""
	for i := range 120 {
		links += fmt.Sprintf("<a href=/gone/%d>gone %d</a>", i, i)
	}
	b.WriteString(record("http://h.example/", "200 OK", "<title>same</title><a href=/a>=1+1</a><a href=/old>old</a>"+links))
	b.WriteString(record("http://h.example/a", "200 OK", "<title>same</title><a href=/notitle>n</a><a href=/old>older</a><a href=/gone/0>again</a>"))
	b.WriteString(record("http://h.example/notitle", "200 OK", "<p>no title<a href=/>home</a>"))
	b.WriteString(record("http://h.example/orphan", "200 OK", "<title>alone</title>"))
	b.WriteString(record("http://h.example/old", "301 Moved\r\nLocation: /a", ""))
	for i := range 120 {
		b.WriteString(record(fmt.Sprintf("http://h.example/gone/%d", i), "404 Not Found", "none"))
	}
	dir := t.TempDir()
	file, out := filepath.Join(dir, "in.warc"), filepath.Join(dir, "mended")
	write(t, file, b.String())
	imported(t, file, out, false)
	return out
}

// pagesShown returns the URLs of the rows of a table of pages.
func pagesShown(t *testing.T, text string) (names []string) {
	t.Helper()
	for _, m := range regexp.MustCompile(`<tr><th scope="row"><a href="page\?url=([^"]*)">`).FindAllStringSubmatch(text, -1) {
		name, err := url.QueryUnescape(m[1])
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	return names
}

// TestLinks shows each list of links, all its targets over several screens, and downloads all links.
func TestLinks(t *testing.T) {
	s := serving(t, Options{Crawls: []string{mendedCrawl(t)}})
	for _, c := range []struct {
		what         string
		links, pages int
	}{{"broken", 121, 120}, {"redirected", 2, 1}, {"both", 123, 121}} {
		var shown []string
		for next := "links?what=" + c.what; next != ""; {
			w := get(s, "/c/mended/"+next)
			text := w.Body.String()
			if w.Code != http.StatusOK || !strings.Contains(text, fmt.Sprintf("%d links to %d page", c.links, c.pages)) {
				t.Fatalf("%s: status %d, without %d links to %d pages:\n%s", next, w.Code, c.links, c.pages, text)
			}
			shown = append(shown, pagesShown(t, text)...)
			next = ""
			if m := regexp.MustCompile(`<a href="([^"]*)" rel="next">`).FindStringSubmatch(text); m != nil {
				next = html.UnescapeString(m[1])
			}
		}
		slices.Sort(shown)
		if n := len(slices.Compact(shown)); n != c.pages || n != len(shown) {
			t.Errorf("%s: %d rows, %d pages, want %d", c.what, len(shown), n, c.pages)
		}
		w := get(s, "/c/mended/links.csv?what="+c.what)
		rows, err := csv.NewReader(w.Body).ReadAll()
		if err != nil || len(rows) != c.links+1 {
			t.Errorf("%s: %d rows of links (%v), want %d and a header", c.what, len(rows), err, c.links)
		}
		if name := w.Header().Get("Content-Disposition"); !strings.Contains(name, "mended-"+c.what+"-links.csv") {
			t.Errorf("the download is called %s", name)
		}
	}
	if w := get(s, "/c/mended/links?what=all"); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "what=all: expected broken, redirected or both") {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
	if text := get(s, "/c/mended/links?what=redirected").Body.String(); !strings.Contains(text, "301 <bdi>http://h.example/old</bdi>") || !strings.Contains(text, "<q><bdi>older</bdi></q>") {
		t.Errorf("no hop, or no text of a link:\n%s", text)
	}
}

// TestLinksOfUnknownPages says what is unknown in a crawl of a list.
func TestLinksOfUnknownPages(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "list")
	listOf(t, dir, "http://a.example/\thttp://b.example/\n", false)
	s := serving(t, Options{Crawls: []string{dir}})
	if w := get(s, "/c/list/links"); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "Which links are broken is unknown") {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
	if w := get(s, "/c/list/links.csv"); w.Code != http.StatusNotFound {
		t.Errorf("a download has status %d", w.Code)
	}
}

// TestDownloadsAreGuarded downloads pages, links and hosts as CSV. No text begins as a formula.
func TestDownloadsAreGuarded(t *testing.T) {
	s := serving(t, Options{Crawls: []string{mendedCrawl(t), hostileCrawl(t, "hostile")}})
	for _, path := range []string{"mended/pages.csv", "mended/links.csv", "mended/links.csv?what=both", "mended/hosts.csv", "mended/page/links.csv?url=" + url.QueryEscape("http://h.example/a"), "hostile/pages.csv", "hostile/page/links.csv?url=" + url.QueryEscape("http://h.example/0")} {
		rows, err := csv.NewReader(get(s, "/c/"+path).Body).ReadAll()
		if err != nil || len(rows) < 2 {
			t.Errorf("%s: %d rows, %v", path, len(rows), err)
		}
		for _, row := range rows {
			for _, cell := range row {
				if _, err := strconv.ParseFloat(cell, 64); err != nil && cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
					t.Errorf("%s: a cell is a formula: %q", path, cell)
				}
			}
		}
	}
	if text := get(s, "/c/mended/page/links.csv?url="+url.QueryEscape("http://h.example/a")).Body.String(); !strings.Contains(text, "'=1+1") {
		t.Errorf("the text of a link is lost:\n%s", text)
	}
}

// TestOnlyPages finds orphans, and pages with the title of another page or without a title, on the screen and in downloads.
func TestOnlyPages(t *testing.T) {
	s := serving(t, Options{Crawls: []string{mendedCrawl(t)}})
	for only, want := range map[string][]string{
		"orphan": {"http://h.example/orphan"}, "duplicate-title": {"http://h.example/", "http://h.example/a"}, "no-title": {"http://h.example/notitle"},
	} {
		got := pagesShown(t, get(s, "/c/mended/pages?only="+only).Body.String())
		if !slices.Equal(got, want) {
			t.Errorf("only=%s shows %v, want %v", only, got, want)
		}
		if list := strings.Fields(get(s, "/c/mended/pages.csv?columns=url&only="+only).Body.String()); len(list) != len(want)+1 || list[1] != want[0] {
			t.Errorf("only=%s downloads %v, want %v", only, list, want)
		}
		if found := get(s, "/api/v1/crawls/mended/pages?only="+only).Body.String(); !strings.Contains(found, fmt.Sprintf(`"found":%d`, len(want))) {
			t.Errorf("only=%s: a program is told %s", only, found)
		}
	}
	if w := get(s, "/c/mended/pages?only=all"); w.Code != http.StatusBadRequest {
		t.Errorf("only=all: status %d", w.Code)
	}
	for _, path := range regexp.MustCompile(`<a href="((?:links|pages)\?[^"]*)">`).FindAllStringSubmatch(get(s, "/c/mended/").Body.String(), -1) {
		if w := get(s, "/c/mended/"+html.UnescapeString(path[1])); w.Code != http.StatusOK {
			t.Errorf("the overview leads to %s: status %d", path[1], w.Code)
		}
	}
}
