package course_test

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"weft/answers/course"
	"weft/crawl"
	"weft/crawl/strategy"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/drawn"
	"weft/internal/stoptest"
	"weft/stats"
)

// A web has lists of links, repeated ones and loops among them, of several kinds; some pages fail, and some are aside.
type web struct {
	lists [][]crawl.Out
	state []page.State
	aside []bool
}

// drawWeb draws a Web of up to most pages.
func drawWeb(r *rand.Rand, most int) *web {
	n := 2 + r.IntN(most-1)
	w := &web{lists: make([][]crawl.Out, n), state: make([]page.State, n), aside: make([]bool, n)}
	hubs, bad := 1+r.IntN(n), r.Float64()*0.3
	for u := range n {
		w.state[u] = page.Fetched
		if r.Float64() < bad {
			w.state[u] = page.Failed
		}
		w.aside[u] = r.IntN(30) == 0
		for range r.IntN(8) {
			to := r.IntN(n)
			if r.IntN(2) == 0 {
				to = r.IntN(hubs)
			}
			k := []kinds.Set{0, kinds.Link, kinds.Link | kinds.Nofollow, kinds.Requisite}[r.IntN(4)]
			for range 1 + r.IntN(2)*r.IntN(3) {
				w.lists[u] = append(w.lists[u], crawl.Out{Key: crawl.Key(to), Kinds: k, Barred: r.IntN(12) == 0})
			}
		}
		if r.IntN(6) == 0 {
			w.lists[u] = append(w.lists[u], crawl.Out{Key: crawl.Key(u), Kinds: kinds.Link})
		}
	}
	return w
}

func (w *web) Start(crawl.Pick) {}

func (w *web) Fetch(_ context.Context, p crawl.Pick, r *crawl.Reply) error {
	r.State, r.Aside, r.Links = w.state[p.Key], w.aside[p.Key], append(r.Links, w.lists[p.Key]...)
	return nil
}

// run crawls a Web with a strategy, tells a Course and a naive count, and returns both.
func (w *web) run(t *testing.T, seed uint64, o course.Options, limit uint64) (*course.Course, *naive) {
	t.Helper()
	c, err := course.New(o)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 2))
	orders := []crawl.Strategy{new(strategy.BreadthFirst), new(strategy.DepthFirst), new(strategy.MostLinked), strategy.NewRandom(seed)}
	n, known, free := &naive{}, map[uint32]bool{}, map[uint32]bool{}
	see := func(outs []crawl.Out, links []crawl.Link) (old []bool) {
		for i, l := range links {
			old = append(old, known[uint32(l.To)])
			known[uint32(l.To)] = true
			free[uint32(l.To)] = free[uint32(l.To)] || !outs[i].Barred
		}
		return old
	}
	var now sums
	co := crawl.Options{Web: w, Strategy: orders[r.IntN(len(orders))], Pages: crawl.NewDense(len(w.lists)), Window: 1, Workers: 1, Limit: limit}
	for range 1 + r.IntN(3) {
		co.Seeds = append(co.Seeds, crawl.Out{Key: crawl.Key(r.IntN(len(w.lists)))})
	}
	co.Learnt = func(p crawl.Pick, reply *crawl.Reply, links []crawl.Link) error {
		old := see(reply.Links, links)
		now.known, now.barred = len(known), len(known)
		for _, is := range free {
			if is {
				now.barred--
			}
		}
		if p.Page != crawl.None && reply.State == page.Fetched && !reply.Aside {
			x := told{page: uint32(p.Page)}
			has := map[uint32]bool{}
			for i, l := range links {
				if l.Kinds != kinds.Requisite && o.Once && has[uint32(l.To)] {
					continue
				}
				if l.Kinds != kinds.Requisite {
					has[uint32(l.To)] = true
					x.links, x.old = append(x.links, uint32(l.To)), append(x.old, old[i])
				} else {
					now.uncounted++
				}
			}
			n.pages, n.sums = append(n.pages, x), append(n.sums, now)
		} else if p.Page != crawl.None {
			now.other++
		}
		return c.Learnt(p, reply, links)
	}
	if _, err := crawl.Run(t.Context(), co); err != nil {
		t.Fatal(err)
	}
	if k := len(n.sums) - 1; k >= 0 {
		n.sums[k] = now
	}
	return c, n
}

// drawPoints draws increasing numbers up to n.
func drawPoints(r *rand.Rand, n int) (at []int) {
	for i := 1; i <= n; i++ {
		if r.IntN(6) == 0 {
			at = append(at, i)
		}
	}
	return at
}

// Everything that is measured is what the definitions give, at drawn points of drawn crawls.
func TestCourseIsTheNaiveOne(t *testing.T) {
	seed := drawn.Seed(t)
	for i := range uint64(60) {
		r := rand.New(rand.NewPCG(seed+i, 1))
		w := drawWeb(r, 40)
		o := course.Options{At: drawPoints(r, len(w.lists)), WebPages: len(w.lists), Kinds: kinds.Measured, Once: i%2 == 1, CoresOf: []int{1 + r.IntN(20), 30}, Seed: seed}
		c, n := w.run(t, seed+i, o, 0)
		got, err := c.End(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(n.pages) == 0 {
			if len(got.Points) != 0 {
				t.Fatalf("crawl %d: %d points of no pages", seed+i, len(got.Points))
			}
			continue
		}
		checkPoints(t, seed+i, o.At, got, n)
		for _, table := range got.CoreTables {
			checkTable(t, seed+i, table, n)
		}
	}
}

func checkPoints(t *testing.T, id uint64, at []int, got *course.Result, n *naive) {
	t.Helper()
	var want []int
	for _, k := range at {
		if k <= len(n.pages) {
			want = append(want, k)
		}
	}
	if missed := at[len(want):]; !slices.Equal(missed, got.Missed) {
		t.Fatalf("crawl %d of %d pages: missed %d, want %d", id, len(n.pages), got.Missed, missed)
	}
	if len(want) == 0 || want[len(want)-1] != len(n.pages) {
		want = append(want, len(n.pages))
	}
	if len(got.Points) != len(want) {
		t.Fatalf("crawl %d: %d points, want %d", id, len(got.Points), len(want))
	}
	for i, p := range got.Points {
		if p.Crawled != want[i] {
			t.Fatalf("crawl %d: a point at %d, want %d", id, p.Crawled, want[i])
		}
		var before *course.Step
		if i > 0 {
			before = &got.Points[i-1].Step
		}
		checkStep(t, id, &p.Step, before, n)
		checkPoint(t, id, p, n)
	}
	for i := range got.Trail {
		var before *course.Step
		if i > 0 {
			before = &got.Trail[i-1]
		}
		checkStep(t, id, &got.Trail[i], before, n)
	}
	if last := got.Trail[len(got.Trail)-1].Crawled; last != len(n.pages) {
		t.Fatalf("crawl %d: the trail ends at %d of %d pages", id, last, len(n.pages))
	}
}

// ratio is a share, NaN of nothing.
func ratio(a, b int64) float64 { return float64(a) / float64(b) }

func value(x *float64) float64 {
	if x == nil {
		return math.NaN()
	}
	return *x
}

func checkStep(t *testing.T, id uint64, s, before *course.Step, n *naive) {
	t.Helper()
	k := s.Crawled
	has, _, _, _ := n.graph(k)
	_, sinks := arcsOf(has)
	links, crawled, known := n.links(k)
	want := n.sums[k-1]
	if got := (sums{s.Known, s.Other, s.Barred, int(s.Uncounted)}); got != want || s.Sinks != sinks || s.Links != links || s.Frontier != want.known-k-want.other-want.barred {
		t.Fatalf("crawl %d at %d: %+v, sinks %d, links %d, frontier %d; want %+v, %d, %d", id, k, got, s.Sinks, s.Links, s.Frontier, want, sinks, links)
	}
	var links0, crawled0, known0 int64
	if before != nil {
		links0, crawled0, known0 = n.links(before.Crawled)
	}
	ranks, captured := pagerank(full(n)), 0.0
	for _, x := range ranks[:k] {
		captured += x
	}
	in, inAll := int64(0), int64(0)
	for _, row := range full(n) {
		for v, x := range row {
			if x {
				if inAll++; v < k {
					in++
				}
			}
		}
	}
	for _, x := range []struct {
		what      string
		got, want float64
	}{
		{"discovery crawled", value(s.DiscoveryCrawled), ratio(crawled, links)},
		{"discovery known", value(s.DiscoveryKnown), ratio(known, links)},
		{"recent crawled", value(s.RecentCrawled), ratio(crawled-crawled0, links-links0)},
		{"recent known", value(s.RecentKnown), ratio(known-known0, links-links0)},
		{"in-degree captured", value(s.Indegrees), ratio(in, inAll)},
	} {
		if !near(x.got, x.want) {
			t.Fatalf("crawl %d at %d: %s %g, want %g", id, k, x.what, x.got, x.want)
		}
	}
	if math.Abs(s.Ranks-captured) > 1e-5 {
		t.Fatalf("crawl %d at %d: PageRank captured %g, want %g", id, k, s.Ranks, captured)
	}
}

func full(n *naive) [][]bool {
	has, _, _, _ := n.graph(len(n.pages))
	return has
}

func checkPoint(t *testing.T, id uint64, p *course.Point, n *naive) {
	t.Helper()
	has, loops, repeated, outside := n.graph(p.Crawled)
	arcs, _ := arcsOf(has)
	if p.Arcs != arcs || p.Loops != loops || p.Repeated != repeated || p.Outside != outside {
		t.Fatalf("crawl %d at %d: arcs %d, loops %d, repeated %d, outside %d; want %d, %d, %d, %d", id, p.Crawled, p.Arcs, p.Loops, p.Repeated, p.Outside, arcs, loops, repeated, outside)
	}
	d := far(has)
	sizes, around := bow(d)
	want := [3]int64{p.SCC, p.Bow.In, p.Bow.Out}
	if !slices.Contains(around, want) || p.SCC+want[1]+want[2]+p.Others != int64(p.Crawled) {
		t.Fatalf("crawl %d at %d: bow tie %+v, want one of %v", id, p.Crawled, p.Bow, around)
	}
	if got := values(p.Sizes.Histogram); !slices.Equal(got, sizes) {
		t.Fatalf("crawl %d at %d: sizes of components %v, want %v", id, p.Crawled, got, sizes)
	}
	sum, joined, longest := 0, 0, 0
	for _, row := range d {
		for _, x := range row {
			if x > 0 {
				sum, joined, longest = sum+x, joined+1, max(longest, x)
			}
		}
	}
	if (joined > 0) != (p.Mean != nil) || (joined > 0) != (p.Effective != nil) {
		t.Fatalf("crawl %d at %d: %d joined pairs have the mean distance %v and the effective diameter %v", id, p.Crawled, joined, p.Mean, p.Effective)
	}
	if !p.Exact || int(p.Diameter) != longest || joined > 0 && !near(p.Mean.Value, float64(sum)/float64(joined)) {
		t.Fatalf("crawl %d at %d: mean distance %v, diameter %d; want %d/%d, %d", id, p.Crawled, p.Mean, p.Diameter, sum, joined, longest)
	}
	transitivity, local := clustering(has)
	got := [2]float64{math.NaN(), math.NaN()}
	if p.Transitivity != nil {
		got = [2]float64{p.Transitivity.Value, p.Local.Value}
	}
	if !near(got[0], transitivity) || !near(got[1], local) {
		t.Fatalf("crawl %d at %d: clustering %v, want %g and %g", id, p.Crawled, got, transitivity, local)
	}
	checkLaws(t, id, p, n, has)
	four := int64(0)
	for _, c := range maximal(has) {
		if c[0] >= 4 && c[1] >= 4 {
			four++
		}
	}
	if *p.Maximal != four || *p.Disjoint > four || four > 0 && *p.Disjoint == 0 {
		t.Fatalf("crawl %d at %d: %d maximal cores of (4,4), %d disjoint; want %d", id, p.Crawled, *p.Maximal, *p.Disjoint, four)
	}
}

// values are all values of a histogram, in their order.
func values(h stats.Histogram) (all []int) {
	for i, v := range h.Values {
		for range h.Counts[i] {
			all = append(all, int(v))
		}
	}
	return all
}

func checkLaws(t *testing.T, id uint64, p *course.Point, n *naive, has [][]bool) {
	t.Helper()
	in, out, linksIn, linksOut := make([]int, p.Crawled), make([]int, p.Crawled), make([]int, p.Known), make([]int, p.Crawled)
	for u, row := range has {
		for v, x := range row {
			if x {
				out[u]++
				in[v]++
			}
		}
	}
	for i, x := range n.pages[:p.Crawled] {
		linksOut[i] = len(x.links)
		for _, to := range x.links {
			linksIn[to]++
		}
	}
	hundredths := make([]int, p.Crawled)
	for i, x := range pagerank(has) {
		hundredths[i] = int(math.Round(100 * x * float64(p.Crawled)))
	}
	for _, x := range []struct {
		what string
		law  stats.Histogram
		want []int
		slop int
	}{
		{"in", p.DegreeLaws.In.Histogram, in, 0},
		{"out", p.DegreeLaws.Out.Histogram, out, 0},
		{"links in", p.LinksIn.Histogram, linksIn, 0},
		{"links out", p.LinksOut.Histogram, linksOut, 0},
		{"pagerank", p.Ranked.Histogram, hundredths, 1},
	} {
		slices.Sort(x.want)
		got := values(x.law)
		same := len(got) == len(x.want)
		for i := range got {
			same = same && max(got[i]-x.want[i], x.want[i]-got[i]) <= x.slop
		}
		if !same {
			t.Fatalf("crawl %d at %d: law of %s %v, want %v", id, p.Crawled, x.what, got, x.want)
		}
	}
}

func checkTable(t *testing.T, id uint64, table course.CoreTable, n *naive) {
	t.Helper()
	has, _, _, _ := n.graph(table.Pages)
	cliques := maximal(has)
	for _, cell := range table.Cells {
		exactly, atLeast := int64(0), int64(0)
		for _, c := range cliques {
			if c == [2]int{cell.Fans, cell.Centers} {
				exactly++
			}
			if c[0] >= cell.Fans && c[1] >= cell.Centers {
				atLeast++
			}
		}
		if cell.Exactly != exactly || cell.AtLeast != atLeast || cell.Centers == 2 && cell.Frequent != number(pairs(has, cell.Fans)) {
			t.Fatalf("crawl %d, cores of %d pages: %+v, want %d exactly and %d at least", id, table.Pages, cell, exactly, atLeast)
		}
	}
}

// pairs counts pairs of pages that so many pages link, or more.
func pairs(has [][]bool, fans int) (n int) {
	for a := range has {
		for b := range a {
			both := 0
			for _, row := range has {
				if row[a] && row[b] {
					both++
				}
			}
			if both >= fans {
				n++
			}
		}
	}
	return n
}

func number(n int) string {
	text, _ := json.Marshal(n)
	return string(text)
}

// A point is what a crawl that ended there would give, but for what is captured of the last graph; and one worker gives
// what several give.
func TestPointsAreCrawlsThatEndThere(t *testing.T) {
	seed := drawn.Seed(t)
	for i := range uint64(20) {
		r := rand.New(rand.NewPCG(seed+i, 1))
		w := drawWeb(r, 300)
		o := course.Options{At: drawPoints(r, 40), WebPages: len(w.lists), Seed: seed, Workers: 1, Reads: 400}
		c, n := w.run(t, seed+i, o, 0)
		whole, err := c.End(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for k, p := range whole.Points {
			if len(n.pages) == 0 || p.Crawled == len(n.pages) {
				continue
			}
			o := course.Options{At: o.At[:k+1], WebPages: o.WebPages, Seed: seed, Workers: 3, Reads: 400}
			c, _ := w.run(t, seed+i, o, uint64(p.Crawled))
			part, err := c.End(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			last := part.Points[len(part.Points)-1]
			p.Ranks, p.Indegrees, last.Ranks, last.Indegrees = 0, nil, 0, nil
			got, _ := json.Marshal(last)
			want, _ := json.Marshal(p)
			if string(got) != string(want) {
				t.Fatalf("crawl %d ended at %d:\n%s\n%s", seed+i, p.Crawled, got, want)
			}
		}
	}
}

// Where not all pages are searched from, the diameter is exact, or between what is told.
func TestDiameter(t *testing.T) {
	seed := drawn.Seed(t)
	exact, bounded := 0, 0
	for i := range uint64(20) {
		r := rand.New(rand.NewPCG(seed+i, 1))
		w := drawWeb(r, 150)
		for u := range w.lists { // long ways
			w.lists[u] = append(w.lists[u][:min(len(w.lists[u]), r.IntN(3))], crawl.Out{Key: crawl.Key((u + 1) % len(w.lists))})
		}
		c, n := w.run(t, seed+i, course.Options{Kinds: kinds.Measured, Reads: 32 * 400, Measures: course.Paths}, 0)
		got, err := c.End(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range got.Points {
			longest := 0
			for _, row := range far(full(n)) {
				longest = max(longest, slices.Max(row))
			}
			switch {
			case p.Exact:
				exact++
				if int(p.Diameter) != longest {
					t.Fatalf("crawl %d: diameter %d, want %d", seed+i, p.Diameter, longest)
				}
			case int(p.Diameter) > longest || p.AtMost != nil && int(*p.AtMost) < longest:
				t.Fatalf("crawl %d: diameter from %d to %d, want %d", seed+i, p.Diameter, *p.AtMost, longest)
			default:
				bounded++
			}
		}
	}
	if exact < 3 {
		t.Errorf("%d diameters are exact, %d are not", exact, bounded)
	}
}

// Whoever stops what measures is told so, wherever it looks.
func TestStops(t *testing.T) {
	seed := drawn.Seed(t)
	w := drawWeb(rand.New(rand.NewPCG(seed, 1)), 60)
	for id := seed; ; id++ {
		c, n := w.run(t, id, course.Options{At: []int{3}, CoresOf: []int{5}}, 0)
		if len(n.pages) < 8 {
			w = drawWeb(rand.New(rand.NewPCG(id, 1)), 60)
			continue
		}
		stopped := stoptest.Everywhere(t, func(ctx context.Context) error {
			_, err := c.End(ctx)
			return err
		})
		if stopped < 20 {
			t.Errorf("it looked %d times", stopped)
		}
		first, err := c.End(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if again, err := c.End(t.Context()); err != nil || shape(t, again) != shape(t, first) {
			t.Errorf("asked again: %v", err)
		}
		return
	}
}

// A page that is put off counts once, by its last reply.
func TestPagesThatArePutOff(t *testing.T) {
	c, err := course.New(course.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		page  crawl.Page
		state page.State
		again bool
	}{{0, page.Failed, true}, {1, page.Fetched, false}, {2, page.Failed, true}, {0, page.Fetched, false}, {2, page.Failed, true}, {2, page.Failed, false}} {
		if err := c.Learnt(crawl.Pick{Page: x.page}, &crawl.Reply{State: x.state, Again: x.again}, nil); err != nil {
			t.Fatal(err)
		}
	}
	r, err := c.End(t.Context())
	if err != nil || len(r.Points) != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	if p := r.Points[0]; p.Crawled != 2 || p.Other != 1 || p.Known != 3 || p.Frontier != 0 {
		t.Errorf("%+v", p.Step)
	}
}

// A page that is crawled twice is told, and so are points that cannot be.
func TestWhatCannotBe(t *testing.T) {
	c, err := course.New(course.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := c.Learnt(crawl.Pick{Page: 3}, &crawl.Reply{State: page.Fetched}, nil); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.End(t.Context()); err == nil {
		t.Error("a page was crawled twice")
	}
	for _, o := range []course.Options{{At: []int{0}}, {At: []int{3, 3}}, {At: []int{5, 4}}, {CoresOf: []int{0}}, {CoreSize: 1}, {CoreSize: 13}} {
		if _, err := course.New(o); err == nil {
			t.Errorf("%+v was taken", o)
		}
	}
}
