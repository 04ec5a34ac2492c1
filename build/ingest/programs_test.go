package ingest_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"weft/build/ingest"
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
	if _, err := ingest.Import(t.Context(), o); err == nil || !strings.Contains(err.Error(), "an end of arcs") {
		t.Errorf("got %v, want that the folder is an end of arcs", err)
	}
}
