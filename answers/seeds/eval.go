package seeds

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"weft/algo/distance"
	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/splitmix"
	"weft/stats"
)

// A Depth counts the pages that a breadth-first crawl meets at a number of links from its seeds.
//
//json:object depth of a walk
type Depth struct {
	Pages    float64 `json:"pages"`     // pages first reached at this depth
	Visited  float64 `json:"visited"`   // pages reached at this depth or before
	PageRank float64 `json:"page_rank"` // mean PageRank of the new pages; 0 if there are none
	Groups   float64 `json:"groups"`    // hosts, domains or sites of all pages reached so far
}

// A Walk is a crawl breadth first: what it meets at depth 0, the seeds, 1, 2 and so on.
//
//json:object walk
type Walk struct {
	Name   string  `json:"name"`           // name of the set of seeds
	Seeds  int     `json:"seeds"`          // seeds
	Depths []Depth `json:"depths"`         // one entry for each number of links
	Low    []Depth `json:"low,omitempty"`  // lower ends of the 95 % intervals of the means over draws
	High   []Depth `json:"high,omitempty"` // upper ends of the 95 % intervals of the means over draws
	// number of draws with new pages, at each depth; other draws are left out of the mean PageRank
	// there
	Left []int `json:"draws_left,omitempty" absent:"there is one draw"`
}

// Range returns the interval of a value at a depth. It returns false if there is no interval: for a single walk,
// and for the PageRank of fewer than two walks.
func (w *Walk) Range(d int, value func(*Depth) float64) (low, high float64, ok bool) {
	if w.Low == nil {
		return 0, 0, false
	}
	probe := Depth{PageRank: 1}
	if value(&probe) != 0 && w.Left[d] < 2 {
		return 0, 0, false
	}
	return value(&w.Low[d]), value(&w.High[d]), true
}

// A Ground holds the data for comparing crawls.
type Ground struct {
	Out      graph.Random // the whole graph, with links inside sites
	PageRank []float64    // of each page
	Ties     stats.Ties   // of these
	Group    []uint32     // host or site of each page; nil if unknown
	Depth    int          // maximum depth
	graph.Work
	// Aside, if not nil, returns the space for the arrays of one search in place of Work.Space, and gives it back.
	Aside func() (alloc.Space, func() error)
}

// aside returns workers and space for one search.
func (g *Ground) aside() (graph.Work, func() error) {
	if g.Aside == nil {
		return g.Work, func() error { return nil }
	}
	space, free := g.Aside()
	return graph.Work{Workers: g.Workers, Space: space}, free
}

// Walk crawls from seeds. Time: one search; memory: distance.BFSBytes, and a bit a group.
// Papers: seed sets, §3.5.3.
func (g *Ground) Walk(ctx context.Context, name string, from []graph.Node) (_ *Walk, err error) {
	work, free := g.aside()
	defer func() { err = errors.Join(err, free()) }()
	levels, err := distance.BFS(ctx, g.Out, from, work)
	if err != nil {
		return nil, err
	}
	w := &Walk{Name: name, Seeds: len(from)}
	met := map[uint32]bool{}
	at, visited := 0, 0.0
	for d := range g.Depth + 1 {
		var now Depth
		if d < len(levels.Counts) {
			n := int(levels.Counts[d])
			for _, u := range levels.Order[at : at+n] {
				now.PageRank += g.PageRank[u]
				if g.Group != nil {
					met[g.Group[u]] = true
				}
			}
			at += n
			if now.Pages = float64(n); n > 0 {
				now.PageRank /= now.Pages
			}
		}
		visited += now.Pages
		now.Visited, now.Groups = visited, float64(len(met))
		w.Depths = append(w.Depths, now)
	}
	return w, nil
}

// ofRandomSeeds draws the seeds that others are compared with.
const ofRandomSeeds splitmix.Domain = 0x6c6f7473

// Random walks from k random seeds in each draw, and returns the mean of the draws with its 95 % interval. The
// interval is Student's t, limited to possible numbers of pages, hosts or sites.
// Papers: seed sets, §3.5.3.
func (g *Ground) Random(ctx context.Context, k, draws int, seed uint64) (*Walk, error) {
	r := ofRandomSeeds.Rand(seed)
	var walks []*Walk
	for range draws {
		w, err := g.Walk(ctx, "random", drawn(r, k, g.Out.NumNodes()))
		if err != nil {
			return nil, err
		}
		walks = append(walks, w)
	}
	return mean(walks, float64(g.Out.NumNodes())), nil
}

// drawn returns k different pages of n, or all.
func drawn(r *rand.Rand, k, n int) []graph.Node {
	var pages []graph.Node
	has := map[graph.Node]bool{}
	for len(pages) < min(k, n) {
		if u := graph.Node(r.IntN(n)); !has[u] {
			has[u] = true
			pages = append(pages, u)
		}
	}
	return pages
}

// mean averages walks of one depth in a graph with a number of pages.
func mean(walks []*Walk, pages float64) *Walk {
	m := &Walk{Name: walks[0].Name, Seeds: walks[0].Seeds}
	for d := range walks[0].Depths {
		var middle, low, high Depth
		left := 0
		for _, w := range walks {
			if w.Depths[d].Pages > 0 {
				left++
			}
		}
		for _, f := range []struct {
			of          func(*Depth) *float64
			least, most float64
			ended       bool // a walk that has ended has a value
		}{
			{func(x *Depth) *float64 { return &x.Pages }, 0, pages, true},
			{func(x *Depth) *float64 { return &x.Visited }, float64(m.Seeds), pages, true},
			{func(x *Depth) *float64 { return &x.PageRank }, 0, 1, false},
			{func(x *Depth) *float64 { return &x.Groups }, 0, math.Inf(1), true},
		} {
			var values []float64
			for _, w := range walks {
				if f.ended || w.Depths[d].Pages > 0 {
					values = append(values, *f.of(&w.Depths[d]))
				}
			}
			e := distance.EstimateMean(values).Within(f.least, f.most)
			*f.of(&middle), *f.of(&low), *f.of(&high) = e.Value, e.Low, e.High
		}
		m.Depths, m.Low, m.High, m.Left = append(m.Depths, middle), append(m.Low, low), append(m.High, high), append(m.Left, left)
	}
	return m
}

// Between is how far cores are from each other.
//
//json:object distances of cores
type Between struct {
	// matrix, one row for each core: least number of links to each other core; −1 if there is no path
	Distances [][]int `json:"distances"`
	Least     int     `json:"least"`    // least distance
	Greatest  int     `json:"greatest"` // greatest distance
	Mean      float64 `json:"mean"`     // mean distance of the connected pairs
	Apart     int     `json:"apart"`    // pairs without a path
	Pairs     int     `json:"pairs"`    // number of ordered pairs
}

// Cores measures the distances between cores along links: one search for each.
// Papers: seed sets, §3.5.1, §3.5.2.
func (g *Ground) Cores(ctx context.Context, cores []Core) (*Between, error) {
	b := &Between{}
	sum, joined := 0, 0
	for i, c := range cores {
		from := append(append([]graph.Node(nil), c.Hubs...), c.Authorities...)
		row, err := g.nearestOf(ctx, from, cores)
		if err != nil {
			return nil, err
		}
		for k := range cores {
			if k == i {
				row[k] = 0
				continue
			}
			b.Pairs++
			if row[k] < 0 {
				b.Apart++
				continue
			}
			if joined == 0 || row[k] < b.Least {
				b.Least = row[k]
			}
			b.Greatest = max(b.Greatest, row[k])
			sum += row[k]
			joined++
		}
		b.Distances = append(b.Distances, row)
	}
	if joined > 0 {
		b.Mean = float64(sum) / float64(joined)
	}
	return b, nil
}

// nearestOf returns the least distance of each core from some pages.
func (g *Ground) nearestOf(ctx context.Context, from []graph.Node, cores []Core) (row []int, err error) {
	work, free := g.aside()
	defer func() { err = errors.Join(err, free()) }()
	levels, err := distance.BFS(ctx, g.Out, from, work)
	if err != nil {
		return nil, err
	}
	distances, err := levels.Distances(work.Space)
	if err != nil {
		return nil, err
	}
	row = make([]int, len(cores))
	for k, c := range cores {
		row[k] = nearest(distances, c)
	}
	return row, nil
}

// nearest returns the least distance of the pages of a core; -1 if none was reached.
func nearest(distances []uint32, c Core) int {
	least := distance.Unreached
	for _, side := range [][]graph.Node{c.Hubs, c.Authorities} {
		for _, u := range side {
			least = min(least, distances[u])
		}
	}
	if least == distance.Unreached {
		return -1
	}
	return int(least)
}
