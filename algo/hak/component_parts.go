package hak

import (
	"context"

	"weft/algo/component"
	"weft/graph"
	"weft/graph/alloc"
	"weft/graph/view"
)

// A Part is a set of pages, with the share of its links that stay inside.
//
//json:object part of a crawl
type Part struct {
	Pages int   `json:"pages" label:"pages"` // pages
	Arcs  int64 `json:"arcs" label:"arcs"`   // arcs between its pages
	// mean share of the links of a page that lead into the set; pages without links count as 1
	Gamma    float64 `json:"gamma" label:"γ"`
	BelowTau int     `json:"below_tau" label:"below tau"` // pages whose share of links into the set is below tau
}

// Parts are the weak components of a set of pages.
type Parts struct {
	Whole Part   // all of them; as no link joins two of them, γ of a page is the same in it and in its component
	Parts []Part // from the one with the most pages down, ties by the smallest page
	// Labels holds for each page of the graph the index of its component in Parts; None where it is in none.
	Labels []uint32
}

// Members returns the pages of a component.
func (p *Parts) Members(label uint32) view.Bits {
	b := view.NewBits(len(p.Labels))
	for u, l := range p.Labels {
		if l == label {
			b.Add(u)
		}
	}
	return b
}

// None is the label of a page that is in no component.
const None = 1<<32 - 1

// Components divides members into the weak components of the graph they induce. It returns the size of each
// component, and the share of its links that stay inside. out holds all links of the members, as for [Grow].
//
// It takes one pass over out for the components, one for γ, and one to count arcs if out has not counted them. γ
// is summed in the order of pages. Memory: [ComponentsBytes]. The result does not depend on the number of workers.
// Errors: reading out, allocating memory, and ctx.
//
// Source: Holzmann et al., 2019, Algorithm 1, line 11, and Table 3; components are read as weak ones.
// Papers: fidelity, "Component selection".
func Components(ctx context.Context, out graph.Random, members view.Bits, tau float64, w graph.Work) (*Parts, error) {
	n := out.NumNodes()
	s, err := view.NewSubset(members, n)
	if err != nil {
		return nil, err
	}
	induced, err := view.Induced(out, s)
	if err != nil {
		return nil, err
	}
	weak, err := component.WCC(ctx, induced, w)
	if err != nil {
		return nil, err
	}
	p := &Parts{Parts: make([]Part, weak.Count())}
	if p.Labels, err = alloc.Make[uint32](w.Space, n); err != nil {
		return nil, err
	}
	p.label(members, weak.Labels)
	if err := p.weigh(ctx, out, members, tau); err != nil {
		return nil, err
	}
	p.sum()
	return p, nil
}

// ComponentsBytes returns the memory of [Components] for n pages: the labels twice, the set, the counts of arcs,
// and 56 bytes for each component.
func ComponentsBytes(n int, arcs int64, components int) int64 {
	return 4*int64(n) + component.WCCBytes(n, components) + view.SubsetBytes(n) + view.IndexBytes(n, arcs) + 32*int64(components)
}

func (p *Parts) label(members view.Bits, weak []uint32) {
	next := 0
	for u := range p.Labels {
		if p.Labels[u] = None; members.Has(u) {
			p.Labels[u] = weak[next]
			next++
		}
	}
}

// weigh counts the pages and arcs of each part, those below tau, and sums γ.
func (p *Parts) weigh(ctx context.Context, out graph.Random, members view.Bits, tau float64) error {
	return graph.InOrder(ctx, out, func(u graph.Node, succ []graph.Node) {
		if label := p.Labels[u]; label != None {
			p.Parts[label].add(countIn(succ, members), len(succ), tau)
		}
	})
}

// Weigh returns a set of pages as one part, as it is. One pass over out.
func Weigh(ctx context.Context, out graph.Random, set view.Bits, tau float64) (Part, error) {
	var p Part
	err := graph.InOrder(ctx, out, func(u graph.Node, succ []graph.Node) {
		if set.Has(int(u)) {
			p.add(countIn(succ, set), len(succ), tau)
		}
	})
	p.Gamma /= float64(max(1, p.Pages))
	return p, err
}

// add adds a page with d links, inside of them to pages of the part. Gamma is the sum of γ until all pages are
// added.
func (p *Part) add(inside, d int, tau float64) {
	gamma := 1.0
	if d > 0 {
		gamma = float64(inside) / float64(d)
	}
	p.Pages++
	p.Arcs += int64(inside)
	p.Gamma += gamma
	if gamma < tau {
		p.BelowTau++
	}
}

// sum adds the parts up, and makes means of their sums.
func (p *Parts) sum() {
	for i := range p.Parts {
		c := &p.Parts[i]
		p.Whole.Pages += c.Pages
		p.Whole.Arcs += c.Arcs
		p.Whole.Gamma += c.Gamma
		p.Whole.BelowTau += c.BelowTau
		c.Gamma /= float64(c.Pages)
	}
	if p.Whole.Pages > 0 {
		p.Whole.Gamma /= float64(p.Whole.Pages)
	}
}
