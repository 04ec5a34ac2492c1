package lists_test

import (
	"strings"
	"testing"

	"weft/making/ingest/formats/formatstest"
	"weft/making/ingest/lists"
	"weft/making/ingest/tables"
)

func TestNumberedEdges(t *testing.T) {
	forced := formatstest.Options{Named: true, Options: tables.Options{Forced: true}}
	both := formatstest.Options{Named: true, Options: tables.Options{Forced: true, Directed: tables.DirectedNo}}
	formatstest.Run(t, &lists.EdgesFormat, []formatstest.Case{
		{Name: "tabs", Text: "0\t1\n1\t2\n2\t2\n", ReadAs: "edges, two columns, tabs, numbers", Graph: "0 1 2; 0>1 1>2 2>2; 3 records"},
		{Name: "commas", Text: "0,1\n3,1\n", Options: forced, ReadAs: "edges, two columns, commas, numbers", Graph: "0 1 2(ghost) 3; 0>1 3>1; 2 records", Notes: "1 numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)"},
		{Name: "kinds", Text: "source\ttarget\tkinds\n0\t1\tredirect\n1\t0\tlink\n" + strings.Repeat("1\t2\tlink+embed\n", 1100) + "2\t0\tx\n2\t1\n", Graph: "0 1 2; 0>1(redirect) 1>0 1>2(link+embed); 1102 records", Bad: "16542 line 1104: \"x\" is not a kind of arc: \"2\\t0\\tx\"\n16548 line 1105: 2 columns between tabs: the list has 3: \"2\\t1\""},
		{Name: "both ways", Text: "0 1\n1 1\n1 0\n2 0\n", Options: both, Graph: "0 1 2; 0>1 0>2 1>0 1>1 2>0; 4 records", Notes: "4 edges without direction, which are two arcs"},
		{Name: "bad lines", Text: strings.Repeat("0\t1\n", 1100) + "1\n2\tx\n2\t1\t0\n02\t1\n1\t02\n1\t\n2\t0\n", Graph: "0 1 2; 0>1 2>0; 1101 records", Bad: "4400 line 1101: one column: an arc takes two: \"1\"\n4402 line 1102: \"x\" is not the number of a page: \"2\\tx\"\n4406 line 1103: 3 columns between tabs: the list has 2: \"2\\t1\\t0\"\n4412 line 1104: a number that begins with 0, which may be a name: the lines before have none: \"02\\t1\"\n4417 line 1105: a number that begins with 0, which may be a name: the lines before have none: \"1\\t02\"\n4422 line 1106: \"\" is not the number of a page: \"1\\t\""},
		{Name: "rows and columns", Text: "% bip unweighted\n% 3 2 3\n1 1\n2 2\n1 3\n", Options: forced, Graph: "0(ghost) 1 2 3 4 5; 1>3 1>5 2>4; 3 records", Notes: "2 comment lines, which are not kept\n1 numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)"},
		{Name: "an arc more than the counts", Text: "3 1\n0 1\n1 2\n2 0\n", Options: formatstest.Options{Options: tables.Options{FirstLine: tables.FirstIsCounts}}, Graph: "0 1 2; 0>1 1>2 2>0; 3 records", Bad: "16 the first line counts 1 arcs, and 3 lines follow"},
		{Name: "missing ends", Text: strings.Repeat("0\t1\n", 60) + "\\N\t1\n1\t\\N\n", Graph: "0 1; 0>1; 60 records", Notes: "2 rows without source or target (\\N), which are left out"},
		{Name: "blanks and comments", Text: "# Nodes: 4\n0 1\n% x\n\n 1  3\n", Graph: "0 1 2(ghost) 3; 0>1 1>3; 2 records", Notes: "2 comment lines, which are not kept\n1 numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)"},
		{Name: "header and other columns", Text: "source,target,size\n0,1,5\n1,0,6\n", Graph: "0 1; 0>1 1>0; 2 records"},
		{Name: "target first", Text: "target\tsource\n0\t1\n2\t1\n", Graph: "0 1 2; 1>0 1>2; 2 records"},
		{Name: "direction column", Text: "Source,Target,Type\n0,1,Directed\n1,2,Undirected\n2,2,Undirected\n", Graph: "0 1 2; 0>1 1>2 2>1 2>2; 3 records", Notes: "2 edges without direction, which are two arcs"},
		{Name: "counts", Text: "3 2\n0 1\n1 2\n", Options: formatstest.Options{Options: tables.Options{FirstLine: tables.FirstIsCounts}}, Graph: "0 1 2; 0>1 1>2; 2 records"},
		{Name: "an arc less than the counts", Text: "3 3\n0 1\n1 2\n", Options: formatstest.Options{Options: tables.Options{FirstLine: tables.FirstIsCounts}}, Graph: "0 1 2; 0>1 1>2; 2 records", Bad: "12 the text ends, and 1 arcs that the first line counts are missing"},
		{Name: "weights", Text: "0 1 1.5\n1 2 2\n1 0 x\n", Options: formatstest.Options{Weights: "3"}, Graph: "0 1 2; 0>1=1.5 1>2=2; 2 records", Notes: "2 arcs with weights, which are kept", Bad: "14 line 3: the weight \"x\": expected a finite number: \"1 0 x\""},
		{Name: "breaks off", Text: "0\t1\n1\t2\n2\t1", Options: formatstest.Options{Broken: true}, Graph: "0 1 2; 0>1 1>2; 2 records", Bad: "8 the text breaks off: the file ends too early"},
	})
}

func TestNamedEdges(t *testing.T) {
	const no = tables.DirectedNo
	formatstest.Run(t, &lists.EdgesFormat, []formatstest.Case{
		{Name: "names", Text: "a\tb\nb\tc c\n", Graph: "a b c c; a>b b>c c; 2 records"},
		{Name: "URLs", Text: "http://a.example\thttp://b.example/x\nhttp://b.example/x\thttp://a.example/\n", Graph: "http://a.example/ http://b.example/x; http://a.example/>http://b.example/x http://b.example/x>http://a.example/; 2 records"},
		{Name: "kinds", Text: "source\ttarget\tkinds\na\tb\tredirect\n" + strings.Repeat("b\ta\tlink+embed\n", 1100) + "b\tb\tx\n", Graph: "a b; a>b(redirect) b>a(link+embed); 1101 records", Bad: "16533 line 1103: \"x\" is not a kind of arc: \"b\\tb\\tx\""},
		{Name: "missing names", Text: strings.Repeat("a\tb\n", 60) + "\tc\nb\t\n\\N\tc\nb\t\\N\nc\n", Graph: "a b; a>b; 60 records", Notes: "2 rows without source or target (\\N), which are left out", Bad: "240 line 61: an empty name: \"\\tc\"\n243 line 62: an empty name: \"b\\t\"\n256 line 65: one column: an arc takes two: \"c\""},
		{Name: "both ways", Text: "a b\nb b\nhttp://a.example http://a.example/\n", Options: formatstest.Options{Options: tables.Options{Directed: no}}, Graph: "a b http://a.example/; a>b b>a b>b http://a.example/>http://a.example/; 3 records", Notes: "3 edges without direction, which are two arcs"},
		{Name: "counts", Text: "3 2\na b\nb c\n", Options: formatstest.Options{Options: tables.Options{FirstLine: tables.FirstIsCounts}}, Graph: "a b c; a>b b>c; 2 records"},
		{Name: "an arc less than the counts", Text: "3 4\na b\nb c\n", Options: formatstest.Options{Options: tables.Options{FirstLine: tables.FirstIsCounts}}, Graph: "a b c; a>b b>c; 2 records", Bad: "12 the text ends, and 2 arcs that the first line counts are missing\n2 bad"},
		{Name: "fetched pages", Text: "a\tb\nb\tc\n", Options: formatstest.Options{Fetched: "linking"}, Graph: "a(fetched) b(fetched) c(ghost); a>b b>c; 2 records"},
		{Name: "seeds", Text: "referrer,url\n,http://a.example/\nhttp://a.example/,http://b.example/\n,\n\\N,http://c.example/\n", Graph: "http://a.example/ http://b.example/ http://c.example/; http://a.example/>http://b.example/; 3 records", Notes: "1 rows without a field"},
		{Name: "weights", Text: "source,target,weight\na,b,2.5\nb,a,\n", Options: formatstest.Options{Weights: "auto"}, Graph: "a b; a>b=2.5; 1 records", Notes: "1 arcs with weights, which are kept", Bad: "29 line 3: the weight of the arc is missing: \"b,a,\""},
	})
}

// A list that may be another format is refused, unless an option says that it is a list.
func TestLayEdges(t *testing.T) {
	const prose = "It was a dark night, and the rain fell.\nThe wind blew, and it rattled along.\n\nNothing else here; a text.\n"
	formatstest.Run(t, &lists.EdgesFormat, []formatstest.Case{
		{Name: "prose", Text: prose, Err: "the lines have 1 to 2 columns between commas: it looks like prose, or a table of another kind; for a list of arcs, describe its form ('separator', 'columns', 'format' edges)"},
		{Name: "prose that is named", Text: "one two\nthree four\n", Options: formatstest.Options{Named: true}, Err: "hardly any name stands in both columns: it looks like a table, not a list of arcs: say how to read it\n  'columns' 1,2 'first-line' header   three -> four\n  'columns' 2,1 'first-line' header   four -> three\n  'columns' 1,2 'first-line' arc   one -> two, three -> four\n  'columns' 2,1 'first-line' arc   two -> one, four -> three"},
		{Name: "names of weft", Text: "# of pages\tx\na\tb\n", Err: "hardly any name stands in both columns: it looks like a table, not a list of arcs: say how to read it\n  'columns' 1,2 'first-line' arc   a -> b\n  'columns' 2,1 'first-line' arc   b -> a"},
		{Name: "table that is named", Text: prose, Options: formatstest.Options{Named: true, Options: tables.Options{Forced: true}}, Graph: "It was a dark night The wind blew and it rattled along. and the rain fell.; It was a dark night>and the rain fell. The wind blew>and it rattled along.; 2 records", Bad: "78 line 4: one column: an arc takes two: \"Nothing else here; a text.\""},
		{Name: "separator", Text: "a|b\nb|c\n", Options: formatstest.Options{Options: tables.Options{Sep: '|'}}, Graph: "a b c; a>b b>c; 2 records"},
		{Name: "columns", Text: "x,a,b\ny,b,c\n", Options: formatstest.Options{Options: tables.Options{Columns: []string{"2", "3"}}}, Graph: "a b c; a>b b>c; 2 records"},
	})
}

func TestAdjacency(t *testing.T) {
	formatstest.Run(t, &lists.AdjacencyFormat, []formatstest.Case{
		{Name: "numbers", Text: "0: 1 2\n1: 0\n2:\n4: -1\n5: 0 -1 9\n", Graph: "0 1 2 3(ghost) 4 5; 0>1 0>2 1>0 5>0; 5 records", Notes: "1 numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)"},
		{Name: "numbers without colons", Text: "0 1 2\n1 0\n3\n", Graph: "0 1 2 3; 0>1 0>2 1>0; 3 records"},
		{Name: "bad numbers", Text: strings.Repeat("0: 1\n", 1100) + "1: x 2\nx: 1\n2: 0 y 1\n4: 4294967295\n", Graph: "0 1 2 3(ghost) 4(ghost); 0>1 2>0; 1100 records", Notes: "2 numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)", Bad: "5500 line 1101: \"x\" is not the number of a page: \"1: x 2\"\n5507 line 1102: \"x\" is not the number of a page: \"x: 1\"\n5512 line 1103: \"y\" is not the number of a page: \"2: 0 y 1\"\n5521 line 1104: \"4294967295\" is not the number of a page: \"4: 4294967295\""},
		{Name: "names", Text: "a: b c\nb: a\nd:\n", Graph: "a b c d; a>b a>c b>a; 3 records"},
		{Name: "names between tabs", Text: "a b\tc\tc d\nc\ta b\n", Options: formatstest.Options{Options: tables.Options{Sep: '\t'}}, Graph: "a b c c d; a b>c a b>c d c>a b; 2 records"},
		{Name: "bad names", Text: "a: b c\nb: \xff a\n\xff: b\n: a\n", Graph: "a b c; a>b a>c; 1 records", Bad: "7 line 2: a name that is not UTF-8 (convert the file: iconv -f WINDOWS-1252 -t UTF-8): \"b: \\xff a\"\n14 line 3: a name that is not UTF-8 (convert the file: iconv -f WINDOWS-1252 -t UTF-8): \"\\xff: b\"\n19 line 4: an empty name: \": a\""},
		{Name: "fetched pages", Text: "a: b\nb: c\n", Options: formatstest.Options{Fetched: "all"}, Graph: "a(fetched) b(fetched) c(fetched); a>b b>c; 2 records"},
	})
}
