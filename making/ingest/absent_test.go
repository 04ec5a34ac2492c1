package ingest_test

import (
	"slices"
	"strings"
	"testing"

	"weft/graph"
	"weft/graph/page"
	"weft/making/ingest"
)

// Numbers that occur in no line are ghosts, and left out if that is asked for.
func TestNumbersOfNoLine(t *testing.T) {
	for _, c := range []struct {
		name, text string
		o          ingest.Options
		absent     []int
	}{
		{"from 1", "1 2\n2 3\n", ingest.Options{}, []int{0}},
		{"gaps", "2 5\n5 9\n", ingest.Options{}, []int{0, 1, 3, 4, 6, 7, 8}},
		{"none", "0 1\n1 0\n", ingest.Options{}, nil},
		{"adjacency lists, of pages without successors", "1: 4\n2:\n4: 1\n", ingest.Options{}, []int{0, 3}},
		{"fetched", "1 3\n", ingest.Options{Fetched: "all"}, nil},
		{"a number of pages that is said", "1 2\n", ingest.Options{Pages: 5}, nil},
		{"counts", "5 4\n0 2\n2 0\n2 3\n3 0\n", ingest.Options{}, nil},
	} {
		crawl, s := importText(t, c.text, c.o)
		var absent []int
		for u := range crawl.NumPages() {
			if crawl.State(graph.Node(u)) == page.Ghost {
				absent = append(absent, u)
			}
		}
		if !slices.Equal(absent, c.absent) {
			t.Errorf("%s: %v are absent, want %v", c.name, absent, c.absent)
		}
		noted := int64(0)
		for note, n := range s.Manifest.Steps[0].Notes {
			if strings.Contains(note, "option compact") {
				noted = n
			}
		}
		if noted != int64(len(c.absent)) {
			t.Errorf("%s: %d are noted, want %d", c.name, noted, len(c.absent))
		}
	}
	crawl, _ := importText(t, "2 5\n5 9\n5 5\n", ingest.Options{Compact: true})
	if got := arcsOf(t, crawl); crawl.NumPages() != 3 || !slices.Equal(got, []string{"2 5 link", "5 5 link", "5 9 link"}) {
		t.Errorf("compact: got %d pages and %q", crawl.NumPages(), got)
	}
	for _, c := range []struct {
		text string
		o    ingest.Options
	}{
		{"a b\nb c\n", ingest.Options{}}, {"1 2\n", ingest.Options{Pages: 4}}, {"3 3\n0 1\n1 2\n2 0\n", ingest.Options{}},
	} {
		c.o.Compact = true
		checkRefused(t, c.text, c.o, "'compact'")
	}
}
