package livecrawl_test

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"weft/livecrawl"
	"weft/web/warc"
)

// Every WARC file says whose crawl it is, and begins with the collection; what cannot stand there is refused.
func TestImprint(t *testing.T) {
	s := newSite(t, randomPages(2, 30))
	dir := filepath.Join(t.TempDir(), "c")
	o := options(dir)
	o.WARCSize = 20_000
	o.Imprint = livecrawl.Imprint{Collection: "spring", Operator: "Archive <a@archive.example>", Description: "what is said of spring"}
	crawl(t, config(s.URL), o)
	files, _ := filepath.Glob(filepath.Join(dir, "warc", "spring-2*-0*-*.warc.gz"))
	all, _ := filepath.Glob(filepath.Join(dir, "warc", "*.warc.gz"))
	if len(files) < 2 || len(files) != len(all) {
		t.Errorf("got %v", all)
	}
	for _, path := range files {
		rec, err := warc.NewReader(bytes.NewReader(read(t, path)), warc.Options{}).Next()
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"isPartOf: spring\r\n", "operator: Archive <a@archive.example>\r\n", "description: what is said of spring\r\n", "hostname: ", "robots: obey\r\n", "http-header-user-agent: weft-test/1.0\r\n", "software: weft/test\r\n"} {
			if !strings.Contains(string(rec.Body), want) {
				t.Errorf("%s: no %q in %s", path, want, rec.Body)
			}
		}
	}
	for _, wrong := range []livecrawl.Imprint{{Collection: "a/b"}, {Collection: "../x"}, {Operator: "a\nb: c"}, {Description: "a\rb"}} {
		o := options(filepath.Join(t.TempDir(), "c"))
		o.Imprint = wrong
		if _, err := livecrawl.Create(config(s.URL), o); !errors.Is(err, livecrawl.ErrOptions) {
			t.Errorf("%+v: %v", wrong, err)
		}
	}
}
