package strategy_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"weft/answers/simulate"
	"weft/crawl"
	"weft/crawl/strategy"
	"weft/graph"
	"weft/graph/graphtest"
	"weft/graph/page"
	"weft/internal/drawn"
)

// orderOf crawls a graph from a page, and returns its pages in the order in which they were picked.
func orderOf(t *testing.T, g *graph.Memory, from graph.Node, s crawl.Strategy) (order []graph.Node) {
	t.Helper()
	o := crawl.Options{Web: simulate.NewStored(g), Strategy: s, Pages: crawl.NewDense(g.NumNodes()), Seeds: simulate.Seeds(from), Window: 1, Workers: 1}
	o.Learnt = func(p crawl.Pick, _ *crawl.Reply, _ []crawl.Link) error {
		if p.Page != crawl.None {
			order = append(order, graph.Node(p.Key))
		}
		return nil
	}
	if _, err := crawl.Run(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	return order
}

// With every page pushed again where it is found again, the order is that of the search by recursion; and that of a
// stack on which a page lies as often as it was found.
func TestRepushIsTheRecursiveSearch(t *testing.T) {
	r := drawn.Rand(t)
	for range 200 {
		g := graphtest.Random(r.Uint64())
		if g.NumNodes() == 0 {
			continue
		}
		from := graph.Node(r.IntN(g.NumNodes()))
		var want []graph.Node
		seen := map[graph.Node]bool{}
		var visit func(graph.Node)
		visit = func(u graph.Node) {
			if seen[u] {
				return
			}
			seen[u] = true
			want = append(want, u)
			for _, v := range g.Succ(u) {
				visit(v)
			}
		}
		visit(from)
		if got := orderOf(t, g, from, new(strategy.DepthFirstRepush)); !slices.Equal(got, want) {
			t.Fatalf("%d pages from %d: got %v, want %v", g.NumNodes(), from, got, want)
		}
	}
}

// The stack is swept: a page that is found a thousand times takes no thousand places.
func TestRepushSweeps(t *testing.T) {
	s := new(strategy.DepthFirstRepush)
	s.Learn(crawl.None, 0, []crawl.Link{{To: 0, New: true}, {To: 1, New: true}, {To: 2, New: true}})
	for i := range 100_000 {
		s.Learn(0, 0, []crawl.Link{{To: crawl.Page(i % 3)}})
	}
	if n := strategy.StackOf(s); n > 256 {
		t.Errorf("3 pages that wait take %d places", n)
	}
	for _, want := range []crawl.Page{0, 2, 1} { // 99,999 is a multiple of 3
		if p, _ := s.Next(); p != want {
			t.Errorf("got page %d, want %d", p, want)
		}
	}
}

// Each crawler goes breadth first through its own pages, and of those with pages that wait each comes next as often as
// any other.
func TestCrawlersAreBreadthFirstEach(t *testing.T) {
	const count = 5
	r := drawn.Rand(t)
	for range 100 {
		g := graphtest.Random(r.Uint64())
		if g.NumNodes() == 0 {
			continue
		}
		part := func(l crawl.Link) uint64 { return uint64(l.To) * 7 }
		s := strategy.NewCrawlers(count, r.Uint64(), part)
		var last [count]int64
		for i := range last {
			last[i] = -1
		}
		pages := crawl.NewDense(g.NumNodes())
		o := crawl.Options{Web: simulate.NewStored(g), Strategy: s, Pages: pages, Seeds: simulate.Seeds(0), Window: 1, Workers: 1}
		fetched := 0
		o.Learnt = func(p crawl.Pick, _ *crawl.Reply, _ []crawl.Link) error {
			if p.Page == crawl.None {
				return nil
			}
			fetched++
			mine := part(crawl.Link{To: p.Page}) % count
			if int64(p.Page) <= last[mine] {
				t.Fatalf("crawler %d takes page %d after page %d", mine, p.Page, last[mine])
			}
			last[mine] = int64(p.Page)
			return nil
		}
		if _, err := crawl.Run(context.Background(), o); err != nil || fetched != pages.Len() {
			t.Fatalf("%d of %d pages were fetched, %v", fetched, pages.Len(), err)
		}
	}
}

func TestCrawlersTakeTurnsByLot(t *testing.T) {
	const count, games = 8, 20_000
	var turns [count]float64
	for seed := range uint64(games) {
		s := strategy.NewCrawlers(count, seed, func(l crawl.Link) uint64 { return min(uint64(l.To), count-1) })
		var list []crawl.Link
		for p := range crawl.Page(20) { // the last crawler has 13 of the pages, and no more turns for that
			list = append(list, crawl.Link{To: p, New: true})
		}
		s.Learn(crawl.None, 0, list)
		p, _ := s.Next()
		turns[min(int(p), count-1)]++
	}
	chi := 0.0
	for _, n := range turns {
		d := n - games/count
		chi += d * d / (games / count)
	}
	if chi > 24.32 { // the 0.999 quantile of 7 degrees of freedom
		t.Errorf("turns %v: chi-square %.1f", turns, chi)
	}
}

// With many crawlers, and pages divided one by one, what comes next is any page that waits, all alike.
func TestManyCrawlersComeToRandom(t *testing.T) {
	const pages, games = 10, 4_000
	var counts [pages]float64
	for seed := range uint64(games) {
		s := strategy.NewCrawlers(4096, seed, nil)
		var list []crawl.Link
		for p := range crawl.Page(pages) {
			list = append(list, crawl.Link{To: p, New: true})
		}
		s.Learn(crawl.None, 0, list)
		s.Next()
		p, _ := s.Next() // the second, which tells a queue from a set
		counts[p]++
	}
	chi := 0.0
	for _, c := range counts {
		d := c - games/pages
		chi += d * d / (games / pages)
	}
	if chi > 27.88 { // the 0.999 quantile of 9 degrees of freedom
		t.Errorf("counts %v: chi-square %.1f", counts, chi)
	}
}

func TestCrawlersOfAnotherNumber(t *testing.T) {
	s := strategy.NewCrawlers(3, 1, nil)
	s.Learn(crawl.None, 0, []crawl.Link{{To: 0, New: true}})
	var state bytes.Buffer
	if err := s.Save(&state); err != nil {
		t.Fatal(err)
	}
	if err := strategy.NewCrawlers(4, 1, nil).Load(&state); !errors.Is(err, strategy.ErrCorrupt) {
		t.Errorf("got %v", err)
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]struct {
		name, file string
		count      int
	}{
		"bfs": {name: "bfs"}, "dfs-repush": {name: "dfs-repush"}, "crawlers:1": {name: "crawlers", count: 1}, "crawlers:65536": {name: "crawlers", count: 1 << 16},
		"score:a:b": {name: "score", file: "a:b"},
	} {
		c, err := strategy.Parse(text, strategy.All)
		if err != nil || c.Name != want.name || c.File != want.file || c.Count != want.count {
			t.Errorf("%s: got %s, %q, %d, %v", text, c.Name, c.File, c.Count, err)
		}
	}
	for _, text := range []string{"", "bsf", "bfs:", "bfs:3", "crawlers", "crawlers:", "crawlers:0", "crawlers:-1", "crawlers:65537", "crawlers:x", "crawlers:3:4", "crawlers:03", "crawlers:+3", "score", "score:", ":"} {
		if c, err := strategy.Parse(text, strategy.All); err == nil {
			t.Errorf("%q: got %s", text, c.Name)
		}
	}
}

// A strategy draws if its entry says so: then another seed makes another crawl, and else the same one.
func TestSeedsOfStrategiesThatDraw(t *testing.T) {
	for _, n := range strategy.All {
		crawled := func(seed uint64) (order []string) {
			g, s := newGame(3), n.New(given(n, seed))
			for range 60 {
				s.Learn(crawl.None, page.Fetched, g.links())
				p, turn := s.Next()
				order = append(order, fmt.Sprint(p, turn))
			}
			return order
		}
		if differ := !slices.Equal(crawled(1), crawled(2)); differ != n.Drawn {
			t.Errorf("%s: Drawn is %v, but other seeds make other crawls: %v", n.Name, n.Drawn, differ)
		}
	}
}

// Help lists a strategy as it is written, with what it takes.
func TestForms(t *testing.T) {
	for _, form := range strategy.Forms(strategy.All) {
		text := strings.NewReplacer(":"+string(strategy.File), ":scores.tsv", ":"+string(strategy.Count), ":16").Replace(form)
		if c, err := strategy.Parse(text, strategy.All); err != nil || !strings.HasPrefix(form, c.Name) {
			t.Errorf("%s: %q is read as %s, %v", form, text, c.Name, err)
		}
	}
}
