package sitemap

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/internal/shared"
)

func published(t *testing.T, elem ...string) ([]Entry, Summary) {
	t.Helper()
	name := shared.File(t, append([]string{"crawler-cases"}, elem...)...)
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var r io.Reader = f
	if filepath.Ext(name) == ".gz" {
		if r, err = gzip.NewReader(f); err != nil {
			t.Fatal(err)
		}
	}
	var got []Entry
	sum, err := Read(r, Options{}, func(e Entry) error {
		got = append(got, e)
		return nil
	})
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
	return got, sum
}

// The files of crawler-commons 8e14e27 and how many entries its tests (SiteMapParserTest, SiteMapParserExtensionTest) find,
// and the URL of one.
func TestCrawlerCommons(t *testing.T) {
	for _, c := range []struct {
		file    string
		kind    Kind
		entries int
		one     string
	}{
		{"sitemaps/sitemap.ns.xml", URLSet, 2, "http://www.example.com/1"},
		{"sitemaps/sitemap.badns.xml", URLSet, 2, "http://www.example.com/2"},
		{"sitemaps/sitemap.index.xml", Index, 15, "https://example.com/sitemap.jss?portalCode=10260&lang=en"},
		{"sitemaps/xmlSitemap.gz", URLSet, 5, "http://www.example.com/catalog?item=74&desc=vacation_newfoundland"},
		{"sitemaps/sitemap.txt.gz", Text, 5, "http://www.example.com/catalog?item=12&desc=vacation_hawaii"},
		{"sitemaps/sitemap.txt", Text, 2, "http://www.domain.com/page1.html"},
		{"sitemaps/sitemap-with-bom.txt", Text, 2, "http://www.domain.com/page1.html"},
		{"sitemaps/atom.xml", Atom, 1, "http://example.org/2003/12/13/atom03"},
		{"rss/feed.rss", RSS, 4, "https://www.example.com/guid.html"},
		{"rss/xmlRss_pubDate.xml", RSS, 7, "http://www.example.com/article_7"},
		{"sitemaps/extension/sitemap-links.xml", URLSet, 3, "http://www.example.com/deutsch/"},
		{"sitemaps/extension/sitemap-mobile.xml", URLSet, 3, "http://www.example.com/no-mobile/"},
		{"sitemaps/extension/sitemap-images.xml", URLSet, 1, "http://www.example.com/images/some_image_landing_page.html"},
		{"sitemaps/extension/sitemap-news.xml", URLSet, 2, "http://www.example.org/business/article55.html"},
		{"sitemaps/extension/sitemap-videos.xml", URLSet, 3, "http://www.example.com/videos/some_video_landing_page.html"},
		{"sitemaps/extension/sitemap-videos-tvshow.xml", URLSet, 1, ""},
		{"sitemaps/extension/shinpaideshou-news-sitemap.xml", URLSet, 3, "https://shinpaideshou.wordpress.com/2017/04/25/job-opening-reischauer-policy-research-fellow/"},
		{"sitemaps/extension/hebdenbridgetimes-articles-sitemap.xml", URLSet, 74, ""},
		{"sitemaps/extension/pagemaps-sitemap.xml", URLSet, 2, "http://www.example.com/bar"},
	} {
		got, sum := published(t, "crawler-commons+crawler-commons", "src", "test", "resources", filepath.FromSlash(c.file))
		if sum.Kind != c.kind || len(got) != c.entries || !strings.Contains(locs(got), c.one) {
			t.Errorf("%s: got %v, %d entries\n%swant %v, %d, with %s", c.file, sum.Kind, len(got), locs(got), c.kind, c.entries, c.one)
		}
	}
}

// The golden files of gopher-parse-sitemap 005d2eb: loc, and lines with dates and priorities.
func TestGopherParseSitemap(t *testing.T) {
	for file, kind := range map[string]Kind{"sitemap": URLSet, "sitemap-index": Index} {
		got, sum := published(t, "oxffaa+gopher-parse-sitemap", "testdata", file+".xml")
		golden, err := os.ReadFile(shared.File(t, "crawler-cases", "oxffaa+gopher-parse-sitemap", "testdata", file+".golden"))
		if err != nil {
			t.Fatal(err)
		}
		want := ""
		for line := range strings.Lines(string(golden)) {
			if strings.HasPrefix(line, "http") {
				want += strings.TrimSpace(line) + "\n"
			}
		}
		if text := locs(got); sum.Kind != kind || text != want {
			t.Errorf("%s: got %v\n%s\nwant\n%s", file, sum.Kind, text, want)
		}
	}
}
