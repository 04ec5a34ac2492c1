package papers

import (
	"weft/algo/rank"
	"weft/answers/seeds"
	"weft/graph"
	"weft/graph/view"
	"weft/stats"
)

// An Iteration says how far HITS has come.
//
//json:object iteration
type Iteration struct {
	Iterations int     `json:"iterations"`          // number of iterations
	Residual   float64 `json:"residual"`            // L2 norm of the change in this iteration
	Next       int     `json:"top_changed_by_next"` // of the 100 best authorities, number that the next iteration replaces
	Limit      int     `json:"top_not_in_limit"`    // of the 100 best authorities, number missing among the 100 best in the limit
}

// A Break is where a core that grows by size, a hub and an authority in turn, is complete no more.
//
//json:object end of a complete core
type Break struct {
	Pages   int     `json:"pages"`   // pages of the core at that size; all pages if it stays complete
	Density float64 `json:"density"` // density at that size, %
	Whole   bool    `json:"whole"`   // the core stays complete until it cannot grow
}

// looks are the iterations after which HITS is examined. The limit is approximated by limitIterations.
var looks = []int{20, 50, 60}

const (
	limitIterations = 1000
	limitTolerance  = 1e-13
	topPages        = 100
)

// iterate examines the convergence of HITS, and grows a core from its scores.
func (r *run) iterate(out, in graph.Random, w graph.Work) error {
	o := rank.HITSOptions{Work: w}
	at := 0
	var tops [][]graph.Node
	for _, k := range looks {
		o.Iterations = k - at
		h, err := rank.HITS(r.ctx, out, in, o)
		if err != nil {
			return err
		}
		at, o.Start = k, h.Hubs
		if k == paperIterations {
			if r.r.Break, err = firstBreak(out, in, h); err != nil {
				return err
			}
		}
		top := best(h.Authorities)
		o.Iterations = 1
		next, err := rank.HITS(r.ctx, out, in, o)
		if err != nil {
			return err
		}
		tops = append(tops, top)
		r.r.Iterations = append(
			r.r.Iterations,
			Iteration{Iterations: k, Residual: h.Residual, Next: missing(top, best(next.Authorities))},
		)
	}
	o.Iterations, o.Tolerance = limitIterations-at, limitTolerance
	limit, err := rank.HITS(r.ctx, out, in, o)
	if err != nil {
		return err
	}
	last := best(limit.Authorities)
	for i := range tops {
		r.r.Iterations[i].Limit = missing(tops[i], last)
	}
	return nil
}

// best returns the best pages among the pages with a score.
func best(scores []float64) []graph.Node {
	top := rank.TopK(scores, topPages, stats.Rounding)
	for len(top) > 0 && scores[top[len(top)-1]] == 0 {
		top = top[:len(top)-1]
	}
	return top
}

// missing counts the pages of a that b does not have.
func missing(a, b []graph.Node) int {
	has := map[graph.Node]bool{}
	for _, u := range b {
		has[u] = true
	}
	n := 0
	for _, u := range a {
		if !has[u] {
			n++
		}
	}
	return n
}

// firstBreak finds the least size at which a core is incomplete, by doubling and halving. This works because parts
// of a complete core are complete, and a core of fewer pages is part of one of more.
func firstBreak(out, in graph.Random, h *rank.HITSResult) (Break, error) {
	none := view.NewBits(out.NumNodes())
	grow := func(size int) (seeds.Core, int, error) {
		c, err := seeds.Extract(out, in, h, none, seeds.CoreOptions{Size: size})
		return c, len(c.Hubs) + len(c.Authorities), err
	}
	complete, size := 2, 4
	var broken seeds.Core
	for {
		c, pages, err := grow(size)
		if err != nil {
			return Break{}, err
		}
		if c.Density < 100 && len(c.Hubs) > 0 {
			broken = c
			break
		}
		if pages < size {
			return Break{Pages: pages, Density: c.Density, Whole: true}, nil
		}
		complete, size = size, 2*size
	}
	for size = len(broken.Hubs) + len(broken.Authorities); size-complete > 1; {
		c, _, err := grow((complete + size) / 2)
		if err != nil {
			return Break{}, err
		}
		if c.Density < 100 {
			size, broken = (complete+size)/2, c
		} else {
			complete = (complete + size) / 2
		}
	}
	return Break{Pages: size, Density: broken.Density}, nil
}
