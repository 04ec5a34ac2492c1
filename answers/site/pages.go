package site

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"weft/algo/hierarchy"
	"weft/graph"
)

// A PageRow says of a page how far it is from changing sides.
type PageRow struct {
	Page   graph.Node
	Inside bool
	Core   bool
	// Tie is the share of the page's link evidence, in both directions, that is with pages of the site. The sides
	// part at one half.
	Tie float64
	// Epsilon is the largest ε at which it is inside; 0 if it never is, or without a flow.
	Epsilon float64
}

// rows are the pages of a site, and those outside that are linked with it, in order.
func (g *Ground) rows(s *Site) []PageRow {
	border := map[graph.Node]bool{}
	for _, u := range s.pages {
		for _, list := range [][]graph.Node{g.out.Succ(u), g.in.Succ(u)} {
			for _, v := range list {
				if !s.inside.Has(int(v)) {
					border[v] = true
				}
			}
		}
	}
	core := map[graph.Node]bool{}
	for _, u := range s.Core.pages {
		core[u] = true
	}
	var rows []PageRow
	for u := range graph.Node(g.out.NumNodes()) {
		if !s.inside.Has(int(u)) && !border[u] {
			continue
		}
		row := PageRow{Page: u, Inside: s.inside.Has(int(u)), Core: core[u], Tie: g.tie(u, func(v graph.Node) bool { return s.inside.Has(int(v)) })}
		if b := s.Boundary; b != nil && int(b.first[u]) < len(b.Steps) {
			row.Epsilon = b.Steps[b.first[u]].Epsilon
		}
		rows = append(rows, row)
	}
	return rows
}

// tie returns the share of the link evidence of a page that is with certain pages; 0 for a page without links.
func (g *Ground) tie(u graph.Node, with func(graph.Node) bool) float64 {
	t := tie{out: g.out.Succ(u), in: g.in.Succ(u), degree: func(v graph.Node) uint32 { return g.degree[v] }}
	mine, all := t.share(u, with)
	if all == 0 {
		return 0
	}
	return mine / all
}

// A tie holds the links of a page.
type tie struct {
	out, in []graph.Node
	degree  func(graph.Node) uint32
}

// share sums up what the links of a page tell: those with some pages, and all.
func (t *tie) share(u graph.Node, with func(graph.Node) bool) (mine, all float64) {
	t.each(u, func(v graph.Node, weight float64) {
		if all += weight; with(v) {
			mine += weight
		}
	})
	return mine, all
}

// each calls f for each neighbour of a page, with the evidence of the links between both.
func (t *tie) each(u graph.Node, f func(v graph.Node, weight float64)) {
	graph.Neighbours(u, t.out, t.in, func(v graph.Node, to, from bool) {
		weight := 0.0
		if to {
			weight += hierarchy.Weight(from, t.degree(v))
		}
		if from {
			weight += hierarchy.Weight(to, t.degree(u))
		}
		f(v, weight)
	})
}

// writeRows writes the pages of a site and those at its border as a table with tabs.
func writeRows(w io.Writer, rows []PageRow, label func(graph.Node) string) error {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, "url\tpage\tinside\tcore\ttie\tepsilon") //nolint:errcheck // kept until Flush
	for _, r := range rows {
		fmt.Fprintf(out, "%s\t%d\t%t\t%t\t%.4f\t%.3g\n", untabbed.Replace(label(r.Page)), r.Page, r.Inside, r.Core, r.Tie, r.Epsilon) //nolint:errcheck // likewise
	}
	return out.Flush()
}

// writeCut writes the links that the cut crosses, with their flow, as a table with tabs.
func (s *Site) writeCut(w io.Writer, label func(graph.Node) string) error {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, "from\tto\tcapacity") //nolint:errcheck // kept until Flush
	for _, a := range s.cut.Arcs {
		fmt.Fprintf(out, "%s\t%s\t%.6g\n", untabbed.Replace(label(a.From)), untabbed.Replace(label(a.To)), float64(a.Capacity)/scale) //nolint:errcheck // likewise
	}
	return out.Flush()
}

// untabbed writes what would end a cell as in a URL.
var untabbed = strings.NewReplacer("\t", "%09", "\n", "%0A", "\r", "%0D")
