package compare

import (
	"context"
	"slices"

	"weft/graph"
	"weft/web/weburl"
)

// A lister hands out the lists of a graph: one after the other where they are requested in order, else single ones.
type lister struct {
	g    graph.Random
	scan graph.Cursor // nil once lists are requested out of order
	last int
	buf  []graph.Node
}

func newLister(g graph.Random) *lister {
	return &lister{g: g, scan: g.Scan(graph.Everything(g)), last: -1}
}

// list returns the successors of u, valid until the next call.
func (l *lister) list(u graph.Node) ([]graph.Node, error) {
	if l.scan != nil && int(u) > l.last {
		l.last = int(u)
		for l.scan.Next() {
			if l.scan.Node() == u {
				return l.scan.Succ(), nil
			}
		}
		return nil, l.scan.Err()
	}
	l.scan = nil
	var err error
	l.buf, err = l.g.AppendSucc(l.buf[:0], u)
	return l.buf, err
}

// An arcPass compares the lists of both crawls, page by page.
type arcPass struct {
	m        *match
	a, b     *lister
	arcs     Arcs
	hosts    *hostTable // nil without names
	old, cur []graph.Node
	inB      func(v graph.Node) bool // whether it counts as a page of B
}

// compareArcs goes through the pages once more, with their lists.
func compareArcs(ctx context.Context, o *Options, m *match, a, b graph.Random) (*arcPass, error) {
	p := &arcPass{m: m, a: newLister(a), b: newLister(b)}
	p.inB = func(v graph.Node) bool { return counts(o.B, v, o.Fetched) }
	if o.A.HasNames() {
		p.hosts = &hostTable{top: o.Top}
		if o.More {
			p.hosts.leagues = newLeagues(o.Top)
		}
	}
	err := o.each(ctx, "comparing arcs", func(q pair, key []byte) error {
		before := p.arcs.Change
		if err := p.add(q); err != nil {
			return err
		}
		if p.hosts != nil && q.status() != "" {
			p.hosts.add(weburl.KeyHost(key), key, q.status(), before, p.arcs.Change)
		}
		return nil
	})
	p.arcs.Jaccard = jaccard(p.arcs.Change)
	return p, err
}

// add compares the lists of a page.
func (p *arcPass) add(q pair) error {
	p.old, p.cur = p.old[:0], p.cur[:0]
	if q.inA {
		if err := p.addOld(q); err != nil {
			return err
		}
	}
	if q.inB {
		if err := p.addNew(q); err != nil {
			return err
		}
	}
	p.merge()
	return nil
}

// addOld takes the list of a page of A: what leads to pages that are kept goes to p.old, in the numbers of B.
func (p *arcPass) addOld(q pair) error {
	list, err := p.a.list(q.u)
	if err != nil {
		return err
	}
	for _, w := range list {
		x := p.m.toB[w]
		switch {
		case x == hidden:
			continue
		case x == none || !q.inB:
			p.arcs.Gone++
		default:
			p.old = append(p.old, x)
		}
		p.arcs.A++
	}
	if !p.m.inOrder {
		slices.Sort(p.old)
	}
	return nil
}

// addNew takes the list of a page of B: what leads to pages that are kept goes to p.cur.
func (p *arcPass) addNew(q pair) error {
	list, err := p.b.list(q.v)
	if err != nil {
		return err
	}
	for _, w := range list {
		switch {
		case p.m.kept.Has(int(w)) && q.inA:
			p.cur = append(p.cur, w)
		case p.m.fetched && !p.inB(w):
			continue
		default:
			p.arcs.New++
		}
		p.arcs.B++
	}
	return nil
}

// merge compares the two lists of a page that is kept.
func (p *arcPass) merge() {
	kept, j := 0, 0
	for _, x := range p.old {
		for j < len(p.cur) && p.cur[j] < x {
			j++
		}
		if j < len(p.cur) && p.cur[j] == x {
			kept++
			j++
		}
	}
	gone, fresh := int64(len(p.old)-kept), int64(len(p.cur)-kept)
	p.arcs.Kept += int64(kept)
	p.arcs.Gone += gone
	p.arcs.New += fresh
	p.arcs.GoneAmongKept += gone
	p.arcs.NewAmongKept += fresh
}
