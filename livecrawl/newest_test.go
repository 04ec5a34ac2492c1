package livecrawl_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"weft/livecrawl"
	"weft/livecrawl/folder"
)

// TestNewestSnapshot asks of the snapshots of a crawl that stands, that continues, and whose note is gone or damaged,
// whether the log has grown since.
func TestNewestSnapshot(t *testing.T) {
	s := newSite(t, randomPages(2, 60))
	dir := filepath.Join(t.TempDir(), "c")
	o := options(dir)
	o.Limits.Pages = 20
	crawl(t, config(s.URL), o)
	if n, ok := livecrawl.NewestSnapshot(dir); ok {
		t.Errorf("before there was any: %+v", n)
	}
	make := func() uint64 {
		t.Helper()
		made, err := livecrawl.MakeSnapshot(t.Context(), dir, importOptions(""))
		if err != nil {
			t.Fatal(err)
		}
		return made.Learnt
	}
	check := func(what string, grown bool, learnt uint64) {
		t.Helper()
		n, ok := livecrawl.NewestSnapshot(dir)
		if !ok || n.Grown != grown || n.Learnt != learnt || n.Age() > time.Hour {
			t.Errorf("%s: %+v, %v; want grown %v, %d learnt", what, n, ok, grown, learnt)
		}
	}
	first := make()
	check("a crawl that stands", false, first)
	o.Limits.Pages = 40
	resume(t, o)
	check("a crawl that continued", true, first)
	all := make()
	check("a new snapshot", false, all)
	note := filepath.Join(dir, folder.SnapshotFile)
	if err := os.WriteFile(note, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	check("a damaged note", false, 0)
	if err := os.Remove(note); err != nil {
		t.Fatal(err)
	}
	check("no note", false, 0)
	o.Limits.Pages = 60
	resume(t, o)
	check("no note, and the crawl continued", true, 0)
}
