package sites

import (
	"math/rand/v2"
	"slices"
	"testing"

	"weft/graph"
	"weft/internal/bitset"
	"weft/internal/drawn"
)

// drawnLinks draws a graph, its transpose, and a label for each page, some of them none.
func drawnLinks(t *testing.T, r *rand.Rand, n, labels int) *links {
	t.Helper()
	var arcs []graph.Arc
	for range r.IntN(6 * n) {
		arcs = append(arcs, graph.Arc{From: graph.Node(r.IntN(n)), To: graph.Node(r.IntN(n))}) //nolint:gosec // small
	}
	out := graph.FromArcs(n, arcs)
	in, err := graph.Transpose(out)
	if err != nil {
		t.Fatal(err)
	}
	l := newLinks(Input{Out: out, In: in})
	for u := range l.label {
		if l.label[u] = uint32(r.IntN(labels + 1)); int(l.label[u]) == labels { //nolint:gosec // small
			l.label[u] = none
		}
	}
	return l
}

// Decisions are what sets of pairs say.
func TestDecisionsAgainstSets(t *testing.T) {
	r := drawn.Rand(t)
	for range 200 {
		n, labels := 2+r.IntN(40), 1+r.IntN(6)
		l := drawnLinks(t, r, n, labels)
		for k := range uint32(labels) { //nolint:gosec // small
			var pages []graph.Node
			for u, label := range l.label {
				if label == k {
					pages = append(pages, graph.Node(u)) //nolint:gosec // small
				}
			}
			rows, err := l.count(pages, labels)
			if err != nil {
				t.Fatal(err)
			}
			got := slices.Clone(rows)
			for b := range uint32(labels) { //nolint:gosec // small
				want := bySets(l, k, b)
				at := slices.IndexFunc(got, func(d decisions) bool { return d.label == b })
				if at < 0 {
					got, at = append(got, decisions{label: b}), len(got)
				}
				d := got[at]
				d.lastOut, d.lastIn, d.hasOut, d.hasIn = 0, 0, false, false
				if b != k && d != want {
					t.Fatalf("labels %d and %d: %+v, want %+v", k, b, d, want)
				}
			}
		}
	}
}

// bySets counts decisions between two labels by sets of pages.
func bySets(l *links, a, b uint32) decisions {
	out := l.out.(*graph.Memory)
	sources, targets, linking, linkedTo := map[graph.Node]bool{}, map[graph.Node]bool{}, map[graph.Node]bool{}, map[graph.Node]bool{}
	d := decisions{label: b}
	for u := range graph.Node(out.NumNodes()) { //nolint:gosec // small
		for _, v := range out.Succ(u) {
			switch {
			case l.label[u] == a && l.label[v] == b:
				sources[u], targets[v] = true, true
				d.arcsOut++
				d.returned += uint32(bitset.One(out.Has(v, u))) //nolint:gosec // 0 or 1
			case l.label[u] == b && l.label[v] == a:
				linking[u], linkedTo[v] = true, true
				d.arcsIn++
			}
		}
	}
	d.sources, d.targets, d.linking, d.linkedTo = uint32(len(sources)), uint32(len(targets)), uint32(len(linking)), uint32(len(linkedTo)) //nolint:gosec // small
	return d
}

// The pages that a page leads to and that lead to it are those of a search without labels in the part of the graph that has the label.
func TestStrongAgainstReachability(t *testing.T) {
	r := drawn.Rand(t)
	for range 200 {
		n := 2 + r.IntN(30)
		l := drawnLinks(t, r, n, 2)
		d := &divider{links: l, in: Input{Out: l.out, In: l.in}}
		for u := range graph.Node(n) { //nolint:gosec // small
			if l.label[u] != 0 {
				continue
			}
			got, err := d.strong(u, 0)
			if err != nil {
				t.Fatal(err)
			}
			want := 0
			for v := range graph.Node(n) { //nolint:gosec // small
				want += bitset.One(leads(l, u, v) && leads(l, v, u))
			}
			if got != want {
				t.Fatalf("page %d of %d: %d pages, want %d", u, n, got, want)
			}
		}
	}
}

// leads reports whether a path of pages with label 0 leads from one page to another.
func leads(l *links, from, to graph.Node) bool {
	seen, todo := map[graph.Node]bool{from: true}, []graph.Node{from}
	for len(todo) > 0 {
		u := todo[0]
		todo = todo[1:]
		for _, v := range l.out.(*graph.Memory).Succ(u) {
			if l.label[v] == 0 && !seen[v] {
				seen[v] = true
				todo = append(todo, v)
			}
		}
	}
	return seen[to] && l.label[to] == 0
}
