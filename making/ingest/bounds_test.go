package ingest

import (
	"html"
	"strings"
	"testing"

	"weft/making/ingest/formats"
	"weft/making/ingest/graphs"
	"weft/making/ingest/lists"
)

// Entities of GML, the longest among them; what is none stays.
func TestEntitiesOfGML(t *testing.T) {
	for _, text := range []string{
		"a", "&amp;", "x&amp;y", "&#38;&#x26;", "&CounterClockwiseContourIntegral;", "&DoubleLongLeftRightArrow;x", "&notin;&lt;", "&#000000000000000000000000000038;", "&unknown;", "&;",
	} {
		if got, want := string(graphs.UnescapeEntities([]byte(text))), html.UnescapeString(text); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"&": "&", "a & b": "a & b", "&amp x": "&amp x", "&&amp;": "&&", "a&" + strings.Repeat("x", 40) + ";": "a&" + strings.Repeat("x", 40) + ";"} {
		if got := string(graphs.UnescapeEntities([]byte(text))); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// The first lines of texts that are nearly of a format are no such.
func TestNearlyOfAFormat(t *testing.T) {
	for text, want := range map[string]formats.Name{
		"n 0 a\n": lists.NodeLines, "e 0 1\n": lists.NodeLines, "e 0 1 5\n": lists.NodeLines,
		"n a b\n": lists.Edges, "n 0\n": lists.Edges, "e 0 a\n": lists.Edges, "e a 0\n": lists.Edges, "m 0 1\n": lists.Edges, "ne 0 1\n": lists.Edges, "n -1 x\n": lists.Edges,
		"2\n1\n0\n": lists.ASCIIGraph, "2\n": lists.Edges, "2\nx\n": lists.Edges, "2 1\n1\n": lists.Edges,
		"2 1 1\n1 http://a.example/\n": lists.Numbered, "2 1 1\n1 a\n": lists.Edges, "2 1\nx http://a.example/\n": lists.Edges, "2 x\n1 http://a.example/\n": lists.Edges, "2 1 1\n": lists.Edges,
		"2 2 2\n0 1 1\n1 0 1\n": lists.SMAT, "2 2 3\n0 1 1\n1 0 1\n": lists.Edges, "2 2 1\n0 1 1\n1 0 1\n": lists.Edges, "2 3 2\n0 1 1\n1 0 1\n": lists.Edges, "2 2 2\n0 1 1\n2 0 1\n": lists.Edges, "2 2 2\n0 1 1\n1 0\n": lists.Edges, "2 2 0\n": lists.Edges,
		"3 5 8\n" + strings.Repeat("2 4 1\n", 8): lists.SMAT, "3 5 8\n" + strings.Repeat("3 4 1\n", 8): lists.Edges, "3 5 8\n" + strings.Repeat("2 5 1\n", 8): lists.Edges, "3 5 9\n" + strings.Repeat("2 4 1\n", 8): lists.Edges, "2 4 9\n" + strings.Repeat("1 3 1\n", 9): lists.Edges,
		"30 50 70\n" + strings.Repeat("2 4 1\n", 70): lists.SMAT, "30 50 99\n" + strings.Repeat("2 4 1\n", 70): lists.Edges,
		"3 2\n2\n1 3\n2\n": lists.METIS, "% c\n3 2\n2\n1 3\n2\n": lists.METIS, "3 2\n2\n1 3\n2\n\n": lists.METIS, "4 2\n2\n1 3\n2\n": lists.Edges, "3 3\n2\n1 3\n2\n": lists.Edges, "3 1\n2\n1 3\n2\n": lists.Edges,
		"3 2\n2\n1 4\n2\n": lists.Edges, "3 2\n2\n0 3\n2\n": lists.Edges, "3 2\n2\n1 x\n2\n": lists.Edges, "3 1\n2\n1\n\n": lists.METIS, "3 3\n2 3\n1 3\n1 2\n": lists.METIS, "3 3\n2 3\n1 3\n3 2\n": lists.Edges, "3 3\n2 3\n3 1\n1 1\n": lists.Edges, "3 0\n1\n1 2\n\n": lists.Edges,
		"3 2 1\n2 7\n1 7 3 9\n2 9\n": lists.METIS, "3 2 10\n7 2\n7 1 3\n8 2\n": lists.METIS, "3 2 2\n2 7\n1 7 3 9\n2 9\n": lists.Edges,
		"0\tcom.a\n1\tcom.b\n": lists.Vertices, "1\tcom.a\n0\tcom.b\n": lists.Edges, "0\tcom\n1\torg\n": lists.Edges, "0\tcom.a\tx\n": lists.Edges, "0\tcom.a\n0\tcom.b\n": lists.Edges,
	} {
		if got := detectRows([]byte(text)); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}
