package course

import (
	"slices"
	"testing"

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

// The trail of a crawl of any length has evenly spaced marks, enough and not too many, and says of each what a crawl that ends there says.
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
