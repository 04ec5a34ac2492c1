package lists_test

import (
	"strings"
	"testing"

	"weft/making/ingest/formats/formatstest"
	"weft/making/ingest/lists"
	"weft/making/ingest/tables"
)

// Lists of numbers are read in blocks. The first is read line by line, and so is a block with an unusual line. Every list
// here goes through several blocks of 128 KiB.
func TestBlocks(t *testing.T) {
	small := formatstest.Options{Memory: 32 << 20}
	broken := small
	broken.Broken = true
	blanks := strings.Repeat("0 1\n", 40000)
	tabs := strings.Repeat("0\t1\n", 40000)
	commas := strings.Repeat("0,1,7\n", 30000)
	columns := small
	columns.Options = tables.Options{Columns: []string{"1", "2"}}
	formatstest.Run(t, &lists.EdgesFormat, []formatstest.Case{
		{Name: "usual lines", Options: small, Text: blanks + "1 0\n7 2\n2 7\n", Graph: "0 1 2 3(ghost) 4(ghost) 5(ghost) 6(ghost) 7; 0>1 1>0 2>7 7>2; 40003 records", Notes: "4 numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)"},
		{Name: "no last line end", Options: small, Text: blanks + "1 0\n2 3", Graph: "0 1 2 3; 0>1 1>0 2>3; 40002 records"},
		{Name: "bad lines", Options: small, Text: blanks + "1 0\nx 1\n1 x\n2\n\n1 2 3\n2 1\n", Graph: "0 1 2; 0>1 1>0 2>1; 40002 records", Bad: "160004 line 40002: \"x\" is not the number of a page: \"x 1\"\n160008 line 40003: \"x\" is not the number of a page: \"1 x\"\n160012 line 40004: one column: an arc takes two: \"2\"\n160015 line 40006: 3 columns between blanks: the list has 2: \"1 2 3\""},
		{Name: "large numbers", Options: small, Text: blanks + "2 1\n4294967295 1\n1 4294967296\n00000000001 2\n1 99999999999\n1 2:\n1: 2\n", Graph: "0 1 2; 0>1 2>1; 40001 records", Bad: "160004 line 40002: \"4294967295\" is not the number of a page: \"4294967295 1\"\n160017 line 40003: \"4294967296\" is not the number of a page: \"1 4294967296\"\n160030 line 40004: a number that begins with 0, which may be a name: the lines before have none: \"00000000001 2\"\n160044 line 40005: \"99999999999\" is not the number of a page: \"1 99999999999\"\n160058 line 40006: \"2:\" is not the number of a page: \"1 2:\"\n160063 line 40007: \"1:\" is not the number of a page: \"1: 2\""},
		{Name: "leading zeros", Options: small, Text: blanks + "0 0\n02 1\n1 02\n1 00\n2 0\n", Graph: "0 1 2; 0>0 0>1 2>0; 40002 records", Bad: "160004 line 40002: a number that begins with 0, which may be a name: the lines before have none: \"02 1\"\n160009 line 40003: a number that begins with 0, which may be a name: the lines before have none: \"1 02\"\n160014 line 40004: a number that begins with 0, which may be a name: the lines before have none: \"1 00\""},
		{Name: "blanks", Options: small, Text: blanks + " 1 0\n1  2\n2\t1\n2 2 \n2 3\t\r\n", Graph: "0 1 2 3; 0>1 1>0 1>2 2>1 2>2 2>3; 40005 records"},
		{Name: "tabs", Options: small, Text: tabs + "1\t0\n1 2\n2\t\t1\n2\t2\t\n", Graph: "0 1 2; 0>1 1>0 2>2; 40002 records", Bad: "160004 line 40002: one column: an arc takes two: \"1 2\"\n160008 line 40003: 3 columns between tabs: the list has 2: \"2\\t\\t1\""},
		{Name: "carriage returns", Options: small, Text: strings.ReplaceAll(tabs, "\n", "\r\n") + "1\t2\r\n2\t2\n2\t1\r\r\n3\t1\r", Graph: "0 1 2 3; 0>1 1>2 2>1 2>2 3>1; 40004 records"},
		{Name: "comments", Options: small, Text: blanks + "1 0\n# 5 6\n% x\n0 2\n", Graph: "0 1 2; 0>1 0>2 1>0; 40002 records", Notes: "2 comment lines, which are not kept"},
		{Name: "bad line in the third block", Options: small, Text: blanks + blanks + "1 x\n1 0\n", Graph: "0 1; 0>1 1>0; 80001 records", Bad: "320000 line 80001: \"x\" is not the number of a page: \"1 x\""},
		{Name: "three columns", Options: columns, Text: commas + "1,0,x y\n1,2,\r\n2,1\n2,3,4,5\n2,2,3\r\n", Graph: "0 1 2; 0>1 1>0 1>2 2>2; 30003 records", Bad: "180014 line 30003: 2 columns between commas: the list has 3: \"2,1\"\n180018 line 30004: 4 columns between commas: the list has 3: \"2,3,4,5\""},
		{Name: "three columns between blanks", Options: columns, Text: strings.Repeat("0 1 7\n", 30000) + "1 0 5\n1 2 3 4\n1 2 3 \n2 1  5\n2 2 5\r\n3 2\n", Graph: "0 1 2; 0>1 1>0 1>2 2>1 2>2; 30004 records", Bad: "180006 line 30002: 4 columns between blanks: the list has 3: \"1 2 3 4\"\n180035 line 30006: 2 columns between blanks: the list has 3: \"3 2\""},
		{Name: "three columns between tabs", Options: columns, Text: strings.Repeat("0\t1\t7\n", 30000) + "1\t0\t5\n1\t2\ta b\n1\t2\t\n2\t1\n2\t3\t4\t5\n3\t3\t5", Graph: "0 1 2 3; 0>1 1>0 1>2 3>3; 30004 records", Bad: "180019 line 30004: 2 columns between tabs: the list has 3: \"2\\t1\"\n180023 line 30005: 4 columns between tabs: the list has 3: \"2\\t3\\t4\\t5\""},
		{Name: "long line", Options: small, Text: blanks + "1 0\n" + strings.Repeat(" ", 200000) + "2 1\n1 x\n1 3\n", Graph: "0 1 2 3; 0>1 1>0 1>3 2>1; 40003 records", Bad: "360008 line 40003: \"x\" is not the number of a page: \"1 x\""},
		{Name: "breaks off", Options: broken, Text: blanks + "1 0\n2 1", Graph: "0 1; 0>1 1>0; 40001 records", Bad: "160004 the text breaks off: the file ends too early"},
		{Name: "breaks off after a line", Options: broken, Text: blanks + "1 0\n2 1\n", Graph: "0 1 2; 0>1 1>0 2>1; 40002 records", Bad: "160008 the text breaks off: the file ends too early"},
	})
}

// Lists with another layout are read line by line.
func TestOtherLayoutsOfLongLists(t *testing.T) {
	o := formatstest.Options{Memory: 32 << 20}
	back, both, weighed := o, o, o
	back.Options = tables.Options{Columns: []string{"2", "1"}}
	both.Options = tables.Options{Directed: tables.DirectedNo}
	weighed.Weights, weighed.Options = "3", tables.Options{Columns: []string{"1", "2"}}
	formatstest.Run(t, &lists.EdgesFormat, []formatstest.Case{
		{Name: "target first", Options: back, Text: strings.Repeat("0 1\n", 40000) + "1 2\n", Graph: "0 1 2; 1>0 2>1; 40001 records"},
		{Name: "target in the third column", Options: formatstest.Options{Memory: 32 << 20, Options: tables.Options{Columns: []string{"1", "3"}}}, Text: strings.Repeat("0 1 2\n", 30000) + "1 2 3\n", Graph: "0 1 2 3; 0>2 1>3; 30001 records"},
		{Name: "source in the second column", Options: formatstest.Options{Memory: 32 << 20, Options: tables.Options{Columns: []string{"3", "2"}}}, Text: strings.Repeat("0 1 2\n", 30000) + "1 2 3\n", Graph: "0(ghost) 1 2 3; 2>1 3>2; 30001 records", Notes: "1 numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)"},
		{Name: "both ways", Options: both, Text: strings.Repeat("0 1\n", 40000) + "1 2\n", Graph: "0 1 2; 0>1 1>0 1>2 2>1; 40001 records", Notes: "40001 edges without direction, which are two arcs"},
		{Name: "weights", Options: weighed, Text: strings.Repeat("0 1 2\n", 30000) + "1 2 3.5\n", Graph: "0 1 2; 0>1=60000 1>2=3.5; 30001 records", Notes: "2 arcs with weights, which are kept\n29999 weights of arcs that come several times, added to the first"},
		{Name: "kinds", Options: o, Text: "source,target,kinds\n" + strings.Repeat("0,1,link\n", 20000) + "1,2,redirect\n", Graph: "0 1 2; 0>1 1>2(redirect); 20001 records"},
		{Name: "counts", Options: o, Text: "3 40001\n" + strings.Repeat("0 1\n", 40000) + "1 2\n", Graph: "0 1 2; 0>1 1>2; 40001 records"},
		{Name: "direction", Options: o, Text: "source,target,type\n" + strings.Repeat("0,1,Directed\n", 20000) + "1,2,Undirected\n", Graph: "0 1 2; 0>1 1>2 2>1; 20001 records", Notes: "1 edges without direction, which are two arcs"},
		{Name: "quotes", Options: o, Text: strings.Repeat("\"0\",\"1\"\n", 20000) + "\"1\",\"2\"\n", Graph: "0 1 2; 0>1 1>2; 20001 records"},
	})
}

// One unusual line makes a block be read line by line.
func TestUnusualLines(t *testing.T) {
	small := formatstest.Options{Memory: 32 << 20}
	blanks := strings.Repeat("0 1\n", 40000)
	formatstest.Run(t, &lists.EdgesFormat, []formatstest.Case{
		{Name: "line 1 2:", Options: small, Text: blanks + "1 2:\n2 0\n", Graph: "0 1 2; 0>1 2>0; 40001 records", Bad: "160000 line 40001: \"2:\" is not the number of a page: \"1 2:\""},
		{Name: "line 02 1", Options: small, Text: blanks + "02 1\n2 0\n", Graph: "0 1 2; 0>1 2>0; 40001 records", Bad: "160000 line 40001: a number that begins with 0, which may be a name: the lines before have none: \"02 1\""},
		{Name: "line 1 02", Options: small, Text: blanks + "1 02\n2 0\n", Graph: "0 1 2; 0>1 2>0; 40001 records", Bad: "160000 line 40001: a number that begins with 0, which may be a name: the lines before have none: \"1 02\""},
		{Name: "line 4294967295 1", Options: small, Text: blanks + "4294967295 1\n2 0\n", Graph: "0 1 2; 0>1 2>0; 40001 records", Bad: "160000 line 40001: \"4294967295\" is not the number of a page: \"4294967295 1\""},
		{Name: "line 1 4294967295", Options: small, Text: blanks + "1 4294967295\n2 0\n", Graph: "0 1 2; 0>1 2>0; 40001 records", Bad: "160000 line 40001: \"4294967295\" is not the number of a page: \"1 4294967295\""},
		{Name: "line 12345678901 1", Options: small, Text: blanks + "12345678901 1\n2 0\n", Graph: "0 1 2; 0>1 2>0; 40001 records", Bad: "160000 line 40001: \"12345678901\" is not the number of a page: \"12345678901 1\""},
		{Name: "line 1 12345678901", Options: small, Text: blanks + "1 12345678901\n2 0\n", Graph: "0 1 2; 0>1 2>0; 40001 records", Bad: "160000 line 40001: \"12345678901\" is not the number of a page: \"1 12345678901\""},
		{Name: "line with a tab", Options: small, Text: blanks + "1\t2\n2 0\n", Graph: "0 1 2; 0>1 1>2 2>0; 40002 records"},
		{Name: "line 1,2", Options: small, Text: blanks + "1,2\n2 0\n", Graph: "0 1 2; 0>1 2>0; 40001 records", Bad: "160000 line 40001: one column: an arc takes two: \"1,2\""},
		{Name: "line with a blank at its end", Options: small, Text: blanks + "1 2 \n2 0\n", Graph: "0 1 2; 0>1 1>2 2>0; 40002 records"},
		{Name: "line with a blank before it", Options: small, Text: blanks + " 1 2\n2 0\n", Graph: "0 1 2; 0>1 1>2 2>0; 40002 records"},
		{Name: "line with two blanks", Options: small, Text: blanks + "1  2\n2 0\n", Graph: "0 1 2; 0>1 1>2 2>0; 40002 records"},
		{Name: "line with a carriage return", Options: small, Text: blanks + "1 2\r\n2 0\n", Graph: "0 1 2; 0>1 1>2 2>0; 40002 records"},
		{Name: "line with two carriage returns", Options: small, Text: blanks + "1 2\r\r\n2 0\n", Graph: "0 1 2; 0>1 1>2 2>0; 40002 records"},
		{Name: "line 1 x", Options: small, Text: blanks + "1 x\n2 0\n", Graph: "0 1 2; 0>1 2>0; 40001 records", Bad: "160000 line 40001: \"x\" is not the number of a page: \"1 x\""},
		{Name: "empty line", Options: small, Text: blanks + "\n2 0\n", Graph: "0 1 2; 0>1 2>0; 40001 records"},
		{Name: "line 1", Options: small, Text: blanks + "1\n2 0\n", Graph: "0 1 2; 0>1 2>0; 40001 records", Bad: "160000 line 40001: one column: an arc takes two: \"1\""},
		{Name: "line of one column and a blank", Options: small, Text: blanks + "1 \n2 0\n", Graph: "0 1 2; 0>1 2>0; 40001 records", Bad: "160000 line 40001: one column: an arc takes two: \"1 \""},
		{Name: "line 1 2 3", Options: small, Text: blanks + "1 2 3\n2 0\n", Graph: "0 1 2; 0>1 2>0; 40001 records", Bad: "160000 line 40001: 3 columns between blanks: the list has 2: \"1 2 3\""},
		{Name: "line 1 9", Options: small, Text: blanks + "1 9\n2 0\n", Graph: "0 1 2 3(ghost) 4(ghost) 5(ghost) 6(ghost) 7(ghost) 8(ghost) 9; 0>1 1>9 2>0; 40002 records", Notes: "6 numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)"},
		{Name: "line 1 0", Options: small, Text: blanks + "1 0\n2 0\n", Graph: "0 1 2; 0>1 1>0 2>0; 40002 records"},
		{Name: "line 9999999999 1", Options: small, Text: blanks + "9999999999 1\n2 0\n", Graph: "0 1 2; 0>1 2>0; 40001 records", Bad: "160000 line 40001: \"9999999999\" is not the number of a page: \"9999999999 1\""},
	})
}
