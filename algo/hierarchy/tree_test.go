package hierarchy_test

import (
	"context"
	"math"
	"reflect"
	"slices"
	"testing"

	"weft/algo/hierarchy"
	"weft/graph"
	"weft/graph/graphtest"
	"weft/internal/drawn"
)

// weights are those of all pairs of pages, by their definition.
func weights(g *graph.Memory) (w [][]float64, pairs [][]int64) {
	n := g.NumNodes()
	has := func(u, v int) bool { return u != v && slices.Contains(g.Succ(graph.Node(u)), graph.Node(v)) }
	w, pairs = make([][]float64, n), make([][]int64, n)
	for u := range n {
		w[u], pairs[u] = make([]float64, n), make([]int64, n)
	}
	indegree := make([]float64, n)
	for u := range n {
		for v := range n {
			if has(u, v) {
				indegree[v]++
			}
		}
	}
	for u := range n {
		for v := range n {
			if !has(u, v) {
				continue
			}
			tells := 1 / indegree[v]
			if has(v, u) {
				pairs[u][v] = 1
			} else {
				tells /= 10
			}
			w[u][v] += tells
			w[v][u] += tells
		}
	}
	return w, pairs
}

// between sums up what is between the pages of two groups.
func between[T float64 | int64](w [][]T, a, b []graph.Node) (sum T) {
	for _, u := range a {
		for _, v := range b {
			sum += w[u][v]
		}
	}
	return sum
}

// Of two groups that are joined neither is nearer to any other of the groups that there are then; pairs inside and
// across are those that can be counted; and no two groups are linked in the end.
func TestTreeJoinsTheNearest(t *testing.T) {
	rng := drawn.Rand(t)
	defer hierarchy.SetLeastHub(hierarchy.SetLeastHub(0))
	for i := range 180 {
		hierarchy.SetLeastHub([]int{0, 3, 1000}[i%3])
		g := graphtest.Random(rng.Uint64())
		tree := build(t, g, 1)
		w, pairs := weights(g)
		groups := map[uint32][]graph.Node{}
		var all []graph.Node
		for u := range g.NumNodes() {
			groups[uint32(u)], all = []graph.Node{graph.Node(u)}, append(all, graph.Node(u))
		}
		near := func(a, b uint32) float64 {
			return between(w, groups[a], groups[b]) / (between(w, groups[a], all) * between(w, groups[b], all))
		}
		for i := range tree.Kids {
			a, b := tree.Kid(uint32(g.NumNodes() + i))
			s := near(a, b)
			if s == 0 {
				t.Fatalf("join %d: %v and %v are not linked", i, groups[a], groups[b])
			}
			for c := range groups {
				if c != a && c != b && max(near(a, c), near(b, c)) > s*(1+3e-5) {
					t.Fatalf("join %d of %v and %v at %g, but %v is at %g and %g", i, groups[a], groups[b], s, groups[c], near(a, c), near(b, c))
				}
			}
			x := uint32(g.NumNodes() + i)
			groups[x] = append(slices.Clone(groups[a]), groups[b]...)
			delete(groups, a)
			delete(groups, b)
			checkNode(t, tree, x, groups[x], all, pairs)
		}
		for a := range groups {
			for b := range groups {
				if a != b && between(w, groups[a], groups[b]) > 0 {
					t.Fatalf("%v and %v are linked, and were not joined", groups[a], groups[b])
				}
			}
		}
	}
}

func checkNode(t *testing.T, tree *hierarchy.Tree, x uint32, pages, all []graph.Node, pairs [][]int64) {
	t.Helper()
	got := tree.Leaves(nil, x)
	slices.Sort(got)
	want := slices.Sorted(slices.Values(pages))
	if !slices.Equal(got, want) || int(tree.Size[x]) != len(want) {
		t.Fatalf("node %d has %v, %d pages; want %v", x, got, tree.Size[x], want)
	}
	inside := between(pairs, pages, pages) / 2
	across := between(pairs, pages, all) - 2*inside
	if tree.Inside[x] != inside || tree.Across[x] != across {
		t.Fatalf("node %d of %v: %d pairs inside, %d across; want %d, %d", x, want, tree.Inside[x], tree.Across[x], inside, across)
	}
}

func build(t testing.TB, g *graph.Memory, workers int) *hierarchy.Tree {
	t.Helper()
	tree, err := hierarchy.Build(t.Context(), g, graphtest.Transpose(t, g), graph.Work{Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func TestWorkersDoNotMatter(t *testing.T) {
	rng := drawn.Rand(t)
	for range 10 {
		g := graphtest.Random(rng.Uint64())
		if one, many := build(t, g, 1), build(t, g, 7); !reflect.DeepEqual(one, many) {
			t.Fatalf("one worker gives %+v, seven %+v", one, many)
		}
	}
}

// planted makes sites of so many pages, whose pages link to a few others of the same site, mostly to and fro, and all
// to a footer: a page of the first site, which links to none of the others.
func planted(rng interface{ IntN(int) int }, sizes ...int) (g *graph.Memory, site []int) {
	var arcs []graph.Arc
	first := 0
	for k, n := range sizes {
		for i := range n {
			u := graph.Node(first + i)
			site = append(site, k)
			for j := range 4 {
				v := graph.Node(first + (i+1+rng.IntN(n-1))%n)
				arcs = append(arcs, graph.Arc{From: u, To: v}, graph.Arc{From: u, To: graph.Node(first)})
				if j == 0 || rng.IntN(3) > 0 { // a page of which no link is returned is of no site in particular
					arcs = append(arcs, graph.Arc{From: v, To: u})
				}
			}
			arcs = append(arcs, graph.Arc{From: u, To: 0})
		}
		first += n
	}
	return graph.FromArcs(first, arcs), site
}

// Sites that only a footer joins are told apart, whatever their sizes and the order of the pages.
func TestSitesBehindAFooter(t *testing.T) {
	rng := drawn.Rand(t)
	for range 10 {
		g, site := planted(rng, 30+rng.IntN(200), 25+rng.IntN(30), 400+rng.IntN(400), 40)
		perm := graphtest.Permutation(g.NumNodes(), rng.Uint64())
		mixed, err := graphtest.Permute(g, perm)
		if err != nil {
			t.Fatal(err)
		}
		of, nodes := build(t, mixed, 2).Sites(hierarchy.SiteOptions{})
		found := map[uint32]map[int]int{}
		for u, k := range site {
			f := of[perm[u]]
			if found[f] == nil {
				found[f] = map[int]int{}
			}
			found[f][k]++
		}
		if len(nodes) != 4 {
			t.Fatalf("%d sites, want 4: %v", len(nodes), found)
		}
		for f, pages := range found {
			if len(pages) != 1 {
				t.Errorf("site %d has pages of %v", f, pages)
			}
		}
	}
}

// Each page is of the lowest closed node above it, but where most of what is above that is closed as one.
func TestSites(t *testing.T) {
	rng := drawn.Rand(t)
	for range 60 {
		g := graphtest.Random(rng.Uint64())
		tree := build(t, g, 1)
		o := hierarchy.SiteOptions{Leak: []float64{-1, 0.01, 0.2}[rng.IntN(3)], Least: 1 + rng.IntN(6)}
		of, nodes := tree.Sites(o)
		counts := map[uint32]int{}
		for _, k := range of {
			counts[k]++
		}
		for k := range nodes {
			if counts[uint32(k)] == 0 || k > 0 && counts[uint32(k)] > counts[uint32(k-1)] {
				t.Fatalf("%d sites of %v pages: want decreasing numbers above 0", len(nodes), counts)
			}
		}
		for u := range graph.Node(g.NumNodes()) {
			node, closed := tree.Site(u, o)
			x := uint32(u)
			for !tree.IsClosed(x, o) && tree.Parent[x] != hierarchy.None {
				x = tree.Parent[x]
			}
			if node != x || closed != tree.IsClosed(x, o) {
				t.Fatalf("site of page %d is node %d (%v), want %d", u, node, closed, x)
			}
			if site := nodes[of[u]]; !above(tree, site, node) {
				t.Fatalf("page %d is of the site of node %d, which is not above %d", u, site, node)
			}
		}
	}
}

// above reports whether x is y or above it.
func above(t *hierarchy.Tree, x, y uint32) bool {
	for ; y != hierarchy.None; y = t.Parent[y] {
		if x == y {
			return true
		}
	}
	return false
}

// What a tree begins with stays together, and only what is joined after that is nearest to each other.
func TestBuildOn(t *testing.T) {
	rng := drawn.Rand(t)
	for range 40 {
		g := graphtest.Random(rng.Uint64())
		of := make([]uint32, g.NumNodes())
		for u := range of {
			of[u] = uint32(rng.IntN(1 + g.NumNodes()/3))
		}
		tree, err := hierarchy.BuildOn(t.Context(), g, graphtest.Transpose(t, g), of, graph.Work{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		sites, nodes := tree.Sites(hierarchy.SiteOptions{Least: 1, Leak: 0.1})
		for u := range of {
			for v := range of {
				if of[u] == of[v] && sites[u] != sites[v] {
					t.Fatalf("pages %d and %d of one cluster are of sites %d and %d", u, v, sites[u], sites[v])
				}
			}
		}
		_, pairs := weights(g)
		var all []graph.Node
		for u := range g.NumNodes() {
			all = append(all, graph.Node(u))
		}
		for _, x := range nodes {
			checkNode(t, tree, x, tree.Leaves(nil, x), all, pairs)
		}
	}
	g := graphtest.Random(1)
	if _, err := hierarchy.BuildOn(t.Context(), g, graphtest.Transpose(t, g), make([]uint32, g.NumNodes()+1), graph.Work{}); err == nil {
		t.Error("clusters of another graph are taken")
	}
}

func TestAround(t *testing.T) {
	g, _ := planted(drawn.Rand(t), 60, 40)
	tree := build(t, g, 1)
	o := hierarchy.SiteOptions{}
	a, _ := tree.Site(3, o)
	b, _ := tree.Site(77, o)
	if got := tree.Around([]graph.Node{3, 4, 77, 5}, o); a == b || !slices.Equal(got, slices.Sorted(slices.Values([]uint32{a, b}))) {
		t.Errorf("around pages of two sites stand %v, want %d and %d", got, a, b)
	}
	root := a
	for tree.Parent[root] != hierarchy.None {
		root = tree.Parent[root]
	}
	if leak := tree.Leak(a); leak != 0 || tree.Leak(root) != 0 {
		t.Errorf("a site behind a footer leaks %g, all of it %g", leak, tree.Leak(root))
	}
}

func TestStoppedAndBroken(t *testing.T) {
	out, in := graphtest.Pair(t)
	graphtest.StoppedAndBroken(t, out, in, map[string]graphtest.Task{"hierarchy": func(ctx context.Context, out, in graph.Random) error {
		_, err := hierarchy.Build(ctx, out, in, graph.Work{Workers: 1})
		return err
	}})
}

// A star has a neighbour with very many links: each leaf is joined at once.
func TestStar(t *testing.T) {
	const n = 30_000
	var arcs []graph.Arc
	for u := graph.Node(1); u < n; u++ {
		arcs = append(arcs, graph.Arc{From: u, To: 0}, graph.Arc{From: 0, To: u})
	}
	tree := build(t, graph.FromArcs(n, arcs), 1)
	if last := len(tree.Parent) - 1; int(tree.Size[last]) != n || tree.Inside[last] != n-1 || math.IsNaN(tree.Leak(uint32(last))) {
		t.Errorf("the root has %d pages and %d pairs", tree.Size[last], tree.Inside[last])
	}
}

// The hub takes part in nearly all joins: sites whose pages all link to one page, and to each other. Each node has the pages
// and pairs that it should, and the tree has as many as without a hub.
func TestHub(t *testing.T) {
	defer hierarchy.SetLeastHub(hierarchy.SetLeastHub(0))
	rng := drawn.Rand(t)
	for range 10 {
		n := 300 + rng.IntN(300)
		var arcs []graph.Arc
		for u := 1; u < n; u++ {
			for _, v := range []int{rng.IntN(2) * rng.IntN(n), max(0, u-1-rng.IntN(9)), rng.IntN(4)} {
				arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(v)})
				if rng.IntN(3) > 0 {
					arcs = append(arcs, graph.Arc{From: graph.Node(v), To: graph.Node(u)})
				}
			}
		}
		g := graph.FromArcs(n, arcs)
		_, pairs := weights(g)
		all := make([]graph.Node, n)
		for u := range all {
			all[u] = graph.Node(u)
		}
		nodes := 0
		for _, least := range []int{1 << 30, 0, 20} {
			hierarchy.SetLeastHub(least)
			tree := build(t, g, 1)
			for x := n; x < len(tree.Parent); x += 1 + rng.IntN(20) {
				checkNode(t, tree, uint32(x), tree.Leaves(nil, uint32(x)), all, pairs)
			}
			if nodes == 0 {
				nodes = len(tree.Parent)
			}
			if len(tree.Parent) != nodes {
				t.Errorf("with hubs of more than %d neighbours the tree has %d nodes, want %d", least, len(tree.Parent), nodes)
			}
		}
	}
}

func BenchmarkBuild(b *testing.B) {
	rng := drawn.Rand(b)
	sizes := make([]int, 200)
	for i := range sizes {
		sizes[i] = 20 + rng.IntN(1000)
	}
	ordered, _ := planted(rng, sizes...)
	mixed, err := graphtest.Permute(ordered, graphtest.Permutation(ordered.NumNodes(), 1))
	if err != nil {
		b.Fatal(err)
	}
	for name, g := range map[string]*graph.Memory{"sites in order": ordered, "sites in no order": mixed} {
		in := graphtest.Transpose(b, g)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := hierarchy.Build(b.Context(), g, in, graph.Work{Workers: 1}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(g.NumArcs()), "ns/arc")
		})
	}
}

// What is nearly closed around a page is looked for below a node alone: a page of another site has none there, however
// closed that is.
func TestWithinIsBelow(t *testing.T) {
	g, _ := planted(drawn.Rand(t), 25, 100)
	tree := build(t, g, 1)
	o := hierarchy.SiteOptions{}
	a, _ := tree.Site(3, o)
	b, _ := tree.Site(60, o)
	if got := tree.Within(3, b, o); a == b || got != hierarchy.None {
		t.Errorf("within the site of page 60 stands group %d around page 3, which is of site %d, not %d", got, a, b)
	}
	root := a
	for tree.Parent[root] != hierarchy.None {
		root = tree.Parent[root]
	}
	if got := tree.Within(3, root, o); got != a {
		t.Errorf("within all of it, group %d is the most closed around page 3, want %d", got, a)
	}
}

// The share of returned links that lead out counts both links of a pair inside, and one of a pair across; a group may
// leak as much as that, and no more.
func TestLeak(t *testing.T) {
	g := graph.FromArcs(5, []graph.Arc{{From: 0, To: 1}, {From: 1, To: 0}, {From: 1, To: 2}, {From: 2, To: 1}, {From: 2, To: 0}, {From: 2, To: 3}, {From: 3, To: 2}, {From: 3, To: 4}, {From: 4, To: 3}})
	tree := build(t, g, 1)
	for x := range uint32(len(tree.Parent)) {
		pages := map[graph.Node]bool{}
		for _, u := range tree.Leaves(nil, x) {
			pages[u] = true
		}
		out, all := 0.0, 0.0
		for _, pair := range [][2]graph.Node{{0, 1}, {1, 2}, {2, 3}, {3, 4}} {
			for _, link := range [][2]graph.Node{pair, {pair[1], pair[0]}} {
				if pages[link[0]] {
					if all++; !pages[link[1]] {
						out++
					}
				}
			}
		}
		leak := out / max(1, all)
		if got := tree.Leak(x); got != leak {
			t.Errorf("group %d of %d pages leaks %g, want %g", x, len(pages), got, leak)
		}
		if leak > 0 && leak < 1 && (!tree.IsClosed(x, hierarchy.SiteOptions{Leak: leak, Least: 1}) || tree.IsClosed(x, hierarchy.SiteOptions{Leak: leak * 0.99, Least: 1})) {
			t.Errorf("group %d leaks %g and is not closed for that and open for less", x, leak)
		}
	}
}

// A closed group is a part of the one around it if that has half of its pages, or more, to itself; else both are sites.
func TestPartsOfASite(t *testing.T) {
	for pages, sites := range map[int]int{7: 2, 8: 1, 9: 1} {
		tree := &hierarchy.Tree{Pages: pages}
		add := func(size uint32, across int64) {
			tree.Parent, tree.Size = append(tree.Parent, hierarchy.None), append(tree.Size, size)
			tree.Inside, tree.Across = append(tree.Inside, int64(size)-1), append(tree.Across, across)
		}
		for range pages {
			add(1, 1)
		}
		last := uint32(0)
		for u := uint32(1); int(u) < pages; u++ { // the first four are closed, and all
			across := int64(1)
			if u == 3 || int(u) == pages-1 {
				across = 0
			}
			node := uint32(len(tree.Parent))
			add(u+1, across)
			tree.Parent[last], tree.Parent[u] = node, node
			tree.Kids = append(tree.Kids, [2]uint32{u, last})
			last = node
		}
		of, nodes := tree.Sites(hierarchy.SiteOptions{Least: 4})
		if len(nodes) != sites || (of[0] == of[pages-1]) != (sites == 1) {
			t.Errorf("%d pages, of which four are closed: sites %v", pages, of)
		}
	}
}
