package sitemap

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strconv"
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

func TestCrawlerCommonsAlternates(t *testing.T) {
	got, _ := published(t, "crawler-commons+crawler-commons", "src", "test", "resources", "sitemaps", "extension", "sitemap-links.xml")
	for _, e := range got {
		if len(e.Alternates) != 3 || e.Alternates[1] != (Alternate{"de-ch", "http://www.example.com/schweiz-deutsch/"}) {
			t.Errorf("%s: got %v", e.Loc, e.Alternates)
		}
	}
}

// The golden files of gopher-parse-sitemap 005d2eb: loc; lastmod, changefreq and priority of a page if given.
func TestGopherParseSitemap(t *testing.T) {
	for file, kind := range map[string]Kind{"sitemap": URLSet, "sitemap-index": Index} {
		got, sum := published(t, "oxffaa+gopher-parse-sitemap", "testdata", file+".xml")
		golden, err := os.ReadFile(shared.File(t, "crawler-cases", "oxffaa+gopher-parse-sitemap", "testdata", file+".golden"))
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for _, e := range got {
			b.WriteString(e.Loc + "\n")
			if e.LastMod != "" {
				b.WriteString(e.LastMod)
				if !strings.Contains(e.LastMod, "T") {
					b.WriteString("T00:00:00Z")
				}
				b.WriteString("\n")
			}
			if kind == URLSet {
				if e.ChangeFreq == "" {
					e.ChangeFreq = "always" // its default, of no protocol
				}
				b.WriteString(e.ChangeFreq + "\n" + strconv.FormatFloat(e.Priority, 'f', -1, 64) + "\n")
			}
		}
		gotText := strings.TrimSpace(strings.ReplaceAll(b.String(), "+00:00", "Z"))
		if want := strings.TrimSpace(string(golden)); sum.Kind != kind || gotText != want {
			t.Errorf("%s: got %v\n%s\nwant\n%s", file, sum.Kind, gotText, want)
		}
	}
}
