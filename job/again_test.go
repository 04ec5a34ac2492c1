package job_test

import (
	"bytes"
	"errors"
	"io"
	"path/filepath"
	"testing"

	"weft/warc"
)

// recordsOf counts the records of a crawl's archive by type.
func recordsOf(t *testing.T, dir string) map[string]int {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "warc", "*.warc.gz"))
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, path := range files {
		rd := warc.NewReader(bytes.NewReader(read(t, path)), warc.Options{})
		for {
			rec, err := rd.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			count[rec.Type]++
			if rec.Type == warc.TypeRevisit && (rec.Header.Get("WARC-Refers-To-Target-URI") == "" || rec.Header.Get("WARC-Refers-To-Date") == "") {
				t.Errorf("%s: a revisit of nothing", rec.TargetURI())
			}
		}
	}
	return count
}

// What did not change is a revisit, by condition and by digest; the graph is the same, also from the new archive alone.
func TestCrawlAgain(t *testing.T) {
	const n = 60
	for _, tags := range []bool{true, false} {
		s := newSite(t, randomPages(7, n))
		s.tags = tags
		first := filepath.Join(t.TempDir(), "first")
		crawl(t, config(s.URL), options(first))
		for _, dir := range []string{filepath.Join(t.TempDir(), "second"), filepath.Join(t.TempDir(), "third")} {
			s.pages["/b/p1.html"] += " and news of " + dir
			c := config(s.URL)
			c.Since = first
			if r := crawl(t, c, options(dir)); !r.Done || r.Stats.Fetched != n {
				t.Fatalf("got %+v", r.Counts)
			}
			of := recordsOf(t, dir)
			if of[warc.TypeRevisit] != n-1 || of[warc.TypeResponse] != 1+20+1 { // what is new, what is gone, robots.txt
				t.Errorf("tags %v: %v", tags, of)
			}
			checkArchive(t, dir)
			sameGraph(t, first, dir)
			first = dir
		}
	}
}
