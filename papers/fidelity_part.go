package papers

import (
	"context"
	"math"

	"weft/algo/rank"
	"weft/graph"
	"weft/graph/view"
)

// A part is the part of a graph that a crawl knows, with the numbers of the graph: all links of its pages, and no
// links of others.
type part struct {
	out, in        *graph.Memory
	set            view.Bits    // pages that were crawled
	crawled, known []graph.Node // in order; known are those and their ghosts
}

// partOf returns the part that crawled pages make. Its transpose is made when it is wanted.
func partOf(g *graph.Memory, crawled view.Bits) *part {
	n := g.NumNodes()
	p := &part{set: crawled}
	known := view.NewBits(n)
	starts := make([]uint32, n+1)
	for u := range n {
		starts[u+1] = starts[u]
		if crawled.Has(u) {
			starts[u+1] += uint32(len(g.Succ(graph.Node(u)))) //nolint:gosec // of a graph in memory
		}
	}
	succ := make([]graph.Node, 0, starts[n])
	for u := range n {
		if !crawled.Has(u) {
			continue
		}
		known.Add(u)
		list := g.Succ(graph.Node(u))
		for _, v := range list {
			known.Add(int(v))
		}
		succ = append(succ, list...)
		p.crawled = append(p.crawled, graph.Node(u))
	}
	for u := range n {
		if known.Has(u) {
			p.known = append(p.known, graph.Node(u))
		}
	}
	p.out, _ = graph.NewMemory(starts, succ) // the lists come from a graph, so there is no error
	return p
}

// transpose returns the part with its links turned round.
func (p *part) transpose() (*graph.Memory, error) {
	var err error
	if p.in == nil {
		p.in, err = graph.Transpose(p.out)
	}
	return p.in, err
}

// pageRank ranks the part by the paper's settings.
func (p *part) pageRank(ctx context.Context, from []graph.Node, w graph.Work) ([]float64, error) {
	in, err := p.transpose()
	if err != nil {
		return nil, err
	}
	res, err := rank.PageRank(ctx, in, nil, paperRank(from, w))
	if err != nil {
		return nil, err
	}
	return res.Scores, nil
}

// paperRank are the paper's settings of PageRank: damping 0.85, 30 iterations of the power method, from some pages.
func paperRank(from []graph.Node, w graph.Work) rank.PageRankOptions {
	return rank.PageRankOptions{Pages: from, Method: rank.Power, MaxIterations: 30, Tolerance: -1, Work: w}
}

// pick returns the scores of some pages.
func pick(scores []float64, pages []graph.Node) []float64 {
	some := make([]float64, len(pages))
	for i, u := range pages {
		some[i] = scores[u]
	}
	return some
}

// setOf returns pages as a set.
func setOf(n int, pages []graph.Node) view.Bits {
	b := view.NewBits(n)
	for _, u := range pages {
		b.Add(int(u))
	}
	return b
}

// meanAndSD returns the mean, and the standard deviation of a sample; 0 of one value.
func meanAndSD(values []float64) (mean, sd float64) {
	for _, v := range values {
		mean += v / float64(len(values))
	}
	for _, v := range values {
		sd += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(sd / float64(max(1, len(values)-1)))
}
