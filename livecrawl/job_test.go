package livecrawl_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weft/crawl/strategy"
	"weft/livecrawl"
	"weft/livecrawl/folder"
)

// Every page of a site is fetched once, whatever the strategy, and the graph is that of its archive.
func TestWholeSite(t *testing.T) {
	const n = 120
	var first string
	for _, named := range strategy.All {
		name := named.Name
		if folder.ByFlow(name) {
			continue // it leaves most out
		}
		s := newSite(t, randomPages(1, n))
		dir := filepath.Join(t.TempDir(), "c")
		c := config(s.URL)
		if c.Strategy = name; named.Takes != "" && named.Takes != strategy.File {
			c.Strategy += ":3"
		}
		if named.Takes == strategy.File {
			c.Scores = filepath.Join(t.TempDir(), "scores")
			if err := os.WriteFile(c.Scores, []byte(s.URL+"/b/p1.html 3\n"+s.URL+"/c/p2.html\t9.5\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		r := crawl(t, c, options(dir))
		if !r.Done || r.Stats.Fetched != n || r.Failed != 20 || r.LeftOut != 10 {
			t.Errorf("%s: %+v", name, r.Counts)
		}
		of, _ := s.requests()
		twice := 0
		for path, k := range of {
			if k == 2 {
				twice++
			} else if k != 1 {
				t.Errorf("%s: %s was requested %d times", name, path, k)
			}
		}
		if twice > maxTwice {
			t.Errorf("%s: %d pages were requested twice", name, twice)
		}
		sameGraph(t, dir, dir)
		if first == "" {
			first = dir
		}
	}
}

// Limits are exact, and the next run goes on behind them.
func TestLimitsAndResume(t *testing.T) {
	s := newSite(t, randomPages(2, 150))
	dir := filepath.Join(t.TempDir(), "c")
	o := options(dir)
	o.Limits.Pages = 40
	if r := crawl(t, config(s.URL), o); r.Stats.Fetched != 40 || r.Done {
		t.Errorf("got %+v", r.Stats)
	}
	o.Limits = livecrawl.Limits{Batch: 25}
	o.Strategy = "indegree"
	if r := resume(t, o); r.Stats.Fetched != 65 || r.Done {
		t.Errorf("got %+v", r.Stats)
	}
	o.Limits, o.Strategy = livecrawl.Limits{}, ""
	if r := resume(t, o); r.Stats.Fetched != 150 || !r.Done {
		t.Errorf("got %+v", r.Stats)
	}
	if r := resume(t, o); r.Stats.Fetched != 150 || !r.Done {
		t.Errorf("nothing is left, and got %+v", r.Stats)
	}
	checkArchive(t, dir)
	sameGraph(t, dir, dir)
}

// A crawl that stops now and then, and takes up another strategy on its way, has the log of one that goes on without a
// stop: also by strategies that draw, and with a number in their name.
func TestStrategiesGoOn(t *testing.T) {
	s := newSite(t, randomPages(5, 60))
	for _, strategy := range []string{"dfs-repush", "crawlers:3", "random"} {
		c := config(s.URL)
		c.Strict, c.Window, c.Strategy = true, 1, strategy // with more under way a limit would change what is known when a page is picked
		whole, parts := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "parts")
		if r := crawl(t, c, options(whole)); r.Stats.Fetched != 60 || !r.Done {
			t.Fatalf("%s: got %+v", strategy, r.Stats)
		}
		o := options(parts)
		o.Limits.Pages = 7
		r := crawl(t, c, o)
		for o.Limits = (livecrawl.Limits{Batch: 17}); !r.Done; {
			r = resume(t, o)
		}
		if string(read(t, whole, "log", "events")) != string(read(t, parts, "log", "events")) {
			t.Errorf("%s: another log", strategy)
		}
	}
	dir := filepath.Join(t.TempDir(), "switched")
	o := options(dir)
	o.Limits.Pages = 20
	crawl(t, config(s.URL), o)
	for i, strategy := range []string{"crawlers:5", "dfs-repush", "crawlers:2"} {
		o.Strategy, o.Limits = strategy, livecrawl.Limits{Batch: 10}
		if r := resume(t, o); r.Stats.Fetched != uint64(30+10*i) {
			t.Errorf("%s: %d pages", strategy, r.Stats.Fetched)
		}
	}
	o.Strategy, o.Limits = "", livecrawl.Limits{}
	if r := resume(t, o); r.Stats.Fetched != 60 || !r.Done {
		t.Errorf("got %+v", r.Stats)
	}
}

func TestUntil(t *testing.T) {
	s := newSite(t, randomPages(3, 200))
	for text, want := range map[string]string{
		"fetched>=30": "fetched>=30", "known>100 or seconds>1000": "known>100", "megabytes>=0.02": "megabytes>=0.02",
	} {
		o := options(filepath.Join(t.TempDir(), "c"))
		var err error
		if o.Limits.Until, err = livecrawl.ParseConditions(text); err != nil {
			t.Fatal(err)
		}
		if r := crawl(t, config(s.URL), o); !strings.HasPrefix(r.Why, want) || r.Done {
			t.Errorf("%s: ended as %q with %+v", text, r.Why, r.Stats)
		}
	}
	for _, text := range []string{"", "fetched", "fish>=3", "fetched>=x", "fetched>=1 and known>2", "hak=80", "complete>=1.1", "fetched>5 or gamma=2"} {
		if _, err := livecrawl.ParseConditions(text); err == nil {
			t.Errorf("%q is no rule, and is taken for one", text)
		}
	}
}

// A rule can be about all that is counted, and with each comparison.
func TestUntilOfEachName(t *testing.T) {
	s := newSite(t, randomPages(3, 15))
	for text, want := range map[string]string{
		"failed > 2": "failed>2", "hosts=1": "hosts>=1", "seconds>=1e-9": "seconds>=1e-09", "complete>0.25": "complete>0.25",
		"complete<0.1": "complete<0.1", "fetched<=7": "fetched<=7", "known>1000 or failed>=1000 or complete>1 or complete>=1": "complete>=1",
	} {
		o := options(filepath.Join(t.TempDir(), "c"))
		var err error
		if o.Limits.Until, err = livecrawl.ParseConditions(text); err != nil {
			t.Fatal(err)
		}
		if r := crawl(t, config(s.URL), o); r.Why != want+" holds" {
			t.Errorf("%s: ended as %q with %+v", text, r.Why, r.Counts)
		}
	}
}

// A crawl is stopped while pages are under way.
func TestStop(t *testing.T) {
	s := newSite(t, randomPages(3, 300))
	s.delay.Store(int64(5 * time.Millisecond))
	for _, strict := range []bool{false, true} {
		dir := filepath.Join(t.TempDir(), "c")
		c := config(s.URL)
		c.Strict = strict
		j, err := livecrawl.Create(c, options(dir))
		if err != nil {
			t.Fatal(err)
		}
		_, before := s.requests()
		go func() {
			for {
				if _, n := s.requests(); n > before+30 {
					j.Stop("enough")
					return
				}
				time.Sleep(time.Millisecond)
			}
		}()
		if r := run(t, j); r.Why != "enough" || r.Done || r.Stats.Fetched == 0 {
			t.Errorf("got %q, %+v", r.Why, r.Stats)
		}
		checkArchive(t, dir)
		if r := resume(t, options(dir)); !r.Done || r.Stats.Fetched != 300 {
			t.Errorf("got %q, %+v", r.Why, r.Stats)
		}
		sameGraph(t, dir, dir)
	}
}

// Whoever looks on sees what is being fetched, and for how long.
func TestBusy(t *testing.T) {
	asked, answer := make(chan struct{}, 8), make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/robots.txt" {
			asked <- struct{}{}
			<-answer
		}
	}))
	defer s.Close()
	j, err := livecrawl.Create(config(s.URL+"/a", s.URL+"/b"), options(filepath.Join(t.TempDir(), "c")))
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan livecrawl.Result)
	began := time.Now()
	go func() { done <- run(t, j) }()
	<-asked
	if list := j.Status().Busy; len(list) != 1 || !strings.HasPrefix(list[0].URL, s.URL) || list[0].For <= 0 || list[0].For > time.Since(began) {
		t.Errorf("one page of a host is fetched at a time, and those that are told of are %+v", list)
	}
	close(answer)
	if r := <-done; len(r.Busy) != 0 || r.Fetched != 2 {
		t.Errorf("in the end: %+v", r.Status)
	}
}

func TestBadFolders(t *testing.T) {
	dir := t.TempDir()
	if _, err := livecrawl.Resume(options(dir)); err == nil || !strings.Contains(err.Error(), "no crawl") {
		t.Errorf("an empty folder: %v", err)
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("crawl.json", `{"kind": "weft crawl", "format": 99}`)
	if _, err := livecrawl.Resume(options(dir)); err == nil || !strings.Contains(err.Error(), "format 99") {
		t.Errorf("a newer version: %v", err)
	}
	if _, err := livecrawl.Create(config("http://a.example/"), options(dir)); !errors.Is(err, livecrawl.ErrExists) {
		t.Errorf("a folder with a crawl: %v", err)
	}
	write("crawl.json", `{"kind": "something else"}`)
	if _, err := livecrawl.Resume(options(dir)); err == nil {
		t.Error("a folder of something else: no error")
	}
	if err := os.Remove(filepath.Join(dir, "crawl.json")); err != nil {
		t.Fatal(err)
	}
	write("thesis.txt", "precious")
	if _, err := livecrawl.Create(config("http://a.example/"), options(dir)); !errors.Is(err, livecrawl.ErrExists) {
		t.Errorf("a folder with other things: %v", err)
	}
}

func TestSeeds(t *testing.T) {
	for raw, want := range map[string]string{
		"https://Example.org": "https://example.org/", "example.org/a b": "https://example.org/a%20b", " http://a.example/#x ": "http://a.example/",
	} {
		if got, err := folder.SeedURL(raw); err != nil || got != want {
			t.Errorf("%q: got %q, %v, want %q", raw, got, err, want)
		}
	}
	for _, raw := range []string{"", "nonsense", "ftp://a.example/", "mailto:a@b.example", "http://", "http://a b/", "javascript:alert(1)"} {
		if got, err := folder.SeedURL(raw); err == nil {
			t.Errorf("%q is taken for %s", raw, got)
		}
	}
	_, err := folder.ReadSeeds(strings.NewReader("# seeds\n\nhttp://a.example/\nnonsense here\n"), "seeds.txt")
	if err == nil || !strings.Contains(err.Error(), "seeds.txt: line 4") {
		t.Errorf("got %v, want the line", err)
	}
}

// A page may be let in by a second link: a depth counts the shortest way that is known when it is picked.
func TestDepth(t *testing.T) {
	pages := map[string]string{
		"/": "<a href=/a>", "/a": "<a href=/b>", "/b": "<a href=/c>", "/c": "<a href=/d>", "/d": "",
	}
	for depth, want := range []uint64{1, 2, 3, 4, 5, 5} {
		s := newSite(t, pages)
		c := config(s.URL)
		c.Scope.Depth = depth
		if r := crawl(t, c, options(filepath.Join(t.TempDir(), "c"))); r.Stats.Fetched != want {
			t.Errorf("depth %d: %d pages, want %d", depth, r.Stats.Fetched, want)
		}
	}
}
