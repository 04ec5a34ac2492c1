package measure_test

import (
	"os"
	"path/filepath"
	"testing"

	"weft/answers/answer"
	"weft/answers/measure"
	"weft/making/ingest/ingesttest"
	"weft/store"
)

// TestSizeWithoutResults holds that results and reports do not count as the crawl.
func TestSizeWithoutResults(t *testing.T) {
	c := ingesttest.Text(t, "http://a.example/ http://a.example/b\n")
	before, err := measure.GetInfo(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{store.ResultsDir, store.ReportDir} {
		if err := os.MkdirAll(filepath.Join(c.Path, dir, "index"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(c.Path, dir, "index", "x"), make([]byte, 1000), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	after, err := measure.GetInfo(c)
	if err != nil || after.DiskSize != before.DiskSize || after.DiskSize == 0 {
		t.Errorf("%d bytes with results, %d before, %v", after.DiskSize, before.DiskSize, err)
	}
}

// TestNoRankWithoutLinks holds that pages that no page leads to are not ranked by centrality.
func TestNoRankWithoutLinks(t *testing.T) {
	d := measure.Distances{Top: []measure.Top{{Page: 3, Score: 1}, {Page: 0}, {Page: 1}}}
	if tables := d.TopTables(); len(tables) != 1 {
		t.Fatalf("%d tables", len(tables))
	} else if rows := len(tables[0].(*answer.Table).Rows); rows != 1 {
		t.Errorf("%d rows, want 1", rows)
	}
	if d.Top = d.Top[1:]; len(d.TopTables()) != 0 {
		t.Error("there is a table without a score")
	}
}
