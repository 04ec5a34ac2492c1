package seeds

import (
	"math"

	"weft/algo/rank"
	"weft/graph"
	"weft/graph/view"
	"weft/internal/heap"
)

// A Core is a part of a graph in which hubs link to authorities.
type Core struct {
	Hubs        []graph.Node `json:"hubs"` // in the order in which they were found: the best first
	Authorities []graph.Node `json:"authorities"`
	Arcs        int          `json:"arcs"`    // from hubs to authorities
	Density     float64      `json:"density"` // 100 arcs / (hubs authorities)
}

// CoreOptions say how a core grows.
type CoreOptions struct {
	Density float64 // it is at least so dense, in percent; 0 if it grows to a size
	// Literal grows a core of a density by the loop that the paper prints: a hub and an authority are added, then it
	// looks. So the core ends with the two that broke the density.
	Literal bool
	Size    int // maximum number of pages
	Members int // that many hubs, then authorities, are added at a time to a core of a size; 1 if it is 0
	MaxHubs int // it has no more hubs; 0 for any number
}

// An extractor grows a core.
type extractor struct {
	out, in     graph.Random
	hubs        []float64 // scores
	authorities []float64
	removed     view.Bits
	o           CoreOptions

	core   Core
	closed role // the sides that the next page would have made too thin
	role   map[graph.Node]role
	nextH  *heap.Heap[candidate]
	nextA  *heap.Heap[candidate]
	list   []graph.Node
	listed error
}

// role is the role of a page in a core: bits.
type role uint8

const (
	isHub role = 1 << iota
	isAuthority
	hubSeen       // a candidate
	authoritySeen // a candidate
)

// Extract returns the core around the page with the highest authority score that is not removed. A nil removed
// means that no page is removed. The core is empty if all scores are 0. Extract reads all scores once, and the
// lists of the pages of the core. It returns the errors of reading lists.
// Papers: seed sets, §2.3, §2.4.
func Extract(out, in graph.Random, scores *rank.HITSResult, removed view.Bits, o CoreOptions) (Core, error) {
	x := &extractor{out: out, in: in, hubs: scores.Hubs, authorities: scores.Authorities, removed: removed, o: o, role: map[graph.Node]role{}, nextH: heap.New(byScore), nextA: heap.New(byScore)}
	if x.removed == nil {
		x.removed = view.NewBits(out.NumNodes())
	}
	best, ok := x.best()
	if !ok {
		return Core{}, nil
	}
	x.addAuthority(best)
	for x.listed == nil && x.grow() {
		continue
	}
	if n := len(x.core.Hubs) * len(x.core.Authorities); n > 0 {
		x.core.Density = 100 * float64(x.core.Arcs) / float64(n)
	}
	return x.core, x.listed
}

// best returns the page with the highest authority score.
func (x *extractor) best() (graph.Node, bool) {
	at, top := 0, 0.0
	for u, a := range x.authorities {
		if r := round(a); r > top && !x.removed.Has(u) {
			at, top = u, r
		}
	}
	return graph.Node(at), top > 0
}

// round rounds a score that is not negative to 40 bits.
func round(score float64) float64 {
	return math.Float64frombits((math.Float64bits(score) + 1<<11) &^ (1<<12 - 1))
}

// grow adds hubs and authorities; false if the core has ended.
func (x *extractor) grow() bool {
	before := x.pages()
	for range max(x.o.Members, 1) {
		if x.full() {
			return false
		}
		x.growHub()
	}
	for range max(x.o.Members, 1) {
		if x.full() {
			return false
		}
		x.growAuthority()
	}
	return x.pages() > before && (!x.o.Literal || x.dense(0, len(x.core.Hubs), len(x.core.Authorities)))
}

func (x *extractor) pages() int { return len(x.core.Hubs) + len(x.core.Authorities) }

func (x *extractor) full() bool { return x.o.Size > 0 && x.pages() >= x.o.Size }

// growHub adds the best hub, if there is one. If it would break the density, hubs are closed instead.
func (x *extractor) growHub() {
	if x.closed&isHub != 0 || x.o.MaxHubs > 0 && len(x.core.Hubs) >= x.o.MaxHubs {
		return
	}
	u, ok := x.next(x.nextH)
	if !ok {
		return
	}
	arcs := x.count(x.out, u, isAuthority)
	if !x.o.Literal && !x.dense(arcs, len(x.core.Hubs)+1, len(x.core.Authorities)) {
		x.closed |= isHub
		return
	}
	x.core.Hubs = append(x.core.Hubs, u)
	x.core.Arcs += arcs
	x.role[u] |= isHub
	for _, v := range x.list {
		x.offer(x.nextA, v, authoritySeen, x.authorities)
	}
}

// growAuthority adds the best authority, if there is one. If it would break the density, authorities are closed instead.
func (x *extractor) growAuthority() {
	if x.closed&isAuthority != 0 {
		return
	}
	v, ok := x.next(x.nextA)
	if !ok {
		return
	}
	arcs := x.count(x.in, v, isHub)
	if !x.o.Literal && !x.dense(arcs, len(x.core.Hubs), len(x.core.Authorities)+1) {
		x.closed |= isAuthority
		return
	}
	x.core.Arcs += arcs
	x.addAuthority(v)
}

func (x *extractor) addAuthority(v graph.Node) {
	x.core.Authorities = append(x.core.Authorities, v)
	x.role[v] |= isAuthority
	if x.list, x.listed = x.in.AppendSucc(x.list[:0], v); x.listed != nil {
		return
	}
	for _, u := range x.list {
		x.offer(x.nextH, u, hubSeen, x.hubs)
	}
}

// dense reports whether a core is dense enough with more arcs added.
func (x *extractor) dense(more, hubs, authorities int) bool {
	return x.o.Density == 0 || 100*float64(x.core.Arcs+more) >= x.o.Density*float64(hubs)*float64(authorities)
}

// count reads the list of a page, and returns how many in it have a role.
func (x *extractor) count(g graph.Random, u graph.Node, r role) int {
	if x.list, x.listed = g.AppendSucc(x.list[:0], u); x.listed != nil {
		return 0
	}
	n := 0
	for _, v := range x.list {
		if x.role[v]&r != 0 {
			n++
		}
	}
	return n
}

// offer makes a page a candidate, once.
func (x *extractor) offer(to *heap.Heap[candidate], u graph.Node, seen role, scores []float64) {
	if x.role[u]&seen != 0 || x.removed.Has(int(u)) {
		return
	}
	x.role[u] |= seen
	to.Push(candidate{round(scores[u]), u})
}

// next returns the best candidate that has no role in the core.
func (x *extractor) next(from *heap.Heap[candidate]) (graph.Node, bool) {
	for from.Len() > 0 {
		c := from.Pop()
		if x.role[c.page]&(isHub|isAuthority) == 0 {
			return c.page, true
		}
	}
	return 0, false
}

// A candidate may become part of a core.
type candidate struct {
	score float64
	page  graph.Node
}

// byScore orders candidates: the highest score first, then the smallest number.
func byScore(a, b candidate) bool { return a.score > b.score || a.score == b.score && a.page < b.page }
