package simulate

import (
	"context"

	"weft/graph"
)

// lanes is the number of crawls of one graph that are ranked together. Each has two PageRanks: of the crawl and of
// the target. The scores of a page then fill one cache line, so that all of them share the cost of reading an arc.
const (
	lanes = 4
	wide  = 2 * lanes
)

// A batch ranks up to lanes parts of a graph at once. Memory: 2·64 bytes a page, 8 for the inverse degrees, and
// one.
//
// Lane k has, at 2k, the PageRank of part k with its ghosts as sinks: it uses all arcs of crawled pages, and
// spreads teleportation and lost rank over crawled pages and ghosts. At 2k+1 it has the PageRank of the graph
// personalised to the crawled pages, which also receive the lost rank. Both use the power method from the vector
// of preferences. The sums are left folds in the order of the pages.
type batch struct {
	out, in   *graph.Memory
	alpha     float64
	inverse   []float64 // 1/outdegree, 0 for pages without links
	crawled   []uint8   // bit k: of part k
	now, next []float64
	parts     []*Part
	pages     []graph.Node // that the seeds reach, in order: all others have no score, as nothing leads there
}

func newBatch(out, in *graph.Memory, alpha float64) *batch {
	n := out.NumNodes()
	b := &batch{
		out: out, in: in, alpha: alpha, inverse: make([]float64, n), crawled: make([]uint8, n),
		now: make([]float64, wide*n), next: make([]float64, wide*n),
	}
	for u := range n {
		if d := len(out.Succ(graph.Node(u))); d > 0 {
			b.inverse[u] = 1 / float64(d)
		}
	}
	return b
}

// load sets the parts, and the pages of the target, in order.
func (b *batch) load(parts []*Part, pages []graph.Node) {
	b.parts, b.pages = parts, pages
	clear(b.crawled)
	clear(b.now)
	clear(b.next)
	for k, p := range parts {
		for _, u := range pages {
			if p.Crawled.Has(int(u)) {
				b.crawled[u] |= 1 << k
			}
		}
	}
}

// A level is a number for each lane.
type level [wide]float64

// members has, for each set of parts, 1 where a part is in it and 0 elsewhere.
var members = func() (table [1 << lanes][lanes]float64) {
	for set := range table {
		for k := range lanes {
			table[set][k] = float64(set >> k & 1)
		}
	}
	return table
}()

// rank iterates. Afterwards now holds the share that a page passes to each successor: scores times inverse, or
// scores if there are no links. In crawls only crawled pages pass rank on; ghosts pass nothing.
func (b *batch) rank(ctx context.Context, iterations int) error {
	var kept level
	base := b.shares(level{1, 1, 1, 1, 1, 1, 1, 1})
	for _, u := range b.pages {
		b.put(b.now, u, &level{}, &base, &kept)
	}
	for range iterations {
		if err := ctx.Err(); err != nil {
			return err
		}
		for i, k := range kept { // scores add up to 1: what is not kept is lost in ghosts and pages without links
			base[i] = 1 - b.alpha + float64(b.alpha*(1-k))
		}
		base, kept = b.shares(base), level{}
		for _, u := range b.pages {
			sum := gather(b.now, b.in.Succ(u))
			b.put(b.next, u, &sum, &base, &kept)
		}
		b.now, b.next = b.next, b.now
	}
	return nil
}

// shares spreads a mass over the pages that it belongs to: crawled ones and ghosts, or crawled ones.
func (b *batch) shares(mass level) level {
	for k, p := range b.parts {
		mass[2*k] /= float64(max(1, p.Pages+p.Ghosts))
		mass[2*k+1] /= float64(max(1, p.Pages))
	}
	return mass
}

// line returns what a vector has of a page.
func line(vector []float64, u graph.Node) []float64 {
	at := wide * int(u)
	return vector[at : at+wide : at+wide]
}

// put stores the scores of page u, computed from the sum of its predecessors. It adds the scores that u passes on
// to kept.
func (b *batch) put(to []float64, u graph.Node, sum, base, kept *level) {
	at := line(to, u)
	is, inverse := &members[b.crawled[u]], b.inverse[u]
	for k, m := range is {
		crawl := (float64(b.alpha*sum[2*k]) + base[2*k]) * m
		target := float64(b.alpha*sum[2*k+1]) + float64(base[2*k+1]*m)
		if inverse == 0 {
			at[2*k], at[2*k+1] = crawl, target
			continue
		}
		kept[2*k] += crawl
		kept[2*k+1] += target
		at[2*k], at[2*k+1] = crawl*inverse, target*inverse
	}
}

// gather adds up what predecessors give.
func gather(now []float64, preds []graph.Node) level {
	var a, b, c, d, e, f, g, h float64
	for _, v := range preds {
		s := now[wide*int(v) : wide*int(v)+wide : wide*int(v)+wide]
		a += s[0]
		b += s[1]
		c += s[2]
		d += s[3]
		e += s[4]
		f += s[5]
		g += s[6]
		h += s[7]
	}
	return level{a, b, c, d, e, f, g, h}
}

// scores returns the scores of the crawled pages of part k, in their order: of the crawl and of the target.
func (b *batch) scores(k int) (crawl, target []float64) {
	n := b.parts[k].Pages
	crawl, target = make([]float64, 0, n), make([]float64, 0, n)
	for _, u := range b.pages {
		if b.crawled[u]>>k&1 == 1 {
			d, at := float64(max(1, len(b.out.Succ(u)))), line(b.now, u)
			crawl, target = append(crawl, at[2*k]*d), append(target, at[2*k+1]*d)
		}
	}
	return crawl, target
}

// impacts returns Im(C) of each part: one pass over the arcs.
func (b *batch) impacts() [lanes]float64 {
	var im [lanes]float64
	for _, u := range b.pages {
		mask := b.crawled[u]
		if mask == 0 {
			continue
		}
		sum, at := gather(b.now, b.in.Succ(u)), line(b.now, u)
		d := float64(max(1, len(b.out.Succ(u))))
		for k := range b.parts {
			if mask>>k&1 == 1 {
				im[k] += sum[2*k] / (at[2*k] * d)
			}
		}
	}
	for k, p := range b.parts {
		im[k] /= float64(max(1, p.Pages))
	}
	return im
}

// spread has bit k of a mask in the 16 bits from 16k on.
var spread = func() (table [1 << lanes]uint64) {
	for mask := range table {
		for k := range lanes {
			table[mask] |= uint64(mask>>k&1) << (16 * k)
		}
	}
	return table
}()

// gammas returns γ(C) of each part, pages without links counting 1; 1 for a part without pages: one pass over the arcs.
func (b *batch) gammas() [lanes]float64 {
	var sums [lanes]float64
	for _, u := range b.pages {
		mask := b.crawled[u]
		if mask == 0 {
			continue
		}
		succ := b.out.Succ(u)
		inside := b.countInside(succ)
		for k := range b.parts {
			switch {
			case mask>>k&1 == 0:
			case len(succ) == 0:
				sums[k]++
			default:
				sums[k] += float64(inside[k]) * b.inverse[u]
			}
		}
	}
	for k, p := range b.parts {
		if sums[k] /= float64(max(1, p.Pages)); p.Pages == 0 {
			sums[k] = 1
		}
	}
	return sums
}

// countInside counts, for each part, the pages of a list that are crawled.
func (b *batch) countInside(list []graph.Node) (n [lanes]int) {
	for len(list) > 0 {
		some := list[:min(len(list), 1<<16-1)]
		list = list[len(some):]
		packed := uint64(0)
		for _, v := range some {
			packed += spread[b.crawled[v]]
		}
		for k := range n {
			n[k] += int(packed >> (16 * k) & (1<<16 - 1))
		}
	}
	return n
}
