package triangles

import (
	"math"
	"testing"

	"weft/algo/distance"
	"weft/answers/answer"
	"weft/graph"
	"weft/internal/drawn"
	"weft/making/generate/generatetest"
	"weft/store"
)

// asked asks a crawl, with draws or without.
func asked(t *testing.T, c *store.Crawl, samples int) *Triangles {
	t.Helper()
	q := &asker{samples: samples}
	if err := q.Check(); err != nil {
		t.Fatal(err)
	}
	w, err := q.Plan(t.Context(), c, answer.Options{Memory: 1 << 30, Workers: 2, Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	if w.Aside != (samples > 0) { // draws do not take the place of a count
		t.Errorf("%d draws: aside is %v", samples, w.Aside)
	}
	got, err := w.Do()
	if err != nil {
		t.Fatal(err)
	}
	return got.(*Triangles)
}

// crawlOf is a crawl of links between n pages.
func crawlOf(t *testing.T, n int, links [][]bool) *store.Crawl {
	t.Helper()
	var arcs []graph.Arc
	for u := range n {
		for v := range n {
			if links[u][v] {
				arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(v)})
			}
		}
	}
	s := generatetest.New(t, n, 1)
	s.Memory = graph.FromArcs(n, arcs)
	return s.Crawl(t)
}

// slowly counts by looking at each three pages.
func slowly(links [][]bool) (t Triangles, of []uint64, local []float64) {
	n := len(links)
	joined := func(u, v int) bool { return u != v && (links[u][v] || links[v][u]) }
	t.Triangles, t.Cycles, t.Transitive = new(int64), new(int64), new(int64)
	of, local = make([]uint64, n), make([]float64, n)
	sum := 0.0
	for u := range n {
		pairs, closed := 0, 0
		for v := range n {
			if u < v && joined(u, v) {
				t.Edges++
			}
			for w := range n {
				if u == v || v == w || u == w {
					continue
				}
				if v < w && joined(u, v) && joined(u, w) {
					if pairs++; joined(v, w) {
						closed++
					}
				}
				if links[u][v] && links[v][w] {
					if t.Paths++; links[u][w] {
						*t.Transitive++
					}
					if links[w][u] && u < v && u < w {
						*t.Cycles++
					}
				}
			}
		}
		t.Wedges += int64(pairs)
		of[u], local[u] = uint64(closed), math.NaN()
		*t.Triangles += int64(closed)
		if pairs > 0 {
			t.Several++
			local[u] = float64(closed) / float64(pairs)
			sum += local[u]
		}
	}
	*t.Triangles /= 3
	t.Transitivity, t.Local, t.LocalOfAll = ratio(3*float64(*t.Triangles), float64(t.Wedges)), ratio(sum, float64(t.Several)), ratio(sum, float64(n))
	t.Closed, t.Cyclic = ratio(float64(*t.Transitive), float64(t.Paths)), ratio(3*float64(*t.Cycles), float64(t.Paths))
	return t, of, local
}

func near(a, b *distance.Estimate) bool {
	return (a == nil) == (b == nil) && (a == nil || math.Abs(a.Value-b.Value) < 1e-12 && math.Abs(a.Low-b.Low) < 1e-12 && math.Abs(a.High-b.High) < 1e-12)
}

// Every figure is what looking at each three pages gives, and what is kept of each page, too.
func TestFiguresAgainstEachThreePages(t *testing.T) {
	r := drawn.Rand(t)
	for round := range 20 {
		n, share := 1+r.IntN(14), r.Float64()/2
		links := make([][]bool, n)
		for u := range links {
			links[u] = make([]bool, n)
			for v := range links[u] {
				links[u][v] = r.Float64() < share
			}
		}
		if round == 0 { // a star, of which no two leaves are linked
			for u := range links {
				for v := range links[u] {
					links[u][v] = u == 0
				}
			}
		}
		c := crawlOf(t, n, links)
		got := asked(t, c, 0)
		want, of, local := slowly(links)
		if got.Pages != n || got.Edges != want.Edges || got.Wedges != want.Wedges || got.Several != want.Several || got.Paths != want.Paths ||
			*got.Triangles != *want.Triangles || *got.Cycles != *want.Cycles || *got.Transitive != *want.Transitive || got.Samples != 0 {
			t.Fatalf("%d pages: got %+v, want %+v", n, got, want)
		}
		for name, pair := range map[string][2]*distance.Estimate{
			"transitivity": {got.Transitivity, want.Transitivity}, "local": {got.Local, want.Local}, "local of all": {got.LocalOfAll, want.LocalOfAll},
			"transitive": {got.Closed, want.Closed}, "cyclic": {got.Cyclic, want.Cyclic},
		} {
			if !near(pair[0], pair[1]) {
				t.Errorf("%d pages, %s: got %+v, want %+v", n, name, pair[0], pair[1])
			}
		}
		for u := range n {
			if got.of[u] != of[u] || got.local[u] != local[u] && !(math.IsNaN(got.local[u]) && math.IsNaN(local[u])) {
				t.Errorf("page %d of %d: got %d triangles and a share of %v, want %d and %v", u, n, got.of[u], got.local[u], of[u], local[u])
			}
		}
	}
}

// Draws estimate the same shares: the interval holds the truth, and nothing is kept of single pages.
func TestDrawsEstimateTheShares(t *testing.T) {
	r := drawn.Rand(t)
	const n = 40
	links := make([][]bool, n)
	for u := range links {
		links[u] = make([]bool, n)
		for v := range links[u] {
			links[u][v] = r.IntN(4) == 0 && u < n-10 // the last pages have few neighbours
		}
	}
	c := crawlOf(t, n, links)
	got := asked(t, c, 4000)
	want, _, _ := slowly(links)
	if got.Samples != 4000 || got.Triangles != nil || got.Edges != want.Edges || got.Several != want.Several || got.Paths != want.Paths || got.of != nil || got.local != nil {
		t.Errorf("got %+v", got)
	}
	for name, pair := range map[string][2]*distance.Estimate{
		"transitivity": {got.Transitivity, want.Transitivity}, "local": {got.Local, want.Local}, "local of all": {got.LocalOfAll, want.LocalOfAll},
		"transitive": {got.Closed, want.Closed}, "cyclic": {got.Cyclic, want.Cyclic},
	} {
		// Five standard deviations of 4,000 draws are 0.04.
		if e, x := pair[0], pair[1].Value; math.Abs(e.Value-x) > 0.04 || e.Low > e.Value || e.High < e.Value || e.High-e.Low > 0.04 || e.High-e.Low < 0.001 {
			t.Errorf("%s: got %+v, want about %v", name, e, x)
		}
	}
	none := asked(t, crawlOf(t, 3, [][]bool{{false, true, false}, {false, false, false}, {false, false, false}}), 50)
	if none.Transitivity != nil || none.Local != nil || none.Closed != nil || none.Cyclic != nil || none.LocalOfAll == nil || none.LocalOfAll.Value != 0 || none.Edges != 1 {
		t.Errorf("without pairs of neighbours: got %+v", none)
	}
}

func TestDrawsAreChecked(t *testing.T) {
	for samples, fine := range map[int]bool{-1: false, 0: true, 1: true} {
		if err := (&asker{samples: samples}).Check(); (err == nil) != fine {
			t.Errorf("%d draws: %v", samples, err)
		}
	}
}
