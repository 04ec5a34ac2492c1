package graphs_test

import (
	"strings"
	"testing"

	"weft/making/ingest/formats/formatstest"
	"weft/making/ingest/graphs"
	"weft/making/ingest/scan"
)

// long is longer than any word that is read.
var long = strings.Repeat("x", scan.MaxWord+1)

func TestDetectGDF(t *testing.T) {
	formatstest.Detect(t, &graphs.GDFFormat, map[string]bool{
		"nodedef>name VARCHAR\na\n":                true,
		" \nEdgeDef >node1 VARCHAR\n":              true,
		"# nodedef>name\n":                         false,
		"nodedef name\n":                           false,
		strings.Repeat("\n", 50) + "nodedef>name":  true,
		strings.Repeat("\n", 100) + "nodedef>name": false,
		"": false,
	})
}

func TestGDF(t *testing.T) {
	const edges = "edgedef>node1 VARCHAR,node2 VARCHAR,directed BOOLEAN\n"
	weigh := formatstest.Options{Weights: "weight"}
	formatstest.Run(t, &graphs.GDFFormat, []formatstest.Case{
		{Name: "nodes and directed edges", Text: "nodedef>name VARCHAR,label VARCHAR\na,Ann\nb,\"Bob, \\\"B\\\"\"\nc\n" + edges + "a,b,true\nb,c,1\nc,a,TRUE\n", Graph: "Ann Bob, \"B\" c; Ann>Bob, \"B\" Bob, \"B\">c c>Ann; 6 records"},
		{Name: "edges without direction", Text: "nodedef>name\na\nb\n" + edges + "a,b,false\n", Graph: "a b; a>b b>a; 3 records"},
		{Name: "no column directed", Text: "nodedef>name\na\nb\nedgedef>node1,node2\na,b\n", Graph: "a b; a>b b>a; 3 records", Notes: "1 tables of edges without a column directed: each edge is two arcs"},
		{Name: "capitals and blanks", Text: " NodeDef > Name VARCHAR , Label VARCHAR\n a , Ann \n EDGEDEF> Node1 INT, Node2 INT, Directed BOOLEAN\n a , b , True \n", Graph: "Ann b; Ann>b; 3 records"},
		{Name: "edges declare nodes", Text: "nodedef>name\na\n" + edges + "a,b,true\n", Graph: "a b; a>b; 3 records"},
		{Name: "URLs", Text: "nodedef>name,label,url,uri,href\n1,L,http://u.example/,http://v.example/,http://w.example/\n2,L,,http://v.example/,http://w.example/\n3,L,,,http://w.example/\n4,Label,,,\n", Graph: "Label http://u.example/ http://v.example/ http://w.example/; ; 4 records"},
		{Name: "a URL is a name, whatever the label", Text: "nodedef>name,label\nhttp://a.example/,A\nb,B\n", Graph: "B http://a.example/; ; 2 records"},
		{Name: "quotes", Text: "nodedef>name,label\n'a','it\\'s, \"x\"'\nb, \"two words\" \nc,mid'dle\nd,\"a\"'b'\n", Graph: "a'b' it's, \"x\" mid'dle two words; ; 4 records"},
		{Name: "quote without an end", Text: "nodedef>name,label\na,'x\nb,y\n", Graph: "y; ; 1 records", Bad: "19 line 2: a quoted field that does not end: \"a,'x\""},
		{Name: "backslash at the end", Text: "nodedef>name,label\na,'x\\\nb,c\\d\n", Graph: "c\\d; ; 1 records", Bad: "19 line 2: a quoted field that does not end: \"a,'x\\\\\""},
		{Name: "no name", Text: "nodedef>label,name\nx,\ny,b\nz\n", Graph: "y; ; 1 records", Bad: "19 line 2: a node without a name: \"x,\"\n26 line 4: a node without a name: \"z\""},
		{Name: "declared twice", Text: "nodedef>name\na\na\n", Graph: "a; ; 1 records", Bad: "15 line 3: node: \"a\" is declared twice"},
		{Name: "edge with one end", Text: "nodedef>name\na\nb\n" + edges + "a,,true\n,b,true\na\na,b,true\n", Graph: "a b; a>b; 3 records", Bad: "70 line 5: expected the two nodes of an edge: \"a,,true\"\n78 line 6: expected the two nodes of an edge: \",b,true\"\n86 line 7: expected the two nodes of an edge: \"a\""},
		{Name: "attributes", Text: "nodedef>name\na\nb\nedgedef>node1,node2,weight DOUBLE,directed\na,b,2.5,true\nb,a,1,true\n", Graph: "a b; a>b b>a; 4 records", Notes: "2 edges with weights or other attributes, which are not kept"},
		{Name: "weights", Options: weigh, Text: "nodedef>name\na\nb\nedgedef>node1,node2,weight DOUBLE,directed\na,b,2.5,true\nb,a,x,true\nb,b\n", Graph: "a b; a>b=2.5; 3 records", Notes: "1 arcs with weights, which are kept", Bad: "73 line 6: edge: the weight \"x\": expected a finite number\n84 line 7: edge: the weight of the arc is missing"},
		{Name: "weights without direction", Options: weigh, Text: "nodedef>name\na\nb\nedgedef>node1,node2,weight\na,b,2\n", Graph: "a b; a>b=2 b>a=2; 3 records", Notes: "2 arcs with weights, which are kept\n1 tables of edges without a column directed: each edge is two arcs"},
		{Name: "weights and further attributes", Options: weigh, Text: "nodedef>name\na\nb\nedgedef>node1,node2,weight DOUBLE,directed,color\na,b,2.5,true,red\n", Graph: "a b; a>b=2.5; 3 records", Notes: "1 arcs with weights, which are kept\n1 edges with weights or other attributes, which are not kept"},
		{Name: "tables that come again", Text: "nodedef>name\na\n" + edges + "a,b,true\nnodedef>label,name\nB,b\nC,c\n" + edges + "c,a,true\n", Graph: "B C a; C>a a>B; 5 records"},
	})
}
