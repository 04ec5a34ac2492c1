package simulate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"weft/algo/rank"
	"weft/crawl/strategy"
	"weft/graph"
	"weft/graph/graphtest"
	"weft/internal/drawn"
)

// drawContest draws a graph that has pages, and what a contest on it may be.
func drawContest(t testing.TB, r *rand.Rand) (*Contest, *Field) {
	t.Helper()
	g := graphtest.Random(r.Uint64())
	for g.NumNodes() == 0 {
		g = graphtest.Random(r.Uint64())
	}
	n := g.NumNodes()
	c := &Contest{Graph: g, In: graphtest.Transpose(t, g), Seed: r.Uint64(), Workers: 1, Points: Milestones(n)}
	pr, err := rank.PageRank(context.Background(), c.In, nil, rank.PageRankOptions{})
	if err != nil {
		t.Fatal(err)
	}
	c.PageRank = pr.Scores
	groups := 1 + r.IntN(n)
	for range n {
		c.Groups = append(c.Groups, uint32(r.IntN(groups))) // some have no page
	}
	for range 1 + r.IntN(3) { // seeds may reach nothing, and be named twice
		var seeds []graph.Node
		for range 1 + r.IntN(4) {
			seeds = append(seeds, graph.Node(r.IntN(n)))
		}
		c.Starts = append(c.Starts, seeds)
	}
	scores := make([]float32, n)
	for u := range scores {
		scores[u] = float32(r.IntN(9))
	}
	return c, &Field{Hosts: c.Groups, PageRank: c.PageRank, Scores: func(string) ([]float32, string, error) { return scores, "id", nil }}
}

// enter makes strategies take part.
func enter(t testing.TB, c *Contest, f *Field, names ...string) {
	t.Helper()
	c.Entrants = nil
	for _, name := range names {
		e, err := f.Entrant(name)
		if err != nil {
			t.Fatal(err)
		}
		c.Entrants = append(c.Entrants, e)
	}
}

// tracks runs a contest.
func tracks(t testing.TB, c *Contest) (all []Track) {
	t.Helper()
	err := c.Run(context.Background(), nil, func(x *Track) error {
		all = append(all, *x)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// A plain is a crawl by plain maps and slices: what waits is gone through for each page that is fetched.
type plain struct {
	c       *Contest
	f       *Field
	scores  []float32
	found   []graph.Node       // all known pages, in the order in which they were found
	place   map[graph.Node]int // in found
	fetched []graph.Node
	got     map[graph.Node]bool
	links   map[graph.Node]int
	cash    map[graph.Node]float32
	first   map[graph.Node][2]int // when and where on its page it was found first, and last
	last    map[graph.Node][2]int
	linked  map[graph.Node]bool // from a fetched page
	turn    map[uint32]int      // when a host was served last, or came to have pages that wait
	clock   int
}

func newPlain(c *Contest, f *Field, seeds []graph.Node) *plain {
	p := &plain{
		c: c, f: f, place: map[graph.Node]int{}, got: map[graph.Node]bool{}, links: map[graph.Node]int{}, cash: map[graph.Node]float32{},
		first: map[graph.Node][2]int{}, last: map[graph.Node][2]int{}, linked: map[graph.Node]bool{}, turn: map[uint32]int{},
	}
	p.scores, _, _ = f.Scores("")
	p.learn(seeds, float32(1)/float32(len(seeds)))
	return p
}

func (p *plain) learn(list []graph.Node, share float32) {
	p.clock++
	for i, v := range list {
		p.links[v]++
		p.cash[v] += share
		if _, known := p.place[v]; !known {
			if g := p.f.Hosts[v]; !slices.ContainsFunc(p.waits(), func(u graph.Node) bool { return p.f.Hosts[u] == g }) {
				p.turn[g] = p.clock*1000 + i
			}
			p.place[v] = len(p.found)
			p.found = append(p.found, v)
			p.first[v] = [2]int{p.clock, i}
		}
		if at, is := p.last[v]; !is || at[0] < p.clock {
			p.last[v] = [2]int{p.clock, i}
		}
	}
}

func (p *plain) waits() []graph.Node {
	return slices.DeleteFunc(slices.Clone(p.found), func(u graph.Node) bool { return p.got[u] })
}

// later says that a was found after b, or before it on the same page: it lies above on a stack.
func later(a, b [2]int) bool { return a[0] > b[0] || a[0] == b[0] && a[1] < b[1] }

// before says which of two pages that wait is the first by a strategy.
func (p *plain) before(name string, a, b graph.Node) bool {
	earlier := p.place[a] < p.place[b]
	switch name {
	case "bfs", "crawlers:1":
		return earlier
	case "dfs":
		return later(p.first[a], p.first[b])
	case "dfs-repush":
		return later(p.last[a], p.last[b])
	case "indegree":
		return p.links[a] > p.links[b] || p.links[a] == p.links[b] && earlier
	case "opic":
		return p.cash[a] > p.cash[b] || p.cash[a] == p.cash[b] && earlier
	case "score:x":
		return p.scores[a] > p.scores[b] || p.scores[a] == p.scores[b] && earlier
	case Best:
		x, y := float32(p.c.PageRank[a]), float32(p.c.PageRank[b])
		return x > y || x == y && earlier
	case "hosts":
		g, h := p.f.Hosts[a], p.f.Hosts[b]
		if g == h {
			return earlier
		}
		return p.turn[g] < p.turn[h]
	}
	panic(name)
}

// fetch takes the next page by a strategy; false if none waits.
func (p *plain) fetch(name string) bool {
	waits := p.waits()
	if len(waits) == 0 {
		return false
	}
	u := waits[0]
	for _, v := range waits {
		if p.before(name, v, u) {
			u = v
		}
	}
	p.got[u] = true
	p.fetched = append(p.fetched, u)
	p.clock++
	p.turn[p.f.Hosts[u]] = p.clock * 1000
	list := p.c.Graph.Succ(u)
	for _, v := range list {
		p.linked[v] = true
	}
	if len(list) > 0 {
		share := float32(1) / float32(len(list)) * p.cash[u]
		p.cash[u] = 0
		p.learn(list, share)
	}
	return true
}

// mark says what the crawl has come to, by looking at everything.
func (p *plain) mark() Mark {
	m := Mark{Pages: len(p.fetched), Known: len(p.found)}
	sizes, have := map[uint32]int{}, map[uint32]int{}
	for u := range graph.Node(p.c.Graph.NumNodes()) {
		sizes[p.c.Groups[u]]++
		for _, v := range p.c.Graph.Succ(u) {
			if p.got[v] {
				m.Arcs++
			}
		}
	}
	for _, u := range p.fetched {
		m.PageRank += p.c.PageRank[u]
		have[p.c.Groups[u]]++
	}
	m.Groups = len(have)
	for g, k := range have {
		if k == sizes[g] {
			m.Whole += k
		}
	}
	return m
}

// rank iterates the definition of PageRank on a list of arcs, from the preference, to which all that is lost goes back.
func plainRank(n int, arcs func(u int) []graph.Node, preference []float64, steps int) []float64 {
	now := slices.Clone(preference)
	for range steps {
		next, lost := make([]float64, n), 1.0
		for u := range n {
			list := arcs(u)
			for _, v := range list {
				next[v] += 0.85 * now[u] / float64(len(list))
				lost -= 0.85 * now[u] / float64(len(list))
			}
		}
		for u := range n {
			next[u] += lost * preference[u]
		}
		now = next
	}
	return now
}

// fidelity is γ, HAK and tau of the best 30 %, by their definitions.
func (p *plain) fidelity(steps int) Fidelity {
	n, crawled := p.c.Graph.NumNodes(), len(p.fetched)
	own := func(u int) []graph.Node {
		if p.got[graph.Node(u)] {
			return p.c.Graph.Succ(graph.Node(u))
		}
		return nil
	}
	seen, on := make([]float64, n), make([]float64, n)
	known := 0
	for u := range graph.Node(n) {
		if p.got[u] || p.linked[u] {
			known++
		}
	}
	for u := range graph.Node(n) {
		if p.got[u] || p.linked[u] {
			seen[u] = 1 / float64(known)
		}
		if p.got[u] {
			on[u] = 1 / float64(crawled)
		}
	}
	rankSeen := plainRank(n, own, seen, steps)
	rankAll := plainRank(n, func(u int) []graph.Node { return p.c.Graph.Succ(graph.Node(u)) }, on, steps)
	gamma, im := 0.0, 0.0
	for _, u := range p.fetched {
		list := p.c.Graph.Succ(u)
		if len(list) == 0 {
			gamma++
			continue
		}
		for _, v := range list {
			if p.got[v] {
				gamma += 1 / float64(len(list))
				im += rankSeen[u] / float64(len(list)) / rankSeen[v]
			}
		}
	}
	gamma, im = gamma/float64(crawled), im/float64(crawled)
	x := (1 - gamma) * im
	f := Fidelity{Gamma: gamma, HAK: 1}
	if crawled > 1 {
		f.HAK = 1 - 4*x*(1-x)*float64(crawled)/float64(crawled-1)
	}
	f.TauB, f.Tied = plainTau(rankSeen, rankAll, p.fetched, 1e-12)
	for _, ties := range []float64{1e-13, 1e-11} { // where some differ by about as much as equal ones may, nobody knows
		if tau, tied := plainTau(rankSeen, rankAll, p.fetched, ties); tau != f.TauB || tied != f.Tied {
			f.TauB = math.NaN()
		}
	}
	return f
}

// plainTau is tau-b on the union of the best 30 % by either, looking at all pairs; ties says by how much equal ones may differ.
func plainTau(a, b []float64, pages []graph.Node, ties float64) (tau float64, tied bool) {
	less := func(x, y float64) bool { return y-x > ties*y }
	top := int(math.Ceil(0.3*float64(len(pages)) - 1e-9))
	best := func(s []float64) []graph.Node {
		list := slices.Clone(pages)
		slices.Sort(list)
		slices.SortStableFunc(list, func(u, v graph.Node) int {
			switch {
			case less(s[v], s[u]):
				return -1
			case less(s[u], s[v]):
				return 1
			}
			return 0
		})
		return list[:top]
	}
	union := append(best(a), best(b)...)
	slices.Sort(union)
	union = slices.Compact(union)
	var both, onlyA, onlyB float64
	var sum float64
	for i, u := range union {
		for _, v := range union[:i] {
			x, y := 0.0, 0.0
			switch {
			case less(a[u], a[v]):
				x = 1
			case less(a[v], a[u]):
				x = -1
			}
			switch {
			case less(b[u], b[v]):
				y = 1
			case less(b[v], b[u]):
				y = -1
			}
			both++
			onlyA += x * x
			onlyB += y * y
			sum += x * y
		}
	}
	if onlyA == 0 || onlyB == 0 {
		return 0, true
	}
	return sum / math.Sqrt(onlyA*onlyB), false
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9 }

// Strategies that draw nothing go through a graph as one does who looks at all that waits, and come to as much at each point.
func TestContestAgainstPlainCrawls(t *testing.T) {
	r := drawn.Rand(t)
	names := []string{"bfs", "dfs", "dfs-repush", "indegree", "opic", "hosts", "score:x", "crawlers:1", Best}
	for range 25 {
		c, f := drawContest(t, r)
		enter(t, c, f, names...)
		if c.Limit = 0; r.IntN(3) == 0 {
			c.Limit = 1 + r.IntN(c.Graph.NumNodes())
		}
		for _, at := range c.Points {
			if r.IntN(6) == 0 {
				c.Fidelity = append(c.Fidelity, at)
			}
		}
		for i, got := range tracks(t, c) {
			set := i / len(names)
			if got.Strategy != names[i%len(names)] || got.Set != set {
				t.Fatalf("crawl %d is of %s, set %d", i, got.Strategy, got.Set)
			}
			checkTrack(t, c, f, &got)
		}
	}
}

func checkTrack(t *testing.T, c *Contest, f *Field, got *Track) {
	t.Helper()
	p := newPlain(c, f, c.Starts[got.Set])
	marks := got.Marks
	for (c.Limit == 0 || len(p.fetched) < c.Limit) && p.fetch(got.Strategy) {
		if !slices.Contains(c.Points, len(p.fetched)) {
			continue
		}
		if len(marks) == 0 {
			t.Fatalf("%s, set %d: no mark at %d pages", got.Strategy, got.Set, len(p.fetched))
		}
		want := p.mark()
		if slices.Contains(c.Fidelity, want.Pages) {
			w := p.fidelity(c.Iterations)
			want.Fidelity = &w
		}
		sameMark(t, got, &marks[0], &want)
		marks = marks[1:]
	}
	if len(marks) > 0 {
		t.Fatalf("%s, set %d: a mark at %d pages, and it has ended at %d", got.Strategy, got.Set, marks[0].Pages, len(p.fetched))
	}
	want := p.mark()
	sameMark(t, got, &got.End, &want)
}

func sameMark(t *testing.T, of *Track, got, want *Mark) {
	t.Helper()
	a, b := *got, *want
	a.PageRank, b.PageRank, a.Fidelity, b.Fidelity = 0, 0, nil, nil
	if a != b || !near(got.PageRank, want.PageRank) || (got.Fidelity == nil) != (want.Fidelity == nil) {
		t.Fatalf("%s, set %d: got %+v, want %+v", of.Strategy, of.Set, *got, *want)
	}
	x, y := got.Fidelity, want.Fidelity
	if x != nil && (!near(x.Gamma, y.Gamma) || !near(x.HAK, y.HAK) || !math.IsNaN(y.TauB) && (!near(x.TauB, y.TauB) || x.Tied != y.Tied)) {
		t.Fatalf("%s, set %d, %d pages: got %+v, want %+v", of.Strategy, of.Set, got.Pages, *x, *y)
	}
}

// However far a strategy goes by lot, it comes to what its seeds reach, each page once; a flow to a part of that.
func TestAllEntrantsComeToWhatSeedsReach(t *testing.T) {
	r := drawn.Rand(t)
	for range 10 {
		c, f := drawContest(t, r)
		var names []string
		for _, n := range Entrants {
			switch n.Takes {
			case strategy.File:
				n.Name += ":x"
			case strategy.Count:
				n.Name += fmt.Sprintf(":%d", 1+r.IntN(2*c.Graph.NumNodes())) // more crawlers than pages, too
			}
			names = append(names, n.Name)
		}
		enter(t, c, f, names...)
		for _, got := range tracks(t, c) {
			reach, err := NewTarget(context.Background(), c.Graph, c.Starts[got.Set])
			if err != nil {
				t.Fatal(err)
			}
			all := len(reach.Pages)
			if part := strings.HasPrefix(got.Strategy, "flow"); got.End.Pages > all || !part && (got.End.Pages != all || got.End.Known != all) {
				t.Errorf("%s: %d pages were fetched and %d are known, of %d", got.Strategy, got.End.Pages, got.End.Known, all)
			}
		}
	}
}

// What comes of a contest depends neither on the workers, nor on which other strategies take part, nor on what was done before.
func TestContestIsAFunction(t *testing.T) {
	r := drawn.Rand(t)
	for range 5 {
		c, f := drawContest(t, r)
		c.Fidelity = c.Points[len(c.Points)/2:]
		enter(t, c, f, "random", "crawlers:3", "bfs")
		want, err := json.Marshal(tracks(t, c))
		if err != nil {
			t.Fatal(err)
		}
		c.Workers = 4
		if got, _ := json.Marshal(tracks(t, c)); string(got) != string(want) {
			t.Fatalf("4 workers: got %s, want %s", got, want)
		}
		var all []Track
		for _, name := range []string{"bfs", "random", "crawlers:3"} {
			enter(t, c, f, name)
			all = append(all, tracks(t, c)...)
		}
		slices.SortStableFunc(all, func(a, b Track) int { return a.Set - b.Set })
		for i := range c.Starts { // as above: random, crawlers:3, bfs
			all[3*i], all[3*i+1], all[3*i+2] = all[3*i+1], all[3*i+2], all[3*i]
		}
		if got, _ := json.Marshal(all); string(got) != string(want) {
			t.Fatalf("one by one: got %s, want %s", got, want)
		}
	}
}

// Of two seeds in a row, and of two sets, strategies that draw have no crawl in common.
func TestContestsDrawAnew(t *testing.T) {
	var arcs []graph.Arc
	for v := range graph.Node(1000) {
		arcs = append(arcs, graph.Arc{From: 0, To: v})
	}
	g := graph.FromArcs(1000, arcs)
	c := &Contest{Graph: g, In: graphtest.Transpose(t, g), PageRank: make([]float64, 1000), Points: []int{50}, Starts: [][]graph.Node{{0}, {0}}}
	for u := range c.PageRank {
		c.PageRank[u] = float64(u)
	}
	f := &Field{}
	seen := map[float64]bool{}
	for seed := range uint64(10) {
		c.Seed = seed
		enter(t, c, f, "random", "crawlers:9", "crawlers:8")
		for _, x := range tracks(t, c) {
			seen[x.Marks[0].PageRank] = true
		}
	}
	if len(seen) < 57 {
		t.Errorf("%d crawls of 60 are different", len(seen))
	}
}

func TestContestsThatCannotBe(t *testing.T) {
	r := drawn.Rand(t)
	for what, change := range map[string]func(c *Contest){
		"given twice":        func(c *Contest) { c.Entrants = append(c.Entrants, c.Entrants[0]) },
		"scores":             func(c *Contest) { c.PageRank = c.PageRank[1:] },
		"groups: expected":   func(c *Contest) { c.Groups = append(c.Groups, 0) },
		"set 0 of seeds":     func(c *Contest) { c.Starts[0] = nil },
		"pages of the graph": func(c *Contest) { c.Starts[0][0] = graph.Node(c.Graph.NumNodes()) },
		"0 pages":            func(c *Contest) { c.Graph = graph.FromArcs(0, nil) },
	} {
		c, f := drawContest(t, r)
		enter(t, c, f, "bfs")
		change(c)
		err := c.Run(context.Background(), nil, func(*Track) error { return nil })
		if err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: got %v", what, err)
		}
	}
	for _, text := range []string{"bsf", "best:1", "hosts"} {
		if _, err := new(Field).Entrant(text); err == nil {
			t.Errorf("%s takes part in a graph without names", text)
		}
	}
	c, f := drawContest(t, r)
	enter(t, c, f, "bfs", "dfs")
	stop := errors.New("full")
	if err := c.Run(context.Background(), nil, func(*Track) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := c.Run(ctx, nil, func(*Track) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: got %v", err)
	}
}

// Seeds are drawn of the pages that link to others, each set anew, none twice in a set.
func TestDrawStarts(t *testing.T) {
	g := graph.FromArcs(6, []graph.Arc{{From: 0, To: 0}, {From: 1, To: 1}, {From: 1, To: 2}, {From: 3, To: 0}, {From: 5, To: 4}})
	counts := map[graph.Node]int{}
	starts, err := DrawStarts(g, 3000, 2, 7)
	if err != nil {
		t.Fatal(err)
	}
	for _, seeds := range starts {
		if len(seeds) != 2 || seeds[0] == seeds[1] {
			t.Fatalf("seeds %v", seeds)
		}
		counts[seeds[0]]++
		counts[seeds[1]]++
	}
	for _, u := range []graph.Node{1, 3, 5} {
		if k := counts[u]; len(counts) != 3 || k < 1900 || k > 2100 { // 2,000 with a deviation of 26
			t.Errorf("drawn: %v", counts)
		}
	}
	if starts, err = DrawStarts(g, 1, 100, 7); err != nil || len(starts[0]) != 3 {
		t.Errorf("all that there are: %v, %v", starts, err)
	}
	if _, err := DrawStarts(graph.FromArcs(2, []graph.Arc{{From: 0, To: 0}}), 1, 1, 7); err == nil {
		t.Error("seeds where no page links to another")
	}
}

func TestMilestones(t *testing.T) {
	for n, want := range map[int]string{
		0: "[]", 1: "[1]", 2: "[1 2]", 7: "[1 2 3 4 5 6 7]", 10: "[1 2 3 4 5 6 8 10]", 13: "[1 2 3 4 5 6 8 10 13]",
		20: "[1 2 3 4 5 6 8 10 13 16 20]",
	} {
		if got := fmt.Sprint(Milestones(n)); got != want {
			t.Errorf("%d: got %s, want %s", n, got, want)
		}
	}
	for _, n := range []int{325_557, 1e6, 1e6 + 1, 9_999_999, 1 << 40} {
		all := Milestones(n)
		if !slices.IsSorted(all) || len(all) < 38 || len(all) > 43 || all[0] < n/10_000 || all[0] > n/1000 || all[len(all)-1] != n {
			t.Errorf("%d: %v", n, all)
		}
	}
}
