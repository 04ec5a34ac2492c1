package links

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"weft/internal/shared"
)

// published are the links, by hand, of the pages of link-extraction-test.warc (commoncrawl/ia-web-commons).
var published = map[string]string{
	"html4.html":                            "refresh http://www.example.com/redirected.html\nlink http://www.example.com/a-href.html [A@/href]\nlink http://www.example.com/ [anchor only]",
	"link-extraction-test-html5-video.html": "canonical http://www.example.com/video.html\nalternate http://www.example.com/video.rss",
	"poor_html5.html":                       "link http://www.example.com/ [link]",
	"fb-video.html": "link https://www.facebook.com/facebook/videos/10153231379946729/ [How to Share With Just Friends]\n" +
		"link https://www.facebook.com/facebook/ [Facebook]",
}

func TestPublishedPages(t *testing.T) {
	data, err := os.ReadFile(shared.File(t, "crawler-cases", "commoncrawl+ia-web-commons", "src", "test", "resources", "org", "archive", "resource", "html", "link-extraction-test.warc"))
	if err != nil {
		t.Fatal(err)
	}
	var x Extractor
	seen := 0
	for record := range bytes.SplitSeq(data, []byte("WARC/1.0\r\n")) {
		part := strings.SplitN(string(record), "\r\n\r\n", 3)
		_, uri, ok := strings.Cut(part[0], "WARC-Target-URI: http://www.example.com/")
		if !ok || len(part) < 3 {
			continue
		}
		name, _, _ := strings.Cut(uri, "\r\n")
		_, contentType, _ := strings.Cut(part[1], "Content-Type: ")
		want, ok := published[name]
		if !ok {
			continue
		}
		seen++
		got, _ := lines(t, &x, Document{URL: []byte("http://www.example.com/" + name), ContentType: contentType, Body: []byte(part[2])})
		if strings.Join(got, "\n") != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, strings.Join(got, "\n"), want)
		}
	}
	if seen != len(published) {
		t.Errorf("found %d of %d pages", seen, len(published))
	}
}
