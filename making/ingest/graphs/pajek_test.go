package graphs_test

import (
	"testing"

	"weft/making/ingest/formats/formatstest"
	"weft/making/ingest/graphs"
)

func TestDetectPajek(t *testing.T) {
	formatstest.Detect(t, &graphs.PajekFormat, map[string]bool{
		"*Vertices 3\n":       true,
		"% x\n\n*NETWORK a\n": true,
		"*vertice 3\n":        false,
		"*Arcs\n1 2\n":        false,
		"a\n*Vertices 3\n":    false,
		"":                    false,
	})
}

func TestCountsOfPajek(t *testing.T) {
	for text, want := range map[string]string{"*Vertices 3\n1 a\n": "3", "*Network x\n*VERTICES 17 4\n": "17", "*Vertices\n": "", "*Network 5\n": ""} {
		if got := formatstest.Counts(&graphs.PajekFormat, text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// Vertices with labels need more memory than numbered vertices.
func TestMemoryOfPajek(t *testing.T) {
	for text, want := range map[string]int64{
		"*Vertices 2\n1 a\n2 b\n": 34, "*Network\n*Vertices 2\n1 \"a\"\n": 34,
		"*Vertices 2\n1\n2 b\n": 2, "*Vertices 2\n*Arcs\n1 2\n": 2, "*Vertices 2\n*Arcslist x\n1 2\n": 2, "*Vertices 2\n": 2, "1 a\n2 b\n": 2,
	} {
		if got := graphs.PajekFormat.PerPage([]byte(text)); got != want {
			t.Errorf("%q: got %d, want %d", text, got, want)
		}
	}
}

func TestPajekWithoutLabels(t *testing.T) {
	weigh := formatstest.Options{Weights: "auto"}
	formatstest.Run(t, &graphs.PajekFormat, []formatstest.Case{
		{Name: "arcs and edges", Text: "*Vertices 4\n*Arcs\n1 2\n2 2 7\n*Edges\n3 4 1\n4 4\n", Graph: "0 1 2 3; 0>1 1>1 2>3 3>2 3>3; 7 records", Notes: "2 edges with weights or other attributes, which are not kept"},
		{Name: "lists", Text: "*VERTICES 4\n*ArcsList\n1 2 3\n2\n*EdgesList\n3 4\n", Graph: "0 1 2 3; 0>1 0>2 2>3 3>2; 6 records"},
		{Name: "arcs after edges", Text: "*Vertices 3\n*Edges\n1 2\n*Arcs\n2 3\n", Graph: "0 1 2; 0>1 1>0 1>2; 5 records"},
		{Name: "comments and blanks", Text: "% a graph\n*Network x\n\n*Vertices 2\n% y\n*Arcs :1 \"knows\"\n 1\t2\n", Graph: "0 1; 0>1; 4 records", Notes: "2 comment lines, which are not kept"},
		{Name: "vertices with lines", Text: "*Vertices 3\n1\n2 b\n3 c\n*Arcs\n1 2\n", Graph: "0 1 2; 0>1; 6 records", Notes: "2 labels of vertices, which are not kept, as the first has none"},
		{Name: "vertices beyond the count", Text: "*Vertices 2\n1\n3\n0\nx\n*Arcs\n1 2\n1 3\n3 1\n0 1\n1\n", Graph: "0 1; 0>1; 4 records", Bad: "14 line 3: vertex 3 of 2: \"3\"\n16 line 4: pages are numbered from 1: \"0\"\n18 line 5: \"x\" is not the number of a page: \"x\"\n30 line 8: arc 1 → 3 among 2 pages: \"1 3\"\n34 line 9: arc 3 → 1 among 2 pages: \"3 1\"\n38 line 10: pages are numbered from 1: \"0 1\"\n42 line 11: one column: an arc takes two: \"1\""},
		{Name: "bad neighbours", Text: "*Vertices 2\n*Arcslist\n1 x 2\nx 1\n1 2 3\n", Graph: "0 1; 0>1; 2 records", Bad: "22 line 3: \"x\" is not the number of a page: \"1 x 2\"\n28 line 4: \"x\" is not the number of a page: \"x 1\"\n32 line 5: arc 1 → 3 among 2 pages: \"1 2 3\""},
		{Name: "matrix", Text: "*Vertices 3\n*Matrix\n0 1 0\n0 2.5 -1\n0 0 0\n", Graph: "0 1 2; 0>1 1>1 1>2; 5 records", Notes: "2 edges with weights or other attributes, which are not kept"},
		{Name: "matrix of two modes", Text: "*Vertices 5 2\n*Matrix\n1 0 1\n0 1 0\n", Graph: "0 1 2 3 4; 0>2 0>4 1>3; 4 records"},
		{Name: "rows of other lengths", Text: "*Vertices 2\n*Matrix\n0 1 0\n1 0\n", Graph: "0 1; 1>0; 3 records", Bad: "20 line 3: row 1 of the matrix has 3 numbers, expected 2: \"0 1 0\""},
		{Name: "row with a word", Text: "*Vertices 2\n*Matrix\n0 x\n1 0\n", Graph: "0 1; 1>0; 3 records", Bad: "20 line 3: \"x\" in row 1 of the matrix is not a number: \"0 x\""},
		{Name: "rows more", Text: "*Vertices 2\n*Matrix\n0 1\n1 0\n1 1\n", Graph: "0 1; 0>1 1>0; 4 records", Bad: "28 line 5: the matrix has more than the 2 rows of its vertices: \"1 1\""},
		{Name: "row missing", Text: "*Vertices 2\n*Matrix\n0 1\n", Graph: "0 1; 0>1; 3 records", Bad: "24 the matrix ends, and 1 of its 2 rows are missing"},
		{Name: "rows missing", Text: "*Vertices 3\n*Matrix\n0 1 0\n*Arcs\n3 1\n", Graph: "0 1 2; 0>1 2>0; 5 records", Bad: "32 the matrix ends, and 2 of its 3 rows are missing\n2 bad"},
		{Name: "a row missing, strict", Options: formatstest.Options{Strict: true}, Text: "*Vertices 3\n*Matrix\n0 1 0\n*Arcs\n3 1\n", Bad: "1 bad", Err: "bad input: text, offset 32: the matrix ends, and 2 of its 3 rows are missing"},
		{Name: "two matrices", Text: "*Vertices 2\n*Matrix\n0 1\n0 0\n*Matrix\n0 0\n1 0\n", Graph: "0 1; 0>1 1>0; 7 records"},
		{Name: "weights", Options: weigh, Text: "*Vertices 3\n*Arcs\n1 2 2.5\n2 3\n3 1 x\n*Edges\n1 3 4\n", Graph: "0 1 2; 0>1=2.5 0>2=4 1>2=1 2>0=4; 6 records", Notes: "4 arcs with weights, which are kept", Bad: "30 line 5: the weight \"x\": expected a finite number: \"3 1 x\""},
		{Name: "weights of lists", Options: weigh, Text: "*Vertices 3\n*Arcs\n1 2 2.5\n*Arcslist\n2 3 1\n", Graph: "0 1 2; 0>1=2.5 1>0=1 1>2=1; 5 records", Notes: "3 arcs with weights, which are kept"},
		{Name: "weights of a matrix", Options: weigh, Text: "*Vertices 2\n*Matrix\n0 1.5\n2 inf\n", Graph: "0 1; 0>1=1.5 1>0=2; 3 records", Notes: "2 arcs with weights, which are kept", Bad: "26 line 4: the weight \"inf\": expected a finite number: \"2 inf\""},
		{Name: "vertices alone", Text: "*Vertices 2\n", Graph: "0 1; ; 1 records"},
		{Name: "empty text", Text: "", Err: "the text ends: expected \"*Vertices\" and their number"},
		{Name: "network without vertices", Text: "*Network x\n", Err: "the text ends: expected \"*Vertices\" and their number"},
		{Name: "partition without vertices", Text: "*Partition x\n", Err: "the text ends: expected \"*Vertices\" and their number"},
		{Name: "network that breaks off", Options: formatstest.Options{Broken: true}, Text: "*Network x\n*Vert", Bad: "16 the text breaks off: the file ends too early", Err: "the text ends: expected \"*Vertices\" and their number"},
		{Name: "lines before the vertices", Text: "*Network x\n1 2\n*Vertices 2\n", Err: "line 2: found \"1\": expected \"*Vertices\" and their number"},
		{Name: "no vertices", Text: "*Network x\n*Vertices 0\n", Graph: "; ; 2 records"},
		{Name: "no section", Text: "1 2\n", Err: "line 1: found \"1\": expected \"*Vertices\" and their number"},
		{Name: "arcs before vertices", Text: "*Arcs\n1 2\n*Vertices 2\n", Err: "line 1: *Arcs stands before *Vertices"},
		{Name: "no number of vertices", Text: "*Vertices\n", Err: "line 1: expected the number of vertices behind *Vertices"},
		{Name: "word for the number of vertices", Text: "*Vertices two\n", Err: "line 1: \"two\" is not the number of vertices, given once"},
		{Name: "vertices twice", Text: "*Vertices 2\n*Vertices 2\n", Err: "line 2: \"2\" is not the number of vertices, given once"},
		{Name: "modes", Text: "*Vertices 2 3\n", Err: "line 1: \"3\" is not the number of vertices of the first mode, of 2 in all"},
		{Name: "word for the modes", Text: "*Vertices 2 x\n", Err: "line 1: \"x\" is not the number of vertices of the first mode, of 2 in all"},
		{Name: "other section", Text: "*Vertices 2\n*Points\n", Err: "line 2: the section \"*Points\" is not read: expected *Vertices, *Arcs, *Edges, *Arcslist, *Edgeslist or *Matrix"},
		{Name: "partition", Text: "*Vertices 2\n*Arcs\n1 2\n*Partition x\n*Vertices 2\n1\n2\n*Vector\n*Vertices 2\n0.5\n", Graph: "0 1; 0>1; 10 records", Notes: "3 lines of partitions and vectors, which are not kept"},
		{Name: "further network", Text: "*Network a\n*Vertices 2\n*Arcs\n1 2\n*Network b\n*Vertices 3\n1 x\n*Arcs\n2 1\n*Network c\n*Vertices 1\n", Graph: "0 1; 0>1; 9 records", Notes: "2 further networks of the project, which are not read: each needs a file of its own"},
		{Name: "further vertices", Text: "*Vertices 2\n*Arcs\n1 2\n*Vertices 3\n1 x\n*Arcs\n3 1\n", Graph: "0 1; 0>1; 5 records", Notes: "1 further networks of the project, which are not read: each needs a file of its own"},
		{Name: "partition of a further network", Text: "*Vertices 2\n*Arcs\n1 2\n*Vertices 3\n*Arcs\n1 2\n*Partition p\n*Vertices 3\n1\n", Graph: "0 1; 0>1; 7 records", Notes: "1 further networks of the project, which are not read: each needs a file of its own"},
		{Name: "breaks off", Options: formatstest.Options{Broken: true}, Text: "*Vertices 2\n*Arcs\n1 2\n2", Graph: "0 1; 0>1; 3 records", Bad: "23 the text breaks off: the file ends too early"},
	})
}

func TestPajekWithLabels(t *testing.T) {
	named := func(label string) string { return "*Vertices 2\n1 " + label + "\n2 z\n*Arcs\n1 2\n" }
	formatstest.Run(t, &graphs.PajekFormat, []formatstest.Case{
		{Name: "labels", Text: "*Vertices 3\n1 \"Ann B\" 0.5 0.5 ic Red\n2 Bob 0.1\n3\n*Arcs\n1 2\n3 1\n*Edges\n2 3\n1 1\n", Graph: "3 Ann B Bob; 3>Ann B 3>Bob Ann B>Ann B Ann B>Bob Bob>3; 10 records"},
		{Name: "URLs", Text: "*Vertices 2\n1 \"http://b.example/\"\n2 \"http://a.example\"\n*Arcs\n1 2\n", Graph: "http://a.example/ http://b.example/; http://b.example/>http://a.example/; 5 records"},
		{Name: "vertices without lines", Text: "*Vertices 3\n2 b\n*Arcs\n1 2\n2 3\n", Graph: "1 3 b; 1>b b>3; 5 records"},
		{Name: "same label", Text: "*Vertices 2\n1 a\n2 a\n*Arcs\n1 2\n", Graph: "a a #1; a>a #1; 5 records", Notes: "1 pages with the name of another, kept under another name"},
		{Name: "empty label", Text: "*Vertices 2\n1 \"\"\n2 b\n*Arcs\n1 2\n", Graph: "1 b; 1>b; 5 records"},
		{Name: "listed twice", Text: "*Vertices 2\n1 a\n1 b\n2 c\n*Arcs\n1 2\n", Graph: "a c; a>c; 5 records", Bad: "16 line 3: vertex 1 is listed twice: \"1 b\""},
		{Name: "arc beyond the count", Text: "*Vertices 2\n1 a\n2 b\n3 c\n*Arcs\n1 3\n3 1\n2 1\n", Graph: "a b; b>a; 5 records", Bad: "20 line 4: vertex 3 of 2: \"3 c\"\n30 line 6: arc 1 → 3 among 2 vertices: \"1 3\"\n34 line 7: arc 3 → 1 among 2 vertices: \"3 1\""},
		{Name: "matrix", Text: "*Vertices 2\n1 a\n2 b\n*Matrix\n0 1\n0 0\n", Graph: "a b; a>b; 6 records"},
		{Name: "list of edges", Text: "*Vertices 3\n1 a\n2 b\n*Edgeslist\n1 2 3\n", Graph: "3 a b; 3>a a>3 a>b b>a; 5 records"},
		{Name: "quote inside", Text: named(`"a\"b" x`), Graph: "a\"b z; a\"b>z; 5 records"},
		{Name: "backslashes", Text: named(`"a\\b"`), Graph: "a\\\\b z; a\\\\b>z; 5 records"},
		{Name: "backslashes and a quote", Text: named(`"a\\b\"c"`), Graph: "a\\b\"c z; a\\b\"c>z; 5 records"},
		{Name: "backslash before the last quote", Text: named(`"a\" 0.5`), Graph: "a\\ z; a\\>z; 5 records"},
		{Name: "backslashes before the last quote", Text: named(`"a\\" x "b"`), Graph: "a\\\\ z; a\\\\>z; 5 records"},
		{Name: "no closing quote", Text: named(`"a b`), Graph: "\"a b z; \"a b>z; 5 records"},
		{Name: "characters by number", Text: named(`"a&#34;b&#228;&#0;&#9999999;&#x41;&#;"`), Graph: "a\"bä&#0;&#9999999;&#x41;&#; z; a\"bä&#0;&#9999999;&#x41;&#;>z; 5 records"},
		{Name: "tabs", Text: "*Vertices 2\n\t1\t\ta\t0.5\n 2  \"b\tc\"\n*Arcs\n1 2\n", Graph: "a b%09c; a>b%09c; 5 records"},
		{Name: "Windows-1252", Text: named("\"M\xfcller \x80\""), Graph: "Müller € z; Müller €>z; 5 records"},
		{Name: "most are not listed", Text: "*Vertices 1200000\n1 a\n*Arcs\n1 2\n", Err: "line 3: *Vertices counts 1200000, and only 1 of them are listed: give each a line, or none a label"},
		{Name: "most are not listed, without arcs", Text: "*Vertices 1200000\n1 a\n", Err: "line 2: *Vertices counts 1200000, and only 1 of them are listed: give each a line, or none a label"},
		{Name: "too many", Text: "*Vertices 4000000000\n1 a\n", Err: "a network of 4000000000 vertices needs 15.4 GiB, 'memory' is 1.0 GiB: give at least 'memory' 15752MiB"},
		{Name: "too many for the memory", Options: formatstest.Options{Memory: 32 << 20}, Text: "*Vertices 5000000\n1 a\n", Err: "a network of 5000000 vertices needs 35.7 MiB, 'memory' is 32.0 MiB: give at least 'memory' 36MiB"},
		{Name: "after another network", Before: []formatstest.Input{{Format: &graphs.PajekFormat, Text: named("x")}}, Text: "*Vertices 3\n1 p\n3 q\n*Edges\n3 2\n1 1\n", Graph: "2 p q x z; 2>q p>p q>2 x>z; 11 records"},
		{Name: "network of one vertex", Text: "*Vertices 1\n1 a\n*Arcs\n1 1\n*Vertices 3\n1 x\n", Graph: "a; a>a; 5 records", Notes: "1 further networks of the project, which are not read: each needs a file of its own"},
		{Name: "further network", Text: "*Vertices 2\n1 a\n2 b\n*Arcs\n1 2\n*Vertices 3\n1 x\n*Arcs\n3 1\n", Graph: "a b; a>b; 7 records", Notes: "1 further networks of the project, which are not read: each needs a file of its own"},
		{Name: "further network without arcs of the first", Text: "*Network a\n*Vertices 2\n1 a\n*Network b\n*Vertices 1\n1 c\n", Graph: "2 a; ; 5 records", Notes: "1 further networks of the project, which are not read: each needs a file of its own"},
		{Name: "partition", Text: "*Vertices 2\n1 a\n*Partition p\n*Vertices 2\n1\n1\n*Arcs\n1 2\n", Graph: "2 a; a>2; 8 records", Notes: "2 lines of partitions and vectors, which are not kept"},
	})
}
