package triangle

import (
	"cmp"
	"context"
	"math"
	"slices"

	"weft/graph"
	"weft/internal/splitmix"
)

// SampleOptions of [Sample].
type SampleOptions struct {
	graph.Work
	// Samples is the number of draws for each of the shares; 0 stands for 20,000.
	Samples int
	Seed    uint64
}

// SampleBytes returns the memory of [Sample]: 160 bytes for a draw of each share. For absurd numbers of draws it
// returns the greatest number that fits an int64.
func SampleBytes(samples int) int64 { return 160 * min(int64(samples), math.MaxInt64/1000) }

// A Sampled graph has some of its wedges and paths checked. Draws are independent, and each hits with the
// probability that is estimated.
type Sampled struct {
	Totals
	Nodes, Samples int // draws of each kind, where there is something to draw from
	// Joined counts wedges with joined ends, drawn from all wedges. Local counts them at a node with two
	// neighbours or more, each such node being equally likely. Transitive and Cyclic count paths x → y → z with x
	// → z, and with z → x.
	Joined, Local, Transitive, Cyclic int
}

// The kinds of draws.
const (
	wedges = iota // of all, as likely as each other
	locals        // a node with two neighbours or more, and a wedge of it
	paths
	purposes
)

// ofPairs is the domain of the pairs that the draws of a node lead to.
const ofPairs splitmix.Domain = 3

// Sample draws wedges and paths with replacement, and checks whether they are closed (Seshadhri, Pinar and Kolda,
// "Triadic measures on graphs: the power of wedge sampling", SDM 2013). It takes two passes over both directions,
// and two or three lists for each draw. The result depends on the graph, the number of draws and the seed. Memory:
// [SampleBytes]. Errors are as for [Count].
// Papers: random crawls, §5.2.
func Sample(ctx context.Context, out, in graph.Random, o SampleOptions) (*Sampled, error) {
	s := &sampler{both: newBoth(ctx, out, in, o.Workers), seed: o.Seed}
	r := &Sampled{Nodes: out.NumNodes(), Samples: cmp.Or(o.Samples, 20000)}
	if err := s.count(&r.Totals); err != nil {
		return nil, err
	}
	pairs := make([][]pair, len(s.before))
	for p, of := range []int64{r.Wedges, int64(r.Several), r.Paths} {
		s.draws[p] = s.draw(uint64(p), of, r.Samples)
	}
	err := s.each(func(_ *scratch, part int, u graph.Node, succ, pred []graph.Node) {
		pairs[part] = s.take(pairs[part], part, u, succ, pred)
	})
	if err != nil {
		return nil, err
	}
	hits, err := s.look(slices.Concat(pairs...))
	if err != nil {
		return nil, err
	}
	r.Joined, r.Local, r.Transitive, r.Cyclic = hits[wedges], hits[locals], hits[paths], hits[purposes]
	return r, nil
}

type sampler struct {
	both
	seed   uint64
	before []Totals // of each part of the graph, what the parts before it have
	at     []Totals // of each part, what came before the node at hand
	draws  [purposes][]int64
}

// count adds up wedges and paths, in all and before each part.
func (s *sampler) count(all *Totals) error {
	parts := graph.Parts(s.out)
	s.before = make([]Totals, len(parts))
	failed := make([]error, len(parts))
	err := s.each(func(_ *scratch, i int, u graph.Node, succ, pred []graph.Node) {
		if d, p := degree(u, succ, pred); !s.before[i].add(d, p) {
			failed[i] = ErrTooMany
		}
	})
	for i, t := range s.before {
		s.before[i] = *all
		if err = cmp.Or(err, failed[i]); err == nil && !all.plus(&t) {
			err = ErrTooMany
		}
	}
	all.Edges /= 2
	s.at = slices.Clone(s.before)
	return err
}

// draw returns numbers below n, with replacement, in order; none if n is 0.
func (s *sampler) draw(purpose uint64, n int64, samples int) []int64 {
	if n == 0 {
		return nil
	}
	rng := splitmix.Rand(s.seed, purpose)
	all := make([]int64, samples)
	for i := range all {
		all[i] = rng.Int64N(n)
	}
	slices.Sort(all)
	return all
}

// A pair is a question: whether a is joined with b.
type pair struct {
	a, b    graph.Node
	purpose uint8
}

// take turns the draws that fall on u into pairs of its neighbours.
func (s *sampler) take(to []pair, part int, u graph.Node, succ, pred []graph.Node) []pair {
	from := s.at[part]
	d, p := degree(u, succ, pred)
	s.at[part].add(d, p)
	until := &s.at[part]
	count := [purposes]int{within(s.draws[wedges], from.Wedges, until.Wedges), within(s.draws[locals], int64(from.Several), int64(until.Several)), within(s.draws[paths], from.Paths, until.Paths)}
	if count == [purposes]int{} {
		return to
	}
	rng := ofPairs.Rand(s.seed, uint64(u))
	near := make([]graph.Node, 0, d)
	graph.Neighbours(u, succ, pred, func(v graph.Node, _, _ bool) { near = append(near, v) })
	for _, purpose := range []int{wedges, locals} {
		for range count[purpose] {
			i, j := rng.IntN(len(near)), rng.IntN(len(near)-1)
			if j >= i {
				j++
			}
			to = append(to, pair{near[i], near[j], uint8(purpose)})
		}
	}
	for range count[paths] {
		x, z := u, u
		for x == z || x == u || z == u { // there is one at least
			x, z = pred[rng.IntN(len(pred))], succ[rng.IntN(len(succ))]
		}
		to = append(to, pair{x, z, paths})
	}
	return to
}

// within counts the draws, which are in order, from lo to below hi.
func within(draws []int64, lo, hi int64) int {
	if lo == hi {
		return 0
	}
	first, _ := slices.BinarySearch(draws, lo)
	n, _ := slices.BinarySearch(draws[first:], hi)
	return n
}

// look counts the joined pairs by purpose: for wedges in either direction, for paths from a to b, and after these
// from b to a.
func (s *sampler) look(pairs []pair) (hits [purposes + 1]int, err error) {
	slices.SortFunc(pairs, func(p, q pair) int { return cmp.Or(cmp.Compare(p.a, q.a), cmp.Compare(p.b, q.b)) })
	var list []graph.Node
	for i, p := range pairs {
		if i&0xff == 0 && s.ctx.Err() != nil {
			return hits, s.ctx.Err()
		}
		there, back := false, false
		for _, d := range []struct {
			a, b graph.Node
			is   *bool
		}{{p.a, p.b, &there}, {p.b, p.a, &back}} {
			if list, err = s.out.AppendSucc(list[:0], d.a); err != nil {
				return hits, err
			}
			_, *d.is = slices.BinarySearch(list, d.b)
		}
		if there && p.purpose == paths || (there || back) && p.purpose != paths {
			hits[p.purpose]++
		}
		if back && p.purpose == paths {
			hits[purposes]++
		}
	}
	return hits, nil
}
