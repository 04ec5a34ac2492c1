package livecrawl_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/internal/drawn"
	"weft/livecrawl"
	"weft/livecrawl/folder"
)

// steered returns the configuration of a crawl, changed.
func steered(t *testing.T, dir string, change func(*folder.Config)) *folder.Config {
	t.Helper()
	c, err := folder.Latest(dir)
	if err != nil {
		t.Fatal(err)
	}
	change(c)
	return c
}

// A maze is a shelf of random pages on some hosts, in folders, some forbidden, some linked by nofollow alone.
func maze(t *testing.T, seed uint64) *shelf {
	r := rand.New(rand.NewPCG(seed, 21))
	files := map[string]string{}
	name := func(i int) string { return fmt.Sprintf("h%d.test/%c/p%d", i%3, 'a'+i/3%3, i) }
	const n = 60
	for i := range n {
		text := fmt.Sprintf("<title>%d</title>%s ", i, ten(i))
		for _, to := range []int{2*i + 1, 2*i + 2, r.IntN(n)} {
			rel := ""
			if r.IntN(6) == 0 {
				rel = " rel=nofollow"
			}
			if to < n {
				text += fmt.Sprintf("<a%s href=http://%s>x</a> ", rel, name(to))
			}
		}
		files[name(i)] = text
	}
	files["h1.test/robots.txt"] = "User-agent: *\nDisallow: /b/"
	return newShelf(t, files)
}

var steers = flag.Int("steers", drawn.Draws(5, 12), "how many crawls are steered")

// scopes are configurations that a crawl of a maze may have, one after the other.
var scopes = []func(c *folder.Config){
	func(c *folder.Config) { c.Scope = folder.Scope{Area: "host", Depth: -1} },
	func(c *folder.Config) { c.Scope = folder.Scope{Area: "anywhere", Depth: -1} },
	func(c *folder.Config) { c.Scope = folder.Scope{Area: "anywhere", Depth: 2} },
	func(c *folder.Config) {
		c.Scope = folder.Scope{Area: "anywhere", Depth: -1, Exclude: []string{"/c/"}}
	},
	func(c *folder.Config) { c.Robots = "ignore" },
	func(c *folder.Config) { c.Nofollow = !c.Nofollow },
	func(c *folder.Config) { c.Scope.HostPages = 4 },
	func(c *folder.Config) { c.Scope.HostPages = 0 },
	func(c *folder.Config) { c.Seeds = append(slices.Clip(c.Seeds), "http://h2.test/c/p8") },
	func(c *folder.Config) { c.Scope.Area = "listed"; c.Scope.Include = []string{"^http://h[12]"} },
}

// A crawl that is steered through other scopes, and at last through a wide one, has all that a crawl in that scope has,
// once; and its log with stops is that without.
func TestSteered(t *testing.T) {
	long(t)
	livecrawl.SetGrowth(600) // of some 4,000 bytes of log
	t.Cleanup(func() { livecrawl.SetGrowth(128 << 20) })
	for seed := range uint64(*steers) {
		r := rand.New(rand.NewPCG(seed, 22))
		s := maze(t, seed)
		var path []int
		for range 1 + r.IntN(4) {
			path = append(path, r.IntN(len(scopes)))
		}
		last := func(c *folder.Config) {
			c.Scope, c.Robots, c.Nofollow = folder.Scope{Area: "anywhere", Depth: -1}, "ignore", false
		}
		dir := filepath.Join(t.TempDir(), "c")
		c := config("http://h0.test/a/p0")
		c.Strict = true
		scopes[r.IntN(4)](&c)
		o := s.through(dir)
		o.Limits.Batch = 1 + r.Uint64N(12)
		crawl(t, c, o)
		for _, i := range path {
			o.Config = steered(t, dir, scopes[i])
			o.Limits.Batch = 1 + r.Uint64N(12)
			resume(t, o)
			o.Config = nil
			if r.IntN(2) == 0 {
				resume(t, o)
			}
		}
		o.Config, o.Limits.Batch = steered(t, dir, last), 0
		res := resume(t, o)
		if !res.Done {
			t.Errorf("seed %d, %v: it ended: %s", seed, path, res.Why)
		}
		s.mu.Lock()
		twice := 0
		for url, n := range s.asked {
			if strings.HasSuffix(url, "/robots.txt") {
				continue
			}
			if twice += min(n-1, 1); n > 2 {
				t.Errorf("seed %d, %v: %s was requested %d times", seed, path, url, n)
			}
		}
		if twice > maxTwice {
			t.Errorf("seed %d, %v: %d pages were requested twice", seed, path, twice)
		}
		s.mu.Unlock()
		want := maze(t, seed)
		cw := config("http://h0.test/a/p0")
		last(&cw)
		cw.Seeds = steered(t, dir, func(*folder.Config) {}).Seeds
		crawl(t, cw, want.through(filepath.Join(t.TempDir(), "w")))
		if got, w := s.urls(), want.urls(); !slices.Equal(got, w) {
			t.Errorf("seed %d, %v: got\n%q, want\n%q", seed, path, got, w)
		}
		checkArchive(t, dir)
		sameImport(t, dir)
		if v := verify(t, dir); len(v.Damage) > 0 {
			t.Errorf("seed %d: damage %+v", seed, v.Damage)
		}
		before := read(t, dir, "log", "events")
		o.Config = nil
		if again := resume(t, o); !again.Done || again.Fetched != res.Fetched || !bytes.Equal(before, read(t, dir, "log", "events")) {
			t.Errorf("seed %d: another run of what is done: %+v", seed, again.Counts)
		}
	}
}

// What is out of scope by now is not asked for any more, and stands in the graph as left out.
func TestSteeredToLess(t *testing.T) {
	s := newShelf(t, map[string]string{"a.test/": "<a href=/x/1>1</a><a href=/y/1>1</a>", "a.test/x/1": "<a href=/x/2>2</a><a href=/y/2>2</a>", "a.test/x/2": "2", "a.test/y/1": "<a href=/y/3>3</a>"})
	dir := filepath.Join(t.TempDir(), "c")
	o := s.through(dir)
	o.Limits.Pages = 1
	c := config("http://a.test/")
	c.Window = 1
	crawl(t, c, o)
	o.Limits.Pages = 0
	o.Config = steered(t, dir, func(c *folder.Config) { c.Scope.Exclude = []string{"/y/"} })
	r := resume(t, o)
	if got := s.urls(); !slices.Equal(got, []string{"a.test/", "a.test/x/1", "a.test/x/2"}) || !r.Done {
		t.Errorf("asked for %q; %q", got, r.Why)
	}
	if got := count(t, snapshot(t, dir)); got.Excluded != 2 || got.Ghosts != 0 {
		t.Errorf("the graph has %+v", got)
	}
	sameImport(t, dir)
}

// A crawl that was killed before it learnt its seeds takes another scope at once.
func TestSteeredBeforeItBegan(t *testing.T) {
	s := newShelf(t, map[string]string{"a.test/": "<a href=/x>x</a><a href=http://b.test/>b</a>", "a.test/x": "x", "b.test/": "b"})
	dir := filepath.Join(t.TempDir(), "c")
	o := s.through(dir)
	j, err := livecrawl.Create(config("http://a.test/"), o)
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	o.Config = steered(t, dir, func(c *folder.Config) { c.Scope.Area, c.Scope.Exclude = "anywhere", []string{"/x"} })
	r := resume(t, o)
	if got := s.urls(); !slices.Equal(got, []string{"a.test/", "b.test/"}) || !r.Done {
		t.Errorf("asked for %q; %q", got, r.Why)
	}
	sameImport(t, dir)
}
