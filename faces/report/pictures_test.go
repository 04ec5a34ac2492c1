package report

import (
	"strings"
	"testing"

	"weft/answers/atlas"
	"weft/answers/contents"
)

// Map, treemap, time line and counts stand on the page with their captions, and hostile names are inert.
func TestPictures(t *testing.T) {
	const hostile = `<script>alert(1)</script>"&.example`
	d := Data{Info: infoOf(60, 2)}
	d.Map = &atlas.Map{By: atlas.ByHost, All: 9, Share: 0.5, Nodes: []atlas.Node{
		{Name: "a.example", Pages: 5, Fetched: 5, Score: 0.4, X: 300, Y: 300, Radius: 60},
		{Name: hostile, Pages: 2, Score: 0.1, X: 700, Y: 300, Radius: 30},
		{Name: "c.example", Pages: 2, Fetched: 1, Score: 0.1, X: 700, Y: 100, Radius: 20},
		{Name: "d.example", Pages: 2, Fetched: 1, Score: 0.1, X: 600, Y: 100, Radius: 20},
	}, Links: []atlas.Link{{From: 0, To: 1, Arcs: 3}}}
	d.Contents = &contents.Contents{
		Pages: 9, Hosts: 4, Responses: 6, Silent: 2, Repeated: 1, Bytes: 2048,
		Top:      []contents.Host{{Name: "a.example", Domain: "a.example", Pages: 5, Fetched: 5}, {Name: hostile, Pages: 2}, {Name: "c.example", Pages: 1}, {Name: "d.example", Pages: 1}},
		Statuses: []contents.Count{{Name: "200 OK", Responses: 5, Bytes: 2000}, {Name: hostile, Responses: 1}},
		Times:    []contents.Moment{{From: "2026-11-26T07:04:44Z", Responses: 5}, {From: "2026-11-26T07:04:45Z"}, {From: "2026-11-26T07:04:46Z"}, {From: "2026-11-26T07:04:47Z", Responses: 1}},
	}
	got, root := render(t, d)
	checkInert(t, root)
	for _, want := range []string{
		`id="map-title"`, "Map of the crawl", "The 4 hosts with the most PageRank, of 9. They have 50.0", "1 of them has no fetched page.",
		`id="treemap-title"`, "Pages by host", `id="times-title"`, "The largest of 4 hosts has 55.6", "The crawl log has 6 responses with 2.0", "It also has 2 lines without a response", "Lines of the crawl log by status", "1 response is stored as a reference", "83.3", "2026-11-26 07:04:47 UTC",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("lacks %q", want)
		}
	}
	for _, bad := range []string{"<script>alert", "ZgotmplZ", "NaN", ` class="f-"`, ` class="s-"`} {
		if strings.Contains(got, bad) {
			t.Errorf("has %q", bad)
		}
	}
}

// A map of one page and contents without hosts and responses are left out.
func TestNoPictures(t *testing.T) {
	got, _ := render(t, Data{Info: infoOf(3, 0), Map: &atlas.Map{Nodes: make([]atlas.Node, 3)}, Contents: &contents.Contents{Pages: 3, Hosts: 1}})
	for _, bad := range []string{`id="map"`, `id="contents"`} {
		if strings.Contains(got, bad) {
			t.Errorf("has %s", bad)
		}
	}
}

// Times of the crawl log are written for people.
func TestSpan(t *testing.T) {
	for _, c := range [][3]string{
		{"2026-11-26T09:06:09Z", "2026-11-26T09:06:10Z", ", from 26 November 2026 09:06:09 to 09:06:10 UTC"},
		{"2026-11-26T09:06:09Z", "2026-11-26T09:06:09Z", ", on 26 November 2026 09:06:09 UTC"},
		{"2026-11-26T23:59:59Z", "2026-11-27T00:00:00Z", ", from 26 November 2026 23:59:59 to 27 November 2026 00:00:00 UTC"},
		{"yesterday", "2026-11-27T00:00:00Z", ""},
	} {
		if got := span(c[0], c[1]); got != c[2] {
			t.Errorf("got %q, want %q", got, c[2])
		}
	}
}

// A map is cut to its nodes, and keeps its legend below them.
func TestTrim(t *testing.T) {
	m := &atlas.Map{By: atlas.ByHost, All: 2, Nodes: []atlas.Node{{Name: "a", Pages: 1, Fetched: 1, X: 300, Y: 300, Radius: 60}, {Name: "b", Pages: 1, X: 700, Y: 340, Radius: 30}}}
	before := m.Draw()
	after := trim(m.Draw())
	if after.Max.Y > 200 || after.Max.Y < 150 || len(after.Shapes) != len(before.Shapes) {
		t.Errorf("the map is %g high, before %g", after.Max.Y, before.Max.Y)
	}
	for i := range after.Shapes {
		if low, high := extent(&after.Shapes[i]); low < 0 || high > after.Max.Y {
			t.Errorf("shape %d lies from %g to %g of %g", i, low, high, after.Max.Y)
		}
	}
}

// TestMapOfPages speaks of pages where the map shows pages.
func TestMapOfPages(t *testing.T) {
	m := &atlas.Map{By: atlas.ByPage, All: 9, Share: 0.5, Nodes: []atlas.Node{{Name: "http://a.example/", Pages: 1, Fetched: 1}, {Name: "http://a.example/b", Pages: 1}, {Name: "http://a.example/c", Pages: 1}, {Name: "http://a.example/d", Pages: 1, Fetched: 1}}}
	got, _ := render(t, Data{Info: infoOf(9, 8), Map: m, MapHow: atlas.How(atlas.ByPage)})
	for _, want := range []string{"2 of them were not fetched.", "rings are pages that were not fetched", "The map shows the pages with the most PageRank", "All pages repel each other"} {
		if !strings.Contains(got, want) {
			t.Errorf("lacks %q", want)
		}
	}
	for _, bad := range []string{"the hosts", "without a fetched page", "share of their pages"} {
		if strings.Contains(got, bad) {
			t.Errorf("has %q", bad)
		}
	}
}
