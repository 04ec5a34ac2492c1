package livecrawl_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weft/algo/flow"
	"weft/graph"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/drawn"
	"weft/livecrawl"
	"weft/livecrawl/folder"
	"weft/store"
	"weft/web/weburl"
)

// books makes some books of 30 pages, whose pages link among themselves most; seeds are pages of the first.
func books(seed uint64, count int) (pages map[string]string, seeds []string) {
	r := rand.New(rand.NewPCG(seed, 78))
	pages = map[string]string{}
	name := func(b, p int) string { return fmt.Sprintf("/book%d/part%d/%d.html", b, p%3, p) }
	for b := range count {
		for p := range 30 {
			var text strings.Builder
			fmt.Fprintf(&text, "<!DOCTYPE html><title>page %d of %d</title>\n", p, b)
			for range 5 {
				fmt.Fprintf(&text, "<a href=%q>next</a>", name(b, r.IntN(30)))
			}
			// What measures do not count carries nothing.
			fmt.Fprintf(&text, "<link rel=alternate href=%q><link rel=next href=%q>", name((b+1)%count, p), name((b+2)%count, p))
			if r.IntN(4) == 0 {
				fmt.Fprintf(&text, "<a href=%q>elsewhere</a><img src=/logo%d.png>", name(r.IntN(count), 0), b)
			}
			if r.IntN(6) == 0 {
				fmt.Fprintf(&text, "<a href=/missing/%d>gone</a><a href='http://elsewhere.example/%d'>out</a>", b, p)
			}
			pages[name(b, p)] = text.String()
		}
	}
	for p := range 9 {
		seeds = append(seeds, name(0, 3*p))
	}
	return pages, seeds
}

// exactSite is the site by the minimum cut of a stored graph, and that cut.
func exactSite(t *testing.T, dir string, seeds []string, set folder.Flow) (site []string, cut *flow.Cut) {
	t.Helper()
	c, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	v, err := c.View(store.ViewOptions{What: "site", Kinds: kinds.Measured, Out: true, Budget: 1 << 30, Ctx: t.Context()})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	g, err := graph.Load(v.Out)
	if err != nil {
		t.Fatal(err)
	}
	var edit weburl.EditDistance
	capacity := flow.Capacities(g, func(u, v graph.Node) int64 {
		if c.State(u) == page.Excluded { // what is out of scope has no links here
			return 0
		}
		x := float64(edit.Between(weburl.Tokens(nil, []byte(c.Label(u))), weburl.Tokens(nil, []byte(c.Label(v)))))
		w := map[string]float64{"similarity": 1, "constant": 1, "similarity/outdegree": 1 / float64(len(g.Succ(u)))}[set.Capacity]
		if set.Capacity != "constant" {
			w *= math.Exp(-x * x / 2 / set.Sigma / set.Sigma)
		}
		return max(1, int64(math.Round(w*(1<<40))))
	})
	net, err := flow.New(t.Context(), g, capacity, graph.Work{})
	if err != nil {
		t.Fatal(err)
	}
	terminals := flow.Terminals{Eps: int64(math.Round(set.Epsilon * (1 << 40)))}
	for _, s := range seeds {
		u, ok, err := c.Page(s)
		if err != nil || !ok {
			t.Fatalf("no page %s: %v", s, err)
		}
		terminals.Sources = append(terminals.Sources, u)
	}
	cut, err = net.MinCut(t.Context(), terminals, graph.Work{})
	if err != nil {
		t.Fatal(err)
	}
	for u := range cut.Minimal.All() {
		site = append(site, c.Label(graph.Node(u)))
	}
	slices.Sort(site)
	return site, cut
}

func siteOf(t *testing.T, dir string) []string {
	t.Helper()
	list := strings.Fields(string(read(t, dir, "site.txt")))
	slices.Sort(list)
	return list
}

// A crawl by flow finds the site that the minimum cut has in a crawl of everything, and asks for hardly more than that;
// a replayed archive and a replayed graph give the same.
func TestCrawlByFlow(t *testing.T) {
	pages, paths := books(7, 20)
	s := newSite(t, pages)
	var seeds []string
	for _, p := range paths {
		seeds = append(seeds, s.URL+p)
	}
	whole := filepath.Join(t.TempDir(), "whole")
	c := config(slices.Clone(seeds)...)
	c.Traps = false // which holds back what depends on the order
	for b := range 20 {
		c.Seeds = append(c.Seeds, fmt.Sprintf("%s/book%d/part0/0.html", s.URL, b))
	}
	crawl(t, c, options(whole))
	all := snapshot(t, whole)
	grew := 0
	sets := []folder.Flow{{}, {Capacity: "constant", Epsilon: 0.3}, {Sigma: 2, Epsilon: 0.1}, {Capacity: "similarity/outdegree"}, {Capacity: "similarity/outdegree", Sigma: 1.5, Epsilon: 0.01}}
	least := 6
	if testing.Short() {
		sets, least = sets[:2], 2
	}
	for _, set := range sets {
		for _, strict := range []bool{false, true} {
			for _, in := range []string{"", whole, all} {
				c := config(slices.Clone(seeds)...)
				c.Strategy, c.Flow, c.Strict, c.Traps = "flow", set, strict, false
				if in != "" {
					var err error
					if c.Web, c.Inputs, err = livecrawl.Replayed([]string{in}); err != nil {
						t.Fatal(err)
					}
				}
				dir := filepath.Join(t.TempDir(), "c")
				r := crawl(t, c, options(dir))
				if err := c.Check(); err != nil {
					t.Fatal(err)
				}
				want, cut := exactSite(t, all, seeds, c.Flow)
				if got := siteOf(t, dir); r.Site == nil || !r.Site.Certified || !slices.Equal(got, want) || r.Site.Pages != len(want) || !r.Done {
					t.Fatalf("%+v, strict %v, %q: got %d pages, %+v, %s; want %d", set, strict, in, len(got), r.Site, r.Why, len(want))
				}
				if got, want := r.Site.Capacity, float64(cut.Value-cut.SinkSum)/(1<<40); r.Site.CutArcs != len(cut.Arcs) || math.Abs(got-want) > 1e-9*want {
					t.Errorf("%+v: a cut of %d links of %v, want %d of %v", set, r.Site.CutArcs, got, len(cut.Arcs), want)
				}
				if len(want) > len(seeds) {
					grew++
				}
				if r.Site.Asked > 400 && len(want) < 200 {
					t.Errorf("%+v: %d pages were asked for, for %d of the site", set, r.Site.Asked, len(want))
				}
			}
		}
	}
	if grew < least {
		t.Errorf("only %d sites are larger than their seeds", grew)
	}
}

// A crawl by flow that is killed again and again has the log and the site of one that was not.
func TestFlowKilled(t *testing.T) {
	long(t)
	pages, seeds := books(8, 12)
	for path, text := range pages {
		pages[path] = text + strings.Repeat(" word", 100)
	}
	s := newSite(t, pages)
	s.delay.Store(int64(2 * time.Millisecond))
	t.Setenv("WEFT_TEST_FLOW", strings.Join(seeds, " "))
	whole, dir := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "killed")
	if err := start(t, whole, s.URL, true).Wait(); err != nil {
		t.Fatal(err)
	}
	crawlWithKills(t, dir, s.URL, true, whole, rand.New(rand.NewPCG(drawn.Seed(t), 3)))
	if _, err := os.Stat(filepath.Join(dir, "log", "checkpoint")); err != nil {
		t.Errorf("no checkpoint was made: %v", err)
	}
	if !bytes.Equal(read(t, whole, "log", "events"), read(t, dir, "log", "events")) {
		t.Error("another log")
	}
	if a, b := siteOf(t, whole), siteOf(t, dir); !slices.Equal(a, b) || len(a) <= len(seeds) {
		t.Errorf("sites of %d and %d pages", len(a), len(b))
	}
}

// A run that ends before the flow does says so, and the next goes on; another order does not give way to a flow.
func TestFlowGoesOnLater(t *testing.T) {
	pages, paths := books(9, 12)
	s := newSite(t, pages)
	var seeds []string
	for _, p := range paths {
		seeds = append(seeds, s.URL+p)
	}
	dir := filepath.Join(t.TempDir(), "c")
	c := config(seeds...)
	c.Strategy, c.Flow.Epsilon = "flow", 0.05
	o := options(dir)
	o.Limits.Pages = 12
	first := crawl(t, c, o)
	if first.Site.Certified || first.Site.Left == 0 {
		t.Errorf("after %d pages: %+v", first.Stats.Fetched, first.Site)
	}
	last := resume(t, options(dir))
	if !last.Site.Certified || last.Site.Pages <= first.Site.Pages || last.Site.Left > 0 {
		t.Errorf("in the end: %+v", last.Site)
	}
	other := filepath.Join(t.TempDir(), "other")
	o = options(other)
	o.Limits.Pages = 5
	crawl(t, config(seeds...), o)
	o = options(other)
	o.Strategy = "flow"
	if _, err := livecrawl.Resume(o); err == nil || !strings.Contains(err.Error(), "cannot take over") {
		t.Errorf("got %v", err)
	}
	c = config(seeds...)
	c.Strategy = "flow-lowered"
	r := crawl(t, c, options(filepath.Join(t.TempDir(), "lowered")))
	if r.Site == nil || r.Site.Certified || r.Site.Pages < len(seeds) {
		t.Errorf("lowered: %+v", r.Site)
	}
}

func TestFlowRefuses(t *testing.T) {
	for want, change := range map[string]func(*folder.Config){
		`capacity "returned": want`:            func(c *folder.Config) { c.Flow.Capacity = "returned" },
		"σ of -1":                              func(c *folder.Config) { c.Flow.Sigma = -1 },
		"ε of 1e-13":                           func(c *folder.Config) { c.Flow.Epsilon = 1e-13 },
		"ε of NaN":                             func(c *folder.Config) { c.Flow.Epsilon = math.NaN() },
		"require the strategy flow-lowered":    func(c *folder.Config) { c.Flow.Height = 3 },
		"require the strategy flow":            func(c *folder.Config) { c.Strategy, c.Flow.Epsilon = "bfs", 1 },
		"height -1":                            func(c *folder.Config) { c.Strategy, c.Flow.Height = "flow-lowered", -1 },
		"the strategy flow takes no file of s": func(c *folder.Config) { c.Scores = "x" },
	} {
		c := config("a.test")
		c.Strategy = "flow"
		change(&c)
		if err := c.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}
