package lists_test

import (
	"strings"
	"testing"

	"weft/making/ingest/formats/formatstest"
	"weft/making/ingest/lists"
	"weft/making/ingest/scan"
	"weft/making/ingest/tables"
)

func TestDetectMultiline(t *testing.T) {
	formatstest.Detect(t, &lists.MultilineFormat, map[string]bool{
		"a 1\nb\nb 0\n":                       true,
		"#x\n\n a 2\nb {}\nc {'w': 1}\nb 0\n": true,
		"\ufeffa 1\nb\nb 0\n":                 true,
		"a 1\nb\n":                            false, // one node
		"a 0\nb 0\n":                          false, // no neighbour
		"a 1\nb\nb\n":                         false,
		"a 1\nb c\nb 0\n":                     false,
		"a 1\nb {x\nb 0\n":                    false,
		"a 1\nb x}\nb 0\n":                    false,
		"a 1\nb\nb 2\na\n":                    false, // a neighbour is missing
		"a x\nb\nb 0\n":                       false,
		"a 1 2\nb\nb 0\n":                     false,
		"a 1\nb\nc 62\n" + strings.Repeat("d\n", 61): true, // the first 64 lines decide
		"a 1\nb\nc 61\n" + strings.Repeat("d\n", 60): false,
		"": false,
	})
	start, end := "a 1\nb\nc 5\n", "d\nd x\n"
	long := start + strings.Repeat("#\n", (scan.TextPeek-len(start)-len(end)+2)/2) + end
	if !formatstest.Is(&lists.MultilineFormat, long[:scan.TextPeek]) {
		t.Error("the neighbours that follow the beginning of a long text are missing")
	}
}

func TestMultiline(t *testing.T) {
	yes := formatstest.Options{Options: tables.Options{Directed: tables.DirectedYes}}
	no := formatstest.Options{Options: tables.Options{Directed: tables.DirectedNo}}
	strict := yes
	strict.Strict = true
	formatstest.Run(t, &lists.MultilineFormat, []formatstest.Case{
		{Name: "names", Options: yes, Text: "#x\na 2\nb {}\nc {'w': 1}\nb 0\n%c 1\na\n", Graph: "%c a b c; %c>a a>b a>c; 6 records", Notes: "1 comment lines, which are not kept\n1 edges with weights or other attributes, which are not kept"},
		{Name: "names, both ways", Options: no, Text: "a 2\nb\na\nb 0\n", Graph: "a b; a>a a>b b>a; 4 records", Notes: "2 edges without direction, which are two arcs"},
		{Name: "numbers", Options: yes, Text: "0 2\n1 {}\n3 {'w': 1}\n1 0\n5 0\n", Graph: "0 1 2(ghost) 3 4(ghost) 5; 0>1 0>3; 5 records", Notes: "1 edges with weights or other attributes, which are not kept\n2 numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)"},
		{Name: "numbers, both ways", Options: no, Text: "0 2\n1\n0\n1 0\n", Graph: "0 1; 0>0 0>1 1>0; 4 records", Notes: "2 edges without direction, which are two arcs"},
		{Name: "an edge that leads back", Text: "a 1\nb\nb 1\na\n", Graph: "a b; a>b b>a; 4 records"},
		{Name: "a loop does not lead back", Text: "a 1\na\nb 1\nc\n", Err: "it looks like a multi-line adjacency list of NetworkX, which does not say whether its edges have a direction, and none leads back to an earlier node: say 'directed' no if the graph is undirected, 'directed' yes if it is directed"},
		{Name: "none leads back", Text: "0 1\n1\n1 0\n", Err: "it looks like a multi-line adjacency list of NetworkX, which does not say whether its edges have a direction, and none leads back to an earlier node: say 'directed' no if the graph is undirected, 'directed' yes if it is directed"},
		{Name: "neighbours missing", Options: yes, Text: "a 3\nb\n", Graph: "a b; a>b; 2 records", Bad: "6 the text ends, and 2 neighbours of \"a\" are missing\n2 bad"},
		{Name: "neighbours missing, strict", Options: strict, Text: "a 3\nb\n", Bad: "1 bad", Err: "bad input: text, offset 6: the text ends, and 2 neighbours of \"a\" are missing"},
		{Name: "a neighbour missing", Options: yes, Text: "a 2\nb\n", Graph: "a b; a>b; 2 records", Bad: "6 the text ends, and 1 neighbours of \"a\" are missing"},
		{Name: "bad lines", Options: yes, Text: "a 2\nb c\nb\nc\nd x\nd 1 2\n", Graph: "a b; a>b; 2 records", Bad: "4 line 2: 2 words: expected a neighbour of \"a\", perhaps with attributes between braces: \"b c\"\n10 line 4: expected a node and the number of its neighbours: \"c\"\n12 line 5: expected a node and the number of its neighbours: \"d x\"\n16 line 6: expected a node and the number of its neighbours: \"d 1 2\""},
		{Name: "bad numbers", Options: yes, Text: strings.Repeat("0 1\n1\n", 6000) + "x 1\n1\n1 1\ny\n", Graph: "0 1; 0>1; 12002 records", Bad: "36000 line 12001: \"x\" is not the number of a page: \"x 1\"\n36010 line 12004: \"y\" is not the number of a page: \"y\""},
		{Name: "bad name", Options: yes, Text: "\xff 1\nb\nb 1\n\xff\n", Graph: "b; ; 1 records", Bad: "0 line 1: a name that is not UTF-8 (convert the file: iconv -f WINDOWS-1252 -t UTF-8): \"\\xff 1\"\n4 line 2: a name that is not UTF-8: \"b\"\n10 line 4: a name that is not UTF-8 (convert the file: iconv -f WINDOWS-1252 -t UTF-8): \"\\xff\""},
	})
}
