package simulate

import (
	"errors"

	"weft/crawl"
	"weft/crawl/strategy"
	"weft/graph"
	"weft/internal/splitmix"
)

// Best names an order that no crawler can have: it always takes the known page with the highest PageRank in the
// whole graph. Use it to judge the others. It is no upper bound, because a page with little rank may lead to many
// pages with more.
const Best = "best"

// Entrants are the strategies that can take part in a contest: the strategies of crawls, and Best.
var Entrants = append(append([]strategy.Named{}, strategy.All...), strategy.Named{
	Name: Best, Wants: strategy.Scores, New: func(g strategy.Given) crawl.Strategy { return strategy.NewScored(g.Score) },
})

// A Field holds facts about the pages of a graph that strategies may need.
type Field struct {
	// Hosts are the numbers of the hosts of the pages; nil where pages have no names.
	Hosts []uint32
	// Name appends the URL of a page; nil where pages have no names.
	Name func(dst []byte, u graph.Node) ([]byte, error)
	// PageRank of the pages, for Best.
	PageRank []float64
	// Scores reads a file of scores: a number for each page, and a digest of them.
	Scores func(file string) ([]float32, string, error)
}

// Entrant makes a strategy from its typed text, which becomes its name.
func (f *Field) Entrant(text string) (Entrant, error) {
	c, err := strategy.Parse(text, Entrants)
	if err != nil {
		return Entrant{}, err
	}
	e := Entrant{Name: text}
	var scores []float32
	switch {
	case c.Name == Best:
		scores = make([]float32, len(f.PageRank))
		for u, x := range f.PageRank {
			scores[u] = float32(x)
		}
	case c.Wants == strategy.Scores:
		scores, e.ID, err = f.Scores(c.File)
	case c.Wants == strategy.Hosts && f.Hosts == nil:
		err = errors.New("the strategy hosts needs hosts, and these pages have no URLs")
	}
	e.New = func(seed uint64, at func(crawl.Page) graph.Node) crawl.Strategy {
		return c.New(f.given(&c, scores, seed, at))
	}
	return e, err
}

// given returns the inputs of a strategy.
func (f *Field) given(c *strategy.Choice, scores []float32, seed uint64, at func(crawl.Page) graph.Node) strategy.Given {
	g := strategy.Given{Seed: seed, Count: c.Count}
	switch c.Wants {
	case strategy.Hosts:
		g.Host = func(l crawl.Link) uint32 { return f.Hosts[at(l.To)] }
	case strategy.HostHashes:
		g.Part = func(l crawl.Link) uint64 {
			if f.Hosts == nil {
				return splitmix.Seed(seed, uint64(at(l.To)))
			}
			return splitmix.Seed(seed, uint64(f.Hosts[at(l.To)]))
		}
	case strategy.Scores:
		g.Score = func(l crawl.Link) float32 { return scores[at(l.To)] }
	case strategy.Capacities:
		g.Flow = f.flow(at)
	}
	return g
}

// flow returns the default flow options of a live crawl. If pages have no names, each link carries a flow of one.
func (f *Field) flow(at func(crawl.Page) graph.Node) strategy.FlowOptions {
	w := &strategy.Weigher{By: strategy.Constant, Sigma: strategy.FlowSigma}
	if f.Name != nil {
		w.By, w.Name = strategy.Similar, func(dst []byte, p crawl.Page) ([]byte, error) { return f.Name(dst, at(p)) }
	}
	return strategy.FlowOptions{Capacity: w.Fill, Epsilon: strategy.FlowCapacity(strategy.FlowEpsilons[w.By])}
}

// Bytes is the memory of a strategy's crawls by one worker, on a graph of n pages and m arcs. It comes on top of
// Contest.BytesFor.
func Bytes(text string, n int, m int64) int64 {
	c, err := strategy.Parse(text, Entrants)
	switch {
	case err != nil:
		return 0
	case c.Wants == strategy.Capacities:
		return (32*m + 33*int64(n)) * 3 / 2
	case c.Takes == strategy.Count:
		return 64 * int64(c.Count)
	}
	return 0
}
