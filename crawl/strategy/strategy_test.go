package strategy_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"weft/crawl"
	"weft/crawl/strategy"
	"weft/graph/page"
)

func groupOf(l crawl.Link) uint32 { return uint32(l.To) % 5 }

func scoreOf(l crawl.Link) float32 { return float32(l.To * 7919 % 101) }

// made makes each strategy of the list, by its name, and those that have none: samples, and one crawler.
var made = func() map[string]func() crawl.Strategy {
	all := map[string]func() crawl.Strategy{
		"one crawler": func() crawl.Strategy { return strategy.NewCrawlers(1, 9, nil) },
		"uniform":     func() crawl.Strategy { return strategy.NewUniform(9) },
		"geometric":   func() crawl.Strategy { return strategy.NewGeometric(9, 0.3) },
	}
	all[strategy.OnlyName] = func() crawl.Strategy { return strategy.NewListed(func(crawl.Link) bool { return true }) }
	for _, n := range strategy.All {
		all[n.Name] = func() crawl.Strategy { return n.New(given(n, 9)) }
	}
	return all
}()

// given is what a strategy wants, and nothing else.
func given(n strategy.Named, seed uint64) strategy.Given {
	g := strategy.Given{Seed: seed}
	switch n.Wants {
	case strategy.Hosts:
		g.Host = groupOf
	case strategy.HostHashes:
		g.Part = func(l crawl.Link) uint64 { return uint64(groupOf(l)) }
	case strategy.Scores:
		g.Score = scoreOf
	case strategy.Capacities:
		g.Flow = strategy.FlowOptions{Epsilon: 3 << 37}
	}
	if n.Takes == strategy.Count {
		g.Count = 4
	}
	return g
}

// A game feeds a strategy with links at random.
type game struct {
	draw   *rand.Rand
	known  crawl.Page
	barred map[crawl.Page]bool
}

func newGame(seed uint64) *game {
	return &game{draw: rand.New(rand.NewPCG(seed, 41)), barred: map[crawl.Page]bool{}}
}

// links draws what a page links to, each once, some of it new.
func (g *game) links() []crawl.Link {
	var list []crawl.Link
	for range g.draw.IntN(6) {
		if g.known > 0 && g.draw.IntN(2) == 0 {
			to := crawl.Page(g.draw.IntN(int(g.known)))
			if !slices.ContainsFunc(list, func(l crawl.Link) bool { return l.To == to }) {
				list = append(list, crawl.Link{To: to, Barred: g.barred[to]})
			}
			continue
		}
		l := crawl.Link{To: g.known, New: true, Barred: g.draw.IntN(5) == 0}
		g.barred[l.To] = l.Barred
		g.known++
		list = append(list, l)
	}
	return list
}

// A slow is how a strategy chooses by definition: the first of the pages that wait by some order.
type slow struct {
	waits  []crawl.Page
	links  map[crawl.Page]int
	last   map[crawl.Page]int // like seq, of the last mention
	cash   map[crawl.Page]float32
	before func(s *slow, a, b crawl.Page) bool
	seq    map[crawl.Page]int // for the order of a stack
	learnt int
}

func (s *slow) learn(p crawl.Page, links []crawl.Link) {
	s.learnt++
	share := float32(0)
	if len(links) > 0 {
		share = float32(1) / float32(len(links))
		if p != crawl.None {
			share *= s.cash[p]
			s.cash[p] = 0
		}
	}
	for i, l := range links {
		s.links[l.To]++
		s.cash[l.To] += share
		if at := s.learnt*1000 - i; at > s.last[l.To] && !l.Barred {
			s.last[l.To] = at
		}
		if l.New && !l.Barred {
			s.waits = append(s.waits, l.To)
			s.seq[l.To] = s.learnt*1000 - i // later pages first, and of a page the first link
		}
	}
}

func (s *slow) next() (crawl.Page, bool) {
	if len(s.waits) == 0 {
		return 0, false
	}
	best := 0
	for i := range s.waits {
		if s.before(s, s.waits[i], s.waits[best]) {
			best = i
		}
	}
	p := s.waits[best]
	s.waits = slices.Delete(s.waits, best, best+1)
	return p, true
}

var orders = map[string]func(s *slow, a, b crawl.Page) bool{
	"bfs":         func(_ *slow, a, b crawl.Page) bool { return a < b },
	"dfs":         func(s *slow, a, b crawl.Page) bool { return s.seq[a] > s.seq[b] },
	"dfs-repush":  func(s *slow, a, b crawl.Page) bool { return s.last[a] > s.last[b] },
	"one crawler": func(_ *slow, a, b crawl.Page) bool { return a < b },
	"indegree": func(s *slow, a, b crawl.Page) bool {
		return s.links[a] > s.links[b] || s.links[a] == s.links[b] && a < b
	},
	"opic": func(s *slow, a, b crawl.Page) bool { return s.cash[a] > s.cash[b] || s.cash[a] == s.cash[b] && a < b },
	"score": func(_ *slow, a, b crawl.Page) bool {
		x, y := scoreOf(crawl.Link{To: a}), scoreOf(crawl.Link{To: b})
		return x > y || x == y && a < b
	},
}

func TestAgainstTheDefinition(t *testing.T) {
	for name, before := range orders {
		for seed := range uint64(20) {
			g, s := newGame(seed), made[name]()
			want := &slow{links: map[crawl.Page]int{}, cash: map[crawl.Page]float32{}, last: map[crawl.Page]int{}, seq: map[crawl.Page]int{}, before: before}
			from := crawl.None
			for step := range 400 {
				if step%3 != 2 || step == 0 {
					list := g.links()
					s.Learn(from, page.Fetched, list)
					want.learn(from, list)
				}
				p, turn := s.Next()
				q, ok := want.next()
				if p != q || ok != (turn == crawl.Take) {
					t.Fatalf("%s, seed %d, step %d: got page %d, turn %d; want %d, %v", name, seed, step, p, turn, q, ok)
				}
				if from = p; !ok {
					from = crawl.None
				}
			}
		}
	}
}

// Every page that is not barred is taken once, by any strategy.
func TestEachPageOnce(t *testing.T) {
	for name, make := range made {
		g, s := newGame(5), make()
		taken := map[crawl.Page]bool{}
		for step := 0; ; step++ {
			if step < 300 {
				s.Learn(crawl.None, page.Fetched, g.links())
			}
			p, turn := s.Next()
			if turn == crawl.Wait && step >= 300 {
				break
			}
			if turn == crawl.Take && (taken[p] || g.barred[p] || p >= g.known) {
				t.Fatalf("%s: page %d is barred, unknown or was taken before", name, p)
			}
			if turn == crawl.Take {
				taken[p] = true
			}
		}
		want := 0
		for p := range g.known {
			if !g.barred[p] {
				want++
			}
		}
		if len(taken) != want && name != strategy.FlowName && name != strategy.LoweredName {
			t.Errorf("%s: %d of %d pages were taken", name, len(taken), want)
		}
	}
}

func TestRoundRobinGoesRound(t *testing.T) {
	s := strategy.NewRoundRobin(groupOf)
	var list []crawl.Link
	for p := range crawl.Page(12) {
		list = append(list, crawl.Link{To: p, New: true})
	}
	s.Learn(crawl.None, page.Fetched, list)
	var got []crawl.Page
	for {
		p, turn := s.Next()
		if turn != crawl.Take {
			break
		}
		got = append(got, p)
	}
	if want := []crawl.Page{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestRandomDrawsAllAlike(t *testing.T) {
	const pages, games = 10, 20_000
	counts := make([]int, pages)
	for seed := range uint64(games) {
		s := strategy.NewRandom(seed)
		var list []crawl.Link
		for p := range crawl.Page(pages) {
			list = append(list, crawl.Link{To: p, New: true})
		}
		s.Learn(crawl.None, page.Fetched, list)
		p, _ := s.Next()
		counts[p]++
	}
	chi := 0.0
	for _, c := range counts {
		d := float64(c) - games/pages
		chi += d * d / (games / pages)
	}
	if chi > 27.88 { // the 0.999 quantile of 9 degrees of freedom
		t.Errorf("counts %v: chi-square %.1f", counts, chi)
	}
}

// Of 20 links as many are followed as the law says, and each as often as any other.
func TestSampledFollowsByItsLaw(t *testing.T) {
	const links, games = 20, 20_000
	for name, mean := range map[string]float64{
		"uniform":   links / 2.0,
		"geometric": 0.7 / 0.3 * (1 - math.Pow(0.7, links)), // the mean of a geometric law cut at 20
	} {
		counts, sum := make([]float64, links), 0.0
		for seed := range uint64(games) {
			s := strategy.NewUniform(seed)
			if name == "geometric" {
				s = strategy.NewGeometric(seed, 0.3)
			}
			s.Learn(crawl.None, page.Ghost, []crawl.Link{{To: 0, New: true}})
			p, _ := s.Next()
			var list []crawl.Link
			for to := range crawl.Page(links) {
				list = append(list, crawl.Link{To: to + 1, New: true})
			}
			s.Learn(p, page.Fetched, list)
			for q, turn := s.Next(); turn == crawl.Take; q, turn = s.Next() {
				counts[q-1]++
				sum++
			}
		}
		if got := sum / games; math.Abs(got-mean) > 0.15 {
			t.Errorf("%s: %.3f links are followed in the mean, want %.3f", name, got, mean)
		}
		for i, c := range counts {
			if each := sum / links; math.Abs(c-each) > 5*math.Sqrt(each) {
				t.Errorf("%s: link %d is followed %v times, want about %v", name, i, c, each)
			}
		}
	}
}

// A strategy that is saved and loaded goes on as if nothing had been.
func TestSaveAndLoad(t *testing.T) {
	for name, make := range made {
		for seed := range uint64(10) {
			g, s := newGame(seed), make()
			play := func(s crawl.Strategy, links [][]crawl.Link) (out []string) {
				from := crawl.None
				for _, list := range links {
					s.Learn(from, page.Fetched, list)
					p, turn := s.Next()
					if from = p; turn != crawl.Take {
						from = crawl.None
					}
					out = append(out, fmt.Sprint(p, turn))
				}
				return out
			}
			var before, after [][]crawl.Link
			for range 200 {
				before = append(before, g.links())
			}
			for range 200 {
				after = append(after, g.links())
			}
			play(s, before)
			var state bytes.Buffer
			if err := s.Save(&state); err != nil {
				t.Fatal(err)
			}
			data := bytes.Clone(state.Bytes())
			loaded := make()
			if err := loaded.Load(&state); err != nil {
				t.Fatalf("%s, seed %d: %v", name, seed, err)
			}
			var again bytes.Buffer
			if err := loaded.Save(&again); err != nil || !bytes.Equal(again.Bytes(), data) {
				t.Fatalf("%s, seed %d: loaded and saved it is another, %v", name, seed, err)
			}
			if want, got := play(s, after), play(loaded, after); !slices.Equal(got, want) {
				t.Fatalf("%s, seed %d: got %v, want %v", name, seed, got, want)
			}
			for n := 0; n < len(data); n += 1 + len(data)/500 {
				if err := make().Load(bytes.NewReader(data[:n])); !errors.Is(err, strategy.ErrCorrupt) {
					t.Fatalf("%s: cut after %d bytes: got %v", name, n, err)
				}
			}
		}
	}
	if err := new(strategy.DepthFirst).Load(bytes.NewReader(nil)); !errors.Is(err, strategy.ErrCorrupt) {
		t.Errorf("nothing: got %v", err)
	}
}

func FuzzLoad(f *testing.F) {
	for name, make := range made {
		g, s := newGame(1), make()
		for range 20 {
			s.Learn(crawl.None, page.Fetched, g.links())
			s.Next()
		}
		var state bytes.Buffer
		if err := s.Save(&state); err != nil {
			f.Fatal(err)
		}
		f.Add(name, state.Bytes())
	}
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		make := made[name]
		if make == nil {
			return
		}
		s := make()
		if err := s.Load(bytes.NewReader(data)); err != nil {
			if !errors.Is(err, strategy.ErrCorrupt) {
				t.Fatal(err)
			}
			return
		}
		for range 100 {
			if _, turn := s.Next(); turn != crawl.Take {
				break
			}
		}
	})
}

func ExampleBreadthFirst() {
	var s strategy.BreadthFirst
	s.Learn(crawl.None, page.Ghost, []crawl.Link{{To: 0, New: true}})
	p, _ := s.Next()
	s.Learn(p, page.Fetched, []crawl.Link{{To: 1, New: true}, {To: 0}, {To: 2, New: true}})
	fmt.Println(s.Next())
	fmt.Println(s.Next())
	_, turn := s.Next()
	fmt.Println(turn == crawl.Wait)
	// Output:
	// 1 0
	// 2 0
	// true
}
