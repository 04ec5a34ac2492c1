package livecrawl_test

import (
	"errors"
	"path/filepath"
	"testing"

	"weft/livecrawl"
	"weft/livecrawl/folder"
	"weft/store"
)

// keepSites keeps a site of all pages in a snapshot, as a command does.
func keepSites(t *testing.T, dir string) {
	t.Helper()
	c, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	r, err := c.Results("")
	if err != nil {
		t.Fatal(err)
	}
	ch, err := c.Change()
	if err == nil {
		err = ch.Writes("results/sites.npy", "results/sites.json")
	}
	if err == nil {
		err = store.SaveVector(r, store.Result{Name: store.SitesResult, Kinds: "link", Command: "weft site all c"}, make([]uint32, c.NumPages()))
	}
	if err == nil {
		err = ch.Record(store.Step{Command: "weft site all c"})
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestSnapshotKeepsResults makes snapshots of an unchanged crawl, of a changed crawl, and again of an unchanged crawl. Results
// stay with the same graph, and later snapshots know that there were sites.
func TestSnapshotKeepsResults(t *testing.T) {
	s := newSite(t, randomPages(2, 60))
	dir := filepath.Join(t.TempDir(), "c")
	o := options(dir)
	o.Limits.Pages = 20
	crawl(t, config(s.URL), o)
	at := filepath.Join(dir, folder.SnapshotDir)
	check := func(what string, kept, had bool, steps int) {
		t.Helper()
		if _, err := livecrawl.MakeSnapshot(t.Context(), dir, importOptions("")); err != nil {
			t.Fatal(err)
		}
		c, err := store.Open(at)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		front, err := c.FoundFronts()
		if (err == nil) != kept || err != nil && !errors.Is(err, store.ErrNoSites) {
			t.Errorf("%s: the sites: %v, want them kept: %v", what, err, kept)
		}
		if err == nil {
			front.Close()
		}
		if c.Manifest.HadSites() != had || len(c.Manifest.Steps) != steps {
			t.Errorf("%s: had sites: %v, steps %+v", what, c.Manifest.HadSites(), c.Manifest.Steps)
		}
		if err := store.Verify(at, func(string) {}); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	check("the first", false, false, 1)
	keepSites(t, at)
	check("unchanged", true, false, 2)
	check("unchanged again", true, false, 2)
	o.Limits = livecrawl.Limits{Batch: 10}
	resume(t, o)
	check("more pages", false, true, 1)
	check("more pages, unchanged", false, true, 1)
	keepSites(t, at)
	check("found again", true, false, 2)
}
