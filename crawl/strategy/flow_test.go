package strategy_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"weft/algo/flow"
	"weft/answers/simulate"
	"weft/crawl"
	"weft/crawl/frontier"
	"weft/crawl/strategy"
	"weft/graph"
	"weft/graph/page"
)

// A flowCase is a graph with capacities, of which some pages cannot be had.
type flowCase struct {
	g     *graph.Memory
	c     []int64
	seeds []graph.Node
	eps   int64
	fails map[graph.Node]bool
	// height and threshold are those of a lowered source.
	height    uint32
	threshold int64
}

// drawFlow draws a case: communities or none, few capacities or many, some pages that fail.
func drawFlow(r *rand.Rand, most int) *flowCase {
	n := 2 + r.IntN(most)
	size := 1 + r.IntN(n)
	var arcs []graph.Arc
	for range n * (1 + r.IntN(6)) {
		u, v := r.IntN(n), r.IntN(n)
		if r.IntN(8) > 0 {
			v = min(n-1, u/size*size+r.IntN(size))
		}
		arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(v)})
		if r.IntN(3) == 0 {
			arcs = append(arcs, graph.Arc{From: graph.Node(v), To: graph.Node(u)})
		}
	}
	f := &flowCase{g: graph.FromArcs(n, arcs), fails: map[graph.Node]bool{}}
	top := int64(1) << (1 + r.IntN(40))
	for range f.g.NumArcs() {
		f.c = append(f.c, r.Int64N(top))
	}
	f.eps = 1 + r.Int64N(top)
	for range 1 + r.IntN(3) {
		f.seeds = append(f.seeds, graph.Node(r.IntN(n)))
	}
	for u := range graph.Node(n) {
		if r.IntN(12) == 0 {
			f.fails[u] = true
		}
	}
	return f
}

// exact is the minimum cut of the case, links of pages that fail left out.
func (f *flowCase) exact(t testing.TB) *flow.Cut {
	t.Helper()
	c := slices.Clone(f.c)
	for u := range f.fails {
		first := f.g.ArcsBefore(int(u))
		clear(c[first : first+int64(len(f.g.Succ(u)))])
	}
	net, err := flow.New(context.Background(), f.g, c, graph.Work{})
	if err != nil {
		t.Fatal(err)
	}
	cut, err := net.MinCut(context.Background(), flow.Terminals{Sources: f.seeds, Eps: f.eps}, graph.Work{})
	if err != nil {
		t.Fatal(err)
	}
	return cut
}

// options are those of a crawl of the case, by a strategy that it makes.
func (f *flowCase) options(lowered bool) (crawl.Options, *strategy.Flow) {
	pages := new(frontier.Known)
	s := strategy.NewFlow(strategy.FlowOptions{Epsilon: f.eps, Lowered: lowered, Height: f.height, Threshold: f.threshold, Capacity: func(from crawl.Page, links []crawl.Link, c []int64) {
		u := graph.Node(pages.Key(from))
		for i, l := range links {
			at, _ := slices.BinarySearch(f.g.Succ(u), graph.Node(pages.Key(l.To)))
			c[i] = f.c[f.g.ArcsBefore(int(u))+int64(at)]
		}
	}})
	web := simulate.Fenced(simulate.NewStored(f.g), func(k crawl.Key) bool { return f.fails[graph.Node(k)] })
	return crawl.Options{Web: web, Strategy: s, Pages: pages, Seeds: simulate.Seeds(f.seeds...), Window: 1, Workers: 1}, s
}

// pages are those of a side, by their numbers in the graph.
func sideOf(side *strategy.FlowSide, pages crawl.Pages) []int {
	var list []int
	for _, p := range side.Pages {
		list = append(list, int(pages.Key(p)))
	}
	slices.Sort(list)
	return list
}

// What a crawl by flow finds is the smallest inner side of the minimum cuts of the whole graph.
func TestFlowFindsTheMinimumCut(t *testing.T) {
	for seed := range uint64(1500) {
		f := drawFlow(rand.New(rand.NewPCG(seed, 1)), 120)
		o, s := f.options(false)
		o.Window = 1 + int(seed%9)
		if _, err := crawl.Run(context.Background(), o); err != nil {
			t.Fatal(err)
		}
		side, want := s.Side(), f.exact(t)
		if got := sideOf(side, o.Pages); !side.Certified || !slices.Equal(got, slices.Collect(want.Minimal.All())) {
			t.Fatalf("seed %d: got %d pages, certified %v; want %d of %d", seed, len(got), side.Certified, want.MinimalPages, f.g.NumNodes())
		}
		if side.Capacity+side.Sinks != want.Value || len(side.Cut) != len(want.Arcs) {
			t.Fatalf("seed %d: a cut of %d by %d arcs, want %d by %d", seed, side.Capacity+side.Sinks, len(side.Cut), want.Value, len(want.Arcs))
		}
	}
}

// A crawl that is stopped anywhere, saved and loaded goes on to the same picks and the same state.
func TestFlowGoesOn(t *testing.T) {
	for seed := range uint64(200) {
		f := drawFlow(rand.New(rand.NewPCG(seed, 2)), 200)
		for _, lowered := range []bool{false, true} {
			var whole picks
			o, s := f.options(lowered)
			o.Log = &whole
			if _, err := crawl.Run(context.Background(), o); err != nil {
				t.Fatal(err)
			}
			var parts picks
			at := 1 + seed%7
			o, first := f.options(lowered)
			o.Log, o.Limit = &parts, at
			var saved bytes.Buffer
			o.Checkpoint = func(save func(io.Writer) error) error { saved.Reset(); return save(&saved) }
			if _, err := crawl.Run(context.Background(), o); err != nil {
				t.Fatal(err)
			}
			if side := first.Side(); len(whole.pages) > len(parts.pages) && !lowered && side.Certified {
				t.Fatalf("seed %d: certified after %d of %d pages", seed, len(parts.pages), len(whole.pages))
			}
			pages := o.Pages
			o, second := f.options(lowered)
			o.Strategy, o.Log, o.Replay.Saved = second, &parts, &saved
			copyPages(t, pages, o.Pages)
			if _, err := crawl.Run(context.Background(), o); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if a, b := fmt.Sprint(whole.pages), fmt.Sprint(parts.pages); a != b {
				t.Fatalf("seed %d: got %s, want %s", seed, b, a)
			}
			if a, b := fmt.Sprint(s.Side()), fmt.Sprint(second.Side()); a != b {
				t.Fatalf("seed %d: got %s, want %s", seed, b, a)
			}
		}
	}
}

// The page with the most overflow comes first, and one whose overflow the sink takes never.
func TestFlowTakesTheMostOverflow(t *testing.T) {
	g := graph.FromArcs(8, []graph.Arc{{From: 0, To: 1}, {From: 0, To: 2}, {From: 0, To: 3}, {From: 0, To: 4}, {From: 2, To: 5}, {From: 2, To: 6}, {From: 1, To: 7}})
	f := &flowCase{g: g, c: []int64{5, 9, 2, 7, 2, 1, 6}, seeds: []graph.Node{0}, eps: 2}
	for _, lowered := range []bool{false, true} {
		o, _ := f.options(lowered)
		var got picks
		o.Log = &got
		if _, err := crawl.Run(context.Background(), o); err != nil {
			t.Fatal(err)
		}
		// Overflows are 5-2, 9-2 and 7-2; page 2 then sends 6 on to page 6, where 4 are left, and page 1 then gets 2 of
		// its 3 to the sink by page 7.
		if want := []crawl.Page{0, 2, 4, 6, 1}; !slices.Equal(got.pages, want) {
			t.Errorf("lowered %v: got %v, want %v", lowered, got.pages, want)
		}
	}
}

// An event is what a strategy is told, or named.
type event struct {
	kind string // take, learn, put off
	p    crawl.Page
	list []crawl.Link
}

// Replies may come in any order, late, in parts, or not at all: the flow goes on without those that are put off, is
// certified once all have come, and who is told the same again chooses the same, also if he is not asked where there is
// nothing to take.
func TestFlowWithPagesPutOff(t *testing.T) {
	for seed := range uint64(600) {
		r := rand.New(rand.NewPCG(seed, 5))
		f := drawFlow(r, 90)
		o, s := f.options(seed%3 == 0)
		var log []event
		tell := func(e event) {
			log = append(log, e)
			e.tell(t, s)
		}
		list := f.list(o.Pages, crawl.None)
		tell(event{"learn", crawl.None, list})
		var under, late []crawl.Page
		for {
			for range r.IntN(5) {
				if p, turn := s.Next(); turn == crawl.Take {
					log = append(log, event{"take", p, nil})
					under = append(under, p)
				}
			}
			p, turn := s.Next()
			if turn == crawl.Take {
				log = append(log, event{"take", p, nil})
				under = append(under, p)
			}
			if len(under)+len(late) == 0 {
				break
			}
			from := &under
			if len(under) == 0 || len(late) > 0 && r.IntN(4) == 0 {
				from = &late
			}
			i := r.IntN(len(*from))
			p = (*from)[i]
			*from = slices.Delete(*from, i, i+1)
			switch x := r.IntN(7); {
			case x == 6 && from == &under: // for good, so that it has no links
				f.fails[graph.Node(o.Pages.Key(p))] = true
				tell(event{"left out", p, nil})
				f.check(t, seed, s, o.Pages)
			case x == 0:
				f.check(t, seed, s, o.Pages)
				tell(event{"put off", p, nil})
				late = append(late, p)
			case x == 1: // some of its links come first
				list := f.list(o.Pages, p)
				tell(event{"learn", p, list[:r.IntN(len(list)+1)]})
				tell(event{"put off", p, nil})
				f.check(t, seed, s, o.Pages)
				late = append(late, p)
			default:
				tell(event{"learn", p, f.list(o.Pages, p)})
			}
		}
		second, again := f.options(seed%3 == 0)
		copyPages(t, o.Pages, second.Pages)
		for i, e := range log {
			if i == len(log)*int(seed%4)/4 {
				again = f.reloaded(t, again, second.Pages, seed%3 == 0)
			}
			if got := e.tell(t, again); e.kind == "take" && got != e.p {
				t.Fatalf("seed %d: event %d of %d is page %d, want %d", seed, i, len(log), got, e.p)
			}
		}
		if a, b := fmt.Sprint(s.Side()), fmt.Sprint(again.Side()); a != b {
			t.Fatalf("seed %d: got %s, want %s", seed, b, a)
		}
		if f.check(t, seed, s, o.Pages); !s.Side().Certified && seed%3 != 0 {
			t.Fatalf("seed %d: not certified, and all have answered", seed)
		}
	}
}

// reloaded returns a strategy with the state of another.
func (f *flowCase) reloaded(t *testing.T, s *strategy.Flow, pages crawl.Pages, lowered bool) *strategy.Flow {
	t.Helper()
	var state bytes.Buffer
	if err := s.Save(&state); err != nil {
		t.Fatal(err)
	}
	o, made := f.options(lowered)
	copyPages(t, pages, o.Pages)
	if err := made.Load(&state); err != nil {
		t.Fatal(err)
	}
	return made
}

// check says that what is certified is the minimum cut, whatever was not seen yet.
func (f *flowCase) check(t *testing.T, seed uint64, s *strategy.Flow, pages crawl.Pages) {
	t.Helper()
	if side, want := s.Side(), f.exact(t); side.Certified && !slices.Equal(sideOf(side, pages), slices.Collect(want.Minimal.All())) {
		t.Fatalf("seed %d: %d pages are certified, want %d", seed, len(side.Pages), want.MinimalPages)
	}
}

// A shy Web puts some pages off: by a rule, or because nobody answers.
type shy struct {
	crawl.Web
	state page.State
	off   func(crawl.Key) bool
}

func (s *shy) Fetch(ctx context.Context, p crawl.Pick, r *crawl.Reply) error {
	if s.off(p.Key) {
		r.State, r.Again = s.state, true
		return nil
	}
	return s.Web.Fetch(ctx, p, r)
}

// A crawl goes on without pages that are put off. Those that a rule leaves out have no links; others may have, so that
// nothing is certified if it hangs on them.
func TestFlowInAShyWeb(t *testing.T) {
	open := 0
	for seed := range uint64(300) {
		f := drawFlow(rand.New(rand.NewPCG(seed, 6)), 100)
		want := f.exact(t)
		for _, state := range []page.State{page.Excluded, page.Failed} {
			o, s := f.options(false)
			off := func(k crawl.Key) bool { return f.fails[graph.Node(k)] }
			o.Web = &shy{simulate.NewStored(f.g), state, off}
			if _, err := crawl.Run(context.Background(), o); err != nil {
				t.Fatal(err)
			}
			side := s.Side()
			if state == page.Failed && !side.Certified {
				open++
				continue
			}
			if got := sideOf(side, o.Pages); !side.Certified || !slices.Equal(got, slices.Collect(want.Minimal.All())) {
				t.Fatalf("seed %d, state %d: got %d pages, certified %v; want %d", seed, state, len(got), side.Certified, want.MinimalPages)
			}
		}
	}
	if open < 20 {
		t.Errorf("only %d crawls hang on pages that did not answer", open)
	}
}

// tell tells a strategy of an event, and returns the page that it names.
func (e event) tell(t *testing.T, s *strategy.Flow) crawl.Page {
	t.Helper()
	switch e.kind {
	case "learn":
		s.Learn(e.p, page.Fetched, e.list)
	case "put off":
		s.PutOff(e.p, page.Failed)
	case "left out":
		s.PutOff(e.p, page.Excluded)
	default:
		p, turn := s.Next()
		if turn != crawl.Take {
			t.Fatalf("nothing to take, want page %d", e.p)
		}
		return p
	}
	return crawl.None
}

// list are the links of a page, or the seeds, as a strategy learns them.
func (f *flowCase) list(pages crawl.Pages, p crawl.Page) []crawl.Link {
	from := f.seeds
	if p != crawl.None {
		if from = f.g.Succ(graph.Node(pages.Key(p))); f.fails[graph.Node(pages.Key(p))] {
			return nil
		}
	}
	var list []crawl.Link
	for _, v := range from {
		to, first, _ := pages.Number(crawl.Key(v))
		list = append(list, crawl.Link{To: to, New: first})
	}
	return list
}

func copyPages(t *testing.T, from, to crawl.Pages) {
	t.Helper()
	for p := range crawl.Page(from.Len()) {
		if _, _, err := to.Number(from.Key(p)); err != nil {
			t.Fatal(err)
		}
	}
}

// picks notes the pages that were picked.
type picks struct{ pages []crawl.Page }

func (p *picks) Picked(x crawl.Pick) error { p.pages = append(p.pages, x.Page); return nil }

func (p *picks) Learnt(crawl.Pick, *crawl.Reply, []crawl.Link) error { return nil }

// A slowFlow is the lowered flow by definition, on maps: heights, overflows and flows of fig. 4, the most overflow
// first, the source at a height of its own.
type slowFlow struct {
	*flowCase
	number map[int]int // of pages, in the order of first mention
	source map[int]bool
	asked  []int
	height map[int]int
	over   map[int]int64
	sink   map[int]int64
	next   map[int][]int // pages that links lead to or from, those found last first
	flow   map[[2]int]int64
	cap    map[[2]int]int64
}

func (f *flowCase) slowly(height, most int) *slowFlow {
	s := &slowFlow{flowCase: f, number: map[int]int{}, source: map[int]bool{}, height: map[int]int{}, over: map[int]int64{}, sink: map[int]int64{}, next: map[int][]int{}, flow: map[[2]int]int64{}, cap: map[[2]int]int64{}}
	for _, u := range f.seeds {
		s.mention(int(u))
		s.source[int(u)], s.height[int(u)] = true, height
	}
	done := map[graph.Node]bool{}
	for _, u := range f.seeds {
		if !done[u] && len(s.asked) < most {
			s.ask(int(u))
		}
		done[u] = true
	}
	for {
		u := s.best()
		switch {
		case u < 0:
			return s
		case !slices.Contains(s.asked, u):
			if len(s.asked) == most {
				return s
			}
			s.ask(u)
		default:
			s.step(u)
		}
	}
}

func (s *slowFlow) mention(u int) {
	if _, ok := s.number[u]; !ok {
		s.number[u] = len(s.number)
	}
}

func (s *slowFlow) ask(u int) {
	s.asked = append(s.asked, u)
	if s.fails[graph.Node(u)] {
		return
	}
	first := s.g.ArcsBefore(u)
	for _, v := range s.g.Succ(graph.Node(u)) {
		s.mention(int(v))
	}
	for i, v := range s.g.Succ(graph.Node(u)) {
		e := [2]int{u, int(v)}
		if c := s.c[first+int64(i)]; c > 0 && s.cap[e] == 0 && u != int(v) && !s.source[int(v)] {
			s.cap[e] = c
			s.next[u], s.next[int(v)] = append([]int{int(v)}, s.next[u]...), append([]int{u}, s.next[int(v)]...)
			if s.source[u] {
				s.send(u, int(v), c)
			}
		}
	}
}

func (s *slowFlow) send(u, v int, c int64) {
	s.flow[[2]int{u, v}] += c
	s.flow[[2]int{v, u}] -= c
	if !s.source[v] {
		d := min(c, s.eps-s.sink[v])
		s.sink[v] += d
		s.over[v] += c - d
	}
}

// best is the page with the most overflow, of equal ones the one found first; -1 if there is none.
func (s *slowFlow) best() int {
	best := -1
	for u, o := range s.over {
		if o > s.threshold && (best < 0 || o > s.over[best] || o == s.over[best] && s.number[u] < s.number[best]) {
			best = u
		}
	}
	return best
}

func (s *slowFlow) left(u, v int) int64 { return s.cap[[2]int{u, v}] - s.flow[[2]int{u, v}] }

func (s *slowFlow) step(u int) {
	lowest := math.MaxInt
	for _, v := range s.next[u] {
		if s.left(u, v) > 0 && s.height[v] == s.height[u]-1 {
			c := min(s.left(u, v), s.over[u])
			s.over[u] -= c
			s.send(u, v, c)
			return
		}
		if s.left(u, v) > 0 {
			lowest = min(lowest, s.height[v])
		}
	}
	s.height[u] = lowest + 1
}

// side are the pages that the seeds, or pages with overflow, can send more to, in their order.
func (s *slowFlow) side() []int {
	in, queue := map[int]bool{}, []int{}
	for u := range s.number {
		if s.source[u] || s.over[u] > s.threshold {
			queue = append(queue, u)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		if u := queue[0]; !in[u] {
			in[u] = true
			for _, v := range s.next[u] {
				if s.left(u, v) > 0 {
					queue = append(queue, v)
				}
			}
		}
	}
	var list []int
	for u := range in {
		if slices.Contains(s.asked, u) {
			list = append(list, u)
		}
	}
	slices.Sort(list)
	return list
}

// With a lowered source pages are asked for, and found, as fig. 4 says with the most overflow first. As no link leads
// back along another here, there is one flow for each pair of pages.
func TestFlowLoweredAsDefined(t *testing.T) {
	for seed := range uint64(600) {
		r := rand.New(rand.NewPCG(seed, 4))
		f := drawFlow(r, 31).oneWay()
		if seed%3 == 0 {
			f.threshold = r.Int64N(2 * f.eps)
		}
		most := 1 + r.IntN(30)
		if seed%2 == 0 {
			most = 31 // pages are chosen one by one up to here
		}
		want := f.slowly(int(1+seed%5), most)
		o, s := f.lowered(uint32(1 + seed%5))
		var got picks
		o.Log = &got
		o.Limit = 0
		o.Web = &counted{o.Web, most}
		if _, err := crawl.Run(context.Background(), o); err != nil && !errors.Is(err, errMost) {
			t.Fatal(err)
		}
		var asked []int
		for _, p := range got.pages[:min(most, len(got.pages))] {
			asked = append(asked, int(o.Pages.Key(p)))
		}
		if side := sideOf(s.Side(), o.Pages); !slices.Equal(asked, want.asked) || !slices.Equal(side, want.side()) {
			t.Fatalf("seed %d: asked for %v, found %v; want %v, %v", seed, asked, side, want.asked, want.side())
		}
	}
}

// oneWay leaves out the links that lead back along another.
func (f *flowCase) oneWay() *flowCase {
	for u := range graph.Node(f.g.NumNodes()) {
		for i, v := range f.g.Succ(u) {
			if _, back := slices.BinarySearch(f.g.Succ(v), u); back && v < u {
				f.c[f.g.ArcsBefore(int(u))+int64(i)] = 0
			}
		}
	}
	return f
}

// lowered is options with a source at a height.
func (f *flowCase) lowered(height uint32) (crawl.Options, *strategy.Flow) {
	f.height = height
	return f.options(true)
}

var errMost = errors.New("enough")

// A counted Web ends the crawl after some pages.
type counted struct {
	crawl.Web
	most int
}

func (c *counted) Fetch(ctx context.Context, p crawl.Pick, r *crawl.Reply) error {
	if p.Seq == uint64(c.most) {
		return errMost
	}
	return c.Web.Fetch(ctx, p, r)
}
