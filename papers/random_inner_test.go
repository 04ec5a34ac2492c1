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
	r, err := RunRandom(t.Context(), RandomOptions{Options: answer.Options{Memory: 1 << 30, Seed: 8, Workers: 1}, Crawled: 1000, Draws: 1})
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
				t.Errorf("%s: %s, draw %d: it ended at %+v, missed %d; want %d pages", name, x.Strategy, x.Draw, x.last(), x.Missed, c.pages)
			}
		}
	}
	if died == 0 {
		t.Fatal("no Web was drawn anew: another seed is wanted for this test")
	}
	if told := r.drawnAnew(); !strings.Contains(r.Rows[0].Ours, told) || !strings.Contains(told, " drawn whose crawls ended before") {
		t.Errorf("%q, and %q of %d Webs", r.Rows[0].Ours, told, died)
	}
	laws := map[string]bool{}
	for _, s := range r.drawCores().Series {
		if _, law, ours := strings.Cut(s.Name, ", "); ours {
			laws[law] = true
			if want := coresIn(r.ofSize(1000, law), 1000, 2, 2, map[bool]cellOf{true: exactly, false: atLeast}[strings.HasPrefix(s.Name, "just")]); s.Points[0].Value != want.Value || want.n != 10 {
				t.Errorf("Fig. 8, %s: %v cores of (2,2), want %v of %d", s.Name, s.Points[0].Value, want, want.n)
			}
		}
	}
	if len(laws) != 2 {
		t.Errorf("Fig. 8 is of the laws %v", laws)
	}
	for _, row := range append(r.Rows, r.Claims...) {
		if row.Where == "Fig. 9" && (strings.Count(row.Ours, " pages: ") != 6 || strings.Count(row.Ours, "1,000 pages: ") != 1) {
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
		crawls[i] = RandomCrawl{Strategy: "bfs", Points: []course.CrawlPoint{{Point: &course.Point{Step: course.Step{Crawled: i}}}}}
	}
	crawls = append(crawls, RandomCrawl{Strategy: "bfs"}, RandomCrawl{Strategy: "dfs", Points: crawls[0].Points})
	from := func(least int) quantity {
		return func(p *course.Point) (float64, bool) { return float64(p.Crawled), p.Crawled >= least }
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
	two := over{distance.Estimate{Value: 2, Low: 2, High: 2}, 1, 1}
	for _, c := range []struct {
		a, b over
		want string
	}{{two, over{}, "–"}, {over{}, two, "–"}, {two, over{n: 3}, "–"}, {two, two, "1.00"}} {
		if got := times(c.a, c.b); got.String() != c.want || c.want == "–" && got.within(0, math.Inf(1)) {
			t.Errorf("%s of %s: %s, want %s", c.a, c.b, got, c.want)
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
