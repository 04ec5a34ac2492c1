package livecrawl_test

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"weft/graph"
	"weft/graph/bv"
	"weft/internal/drawn"
	"weft/internal/shared"
	"weft/livecrawl"
	"weft/livecrawl/folder"
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
			if c.Web, c.Inputs, err = livecrawl.Replayed([]string{in}); err != nil {
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

// An archive that breaks off is replayed up to there, and its last record is told of.
func TestReplayedArchiveBreaksOff(t *testing.T) {
	s := newSite(t, randomPages(12, 30))
	dir := t.TempDir()
	crawl(t, config(s.URL), options(filepath.Join(dir, "live")))
	files, err := filepath.Glob(filepath.Join(dir, "live", "warc", "*.warc.gz"))
	if err != nil || len(files) != 1 {
		t.Fatalf("got files %q, %v", files, err)
	}
	cut := filepath.Join(dir, "cut.warc.gz")
	data := read(t, filepath.Dir(files[0]), filepath.Base(files[0]))
	end := len(data) * 2 / 3
	if bytes.HasPrefix(data[end:], []byte{0x1f, 0x8b}) { // a whole record ends here: what follows it cannot be missed
		end++
	}
	if err := os.WriteFile(cut, data[:end], 0o600); err != nil {
		t.Fatal(err)
	}
	c := config(s.URL + "/")
	if c.Web, c.Inputs, err = livecrawl.Replayed([]string{cut}); err != nil {
		t.Fatal(err)
	}
	if r := crawl(t, c, options(filepath.Join(dir, "again"))); r.Bad != 1 || r.Stats.Fetched == 0 || r.Stats.Fetched >= 30 {
		t.Errorf("got %d bad records, %+v", r.Bad, r.Stats)
	}
}

func TestReplayedArchiveOfOthers(t *testing.T) {
	path := shared.File(t, "warc-samples", "IAH-20080430204825-00000-blackbook.warc.gz")
	var c folder.Config
	c.Web, c.Inputs, _ = livecrawl.Replayed([]string{path})
	c.Scope.Depth = -1
	dir := filepath.Join(t.TempDir(), "c")
	if r := crawl(t, c, options(dir)); r.Stats.Fetched < 80 || !r.Done {
		t.Errorf("got %+v", r.Counts)
	}
	snapshot(t, dir)
}

func TestReplayedGraphWithoutNames(t *testing.T) {
	base := filepath.Join(shared.Dir(t), "cnr-2000", "cnr-2000")
	c := folder.Config{Web: folder.Graph, Inputs: []string{base}, Seeds: []string{"1", "100000", "200000", "300000"}, Strategy: "indegree", Scope: folder.Scope{Depth: -1}}
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

// A stored graph that is crawled from all its pages comes out whole: also pages without links to or from them.
func TestReplayedGraphIsWhole(t *testing.T) {
	r := drawn.Rand(t)
	const n = 30
	arcs := map[graph.Arc]bool{}
	for range 40 {
		arcs[graph.Arc{From: graph.Node(r.Uint32N(n - 2)), To: graph.Node(r.Uint32N(n - 2))}] = true // two pages are left alone
	}
	base := filepath.Join(t.TempDir(), "g")
	if _, err := bv.Write(base, graph.FromArcs(n, slices.Collect(maps.Keys(arcs))), bv.Options{}); err != nil {
		t.Fatal(err)
	}
	c := folder.Config{Web: folder.Graph, Inputs: []string{base}, Scope: folder.Scope{Depth: -1}}
	for u := range n {
		c.Seeds = append(c.Seeds, strconv.Itoa(u))
	}
	dir := filepath.Join(t.TempDir(), "c")
	crawl(t, c, options(dir))
	if got := count(t, snapshot(t, dir)); got.Pages != n || got.Fetched != n || got.Arcs != int64(len(arcs)) {
		t.Errorf("got %+v, want %d pages and %d arcs", got, n, len(arcs))
	}
}

// What cannot be replayed is refused with words that help.
func TestReplayIsRefused(t *testing.T) {
	stored := storedGraph(t) // it has no archive
	base := filepath.Join(t.TempDir(), "g")
	if _, err := bv.Write(base, graph.FromArcs(2, nil), bv.Options{}); err != nil {
		t.Fatal(err)
	}
	for want, paths := range map[string][]string{stored + ": there is no finished archive in it": {stored}, base + " is a graph: replay it alone": {"x.warc", base}} {
		if _, _, err := livecrawl.Replayed(paths); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %q", paths, err, want)
		}
	}
	if web, inputs, err := livecrawl.Replayed([]string{"x.warc", "y.wacz"}); err != nil || web != folder.Archive || len(inputs) != 2 {
		t.Errorf("archives: got %s, %q, %v", web, inputs, err)
	}
	for want, c := range map[string]folder.Config{
		"name the page to start from": {Web: folder.Graph, Inputs: []string{base}},
		`has no page "7"`:             {Web: folder.Graph, Inputs: []string{base}, Seeds: []string{"7"}},
		"none":                        {Web: folder.Graph, Inputs: []string{base + "none"}, Seeds: []string{"0"}},
		"missing.warc":                {Web: folder.Archive, Inputs: []string{filepath.Join(stored, "missing.warc")}},
	} {
		dir := filepath.Join(t.TempDir(), "c")
		if _, err := livecrawl.Create(c, options(dir)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: got %v, want %q", c, err, want)
		}
		if folder.Is(dir) {
			t.Errorf("%q: it is there all the same", want)
		}
	}
}
