package lists_test

import (
	"strconv"
	"strings"
	"testing"

	"weft/making/ingest/formats/formatstest"
	"weft/making/ingest/lists"
	"weft/making/ingest/scan"
)

func TestDetectASCIIGraph(t *testing.T) {
	formatstest.Detect(t, &lists.ASCIIGraphFormat, map[string]bool{
		"3\n1 2\n0\n":       true,
		"2\n1\n0\n":         true,
		"2\n1\n\n0\n":       true,
		"3\n0 1\n1 2\n":     false, // arcs below a count
		"3\n0 1\n\n1 2\n":   true,
		"3\n0 1 5\n1 2 5\n": false,
		"3\n0 1 5\n1 2\n":   true,
		"3 1\n1 2\n0\n":     false,
		"x\n1 2\n0\n":       false,
		"3\n1 x\n0\n":       false,
		"3\n1 2\nx\n":       false,
		"3\n":               false,
	})
}

func TestASCIIGraph(t *testing.T) {
	formatstest.Run(t, &lists.ASCIIGraphFormat, []formatstest.Case{
		{Name: "successors", Text: "4\n1 2\n\n0 -1 9\n3\n", Graph: "0 1 2 3; 0>1 0>2 2>0 3>3; 5 records"},
		{Name: "lists missing", Text: "4\n1 2\n0\n", Graph: "0 1 2 3; 0>1 0>2 1>0; 3 records", Bad: "8 the text ends, and 2 lists that the first line counts are missing\n2 bad"},
		{Name: "empty lines at the end", Text: "2\n1\n0\n\n\n", Graph: "0 1; 0>1 1>0; 5 records"},
		{Name: "a list more", Text: "2\n1\n0\n1\n", Graph: "0 1; 0>1 1>0; 3 records", Bad: "6 line 4: there are more lines than the 2 pages: \"1\""},
		{Name: "bad successors", Text: "2\n1 x\n2 0\n", Graph: "0 1; 0>1; 1 records", Bad: "2 line 2: \"x\" is not the number of a page: \"1 x\"\n6 line 3: arc 1 → 2 among 2 pages: \"2 0\""},
		{Name: "two counts", Text: "2 3\n1\n0\n", Err: "line 1: expected the number of pages alone"},
		{Name: "word for the count", Text: "x\n1\n0\n", Err: "line 1: expected the number of pages alone"},
		{Name: "no page", Text: "0\n", Graph: "; ; 1 records"},
	})
	if got := formatstest.Counts(&lists.ASCIIGraphFormat, "17\n1 2\n"); got != "17" {
		t.Errorf("got the count %q, want 17", got)
	}
}

func TestDetectMETIS(t *testing.T) {
	ring := func(n int, list func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(list(i + 1))
			b.WriteByte('\n')
		}
		return b.String()
	}
	formatstest.Detect(t, &lists.METISFormat, map[string]bool{
		"3 2\n2\n1 3\n2\n":                         true,
		"% c\n 3 2\n%\n2\n1 3\n2\n\n\n":            true,
		"3 3\n2 3\n1 3\n1 2\n":                     true,
		"4 4\n2 4\n1 3\n2 4\n1 3\n":                true,
		"3 3\n2 3\n1 3\n1 1\n":                     false, // an edge has one end
		"4 4\n2 4\n1 3\n2 4\n3 3\n":                false,
		"2 2\n2 2\n1 1\n":                          true,
		"2 1\n2\n1\n":                              true,
		"3 2\n2\n1 3\n":                            false, // a list is missing
		"3 2\n2\n1 3\n2\n1\n":                      false, // a list more
		"3 3\n2\n1 3\n2\n":                         false, // neighbours are missing
		"3 1\n2\n1 3\n2\n":                         false,
		"3 2\n2\n1 4\n2\n":                         false,
		"3 2\n2\n1 0\n2\n":                         false,
		"3 2\n2\n1 x\n2\n":                         false,
		"2 1\n1\n2\n":                              false, // neighbours of themselves
		"3 2\n2\n1 3\n3\n":                         true,  // lists of different lengths need no other ends
		"3 2 1\n2 5\n1 5 3 6\n2 6\n":               true,
		"3 2 1\n2 5\n1 5 3\n2 6\n":                 false,
		"3 2 10\n7 2\n7 1 3\n7 2\n":                true,
		"3 2 10 2\n7 7 2\n7 7 1 3\n8 8 2\n":        true,
		"3 2 10 2\n7 7 2\n7\n8 8 2\n":              false,
		"3 2 111\n1 1 2 5\n1 1 1 5 3 5\n1 1 2 5\n": true,
		"3 0\n\n\n\n":                              true,
		"3 0\n%\n\n\n\n\n":                         true,
		"3 0\n\n\n":                                false,
		"3 0\n1\n\n\n":                             false,
		"1 0\n\n":                                  false,
		"0 0\n\n":                                  false,
		"\n3 0\n\n\n\n":                            false,
		"3 1\n\n\n\n":                              false,
		"0 3\n":                                    false,
		"x 3\n":                                    false,
		"3\n1\n":                                   false,
	})
	// Of a long text the beginning counts, up to its last line end.
	next := func(n int) string {
		return "4000000 4000000\n" + ring(n, func(i int) string {
			return strconv.Itoa((i+3999998)%4000000+1) + " " + strconv.Itoa(i%4000000+1)
		})
	}
	long := next(scan.TextPeek / 12)[:scan.TextPeek]
	if !formatstest.Is(&lists.METISFormat, long) {
		t.Error("the beginning of a ring is not METIS")
	}
	at := strings.Index(long, "\n1000 1002\n")
	if other := long[:at] + "\n1000 1003" + long[at+10:]; formatstest.Is(&lists.METISFormat, other) {
		t.Error("an edge with one end is METIS")
	}
}

func TestMETIS(t *testing.T) {
	weigh := formatstest.Options{Weights: "auto"}
	formatstest.Run(t, &lists.METISFormat, []formatstest.Case{
		{Name: "path", Text: "% x\n3 2\n2\n1 3\n2\n", Graph: "0 1 2; 0>1 1>0 1>2 2>1; 4 records", Notes: "1 comment lines, which are not kept"},
		{Name: "empty list", Text: "3 1\n2\n1\n\n", Graph: "0 1 2; 0>1 1>0; 4 records"},
		{Name: "empty lines at the end", Text: "2 1\n2\n1\n\n\n", Graph: "0 1; 0>1 1>0; 5 records"},
		{Name: "a line more", Text: "2 1\n2\n1\n1\n", Graph: "0 1; 0>1 1>0; 3 records", Bad: "8 line 4: there are more lines than the 2 vertices: \"1\""},
		{Name: "lines missing", Text: "4 1\n2\n1\n", Graph: "0 1 2 3; 0>1 1>0; 3 records", Bad: "8 the text ends, and 2 lists that the first line counts are missing\n2 bad"},
		{Name: "an edge missing", Text: "3 2\n2\n1\n\n", Graph: "0 1 2; 0>1 1>0; 4 records", Bad: "9 the first line counts 2 edges, each in the lines of both ends: the lists hold 2 neighbours, expected 4\n2 bad"},
		{Name: "edges missing", Text: "3 4\n2\n1\n\n", Graph: "0 1 2; 0>1 1>0; 4 records", Bad: "9 the first line counts 4 edges, each in the lines of both ends: the lists hold 2 neighbours, expected 8\n6 bad"},
		{Name: "an edge more", Text: "3 1\n2\n1 3\n2\n", Graph: "0 1 2; 0>1 1>0 1>2 2>1; 4 records", Bad: "12 the first line counts 1 edges, each in the lines of both ends: the lists hold 4 neighbours, expected 2"},
		{Name: "bad neighbours", Text: "2 2\n2 3\nx 1\n", Graph: "0 1; 0>1; 1 records", Bad: "4 line 2: arc 1 → 3 among 2 pages: \"2 3\"\n8 line 3: \"x\" is not the number of a page: \"x 1\"\n12 the first line counts 2 edges, each in the lines of both ends: the lists hold 2 neighbours, expected 4\n4 bad"},
		{Name: "weights are left out", Text: "3 2 1\n2 5\n1 5 3 6\n2 6\n", Graph: "0 1 2; 0>1 1>0 1>2 2>1; 4 records", Notes: "3 lists with sizes or weights, which are not kept"},
		{Name: "weights", Options: weigh, Text: "3 2 1\n2 5\n1 5 3 6\n2 6\n", Graph: "0 1 2; 0>1=5 1>0=5 1>2=6 2>1=6; 4 records", Notes: "4 arcs with weights, which are kept"},
		{Name: "bad weights", Options: weigh, Text: "2 1 001\n2 x\n1 5\n", Graph: "0 1; 1>0=5; 2 records", Notes: "1 arcs with weights, which are kept", Bad: "8 line 2: the weight \"x\": expected a finite number: \"2 x\"\n16 the first line counts 1 edges, each in the lines of both ends: the lists hold 1 neighbours, expected 2"},
		{Name: "sizes of vertices", Text: "3 2 10\n7 2\n7 1 3\n7 2\n", Graph: "0 1 2; 0>1 1>0 1>2 2>1; 4 records", Notes: "3 lists with sizes or weights, which are not kept"},
		{Name: "several sizes", Text: "2 1 10 3\n7 7 7 2\n7 7 7 1\n", Graph: "0 1; 0>1 1>0; 3 records", Notes: "2 lists with sizes or weights, which are not kept"},
		{Name: "sizes and weights", Text: "2 1 111 2\n9 7 7 2 5\n9 7 7 1 5\n", Graph: "0 1; 0>1 1>0; 3 records", Notes: "2 lists with sizes or weights, which are not kept"},
		{Name: "sizes and weights that are kept", Options: weigh, Text: "2 1 11\n7 2 5\n7 1 5\n", Graph: "0 1; 0>1=5 1>0=5; 3 records", Notes: "2 arcs with weights, which are kept\n2 lists with sizes or weights, which are not kept"},
		{Name: "communication", Text: "2 1 100\n9 2\n9 1\n", Graph: "0 1; 0>1 1>0; 3 records", Notes: "2 lists with sizes or weights, which are not kept"},
		{Name: "few numbers", Text: "2 1 111 2\n9 7\n9 7 7 1 5\n", Graph: "0 1; 1>0; 2 records", Notes: "1 lists with sizes or weights, which are not kept", Bad: "10 line 2: 2 numbers: expected 3 of the vertex, then 2 for each neighbour: \"9 7\"\n24 the first line counts 1 edges, each in the lines of both ends: the lists hold 1 neighbours, expected 2"},
		{Name: "half a neighbour", Text: "2 1 1\n2\n1 5\n", Graph: "0 1; 1>0; 2 records", Notes: "1 lists with sizes or weights, which are not kept", Bad: "6 line 2: 1 numbers: expected 0 of the vertex, then 2 for each neighbour: \"2\"\n12 the first line counts 1 edges, each in the lines of both ends: the lists hold 1 neighbours, expected 2"},
		{Name: "no edge", Text: "2 0\n\n\n", Graph: "0 1; ; 3 records"},
		{Name: "empty text", Text: "", Err: "the text ends: expected \"vertices edges\""},
		{Name: "one number", Text: "3\n", Err: "line 1: \"3\": expected \"vertices edges [fmt [ncon]]\", fmt of up to three digits 0 and 1"},
		{Name: "five numbers", Text: "3 2 1 1 1\n", Err: "line 1: \"3 2 1 1 1\": expected \"vertices edges [fmt [ncon]]\", fmt of up to three digits 0 and 1"},
		{Name: "word for the edges", Text: "3 x\n", Err: "line 1: \"3 x\": expected \"vertices edges [fmt [ncon]]\", fmt of up to three digits 0 and 1"},
		{Name: "word for the vertices", Text: "x 3\n", Err: "line 1: \"x 3\": expected \"vertices edges [fmt [ncon]]\", fmt of up to three digits 0 and 1"},
		{Name: "format of four digits", Text: "3 2 0001\n", Err: "line 1: \"3 2 0001\": expected \"vertices edges [fmt [ncon]]\", fmt of up to three digits 0 and 1"},
		{Name: "format of other digits", Text: "3 2 2\n", Err: "line 1: \"3 2 2\": expected \"vertices edges [fmt [ncon]]\", fmt of up to three digits 0 and 1"},
		{Name: "many sizes", Text: "3 2 10 1025\n", Err: "line 1: \"3 2 10 1025\": expected \"vertices edges [fmt [ncon]]\", fmt of up to three digits 0 and 1"},
		{Name: "word for the sizes", Text: "3 2 10 x\n", Err: "line 1: \"3 2 10 x\": expected \"vertices edges [fmt [ncon]]\", fmt of up to three digits 0 and 1"},
		{Name: "most sizes", Text: "2 0 10 1024\n" + strings.Repeat("1 ", 1024) + "\n" + strings.Repeat("1 ", 1023) + "\n", Graph: "0 1; ; 2 records", Notes: "1 lists with sizes or weights, which are not kept", Bad: "2061 line 3: 1023 numbers: expected 1024 of the vertex, then 1 for each neighbour: \"1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 \""},
		{Name: "strict", Options: formatstest.Options{Strict: true}, Text: "3 2\n2\n1\n\n", Bad: "1 bad", Err: "bad input: text, offset 9: the first line counts 2 edges, each in the lines of both ends: the lists hold 2 neighbours, expected 4"},
	})
}

// Graphs of METIS whose first line counts other edges or vertices than follow.
func TestCountsOfMETIS(t *testing.T) {
	strict := formatstest.Options{Strict: true}
	formatstest.Run(t, &lists.METISFormat, []formatstest.Case{
		{Name: "as many", Text: "3 2\n2 3\n1\n1\n", Graph: "0 1 2; 0>1 0>2 1>0 2>0; 4 records"},
		{Name: "an edge is missing", Text: "3 3\n2 3\n1\n1\n", Graph: "0 1 2; 0>1 0>2 1>0 2>0; 4 records", Bad: "12 the first line counts 3 edges, each in the lines of both ends: the lists hold 4 neighbours, expected 6\n2 bad"},
		{Name: "an edge more", Text: "3 1\n2 3\n1\n1\n", Graph: "0 1 2; 0>1 0>2 1>0 2>0; 4 records", Bad: "12 the first line counts 1 edges, each in the lines of both ends: the lists hold 4 neighbours, expected 2"},
		{Name: "an edge is missing, strict", Options: strict, Text: "3 3\n2 3\n1\n1\n", Bad: "1 bad", Err: "bad input: text, offset 12: the first line counts 3 edges, each in the lines of both ends: the lists hold 4 neighbours, expected 6"},
		{Name: "a vertex is missing", Text: "3 2\n2 3\n1\n", Graph: "0 1 2; 0>1 0>2 1>0; 3 records", Bad: "10 the first line counts 2 edges, each in the lines of both ends: the lists hold 3 neighbours, expected 4\n10 the text ends, and 1 lists that the first line counts are missing"},
		{Name: "a vertex more", Text: "2 1\n2\n1\n1\n", Graph: "0 1; 0>1 1>0; 3 records", Bad: "8 line 4: there are more lines than the 2 vertices: \"1\""},
	})
}
