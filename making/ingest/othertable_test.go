package ingest_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/internal/drawn"
	"weft/internal/table"
	"weft/making/ingest"
	"weft/store"
)

// Of the tables that weft writes those of arcs are read, and all others refused, though their first columns may be two
// numbers. What is refused names the arcs that stand beside it. The names of the columns are drawn.
func TestTablesOfOtherThings(t *testing.T) {
	r := drawn.Rand(t)
	words := []string{"page", "url", "state", "arcs", "closed", "components", "front", "largest", "name", "score", "source", "target"}
	for n := range 30 {
		dir := t.TempDir()
		r.Shuffle(len(words), func(i, k int) { words[i], words[k] = words[k], words[i] })
		var columns []table.Column
		var row []any
		ends, page := 0, false
		for _, word := range words[:2+r.IntN(len(words)-2)] {
			columns, row = append(columns, table.Column{Name: word}), append(row, int64(1))
			if page = page || word == "page"; word == "source" || word == "target" {
				ends++
			}
		}
		names := []string{"pages.parquet", "arcs.parquet"}
		if n%2 == 1 {
			names = names[:1]
		}
		for _, name := range names {
			if err := table.Create(filepath.Join(dir, name), columns, func(w *table.Writer) error { return w.Append(row...) }); err != nil {
				t.Fatal(err)
			}
		}
		path := filepath.Join(dir, "pages.parquet")
		_, err := ingest.Import(t.Context(), ingest.Options{Inputs: []string{path}, DraftOptions: store.DraftOptions{Output: path + ".c"}})
		if ends == 2 {
			if err != nil {
				t.Errorf("%v: got %v", columns, err)
			}
			continue
		}
		beside := "give arcs.parquet, which"
		if len(names) == 2 {
			beside = "give " + filepath.Join(dir, "arcs.parquet")
		}
		if err == nil || !strings.Contains(err.Error(), beside) || page != strings.Contains(err.Error(), "a page a row, and no arcs") {
			t.Errorf("%v: got %v; want %q", columns, err, beside)
		}
	}
}

// A table is not a list of names.
func TestTableAsList(t *testing.T) {
	dir := t.TempDir()
	arcs, names := filepath.Join(dir, "arcs"), filepath.Join(dir, "pages.parquet")
	columns := []table.Column{{Name: "page"}, {Name: "url", Type: table.Text}}
	if err := table.Create(names, columns, func(w *table.Writer) error { return w.Append(int64(0), "http://a.example/") }); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(arcs, []byte("0 1\n1 0\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, o := range []ingest.Options{{Names: names}, {Fetched: names}} {
		o.Inputs, o.Output = []string{arcs}, filepath.Join(dir, "c")
		if _, err := ingest.Import(t.Context(), o); err == nil || !strings.Contains(err.Error(), "it is a Parquet table: a text is wanted") {
			t.Errorf("got %v", err)
		}
	}
}
