package lists_test

import (
	"strings"
	"testing"

	"weft/making/ingest/formats/formatstest"
	"weft/making/ingest/lists"
	"weft/making/ingest/tables"
)

func TestNodeColumns(t *testing.T) {
	for text, want := range map[string]struct {
		sep      byte
		id, name int
	}{
		"Id,Label\n0,a\n":                   {',', 0, 1},
		"Label;Id\na;0\n":                   {';', 1, 0},
		"x\tNode ID\tName\n7\t0\ta\n":       {'\t', 1, 2},
		"\"Id\",\"Label\"\n0,a\n":           {',', 0, 1},
		"id,label,url\n0,a,b\n":             {',', 0, 2}, // the better name
		"id,title,name\n0,a,b\n":            {',', 0, 2},
		"node,uri\n0,b\n":                   {',', 0, 1},
		"# index, name, pos\n0,a,1\n":       {',', 0, 1},
		"# id, name\n0,a\n":                 {},
		"# index\n0,a\n":                    {},
		"index,name\n0,a\n":                 {},
		"Id,Label\n":                        {},
		"Id\n0\n":                           {},
		"Id Label\n0 a\n":                   {},
		"Id,Size\n0,a\n":                    {},
		"Size,Label\n0,a\n":                 {},
		"Source,Target,Id,Label\n0,1,2,a\n": {},
		"":                                  {},
	} {
		sep, id, name := lists.NodeColumns([]byte(text))
		if sep != want.sep || id != want.id || name != want.name {
			t.Errorf("%q: got %q, %d and %d, want %q, %d and %d", text, sep, id, name, want.sep, want.id, want.name)
		}
	}
	for text, want := range map[string]string{
		"Id,Label\n0,a\n": `identifiers in "Id", names in "Label"`, "# index, name\n0,a\n": `identifiers in "index", names in "name"`, "a,b\n": "",
	} {
		if got := lists.NodesFormat.Describe([]byte(text)); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestTableOfNodes(t *testing.T) {
	formatstest.Run(t, &lists.NodesFormat, []formatstest.Case{
		{Name: "nodes", Text: "Id,Label\nx,Ann\ny,\ny2\n\"z\",\"Bob, B\"\n", Graph: "Ann Bob, B y y2; ; 4 records"},
		{Name: "further columns", Text: "Id,Label,Size\n0,a,5\n1,b,6\n", Graph: "a b; ; 2 records", Notes: "2 attributes of nodes, which are not kept"},
		{Name: "semicolons", Text: "Size;Label;Id\n5;a;0\n6;b;1\n7;c\n", Graph: "a b; ; 2 records", Notes: "2 attributes of nodes, which are not kept", Bad: "26 line 4: 2 columns: the header names 3: \"7;c\""},
		{Name: "bad rows", Text: "Id,Label\n0,a\n0,b\n,c\n", Graph: "a; ; 1 records", Bad: "13 line 3: node \"0\" is listed twice: \"0,b\"\n17 line 4: an identifier of 0 bytes: expected 1 to 65536: \",c\""},
		{Name: "comment as a header", Text: "# index, name\n0, a\n1, b\n", Graph: "a b; ; 2 records"},
		{Name: "no header", Text: "0,a\n1,b\n", Err: "a table of nodes begins with the names of its columns, Id and Label (or Url) among them"},
		{Name: "alone", Text: "Id,Label\n0,a\n", Options: formatstest.Options{Options: tables.Options{Alone: true}}, Err: "it looks like a table of nodes with their names: give the table of edges together with it (or, with a list of numbered arcs, name it with 'names')"},
		{Name: "after its arcs", Before: []formatstest.Input{{Format: &lists.EdgesFormat, Text: "0 1\n1 0\n"}}, Text: "Id,Label\n0,a\n", Err: "the table of nodes follows its arcs: name it first"},
		{Name: "two tables", Before: []formatstest.Input{{Format: &lists.NodesFormat, Text: "Id,Label\n0,a\n"}}, Text: "Id,Label\n0,b\n1,c\n", Graph: "a c; ; 2 records", Bad: "9 line 2: node \"0\" is listed twice: \"0,b\""},
	})
}

func TestArcsOfNodes(t *testing.T) {
	before := []formatstest.Input{{Format: &lists.NodesFormat, Text: "Id,Label\nx,Ann\ny,Bob\nz,Ann\n"}}
	const header = "Source,Target,Type\n"
	formatstest.Run(t, &lists.EdgesFormat, []formatstest.Case{
		{Name: "arcs", Before: before, Text: header + "x,y,Directed\ny,z,Undirected\nz,z,Undirected\n", Graph: "Ann Ann #2 Bob; Ann>Bob Ann #2>Ann #2 Ann #2>Bob Bob>Ann #2; 6 records", Notes: "2 edges without direction, which are two arcs\n1 pages with the name of another, kept under another name"},
		{Name: "ends that are not listed", Before: before, Text: header + "x,w,Directed\nw,Bob,Directed\nw,x,Directed\n", Graph: "Ann Ann #2 Bob w; Ann>w w>Ann w>Bob; 6 records", Notes: "2 ends of arcs that the table of nodes does not list\n1 numbers that share a page, because their URLs are equal\n1 pages with the name of another, kept under another name"},
		{Name: "bad ends", Before: before, Text: header + strings.Repeat("x,y,Directed\n", 1100) + "x,,Directed\nx\ny,x,Directed\n", Graph: "Ann Ann #2 Bob; Ann>Bob Bob>Ann; 1104 records", Notes: "1 pages with the name of another, kept under another name", Bad: "14319 line 1102: an identifier of 0 bytes: expected 1 to 65536: \"x,,Directed\"\n14331 line 1103: one column: an arc takes two: \"x\""},
		{Name: "numbers", Before: []formatstest.Input{{Format: &lists.NodesFormat, Text: "Id,Label\n0,b\n1,a\n"}}, Text: "source,target\n0,1\n1,1\n1,7\n", Graph: "7 a b; a>7 a>a b>a; 5 records", Notes: "1 ends of arcs that the table of nodes does not list"},
		{Name: "counts", Before: []formatstest.Input{{Format: &lists.NodesFormat, Text: "Id,Label\n0,b\n1,a\n"}}, Options: formatstest.Options{Options: tables.Options{FirstLine: tables.FirstIsCounts}}, Text: "2 3\n0 1\n1 0\n", Graph: "a b; a>b b>a; 4 records", Bad: "12 the text ends, and 1 arcs that the first line counts are missing"},
	})
}
