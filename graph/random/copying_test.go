package random

import (
	"slices"
	"testing"

	"weft/graph"
	"weft/internal/splitmix"
)

// naiveCopying grows the graph as the paper tells it, page after page, and remembers every link.
func naiveCopying(g *Copying) [][]graph.Node {
	links := make([][]graph.Node, g.pages)
	most := int(g.opts.Degree) + 1
	for v := 1; v < g.pages; v++ {
		prototype := links[reduce(hash(g.opts.Seed, forPrototype, uint64(v)), v)]
		for l := range most {
			h := hash(g.opts.Seed, forTarget, uint64(v)<<16|uint64(l))
			if h < g.coin && len(prototype) > 0 {
				links[v] = append(links[v], prototype[l])
			} else {
				links[v] = append(links[v], graph.Node(reduce(splitmix.Mix(h), v)))
			}
		}
	}
	for v := range links {
		if v > 0 {
			links[v] = links[v][:g.links(graph.Node(v))]
		}
		slices.Sort(links[v])
		links[v] = slices.Compact(links[v])
	}
	return links
}

func TestCopyingIsTheNaiveOne(t *testing.T) {
	for i, alpha := range []float64{0, 0.2, 0.5, 0.9, 0.99} {
		g, err := NewCopying(CopyingOptions{Pages: 2000, Degree: 0.5 + 2*float64(i), Alpha: alpha, Seed: uint64(i)})
		if err != nil {
			t.Fatal(err)
		}
		for v, want := range naiveCopying(g) {
			if got := g.newLister().appendSucc(nil, graph.Node(v)); !slices.Equal(got, want) {
				t.Fatalf("alpha %g: list of %d: got %v, want %v", alpha, v, got, want)
			}
		}
	}
}

// Pages link to earlier ones.
func TestCopyingLooksBack(t *testing.T) {
	g, err := NewCopying(CopyingOptions{Pages: 5000, Degree: 4, Alpha: 0.6, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for u, succ := range graph.Lists(g.Scan(graph.Everything(g))) {
		if n := len(succ); n > 4 || (n == 0) != (u == 0) || n > 0 && succ[n-1] >= u {
			t.Fatalf("list of %d: %v", u, succ)
		}
	}
}
