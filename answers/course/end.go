package course

import (
	"context"
	"fmt"
	"slices"

	"weft/algo/rank"
	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/bitset"
)

// A Step is where a crawl stands, and what is known of that without looking at the structure of the graph.
//
//json:object step of a crawl
type Step struct {
	// share of the Web's pages that was crawled
	Progress *float64 `json:"progress" absent:"null: the number of pages is unknown"`
	Crawled  int      `json:"crawled"` // crawled pages
	Known    int      `json:"known"`   // pages named by seeds or links, including crawled pages
	// Other pages were requested, and are not crawled: they failed, or lead elsewhere. To Barred ones only links lead
	// that must not be followed. Frontier are all others that are known.
	Other     int   `json:"other_states"`    // pages that were requested and failed or redirected
	Barred    int   `json:"barred"`          // pages reached only by links that must not be followed
	Frontier  int   `json:"frontier"`        // known pages still to be crawled
	Links     int64 `json:"links"`           // links of the crawled pages, repetitions included
	Uncounted int64 `json:"uncounted_links"` // links of the crawled pages of kinds that do not count
	Sinks     int   `json:"sinks"`           // crawled pages without a link to another crawled page
	// share of the links whose target had been crawled before
	DiscoveryCrawled *float64 `json:"discovery_crawled" absent:"null: no links"`
	// share of the links whose target had been known before
	DiscoveryKnown *float64 `json:"discovery_known" absent:"null: no links"`
	// `discovery_crawled` of the links since the previous step
	RecentCrawled *float64 `json:"recent_discovery_crawled" absent:"null: no links"`
	// `discovery_known` of the links since the previous step
	RecentKnown *float64 `json:"recent_discovery_known" absent:"null: no links"`
	// share of the PageRank of the crawl's last graph that these pages hold
	Ranks float64 `json:"pagerank_captured"`
	// share of the arcs of the crawl's last graph that lead to these pages
	Indegrees *float64 `json:"indegree_captured" absent:"null: there are no arcs"`
}

// A Result holds the measurements of a Course.
type Result struct {
	WebPages int      `json:"web_pages,omitempty"` // that could be crawled
	Points   []*Point `json:"points"`
	// Missed are points that the crawl did not come to.
	Missed []int `json:"missed,omitempty"`
	// Trail are steps between, about evenly spaced.
	Trail []Step `json:"trail"`
	// CoreTables are of the first pages of the crawl.
	CoreTables []CoreTable `json:"core_tables,omitempty"`
}

// End measures the crawl at its points. It may be called again, also after it was stopped, and more pages may be
// learnt in between. Memory: [MeasureBytes]. It returns the error of ctx, or an error for a crawl that reported a
// page twice.
// Papers: random crawls, §5.1, §5.2, §5.3, §5.5, §5.6.
func (c *Course) End(ctx context.Context) (*Result, error) {
	r := &Result{WebPages: c.o.WebPages, Points: []*Point{}, Trail: []Step{}}
	r.Missed = c.o.At[len(c.points):]
	if c.pages.n == 0 {
		return r, nil
	}
	points, trail := c.closed(c.points), c.closed(c.trail)
	ends := func(list []mark) (all []int) {
		for _, m := range list {
			all = append(all, m.crawled)
		}
		return all
	}
	at := slices.Concat(ends(points), ends(trail))
	slices.Sort(at)
	found, err := c.replay(ctx, slices.Compact(at))
	if err != nil {
		return nil, err
	}
	r.Trail = c.steps(trail, found)
	for i, s := range c.steps(points, found) {
		c.o.Note("measuring a crawl", int64(i), int64(len(points)))
		p, err := c.measure(ctx, s)
		if err != nil {
			return nil, fmt.Errorf("%d crawled pages: %w", s.Crawled, err)
		}
		r.Points = append(r.Points, p)
	}
	if c.o.Measures&Cores != 0 {
		r.CoreTables, err = c.coreTables(ctx)
	}
	return r, err
}

// closed returns marks with the mark of the end of the crawl after them. It replaces the mark of the last page,
// because responses for other pages may have come since.
func (c *Course) closed(list []mark) []mark {
	if k := len(list) - 1; k >= 0 && list[k].crawled == c.pages.n {
		list = list[:k]
	}
	return append(slices.Clone(list), c.now)
}

// A find holds counts from the records of a number of crawled pages.
type find struct {
	again     int64 // links whose end had been crawled
	sinks     int
	ranks     float64
	indegrees int64
}

// replay reads the records once and returns the counts at the given numbers of crawled pages. The numbers
// increase, and the last is the number of all pages.
func (c *Course) replay(ctx context.Context, at []int) (map[int]*find, error) {
	all := map[int]*find{}
	if err := c.rediscover(ctx, at, all); err != nil {
		return nil, err
	}
	g, err := c.prefix(ctx, c.pages.n)
	if err != nil {
		return nil, err
	}
	order := make([]graph.Node, c.pages.n) // of the crawl
	for i := range order {
		order[i], _ = g.node(c.pages.at(i))
	}
	sinks := sinksOver(g.out, order)
	c.o.Note("ranking the pages", 0, 0)
	ranks, err := rank.PageRank(ctx, g.in, nil, rank.PageRankOptions{Work: graph.Work{Workers: c.o.Workers}, Tolerance: 1e-6})
	if err != nil {
		return nil, err
	}
	var now find
	for i, u := range order {
		now.sinks += int(sinks[i])
		now.ranks += ranks.Scores[u]
		now.indegrees += int64(len(g.in.Succ(u)))
		if f := all[i+1]; f != nil {
			f.sinks, f.ranks, f.indegrees = now.sinks, now.ranks, now.indegrees
		}
	}
	return all, nil
}

// rediscover counts the links whose end had been crawled. A page is, when its links are met.
func (c *Course) rediscover(ctx context.Context, at []int, all map[int]*find) error {
	crawled := bitset.New(c.now.known)
	var scratch []uint32
	link, again, next := 0, int64(0), 0
	for i := range c.pages.n {
		if i%chunk == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		p := int(c.pages.at(i))
		if crawled.Has(p) {
			return fmt.Errorf("page %d was crawled twice", p)
		}
		crawled.Add(p)
		size := int(c.sizes.at(i))
		for _, to := range c.links.span(&scratch, link, size) {
			again += int64(crawled[to/64] >> (to % 64) & 1)
		}
		if link += size; at[next] == i+1 {
			all[i+1] = &find{again: again}
			next++
		}
	}
	return nil
}

// sinksOver returns the change in the number of sinks after each page in the order of a crawl. A page is a sink
// until its first successor is crawled.
func sinksOver(g *graph.Memory, order []graph.Node) []int32 {
	when := make([]uint32, len(order)) // place in the order
	for i, u := range order {
		when[u] = uint32(i)
	}
	change := make([]int32, len(order))
	for i, u := range order {
		first := uint32(len(order))
		for _, v := range g.Succ(u) {
			first = min(first, when[v])
		}
		if first < uint32(i) {
			continue
		}
		change[i]++
		if int(first) < len(order) {
			change[first]--
		}
	}
	return change
}

// steps tells marks.
func (c *Course) steps(marks []mark, found map[int]*find) []Step {
	last := found[c.pages.n]
	steps := make([]Step, len(marks))
	var before mark
	again := int64(0)
	for i, m := range marks {
		f := found[m.crawled]
		s := Step{
			Crawled: m.crawled, Known: m.known, Other: m.other, Barred: m.barred, Links: m.links, Uncounted: m.uncounted, Sinks: f.sinks,
			Frontier:         m.known - m.crawled - m.other - m.barred,
			DiscoveryCrawled: share(f.again, m.links), DiscoveryKnown: share(m.seen, m.links),
			RecentCrawled: share(f.again-again, m.links-before.links), RecentKnown: share(m.seen-before.seen, m.links-before.links),
			Ranks: f.ranks / last.ranks, Indegrees: share(f.indegrees, last.indegrees),
		}
		if c.o.WebPages > 0 {
			s.Progress = share(int64(m.crawled), int64(c.o.WebPages))
		}
		steps[i], before, again = s, m, f.again
	}
	return steps
}

// share is nil of nothing.
func share(part, of int64) *float64 {
	if of == 0 {
		return nil
	}
	x := float64(part) / float64(of)
	return &x
}

// work returns the workers and the memory for algorithms.
func (c *Course) work() graph.Work { return graph.Work{Workers: c.o.Workers, Space: alloc.Space(nil)} }
