package ending

import (
	"strings"
	"testing"
)

func TestOf(t *testing.T) {
	for _, c := range []struct{ path, given, want, refused string }{
		{"-", "", "tsv", ""},
		{"a", "", "tsv", ""},
		{"a.links", "csv", "csv", ""},
		{"a.txt", "csv", "csv", ""},
		{"a.txt", "", "tsv", ""},
		{"A.CSV", "", "csv", ""},
		{"a.csv", "csv", "csv", ""},
		{"a.tsv", "pages", "pages", ""},
		{"a.csv", "tsv", "", "contradicts 'format' tsv: expected the ending .tsv"},
		{"a.csv", "cvs", "cvs", ""}, // the command refuses it
		{"a.xlsx", "", "", "files .xlsx are written by other programs"},
		{"a.html", "", "", "expected an ending .csv or .tsv; files .html are written by weft report"},
		{"a.csv.gz", "", "", "gzip"},
	} {
		got, err := Of(c.path, c.given, "tsv", "csv", "pages")
		text := ""
		if err != nil {
			text = err.Error()
		}
		if got != c.want || (err != nil) != (c.refused != "") || !strings.Contains(text, c.refused) {
			t.Errorf("%s, %q: got %q, %v; want %q, %q", c.path, c.given, got, err, c.want, c.refused)
		}
	}
}

// Folders may have the names of hosts, but not of files that weft writes.
func TestFolders(t *testing.T) {
	for path, refused := range map[string]bool{"example.net": false, "b.example.zip": false, "crawl": false, "crawl.csv": true, "crawl.xlsx": true, "crawl.warc.gz": true, "c.wacz": true} {
		if _, err := Of(path, "", Folder); (err != nil) != refused {
			t.Errorf("%s: %v, want refused: %t", path, err, refused)
		}
	}
	if format, err := Of("out.parquet", "shards", "tsv", "parquet", "shards"); err != nil || format != "shards" {
		t.Errorf("a format without an ending: %s, %v", format, err)
	}
}
