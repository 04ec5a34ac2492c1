package hak

import (
	"cmp"
	"context"
	"math"

	"weft/graph"
	"weft/graph/view"
	"weft/internal/topk"
)

var notANumber = float32(math.NaN())

// A Ghost is a page that was not crawled, and what it is worth.
type Ghost struct {
	Page graph.Node
	Want float64 // Σ 1/d(v) over the crawled pages v that link there: what n·γ(C) would grow by at least
	Flow float64 // PageRank that flows there from crawled pages
	Arcs int     // from crawled pages
}

// Impacts is the result of one pass over the predecessors of all pages.
type Impacts struct {
	Whole  Group
	Groups []Group      // nil without groups
	Wanted []Ghost      // with the greatest want, those first
	Linked []graph.Node // pages with the most in-links, ghosts included, those first; ties by number
}

// ImpactOptions of GetImpacts.
type ImpactOptions struct {
	Groups Groups
	Failed view.Bits // ghosts that failed when they were requested; no group counts them; nil for none
	Wanted int       // how many ghosts are listed
	Linked int       // how many pages
	graph.Work
}

// Im returns Im(C), the mean of Im(v) over the n crawled pages. Im(v) is a sum over the pages that v links to. So
// the sum over v is a sum over pages u, of the share of the PageRank of u that comes from crawled pages, and a
// pass over predecessors finds it. This share is not 1, as the paper says, but less: teleportation and the
// iterations that were not made reduce it.
func (i *Impacts) Im() float64 {
	if i.Whole.Crawled == 0 {
		return 0
	}
	return i.Whole.Im / float64(i.Whole.Crawled)
}

// Ranked are the PageRank of all pages in the graph of crawled pages and ghosts, and their outdegrees.
type Ranked struct {
	Scores  []float64
	Degrees []uint32
}

// GetImpacts makes one pass over the links to all pages. In Im(v) = (1/d(v)) Σ π(v)/π(u), the sum is over the
// crawled pages u that v links to, and d(v) counts all links; only this reading gives the paper's .259. Memory: as
// for the groups of [Scan], and the listed pages. The result does not depend on the number of workers.
// Papers: fidelity, "HAK measure".
func GetImpacts(ctx context.Context, in graph.Random, crawled view.Bits, p Ranked, o ImpactOptions) (*Impacts, error) {
	x := &weighing{crawled: crawled, scores: p.Scores, degrees: p.Degrees, o: &o, all: &Impacts{}}
	x.wanted, x.linked = x.lists()
	if o.Groups != nil {
		x.all.Groups = make([]Group, o.Groups.Len())
	}
	weigh := func(p *partImpacts, r graph.Range) error {
		if p.wanted == nil {
			p.wanted, p.linked = x.lists()
		}
		return graph.EachList(in, r, func(u graph.Node, preds []graph.Node) { x.page(p, u, preds) })
	}
	if err := eachPart(ctx, graph.Parts(in), o.Workers, weigh, x.fold); err != nil {
		return nil, err
	}
	x.all.Wanted = x.wanted.Sorted()
	for _, l := range x.linked.Sorted() {
		x.all.Linked = append(x.all.Linked, l.page)
	}
	return x.all, nil
}

// weighing is a pass of GetImpacts.
type weighing struct {
	crawled view.Bits
	scores  []float64
	degrees []uint32
	o       *ImpactOptions
	all     *Impacts
	wanted  *topk.Selection[Ghost]
	linked  *topk.Selection[linked]
}

func (x *weighing) lists() (*topk.Selection[Ghost], *topk.Selection[linked]) {
	return topk.New(x.o.Wanted, byWant), topk.New(x.o.Linked, byLinks)
}

// page weighs the links to a page.
func (x *weighing) page(p *partImpacts, u graph.Node, preds []graph.Node) {
	if len(preds) > 0 {
		p.linked.Add(linked{len(preds), u})
	}
	flow, want := inflow(preds, x.scores, x.degrees)
	g := Group{}
	switch {
	case x.crawled.Has(int(u)):
		g.Crawled = 1
		if x.scores[u] > 0 {
			g.Im = flow / x.scores[u]
		}
	case len(preds) > 0:
		if x.o.Failed != nil && x.o.Failed.Has(int(u)) {
			break
		}
		g = Group{Ghosts: 1, Want: want, Flow: flow, Best: u, BestWant: want}
		p.wanted.Add(Ghost{u, want, flow, len(preds)})
	}
	p.groups.add(groupOf(x.o.Groups, u), &g)
}

// inflow returns what flows into a page, and Σ 1/d.
func inflow(preds []graph.Node, scores []float64, degrees []uint32) (flow, want float64) {
	for _, v := range preds {
		share := 1 / float64(max(degrees[v], 1))
		want += share
		flow += scores[v] * share
	}
	return flow, want
}

// A partImpacts is the result for one part of the pages.
type partImpacts struct {
	groups groupRuns
	wanted *topk.Selection[Ghost]
	linked *topk.Selection[linked]
}

// fold adds what was found in a part, and empties that.
func (x *weighing) fold(p *partImpacts) {
	p.groups.fold(&x.all.Whole, x.all.Groups)
	x.wanted.Take(p.wanted)
	x.linked.Take(p.linked)
}

// byWant puts the ghost with the greatest want first, byLinks the page with the most links; ties go by number.
func byWant(a, b Ghost) int { return cmp.Or(cmp.Compare(b.Want, a.Want), cmp.Compare(a.Page, b.Page)) }

func byLinks(a, b linked) int {
	return cmp.Or(cmp.Compare(b.links, a.links), cmp.Compare(a.page, b.page))
}

// A linked is a page with the number of links to it.
type linked struct {
	links int
	page  graph.Node
}

// A Risk is a crawled page with much of its PageRank from one link.
type Risk struct {
	Page  graph.Node
	From  graph.Node // where the link comes from
	Share float64    // of its PageRank: α·Im(From, Page)
	Score float64    // its PageRank
}

// Risks returns the largest impact of a single link on each of some pages that have links, in the order of the
// pages. It is the share of its PageRank that a page would lose at once without this link. alpha is the damping.
// Papers: fidelity, "Effectiveness of HAK", "Conclusion".
func Risks(in graph.Random, pages []graph.Node, scores []float64, degrees []uint32, alpha float64) ([]Risk, error) {
	var risks []Risk
	var preds []graph.Node
	var err error
	for _, u := range pages {
		if preds, err = in.AppendSucc(preds[:0], u); err != nil {
			return nil, err
		}
		r := Risk{Page: u, Score: scores[u]}
		for _, v := range preds {
			if share := alpha * scores[v] / float64(max(degrees[v], 1)) / scores[u]; v != u && share > r.Share {
				r.From, r.Share = v, share
			}
		}
		if r.Share > 0 {
			risks = append(risks, r)
		}
	}
	return risks, nil
}

// ClosedIm returns Im(C) from PageRank scores alone, without reading an arc. The PageRank must have converged,
// with damping alpha and with lost score spread uniformly over all pages. Im(C) is the mean over the crawled pages
// of (1 − base/π(u))/α, where base = (1 − α + α·dangling)/pages and dangling is the PageRank of the pages without
// links. If the PageRank has not converged, the result differs from GetImpacts. Pages that are neither crawled nor
// ghosts have a score of 0.
func ClosedIm(scores []float64, degrees []uint32, crawled view.Bits, pages int, alpha float64) float64 {
	dangling := 0.0
	for u, d := range degrees {
		if d == 0 {
			dangling += scores[u]
		}
	}
	base := (1 - alpha + alpha*dangling) / float64(pages)
	n, sum := 0, 0.0
	for u, x := range scores {
		if crawled.Has(u) {
			n++
			sum += (1 - base/x) / alpha
		}
	}
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}
