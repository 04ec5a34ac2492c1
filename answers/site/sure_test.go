package site

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"weft/answers/clusters"
	"weft/graph"
	"weft/internal/drawn"
	"weft/making/ingest/ingesttest"
	"weft/store"
)

// ring makes n pages of a host of which each links to the next and back.
func ring(host string, n int) string {
	var s strings.Builder
	for i := range n {
		u, v := fmt.Sprintf("http://%s/%03d", host, i), fmt.Sprintf("http://%s/%03d", host, (i+1)%n)
		fmt.Fprintf(&s, "%s\t%s\n%s\t%s\n", u, v, v, u)
	}
	return s.String()
}

// A site of fewer than 20 pages is likely at best, one of 20 may be sure.
func TestFewPages(t *testing.T) {
	for n, few := range map[int]bool{12: true, 19: true, 20: false, 31: false} {
		c := ingesttest.Text(t, ring("a.test", n)+ring("b.test", 40)+"http://a.test/000\thttp://b.test/000\n")
		s, err := find(t, c, Request{Pages: []graph.Node{3}, Least: 5})
		if err != nil || s.Pages != n {
			t.Fatalf("%d pages of %d: %v", s.Pages, n, err)
		}
		if told := strings.Contains(strings.Join(s.Said.Doubts, "\n"), "fewer than 20"); told != few || few && len(s.Said.Doubts) == 0 {
			t.Errorf("of %d pages: %+v", n, s.Said)
		}
	}
}

// Templates are pages that at least five, and half of the pages that link to anything, link to; loops do not count.
func TestTemplates(t *testing.T) {
	for n, want := range map[int]int{4: 0, 5: 1, 9: 1, 14: 1, 15: 1, 16: 1} {
		var lines strings.Builder
		for i := range 30 { // half of the pages lead on only
			fmt.Fprintf(&lines, "http://a.test/%03d\thttp://a.test/%03d\n", i, (i+1)%30)
			if i < n {
				fmt.Fprintf(&lines, "http://a.test/%03d\thttp://b.test/footer\n", i)
			}
		}
		if n < 15 {
			want = 0
		}
		lines.WriteString("http://b.test/footer\thttp://b.test/footer\n")
		c := ingesttest.Text(t, lines.String())
		s, err := find(t, c, Request{Pages: between(t, c, "http://a.test/", 30), Cluster: Given, Flow: NoFlow})
		if err != nil || len(s.Templates) != want {
			t.Fatalf("%d of 30 pages link to it: %+v, %v", n, s.Templates, err)
		}
		if want > 0 && (s.Templates[0].URL != "http://b.test/footer" || s.Templates[0].Links != n || s.Templates[0].Inside) {
			t.Errorf("%d of 30 pages link to %+v", n, s.Templates[0])
		}
		few, err := find(t, c, Request{Pages: between(t, c, "http://a.test/", 4), Cluster: Given, Flow: NoFlow})
		if err != nil || len(few.Templates) != 0 {
			t.Errorf("four pages have the templates %+v: %v", few.Templates, err)
		}
	}
}

// between are the first n pages under a prefix.
func between(t *testing.T, c *store.Crawl, prefix string, n int) []graph.Node {
	t.Helper()
	var pages []graph.Node
	for i := range n {
		u, ok, err := c.Find(fmt.Sprintf("%s%03d", prefix, i))
		if err != nil || !ok {
			t.Fatalf("page %d: %v", i, err)
		}
		pages = append(pages, u)
	}
	return pages
}

// A range of ε of less than a power of ten says that the site depends on it.
func TestUnsure(t *testing.T) {
	for decades, want := range map[float64]bool{0: true, 0.5: true, 0.99: true, 1: false, 4: false} {
		b := &Boundary{Steps: []Step{{Pages: 3}}, Decades: decades}
		if got := b.unsure() != ""; got != want {
			t.Errorf("over %g powers of ten: %q", decades, b.unsure())
		}
		if b.Steps[0].All = true; !strings.Contains(b.unsure(), "everything") {
			t.Errorf("everything is inside: %q", b.unsure())
		}
	}
}

// Draws differ from site to site and from seed to seed, not from run to run; small sites are left out.
func TestTrials(t *testing.T) {
	c := ingesttest.Text(t, ring("a.test", 40)+ring("b.test", 40)+ring("c.test", 7))
	var lines strings.Builder
	for u := range graph.Node(c.NumPages()) {
		host := strings.Split(c.Label(u), "/")[2]
		fmt.Fprintf(&lines, "%s\t%s\n", c.Label(u), host)
	}
	truth, err := c.ReadSites(strings.NewReader(lines.String()), 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	draw := func(least int, seed uint64) []trial {
		q := &askedHowGood{pages: 3, draws: 5, leastOfSite: least}
		all, unlisted, err := q.trials(t.Context(), &Ground{c: c}, truth, seed)
		if err != nil || unlisted != 0 {
			t.Fatal(unlisted, err)
		}
		return all
	}
	one := draw(8, 1)
	if len(one) != 2 || len(draw(7, 1)) != 3 || len(one[0].draws) != 5 || len(one[0].draws[0]) != 3 {
		t.Fatalf("got %+v", one)
	}
	if !reflect.DeepEqual(one, draw(8, 1)) || reflect.DeepEqual(one, draw(8, 2)) {
		t.Error("draws are not by the seed")
	}
	places := func(x trial) (all []int) {
		for _, d := range x.draws {
			for _, u := range d {
				all = append(all, int(u-x.pages[0]))
			}
		}
		return all
	}
	if reflect.DeepEqual(places(one[0]), places(one[1])) {
		t.Error("the same places are drawn of all sites")
	}
}

// The table says of each page the largest ε of the sweep at which it is inside, and whether it is of the core.
func TestRows(t *testing.T) {
	rng := drawn.Rand(t)
	w := plant(rng, 25, 30)
	c := ingesttest.Text(t, w.lines.String())
	core := w.pages(t, c, 1)[4:9]
	r := Request{Pages: core, Cluster: Given}
	s, g, err := findOn(t.Context(), c, r)
	if err != nil {
		t.Fatal(err)
	}
	largest := map[graph.Node]float64{}
	for _, step := range s.Steps {
		r.Epsilon = step.Epsilon
		at, err := find(t, c, r)
		if err != nil || at.Pages != step.Pages {
			t.Fatalf("ε = %g: %d pages, %d in the sweep: %v", step.Epsilon, at.Pages, step.Pages, err)
		}
		for _, u := range at.pages {
			largest[u] = max(largest[u], step.Epsilon)
		}
	}
	rows, kinds := g.rows(s), map[float64]bool{}
	for _, row := range rows {
		kinds[row.Epsilon] = true
		if row.Epsilon != largest[row.Page] || row.Core != slices.Contains(core, row.Page) || row.Inside != slices.Contains(s.pages, row.Page) {
			t.Errorf("got %+v, want ε = %g", row, largest[row.Page])
		}
	}
	if len(rows) < s.Pages || len(kinds) < 2 {
		t.Errorf("%d rows of %d pages, with %d ε", len(rows), s.Pages, len(kinds))
	}
}

// Pages of less tie to the core than asked for are left out of it, but for those that were given.
func TestDrop(t *testing.T) {
	w := plant(drawn.Rand(t), 40, 30)
	c := ingesttest.Text(t, w.lines.String())
	pages := w.pages(t, c, 1) // all link to the footer, which is outside
	for drop, want := range map[float64]int{0: 0, 0.5: 0, 1: 29} {
		s, err := find(t, c, Request{Pages: pages[7:8], Drop: drop, Flow: NoFlow})
		if err != nil || s.Core.Dropped != want || s.Pages != 30-want || !slices.Contains(s.pages, pages[7]) {
			t.Errorf("of a tie less than %g: %+v, %v", drop, s.Core, err)
		}
	}
}

// A group that nothing bounds is a site nevertheless if most of the crawl lies elsewhere, or if it is of one host.
func TestUnboundedButSmall(t *testing.T) {
	two := strings.ReplaceAll(ring("a.test", 40), "http://a.test/01", "http://b.test/01")
	for _, x := range []struct {
		lines   string
		refused bool
	}{{two, true}, {two + ring("c.test", 39), true}, {two + ring("c.test", 41), false}, {ring("a.test", 40), false}} {
		s, err := find(t, ingesttest.Text(t, x.lines), Request{Pages: []graph.Node{3}})
		if x.refused != (err != nil) {
			t.Errorf("%.40q and more: %v", x.lines, err)
		}
		if err == nil && (s.Pages != 40 || !s.Core.Open || len(s.Said.Doubts) == 0) {
			t.Errorf("%d pages, %+v", s.Pages, s.Said)
		}
	}
}

// A front page has at least half as many links as the page with most, the fewest parts of a path, and is an index among these.
func TestFrontPageIsLinked(t *testing.T) {
	for _, x := range []struct {
		links map[string]int
		want  string
	}{
		{map[string]int{"http://a.test/": 2, "http://a.test/dir/most": 6, "http://a.test/dir/other": 1}, "http://a.test/dir/most"},
		{map[string]int{"http://a.test/": 3, "http://a.test/dir/most": 6}, "http://a.test/"},
		{map[string]int{"http://a.test/ab": 6, "http://a.test/index.html": 4}, "http://a.test/index.html"},
		{map[string]int{"http://a.test/abc": 6, "http://a.test/ab": 4}, "http://a.test/ab"},
	} {
		var lines strings.Builder
		for url, n := range x.links {
			for i := range n {
				fmt.Fprintf(&lines, "http://a.test/deep/page/%d\t%s\n", i, url)
			}
			fmt.Fprintf(&lines, "%s\t%s\n", url, url)
		}
		c := ingesttest.Text(t, lines.String())
		got, err := clusters.FrontPages(t.Context(), c, c.Graph(), make([]uint32, c.NumPages()), 1)
		if err != nil || c.Label(graph.Node(got[0])) != x.want {
			t.Errorf("%v: %s stands for it, %v", x.links, c.Label(graph.Node(got[0])), err)
		}
	}
}
