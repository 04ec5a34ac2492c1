package ingest

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"weft/internal/mem"
	"weft/making/ingest/formats"
	"weft/making/ingest/graphs"
	"weft/making/ingest/jsons"
	"weft/making/ingest/lists"
	"weft/making/ingest/tables"
	"weft/store"
)

func FuzzMultiline(f *testing.F) {
	for _, s := range []string{"0 2\n1 {}\n2\n1 1\n0 {'w': 1}\n2 0\n", "#x\na 1\n%b {}\n%b 1\na\n", "0 4294967294\n1\n", "\ufeff5 0\r\n6 1\r\n5\r\n", "0 1 2\n"} {
		f.Add([]byte(s), s[0] == '#')
	}
	f.Fuzz(func(t *testing.T, data []byte, both bool) {
		o := Options{Directed: tables.DirectedYes}
		if both {
			o.Directed = tables.DirectedNo
		}
		lists.IsMultiline(nil, data)
		fuzzImport(t, data, lists.Multiline, o)
	})
}

func FuzzNodeTable(f *testing.F) {
	for _, s := range []string{"Id,Label\n0,a\n1,\"b, c\"\n", "\ufeffid;x;url\na;;http://a.example/\n", "id\tname\n\t\n0\n0\tx\n", "Id,Label\n0,\"a\n"} {
		f.Add([]byte(s), []byte("Source,Target,Type\n0,1,Undirected\na,a,\n"))
	}
	f.Fuzz(func(t *testing.T, nodes, edges []byte) {
		dir := t.TempDir()
		o := Options{Inputs: []string{filepath.Join(dir, "nodes"), filepath.Join(dir, "edges")}, MaxBad: 1}
		o.DraftOptions = store.DraftOptions{Output: filepath.Join(dir, "c"), Memory: mem.Least, Workers: 1}
		for i, text := range [][]byte{nodes, edges} {
			if err := os.WriteFile(o.Inputs[i], text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		_, err := Import(context.Background(), o)
		if _, e := os.Stat(o.Output); (err == nil) != (e == nil) {
			t.Errorf("the import said %v, and of the crawl %v", err, e)
		}
	})
}

// FuzzLayout holds that deciding how a list is written never fails but by an error, and that it finds columns that are there.
func FuzzLayout(f *testing.F) {
	for _, s := range []string{
		"3 3\n0 1\n1 2\n2 0\n", "% bip\n% 2 2 2\n1 1\n2 2\n", "# of pages\tx\na\tb\n", "0 1 {'a': 1}\n", "a b 1\nb c\n", "100 1 2\n120 2 1\n",
		"\"a\"\"b\"\tc\nc\td\n", "9 9 9\n1 2\n", "u,v\n1,2\nu,v\n2,1\n", "4\n0 1\n1 0\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, o := range []tables.Options{{}, {Forced: true}, {FirstLine: tables.FirstIsCounts}, {FirstLine: tables.FirstIsHeader, Directed: tables.DirectedNo}} {
			r, err := readingOf(&o, formats.Auto, data)
			if err != nil || r.Name != lists.Edges {
				continue
			}
			if l := r.Layout; l.Columns < 2 || l.Source >= l.Columns || l.Target >= l.Columns || l.Source < 0 || l.Target < 0 {
				t.Errorf("%q: %+v", data, l)
			}
			_ = r.String()
		}
	})
}

func FuzzListsOfPrograms(f *testing.F) {
	named := []formats.Name{graphs.TGF, graphs.NetInf, graphs.LGL, graphs.DIMACS, graphs.DL, lists.Matrix, jsons.JSONMatrix}
	for i, texts := range [][]string{
		{"1 a\n2 b\n#\n1 2 x\n9 1\n", "#\n#\n", "1\n\n#\n1"},
		{"0,a\n1,b\n\n0,1,2\n", ",\n\n,,\n"},
		{"# 0\n1 5\n2\n# 1\n2 7\n", "a\n# \n# b c\n"},
		{"c x\np sp 3 2\na 1 2 7\ne 2 3\nn 1 s\n", "p col 4000000000 1\ne 1 9\n", "p cnf 1 1\n"},
		{"dl n=2 format=fullmatrix\nlabels: a,b\ndata:\n0 1\n1 0\n", "DL N=3 labels embedded data: a b c a 0 1", "dl nr=2 nc=2\nformat=edgelist1\ndata:\n1 2 x\n", "dl n=4000000000\ndata:\n", "dl n=2 labels: 'a data:"},
		{",a,b\na,0,1\nb,1,x\n", "\t0\t1\n0\t\tNaN\n1\t1e9\t0\n", "a b\nb 1 2\na 0 0\na 0 0\n", "x,\"a\nb\",c\n"},
		{"[[0,1,1],[0,0,null],[NaN,0,0]]", "[[],[1]]", "[[1,2,3,4],[1", "[[[1]]]"},
	} {
		for _, text := range texts {
			f.Add([]byte(text), uint8(i)) //nolint:gosec // of a few
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, which uint8) {
		markedFormat(data)
		tables.IsMultilayer(tables.TakeSample(data).Texts())
		lists.IsMETIS(nil, data)
		fuzzImport(t, data, named[int(which)%len(named)], Options{MaxBad: 1})
		fuzzImport(t, data, formats.Auto, Options{MaxBad: 1})
	})
}
