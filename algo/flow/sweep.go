package flow

import (
	"context"
	"errors"
	"fmt"
	"math"

	"weft/graph"
	"weft/graph/alloc"
)

// Levels are the result of Sweep.
type Levels struct {
	// First holds, for each page, the index of the first capacity at which the page is on the side of the sources
	// in the smallest minimum cut. Pages that are never on this side have the number of capacities. Pages that
	// join later belong less surely.
	First []uint32
	// Steps are the cuts, one for each capacity.
	Steps []Step
	// Reachable is as in [Cut].
	Reachable int
}

// A Step is the minimum cut for one capacity to the sink, the smallest of them.
type Step struct {
	Eps   int64 // the capacity
	Value int64 // of the cut
	Pages int   // on the side of the sources
	Arcs  int   // that leave it
}

// AbsorbsAll says whether the cut of step i leaves nothing out that can be reached.
func (l *Levels) AbsorbsAll(i int) bool { return l.Steps[i].Pages == l.Reachable }

// Sweep finds the minimum cut for each of several capacities of the arcs from pages to the sink, which must
// decrease strictly. t must leave this capacity out.
//
// The sides of the sources are nested: with a smaller capacity no page leaves (Gallo, Grigoriadis and Tarjan, "A
// fast parametric maximum flow algorithm and applications", SIAM J. Comput. 18, 1989). The levels of
// [Network.MinCut] are nested, too. Flow into the sink beyond the new capacity becomes excess, the preflow and its
// distances stay, and pages that cannot reach the sink are never visited again. All cuts together take the
// worst-case time of one, and for each cut one measuring of distances and a pass over pages. Memory: [CutBytes].
// Errors are as for [Network.MinCut].
// Papers: websites, §2.2, §2.3.
func (n *Network) Sweep(ctx context.Context, t Terminals, eps []int64, w graph.Work) (*Levels, error) {
	if err := checkSweep(t, eps); err != nil {
		return nil, err
	}
	t.Eps = eps[0]
	if err := n.check(t); err != nil {
		return nil, err
	}
	p, err := newPreflow(n, t, w)
	if err != nil {
		return nil, err
	}
	m := alloc.Maker{Space: w.Space}
	first, pages := alloc.From[uint32](&m, n.NumNodes()), alloc.From[uint64](&m, (n.NumNodes()+63)/64)
	if m.Err != nil {
		return nil, m.Err
	}
	for u := range first {
		first[u] = uint32(len(eps))
	}
	l := &Levels{First: first, Reachable: p.reachable}
	in := &inside{preflow: p, pages: pages}
	arcs := 0
	for i, e := range eps {
		p.lower(t.Eps - e)
		t.Eps = e
		if err := p.run(ctx); err != nil {
			return nil, err
		}
		in.grow(t.Sources)
		for _, u := range p.queue {
			first[u] = uint32(i)
		}
		arcs += p.moreLeave(first, uint32(i))
		l.Steps = append(l.Steps, Step{Eps: e, Value: p.value, Pages: in.size, Arcs: arcs})
	}
	return l, nil
}

func checkSweep(t Terminals, eps []int64) error {
	if t.Eps != 0 || t.Sinks != nil {
		return errors.New("sweep: the terminals have capacities to the sink of their own")
	}
	if len(eps) == 0 || len(eps) > math.MaxInt32 {
		return fmt.Errorf("sweep: %d capacities to the sink, want at least one", len(eps))
	}
	for i, e := range eps {
		if e < 0 || i > 0 && e >= eps[i-1] {
			return fmt.Errorf("sweep: capacity %d to the sink is %d, want numbers from 0 up that decrease strictly", i, e)
		}
	}
	return nil
}

// lower subtracts by from the capacity of each arc to the sink. Flow beyond the new capacity flows back. Arcs
// without a limit lose capacity, too, but no flow can fill them: no sum exceeds the flow with the first capacity
// of one source.
func (p *preflow) lower(by int64) {
	for u := range p.room {
		if p.room[u] -= by; p.room[u] < 0 {
			p.excess[u] -= p.room[u]
			p.value += p.room[u]
			p.room[u] = 0
		}
	}
}

// moreLeave returns by how many arcs more leave the inside since the pages in the queue joined it, in a step.
func (p *preflow) moreLeave(first []uint32, step uint32) int {
	more := 0
	for _, u := range p.queue {
		lo, hi := p.halves(u)
		for a := lo; a < hi; a++ {
			switch joined := first[p.heads[a]]; {
			case joined > step && p.capacity[a] > 0:
				more++
			case joined < step && p.capacity[p.twins[a]] > 0:
				more--
			}
		}
	}
	return more
}
