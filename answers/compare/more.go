package compare

import (
	"cmp"
	"slices"

	"weft/graph"
	"weft/graph/page"
	"weft/internal/topk"
	"weft/stats"
	"weft/store"
)

// More holds further lists for a report on two crawls. Each list holds at most [Options.Top] entries, except
// Best, which holds up to twice as many.
type More struct {
	NewHosts  []Host // hosts that only B has, the most pages first
	GoneHosts []Host // hosts that only A has, the most pages first
	Grown     []Host // hosts of both crawls whose number of pages changed most, up or down, the largest difference first

	NewPages  []Placed // pages that only B has, the best of B first
	GonePages []Placed // pages that only A has, the best of A first
	Best      []Placed // the best pages of A and of B, by the better of their two ranks

	Fetched int64    // pages that both crawls fetched
	TauB    *float64 // Kendall's tau-b of the pages that both crawls fetched; nil if it is unknown
}

// A Placed is a page with its ranks among all pages of each crawl, from 1. Of pages that tie, the page with the smaller
// number comes first. A rank is 0 where the crawl does not have the page.
type Placed struct {
	Name         string // URL, or the number of the page without names
	RankA, RankB int64
}

// leagues keep the hosts of [More].
type leagues struct {
	fresh, gone, grown *topk.Selection[counted]
	hosts              int // number of hosts so far
}

// A counted is a host with its place in the order of hosts.
type counted struct {
	Host
	at int
}

func newLeagues(top int) *leagues {
	by := func(size func(h *Host) int64) *topk.Selection[counted] {
		return topk.New(top, func(a, b counted) int {
			return cmp.Or(cmp.Compare(size(&b.Host), size(&a.Host)), cmp.Compare(a.at, b.at))
		})
	}
	return &leagues{
		fresh: by(func(h *Host) int64 { return h.Pages.New }), gone: by(func(h *Host) int64 { return h.Pages.Gone }),
		grown: by(func(h *Host) int64 { return max(h.Pages.New-h.Pages.Gone, h.Pages.Gone-h.Pages.New) }),
	}
}

// add takes a host.
func (l *leagues) add(h Host) {
	l.hosts++
	c := counted{h, l.hosts}
	before, after := h.Pages.Kept+h.Pages.Gone, h.Pages.Kept+h.Pages.New
	switch {
	case before == 0:
		l.fresh.Add(c)
	case after == 0:
		l.gone.Add(c)
	case before != after:
		l.grown.Add(c)
	}
}

// more returns the hosts; nothing of a nil table.
func (t *hostTable) more() *More {
	m := &More{}
	if t == nil || t.leagues == nil {
		return m
	}
	for _, l := range []struct {
		to   *[]Host
		from *topk.Selection[counted]
	}{{&m.NewHosts, t.leagues.fresh}, {&m.GoneHosts, t.leagues.gone}, {&m.Grown, t.leagues.grown}} {
		for _, h := range l.from.Sorted() {
			*l.to = append(*l.to, h.Host)
		}
	}
	return m
}

// placed fills the lists of pages, and the correlation of the pages that both crawls fetched.
func (r *ranker) placed(m *More) error {
	a, b := r.o.A, r.o.B
	isA := func(u uint32) bool { return r.m.toB[u] != hidden }
	isB := func(v uint32) bool { return counts(b, graph.Node(v), r.o.Fetched) }
	sides := [2]side{
		{a, r.a, isA, func(u uint32) bool { return r.m.toB[u] == none }},
		{b, r.b, isB, func(v uint32) bool { return isB(v) && !r.m.kept.Has(int(v)) }},
	}
	best, err := r.best(sides)
	if err != nil {
		return err
	}
	m.Best = best
	if m.GonePages, err = sides[0].only(r.o.Top, func(p *Placed) *int64 { return &p.RankA }); err != nil {
		return err
	}
	if m.NewPages, err = sides[1].only(r.o.Top, func(p *Placed) *int64 { return &p.RankB }); err != nil {
		return err
	}
	return r.fetched(m)
}

// A side is a crawl with its scores.
type side struct {
	c      *store.Crawl
	scores *scores
	counts func(u uint32) bool // whether it counts as a page
	alone  func(u uint32) bool // whether it is a page of this crawl only
}

// only returns the best pages that only this crawl has.
func (s *side) only(k int, rank func(*Placed) *int64) ([]Placed, error) {
	pages := top(s.scores, s.c.NumPages(), k, s.alone)
	ranks := s.ranks(pages)
	all := make([]Placed, len(pages))
	for i, u := range pages {
		var err error
		if all[i].Name, err = nameOf(s.c, u); err != nil {
			return nil, err
		}
		*rank(&all[i]) = ranks[i]
	}
	return all, nil
}

// nameOf returns the URL of a page, or its number.
func nameOf(c *store.Crawl, u graph.Node) (string, error) {
	name, err := c.AppendName(nil, u)
	if !c.HasNames() {
		return c.Label(u), nil
	}
	return string(name), err
}

// ranks returns the ranks of some pages among all pages that count. One pass, with a step for each chosen page that a page
// precedes or ties with.
func (s *side) ranks(chosen []graph.Node) []int64 {
	order := make([]int, len(chosen)) // of chosen, the best first
	for i := range order {
		order[i] = i
	}
	at := func(i int) float64 { return s.scores.at(uint32(chosen[i])) }
	slices.SortFunc(order, func(i, j int) int { return cmp.Or(cmp.Compare(at(j), at(i)), cmp.Compare(chosen[i], chosen[j])) })
	ranks := make([]int64, len(chosen))
	if len(chosen) == 0 {
		return ranks
	}
	for u := range uint32(s.c.NumPages()) {
		if !s.counts(u) {
			continue
		}
		x := s.scores.at(u)
		for _, j := range slices.Backward(order) { // the worst first: the rest is better than u
			if before(s.scores.ties, x, at(j), u, uint32(chosen[j])) {
				ranks[j]++
			} else if x < at(j) && !s.scores.ties.Tied(at(j), x) {
				break
			}
		}
	}
	for i := range ranks {
		ranks[i]++
	}
	return ranks
}

// before says whether a page with a score comes before another in a ranking.
func before(t stats.Ties, x, y float64, u, v uint32) bool {
	if x == y || x > y && t.Tied(x, y) || x < y && t.Tied(y, x) {
		return u < v
	}
	return x > y
}

// best returns the best pages of both crawls, in the order of the better rank.
func (r *ranker) best(sides [2]side) ([]Placed, error) {
	bestA := top(r.a, len(r.m.toB), r.o.Top, sides[0].counts)
	bestB := top(r.b, r.o.B.NumPages(), r.o.Top, sides[1].counts)
	toA := map[graph.Node]graph.Node{} // of the best of B, with the page of A
	for _, v := range bestB {
		toA[v] = none
	}
	for u, v := range r.m.toB {
		if v < hidden {
			if _, is := toA[v]; is {
				toA[v] = graph.Node(u)
			}
		}
	}
	pairs := []pair{}
	for _, u := range bestA {
		p := pair{u: u, v: none}
		if v := r.m.toB[u]; v < hidden {
			p.v = v
		}
		pairs = append(pairs, p)
	}
	for _, v := range bestB {
		if u := toA[v]; u == none || !slices.Contains(bestA, u) {
			pairs = append(pairs, pair{u: u, v: v})
		}
	}
	return sides[0].place(pairs, &sides[1])
}

// place returns pairs of pages with their ranks.
func (s *side) place(pairs []pair, other *side) ([]Placed, error) {
	all := make([]Placed, len(pairs))
	for _, of := range []struct {
		s    *side
		page func(pair) graph.Node
		rank func(*Placed) *int64
	}{
		{s, func(p pair) graph.Node { return p.u }, func(p *Placed) *int64 { return &p.RankA }},
		{other, func(p pair) graph.Node { return p.v }, func(p *Placed) *int64 { return &p.RankB }},
	} {
		var pages []graph.Node
		var to []int
		for i, p := range pairs {
			if u := of.page(p); u != none {
				pages, to = append(pages, u), append(to, i)
			}
		}
		for i, rank := range of.s.ranks(pages) {
			p := &all[to[i]]
			*of.rank(p) = rank
			var err error
			if p.Name, err = nameOf(of.s.c, pages[i]); err != nil {
				return nil, err
			}
		}
	}
	slices.SortStableFunc(all, func(x, y Placed) int {
		return cmp.Or(cmp.Compare(x.better(), y.better()), cmp.Compare(x.RankA, y.RankA))
	})
	return all, nil
}

// better is the better rank of a page.
func (p *Placed) better() int64 {
	if p.RankA == 0 || p.RankB == 0 {
		return max(p.RankA, p.RankB)
	}
	return min(p.RankA, p.RankB)
}

// fetched correlates the scores of the pages that both crawls fetched. It moves these to the front of the ranker's lists,
// so it must come last.
func (r *ranker) fetched(m *More) error {
	n := 0
	for i, u := range r.pages {
		if v := r.m.toB[u]; r.o.A.State(graph.Node(u)) == page.Fetched && r.o.B.State(v) == page.Fetched {
			r.x[n], r.y[n] = r.x[i], r.y[i]
			n++
		}
	}
	m.Fetched = int64(n)
	var out Ranks
	err := r.correlate(&out, r.x[:n], r.y[:n])
	m.TauB = out.TauB
	return err
}
