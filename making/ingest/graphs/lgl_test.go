package graphs_test

import (
	"testing"

	"weft/making/ingest/formats/formatstest"
	"weft/making/ingest/graphs"
	"weft/making/ingest/tables"
)

func TestDetectLGL(t *testing.T) {
	formatstest.Detect(t, &graphs.LGLFormat, map[string]bool{
		"# a\nb\nc\n# b\nc 1.5\n":   true,
		"\r\n # a\n\nb\n# b\nc\n":   true,
		"# a\nb\n# c\nd\n":          false, // no node is a neighbour of another
		"# a\nb\n# b\nc\n# a\nd\n":  false,
		"# a\nb\n# b x\nc\n":        false,
		"# a\nb\n# b\nc x\n":        false,
		"# a\nb\n# b\nc 1 2\n":      false,
		"# a\nb\na\n# b\nc\n":       false, // a loop
		"# a\nb\nb\n# b\nc\n":       false,
		"# a\nb\n# b\na\n":          false, // the same edge, from its other end
		"#a\nb\n# b\nc\n":           false,
		"b\n# a\nb\n# b\nc\n":       false,
		"# a\nb\n# b\nc\n## c\nd\n": false,
		"# b\nc\n# a\nb\n":          true,
		"":                          false,
	})
}

func TestDoubtAboutLGL(t *testing.T) {
	const doubt = "it may be a list of arcs with comments, or a graph of LGL, whose lines \"# node\" begin the neighbours of a node: say 'format' edges or 'format' lgl"
	for text, want := range map[string]string{
		"# 1\n2 3\n# 2\n3 1\n":   doubt, // each weight is a node
		"# 1\n2 3\n# 2\n4 1\n":   "",    // 3 is no node
		"# 1\n2 3\n# 2\n3 1.0\n": "",
		"# 1\n2 3\n# 2\n3\n":     "",
		"# a\nb\n# b\nc\n":       "",
		"1 2\n2 3\n":             "",
	} {
		if got := formatstest.Doubt(&graphs.LGLFormat, text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestLGL(t *testing.T) {
	both := formatstest.Options{Options: tables.Options{Directed: tables.DirectedNo}}
	yes := formatstest.Options{Options: tables.Options{Directed: tables.DirectedYes}}
	formatstest.Run(t, &graphs.LGLFormat, []formatstest.Case{
		{Name: "neighbours", Text: "# a\nb\nc 1.5\n# b\nc\n\n# d\n", Options: yes, Graph: "a b c d; a>b a>c b>c; 7 records", Notes: "1 edges with weights or other attributes, which are not kept"},
		{Name: "both ways", Text: "# a\nb\n# b\nc\n", Options: both, Graph: "a b c; a>b b>a b>c c>b; 5 records"},
		{Name: "direction not said", Text: "# a\nb\n# b\nc\n", Graph: "a b c; a>b b>c; 5 records", Notes: "1 graphs without a word about direction, read as directed"},
		{Name: "before the first node", Text: "x\n# a\nb\n", Options: yes, Graph: "a b; a>b; 3 records", Bad: "0 line 1: expected a line \"# node\" before its neighbours: \"x\""},
		{Name: "further words", Text: "# a\nb c\nb 1 2\nb 1\n", Options: yes, Graph: "a b; a>b; 3 records", Notes: "1 edges with weights or other attributes, which are not kept", Bad: "4 line 2: expected a neighbour of \"a\", perhaps with a weight: \"b c\"\n8 line 3: expected a neighbour of \"a\", perhaps with a weight: \"b 1 2\""},
		{Name: "long node", Text: "# " + long + "\nb\n# c\nd\n", Options: yes, Graph: "c d; c>d; 3 records", Bad: "0 line 1: its identifier is longer than 65536 bytes: \"# xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"\n65540 line 2: edge: its identifier is longer than 65536 bytes"},
	})
}
