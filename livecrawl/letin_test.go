package livecrawl_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weft/graph"
	"weft/graph/page"
	"weft/internal/drawn"
	"weft/livecrawl"
	"weft/livecrawl/folder"
	"weft/store"
)

// stateOf returns the state of a page of a graph; false if the graph has it not.
func stateOf(t *testing.T, dir, url string) (page.State, bool) {
	t.Helper()
	g, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	u, ok, err := g.Page(url)
	if err != nil {
		t.Fatal(err)
	}
	return g.State(u), ok
}

// A page that waits when a crawl ends is a ghost, also if links that are not followed were the first to lead there. What only
// such links lead to is excluded, and what became of a page when its turn came holds.
func TestLetIn(t *testing.T) {
	const quiet, loud = "<a rel=nofollow href=/x>x</a>", "<a href=/x>x</a>"
	for name, c := range map[string]struct {
		files map[string]string
		set   func(c *folder.Config)
		pages uint64
		x     string // its URL; "" for http://a.test/x
		want  page.State
		noted bool // that it was let in
	}{
		"nofollow first":            {files: map[string]string{"/": quiet + "<a href=/b>b</a>", "/b": loud}, pages: 2, want: page.Ghost, noted: true},
		"followed first":            {files: map[string]string{"/": "<a href=/b>b</a>" + loud, "/b": quiet}, pages: 2, want: page.Ghost},
		"both ways on one page":     {files: map[string]string{"/": quiet + loud + "<a href=/b>b</a>"}, pages: 1, want: page.Ghost},
		"nofollow everywhere":       {files: map[string]string{"/": quiet + "<a href=/b>b</a>", "/b": quiet}, want: page.Excluded},
		"let in twice":              {files: map[string]string{"/": quiet + "<a href=/b>b</a><a href=/c>c</a>", "/b": loud, "/c": loud}, pages: 3, want: page.Ghost, noted: true},
		"nofollow once more":        {files: map[string]string{"/": quiet + "<a href=/b>b</a><a href=/c>c</a>", "/b": loud, "/c": quiet}, pages: 3, want: page.Ghost, noted: true},
		"robots ask for nofollow":   {files: map[string]string{"/": "<a href=/b>b</a><a href=/c>c</a>", "/b": "<meta name=robots content=nofollow>" + loud, "/c": loud}, pages: 3, want: page.Ghost, noted: true},
		"fetched in the end":        {files: map[string]string{"/": quiet + "<a href=/b>b</a>", "/b": loud, "/x": "x"}, want: page.Fetched, noted: true},
		"failed in the end":         {files: map[string]string{"/": quiet + "<a href=/b>b</a>", "/b": loud}, want: page.Failed, noted: true},
		"robots.txt in the end":     {files: map[string]string{"/": quiet + "<a href=/b>b</a>", "/b": loud, "/robots.txt": "User-agent: *\nDisallow: /x\n"}, want: page.Excluded, noted: true},
		"let in by a redirect":      {files: map[string]string{"/": quiet + "<a href=/b>b</a><a href=/c>c</a>", "/b": "-> /x", "/c": "c"}, pages: 2, want: page.Ghost, noted: true},
		"nofollow, then not wanted": {files: map[string]string{"/": "<a rel=nofollow href=http://b.test/>x</a><a href=/b>b</a>", "/b": "<a href=http://b.test/>x</a>"}, x: "http://b.test/", want: page.Excluded},
		"let in by a sitemap": {
			set:   func(c *folder.Config) { c.Sitemaps = true },
			files: map[string]string{"/": quiet + "<a href=/b>b</a>", "/b": "<a href=/c>c</a>", "/c": "c", "/robots.txt": "User-agent: *\nDisallow:\nSitemap: http://a.test/map.xml\n", "/map.xml": "<urlset><url><loc>http://a.test/x</loc></url></urlset>"},
			pages: 3, want: page.Ghost, noted: true,
		},
		"let in as an image": {
			set:   func(c *folder.Config) { c.Requisites = 10 },
			files: map[string]string{"/": quiet + "<a href=/b>b</a><a href=/c>c</a>", "/b": "<img src=/x>", "/c": "c"}, pages: 3, want: page.Ghost, noted: true,
		},
		"an image, and then nofollow": {
			set:   func(c *folder.Config) { c.Requisites = 10 },
			files: map[string]string{"/": "<a href=/b>b</a><img src=/x>", "/b": quiet}, pages: 2, want: page.Ghost,
		},
		"of another host, which a seed redirects to": {
			set:   func(c *folder.Config) { c.Seeds = append(c.Seeds, "http://c.test/") },
			files: map[string]string{"/": "<a href=http://b.test/x>x</a><a href=/b>b</a>", "c.test/": "-> http://b.test/y", "/b": "<a href=http://b.test/x>x</a>", "b.test/y": "y"},
			pages: 3, x: "http://b.test/x", want: page.Ghost, noted: true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{}
			for path, text := range c.files {
				if strings.HasPrefix(path, "/") {
					path = "a.test" + path
				}
				files[path] = text
			}
			if c.x == "" {
				c.x = "http://a.test/x"
			}
			o := newShelf(t, files).through(filepath.Join(t.TempDir(), "c"))
			o.Limits.Pages = c.pages
			conf := config("http://a.test/")
			conf.Window, conf.Strict = 1, true
			if c.set != nil {
				c.set(&conf)
			}
			r := crawl(t, conf, o)
			sameImport(t, o.Dir)
			dir := snapshot(t, o.Dir)
			if got, ok := stateOf(t, dir, c.x); got != c.want || !ok {
				t.Errorf("%s is %v (%v), want %v; %s", c.x, got, ok, c.want, r.Why)
			}
			if n := strings.Count(wholeArchive(t, o.Dir), "\r\nweft-let-in: "+c.x+"\r\n"); (n == 1) != c.noted || n > 1 {
				t.Errorf("it is noted %d times that it was let in, want %v", n, c.noted)
			}
			if n := count(t, dir); uint64(n.Excluded) != r.Excluded+r.LeftOut-r.TooDeep {
				t.Errorf("the graph has %d excluded pages; the crawl has %+v", n.Excluded, r.Counts)
			}
			if v := verify(t, o.Dir); len(v.Damage) > 0 {
				t.Errorf("damage: %+v", v.Damage)
			}
		})
	}
}

// Pages that a wider scope lets in, of a later run, are as the archive says: it has no record of that. Links let in what is left.
func TestLetInByAWiderScope(t *testing.T) {
	s := newShelf(t, map[string]string{"a.test/": "<a href=http://b.test/x>x</a><a rel=nofollow href=/n>n</a><a href=/b>b</a>", "a.test/b": "<a href=http://b.test/x>x</a><a href=/n>n</a>"})
	o := s.through(filepath.Join(t.TempDir(), "c"))
	o.Limits.Pages = 1
	c := config("http://a.test/")
	c.Window = 1
	crawl(t, c, o)
	o.Limits.Pages, o.Config = 2, steered(t, o.Dir, func(c *folder.Config) { c.Scope.Area = "anywhere" })
	resume(t, o)
	sameImport(t, o.Dir)
	dir := snapshot(t, o.Dir)
	for url, want := range map[string]page.State{"http://b.test/x": page.Excluded, "http://a.test/n": page.Ghost} {
		if got, _ := stateOf(t, dir, url); got != want {
			t.Errorf("%s is %v, want %v", url, got, want)
		}
	}
}

// An unruly site has pages whose links ask, every other one, not to be followed.
type unruly struct {
	seed uint64
	n    int
}

// links are those of a page, and whether each is followed.
func (x unruly) links(i int) (to []int, followed []bool) {
	r := rand.New(rand.NewPCG(x.seed, uint64(i)))
	for range 4 + r.IntN(4) {
		to, followed = append(to, r.IntN(x.n)), append(followed, r.IntN(5) < 2)
	}
	return append(to, (i+1)%x.n), append(followed, true)
}

func (x unruly) page(uri string) string {
	i := numbersOf(uri, "/p/%d", -1)[0]
	if i < 0 || i >= x.n {
		return ""
	}
	text := ten(i)
	to, followed := x.links(i)
	for k := range to {
		text += fmt.Sprintf(" <a %shref=/p/%d>x</a>", map[bool]string{false: "rel=nofollow "}[followed[k]], to[k])
	}
	return text
}

// check holds the states of a graph of the site, and of the import of the archive, against what its fetched pages link to, and
// returns how many ghosts were let in.
func (x unruly) check(t *testing.T, crawled, base string) int {
	t.Helper()
	sameImport(t, crawled)
	archive := wholeArchive(t, crawled)
	g, err := store.Open(snapshot(t, crawled))
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	followed := map[int]bool{}
	number := func(u int) int { return numbersOf(strings.TrimPrefix(g.Label(graph.Node(u)), base), "/p/%d", -1)[0] }
	for u := range g.NumPages() {
		if g.State(graph.Node(u)) == page.Fetched {
			to, f := x.links(number(u))
			for k := range to {
				followed[to[k]] = followed[to[k]] || f[k]
			}
		}
	}
	letIn := 0
	for u := range g.NumPages() {
		want := page.Excluded
		if followed[number(u)] {
			want = page.Ghost
		}
		switch got := g.State(graph.Node(u)); {
		case got == page.Fetched:
		case got != want:
			t.Errorf("%s is %v, want %v", g.Label(graph.Node(u)), got, want)
		case got == page.Ghost && strings.Contains(archive, "weft-excluded: nofollow\t"+g.Label(graph.Node(u))+"\r\n"):
			letIn++
		}
	}
	return letIn
}

// A crawl that ends, or is killed, anywhere calls what waits ghosts, and what only nofollow leads to excluded; whether it goes
// on from its log or from a checkpoint.
func TestLetInSurvives(t *testing.T) {
	long(t)
	r := drawn.Rand(t)
	x := unruly{r.Uint64(), 300}
	s := serve(t, x.page)
	livecrawl.SetGrowth(2000)
	defer livecrawl.SetGrowth(128 << 20)
	total := 0
	for _, strict := range []bool{true, false} {
		o := options(filepath.Join(t.TempDir(), "c"))
		c := config(s.URL + "/p/0")
		c.Strict, c.Window = strict, 4
		o.Limits.Batch = 1 + r.Uint64N(20)
		crawl(t, c, o)
		for range 6 {
			total += x.check(t, o.Dir, s.URL)
			o.Limits.Batch = 1 + r.Uint64N(40)
			resume(t, o)
		}
		if _, err := os.Stat(filepath.Join(o.Dir, "log", "checkpoint")); err != nil {
			t.Errorf("no checkpoint was made: %v", err)
		}

		dir := filepath.Join(t.TempDir(), "killed")
		for range 5 {
			at := max(logSize(dir), 600) + r.Int64N(3000) // behind the header and some pages
			cmd := start(t, dir, s.URL+"/p/0", strict)
			ended := make(chan error, 1)
			go func() { ended <- cmd.Wait() }()
			for killed := false; !killed; {
				select {
				case err := <-ended:
					if killed = true; err != nil {
						t.Fatalf("the crawl: %v: %s", err, cmd.Stderr)
					}
				case <-time.After(200 * time.Microsecond):
					if killed = logSize(dir) >= at && folder.Is(dir); killed {
						cmd.Process.Kill()
						<-ended
					}
				}
			}
			o := options(dir)
			o.Limits.Time = 1 // it ends before anything is picked
			resume(t, o)
			total += x.check(t, dir, s.URL)
		}
	}
	if t.Logf("%d times a page waited that was let in", total); total < 10 {
		t.Error("hardly any page waited that was let in")
	}
}
