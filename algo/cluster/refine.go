package cluster

import (
	"context"
	"math"

	"weft/graph"
	"weft/internal/par"
	"weft/internal/splitmix"
)

// Domains of the draws of a refinement: the order in which the nodes of a cluster are visited, and the part that a node
// joins. A cluster and a node may have the same number, so the two need domains of their own.
const (
	ofVisits splitmix.Domain = 0x766973697473
	ofParts  splitmix.Domain = 0x7061727473
)

// A refiner divides each cluster anew. It starts from single nodes and merges each at most once, only inside its
// cluster, and only parts that are well connected to the rest of the cluster (Algorithm A.2 of Traag et al.,
// RefinePartition).
type refiner struct {
	*level
	of    []uint32 // clusters
	gamma float64
	theta float64
	seed  uint64
	parts []uint32  // the part of each node, named by its first node
	mass  []float64 // of each part
	cut   []float64 // of each part: the weight of its edges to the rest of its cluster
	alone []bool    // parts of one node
}

// refine returns the parts, numbered in the order of clusters and nodes, and how many there are.
func (c *climber) refine(ctx context.Context, l *level, of []uint32, count int, seed uint64) ([]uint32, int, error) {
	f := &refiner{level: l, of: of, gamma: c.gamma, theta: c.theta, seed: seed, parts: make([]uint32, l.n), mass: make([]float64, l.n), cut: make([]float64, l.n), alone: make([]bool, l.n)}
	copy(f.mass, l.mass)
	for u := range f.parts {
		f.parts[u], f.alone[u] = uint32(u), true
	}
	g := group(of, count)
	tasks := g.tasks()
	tallies := make(par.Free[tally], par.Workers(c.o.Workers))
	err := par.Do(ctx, len(tasks), c.o.Workers, func(i int) error {
		t := tallies.Get()
		if len(t.sum) == 0 {
			t.sum = make([]float64, l.n)
		}
		defer tallies.Put(t)
		r := reader{level: l}
		for c := tasks[i].Lo; c < tasks[i].Hi && r.err == nil; c++ {
			f.divide(&r, c, g.of(c), t)
		}
		return r.err
	})
	if err != nil {
		return nil, 0, err
	}
	return f.number(g)
}

// number numbers the parts cluster by cluster, so that the parts of a cluster have consecutive numbers.
func (f *refiner) number(g groups) ([]uint32, int, error) {
	numbers := make([]uint32, f.n) // plus one
	count := uint32(0)
	for _, u := range g.nodes {
		p := f.parts[u]
		if numbers[p] == 0 {
			count++
			numbers[p] = count
		}
		f.parts[u] = numbers[p] - 1
	}
	return f.parts, int(count), nil
}

// divide refines the cluster c.
func (f *refiner) divide(r *reader, c int, nodes []uint32, t *tally) {
	if len(nodes) == 1 {
		return
	}
	all := 0.0
	for _, u := range nodes {
		all += f.level.mass[u]
		list, weights := r.list(u)
		f.cut[u] = f.inside(u, list, weights)
	}
	shuffle(nodes, ofVisits.Seed(f.seed, uint64(c)))
	for _, u := range nodes {
		if own := f.parts[u]; f.alone[own] && own == u && f.joined(u, all) {
			list, weights := r.list(u)
			f.join(u, all, list, weights, t)
		}
	}
}

// joined says whether a part is well connected to the rest of its cluster, which has so much mass.
func (f *refiner) joined(part uint32, all float64) bool {
	need := f.gamma * f.mass[part] * (all - f.mass[part])
	return f.cut[part] >= need*(1-leastGain)
}

// inside returns the weight of the edges from u to other nodes of its cluster.
func (f *refiner) inside(u uint32, list []graph.Node, weights []float32) float64 {
	sum, own := 0.0, f.of[u]
	for i, v := range list {
		if f.of[v] == own && uint32(v) != u {
			if weights == nil {
				sum++
			} else {
				sum += float64(weights[i])
			}
		}
	}
	return sum
}

// join merges u into the well-connected part of its cluster where that adds most, if it adds anything.
func (f *refiner) join(u uint32, all float64, list []graph.Node, weights []float32, t *tally) {
	own := f.of[u]
	for i, v := range list {
		if f.of[v] != own || uint32(v) == u {
			continue
		}
		p := f.parts[v]
		if t.sum[p] == 0 {
			t.seen = append(t.seen, p)
		}
		if weights == nil {
			t.sum[p]++
		} else {
			t.sum[p] += float64(weights[i])
		}
	}
	to := f.choose(u, all, t)
	if to != u {
		f.parts[u], f.alone[to] = to, false
		f.cut[to] += f.cut[u] - 2*t.sum[to]
		f.mass[to] += f.mass[u]
		f.mass[u], f.alone[u] = 0, false
	}
	t.clear()
}

// choose draws the part that u joins. Candidates are well-connected parts with a gain; the probability is
// proportional to exp(gain/θ). Without a candidate choose returns u. t holds the weights of the edges from u to
// each part.
func (f *refiner) choose(u uint32, all float64, t *tally) uint32 {
	price := f.gamma * f.mass[u]
	best, to := 0.0, u
	for _, p := range t.seen {
		gain := t.sum[p] - price*f.mass[p]
		if (gain > best || to == u && gain >= 0) && f.joined(p, all) {
			best, to = gain, p
		}
	}
	if to == u {
		return u
	}
	total, least := 0.0, max(0, best-manyThetas*f.theta)
	draw := ofParts.Seed(f.seed, uint64(u))
	for _, p := range t.seen {
		gain := t.sum[p] - price*f.mass[p]
		if gain < least || !f.joined(p, all) {
			continue
		}
		chance := math.Exp((gain - best) / f.theta)
		total += chance
		draw += splitmix.Golden
		if float64(splitmix.Mix(draw)>>11)*0x1p-53*total < chance {
			to = p
		}
	}
	return to
}

// Parts with a gain of this many θ below the best are not drawn: their probability is below one in 20,000.
const manyThetas = 10

// shuffle puts nodes into an order drawn by seed.
func shuffle(nodes []uint32, seed uint64) {
	for i := len(nodes) - 1; i > 0; i-- {
		seed += splitmix.Golden
		hi := (splitmix.Mix(seed) >> 32) * uint64(i+1) >> 32
		nodes[i], nodes[hi] = nodes[hi], nodes[i]
	}
}
