package simulate

import (
	"bufio"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"weft/algo/distance"
	"weft/algo/rank"
	"weft/graph"
	"weft/graph/graphtest"
	"weft/graph/random"
	"weft/internal/drawn"
	"weft/internal/shared"
)

// edgeLines reads a graph from lines of two numbers that begin with a prefix, after some other lines; numbers start at
// a base.
func edgeLines(t *testing.T, skip int, prefix string, base int, path ...string) *graph.Memory {
	t.Helper()
	f, err := os.Open(shared.File(t, path...))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	var arcs []graph.Arc
	n := 0
	for i := 0; s.Scan(); i++ {
		line, is := strings.CutPrefix(s.Text(), prefix)
		if i < skip || !is {
			continue
		}
		var u, v int
		if k, _ := fmt.Sscan(line, &u, &v); k == 2 {
			arcs = append(arcs, graph.Arc{From: graph.Node(u - base), To: graph.Node(v - base)})
			n = max(n, u-base+1, v-base+1)
		}
	}
	return graph.FromArcs(n, arcs)
}

// crawledOften is a contest of 40 times 10 sets of seeds on a graph, and the crawls.
func crawledOften(t *testing.T, g *graph.Memory, seed uint64) (*Contest, []Track) {
	t.Helper()
	c := &Contest{Graph: g, In: graphtest.Transpose(t, g), Seed: seed, Workers: 2, Points: Milestones(g.NumNodes())}
	pr, err := rank.PageRank(t.Context(), c.In, nil, rank.PageRankOptions{})
	if err != nil {
		t.Fatal(err)
	}
	c.PageRank = pr.Scores
	if c.Starts, err = DrawStarts(g, 400, 10, seed); err != nil {
		t.Fatal(err)
	}
	for u := range g.NumNodes() {
		c.Groups = append(c.Groups, uint32(u/50))
	}
	enter(t, c, &Field{Hosts: c.Groups, PageRank: c.PageRank}, "bfs", "dfs", "indegree", "random", "opic")
	return c, tracks(t, c)
}

// figures are those of a point that are compared.
func figures(p *CurvePoint) map[string]distance.Estimate {
	all := map[string]distance.Estimate{"pagerank": p.PageRank, "known": p.Known, "indegree": *p.InDegree, "groups": *p.Groups, "whole": *p.Whole}
	if p.Ahead != nil {
		all["ahead"] = *p.Ahead
	}
	return all
}

// held counts, for each figure of each strategy at each point, how many of 40 contests of 10 sets have an interval that
// holds the mean over all 400 sets.
func held(c *Contest, all []Track) map[string]int {
	truth, hits := map[string]float64{}, map[string]int{}
	each := func(curves []Curve, sets int, f func(key string, e distance.Estimate)) {
		for _, v := range curves {
			for i := range v.Points {
				if v.Points[i].Sets == sets {
					for name, e := range figures(&v.Points[i]) {
						f(fmt.Sprintf("%s %s after %d pages", v.Strategy, name, c.Points[i]), e)
					}
				}
			}
		}
	}
	each(c.Curves(all), 400, func(key string, e distance.Estimate) { truth[key], hits[key] = e.Value, 0 })
	for k := range 40 {
		part := *c
		part.Starts = c.Starts[10*k : 10*k+10]
		some := slices.DeleteFunc(slices.Clone(all), func(x Track) bool { return x.Set/10 != k })
		each(part.Curves(some), 10, func(key string, e distance.Estimate) {
			if want, is := truth[key]; is && e.Low-1e-12 <= want && want <= e.High+1e-12 {
				hits[key]++
			}
		})
	}
	return hits
}

// Intervals of 95 % hold the truth in about 95 of 100 contests, after the first pages as well, on the crawls that the
// rule was chosen on.
func TestIntervalsHold(t *testing.T) {
	full := drawn.Full()
	for name, of := range map[string]func(t *testing.T) *graph.Memory{
		"made": func(t *testing.T) *graph.Memory {
			w, err := random.NewWeb(random.WebOptions{Pages: 1500, Degree: 6, Seed: drawn.Seed(t)})
			if err != nil {
				t.Fatal(err)
			}
			g, err := graph.Load(w)
			if err != nil {
				t.Fatal(err)
			}
			return g
		},
		"California": func(t *testing.T) *graph.Memory { return edgeLines(t, 0, "e ", 0, "california-gr0", "gr0.California") },
		"Harvard":    func(t *testing.T) *graph.Memory { return edgeLines(t, 1, "", 0, "harvard500", "harvard500.smat") },
		"Stanford": func(t *testing.T) *graph.Memory {
			return edgeLines(t, 1, "", 0, "wb-cs-stanford", "wb-cs.stanford.smat")
		},
		"Hollins": func(t *testing.T) *graph.Memory { return edgeLines(t, 6013, "", 1, "hollins", "hollins.dat") },
	} {
		if !full && name != "made" && name != "Harvard" {
			continue // they take seconds each
		}
		t.Run(name, func(t *testing.T) {
			c, all := crawledOften(t, of(t), 5)
			hits := held(c, all)
			sum, low := 0, 0
			for _, key := range slices.Sorted(maps.Keys(hits)) {
				if sum += hits[key]; hits[key] < 34 {
					low++
				}
				if hits[key] < 20 {
					t.Errorf("%s: %d of 40 intervals hold the truth", key, hits[key])
				}
			}
			share := float64(sum) / float64(40*len(hits))
			t.Logf("%d figures: %.3f of the intervals hold the truth; %d of the figures are held by fewer than 34 of 40", len(hits), share, low)
			if share < 0.93 || len(hits) < 300 {
				t.Errorf("of %d figures %.3f of the intervals hold the truth", len(hits), share)
			}
		})
	}
}

// Values that are all equal have an interval, which ends where no crawl can come; of one value there is none.
func TestEqualValuesHaveAnInterval(t *testing.T) {
	b := bound{0, 0.5}
	unseen := 1 - math.Pow(0.025, 0.1)
	if e := meanWithin(slices.Repeat([]float64{0.1}, 10), b, 0.95); math.Abs(e.Low-0.1*(1-unseen)) > 1e-12 || math.Abs(e.High-0.1-0.4*unseen) > 1e-12 {
		t.Errorf("ten equal values: %+v", e)
	}
	if e := meanWithin(slices.Repeat([]float64{0.5}, 10), bound{0.5, 0.5}, 0.95); e.Low != 0.5 || e.High != 0.5 {
		t.Errorf("what cannot be otherwise: %+v", e)
	}
	if e := meanWithin([]float64{0.1}, b, 0.95); e.Low != 0.1 || e.High != 0.1 {
		t.Errorf("one value: %+v", e)
	}
	if e, plain := meanWithin([]float64{1, 2, 3, 4, 5, 6}, bound{0, 9}, 0.95), distance.EstimateMean([]float64{1, 2, 3, 4, 5, 6}); e != plain {
		t.Errorf("without skewness: %+v, want %+v", e, plain)
	}
}

// No crawl leaves the limits of its contest.
func TestLimits(t *testing.T) {
	r := drawn.Rand(t)
	for range 60 {
		c, f := drawContest(t, r)
		enter(t, c, f, "bfs", "dfs", "random", Best)
		for _, x := range tracks(t, c) {
			for i, l := range c.limitsAt() {
				if i >= len(x.Marks) {
					break
				}
				m := &x.Marks[i]
				for what, v := range map[string]struct {
					bound
					of float64
				}{
					"PageRank": {l.pageRank, m.PageRank}, "known": {l.known, float64(m.Known)}, "frontier": {l.frontier, float64(m.Known - m.Pages)},
					"arcs": {l.arcs, float64(m.Arcs)}, "groups": {l.groups, float64(m.Groups)}, "whole": {l.whole, float64(m.Whole)},
				} {
					if v.of < v.least-1e-9 || v.of > v.most+1e-9 {
						t.Fatalf("%s after %d of %d pages: %s is %g, the limits are %g and %g", x.Strategy, m.Pages, c.Graph.NumNodes(), what, v.of, v.least, v.most)
					}
				}
			}
		}
	}
}

// Of equal values the interval leaves room to both bounds, for the share of values that were not drawn, wherever the
// bounds lie.
func TestEqualValuesBetweenBounds(t *testing.T) {
	unseen := 1 - math.Pow(0.025, 0.1)
	for _, c := range []struct {
		value float64
		b     bound
	}{{0.3, bound{0, 1}}, {0.3, bound{0.2, 0.6}}, {-0.1, bound{-0.4, 0.4}}, {5, bound{4, 5}}} {
		e := meanWithin(slices.Repeat([]float64{c.value}, 10), c.b, 0.95)
		low, high := c.value-unseen*(c.value-c.b.least), c.value+unseen*(c.b.most-c.value)
		if math.Abs(e.Low-low) > 1e-12 || math.Abs(e.High-high) > 1e-12 || math.Abs(e.Value-c.value) > 1e-12 {
			t.Errorf("%+v: got %+v, want %g to %g", c, e, low, high)
		}
	}
}
