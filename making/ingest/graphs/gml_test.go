package graphs_test

import (
	"strings"
	"testing"

	"weft/making/ingest/formats/formatstest"
	"weft/making/ingest/graphs"
	"weft/making/ingest/scan"
)

func TestDetectGML(t *testing.T) {
	formatstest.Detect(t, &graphs.GMLFormat, map[string]bool{
		"graph [ ]": true,
		"# a comment\nCreator \"x\"\nVersion 1\ngraph\n[": true,
		"graph":                                false,
		"graph 1":                              false,
		"graph 1 graph [":                      true,
		"graphics [ ] graph [":                 false,
		"graph x":                              false,
		"1 graph [":                            false,
		"a 1":                                  false,
		"a \"1":                                false,
		"a ]":                                  false,
		strings.Repeat("a 1 ", 63) + "graph [": true,
		strings.Repeat("a 1 ", 64) + "graph [": false,
		"{":                                    false,
		"graph {":                              false,
	})
}

func TestGML(t *testing.T) {
	weigh := formatstest.Options{Weights: "auto"}
	formatstest.Run(t, &graphs.GMLFormat, []formatstest.Case{
		{Name: "directed", Text: "graph [ directed 1 node [ id 0 ] node [ id 1 ] node [ id 2 ] edge [ source 0 target 1 ] edge [ source 1 target 1 ] ]", Graph: "0 1 2; 0>1 1>1; 5 records"},
		{Name: "undirected", Text: "graph [ directed 0 node [ id 0 ] node [ id 1 ] edge [ source 0 target 1 ] ]", Graph: "0 1; 0>1 1>0; 3 records"},
		{Name: "undirected if nothing says", Text: "graph [ node [ id 0 ] node [ id 1 ] edge [ source 0 target 1 ] ]", Graph: "0 1; 0>1 1>0; 3 records"},
		{Name: "labels", Text: "graph [ directed 1 node [ id 0 label \"a b\" ] node [ id 1 name \"c\" ] node [ id 2 label \"d\" name \"e\" ] node [ id 3 name \"f\" label \"g\" ] node [ id 4 label \"h\" url \"http://h.example/\" ] edge [ source 0 target 4 ] ]", Graph: "a b c d g http://h.example/; a b>http://h.example/; 6 records", Notes: "1 nodes with further attributes, which are not kept"},
		{Name: "attributes", Text: "graph [ directed 1 node [ id 0 x 1.5 graphics [ w 2 inner [ h [ ] ] ] ] node [ id 1 y -2 ] node [ id 2 z [ ] ] edge [ id 7 source 0 target 1 value 2 ] edge [ source 1 target 2 graphics [ w 2 ] ] ]", Graph: "0 1 2; 0>1 1>2; 5 records", Notes: "1 edges with weights or other attributes, which are not kept\n2 nodes with further attributes, which are not kept"},
		{Name: "other keys", Text: "Creator \"x\" # [\nVersion 1\nextra [ node [ id 9 ] a [ ] ]\ngraph [ comment \"[\" label 7 hierarchic 1 more [ node [ id 9 ] ] node 5 edge 6 directed [ ] node [ id 0 ] ]\nafter 1 last [ a 1 ]", Graph: "0; ; 1 records"},
		{Name: "words", Text: "graph [ directed 1 node [ id 0 label nan ] node [ id 1 label NA ] node [ id 2 label INF ] node [ id 3 label Infinity ] ]", Graph: "0 1 INF Infinity; ; 4 records"},
		{Name: "value that is a word", Text: "graph [ node [ id 0 label abc ] ]", Err: "line 1, offset 29: found abc: expected a value for label"},
		{Name: "numbers", Text: "graph [ directed 1 node [ id +1 ] node [ id -1.5e3 ] node [ id .5 ] edge [ source +1 target .5 ] ]", Graph: "+1 -1.5e3 .5; +1>.5; 4 records"},
		{Name: "entities", Text: "graph [ directed 1 node [ id 0 label \"a &amp; b&#38;&#x26; &x & c;\" ] node [ id 1 label \"&CounterClockwiseContourIntegral;\" ] node [ id 2 label \"&" + strings.Repeat("x", 40) + ";\" ] ]", Graph: "&xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; a & b&& &x & c; ∳; ; 3 records"},
		{Name: "direction first", Text: "graph [ directed 1 label \"x\" more [ y 1 ] node [ id 0 ] node [ id 1 ] edge [ source 0 target 1 ] z 1 ]", Graph: "0 1; 0>1; 3 records"},
		{Name: "several lines", Text: "graph\n[\n directed\n 1\n node\n [\n id\n 0\n ]\n node [ id 0 ]\n]", Graph: "0; ; 1 records", Bad: "54 line 10: node: \"0\" is declared twice"},
		{Name: "weights", Options: weigh, Text: "graph [ directed 1 node [ id 0 ] node [ id 1 ] edge [ source 0 target 1 weight 2.5 ] edge [ weight 1 color 7 source 1 target 0 ] edge [ source 1 target 1 ] ]", Graph: "0 1; 0>1=2.5 1>0=1; 4 records", Notes: "2 arcs with weights, which are kept\n1 edges with weights or other attributes, which are not kept", Bad: "155 line 1: edge: the weight of the arc is missing"},
		{Name: "two weights", Options: weigh, Text: "graph [ directed 1 node [ id 0 ] edge [ source 0 target 0 weight 2.5 Weight 7 ] ]", Err: "the options do not fit the input: 'weights': \"weight\" and \"Weight\" may both be the weight of an edge: name one, as in 'weights' weight"},
		{Name: "weight twice", Options: weigh, Text: "graph [ directed 1 node [ id 0 ] edge [ source 0 target 0 weight 2.5 weight 7 ] ]", Graph: "0; 0>0=7; 2 records", Notes: "1 arcs with weights, which are kept"},
		{Name: "infinite weight", Options: weigh, Text: "graph [ directed 1 node [ id 0 ] edge [ source 0 target 0 weight Inf ] ]", Graph: "0; ; 1 records", Bad: "70 line 1: edge: the weight \"Inf\": expected a finite number"},
		{Name: "node twice", Text: "graph [ directed 1\nnode [ id 0 ]\nnode [ id 0 ]\nnode [ ]\nedge [ source 0 ]\nedge [ source 0 target 0 ] ]", Graph: "0; 0>0; 2 records", Bad: "46 line 3: node: \"0\" is declared twice\n55 line 4: node: it has no identifier\n73 line 5: edge: it has no identifier"},
		{Name: "edges before nodes", Text: "graph [ directed 1 edge [ source 0 target 1 ] node [ id 1 ] node [ id 0 ] ]", Graph: "0 1; 0>1; 3 records"},
		{Name: "direction after edges", Text: "graph [ node [ id 0 ] edge [ source 0 target 0 ]\ndirected 1 ]", Err: "line 2, offset 59: \"directed\" comes after edges: move it to the beginning of the graph"},
		{Name: "same direction after edges", Text: "graph [ node [ id 0 ] edge [ source 0 target 0 ]\ndirected 0 ]", Graph: "0; 0>0; 2 records"},
		{Name: "two graphs", Text: "graph [ ]\ngraph [ ]", Err: "line 2, offset 17: a second graph: expected one in a file"},
		{Name: "no graph", Text: "Creator 1\n", Err: "line 2, offset 10: the text ends: expected \"graph [\""},
		{Name: "graph as a value", Text: "graph 1\n", Err: "line 2, offset 8: the text ends: expected \"graph [\""},
		{Name: "empty text", Text: "", Err: "line 1, offset 0: the text ends: expected \"graph [\""},
		{Name: "number as a key", Text: "\n1 2", Err: "line 2, offset 2: found 1: expected a key, such as graph"},
		{Name: "bracket as a key", Text: "[", Err: "line 1, offset 1: found \"[\": expected a key, such as graph"},
		{Name: "closing bracket", Text: "graph [ ] ]", Err: "line 1, offset 11: found \"]\": expected a key, such as graph"},
		{Name: "number in a list", Text: "graph [ 1 2 ]", Err: "line 1, offset 9: found 1: expected a key or \"]\""},
		{Name: "text in a list", Text: "graph [ \"" + strings.Repeat("y", 50) + "\" ]", Err: "line 1, offset 60: found yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy: expected a key or \"]\""},
		{Name: "no value", Text: "graph [ a ]", Err: "line 1, offset 11: found \"]\": expected a value for a"},
		{Name: "key as a value", Text: "graph [ " + strings.Repeat("k", 50) + " b 1 ]", Err: "line 1, offset 60: found b: expected a value for kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk"},
		{Name: "text ends at a value", Text: "graph [ node [ id", Err: "line 1, offset 17: the text ends inside the value of id"},
		{Name: "text ends in a list", Text: "graph [ node [ id 1 ]", Err: "line 1, offset 21: the text ends inside a list: \"]\" is missing"},
		{Name: "text ends in a list that is not read", Text: "graph [ a [ b [ ]", Err: "line 1, offset 17: the text ends inside a list: \"]\" is missing"},
		{Name: "text ends in quotes", Text: "graph [ a\n\"b\nc", Err: "line 3, offset 14: the text that is opened by a quote in line 2 does not end"},
		{Name: "other character", Text: "graph [\n { ]", Err: "line 2, offset 9: found '{': expected a key, a number, a text in double quotes, \"[\" or \"]\""},
		{Name: "breaks off", Text: "graph [ node [ id 1 ]", Options: formatstest.Options{Broken: true}, Err: "line 1, offset 21: the text breaks off inside the graph: unexpected EOF"},
		{Name: "longest label", Text: "graph [ node [ id 1 label \"" + long[1:] + "\" ] node [ id 2 label \"b\" ] edge [ source 2 target 2 ] ]", Graph: "b " + long[1:] + "; b>b; 3 records"},
		{Name: "long label", Text: "graph [\nnode [ id 1 label \"" + long + "\" ]\nnode [ id 2 label \"b\" ] ]", Graph: "b; ; 1 records", Bad: "65567 line 2: node: a name of 131073 bytes: at most 65536 are read"},
		{Name: "long identifier", Text: "graph [\nnode [ id " + strings.Repeat("1", scan.MaxWord+1) + " ]\nnode [ id 2 label \"b\" ] ]", Graph: "b; ; 1 records", Bad: "65557 line 2: node: its identifier is longer than 65536 bytes"},
	})
}

func TestUnescapeEntities(t *testing.T) {
	for text, want := range map[string]string{
		"":                                      "",
		"a;b":                                   "a;b",
		"&lt;&gt;":                              "<>",
		"x&#228;y":                              "xäy",
		"&amp;amp;":                             "&amp;",
		"&amp":                                  "&amp",
		"a&b&amp;c":                             "a&b&c",
		"&nothing;":                             "&nothing;",
		"&notin;&semi;":                         "∉;",
		"http://a.example/?x=1&notify=2;&copy;": "http://a.example/?x=1&notify=2;©",
		"&not&lt;":                              "&not<",
		"&" + strings.Repeat("#", 31) + ";":     "&" + strings.Repeat("#", 31) + ";",
	} {
		if got := string(graphs.UnescapeEntities([]byte(text))); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
