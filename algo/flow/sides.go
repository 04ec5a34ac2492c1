package flow

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"weft/graph"
)

// Between are the bounds of [Network.Sides] on the capacity to the sink.
type Between struct {
	// High and Low are the largest and the smallest.
	High, Low int64
	// Most bounds how many are tried; 0 stands for 1,000.
	Most int
}

// Sides finds every side that the sources have in a smallest minimum cut for a capacity to the sink within b. It
// returns one step per side, with the largest capacity that has this side. So the capacity of the step at which a
// page joins is exactly the last one at which the page belongs. A side that stays the same down to a much smaller
// capacity is a natural one. all reports whether the allowed number of capacities was enough. If not, sides may be
// missing, and others may seem to begin at smaller capacities than they do.
//
// The value of the cut around a side S is a line in ε, A(S) + ε·|S|. Where the lines of two sides cross, either a
// third side has a smaller cut, or no side lies between them (Gallo, Grigoriadis and Tarjan, as for
// [Network.Sweep]). One sweep tries all known crossings and finds new ones for the next sweep; the first sweep
// tries powers of two. Memory and errors are as for [Network.Sweep].
func (n *Network) Sides(ctx context.Context, t Terminals, b Between, w graph.Work) (sides *Levels, all bool, err error) {
	if b.Low < 0 || b.High < b.Low {
		return nil, false, fmt.Errorf("sides: capacities to the sink from %d down to %d, want the first to be no less, and none negative", b.High, b.Low)
	}
	if b.Most == 0 {
		b.Most = 1000
	}
	var known []Step
	for ask := halvings(b.High, b.Low); len(ask) > 0; ask = crossings(known) {
		if len(known) > 0 && len(known)+len(ask) > b.Most {
			break
		}
		l, err := n.Sweep(ctx, t, ask, w)
		if err != nil {
			return nil, false, err
		}
		known = append(known, l.Steps...)
		slices.SortFunc(known, func(a, b Step) int { return cmp.Compare(b.Eps, a.Eps) })
	}
	all = len(crossings(known)) == 0
	known = slices.CompactFunc(known, func(a, b Step) bool { return a.Pages == b.Pages }) // they are nested: as large is the same
	var eps []int64
	for _, s := range known {
		eps = append(eps, s.Eps)
	}
	sides, err = n.Sweep(ctx, t, eps, w)
	return sides, all, err
}

// halvings returns high, a half of it, and so on, and low.
func halvings(high, low int64) []int64 {
	var eps []int64
	for e := high; e > low; e /= 2 {
		eps = append(eps, e)
	}
	return append(eps, low)
}

// crossings returns the capacities at which there may be sides that are not known, or that tell where one begins.
func crossings(known []Step) []int64 {
	var eps []int64
	for i := 1; i < len(known); i++ {
		a, b := known[i-1], known[i]
		if a.Pages == b.Pages {
			continue
		}
		// From this capacity on the cut around the smaller side is no larger than the other.
		more := int64(b.Pages - a.Pages)
		from := (a.fixed() - b.fixed() + more - 1) / more
		for _, e := range []int64{from, from - 1} {
			if a.Eps > e && e > b.Eps {
				eps = append(eps, e)
			}
		}
	}
	return eps
}

// fixed returns the part of the cut that does not depend on the capacity to the sink.
func (s Step) fixed() int64 { return s.Value - s.Eps*int64(s.Pages) }
