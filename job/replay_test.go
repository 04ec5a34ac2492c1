package job_test

import (
	"path/filepath"
	"testing"

	"weft/internal/shared"
	"weft/job"
)

// What was crawled can be crawled again from its archive, and from its graph, with the same graph.
func TestReplayedCrawl(t *testing.T) {
	s := newSite(t, randomPages(12, 90))
	dir := filepath.Join(t.TempDir(), "live")
	crawl(t, config(s.URL), options(dir))
	want := snapshot(t, dir)
	for _, in := range []string{dir, filepath.Join(dir, "snapshot")} {
		for _, strategy := range []string{"dfs", "opic"} {
			c := config(s.URL + "/")
			c.Strategy = strategy
			var err error
			if c.Web, c.Inputs, err = job.Replayed([]string{in}); err != nil {
				t.Fatal(err)
			}
			again := filepath.Join(t.TempDir(), "again")
			if r := crawl(t, c, options(again)); r.Stats.Fetched != 90 || !r.Done {
				t.Errorf("%s, %s: got %+v", in, strategy, r.Stats)
			}
			got := snapshot(t, again)
			for _, f := range []string{"graph.graph", "pages.names"} {
				x, y := read(t, want, f), read(t, got, f)
				if string(x) != string(y) {
					t.Errorf("%s, %s: another %s", in, strategy, f)
				}
			}
		}
	}
}

func TestReplayedArchiveOfOthers(t *testing.T) {
	path := shared.File(t, "warc-samples", "IAH-20080430204825-00000-blackbook.warc.gz")
	var c job.Config
	c.Web, c.Inputs, _ = job.Replayed([]string{path})
	c.Scope.Depth = -1
	dir := filepath.Join(t.TempDir(), "c")
	if r := crawl(t, c, options(dir)); r.Stats.Fetched < 80 || !r.Done {
		t.Errorf("got %+v", r.Counts)
	}
	snapshot(t, dir)
}

func TestReplayedGraphWithoutNames(t *testing.T) {
	base := filepath.Join(shared.Dir(t), "cnr-2000", "cnr-2000")
	c := job.Config{Web: job.Graph, Inputs: []string{base}, Seeds: []string{"1", "100000", "200000", "300000"}, Strategy: "indegree", Scope: job.Scope{Depth: -1}}
	dir := filepath.Join(t.TempDir(), "c")
	o := options(dir)
	o.Limits.Pages = 3000
	if r := crawl(t, c, o); r.Stats.Fetched != 3000 {
		t.Errorf("got %+v", r.Counts)
	}
	snapshot(t, dir)
	o.Limits.Pages = 4000
	if r := resume(t, o); r.Stats.Fetched != 4000 {
		t.Errorf("got %+v", r.Counts)
	}
}
