package livecrawl_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weft/livecrawl"
	"weft/livecrawl/folder"
)

// since returns the URLs that were requested since before was taken, except robots.txt.
func (s *shelf) since(before map[string]int) (urls []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for url, n := range s.asked {
		if n > before[url] && !strings.HasSuffix(url, "/robots.txt") {
			urls = append(urls, url)
		}
	}
	slices.Sort(urls)
	return urls
}

// counts returns a copy of the numbers of requests.
func (s *shelf) counts() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.asked)
}

// A run of listed pages requests these pages and their redirects, and nothing else: no page that waits since an earlier run,
// no page that is excluded, no embedded file. The next run continues the crawl.
func TestOnlyListedPages(t *testing.T) {
	s := newShelf(t, map[string]string{
		"a.test/":    "<a href=/1>1</a><a href=/2>2</a><a href=/3>3</a><a href=/out/4>4</a><a href=/moved>m</a><a href=/busy>b</a><a href=/away>a</a><a href=http://b.test/>b</a>",
		"a.test/1":   "<a href=/5>5</a><img src=/i.png>",
		"a.test/2":   "2",
		"a.test/3":   "<a href=/6>6</a>",
		"a.test/new": "<a href=/7>7</a>", "a.test/moved": "-> /old", "a.test/old": "-> /new",
		"a.test/5": "5", "a.test/6": "6", "a.test/7": "7", "a.test/i.png": "png", "a.test/busy": "busy", "a.test/away": "away", "b.test/": "b",
	})
	for _, strict := range []bool{false, true} {
		s.asked = map[string]int{}
		s.first["a.test/busy"], s.first["a.test/away"] = 100, 100 // more than are requested
		dir := filepath.Join(t.TempDir(), "c")
		o := s.through(dir)
		o.Politeness.Tries, o.Politeness.Patience, o.Politeness.ForSeeds = 1, time.Millisecond, true
		c := config("http://a.test/")
		c.Strict, c.Scope.Exclude, c.Requisites = strict, []string{"/out/"}, 10
		o.Limits.Batch = 1
		crawl(t, c, o)
		o.Limits.Batch = 0
		o.Only = []string{"http://a.test/busy", "http://a.test/away"} // both fail
		resume(t, o)
		before := s.counts()
		o.Only = []string{"http://a.test/3", "http://a.test/moved", "http://a.test/out/4", "http://a.test/unknown", "http://a.test/busy"}
		s.first["a.test/busy"] = s.asked["a.test/busy"] // it answers now
		r := resume(t, o)
		if got, want := s.since(before), []string{"a.test/3", "a.test/busy", "a.test/moved", "a.test/new", "a.test/old"}; !slices.Equal(got, want) {
			t.Errorf("strict %v: requested %q, want %q", strict, got, want)
		}
		if r.Done || !r.Stats.Stopped || r.Why != "the listed pages were requested" {
			t.Errorf("strict %v: it ended: %q, done %v", strict, r.Why, r.Done)
		}
		before = s.counts()
		if r := resume(t, o); len(s.since(before)) > 0 {
			t.Errorf("strict %v: the same list once more requests %q: %q", strict, s.since(before), r.Why)
		}
		s.first["a.test/away"] = s.asked["a.test/away"]
		o.Only = nil
		if r := resume(t, o); !r.Done {
			t.Errorf("strict %v: it ended: %q", strict, r.Why)
		}
		want := []string{"a.test/", "a.test/1", "a.test/2", "a.test/3", "a.test/5", "a.test/6", "a.test/7", "a.test/away", "a.test/busy", "a.test/i.png", "a.test/moved", "a.test/new", "a.test/old"}
		if got := s.urls(); !slices.Equal(got, want) {
			t.Errorf("strict %v: the whole crawl requested %q, want %q", strict, got, want)
		}
		sameGraph(t, dir, dir)
		if v := verify(t, dir); len(v.Damage) > 0 {
			t.Errorf("strict %v: damage %+v", strict, v.Damage)
		}
	}
}

// Runs of drawn lists between interrupted runs of mazes request no page twice, and the crawl that ends has all its pages.
func TestOnlyInMazes(t *testing.T) {
	long(t)
	livecrawl.SetGrowth(600) // of some 4,000 bytes of log
	t.Cleanup(func() { livecrawl.SetGrowth(128 << 20) })
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 31))
		s := maze(t, seed)
		dir := filepath.Join(t.TempDir(), "c")
		c := config("http://h0.test/a/p0")
		c.Strict, c.Scope.Area = seed%2 == 0, "anywhere"
		if seed%3 == 0 {
			c.Strategy = "indegree"
		}
		o := s.through(dir)
		o.Limits.Batch = 1 + r.Uint64N(8)
		crawl(t, c, o)
		for range 4 {
			o.Limits.Batch, o.Only = 0, nil
			before, listed := s.counts(), []string{}
			for range 1 + r.IntN(12) {
				i := r.IntN(60)
				listed = append(listed, fmt.Sprintf("h%d.test/%c/p%d", i%3, 'a'+i/3%3, i))
				o.Only = append(o.Only, "http://"+listed[len(listed)-1])
			}
			resume(t, o)
			for _, url := range s.since(before) {
				if !slices.Contains(listed, url) {
					t.Errorf("seed %d: %s is not in the list %q", seed, url, listed)
				}
			}
			o.Limits.Batch, o.Only = 1+r.Uint64N(8), nil
			if r.IntN(2) == 0 {
				o.Strategy = []string{"dfs", "bfs", "random"}[r.IntN(3)]
			}
			resume(t, o)
			o.Strategy = ""
		}
		o.Limits.Batch = 0
		if r := resume(t, o); !r.Done {
			t.Errorf("seed %d: it ended: %q", seed, r.Why)
		}
		whole := maze(t, seed)
		cw := config("http://h0.test/a/p0")
		cw.Scope.Area = "anywhere"
		crawl(t, cw, whole.through(filepath.Join(t.TempDir(), "w")))
		if got, want := s.urls(), whole.urls(); !slices.Equal(got, want) {
			t.Errorf("seed %d: got\n%q, want\n%q", seed, got, want)
		}
		for url, n := range s.counts() {
			if n > 1 && !strings.HasSuffix(url, "/robots.txt") {
				t.Errorf("seed %d: %s was requested %d times", seed, url, n)
			}
		}
		sameGraph(t, dir, dir)
		if v := verify(t, dir); len(v.Damage) > 0 {
			t.Errorf("seed %d: damage %+v", seed, v.Damage)
		}
	}
}

// Pages that an interrupted run left under way are not requested by a run of other pages.
func TestOnlyLeavesInterruptedPages(t *testing.T) {
	s := newSite(t, randomPages(7, 300))
	s.delay.Store(int64(2 * time.Millisecond))
	dir := filepath.Join(t.TempDir(), "c")
	j, err := livecrawl.Create(config(s.URL), options(dir))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 150*time.Millisecond)
	defer cancel()
	if _, err := j.Run(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("the run ended: %v", err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	_, before := s.requests()
	o := options(dir)
	o.Only = []string{s.URL + "/no/such/page"}
	if r := resume(t, o); r.Done {
		t.Errorf("it ended: %q", r.Why)
	}
	if _, after := s.requests(); after-before > 1 { // robots.txt
		t.Errorf("%d requests for a list of no known page", after-before)
	}
	o.Only = nil
	if r := resume(t, o); !r.Done || r.Stats.Fetched != 300 {
		t.Errorf("the crawl has %d pages: %q", r.Stats.Fetched, r.Why)
	}
	sameGraph(t, dir, dir)
}

// A run of listed pages that is killed can be continued by the same list, and by the whole crawl.
func TestOnlyKilled(t *testing.T) {
	long(t)
	for _, strict := range []bool{false, true} {
		s := newSite(t, randomPages(8, 400))
		s.delay.Store(int64(2 * time.Millisecond))
		dir := filepath.Join(t.TempDir(), "c")
		o := options(dir)
		o.Limits.Batch = 40
		c := config(s.URL)
		c.Strict = strict
		crawl(t, c, o)
		var list []string
		for i := range 400 {
			for _, host := range "abcd" {
				list = append(list, fmt.Sprintf("%s/%c/p%d.html", s.URL, host, i))
			}
		}
		t.Setenv("WEFT_TEST_ONLY", strings.Join(list, " "))
		for k := range 3 {
			size := logSize(dir)
			cmd := start(t, dir, s.URL, strict)
			for end := time.Now().Add(10 * time.Second); logSize(dir) < size+400 && time.Now().Before(end); {
				time.Sleep(200 * time.Microsecond)
			}
			cmd.Process.Kill()
			cmd.Wait()
			if logSize(dir) == size {
				t.Errorf("strict %v: kill %d fell on no work: %s", strict, k, cmd.Stderr)
			}
		}
		os.Unsetenv("WEFT_TEST_ONLY")
		state, err := folder.Read(dir)
		if err != nil || len(state.Switches) == 0 {
			t.Fatalf("switches %v, %v", state, err)
		}
		o.Limits.Batch = 0
		if r := resume(t, o); !r.Done || r.Stats.Fetched != 400 {
			t.Errorf("strict %v: the crawl has %d pages: %q", strict, r.Stats.Fetched, r.Why)
		}
		checkArchive(t, dir)
		sameGraph(t, dir, dir)
	}
}

// A listed page that is left out again, after a change of the configuration, is judged once and not for ever, wherever it
// stands among the pages that the change judges again. The others are judged by the next run.
func TestOnlyJudgesOnce(t *testing.T) {
	s := newShelf(t, map[string]string{
		"a.test/": "<a href=/x1>1</a><a href=/x2>2</a><a href=/x3>3</a>", "a.test/robots.txt": "User-agent: *\nDisallow: /x",
		"a.test/x1": "1", "a.test/x2": "2", "a.test/x3": "3",
	})
	for _, strict := range []bool{false, true} {
		dir := filepath.Join(t.TempDir(), "c")
		o := s.through(dir)
		c := config("http://a.test/")
		c.Strict = strict
		crawl(t, c, o)
		o.Only = []string{"http://a.test/x2"}
		o.Config = steered(t, dir, func(c *folder.Config) { c.Scope.Exclude = []string{"/none"} })
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		j, err := livecrawl.Resume(o)
		if err != nil {
			t.Fatal(err)
		}
		r, err := j.Run(ctx)
		if err := errors.Join(err, j.Close()); err != nil {
			t.Fatalf("strict %v: %v", strict, err)
		}
		cancel()
		if n := r.Stats.Picked; n > 8 {
			t.Errorf("strict %v: %d picks", strict, n)
		}
		o.Only, o.Config = nil, nil
		if r := resume(t, o); !r.Done || r.Stats.Picked > 16 {
			t.Errorf("strict %v: the next run ended: %q, %d picks", strict, r.Why, r.Stats.Picked)
		}
		if v := verify(t, dir); len(v.Damage) > 0 {
			t.Errorf("strict %v: damage %+v", strict, v.Damage)
		}
	}
}
