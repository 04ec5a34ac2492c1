package course

import (
	"slices"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/crawl"
	"weft/graph/page"
	"weft/internal/drawn"
)

// Spans of numbers are what was added, also across blocks.
func TestNumbers(t *testing.T) {
	r := drawn.Rand(t)
	var a numbers
	var want, scratch []uint32
	for range 3<<blockBits + 17 {
		x := r.Uint32()
		a.add(x)
		want = append(want, x)
	}
	for range 2000 {
		i := r.IntN(len(want))
		n := r.IntN(min(len(want)-i, []int{8, 3 << blockBits}[r.IntN(2)]) + 1)
		if r.IntN(3) == 0 { // about the end of a block
			i = min((1+r.IntN(3))<<blockBits-r.IntN(3), len(want))
			n = min(n, len(want)-i)
		}
		if !slices.Equal(a.span(&scratch, i, n), want[i:i+n]) {
			t.Fatalf("%d numbers from %d on differ", n, i)
		}
	}
}

// The trail of a crawl of any length has evenly spaced marks, enough and not too many, and says of each what a crawl
// that ends there says.
func TestTrail(t *testing.T) {
	r := drawn.Rand(t)
	for _, n := range []int{1, trailMarks, 2*trailMarks - 1, 2 * trailMarks, 7*trailMarks + r.IntN(5000)} {
		c, err := New(Options{})
		if err != nil {
			t.Fatal(err)
		}
		var all []mark
		for u := range n {
			var links []crawl.Link
			for range r.IntN(3) {
				links = append(links, crawl.Link{To: crawl.Page(r.IntN(2 * n))})
			}
			if err := c.Learnt(crawl.Pick{Page: crawl.Page(u)}, &crawl.Reply{State: page.Fetched}, links); err != nil {
				t.Fatal(err)
			}
			all = append(all, c.now)
		}
		if len(c.trail) < min(n, trailMarks) || len(c.trail) >= 2*trailMarks {
			t.Errorf("%d pages: %d marks", n, len(c.trail))
		}
		for i, m := range c.trail {
			if m != all[(i+1)*c.every-1] {
				t.Fatalf("%d pages: mark %d is %+v, want %+v", n, i, m, all[(i+1)*c.every-1])
			}
		}
	}
}

// A crawl of nothing says so, and gives no advice that cannot help.
func TestCrawlOfNothingSaysSo(t *testing.T) {
	for starts, want := range []string{"No start page can be crawled", "No page was crawled."} {
		var told strings.Builder
		answer.Print(&told, (&Crawl{Exhausted: true, Missed: []int{1}, Starts: starts}).remarks(), func(name string) string { return name })
		if !strings.Contains(told.String(), want) || strings.Contains(told.String(), "farther") || strings.Contains(told.String(), "did not reach") {
			t.Errorf("from %d pages: %s", starts, told.String())
		}
	}
}

// Percents increase, however few pages they are of.
func TestParseProgress(t *testing.T) {
	for text, want := range map[string][]int{
		"1,5,10,20,30%": {1, 2, 4, 6}, " 50%,100% ": {10, 20}, "50%, 100": {10, 20}, "100": {20}, "0.1,0.2": {1},
		"5,5": nil, "0.2,0.1": nil, "0": nil, "-1": nil, "100.1": nil, "NaN": nil, "inf": nil, "": nil, ",": nil, "5,,6": nil,
	} {
		got, err := ParseProgress(text, 20)
		if (err == nil) != (want != nil) || !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v, want %v", text, got, err, want)
		}
	}
}

// Whatever a count of cores leaves out is told, at whatever point.
func TestCoreRemarks(t *testing.T) {
	n := int64(7)
	point := func(crawled int, x *CoreCount) *Point {
		return &Point{Step: Step{Crawled: crawled}, CoreCount: x}
	}
	c := Crawl{points: []*Point{point(100, &CoreCount{Maximal: &n, Disjoint: &n, Cut: 3}), point(200, &CoreCount{Maximal: &n, Disjoint: &n, Wide: 4}), point(300, &CoreCount{Wide: 5}), point(400, nil)}}
	var told strings.Builder
	answer.Print(&told, c.remarks(), func(name string) string { return name })
	for _, want := range []string{"3 of 100", "4 of 200", "not counted beyond"} {
		if !strings.Contains(told.String(), want) {
			t.Errorf("%q is not told: %s", want, told.String())
		}
	}
	if strings.Contains(told.String(), "5 of 300") {
		t.Errorf("of what was not counted nothing was left out: %s", told.String())
	}
}

var benchCourse *Course

// A link takes some nanoseconds to be noted.
func BenchmarkLearnt(b *testing.B) {
	r := drawn.Rand(b)
	links := make([]crawl.Link, 6)
	for i := range links {
		links[i].To = crawl.Page(r.IntN(1 << 20))
	}
	reply := &crawl.Reply{State: page.Fetched}
	c, _ := New(Options{})
	b.ReportAllocs()
	u := uint32(0)
	for b.Loop() {
		c.Learnt(crawl.Pick{Page: crawl.Page(u)}, reply, links)
		u++
	}
	benchCourse = c
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(c.links.n), "ns/link")
}
