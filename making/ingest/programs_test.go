package ingest_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"weft/internal/mem"
	"weft/making/ingest"
	"weft/making/ingest/frames"
	"weft/making/ingest/jsons"
	"weft/making/ingest/tables"
	"weft/store"
)

// Graphs in JSON as Python and editors write them.
func TestJSONOfPrograms(t *testing.T) {
	checkWild(t, []wild{
		{"a byte order mark", "\ufeff{\"nodes\":[{\"id\":\"a\"},{\"id\":\"b\"}],\"links\":[{\"source\":\"a\",\"target\":\"b\"}]}", ingest.Options{}, []string{"a b"}, "by identifier"},
		{"NaN and Infinity", `{"directed":true,"nodes":[{"id":"a","x":NaN},{"id":"b","x":-Infinity}],"links":[{"source":"a","target":"b","weight":Infinity}]}`, ingest.Options{}, []string{"a b"}, "by identifier"},
		{"NaN in JSONL", "{\"source\":\"NaN\",\"target\":\"b\",\"w\":NaN}\n{\"source\":\"b\",\"target\":\"c \\\" Infinity\",\"w\":-Infinity}\n", ingest.Options{}, []string{"NaN b", "b c \" Infinity"}, "jsonl"},
		{"NaN in a list", `[{"source":"a","target":"b","w":NaN},{"source":"b","target":"a","w":1}]`, ingest.Options{}, []string{"a b", "b a"}, "jsonarray"},
		{"undirected after the links", `{"nodes":[{"id":"a"},{"id":"b"},{"id":"c"}],"links":[{"source":"a","target":"b"},{"source":"b","target":"c","directed":true}],"directed":false}`, ingest.Options{}, []string{"a b", "b a", "b c"}, "by identifier"},
		{"directed after the links", `{"nodes":[{"id":"a"},{"id":"b"}],"links":[{"source":"a","target":"b"}],"directed":true}`, ingest.Options{}, []string{"a b"}, "by identifier"},
		{"both words", `{"directed":false,"nodes":[{"id":"a"}],"links":[{"source":"a","target":"a"}],"graph":{"directed":true}}`, ingest.Options{}, nil, "called directed and undirected"},
		{"an end that no node declares", `{"directed":true,"nodes":[{"id":"a"}],"links":[{"source":"a","target":"b"}]}`, ingest.Options{}, []string{"a b"}, "by identifier"},
		{"only ends that no node declares", `{"directed":true,"nodes":[{"id":"1","label":"x"}],"links":[{"source":"a","target":"b"}]}`, ingest.Options{}, nil, "1 of 2 records are bad"},
		{"an end that is the name of another node", `{"directed":true,"nodes":[{"id":"1","label":"x"},{"id":"2","label":"y"}],"links":[{"source":"1","target":"y"}]}`, ingest.Options{}, nil, "1 of 3 records are bad"},
		{"GEXF without nodes", `<gexf version="1.3"><graph defaultedgetype="directed"><nodes/><edges><edge source="a" target="b"/></edges></graph></gexf>`, ingest.Options{}, []string{"a b"}, "gexf"},
		{"DOT with a byte order mark", "\ufeffdigraph { a -> b }", ingest.Options{}, []string{"a b"}, "dot"},
	})
	_, s := importText(t, `{"directed":true,"nodes":[{"id":0},{"id":1}],"links":[{"source":0,"target":7}]}`, ingest.Options{})
	if got := s.Manifest.Steps[0].Notes["ends of edges that no node declares: each is a page called by its identifier"]; got != 1 {
		t.Errorf("got %d ends that no node declares, want 1", got)
	}
}

// Matrices in Matrix Market. SciPy 1.16 reads the same entries, and refuses the same files.
func TestMatrixMarketForms(t *testing.T) {
	const banner = "%%MatrixMarket matrix coordinate pattern general\n"
	checkWild(t, []wild{
		{"rectangular", banner + "2 3 3\n1 1\n1 3\n2 3\n", ingest.Options{}, []string{"0 2", "0 4", "1 4"}, "rectangular: arcs from 2 rows to 3 columns, which are the pages from 2 on"},
		{"rectangular, a row too many", banner + "2 3 1\n3 1\n", ingest.Options{MaxBad: 0.01}, nil, "1 of 2 records are bad"},
		{"skew-symmetric", "%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 -1.5\n", ingest.Options{}, []string{"0 1", "1 0"}, "matrixmarket"},
		{"an unknown symmetry", "%%MatrixMarket matrix coordinate pattern symmetrical\n2 2 1\n2 1\n", ingest.Options{}, nil, "line 1: the banner has the word \"symmetrical\": expected general, symmetric"},
		{"an unknown field", "%%MatrixMarket matrix coordinate boolean general\n2 2 1\n2 1\n", ingest.Options{}, nil, "line 1: the banner has the word \"boolean\": expected real"},
		{"a word too few", "%%MatrixMarket matrix coordinate pattern\n2 2 1\n2 1\n", ingest.Options{}, nil, "ends before one of the words general"},
		{"all values", "%%MatrixMarket matrix array real general\n1 1\n1\n", ingest.Options{}, nil, "of another kind than coordinates (array, all values)"},
		{"surplus entries", banner + "2 2 1\n2 1\n1 2\n", ingest.Options{}, nil, "line 4: an entry more than the 1 that the line with the size counts"},
	})
}

// Folders KEY=VALUE of Hive hold the parts of a table.
func TestPartitions(t *testing.T) {
	type arc struct {
		Source string `parquet:"source"`
		Target string `parquet:"target"`
	}
	dir := t.TempDir()
	write := func(name string, a arc) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := parquet.WriteFile(path, []arc{a}); err != nil {
			t.Fatal(err)
		}
	}
	write("part=1/day=2/x.parquet", arc{"a", "b"})
	write("part=2/day=3/x.parquet", arc{"b", "c"})
	write("_temporary/y=1/x.parquet", arc{"c", "d"})
	c, _ := imported(t, ingest.Options{Inputs: []string{dir}})
	if got, want := arcsOf(t, c), []string{"a b link", "b c link"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	write("part=3/Source=d/x.parquet", arc{"c", "d"})
	o := ingest.Options{Inputs: []string{dir}}
	o.Output = filepath.Join(t.TempDir(), "c")
	if _, err := ingest.Import(t.Context(), o); err == nil || !strings.Contains(err.Error(), "an end of arcs, stands in the names of folders") {
		t.Errorf("got %v, want that the folder is an end of arcs", err)
	}
}

// Files of SciPy, pandas and PyArrow hold the arcs that these programs wrote (testdata/programs/make.py).
func TestFilesOfPrograms(t *testing.T) {
	folder := filepath.Join("testdata", "programs")
	text, err := os.ReadFile(filepath.Join(folder, "arcs.txt"))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{}
	for line := range strings.Lines(string(text)) {
		name, arc, _ := strings.Cut(strings.TrimSpace(line), "\t")
		want[name] = append(want[name], arc+" link")
	}
	if len(want) < 15 {
		t.Errorf("got arcs of %d files", len(want))
	}
	for name, arcs := range want {
		c, s := imported(t, ingest.Options{Inputs: []string{filepath.Join(folder, name)}, Strict: true})
		if got := arcsOf(t, c); !slices.Equal(got, arcs) {
			t.Errorf("%s: got %q, want %q", name, got, arcs)
		}
		how := s.Manifest.Steps[0].Inputs[0].ReadAs
		if oblong := strings.HasPrefix(name, "oblong"); oblong != strings.Contains(how, "rectangular") {
			t.Errorf("%s: read as %q", name, how)
		}
		p, err := ingest.PlanImport(t.Context(), ingest.Options{Inputs: []string{filepath.Join(folder, name)}, DraftOptions: planned})
		if err != nil || p.Inputs[0].Format != s.Manifest.Steps[0].Inputs[0].Format {
			t.Errorf("%s: planned as %+v, %v", name, p, err)
		}
		f, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		piped, _ := imported(t, ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(string(f))})
		if got := arcsOf(t, piped); !slices.Equal(got, arcs) {
			t.Errorf("%s through a pipe: got %q, want %q", name, got, arcs)
		}
		if !strings.HasPrefix(name, "matrix") {
			checkRefused(t, string(f[:len(f)-9]), ingest.Options{}, "")
		}
	}
}

var planned = store.DraftOptions{Output: "none", Memory: 1 << 30}

// Lists and matrices of other programs, with the arcs that their own documents say.
func TestListsOfPrograms(t *testing.T) {
	checkWild(t, []wild{
		{"TGF", "1 ann\n2 bob smith\n3 cel\n#\n1 2 knows\n2 3\n", ingest.Options{}, []string{"ann bob smith", "bob smith cel"}, "tgf"},
		{"TGF without labels", "1\n2\n3\n#\n1 2\n2 3\n", ingest.Options{}, []string{"0 1", "1 2"}, "tgf"},
		{"TGF, or a list with a comment", "1 2\n2 1\n#\n1 2\n", ingest.Options{}, nil, "may be a list of arcs, or nodes with labels and then edges (tgf): say 'format' edges or 'format' tgf"},
		{"TGF, or a weighted list with a comment", "1 2 0.5\n2 3 1\n#\n2 1 7\n", ingest.Options{}, nil, "say 'format' edges or 'format' tgf"},
		{"TGF, or a list, where one label is a node", "1 2\n2 3\n3 4\n#\n2 1\n1 3\n", ingest.Options{}, nil, "say 'format' edges or 'format' tgf"},
		{"TGF, where labels are other numbers", "1 7\n2 8\n#\n1 2\n", ingest.Options{}, []string{"7 8"}, "tgf"},
		{"TGF, where labels repeat the nodes", "1 1\n2 2\n#\n1 2\n", ingest.Options{}, []string{"0 1"}, "tgf"},
		{"NetInf, or a list with a blank line", "a,b\nb,c\nc,d\n\nb,a\na,c\n", ingest.Options{}, nil, "say 'format' edges or 'format' netinf"},
		{"NetInf, or a list of numbers", "1,2\n2,3\n3,4\n\n1,3\n2,1\n", ingest.Options{}, nil, "say 'format' edges or 'format' netinf"},
		{"NetInf, or a list of two days", "anna,bea\nbea,cleo\n\nanna,bea\n", ingest.Options{}, nil, "say 'format' edges or 'format' netinf"},
		{"NetInf", "0,a\n1,b\n2,c\n\n0,1\n1,2,0.5\n", ingest.Options{}, []string{"a b", "b c"}, "netinf"},
		{"LGL", "# a\nb 1.5\nc\n# b\nc 2\n", ingest.Options{}, []string{"a b", "a c", "b c"}, "lgl"},
		{"LGL, whole weights", "# 0\n1 5\n2 3\n# 1\n2 7\n3 1\n", ingest.Options{}, []string{"0 1", "0 2", "1 2", "1 3"}, "lgl"},
		{"LGL, undirected", "# a\nb\n# b\nc\n", ingest.Options{Directed: tables.DirectedNo}, []string{"a b", "b a", "b c", "c b"}, "lgl"},
		{"LGL, or arcs of two days", "# 1\n3 2\n# 3\n2 1\n", ingest.Options{}, nil, "may be a list of arcs with comments, or a graph of LGL"},
		{"arcs below comments of one word", "# edges\n1 2\n2 3\n", ingest.Options{}, []string{"1 2", "2 3"}, "edges"},
		{"DIMACS, shortest paths", "c roads\np sp 3 2\na 1 2 7\na 2 3 4\n", ingest.Options{}, []string{"0 1", "1 2"}, "dimacs"},
		{"DIMACS, colouring", "p edge 3 2\ne 1 2\ne 2 3\n", ingest.Options{}, []string{"0 1", "1 0", "1 2", "2 1"}, "dimacs"},
		{"DIMACS, flow", "p max 3 2\nn 1 s\nn 3 t\na 1 2 9\na 2 3 9\n", ingest.Options{}, []string{"0 1", "1 2"}, "dimacs"},
		{"DIMACS of PACE", "c tree\np tw 3 2\n1 2\n2 3\n", ingest.Options{}, []string{"0 1", "1 0", "1 2", "2 1"}, "dimacs"},
		{"LGL with a byte order mark", "\ufeff# a\nb 1.5\n# b\nc 2\n", ingest.Options{}, []string{"a b", "b c"}, "lgl"},
		{"DIMACS, edges counted twice", "p col 3 4\ne 1 2\ne 2 3\n", ingest.Options{}, []string{"0 1", "1 0", "1 2", "2 1"}, "dimacs"},
		{"DIMACS, an edge too many", "p sp 3 1\na 1 2 7\na 2 3 4\n", ingest.Options{}, nil, "there are 2 edges, and the line p counts 1"},
		{"DIMACS, a node too many", "p sp 2 1\na 1 3 7\n", ingest.Options{MaxBad: 0.01}, nil, "1 of 2 records are bad"},
		{"a formula", "p cnf 3 2\n1 -3 0\n2 3 -1 0\n", ingest.Options{}, nil, "a formula in DIMACS form"},
		{"hypergraph of PACE", "p hs 4 2\n1 2 3\n2 3 4\n", ingest.Options{}, nil, "line 1: a hypergraph in DIMACS form (p hs)"},
		{"DIMACS, lines of three numbers", "p tw 4 2\n1 2 3\n2 3 4\n", ingest.Options{}, nil, "line 2: \"1 2 3\": found 3 words without a letter"},
		{"DL, labels of two modes", "dl n=2 format=edgelist1\nrow labels:\na b\ncolumn labels:\nc d\ndata:\n1 2\n", ingest.Options{}, nil, "these are two kinds of nodes"},
		{"DL, labels twice", "dl n=2 format=edgelist1\nrow labels:\na b\ncolumn labels:\na b\ndata:\n1 2\n", ingest.Options{}, []string{"a b"}, "dl"},
		{"DL, a matrix larger than its file", "dl n=4000000000\ndata:\n1 0\n", ingest.Options{}, nil, "n = 4000000000: 26 bytes do not hold such a matrix"},
		{"DL, a list of more nodes than memory", "dl n=4000000000 format=edgelist1\ndata:\n1 2\n", ingest.Options{DraftOptions: store.DraftOptions{Memory: 1 << 30}}, nil, "a graph of 4000000000 nodes (n)"},
		{"a loop of names without direction", "a\ta\na\tb\n", ingest.Options{Directed: tables.DirectedNo}, []string{"a a", "a b", "b a"}, "edges"},
		{"DL, a matrix", "dl n=3 format=fullmatrix\nlabels:\nann,bob,cel\ndata:\n0 1 1\n0 0 2\n0 0 0\n", ingest.Options{}, []string{"ann bob", "ann cel", "bob cel"}, "dl"},
		{"DL, embedded labels", "DL N = 2\nlabels embedded\ndata:\n    ann bob\nann 0 1\nbob 0 0\n", ingest.Options{}, []string{"ann bob"}, "dl"},
		{"DL, a matrix over lines", "DL n=2\ndata: 0 1\n0\n1\n", ingest.Options{}, []string{"0 1", "1 1"}, "dl"},
		{"DL, edges", "dl n=4 format = edgelist1\ndata:\n1 2 0.5\n2 3\n", ingest.Options{}, []string{"0 1", "1 2"}, "dl"},
		{"DL, edges and labels", "dl n=3 format=edgelist1\nlabels: 'a b', c d\ndata:\n1 2\n", ingest.Options{}, []string{"a b c"}, "dl"},
		{"DL, edges by name", "DL n=3\nformat = edgelist1\nlabels embedded:\ndata:\nann bob 3\nbob \"cel x\"\n", ingest.Options{}, []string{"ann bob", "bob cel x"}, "dl"},
		{"DL, nodes", "DL n=3, format = nodelist1\nlabels embedded\ndata:\nann bob cel\nbob cel\n", ingest.Options{}, []string{"ann bob", "ann cel", "bob cel"}, "dl"},
		{"DL, rectangular", "DL nr=2, nc=3 format=fullmatrix\ndata:\n1 0 1\n1 1 1\n", ingest.Options{}, nil, "2 rows and 3 columns (nr, nc), which is rectangular"},
		{"DL, another format", "DL n=2 format=upperhalf\ndata:\n1\n", ingest.Options{}, nil, "the format \"upperhalf\" is not read"},
		{"DL that ends", "DL n=2\ndata:\n0 1 0\n", ingest.Options{}, nil, "ends in row 2 of 2"},
		{"a labelled matrix of numbers", ",0,1,2\n0,0,1,0\n1,1,0,0\n2,0,3,0\n", ingest.Options{}, []string{"0 1", "1 0", "2 1"}, "matrix, arcs from rows to columns, 3 names between commas"},
		{"a labelled matrix, rows in another order", ";a;b;c\nb;1;0;1\na;0;1;0\nc;0;0;0\n", ingest.Options{}, []string{"a b", "b a", "b c"}, "matrix"},
		{"a rectangular matrix", ",x,y,z\nann,1,0,2\nbob,0,0,1\n", ingest.Options{}, nil, "it looks like a rectangular matrix: its rows are called \"ann\" and so on, its columns \"x\""},
		{"JSON, a matrix", "[[0,1,1],[0,0,1],[0,0,0]]", ingest.Options{}, []string{"0 1", "0 2", "1 2"}, "jsonmatrix"},
		{"JSON, a matrix of weights", "[[0,1.5,1,0],\n[0,0,-1,0],[0,0,0,0],[1,0,0,0]]", ingest.Options{}, []string{"0 1", "0 2", "1 2", "3 0"}, "jsonmatrix"},
		{"JSON, pairs", "[[0,1],[1,0]]", ingest.Options{}, []string{"0 1", "1 0"}, "jsonarray"},
		{"JSON, pairs with weights", "[[0,1,1],[1,2,1],[2,0,1],[2,1,1]]", ingest.Options{}, []string{"0 1", "1 2", "2 0", "2 1"}, "jsonarray"},
		{"JSON, a matrix or arcs", "[[0,1,5],[1,2,5],[2,0,5]]", ingest.Options{}, nil, "say 'format' jsonmatrix for a matrix"},
		{"JSON, a matrix or arcs with times", "[[0,1,5,9],[1,2,5,9],[2,3,5,9],[3,0,5,9]]", ingest.Options{}, nil, "say 'format' jsonmatrix for a matrix"},
		{"JSON, a matrix by its format", "[[0,1,5],[1,2,5],[2,0,5]]", ingest.Options{Format: jsons.JSONMatrix}, []string{"0 1", "0 2", "1 0", "1 1", "1 2", "2 0", "2 2"}, "jsonmatrix"},
		{"JSON, rectangular", "[[0,1,1,0],[0,0,1,1]]", ingest.Options{}, nil, "rectangular matrix in JSON"},
		{"muxViz", "1 1 2 1 1\n2 1 3 1 1\n3 2 1 2 1\n1 1 1 2 1\n", ingest.Options{}, nil, "multilayer list of muxViz, \"node layer node layer weight\": for the arcs of all layers together, say 'columns' 1,3"},
		{"METIS without edges", "3 0\n\n\n\n", ingest.Options{}, []string{}, "metis"},
		{"Pajek, two networks", "*Network n1\n*Vertices 3\n1 \"a\"\n2 \"b\"\n3 \"c\"\n*Arcs\n1 2\n*Network n2\n*Vertices 3\n1 \"a\"\n2 \"b\"\n3 \"c\"\n*Arcs\n2 3\n3 1\n*Matrix\n1 1 1\n", ingest.Options{}, []string{"a b"}, "pajek"},
		{"Pajek, a partition", "*Vertices 2\n*Arcs\n1 2\n*Partition p\n*Vertices 2\n1\n2\n", ingest.Options{}, []string{"0 1"}, "pajek"},
		{"Pajek, two networks without names", "*Vertices 2\n*Arcs\n1 2\n*Vertices 2\n*Arcs\n2 1\n", ingest.Options{}, []string{"0 1"}, "pajek"},
		{"DOT, nodes between commas", "digraph { a, b -> c, d; e, f [label=x] }", ingest.Options{}, []string{"a c", "a d", "b c", "b d"}, "dot"},
		{"DOT, a subgraph that is opened again", "digraph { subgraph s { a; b } subgraph s { c } -> d; e -> subgraph s {} }", ingest.Options{}, []string{"a d", "b d", "c d", "e a", "e b", "e c"}, "dot"},
		{"DOT, subgraphs of two parents", "digraph { { subgraph s { a } } subgraph s { c } -> d }", ingest.Options{}, []string{"c d"}, "dot"},
		{"DOT, edges in a subgraph", "digraph { {a -> b} -> c; x -> {{y} z} }", ingest.Options{}, []string{"a b", "a c", "b c", "x y", "x z"}, "dot"},
		{"DOT, an unknown subgraph", "digraph { subgraph s -> d }", ingest.Options{}, nil, "expected \"{\" and the nodes of the subgraph"},
	})
}

// Files that weft does not read are named, with the way out.
func TestForeignFiles(t *testing.T) {
	for magic, want := range map[string]string{
		"SQLite format 3\x00":                  "sqlite3 -header -csv",
		"%PDF-1.7\n":                           "a PDF document",
		"\x89HDF\r\n\x1a\n":                    "an HDF5 file",
		"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00": "save the sheet of arcs as CSV",
		"FEA1\x00":                             "a Feather file of version 1",
		"RDX3\nX\n\x00":                        "write.csv",
		"X\n\x00\x00\x00\x03":                  "an object of R",
		"\x80\x04\x95\x00\x00":                 "a pickle of Python",
		"\x80\x02c":                            "a pickle of Python",
		"\x93NUMPY\x01":                        "a NumPy array",
		"PK\x03\x04" + strings.Repeat("\x00", 22) + "\x13\x00\x00\x00[Content_Types].xml": "a workbook of Excel (xlsx)",
		"PK\x03\x04" + strings.Repeat("\x00", 22) + "\x10\x00\x00\x00docProps/app.xml":    "a workbook of Excel (xlsx)",
	} {
		checkRefused(t, magic+strings.Repeat("\x00\x01", 50), ingest.Options{}, want)
	}
}

// A page larger than the limit is read up to there, counted, and fails the import unless such pages are allowed.
func TestMaxPage(t *testing.T) {
	const limit = 64 << 10
	body := `<a href="first.html">x</a>` + strings.Repeat("<p>", limit/3) + `<a href="last.html">y</a>`
	record := fmt.Sprintf("WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\nContent-Type: application/http\r\nContent-Length: %d\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n%s\r\n\r\n", len(body)+44, body)
	dir, tar := siteOf(t, map[string]string{"index.html": body})
	var z bytes.Buffer
	w := zip.NewWriter(&z)
	if f, err := w.Create("index.html"); err != nil {
		t.Fatal(err)
	} else if _, err := f.Write([]byte(body)); err != nil {
		t.Fatal(err)
	}
	w.Close()
	for _, o := range []ingest.Options{
		{Inputs: []string{written(t, record)}},
		{Inputs: []string{dir}, BaseURL: "http://a.example/", IndexFiles: []string{"index.html"}},
		{Inputs: []string{tar}, BaseURL: "http://a.example/", IndexFiles: []string{"index.html"}},
		{Inputs: []string{written(t, z.String())}, BaseURL: "http://a.example/", IndexFiles: []string{"index.html"}},
	} {
		whole, _ := imported(t, o)
		if got := arcsOf(t, whole); len(got) != 2 {
			t.Errorf("%s: got %q", o.Inputs[0], got)
		}
		small := o
		small.MaxPage, small.Output = limit, filepath.Join(t.TempDir(), "c")
		if _, err := ingest.Import(t.Context(), small); err == nil || !strings.Contains(err.Error(), "pages larger than 'max-page'") {
			t.Errorf("%s: got %v, want that a page is too large", o.Inputs[0], err)
		}
		small.MaxBad = 1
		cut, s := imported(t, small)
		if got := arcsOf(t, cut); len(got) != 1 || s.NotWhole != 1 {
			t.Errorf("%s: got %q, %d not whole", o.Inputs[0], got, s.NotWhole)
		}
		if n := s.Manifest.Steps[0].Notes["pages larger than the option max-page allows, read up to there"]; n != 1 {
			t.Errorf("%s: got %d pages that are too large, want 1", o.Inputs[0], n)
		}
	}
}

// Archives with a table of nodes and a table of edges, as Gephi's users and Netzschleuder make them, keep the names.
func TestTablesInArchives(t *testing.T) {
	edges, nodes := "Source,Target,Type\n0,1,Directed\n1,2,Directed\n", "Id,Label\n0,ann\n1,bob\n2,cel\n"
	for _, c := range []struct{ edges, nodes string }{
		{edges, nodes},
		{"# source, target, value\n0, 1, 3\n1, 2, 1\n", "# index, name, _pos\n0, ann, \"array([1.5, -2.25])\"\n1, bob, \"array([0.5, 2])\"\n2, cel, \"array([1, 2])\"\n"},
	} {
		var z bytes.Buffer
		w := zip.NewWriter(&z)
		for _, f := range [][2]string{{"edges.csv", c.edges}, {"gprops.csv", "# key, value\nname, x\n"}, {"nodes.csv", c.nodes}} {
			part, err := w.Create(f[0])
			if err != nil {
				t.Fatal(err)
			}
			if _, err := part.Write([]byte(f[1])); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		crawl, _ := imported(t, ingest.Options{Inputs: []string{written(t, z.String())}})
		if got, want := arcsOf(t, crawl), []string{"ann bob link", "bob cel link"}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	_, alone := siteOf(t, map[string]string{"nodes.csv": nodes})
	only, err := os.ReadFile(alone)
	if err != nil {
		t.Fatal(err)
	}
	checkRefused(t, string(only), ingest.Options{}, "no input has arcs")
	_, after := siteOf(t, map[string]string{"a.csv": edges, "nodes.csv": nodes})
	text, err := os.ReadFile(after)
	if err != nil {
		t.Fatal(err)
	}
	checkRefused(t, string(text), ingest.Options{}, "the table of nodes follows other files in the archive")
	_, before := siteOf(t, map[string]string{"edges.csv": edges, "a.csv": nodes})
	crawl, s := imported(t, ingest.Options{Inputs: []string{before}})
	if got, want := arcsOf(t, crawl), []string{"ann bob link", "bob cel link"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if how := s.Manifest.Steps[0].Inputs; !slices.ContainsFunc(how, func(in store.Input) bool { return in.ReadAs == `nodes, identifiers in "Id", names in "Label"` }) {
		t.Errorf("read as %+v", how)
	}
}

// A damaged file of Arrow is refused before the library makes room for the counts in it.
func TestProgramsDamagedArrow(t *testing.T) {
	names, err := filepath.Glob(filepath.Join("testdata", "programs", "*.[af]*r*"))
	if err != nil || len(names) < 6 {
		t.Fatalf("got %q, %v", names, err)
	}
	for _, name := range names {
		if end := filepath.Ext(name); end != ".feather" && end != ".arrow" {
			continue
		}
		whole, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		checkRefused(t, string(whole[:len(whole)-9]), ingest.Options{Format: frames.ArrowFile}, "the Arrow file is damaged: it does not end as Arrow files do")
		for at := 11; at < len(whole)-6; at += 4 {
			data := bytes.Clone(whole)
			data[at] ^= 0xff
			o := ingest.Options{Format: frames.ArrowFile, Inputs: []string{"-"}, Stdin: bytes.NewReader(data)}
			o.Memory, o.Output = mem.Least, filepath.Join(t.TempDir(), "c")
			if _, err := ingest.Import(t.Context(), o); err != nil && strings.Contains(err.Error(), "runtime error") {
				t.Errorf("%s with byte %d changed: got %v", name, at, err)
			}
		}
	}
	large, err := os.ReadFile(filepath.Join("testdata", "programs", "large.feather"))
	if err != nil {
		t.Fatal(err)
	}
	large[0x247] = 0xff // of the number of columns
	checkRefused(t, string(large), ingest.Options{}, "the Arrow file is damaged: in its footer, a list counts 4278190082 elements, which")
}
