package report

import (
	"strings"
	"testing"

	"weft/answers/contents"
	"weft/answers/measure"
	"weft/store"
)

// The report of an imported archive counts its responses, and speaks of no crawl log and of no request that was never made.
func TestReportOfAnArchive(t *testing.T) {
	info := measure.Info{Path: "a", Names: true, Counts: store.Counts{Pages: 100, Fetched: 40, Ghosts: 60, Hosts: 1, Domains: 1, Arcs: 70}, DiskSize: 1}
	info.Steps = []store.Step{{Inputs: []store.Input{{Format: "archive"}}}}
	counted := &contents.Contents{
		Pages: 100, Hosts: 1, Counted: contents.CountedCaptures, Responses: 261, Bytes: 7 << 20, From: "2008-04-30T20:48:26Z", To: "2008-04-30T20:53:31Z",
		Types: []contents.Count{{Name: "text/html", Responses: 140}, {Name: "image/gif", Responses: 121}}, Headless: 2,
	}
	for range 5 {
		counted.Times = append(counted.Times, contents.Moment{From: counted.From, Responses: 52})
	}
	for _, c := range []struct {
		counted     string
		want, never []string
	}{
		{contents.CountedCaptures, []string{"Archived", "in 261 responses", "The archives hold 261 responses", "by the dates in the archives", "60 are not in the archive", "responses of 2008-04-30", "2 responses are files without an HTTP header", "53.6"}, []string{"crawl log", "ever requested", "Received"}},
		{contents.CountedPages, []string{"of 261 pages", "An HTTP status is known of 261 pages", "Pages by status"}, []string{"crawl log", "261 responses", "ever requested"}},
		{contents.CountedLog, []string{"Received", "The crawl log has 261 responses"}, nil},
	} {
		counted.Counted, counted.Statuses = c.counted, []contents.Count{{Name: "200 OK", Responses: 261}}
		var b strings.Builder
		if err := Write(&b, Data{Info: info, Contents: counted, ContentsHow: counted.How()}); err != nil {
			t.Fatal(err)
		}
		for _, text := range c.want {
			if !strings.Contains(b.String(), text) {
				t.Errorf("%s: %q is not in the report", c.counted, text)
			}
		}
		for _, text := range c.never {
			if at := strings.Index(b.String(), text); at >= 0 {
				t.Errorf("%s: the report says %q", c.counted, b.String()[max(0, at-60):at+60])
			}
		}
	}
}
