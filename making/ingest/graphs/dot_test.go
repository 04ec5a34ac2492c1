package graphs_test

import (
	"fmt"
	"strings"
	"testing"

	"weft/making/ingest/formats/formatstest"
	"weft/making/ingest/graphs"
)

func TestDetectDOT(t *testing.T) {
	formatstest.Detect(t, &graphs.DOTFormat, map[string]bool{
		"graph {":                                true,
		"strict DiGraph \"a \\\" b\" {":          true,
		"// x\n/* y\n*/\n# yes\n digraph G-1{":   true,
		"graph a b {":                            false,
		"graph":                                  false,
		"graphs {":                               false,
		"subgraph {":                             false,
		"digraph G // name\n {":                  true,
		strings.Repeat(" ", 1<<14-7) + "graph {": true,
		strings.Repeat(" ", 1<<14-6) + "graph {": false,
	})
}

func TestDOT(t *testing.T) {
	formatstest.Run(t, &graphs.DOTFormat, []formatstest.Case{
		{Name: "digraph", Text: "digraph { a -> b; b -> c\nd }", Graph: "a b c d; a>b b>c; 6 records"},
		{Name: "graph", Text: "strict graph G { a -- b -- c; d }", Graph: "a b c d; a>b b>a b>c c>b; 6 records"},
		{Name: "capitals", Text: "Strict DIGRAPH \"x\" { Node [label=y]; EDGE [color=red]; Graph [a=b]; a -> b }", Graph: "a b; a>b; 3 records"},
		{Name: "numbers", Text: "digraph { 0 -> 1; 1 -> 2 }", Graph: "0 1 2; 0>1 1>2; 5 records"},
		{Name: "identifiers", Text: "digraph { a_1 -> -2.5; -.5 -> \"b c\"; é -> \"é\"; À -> \"À\" }", Graph: "-.5 -2.5 a_1 b c À é; -.5>b c a_1>-2.5 À>À é>é; 10 records"},
		{Name: "quotes", Text: "digraph { \"a\\\"b\" -> \"c\\\nd\"; \"e\\n\" -> \"f\" /* x */ + // y\n\"g\"; \"node\" -> h }", Graph: "a\"b cd e\\n fg h node; a\"b>cd e\\n>fg node>h; 9 records"},
		{Name: "html", Text: "digraph { <a<b>c> -> d; e [label=<x>]; <node> -> d }", Graph: "a<b>c d e node; a<b>c>d node>d; 6 records"},
		{Name: "labels", Text: "digraph { 1 [label=\"one\"]; 2 [label=x, URL=\"http://b.example/\"]; 3 [href=\"http://c.example/\"; label=y]; 4 [label=\"{a|b}\"]; 5 [label=\"a\\nb\"]; 6 [LABEL=six]; 7 [shape=box]; 1 -> 4; 5 -> 7 }", Graph: "4 5 7 one six http://b.example/ http://c.example/; 5>7 one>4; 9 records"},
		{Name: "labels of URLs", Text: "digraph { \"http://a.example/\" [label=A]; \"http://b.example/\" [URL=\"http://c.example/\"]; \"http://a.example/\" -> \"http://b.example/\" }", Graph: "http://a.example/ http://c.example/; http://a.example/>http://c.example/; 3 records"},
		{Name: "labels that come later", Text: "digraph { a -> b; b [label=bob]; b [label=rob]; b; a [x=y] }", Graph: "a bob; a>bob; 3 records", Notes: "1 attributes of nodes, which are not kept"},
		{Name: "lists of attributes", Text: "digraph { a [x=1,y=2;z] [label=l,] ; b [] ; c [q] }", Graph: "b c l; ; 3 records"},
		{Name: "chain", Text: "digraph { a -> b -> c -> a }", Graph: "a b c; a>b b>c c>a; 6 records"},
		{Name: "loop", Text: "graph { a -- a }", Graph: "a; a>a; 2 records"},
		{Name: "attributes of edges", Text: "digraph { a -> b [color=red, len=2]; b -> c [weight=3]; c -> a []; edge [weight=7]; a -> c }", Graph: "a b c; a>b a>c b>c c>a; 7 records", Notes: "2 edges with weights or other attributes, which are not kept"},
		{Name: "assignments", Text: "digraph { rankdir=LR; size=\"1,2\" a -> b; x = y; }", Graph: "a b; a>b; 3 records"},
		{Name: "ports", Text: "digraph { a:p -> b:p:ne; c:\"q\" -> d:w }", Graph: "a b c d; a>b c>d; 6 records"},
		{Name: "nodes between commas", Text: "digraph { a, b -> c, d; e, f [label=x]; g, ; h, node [x=y]; i, edge [x=y]; j, graph [x=y]; k, subgraph { l } }", Graph: "a b c d g h i j k l x x #5; a>c a>d b>c b>d; 16 records", Notes: "1 pages with the name of another, kept under another name"},
		{Name: "subgraphs", Text: "digraph { a -> { b c } -> d; subgraph s { e -> f }; { g } }", Graph: "a b c d e f g; a>b a>c b>d c>d e>f; 12 records"},
		{Name: "subgraphs without edges between their nodes", Text: "graph { { a; b } -- subgraph { c d } }", Graph: "a b c d; a>c a>d b>c b>d c>a c>b d>a d>b; 8 records"},
		{Name: "a subgraph that is named again", Text: "digraph { subgraph s { a b } subgraph s { c } x -> subgraph s }", Graph: "a b c x; x>a x>b x>c; 7 records"},
		{Name: "a subgraph of the same name in another", Text: "digraph { subgraph s { a } subgraph t { subgraph s { b } } x -> subgraph s }", Graph: "a b x; x>a; 4 records"},
		{Name: "a subgraph inside is named again", Text: "digraph { subgraph t { subgraph s { b } x -> subgraph s } subgraph t { y -> subgraph s } }", Graph: "b x y; x>b y>b; 5 records"},
		{Name: "the same anonymous subgraph is none", Text: "digraph { { subgraph s { a } } { x -> subgraph s { b } } }", Graph: "a b x; x>b; 4 records"},
		{Name: "edges of a subgraph", Text: "digraph { { a -> b -> c } -> d }", Graph: "a b c d; a>b a>d b>c b>d c>d; 9 records"},
		{Name: "subgraph with attributes", Text: "digraph { a -> subgraph { b [label=x] edge [y=z] c } [color=red] }", Graph: "a c x; a>c a>x; 5 records", Notes: "1 edges with weights or other attributes, which are not kept"},
		{Name: "comments", Text: "# first\ndigraph { // x -> y\n# z -> w\n/* a -> \n* / b **/ a -> b\n c -> d }", Graph: "a b c d; a>b c>d; 6 records"},
		{Name: "comments in a row", Text: "# 1 \"file\"\n# 2\n\t# 3\ndigraph { a -> b // x\n# y\n// z\n # w\n\n#\n}", Graph: "a b; a>b; 3 records"},
		{Name: "hash after a comment", Text: "digraph { a\n/* x */ # y\n}", Err: "line 2, offset 21: found '#': expected a node, an edge or \"}\"; other characters stand in quotes"},
		{Name: "hash inside a line", Text: "digraph { a # y\n}", Err: "line 1, offset 13: found '#': expected a node, an edge or \"}\"; other characters stand in quotes"},
		{Name: "comment after a byte order mark", Text: "\ufeff# x\ndigraph { a }", Graph: "a; ; 1 records"},
		{Name: "byte order mark", Text: "\ufeffdigraph { a -> b }", Graph: "a b; a>b; 3 records"},
		{Name: "separators", Text: "digraph { ;;a;,b, -> c;;}", Graph: "a b c; b>c; 4 records"},
	})
}

func TestWeightsOfDOT(t *testing.T) {
	weigh := formatstest.Options{Weights: "auto"}
	formatstest.Run(t, &graphs.DOTFormat, []formatstest.Case{
		{Name: "weights", Options: weigh, Text: "digraph { a -> b [weight=2.5]; b -> c -> a [weight=\"1\", color=red]; c -> b [color=red]; a -> a [weight=x] }", Graph: "a b c; a>b=2.5 b>c=1 c>a=1; 6 records", Notes: "3 arcs with weights, which are kept\n2 edges with weights or other attributes, which are not kept", Bad: "87 line 1: edge: the weight of the arc is missing\n107 line 1: edge: the weight \"x\": expected a finite number"},
		{Name: "both ways", Options: weigh, Text: "graph { a -- b [weight=2] }", Graph: "a b; a>b=2 b>a=2; 3 records", Notes: "2 arcs with weights, which are kept"},
		{Name: "usual weights", Options: weigh, Text: "digraph { a -> b [weight=3]; edge [weight=7]; b -> c; subgraph { edge [weight=8]; c -> d; d -> e [weight=9] } edge [color=red]; e -> a }", Graph: "a b c d e; a>b=3 b>c=7 c>d=8 d>e=9 e>a=7; 10 records", Notes: "5 arcs with weights, which are kept"},
		{Name: "subgraphs", Options: weigh, Text: "digraph { { a b } -> c [weight=2] }", Graph: "a b c; a>c=2 b>c=2; 5 records", Notes: "2 arcs with weights, which are kept"},
		{Name: "two weights", Options: weigh, Text: "digraph { a -> b [weight=2, Weight=3] }", Err: "the options do not fit the input: 'weights': \"weight\" and \"Weight\" may both be the weight of an edge: name one, as in 'weights' weight"},
		{Name: "two usual weights", Options: weigh, Text: "digraph { edge [weight=2, Weight=3] }", Err: "the options do not fit the input: 'weights': \"weight\" and \"Weight\" may both be the weight of an edge: name one, as in 'weights' weight"},
		{Name: "weight twice", Options: weigh, Text: "digraph { a -> b [weight=2] [weight=3] }", Graph: "a b; a>b=3; 3 records", Notes: "1 arcs with weights, which are kept"},
		{Name: "end inside attributes", Options: weigh, Text: "digraph { a -> b [weight=2", Err: "line 1, offset 26: the text ends inside the graph: expected an attribute or \"]\""},
		{Name: "other name", Options: formatstest.Options{Weights: "len"}, Text: "digraph { a -> b [weight=2, len=5]; edge [len=1]; b -> a }", Graph: "a b; a>b=5 b>a=1; 4 records", Notes: "2 arcs with weights, which are kept\n1 edges with weights or other attributes, which are not kept"},
	})
}

func TestFaultsOfDOT(t *testing.T) {
	deep := func(n int) string {
		return "digraph { " + strings.Repeat("{ ", n) + "a" + strings.Repeat(" }", n) + " }"
	}
	many := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, " %d", i)
		}
		return b.String()
	}
	formatstest.Run(t, &graphs.DOTFormat, []formatstest.Case{
		{Name: "other word", Text: "tree { }", Err: "line 1, offset 4: found \"tree\": expected \"graph\" or \"digraph\""},
		{Name: "quoted keyword", Text: "\"digraph\" { }", Err: "line 1, offset 10: found \"digraph\": expected \"graph\" or \"digraph\""},
		{Name: "markup for a keyword", Text: "<digraph> { }", Err: "line 1, offset 9: found \"digraph\": expected \"graph\" or \"digraph\""},
		{Name: "no brace", Text: "digraph a b { }", Err: "line 1, offset 11: found \"b\": expected \"{\""},
		{Name: "no name", Text: "digraph ; { }", Err: "line 1, offset 9: found ';': expected \"{\""},
		{Name: "two graphs", Text: "digraph { a }\ndigraph { b }", Err: "line 2, offset 21: found \"digraph\": expected the end: one graph a file is read"},
		{Name: "closing brace", Text: "digraph { a } }", Err: "line 1, offset 15: found '}': expected the end: one graph a file is read"},
		{Name: "no closing brace", Text: "digraph { a -> b", Err: "line 1, offset 16: the text ends inside the graph: expected a node, \"subgraph\" or \"}\""},
		{Name: "end after an arrow", Text: "digraph { a ->", Err: "line 1, offset 14: the text ends inside the graph: expected a node, \"subgraph\" or \"}\""},
		{Name: "other arrow", Text: "digraph { a -- b }", Err: "line 1, offset 14: found --: expected -> in a digraph, -- in a graph"},
		{Name: "other edge", Text: "graph { a -> b }", Err: "line 1, offset 12: found ->: expected -> in a digraph, -- in a graph"},
		{Name: "dash", Text: "graph { a - b }", Err: "line 1, offset 12: found \"-\": expected -> or --"},
		{Name: "dash at the end", Text: "graph { a -", Err: "line 1, offset 11: found \"-\": expected -> or --"},
		{Name: "no node after an arrow", Text: "digraph { a -> ; }", Err: "line 1, offset 16: found ';': expected a node, \"subgraph\" or \"}\""},
		{Name: "no node after a second arrow", Text: "digraph { a -> b -> [x=y] }", Err: "line 1, offset 21: found '[': expected a node, \"subgraph\" or \"}\""},
		{Name: "bracket", Text: "digraph { [x=y] }", Err: "line 1, offset 11: found '[': expected a node, \"subgraph\" or \"}\""},
		{Name: "no value", Text: "digraph { x = ; }", Err: "line 1, offset 15: found ';': expected a value"},
		{Name: "no value of an attribute", Text: "digraph { a [x=] }", Err: "line 1, offset 16: found ']': expected a value"},
		{Name: "no attribute", Text: "digraph { a [=] }", Err: "line 1, offset 14: found '=': expected an attribute or \"]\""},
		{Name: "no attribute of an edge", Text: "digraph { a -> b [:] }", Err: "line 1, offset 19: found ':': expected an attribute or \"]\""},
		{Name: "no attribute of all nodes", Text: "digraph { node [:] }", Err: "line 1, offset 17: found ':': expected an attribute or \"]\""},
		{Name: "no attribute of all edges", Text: "digraph { edge [:] }", Err: "line 1, offset 17: found ':': expected an attribute or \"]\""},
		{Name: "no port", Text: "digraph { a: -> b }", Err: "line 1, offset 15: found '-': expected a port"},
		{Name: "no identifier", Text: "digraph { \"\" -> b }", Err: "line 1, offset 15: a node without an identifier"},
		{Name: "no subgraph", Text: "digraph { subgraph s -> b }", Err: "line 1, offset 23: found '-': expected \"{\" and the nodes of the subgraph"},
		{Name: "no brace of a subgraph", Text: "digraph { subgraph ; }", Err: "line 1, offset 20: found ';': expected \"{\" and the nodes of the subgraph"},
		{Name: "end in a subgraph", Text: "digraph { subgraph { a", Err: "line 1, offset 22: the text ends inside the graph: expected a node, \"subgraph\" or \"}\""},
		{Name: "fault in a subgraph", Text: "digraph { b -> subgraph { a [=] } }", Err: "line 1, offset 30: found '=': expected an attribute or \"]\""},
		{Name: "end in quotes", Text: "digraph { \"a", Err: "line 1, offset 12: the text ends inside a text"},
		{Name: "end after a plus", Text: "digraph { \"a\" +", Err: "line 1, offset 15: expected a text in quotes after \"+\""},
		{Name: "plus before a word", Text: "digraph { \"a\" + b }", Err: "line 1, offset 17: expected a text in quotes after \"+\""},
		{Name: "quotes at the end", Text: "digraph { \"a\"", Err: "line 1, offset 13: the text ends inside the graph: expected a node, \"subgraph\" or \"}\""},
		{Name: "end in markup", Text: "digraph { <a<b>", Err: "line 1, offset 15: the text ends inside a text of HTML"},
		{Name: "end in a comment", Text: "digraph { a /* b *", Err: "line 1, offset 18: the text ends inside a comment"},
		{Name: "half a comment", Text: "digraph { a / b }", Err: "line 1, offset 14: found \"/\": expected a comment, // or /*"},
		{Name: "other character", Text: "digraph {\n a & b }", Err: "line 2, offset 14: found '&': expected a node, an edge or \"}\"; other characters stand in quotes"},
		{Name: "breaks off", Text: "digraph { a -> b ", Options: formatstest.Options{Broken: true}, Err: "line 1, offset 17: the text breaks off inside the graph: unexpected EOF"},
		{Name: "breaks off in a word", Text: "digraph { a -> b", Options: formatstest.Options{Broken: true}, Err: "line 1, offset 16: the text breaks off inside the graph: unexpected EOF"},
		{Name: "empty text", Text: "", Err: "line 1, offset 0: the text ends inside the graph: expected \"graph\" or \"digraph\""},
		{Name: "long word", Text: "digraph { " + long + " }", Err: "line 1, offset 65547: an identifier or text of more than 65536 bytes"},
		{Name: "longest word", Text: "digraph { " + long[1:] + " -> b }", Graph: "b " + long[1:] + "; " + long[1:] + ">b; 3 records"},
		{Name: "long text", Text: "digraph { a; \"" + long + "\" }", Err: "line 1, offset 65551: an identifier or text of more than 65536 bytes"},
		{Name: "long markup", Text: "digraph { <" + long + "> }", Err: "line 1, offset 65548: an identifier or text of more than 65536 bytes"},
		{Name: "depth", Text: deep(256), Graph: "a; ; 1 records"},
		{Name: "too deep", Text: deep(257), Err: "line 1, offset 525: more than 256 subgraphs inside each other"},
		{Name: "too many edges", Text: "digraph { subgraph s {" + many(2049) + " } -> subgraph s }", Err: "line 1, offset 9175: a statement that makes 4198401 edges: at most 4194304 are read"},
	})
}
