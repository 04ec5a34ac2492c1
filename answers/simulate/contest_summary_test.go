package simulate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"weft/algo/distance"
	"weft/graph"
	"weft/internal/drawn"
)

// named makes a contest of some strategies, of which only names count, looked at after 10, 100 and 500 of 1,000 pages:
// ten have all of PageRank, and all link to the first, so that tracks may have any share after ten pages.
func named(names ...string) *Contest {
	var arcs, back []graph.Arc
	for u := range graph.Node(999) {
		arcs, back = append(arcs, graph.Arc{From: u + 1, To: 0}), append(back, graph.Arc{From: 0, To: u + 1})
	}
	c := &Contest{Graph: graph.FromArcs(1000, arcs), In: graph.FromArcs(1000, back), Points: []int{10, 100, 500, 1000}, PageRank: make([]float64, 1000)}
	for u := range 10 {
		c.PageRank[u] = 0.1
	}
	for _, n := range names {
		c.Entrants = append(c.Entrants, Entrant{Name: n})
	}
	return c
}

// track is a crawl with these shares of PageRank at the points of named.
func track(c *Contest, name string, set int, shares ...float64) Track {
	t := Track{Strategy: name, Set: set}
	for i, s := range shares {
		t.Marks = append(t.Marks, Mark{Pages: c.Points[i], Known: c.Points[i] + 10, PageRank: s})
	}
	t.End = t.Marks[len(t.Marks)-1]
	for len(c.Starts) <= set {
		c.Starts = append(c.Starts, make([]graph.Node, 20)) // the same of all, so that equal values say nothing of others
	}
	return t
}

// Means are of the crawls that came so far, and say of how many.
func TestCurvesAreOfThoseThatCame(t *testing.T) {
	c := named("bfs", "dfs")
	c.Groups = make([]uint32, 1000)
	c.Groups[7] = 5 // two groups with pages, of six
	all := []Track{
		track(c, "bfs", 0, 0.2, 0.4, 0.5, 1), track(c, "bfs", 1, 0.4), track(c, "bfs", 2, 0.3, 0.8),
		track(c, "dfs", 0, 0.1), track(c, "dfs", 1, 0.1), track(c, "dfs", 2, 0.1),
	}
	all[0].Marks[1].Arcs, all[0].Marks[1].Groups, all[0].Marks[1].Whole = 999, 2, 100
	all[0].Marks[1].Fidelity, all[2].Marks[1].Fidelity = &Fidelity{Gamma: 0.5, HAK: 0.6, TauB: 0.7}, &Fidelity{Gamma: 0.7, HAK: 0.8, Tied: true}
	if err := c.setDefaults(); err != nil {
		t.Fatal(err)
	}
	curves := c.Curves(all)
	bfs := curves[0]
	var sets []int
	var values []float64
	for _, p := range bfs.Points {
		sets, values = append(sets, p.Sets), append(values, math.Round(p.PageRank.Value*1e6)/1e6)
	}
	if !slices.Equal(sets, []int{3, 2, 1, 1}) || !slices.Equal(values, []float64{0.3, 0.6, 0.5, 1}) {
		t.Errorf("over %v sets: %v", sets, values)
	}
	if len(curves[1].Points) != 1 || curves[1].End.Pages.Value != 10 || math.Abs(bfs.End.Pages.Value-370) > 1e-9 || bfs.End.Sets != 3 {
		t.Errorf("ends at %v and %v", curves[1].End.Pages, bfs.End.Pages)
	}
	p := bfs.Points[1]
	// t(0.975, 1) = 12.706; the deviation of .4 and .8 is .2 · √2.
	if half := p.PageRank.High - 0.6; math.Abs(p.PageRank.High-1) > 1e-9 || half > 12.706*0.2 {
		t.Errorf("the interval of .4 and .8 is %v", p.PageRank)
	}
	if p.InDegree.Value != 0.5 || p.Groups.Value != 0.5 || p.Whole.Value != 0.05 || p.Frontier.Value != 10 || p.Known.Value != 0.11 {
		t.Errorf("got %+v", p)
	}
	if f := p.Fidelity; f.TauSets != 1 || f.TauB.Value != 0.7 || math.Abs(f.HAK.Value-0.7) > 1e-9 || math.Abs(f.Gamma.Value-0.6) > 1e-9 {
		t.Errorf("got %+v", f)
	}
	if *bfs.Points[0].Ahead != (distance.Estimate{}) || math.Abs(curves[1].Points[0].Ahead.Value+0.2) > 1e-12 {
		t.Errorf("dfs is ahead by %v", curves[1].Points[0].Ahead)
	}
	c.Entrants = []Entrant{{Name: "dfs"}, {Name: "bfs"}}
	// .1, .3 and .2: t(0.975, 2) = 4.3027, and the deviation of their mean is .1/√3.
	if a := c.Curves(all)[1].Points; math.Abs(a[0].Ahead.High-0.2-0.24841) > 1e-5 || a[1].Ahead != nil {
		t.Errorf("bfs is ahead by %v, then %v", a[0].Ahead, a[1].Ahead)
	}
	for pages, want := range map[int]float64{9: 0, 10: 10, 99: 10, 100: 100, 4000: 1000} {
		if at := bfs.At(pages); (at == nil) != (want == 0) || at != nil && at.Pages.Value != want {
			t.Errorf("at %d pages: %v", pages, at)
		}
	}
}

// However many crawls came to a point, the point is where it is, and is found there.
func TestPointsAreWhereTheyAre(t *testing.T) {
	for sets := 1; sets <= 60; sets++ {
		c := named("bfs")
		c.Points = Milestones(500 + 7*sets)
		c.PageRank = make([]float64, 1000)
		var all []Track
		for set := range sets {
			all = append(all, track(c, "bfs", set, make([]float64, len(c.Points))...))
		}
		if err := c.setDefaults(); err != nil {
			t.Fatal(err)
		}
		v := c.Curves(all)[0]
		for i, pages := range c.Points {
			want := distance.Estimate{Value: float64(pages), Low: float64(pages), High: float64(pages)}
			if p := v.At(pages); p != &v.Points[i] || p.Pages != want {
				t.Fatalf("%d sets: at %d pages there is %+v", sets, pages, p)
			}
		}
	}
}

func TestVerdicts(t *testing.T) {
	c := named("bfs", "dfs", "flow", "random", Best)
	var all []Track
	for set := range 6 {
		x := float64(set) / 100 // sets differ much, strategies little
		all = append(
			all, track(c, "bfs", set, 0.1+x, 0.3+x, 0.5+x, 1), track(c, "dfs", set, 0.1+x+1e-12*float64(set), 0.2+x, 0.5+x-0.001*float64(1+set%2), 1),
			track(c, "random", set, 0.05, 0.3+x+0.02*float64(set-2), 0.7+x, 1), track(c, Best, set, 0.9, 0.9, 0.9, 1),
		)
		if set > 0 {
			all = append(all, track(c, "flow", set, 1, 1))
		} else {
			all = append(all, track(c, "flow", set, 1))
		}
	}
	v := c.Judge(all)
	if v.Reach != 1000 || math.Abs(v.Level-(1-0.05/18)) > 1e-12 || len(v.Verdicts) != 3 {
		t.Fatalf("got %+v", v)
	}
	for i, want := range []struct {
		leader, left string
		apart        string // those that the leader is told apart from
	}{
		{"flow", "", "bfs dfs random"}, // flow has all from all sets; bfs and dfs differ by rounding
		{"random", "flow", "dfs"},      // random is ahead of bfs in half of the sets
		{"random", "flow", "bfs dfs"},
	} {
		x := v.Verdicts[i]
		apart := ""
		for _, m := range x.Margins {
			if m.Apart {
				apart += " " + m.Strategy
			}
		}
		if x.Leader != want.leader || strings.Join(x.Left, " ") != want.left || strings.TrimSpace(apart) != want.apart || x.Sets != 6 {
			t.Errorf("after %d pages: %+v", x.Pages, x)
		}
	}
	// What differs by rounding alone is equal, and the first of those that are equal leads.
	c.Entrants = c.Entrants[:2]
	for i := range all {
		if len(all[i].Marks) == 4 && all[i].Strategy == "dfs" {
			all[i].Marks[2].PageRank = all[i-1].Marks[2].PageRank + 1e-12*float64(3+i%2)
		}
	}
	of := slices.DeleteFunc(slices.Clone(all), func(x Track) bool { return x.Strategy != "bfs" && x.Strategy != "dfs" })
	if x := c.Judge(of).Verdicts[2]; x.Leader != "bfs" || x.Margins[0].Apart {
		t.Errorf("equal but for rounding: %+v", x)
	}
	for i := range of { // the same noise from all seeds is noise
		if of[i].Strategy == "dfs" {
			of[i].Marks[2].PageRank = of[i-1].Marks[2].PageRank - 1e-12
		}
	}
	if x := c.Judge(of).Verdicts[2]; x.Leader != "bfs" || x.Margins[0].Apart {
		t.Errorf("behind by rounding alone: %+v", x)
	}
	// One set says nothing.
	c.Starts = c.Starts[:1]
	one := slices.DeleteFunc(slices.Clone(of), func(x Track) bool { return x.Set > 0 })
	if x := c.Judge(one).Verdicts[1]; x.Leader != "bfs" || x.Sets != 1 || x.Margins[0].Apart {
		t.Errorf("one set: %+v", x)
	}
	// Crawls that end at once are not judged.
	c.Entrants = named("bfs").Entrants
	if v := c.Judge([]Track{track(c, "bfs", 0, 1)}); v.Reach != 10 && len(v.Verdicts) != 0 {
		t.Errorf("nothing to judge: %+v", v)
	}
}

// Where strategies differ by chance alone, a verdict tells any of them apart one time in twenty at most, however many
// there are.
func TestVerdictsHoldTogether(t *testing.T) {
	const games, sets = 400, 10
	names := strings.Fields("a b c d e f g h")
	r := drawn.Rand(t)
	wrong := 0
	for range games {
		c := named(names...)
		var all []Track
		for set := range sets {
			for _, n := range names {
				draw := func() float64 { return 0.5 + 0.05*r.NormFloat64() }
				all = append(all, track(c, n, set, draw(), draw(), draw(), 1))
			}
		}
		some := false
		for _, v := range c.Judge(all).Verdicts {
			some = some || slices.ContainsFunc(v.Margins, func(m Margin) bool { return m.Apart })
		}
		if some {
			wrong++
		}
	}
	t.Logf("%d of %d contests tell equals apart", wrong, games)
	if wrong > 36 { // 20 with a deviation of 4.4, three and a half of them
		t.Errorf("%d of %d contests tell equals apart", wrong, games)
	}
}

// A contest that was killed goes on from its file, with more strategies and sets, too; a file of another is refused,
// with what is different.
func TestTracksGoOn(t *testing.T) {
	r := drawn.Rand(t)
	c, f := drawContest(t, r)
	c.Fidelity = c.Points[len(c.Points)/2:]
	c.Starts = append(c.Starts, []graph.Node{0}, []graph.Node{0, 0})
	enter(t, c, f, "bfs", "random", "score:x")
	want := tracks(t, c)
	path := filepath.Join(t.TempDir(), "tracks.jsonl")
	part := *c
	part.Entrants, part.Starts = c.Entrants[:2], c.Starts[:len(c.Starts)-1]
	kill := errors.New("killed")
	x, err := OpenTracks(path, &part)
	if err != nil {
		t.Fatal(err)
	}
	err = part.Run(context.Background(), nil, func(got *Track) error {
		if got.Set == 1 {
			return kill
		}
		return x.add(got)
	})
	if !errors.Is(err, kill) {
		t.Fatal(err)
	}
	if _, err := OpenTracks(path, c); err == nil || !strings.Contains(err.Error(), "another process") {
		t.Errorf("opened twice: %v", err)
	}
	x.Close()
	appendTo(t, path, `{"strategy":"bfs","se`)
	if x, err = OpenTracks(path, c); err != nil {
		t.Fatal(err)
	}
	c.Workers = 3
	var told []int64
	got, err := x.Run(context.Background(), c, func(done, total int64) {
		if told = append(told, done); total != int64(len(want)) {
			t.Errorf("%d crawls in all, want %d", total, len(want))
		}
	})
	if err != nil || !reflect.DeepEqual(got, want) || told[0] != 2 || len(told) != len(want)-1 {
		t.Errorf("went on with %d crawls, told %v, %v", len(got), told, err)
	}
	x.Close()
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if x, err = OpenTracks(path, c); err != nil || !reflect.DeepEqual(x.Of(c), want) {
		t.Errorf("read again: %v", err)
	}
	x.Close()
	for what, change := range map[string]func(c *Contest){
		"random seed":  func(c *Contest) { c.Seed++ },
		"limit":        func(c *Contest) { c.Limit = 7 },
		"points":       func(c *Contest) { c.Points = append(slices.Clone(c.Points), 1<<20) },
		"groups":       func(c *Contest) { c.Groups = nil },
		"alpha":        func(c *Contest) { c.Alpha = 0.5 },
		"iterations":   func(c *Contest) { c.Iterations = 3 },
		"other seeds":  func(c *Contest) { c.Starts = [][]graph.Node{{graph.Node(c.Graph.NumNodes() - 1), 0, 0, 0, 0, 0}} },
		"other scores": func(c *Contest) { c.Entrants = []Entrant{{Name: "score:x", ID: "another"}} },
		"its pages": func(c *Contest) {
			c.Graph = graph.FromArcs(300, nil)
			c.PageRank, c.Groups = make([]float64, 300), nil
			c.Starts = c.Starts[:0]
		},
	} {
		other := *c
		change(&other)
		if _, err := OpenTracks(path, &other); err == nil || !strings.Contains(err.Error(), what) || !strings.Contains(err.Error(), "tracks.jsonl:") {
			t.Errorf("%s: got %v", what, err)
		}
	}
	lines := strings.SplitAfter(string(whole), "\n")
	for i, line := range []string{"{}\n", "x\n", `{"strategy":"bfs","set":0,"seeds":"` + digest(c.Starts[0]) + `","marks":[{"pages":3}],"end":{"pages":3}}` + "\n"} {
		if err := os.WriteFile(path, []byte(lines[0]+lines[1]+line), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenTracks(path, c); err == nil || !strings.Contains(err.Error(), ":3: ") {
			t.Errorf("damage %d: got %v", i, err)
		}
	}
}

func appendTo(t *testing.T, path, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := fmt.Fprint(f, text); err != nil {
		t.Fatal(err)
	}
}
