package lists_test

import (
	"testing"

	"weft/making/ingest/formats/formatstest"
	"weft/making/ingest/lists"
)

func TestNodeLines(t *testing.T) {
	formatstest.Detect(t, &lists.NodeLinesFormat, map[string]bool{
		"n 0 a\n": true, "e 0 1\n": true, "e 0 1 5\n": true, "n 0\n": false, "n x a\n": false, "e 0 a\n": false, "e a 0\n": false, "m 0 1\n": false,
	})
	formatstest.Run(t, &lists.NodeLinesFormat, []formatstest.Case{
		{Name: "nodes and arcs", Text: "n 0 http://a.example/\nn 2 b\ne 0 2 7\ne 2 2\n", Graph: "b http://a.example/; b>b http://a.example/>b; 4 records"},
		{Name: "arcs first", Text: "e 0 1\nn 0 a\nn 1 b\n", Graph: "a b; a>b; 3 records"},
		{Name: "nodes with the same name", Text: "n 0 a\nn 1 a\ne 0 1\n", Graph: "a; a>a; 3 records", Notes: "1 numbers that share a page, because their URLs are equal"},
		{Name: "bad lines", Text: "n 0 a\nn 1\nn x b\nm 0 1\ne 0 x\ne x 0\ne 0 9\ne 0 0\n", Graph: "a; a>a; 3 records", Bad: "6 line 2: expected \"n number name\" or \"e from to\": \"n 1\"\n10 line 3: \"x\" is not the number of a page: \"n x b\"\n16 line 4: expected \"n number name\" or \"e from to\": \"m 0 1\"\n22 line 5: \"x\" is not the number of a page: \"e 0 x\"\n28 line 6: \"x\" is not the number of a page: \"e x 0\"\n34 arc 0 → 9: there is no page with this number"},
		{Name: "kept numbers", Options: formatstest.Options{Keeps: true}, Text: "n 0 b\nn 1 a\ne 0 1\n", Graph: "b a; b>a; 3 records"},
	})
}

func TestNumbered(t *testing.T) {
	formatstest.Detect(t, &lists.NumberedFormat, map[string]bool{
		"2 1 1\n1 http://a.example/\n": true, "2 1\n1 http://a.example/ x\n": true, "2 1 1\n1 a\n": false, "2 1\nx http://a.example/\n": false, "2 x\n1 http://a.example/\n": false,
		"x 2\n1 http://a.example/\n": false, "2\n1 http://a.example/\n": false, "2 1 1\n": false, "2 1\n1\n": false,
	})
	formatstest.Run(t, &lists.NumberedFormat, []formatstest.Case{
		{Name: "pages and arcs", Text: "2 3 x\n1 http://b.example/ x\n2 http://a.example/\n1 2\n2 2\n2 1\n", Graph: "http://a.example/ http://b.example/; http://a.example/>http://a.example/ http://a.example/>http://b.example/ http://b.example/>http://a.example/; 6 records"},
		{Name: "a name that is a number", Text: "2 1\n1 7\n2 b\n1 2\n", Graph: "7 b; 7>b; 4 records"},
		{Name: "an arc missing", Text: "2 2\n1 a\n2 b\n1 2\n", Graph: "a b; a>b; 4 records", Bad: "16 the text ends, and 1 arcs that the first line counts are missing"},
		{Name: "no count of arcs", Text: "2 x\n1 a\n2 b\n1 2\n", Graph: "a b; a>b; 4 records"},
		{Name: "bad lines", Text: "2 2\n1 a\n3 c\n0 c\nx c\n1\n2 b\n1 3\n1 0\n3 1\n1 2\n2 1\n", Graph: "a b; a>b b>a; 5 records", Bad: "8 line 3: page 3 of 2: \"3 c\"\n12 line 4: pages are numbered from 1: \"0 c\"\n16 line 5: \"x\" is not the number of a page: \"x c\"\n20 line 6: one column: expected a number and a name, or two numbers: \"1\"\n26 line 8: page 3 of 2: \"1 3\"\n30 line 9: page 0 of 2: \"1 0\"\n34 line 10: page 3 of 2: \"3 1\""},
		{Name: "a name after the arcs", Text: "2 1\n1 a\n2 b\n1 2\n2 c\n", Graph: "a b c; a>c; 5 records"},
		{Name: "word for the pages", Text: "x 2\n1 a\n", Err: "line 1: expected the numbers of pages and arcs"},
		{Name: "one count", Text: "2\n1 a\n", Err: "line 1: expected the numbers of pages and arcs"},
		{Name: "breaks off", Options: formatstest.Options{Broken: true}, Text: "2 2\n1 a\n2 b\n1 2\n2", Graph: "a b; a>b; 4 records", Bad: "17 the text breaks off: the file ends too early\n17 the text ends, and 1 arcs that the first line counts are missing"},
	})
	if got := formatstest.Counts(&lists.NumberedFormat, "17 5\n1 http://a.example/\n"); got != "17" {
		t.Errorf("got the count %q, want 17", got)
	}
	if got := lists.NumberedFormat.PerPage(nil); got != 8 {
		t.Errorf("got %d bytes a page, want 8", got)
	}
}
