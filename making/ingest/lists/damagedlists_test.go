package lists_test

import (
	"fmt"
	"strings"
	"testing"

	"weft/making/ingest/formats/formatstest"
	"weft/making/ingest/lists"
	"weft/making/ingest/tables"
)

// A list of numbers whose later block has a line of further columns, with what the layout has and what it lacks.
func TestFurtherColumnsOfBlocks(t *testing.T) {
	columns := formatstest.Options{Memory: 32 << 20, Options: tables.Options{Columns: []string{"1", "2"}}}
	for _, sep := range []struct{ name, sep string }{{"commas", ","}, {"tabs", "\t"}, {"semicolons", ";"}} {
		first := strings.Repeat(strings.Join([]string{"0", "1", "7"}, sep.sep)+"\n", 30000)
		line := func(fields ...string) string { return strings.Join(fields, sep.sep) + "\n" }
		bad := func(n int, text string) string {
			return fmt.Sprintf("180000 line 30001: %d columns between %s: the list has 3: %q", n, sep.name, text)
		}
		for _, c := range []struct {
			name, line string
			arc        bool
			bad        string
		}{
			{"a text", line("1", "2", "x"), true, ""},
			{"a text of two words", line("1", "2", "x y"), true, ""},
			{"a carriage return", "1" + sep.sep + "2" + sep.sep + "3\r\n", true, ""},
			{"two columns", line("1", "2"), false, bad(2, "1"+sep.sep+"2")},
			{"four columns", line("1", "2", "3", "4"), false, bad(4, "1"+sep.sep+"2"+sep.sep+"3"+sep.sep+"4")},
		} {
			graph := "0 1 2; 0>1 2>0; 30001 records"
			if c.arc {
				graph = "0 1 2; 0>1 1>2 2>0; 30002 records"
			}
			formatstest.Run(t, &lists.EdgesFormat, []formatstest.Case{{Name: sep.name + ", " + c.name, Options: columns, Text: first + c.line + line("2", "0", "9"), Graph: graph, Bad: c.bad}})
		}
	}
}

// Lines after blocks keep their numbers and offsets, and strict imports fail at the first bad one.
func TestBadLinesAfterBlocks(t *testing.T) {
	small := formatstest.Options{Memory: 32 << 20}
	strict, counted := small, small
	strict.Strict = true
	counted.Options = tables.Options{FirstLine: tables.FirstIsCounts}
	blanks := strings.Repeat("0 1\n", 100_000) // more than three blocks
	formatstest.Run(t, &lists.EdgesFormat, []formatstest.Case{
		{Name: "a bad line in the last block", Options: small, Text: blanks + "1 x\n", Graph: "0 1; 0>1; 100000 records", Bad: "400000 line 100001: \"x\" is not the number of a page: \"1 x\""},
		{Name: "a bad line, strict", Options: strict, Text: blanks + "1 x\n", Bad: "1 bad", Err: "bad input: text, offset 400000: line 100001: \"x\" is not the number of a page: \"1 x\""},
		{Name: "a bad line in the first block, strict", Options: strict, Text: "0 1\n1 x\n" + blanks, Bad: "1 bad", Err: "bad input: text, offset 4: line 2: \"x\" is not the number of a page: \"1 x\""},
		{Name: "arcs that are missing", Options: counted, Text: "2 100003\n" + blanks + "1 0\n1 1\n", Graph: "0 1; 0>1 1>0 1>1; 100002 records", Bad: "400017 the text ends, and 1 arcs that the first line counts are missing"},
		{Name: "arcs that are missing, strict", Options: formatstest.Options{Strict: true, Options: counted.Options}, Text: "2 3\n0 1\n1 0\n", Bad: "1 bad", Err: "bad input: text, offset 12: the text ends, and 1 arcs that the first line counts are missing"},
	})
}

// Lines of other lists that are bad end a strict import.
func TestStrictLists(t *testing.T) {
	strict := formatstest.Options{Strict: true}
	directed := formatstest.Options{Strict: true, Options: tables.Options{Directed: tables.DirectedYes}}
	formatstest.Run(t, &lists.PageStatesFormat, []formatstest.Case{
		{Name: "a state of numbers", Options: strict, Text: "0\tfetched\t\n1\tfoo\t\n", Bad: "1 bad", Err: "bad input: text, offset 11: line 2: \"foo\" is no state of a page: \"1\\tfoo\\t\""},
		{Name: "a name that is no text", Options: strict, Text: "0\tfetched\ta\n1\tghost\t\xff\n", Bad: "1 bad", Err: "bad input: text, offset 12: line 2: a name that is not UTF-8 (convert the file: iconv -f WINDOWS-1252 -t UTF-8): \"1\\tghost\\t\\xff\""},
	})
	formatstest.Run(t, &lists.VerticesFormat, []formatstest.Case{
		{Name: "a line of one column", Options: strict, Text: "0\tcom.a\n1\n", Bad: "1 bad", Err: "bad input: text, offset 8: line 2: 1 columns: expected a number and a reversed host: \"1\""},
	})
	formatstest.Run(t, &lists.MultilineFormat, []formatstest.Case{
		{Name: "a node without a number", Options: directed, Text: "a 1\nb\nc\n", Bad: "1 bad", Err: "bad input: text, offset 6: line 3: expected a node and the number of its neighbours: \"c\""},
	})
	formatstest.Run(t, &lists.NodesFormat, []formatstest.Case{
		{Name: "a node twice", Options: strict, Text: "Id,Label\n0,a\n0,b\n", Bad: "1 bad", Err: "bad input: text, offset 13: line 3: node \"0\" is listed twice: \"0,b\""},
		{Name: "a row that is too short", Options: strict, Text: "Label,Id\na,0\nb\n", Bad: "1 bad", Err: "bad input: text, offset 13: line 3: 1 columns: the header names 2: \"b\""},
		{Name: "a name that is missing", Text: "Id,Label\n0\n1,\n2,c\n", Graph: "0 1 c; ; 3 records"},
	})
}

// Beginnings that are nearly lists of nodes and neighbours, or of vertices.
func TestNearLists(t *testing.T) {
	formatstest.Detect(t, &lists.MultilineFormat, map[string]bool{
		"a 1\nb\nb 1\na {'x': {}}\n": true, "a 1\nb {} x\nb 0\n": false, "a 1\nb {}\n": false, "a 4294967296\nb\nb 0\n": false, "a -1\nb\nb 0\n": false, "a 1\n#b\nb\nb 0\n": true,
		"a 1\nb\nb 1\n": false, "a 0\nb 1\nc\n": true,
	})
	formatstest.Detect(t, &lists.VerticesFormat, map[string]bool{
		"4\tcom.a\n5\torg.b\n": true, "0\tcom.a\n1\torg\n": true, "0\tcom.a\n1\t.org\n": false, "0\tcom.a\n4294967296\torg.b\n": false, "0\tCOM.a\n1\tOrg.b\n": true,
		strings.Repeat("0\tcom.a\n", 2): false,
	})
	formatstest.Detect(t, &lists.MatrixFormat, map[string]bool{
		",a,b\na,0,1e3\nb,0.5,0\n": true, ",a,b\na,1\nb,1\n": false, ",a,b\na,0,1,2\nb,1,0,2\n": false, "a,b,c\nx,1\n": false, ",a,b\n,0,1\nb,1,0\n": false,
		"\"a,b\n,0\na,0,1\nb,1,0\n": false, ",a,b,c\na,0,1,1\nb,1,0,1\nx,1,0,1\n": true, ",a,b\na,0,1\nb,1,0\nc,0,0\n": false,
	})
}
