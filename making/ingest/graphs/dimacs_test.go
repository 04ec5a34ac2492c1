package graphs_test

import (
	"testing"

	"weft/making/ingest/formats/formatstest"
	"weft/making/ingest/graphs"
)

func TestDetectDIMACS(t *testing.T) {
	formatstest.Detect(t, &graphs.DIMACSFormat, map[string]bool{
		"p sp 3 2\na 1 2 7\n":        true,
		"c a graph\nc\np edge 3 2\n": true,
		"c\r\n\np\tcol\t3 2":         true,
		"\np sp 3 2\n":               false,
		"p sp 3\n":                   false,
		"p sp 3 b\n":                 false,
		"cat p sp 3 2\n":             false,
		"cp sp 3 2\n":                false,
		"a 1 2\np sp 3 2\n":          false,
	})
}

func TestDIMACS(t *testing.T) {
	formatstest.Run(t, &graphs.DIMACSFormat, []formatstest.Case{
		{Name: "arcs", Text: "c x\np sp 4 3\na 1 2 7\na 2 3 1\na 3 3\n", Graph: "0 1 2 3; 0>1 1>2 2>2; 4 records", Notes: "1 comment lines, which are not kept\n2 edges with weights or other attributes, which are not kept"},
		{Name: "edges", Text: "p col 3 3\ne 1 2\ne 2 3\n3 3\n", Graph: "0 1 2; 0>1 1>0 1>2 2>1 2>2; 4 records"},
		{Name: "edges and arcs", Text: "p sp 3 3\ne 1 2\na 2 3\ne 1 3 5\n", Graph: "0 1 2; 0>1 0>2 1>0 1>2 2>0; 4 records", Notes: "1 edges with weights or other attributes, which are not kept"},
		{Name: "each edge counted twice", Text: "p edge 3 4\ne 1 2\ne 2 3\n", Graph: "0 1 2; 0>1 1>0 1>2 2>1; 3 records"},
		{Name: "each edge listed twice", Text: "p edge 2 1\ne 1 2\ne 2 1\n", Graph: "0 1; 0>1 1>0; 3 records"},
		{Name: "one edge is missing", Text: "p edge 3 3\ne 1 2\ne 2 3\n", Graph: "0 1 2; 0>1 1>0 1>2 2>1; 3 records", Bad: "23 the text ends, and 1 arcs that the first line counts are missing"},
		{Name: "two arcs are missing", Text: "p sp 3 4\na 1 2\na 2 3\n", Graph: "0 1 2; 0>1 1>2; 3 records", Bad: "21 the text ends, and 2 arcs that the first line counts are missing\n2 bad"},
		{Name: "one arc more", Text: "p sp 3 1\na 1 2\na 2 3\n", Err: "line 3: there are 2 edges, and the line p counts 1: correct the count, or remove the edges"},
		{Name: "lines about nodes", Text: "p max 3 1\nn 1 s\nn 3 t\nd 1 2\nv 1 2\nx 1 2\nt 1\ns 2\na 1 3 9\n", Graph: "0 1 2; 0>2; 2 records", Notes: "1 edges with weights or other attributes, which are not kept\n7 lines about nodes, which are not kept"},
		{Name: "other letters", Text: "p sp 3 1\nq 1 2\na 1 2\n", Graph: "0 1 2; 0>1; 2 records", Bad: "9 line 2: expected a line that begins with c, p, a, e or n: \"q 1 2\""},
		{Name: "one node", Text: "p sp 3 2\na 1\na 1 2\n3\n", Graph: "0 1 2; 0>1; 2 records", Bad: "9 line 2: 2 words: expected a, and the two nodes of an edge: \"a 1\"\n19 line 4: 2 words: expected e, and the two nodes of an edge: \"3\"\n21 the text ends, and 1 arcs that the first line counts are missing"},
		{Name: "node beyond the count", Text: "p sp 3 2\na 1 4\na 0 1\na 1 x\na 3 1\na 1 3\n", Bad: "9 line 2: arc 1 → 4 among 3 pages: \"a 1 4\"\n15 line 3: pages are numbered from 1: \"a 0 1\"\n21 line 4: \"x\" is not the number of a page: \"a 1 x\"", Err: "line 6: there are 3 edges, and the line p counts 2: correct the count, or remove the edges"},
		{Name: "without the line p", Text: "c x\n", Err: "the text ends: expected \"p KIND nodes edges\""},
		{Name: "edge before the line p", Text: "a 1 2\np sp 2 1\n", Err: "line 1: found an edge: expected \"p KIND nodes edges\" before it"},
		{Name: "pair before the line p", Text: "1 2\np sp 2 0\n", Graph: "0 1; ; 1 records", Bad: "0 line 1: expected a line that begins with c, p, a, e or n: \"1 2\""},
		{Name: "line p twice", Text: "p sp 2 1\na 1 2\np sp 2 1\n", Err: "line 3: \"p sp 2 1\": expected \"p KIND nodes edges\", once"},
		{Name: "line p of three words", Text: "p sp 2\n", Err: "line 1: \"p sp 2\": expected \"p KIND nodes edges\", once"},
		{Name: "line p of other numbers", Text: "p sp 2 x\n", Err: "line 1: \"p sp 2 x\": expected \"p KIND nodes edges\""},
		{Name: "line p of a large number", Text: "p sp 4294967296 2\n", Err: "line 1: \"p sp 4294967296 2\": expected \"p KIND nodes edges\""},
		{Name: "formula", Text: "p cnf 3 2\n1 -3 0\n", Err: "line 1: a formula in DIMACS form (p cnf): it has clauses, and no graph"},
		{Name: "weighted formula", Text: "p wcnf 3 2\n", Err: "line 1: a formula in DIMACS form (p wcnf): it has clauses, and no graph"},
		{Name: "hypergraph", Text: "p hs 3 2\n1 2 3\n", Err: "line 1: a hypergraph in DIMACS form (p hs): its lines are sets of nodes: write a line \"e from to\" for each edge"},
		{Name: "hypergraph of widths", Text: "p htd 3 2\n", Err: "line 1: a hypergraph in DIMACS form (p htd): its lines are sets of nodes: write a line \"e from to\" for each edge"},
		{Name: "lines of a hypergraph", Text: "p tw 3 2\n1 2 3\n", Err: "line 2: \"1 2 3\": found 3 words without a letter, as in hypergraphs: write an edge as \"e from to\""},
		{Name: "coordinates", Text: "p aux 3 2\n", Err: "line 1: coordinates of nodes (p aux): give the file of the graph"},
		{Name: "breaks off", Text: "p sp 3 2\na 1 2\na 2", Options: formatstest.Options{Broken: true}, Graph: "0 1 2; 0>1; 2 records", Bad: "18 the text breaks off: the file ends too early\n18 the text ends, and 1 arcs that the first line counts are missing"},
	})
}

func TestCountsOfDIMACS(t *testing.T) {
	for text, want := range map[string]string{"p sp 3 2": "3", "c x\nc\np edge 17 2\n": "17", "p sp": "", "p sp 5": "5", "c p 3\n": ""} {
		if got := formatstest.Counts(&graphs.DIMACSFormat, text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
