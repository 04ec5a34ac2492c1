package site

import (
	"context"
	"slices"

	"weft/algo/cluster"
	"weft/algo/hierarchy"
	"weft/answers/answer"
	"weft/graph"
)

// A mclOnLine is MCL as a crawl would do it: it knows the links of the pages that it asked for, and no others.
type mclOnLine struct {
	g     *Ground
	known []graph.Node // in the order in which they were met
	at    map[graph.Node]graph.Node
	asked []bool // of the pages that are known
	count int    // of these
	arcs  []graph.Arc
}

// mclOnLine finds the cluster of the given pages. MCL divides the known graph; then the pages of their clusters
// that were not requested yet are requested. This repeats until there are no such pages.
//
// The paper (section 6) leaves open how to run MCL on line, as inflation is not linear. Here each round runs MCL
// anew, on a graph that is not much larger than the cluster.
//
// A round requests at most half as many pages as are known, in the order in which they were met. So not everything
// is followed before footers are recognized. The result holds for each page 0 if it is of the cluster, else a
// number of its own.
func (g *Ground) mclOnLine(ctx context.Context) ([]uint32, error) {
	if len(g.r.Pages) == 0 {
		return nil, answer.Refused("{clusters} %s starts from pages: name one or more after the crawl", OnLineMCL)
	}
	m := &mclOnLine{g: g, at: map[graph.Node]graph.Node{}}
	var next []graph.Node
	for _, u := range g.r.Pages {
		next = append(next, m.meet(u))
	}
	given := len(next)
	for {
		m.ask(next)
		of, err := m.divide(ctx)
		if err != nil {
			return nil, err
		}
		g.r.Tell("MCL on line, pages asked for", int64(m.count), 0)
		if next = m.next(of, given); len(next) == 0 {
			g.fetched = m.count
			return m.labels(of, given), nil
		}
	}
}

// meet numbers a page.
func (m *mclOnLine) meet(u graph.Node) graph.Node {
	i, ok := m.at[u]
	if !ok {
		i = graph.Node(len(m.known))
		m.at[u], m.known, m.asked = i, append(m.known, u), append(m.asked, false)
	}
	return i
}

// ask reads the links of pages that are known.
func (m *mclOnLine) ask(pages []graph.Node) {
	for _, i := range pages {
		m.asked[i] = true
		for _, v := range m.g.out.Succ(m.known[i]) {
			m.arcs = append(m.arcs, graph.Arc{From: i, To: m.meet(v)})
		}
	}
	m.count += len(pages)
}

// divide divides the known graph by MCL, with links weighed by their known evidence.
func (m *mclOnLine) divide(ctx context.Context) ([]uint32, error) {
	out := graph.FromArcs(len(m.known), m.arcs)
	in, err := graph.Transpose(out)
	if err != nil {
		return nil, err
	}
	degree, err := hierarchy.InDegrees(ctx, in, m.g.work())
	if err != nil {
		return nil, err
	}
	u, err := cluster.Underlying(ctx, out, in, hierarchy.Weights(out, degree), m.g.work())
	if err != nil {
		return nil, err
	}
	r, err := cluster.MCL(ctx, u, m.g.r.mclOptions())
	if err != nil {
		return nil, err
	}
	return r.Of, nil
}

// next are the pages of the clusters of the given ones that are requested next.
func (m *mclOnLine) next(of []uint32, given int) []graph.Node {
	var pages []graph.Node
	for i := range m.known {
		if !m.asked[i] && m.inside(of, i, given) && len(pages) < max(16, m.count/2) {
			pages = append(pages, graph.Node(i))
		}
	}
	return pages
}

// inside reports whether a page is in the cluster of a given page.
func (m *mclOnLine) inside(of []uint32, i, given int) bool {
	return slices.Contains(of[:given], of[i])
}

// labels makes the clusters of the given pages one, and each other page one of its own.
func (m *mclOnLine) labels(of []uint32, given int) []uint32 {
	labels := make([]uint32, m.g.out.NumNodes())
	for u := range labels {
		labels[u] = uint32(u) + 1
	}
	for i, u := range m.known {
		if m.inside(of, i, given) {
			labels[u] = 0
		}
	}
	return labels
}
