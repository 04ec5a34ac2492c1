package livecrawl_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weft/graph"
	"weft/graph/bv"
	"weft/livecrawl"
	"weft/livecrawl/folder"
)

// Settings that make no sense are refused with words that say which, and what is wanted.
func TestConfigIsRefused(t *testing.T) {
	for want, change := range map[string]func(*folder.Config){
		"no seed: name at least one URL":                   func(c *folder.Config) { c.Seeds = nil },
		`seed 2: "ftp://a.test/": its scheme is ftp`:       func(c *folder.Config) { c.Seeds = append(c.Seeds, "ftp://a.test/") },
		`seed 1: "ftp:a.test": only http and https`:        func(c *folder.Config) { c.Seeds = []string{"ftp:a.test"} },
		`seed 1: "two words" is no URL`:                    func(c *folder.Config) { c.Seeds = []string{"two words"} },
		`seed 1: "http://***@:x/" is no URL`:               func(c *folder.Config) { c.Seeds = []string{"http://me:secret@:x/"} },
		`strategy "bsf": expected one of bfs, dfs`:         func(c *folder.Config) { c.Strategy = "bsf" },
		"the strategy score takes a file of scores: s":     func(c *folder.Config) { c.Strategy = "score" },
		"takes no file of scores":                          func(c *folder.Config) { c.Scores = "file" },
		`robots "maybe": want one of obey, google, ignore`: func(c *folder.Config) { c.Robots = "maybe" },
		"depth -2, 0 pages of a host":                      func(c *folder.Config) { c.Scope.Depth = -2 },
		"depth -1, -1 pages of a host":                     func(c *folder.Config) { c.Scope.HostPages = -1 },
		"-1 requisites of a page: want 0 or more":          func(c *folder.Config) { c.Requisites = -1 },
		"window -1: want 1 or more":                        func(c *folder.Config) { c.Window = -1 },
		`media type "html"`:                                func(c *folder.Config) { c.Scope.Types = []string{"text/*", "html"} },
		`media type "[/x"`:                                 func(c *folder.Config) { c.Scope.Types = []string{"[/x"} },
		`scope "planet": want`:                             func(c *folder.Config) { c.Scope.Area = "planet" },
		"(":                                                func(c *folder.Config) { c.Scope.Exclude = []string{"("} },
	} {
		c := config("a.test")
		if err := c.Check(); err != nil || c.Seeds[0] != "https://a.test/" {
			t.Fatalf("before anything is wrong: %v, %q", err, c.Seeds)
		}
		change(&c)
		err := c.Check()
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("got %v, want %q", err, want)
		}
		dir := filepath.Join(t.TempDir(), "c")
		if _, err := livecrawl.Create(c, options(dir)); err == nil {
			t.Errorf("%q: it is begun", want)
		}
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("%q: there is a folder", want)
		}
	}
}

// A list of seeds is read by lines, and one that is none is named.
func TestReadSeeds(t *testing.T) {
	got, err := folder.ReadSeeds(strings.NewReader("# mine\n\n  a.test/x \r\nhttp://b.test\n"), "list")
	if want := []string{"https://a.test/x", "http://b.test/"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	// As editors of Windows, tables and Heritrix write them; waiting.tsv of a crawl is a list, too.
	got, err = folder.ReadSeeds(strings.NewReader("\ufeffhttp://a.test/1\r\nhttp://a.test/2\tanswered with status 503\nhttp://a.test/3 # why\nhttp://a.test/4#x \t#y\nhttp://a.test/5#6\n\t# none\n"), "list")
	if want := []string{"http://a.test/1", "http://a.test/2", "http://a.test/3", "http://a.test/4", "http://a.test/5"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	for text, want := range map[string]string{"a.test\n\nnothing\n": "list: line 3: ", strings.Repeat("x", 1<<17): "list: "} {
		if got, err := folder.ReadSeeds(strings.NewReader(text), "list"); err == nil || got != nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.20q: got %q, %v, want %q", text, got, err, want)
		}
	}
}

// What a run is about is told in words, and only one that asks hosts can be paused.
func TestAbout(t *testing.T) {
	o := options(filepath.Join(t.TempDir(), "c"))
	until, err := livecrawl.ParseConditions("failed>3")
	if err != nil {
		t.Fatal(err)
	}
	o.Limits = livecrawl.Limits{Pages: 1200, Batch: 1, Bytes: 3 << 20, Time: 2 * time.Hour, Until: until}
	j, err := livecrawl.Create(config("http://a.test/"), o)
	if err != nil {
		t.Fatal(err)
	}
	a := j.About()
	if got, want := a.Limits.List(), []string{"1,200 pages", "1 page of this run", "3.0 MiB", "2h of this run", "failed>3"}; !slices.Equal(got, want) {
		t.Errorf("limits %q, want %q", got, want)
	}
	if a.Dir != o.Dir || a.Web != folder.Live || !slices.Equal(a.Seeds, []string{"http://a.test/"}) {
		t.Errorf("got %+v", a)
	}
	if paused := j.Pause() && j.Status().Paused; !paused || !j.Unpause() || j.Status().Paused {
		t.Error("it cannot be paused, or goes on being so")
	}
	if err := j.Close(); err != nil {
		t.Error(err)
	}
	if got := (&livecrawl.Limits{}).List(); len(got) > 0 {
		t.Errorf("no limits are %q", got)
	}
	for d, want := range map[time.Duration]string{90 * time.Second: "1m30s of this run", 10 * time.Minute: "10m of this run", 3*time.Hour + 30*time.Minute: "3h30m of this run", 20 * time.Second: "20s of this run"} {
		if got := (&livecrawl.Limits{Time: d}).List(); len(got) != 1 || got[0] != want {
			t.Errorf("%v is %q, want %q", d, got, want)
		}
	}
}

// storedGraph makes a crawl of a graph, which has no archive.
func storedGraph(t *testing.T) (dir string) {
	t.Helper()
	base := filepath.Join(t.TempDir(), "g")
	if _, err := bv.Write(base, graph.FromArcs(3, []graph.Arc{{From: 0, To: 1}}), bv.Options{}); err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(t.TempDir(), "c")
	j, err := livecrawl.Create(folder.Config{Web: folder.Graph, Inputs: []string{base}, Seeds: []string{"0"}, Scope: folder.Scope{Depth: -1}}, options(dir))
	if err != nil {
		t.Fatal(err)
	}
	if j.Pause() || j.Unpause() {
		t.Error("nobody is asked, and it can be paused")
	}
	if r := run(t, j); r.Stats.Fetched != 2 {
		t.Errorf("got %+v", r.Counts)
	}
	return dir
}

// The archive of a crawl is open to one, who keeps others off; what has none, or none that was closed, says so.
func TestOpenKept(t *testing.T) {
	s := newSite(t, randomPages(2, 5))
	dir := filepath.Join(t.TempDir(), "c")
	crawl(t, config(s.URL), options(dir))
	k, err := folder.OpenKept(dir)
	if err != nil || len(k.Files) != 1 || len(k.Seeds) != 1 || k.Created.IsZero() {
		t.Fatalf("got %+v, %v", k, err)
	}
	for _, path := range append(slices.Clone(k.Files), k.Index, k.Log) {
		if info, err := os.Stat(path); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := livecrawl.Resume(options(dir)); err == nil || !strings.Contains(err.Error(), "another process") {
		t.Errorf("it goes on while its archive is open: %v", err)
	}
	if _, err := folder.OpenKept(dir); err == nil || !strings.Contains(err.Error(), "another process") {
		t.Errorf("it is opened twice: %v", err)
	}
	if err := k.Close(); err != nil {
		t.Fatal(err)
	}
	open := k.Files[0] + ".open"
	for what, change := range map[string][2]string{"a file that is open": {k.Files[0], open}, "no index": {k.Index, k.Index + ".aside"}, "no file": {k.Files[0], k.Files[0] + ".aside"}} {
		if err := os.Rename(change[0], change[1]); err != nil {
			t.Fatal(err)
		}
		if _, err := folder.OpenKept(dir); err == nil || !strings.Contains(err.Error(), "'resume' "+dir) {
			t.Errorf("%s: got %v", what, err)
		}
		if err := os.Rename(change[1], change[0]); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := folder.OpenKept(storedGraph(t)); err == nil || !strings.Contains(err.Error(), "stored Web") {
		t.Errorf("of a stored graph: %v", err)
	}
	if k, err = folder.OpenKept(dir); err != nil || k.Close() != nil {
		t.Errorf("in the end: %v", err)
	}
}

// A crawl is removed whole, and nothing that is not its own.
func TestRemove(t *testing.T) {
	dir := crawlToVerify(t, 3)
	mine := filepath.Join(dir, "mine.txt")
	writeFile(t, mine, []byte("precious"))
	if err := folder.Remove(dir); err != nil {
		t.Fatal(err)
	}
	if left := filesBelow(t, dir); !slices.Equal(left, []string{"mine.txt"}) {
		t.Errorf("there is left %q", left)
	}
	if err := folder.Remove(dir); err == nil {
		t.Error("what is no crawl is removed")
	}
	if _, err := os.Stat(mine); err != nil {
		t.Error(err)
	}
	whole := storedGraph(t)
	if err := folder.Remove(whole); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(whole); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an empty folder stays: %v", err)
	}
}
