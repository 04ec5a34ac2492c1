package graphs_test

import (
	"strings"
	"testing"

	"weft/making/ingest/formats/formatstest"
	"weft/making/ingest/graphs"
	"weft/making/ingest/tables"
)

func TestDetectDL(t *testing.T) {
	formatstest.Detect(t, &graphs.DLFormat, map[string]bool{
		"dl n=3\n":                  true,
		" DL\nNR = 3, nc=3":         true,
		"dl title=\"a n = 1\" nm=2": true,
		"dl, title = x, n=3":        true,
		"dl\nformat=edgelist1\nn=3": false,
		"dl 3":                      false,
		"dln=3":                     false,
		"data:":                     false,
	})
}

func TestDL(t *testing.T) {
	yes := formatstest.Options{Options: tables.Options{Directed: tables.DirectedYes}}
	no := formatstest.Options{Options: tables.Options{Directed: tables.DirectedNo}}
	formatstest.Run(t, &graphs.DLFormat, []formatstest.Case{
		{Name: "matrix", Options: yes, Text: "dl n=3\nformat=fullmatrix\ndata:\n0 1 0\n0 2.5 nan\n-1 0 0\n", Graph: "0 1 2; 0>1 1>1 2>0; 6 records", Notes: "2 edges with weights or other attributes, which are not kept\n3 nodes that count from 1: node 1 is page 0"},
		{Name: "the usual format is a matrix", Options: yes, Text: "DL N = 2 DATA: 0 1\n1 0\n", Graph: "0 1; 0>1 1>0; 4 records", Notes: "2 nodes that count from 1: node 1 is page 0"},
		{Name: "rows over several lines", Options: yes, Text: "dl n=2 data:\n0\n1 0\n\n1\n", Graph: "0 1; 0>1 1>1; 4 records", Notes: "2 nodes that count from 1: node 1 is page 0"},
		{Name: "direction not said", Text: "dl n=2 data:\n0 1\n0 0\n", Graph: "0 1; 0>1; 3 records", Notes: "1 graphs without a word about direction, read as directed\n2 nodes that count from 1: node 1 is page 0"},
		{Name: "both ways", Options: no, Text: "dl n=2 data:\n0 1\n0 0\n", Graph: "0 1; 0>1 1>0; 3 records", Notes: "2 nodes that count from 1: node 1 is page 0"},
		{Name: "labels", Options: yes, Text: "dl n=3 format = fullmatrix\nlabels:\nAnn,\"Bob B\"\n'C=c'\ndata:\n0 1 0\n0 0 1\n0 0 0\n", Graph: "Ann Bob B C=c; Ann>Bob B Bob B>C=c; 5 records"},
		{Name: "labels of rows and columns", Options: yes, Text: "dl nr=2, nc=2\nrow labels:\na,b\ncolumn labels:\na,b\ndata:\n0 1\n0 0\n", Graph: "a b; a>b; 3 records"},
		{Name: "embedded labels of a matrix", Options: yes, Text: "dl n=2\nlabels embedded\ndata:\na \"b c\"\na 0 1\n\"b c\" 1\n1\n", Graph: "a b c; a>b c b c>a b c>b c; 5 records"},
		{Name: "embedded labels with a colon", Options: yes, Text: "dl n=2 labels: embedded: data:\na b\na 0 1\nb 0 0\n", Graph: "a b; a>b; 3 records"},
		{Name: "edges", Options: yes, Text: "dl n=3 format=edgelist1 data:\n1 2\n2 3 1.5\n\n3 3\n", Graph: "0 1 2; 0>1 1>2 2>2; 6 records", Notes: "1 edges with weights or other attributes, which are not kept\n3 nodes that count from 1: node 1 is page 0"},
		{Name: "edges both ways", Options: no, Text: "dl n=3 format=edgelist1 data:\n1 2\n2 2\n", Graph: "0 1 2; 0>1 1>0 1>1; 5 records", Notes: "3 nodes that count from 1: node 1 is page 0"},
		{Name: "edges with labels", Options: yes, Text: "dl n=2 format=EdgeList1 labels: x y data:\n1 2\n", Graph: "x y; x>y; 3 records"},
		{Name: "edges with embedded labels", Options: yes, Text: "dl n=3 format=edgelist1 labels embedded data:\na b\nb a 2\n", Graph: "a b; a>b b>a; 4 records", Notes: "1 edges with weights or other attributes, which are not kept"},
		{Name: "bad edges", Options: yes, Text: "dl n=2 format=edgelist1 data:\n1\n1 2 3 4\n1 2 x\n1 3\n0 1\nx 1\n1 +2\n2 1\n", Graph: "0 1; 1>0; 3 records", Notes: "2 nodes that count from 1: node 1 is page 0", Bad: "30 line 2: expected two nodes, and perhaps a weight: \"1\"\n32 line 3: expected two nodes, and perhaps a weight: \"1 2 3 4\"\n40 line 4: expected two nodes, and perhaps a weight: \"1 2 x\"\n46 line 5: \"3\" is no node: expected 1 to 2: \"1 3\"\n50 line 6: \"0\" is no node: expected 1 to 2: \"0 1\"\n54 line 7: \"x\" is no node: expected 1 to 2: \"x 1\"\n58 line 8: \"+2\" is no node: expected 1 to 2: \"1 +2\""},
		{Name: "nodes", Options: yes, Text: "dl n=4 format=nodelist1 data:\n1 2 3\n2\n4 1\n", Graph: "0 1 2 3; 0>1 0>2 3>0; 7 records", Notes: "4 nodes that count from 1: node 1 is page 0"},
		{Name: "bad nodes", Options: yes, Text: "dl n=3 format=nodelist1 data:\n1 2 5 3\n3 1\n", Graph: "0 1 2; 0>1 2>0; 5 records", Notes: "3 nodes that count from 1: node 1 is page 0", Bad: "30 line 2: \"5\" is no node: expected 1 to 3: \"1 2 5 3\""},
		{Name: "nodes with embedded labels", Options: yes, Text: "dl n=3 format=nodelist1 embedded data:\na b c\nc a\n", Graph: "a b c; a>b a>c c>a; 6 records"},
		{Name: "title and diagonal", Options: yes, Text: "dl title=\"x n=9\" nm=1 n=2 diagonal=absent data:\n0 1\n0 0\n", Graph: "0 1; 0>1; 3 records", Notes: "2 nodes that count from 1: node 1 is page 0"},
		{Name: "data after a comma", Options: yes, Text: "dl n=2,data:0 1 0 0\n", Graph: "0 1; 0>1; 3 records", Notes: "2 nodes that count from 1: node 1 is page 0"},
		{Name: "a word that ends in data", Options: yes, Text: "dl n=2 labels: mydata: b\ndata:\n0 1\n0 0\n", Graph: "b mydata:; mydata:>b; 3 records"},
		{Name: "data after the first node of a list", Options: yes, Text: "dl n=2 format=edgelist1\ndata: 1 2\n2 1\n", Graph: "0 1; 0>1 1>0; 4 records", Notes: "2 nodes that count from 1: node 1 is page 0"},
	})
}

func TestFaultsOfDL(t *testing.T) {
	o := formatstest.Options{Options: tables.Options{Directed: tables.DirectedYes}}
	small, large := o, o
	small.Memory, large.Size = 32<<20, 20
	formatstest.Run(t, &graphs.DLFormat, []formatstest.Case{
		{Name: "no data", Options: o, Text: "dl n=2\n", Err: "the text ends: expected \"data:\""},
		{Name: "no nodes", Options: o, Text: "dl\ndata:\n", Err: "before line 2: the number of nodes is missing: expected \"n = N\""},
		{Name: "no columns", Options: o, Text: "dl nr=2 data:\n", Err: "before line 1: the number of nodes is missing: expected \"n = N\""},
		{Name: "zero nodes", Options: o, Text: "dl n=0 data:\n", Err: "before line 1: n = \"0\": expected a number"},
		{Name: "word for the number", Options: o, Text: "dl n=x data:\n", Err: "before line 1: n = \"x\": expected a number"},
		{Name: "end after n", Options: o, Text: "dl n data:\n", Err: "before line 1: n = \"\": expected a number"},
		{Name: "rectangular", Options: o, Text: "dl nr=2 nc=3 data:\n", Err: "before line 1: a matrix of 2 rows and 3 columns (nr, nc), which is rectangular: write it as a list of arcs, or in Matrix Market"},
		{Name: "matrices", Options: o, Text: "dl n=2 nm=2 data:\n", Err: "before line 1: 2 matrices (nm): expected one; write each into a file of its own"},
		{Name: "other format", Options: o, Text: "dl n=2 format=halfmatrix data:\n", Err: "before line 1: the format \"halfmatrix\" is not read: expected fullmatrix, edgelist1 or nodelist1; export it in one of these"},
		{Name: "other word", Options: o, Text: "dl n=2 foo data:\n", Err: "before line 1: found \"foo\": expected n, format, labels or data"},
		{Name: "few labels", Options: o, Text: "dl n=3 labels: a b\ndata:\n", Err: "before line 2: 2 labels of 3 nodes: expected one each"},
		{Name: "many labels", Options: o, Text: "dl n=2 labels: a b c\ndata:\n", Err: "before line 2: found \"c\": expected n, format, labels or data"},
		{Name: "other labels of columns", Options: o, Text: "dl n=2 row labels: a b column labels: c d data:\n", Err: "before line 1: the rows have the labels [\"a\" \"b\"], and the columns [\"c\" \"d\"]: these are two kinds of nodes: write a list of arcs, or Matrix Market"},
		{Name: "few rows", Options: o, Text: "dl n=2 data:\n0 1\n0\n", Err: "line 3: the matrix ends in row 2 of 2: expected 2 numbers a row"},
		{Name: "many rows", Options: o, Text: "dl n=2 data:\n0 1\n0 0\n1\n", Err: "line 4: the matrix has more than the 2 rows of its nodes"},
		{Name: "word in the matrix", Options: o, Text: "dl n=2 data:\n0 1\n0 x\n", Err: "line 3: \"x\" in row 2, column 2 of the matrix: expected a number"},
		{Name: "other order of embedded labels", Options: o, Text: "dl n=2 labels embedded data:\na b\na 0 1\nc 0 0\n", Err: "line 4: row 2 is called \"c\", and column 2 \"b\": expected the same names in the same order; other matrices are rectangular"},
		{Name: "more embedded labels than nodes", Options: o, Text: "dl n=2 format=edgelist1 labels embedded data:\na b\nb c\n", Err: "the data name 3 nodes, and n is 2: correct n"},
		{Name: "open quote", Options: o, Text: "dl n=2 labels: 'a b\ndata:\n0 1\n0 0\n", Graph: "'a b; 'a>b; 3 records"},
		{Name: "larger than the file", Options: large, Text: "dl n=3000000 data:\n0 1\n", Err: "before line 1: n = 3000000: 20 bytes do not hold such a matrix: correct n, or add the format of the data (format = edgelist1)"},
		{Name: "larger than the memory", Options: small, Text: "dl n=300000 data:\n0 1\n", Err: "before line 1: a graph of 300000 nodes (n) needs 38.9 MiB, 'memory' is 32.0 MiB: give at least 'memory' 39MiB"},
		{Name: "labels larger than the memory", Options: small, Text: "dl n=2 labels:\n" + strings.Repeat(long+"\n", 40), Err: "the labels before the data needs 32.0 MiB, 'memory' is 32.0 MiB: give at least 'memory' 33MiB"},
		{Name: "labels within the memory", Options: small, Text: "dl n=2 labels:\n" + strings.Repeat(long+"\n", 20), Err: "the text ends: expected \"data:\""},
		{Name: "breaks off", Options: formatstest.Options{Options: o.Options, Broken: true}, Text: "dl n=2 format=edgelist1 data:\n1 2\n2", Graph: "0 1; 0>1; 3 records", Notes: "2 nodes that count from 1: node 1 is page 0", Bad: "35 the text breaks off: the file ends too early"},
	})
}
