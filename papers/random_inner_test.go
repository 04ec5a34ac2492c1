package papers

import (
	"math"
	"strings"
	"testing"

	"weft/algo/distance"
	"weft/answers/answer"
	"weft/answers/course"
)

// Crawls that are told of came to their end, one of a tenth of the size is that, no crawl is counted twice, and Webs
// that were left out are told.
func TestRandomCrawlsAreWhole(t *testing.T) {
	r, err := RunRandom(
		t.Context(),
		RandomOptions{Options: answer.Options{Memory: 1 << 30, Seed: 8, Workers: 1}, Crawled: 1000, Draws: 1},
	)
	if err != nil {
		t.Fatal(err)
	}
	died := 0
	for name, c := range map[string]struct {
		crawls []RandomCrawl
		pages  int
	}{"webs": {r.Webs, 1000}, "seeded": {r.Seeded, 1000}, "smaller": {r.Smaller, 100}, "cored": {r.Cored, 1000}, "swept": {r.Swept, 1000}} {
		type crawl struct {
			strategy, law string
			in, out       float64
			seeds, draw   int
		}
		has := map[crawl]bool{}
		for _, x := range c.crawls {
			died += x.Died
			if k := (crawl{x.Strategy, x.Law, x.In, x.Out, x.Seeds, x.Draw}); has[k] {
				t.Errorf("%s: %+v is there twice", name, k)
			} else {
				has[k] = true
			}
			if x.last() == nil || x.last().Crawled != c.pages || len(x.Missed) > 0 {
				t.Errorf(
					"%s: %s, draw %d: it ended at %+v, missed %d; want %d pages",
					name,
					x.Strategy,
					x.Draw,
					x.last(),
					x.Missed,
					c.pages,
				)
			}
		}
	}
	if died == 0 {
		t.Fatal("no Web was drawn anew: another seed is wanted for this test")
	}
	if told := r.drawnAnew(); !strings.Contains(r.Rows[0].Ours, told) ||
		!strings.Contains(told, " drawn whose crawls ended before") {
		t.Errorf("%q, and %q of %d Webs", r.Rows[0].Ours, told, died)
	}
	laws := map[string]bool{}
	for _, s := range r.drawCores().Series {
		if _, law, ours := strings.Cut(s.Name, ", "); ours {
			laws[law] = true
			if want := coresIn(
				r.ofSize(1000, law),
				1000,
				2,
				2,
				map[bool]cellOf{true: exactly, false: atLeast}[strings.HasPrefix(s.Name, "just")],
			); s.Points[0].Value != want.Value ||
				want.n != 10 {
				t.Errorf("Fig. 8, %s: %v cores of (2,2), want %v of %d", s.Name, s.Points[0].Value, want, want.n)
			}
		}
	}
	if len(laws) != 2 {
		t.Errorf("Fig. 8 is of the laws %v", laws)
	}
	for _, row := range append(r.Rows, r.Claims...) {
		if row.Where == "Fig. 9" &&
			(strings.Count(row.Ours, " pages: ") != 6 || strings.Count(row.Ours, "1,000 pages: ") != 1) {
			t.Errorf("Fig. 9: %s", row.Ours)
		}
		if strings.Contains(row.Ours, "NaN") || strings.Contains(row.Ours, "Inf") {
			t.Errorf("%s: %s", row.Where, row.Ours)
		}
	}
}

// A mean says of how many crawls it is, when some do not have it, and has an interval if it is of two or more.
func TestMeansSayOfHowMany(t *testing.T) {
	crawls := make([]RandomCrawl, 4)
	for i := range crawls {
		crawls[i] = RandomCrawl{
			Strategy: "bfs",
			Points:   []course.CrawlPoint{{Point: &course.Point{Step: course.Step{Crawled: i}}}},
		}
	}
	crawls = append(crawls, RandomCrawl{Strategy: "bfs"}, RandomCrawl{Strategy: "dfs", Points: crawls[0].Points})
	from := func(least int) quantity {
		return quantity{
			func(p *course.Point) (float64, bool) { return float64(p.Crawled), p.Crawled >= least },
			math.Inf(-1),
			math.Inf(1),
		}
	}
	// t(0.975) is 3.1824 with 3 degrees of freedom, 12.706 with 1; the errors are √(5/12) and 1/2.
	for least, want := range []string{"1.50 ± 2.05", "2.00 ± 2.48 (3 of 4)", "2.50 ± 6.35 (2 of 4)", "3.00 (1 of 4)", "–"} {
		if got := at(crawls, "bfs", 1, from(least)).String(); got != want {
			t.Errorf("from %d on: %s, want %s", least, got, want)
		}
	}
}

// What was not measured confirms nothing and is no number.
func TestNothingMeasured(t *testing.T) {
	none, two := map[int]float64{}, map[int]float64{0: 2, 1: 2}
	for _, c := range []struct {
		a, b map[int]float64
		want string
	}{{two, none, "–"}, {none, two, "–"}, {two, map[int]float64{0: 0, 1: 0}, "–"}, {two, two, "1.00 ± 0.000"}} {
		if got := ratio(c.a, c.b); got.String() != c.want || c.want == "–" && got.held(0, math.Inf(1)) != CannotTell {
			t.Errorf("%v of %v: %s, want %s", c.a, c.b, got, c.want)
		}
	}
	// Of n pages with n−1 arcs, two are joined with a chance of 2/n.
	for _, n := range []int{2, 3, 50, 1e6} {
		got, ok := clusteringAtRandom(&course.Point{Step: course.Step{Crawled: n}, Arcs: int64(n - 1)})
		if want := 2 / float64(n); !ok || math.Abs(got-want) > 1e-12 {
			t.Errorf("%d pages: %g, want %g", n, got, want)
		}
	}
	if got, ok := clusteringAtRandom(&course.Point{}); ok {
		t.Errorf("no pages: %g", got)
	}
}

// withClustering is a crawl of so many pages, each with ten links, and a clustering.
func withClustering(draw, pages int, value float64) RandomCrawl {
	p := &course.Point{
		Step:      course.Step{Crawled: pages},
		Arcs:      int64(10 * pages),
		Clustered: &course.Clustered{Local: &distance.Estimate{Value: value}},
	}
	return RandomCrawl{Strategy: "bfs", Draw: draw, Points: []course.CrawlPoint{{Point: p}}}
}

// The interval of a share ends where shares do, whatever Student's t says.
func TestSharesStayWithinTheirEnds(t *testing.T) {
	crawls := []RandomCrawl{withClustering(0, 10, 0.05), withClustering(1, 10, 0.3)}
	if got := at(
		crawls,
		"bfs",
		1,
		clustering,
	); got.Low != 0 || got.High != 1 || got.String() != "0.175 (0.000 to 1.00)" || got.held(0, 1) != Agrees ||
		got.held(0.1, 1) != CannotTell {
		t.Errorf("%s, %+v", got, got)
	}
	if got := change(place{crawls[:1], "bfs", 1}, place{crawls[:1], "bfs", 1}, clustering); got.held(-1, 1) != CannotTell {
		t.Errorf("of one draw: %s", got.held(-1, 1))
	}
}

// Clustering that falls like that of a random graph is none of a small world, and one that stays is, whatever the size
// of the crawls and the links a page.
func TestSmallWorldsOfAnySize(t *testing.T) {
	for _, pages := range []int{100, 10_000, 1_000_000} {
		var random, stays randomRun
		for draw := range 3 {
			for _, x := range []struct {
				to    *[]RandomCrawl
				same  *[]RandomCrawl
				pages int
			}{{&random.r.Smaller, &stays.r.Smaller, pages}, {&random.r.Webs, &stays.r.Webs, 10 * pages}} {
				one := withClustering(draw, x.pages, 0)
				value, _ := clusteringAtRandom(one.last())
				*x.to = append(*x.to, withClustering(draw, x.pages, value*(1+0.01*float64(draw))))
				*x.same = append(*x.same, withClustering(draw, x.pages, 0.2*(1+0.01*float64(draw))))
			}
		}
		if got := random.fall("bfs"); got.held(math.Inf(-1), 0.5) != Differs || math.Abs(got.Value-1) > 0.01 {
			t.Errorf("%d pages at random: falls by the power %s", pages, got)
		}
		if got := stays.fall("bfs"); got.held(math.Inf(-1), 0.5) != Agrees || math.Abs(got.Value) > 0.01 {
			t.Errorf("%d pages: falls by the power %s", pages, got)
		}
	}
}
