package random

import (
	"math"
	"math/bits"

	"weft/graph"
	"weft/internal/splitmix"
)

// popularityPower makes the popularity of hosts fall with the power 1 − 1/11 of their rank, which gives in-degrees the
// exponent 1 + 1/(1 − 1/11) = 2.1.
const popularityPower = 11

// A popularity is a law of hosts. Hosts that are next to each other in rank lie far from each other in number.
type popularity struct {
	hosts  uint64
	c      float64 // (hosts + 1)^(1/popularityPower) − 1
	step   uint64  // rank → number: (rank·step + offset) mod hosts
	offset uint64
}

func newPopularity(hosts int, seed uint64) popularity {
	p := popularity{hosts: uint64(hosts), c: math.Pow(float64(hosts)+1, 1.0/popularityPower) - 1}
	p.offset = uint64(reduce(hash(seed, forPopularity, 0), hosts))
	for p.step = uint64(float64(hosts)*0.6180339887) + 1; gcd(p.step, p.hosts) != 1; {
		p.step++
	}
	return p
}

func gcd(a, b uint64) uint64 {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

// draw draws a host; its rank by inversion, (1 + U((H+1)^(1/11) − 1))^11.
func (p *popularity) draw(r *stream) int {
	x := 1 + r.float()*p.c
	x2 := x * x
	x4 := x2 * x2
	rank := min(uint64(x4*x4*x2*x)-1, p.hosts-1)
	return int((rank*p.step + p.offset) % p.hosts)
}

// foreign draws a page of another host that pages of a region may link to; false if none was found.
func (w *Web) foreign(r *stream, from region) (graph.Node, bool) {
	for range 6 {
		h := w.pop.draw(r)
		to := w.hostRegion(h)
		if !leadsTo[from][to] {
			continue
		}
		root, end := w.lay.host(h)
		d := root
		if x := r.next(); x < homeShare {
			return graph.Node(w.lay.dirAt[root]), true
		}
		d += r.below(end - root)
		if w.dirRegion(d, root, to) == inside {
			continue
		}
		return w.inDir(r, d), true
	}
	return 0, false
}

// homeShare of 2⁶⁴ is the share of links between hosts that lead to homes.
const homeShare = 1 << 63

// inDir draws a page of a directory: half of the time the first, else one by a law that favours the earlier.
func (w *Web) inDir(r *stream, d int) graph.Node {
	first, end := w.lay.dir(d)
	x := r.next()
	if x&1 == 0 {
		return first
	}
	return first + earlier(x, int(end-first))
}

// earlier maps a hash to [0, n) by the product of two uniform numbers.
func earlier(h uint64, n int) graph.Node {
	return graph.Node(reduce(uint64(reduce(h, 1<<32))*uint64(reduce(splitmix.Mix(h), 1<<32)), n))
}

// near draws a page of [first, end) at a distance from u whose logarithm is uniform.
func near(r *stream, u, first, end graph.Node) graph.Node {
	x := r.next()
	width := bits.Len32(uint32(end - first))
	e := reduce(r.next(), width)
	d := int64(1)<<e + int64(x>>8&(1<<e-1))
	if x&1 != 0 {
		d = -d
	}
	if v := int64(u) + d; v >= int64(first) && v < int64(end) {
		return graph.Node(v)
	}
	return first + graph.Node(reduce(splitmix.Mix(x), int(end-first)))
}
