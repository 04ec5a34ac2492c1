package atlas

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"weft/algo/cluster"
	"weft/algo/layout"
	"weft/answers/answer"
	"weft/graph"
	"weft/graph/page"
	"weft/internal/extsort"
	"weft/internal/plots"
	"weft/internal/topk"
	"weft/store"
	"weft/web/weburl"
)

// A finder gathers the nodes and links of a map.
type finder struct {
	c      *store.Crawl
	groups store.Groups // nil for single pages
	of     []uint32     // group of each page; nil for single pages
	place  []int32      // of each group among the best; -1 for others
	m      *Map
	memory int64 // budget of the work
}

// ranked is a group with its score.
type ranked struct {
	group uint32
	score float64
}

// find makes the map. Ties in score go to the smaller number.
func (q *asked) find(ctx context.Context, v *store.View, o *answer.Options, groups store.Groups, scores []float64) (*Map, error) {
	c := v.Crawl()
	f := &finder{c: c, groups: groups, memory: o.Memory, m: &Map{Kinds: v.Kinds.String(), By: q.by, Size: Sizes[0], Colour: Colours[0], Layout: Layouts[0], Pages: c.NumPages(), Nodes: []Node{}, Links: []Link{}, asked: q}}
	if groups != nil {
		var err error
		if f.of, err = groups.All(v.Space); err != nil {
			return nil, err
		}
	}
	if err := f.choose(scores, q.top); err != nil {
		return nil, err
	}
	o.Tell("counting links of the map", 0, 0)
	if err := f.count(ctx, v); err != nil {
		return nil, err
	}
	o.Tell("placing the map", 0, 0)
	if err := f.arrange(ctx, o); err != nil || q.look == (Look{}) {
		return f.m, err
	}
	return f.m.As(ctx, q.look)
}

// group returns the group of a page.
func (f *finder) group(u int) uint32 {
	if f.of == nil {
		return uint32(u)
	}
	return f.of[u]
}

// choose takes the groups with the highest sums of scores.
func (f *finder) choose(scores []float64, top int) error {
	n := len(scores)
	if f.groups != nil {
		n = f.groups.Len()
	}
	sums := scores
	if f.groups != nil {
		sums = make([]float64, n)
		for u, s := range scores {
			sums[f.of[u]] += s
		}
	}
	f.m.All, f.place = n, make([]int32, n)
	best := topk.New(top, func(a, b ranked) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.group, b.group)) })
	total := 0.0
	for g, s := range sums {
		f.place[g] = -1
		total += s
		best.Add(ranked{uint32(g), s})
	}
	for i, r := range best.Sorted() {
		name, err := f.name(r.group)
		if err != nil {
			return err
		}
		f.place[r.group] = int32(i)
		f.m.Nodes = append(f.m.Nodes, Node{Name: name, Score: r.score / total})
		f.m.Share += r.score / total
	}
	return f.c.Damage()
}

func (f *finder) name(g uint32) (string, error) {
	if f.groups == nil {
		return f.c.Label(graph.Node(g)), nil
	}
	name, err := f.groups.Name(int(g))
	if err == nil && name == "" {
		name = "(no " + f.m.By + ")"
	}
	return name, err
}

// count counts the pages of the nodes, and the arcs between them. Arcs inside a node do not count.
func (f *finder) count(ctx context.Context, v *store.View) (err error) {
	between := extsort.New(extsort.Options{Memory: sorted(v.Out.NumArcs(), f.memory), Dir: v.ScratchDir(), Labels: extsort.Sum})
	defer func() { err = errors.Join(err, between.Close()) }()
	lists := v.Out.Scan(graph.Everything(v.Out))
	for lists.Next() {
		u := int(lists.Node())
		const often = 1 << 12
		if u%often == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		a := f.place[f.group(u)]
		if a >= 0 {
			f.m.Nodes[a].add(f.c.State(graph.Node(u)))
		}
		for _, w := range lists.Succ() {
			b := f.place[f.group(int(w))]
			if b < 0 || b == a {
				continue
			}
			f.m.Nodes[b].LinksIn++
			if a >= 0 {
				if err := between.Add(uint32(a), uint32(b), 1); err != nil {
					return err
				}
			}
		}
	}
	if err := lists.Err(); err != nil {
		return err
	}
	return f.collect(ctx, between)
}

// add counts a page in some state.
func (n *Node) add(state page.State) {
	n.Pages++
	switch state {
	case page.Fetched:
		n.Fetched++
	case page.Failed:
		n.Failed++
	case page.Unknown:
		n.Unknown++
	}
}

// collect takes the links of the map. On a map with many nodes it keeps the strongest of each node.
func (f *finder) collect(ctx context.Context, between *extsort.Sorter) error {
	sums, err := between.Sort()
	if err != nil {
		return err
	}
	var of []Link // of one node
	end := func() {
		if len(f.m.Nodes) > crowd && len(of) > strongest {
			sortLinks(of)
			f.m.LinksCut += int64(len(of) - strongest)
			of = of[:strongest]
		}
		f.m.Links = append(f.m.Links, of...)
		of = of[:0]
	}
	for sums.Next() {
		from, to, arcs := int(sums.From()), int(sums.To()), int64(sums.Label())
		if last := len(of) - 1; last >= 0 && of[last].From == from && of[last].To == to {
			of[last].Arcs += arcs // of more arcs than a label holds
			continue
		}
		if len(of) > 0 && of[0].From != from {
			if end(); ctx.Err() != nil {
				return ctx.Err()
			}
		}
		of = append(of, Link{From: from, To: to, Arcs: arcs})
	}
	end()
	sortLinks(f.m.Links)
	return sums.Err()
}

// arrange finds the communities of the nodes, and places them.
func (f *finder) arrange(ctx context.Context, o *answer.Options) error {
	group, err := communities(ctx, len(f.m.Nodes), f.m.Links)
	if err != nil {
		return err
	}
	edges := make([]layout.Edge, len(f.m.Links))
	for i, l := range f.m.Links {
		edges[i] = layout.Edge{A: l.From, B: l.To, Weight: weight(l.Arcs)}
	}
	size := make([]float64, len(f.m.Nodes))
	for i := range f.m.Nodes {
		f.m.Nodes[i].Community, size[i] = group[i], f.m.Nodes[i].Score
	}
	s, ink := room(len(f.m.Nodes))
	l, err := layout.Place(ctx, len(f.m.Nodes), edges, layout.Options{Width: s * (Width - 2*border), Height: s * (Height - 2*border), Group: group, Size: size, Ink: ink, Workers: o.Workers})
	if err != nil {
		return fmt.Errorf("map: %w", err)
	}
	for i := range f.m.Nodes {
		f.m.Nodes[i].X, f.m.Nodes[i].Y, f.m.Nodes[i].Radius = l.X[i]/s+border, l.Y[i]/s+border, l.R[i]/s
	}
	return nil
}

// room is the factor of the rectangle for a number of nodes, and the share of it that discs take; 0 is the usual share. The
// gaps between discs have a fixed size, for which many nodes need room; the map is made smaller afterwards.
func room(nodes int) (factor, ink float64) {
	if nodes <= crowd {
		return 1, 0
	}
	const usual, little = 2000, 0.05
	return math.Sqrt(float64(nodes) / usual), little
}

// weight is the attraction of a link.
func weight(arcs int64) float64 { return math.Log1p(float64(arcs)) }

// communities returns the cluster of each node by Leiden, with the attractions as weights.
func communities(ctx context.Context, n int, links []Link) ([]int, error) {
	group := make([]int, n)
	if len(links) == 0 {
		return group, nil
	}
	byEnds := slices.Clone(links)
	slices.SortFunc(byEnds, func(a, b Link) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	arcs := make([]graph.Arc, len(links))
	for i, l := range byEnds {
		arcs[i] = graph.Arc{From: graph.Node(l.From), To: graph.Node(l.To)}
	}
	weights := func(u, v graph.Node) float32 {
		i, _ := slices.BinarySearchFunc(byEnds, Link{From: int(u), To: int(v)}, func(a, b Link) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
		return float32(weight(byEnds[i].Arcs))
	}
	out := graph.FromArcs(n, arcs)
	in, err := graph.Transpose(out)
	if err != nil {
		return nil, err
	}
	g, err := cluster.Underlying(ctx, out, in, weights, graph.Work{})
	if err != nil {
		return nil, err
	}
	found, err := cluster.Leiden(ctx, g, cluster.LeidenOptions{Seed: 1})
	if err != nil {
		return nil, err
	}
	for i, c := range found.Of {
		group[i] = int(c)
	}
	return group, nil
}

// short is the name of a node as a label: a host without www. unless there is another host of that name, a page without its
// scheme. Hosts stand in their own letters.
func (m *Map) short(name string) string {
	switch m.By {
	case ByHost, ByDomain:
		bare := strings.TrimPrefix(name, "www.")
		if bare != name && slices.ContainsFunc(m.Nodes, func(n Node) bool { return n.Name == bare }) {
			return m.shown(name)
		}
		return m.shown(bare)
	}
	for _, scheme := range []string{"https://", "http://"} {
		if rest, ok := strings.CutPrefix(name, scheme); ok {
			return strings.TrimSuffix(strings.TrimPrefix(m.shown(rest), "www."), "/")
		}
	}
	return m.shown(weburl.HideUserinfo(name))
}

// shown is a name for people. A file that has no font but its own keeps the encoded form of hosts with letters beyond it.
func (m *Map) shown(name string) string {
	if shown := weburl.Shown(name); !m.ownFont || plots.Drawable(shown) {
		return shown
	}
	return name
}
