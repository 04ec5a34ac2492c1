package hierarchy

import (
	"context"
	"slices"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/bitset"
)

// A joiner joins groups. Each group is named by its smallest page. The links of a group stay where the links of
// its pages were. A chain connects these places; its first place may become empty.
type joiner struct {
	tree   *Tree
	links  *links
	up     []uint32 // another page of the same group, with a smaller number, or the page itself
	node   []uint32 // that a group is in the tree, by its smallest page
	head   []uint32 // smallest page of each node after the leaves
	next   []uint32 // next place in a chain; None at its end
	last   []uint32 // place of a chain, by its first
	used   []uint32 // links that are in a place
	volume []float64
	pairs  []int64 // of pages that link to each other, of a group or from it

	// sum and both hold the common links of a group with each group in met.
	sum   []float64
	both  []uint32
	met   []uint32
	chain []uint32
	hub   hub
}

func newJoiner(n int, space alloc.Space) (*joiner, error) {
	m := &alloc.Maker{Space: space}
	ids := func() []uint32 { return alloc.From[uint32](m, n) }
	j := &joiner{
		tree: newTree(m, n),
		up:   ids(), node: ids(), next: ids(), last: ids(), used: ids(), both: ids(), head: ids()[:0],
		volume: alloc.From[float64](m, n), pairs: alloc.From[int64](m, n), sum: alloc.From[float64](m, n),
		hub: newHub(m, n),
	}
	return j, m.Err
}

// begin makes a group of each page.
func (j *joiner) begin() {
	for u := range j.up {
		id := uint32(u)
		j.up[u], j.node[u], j.last[u], j.next[u] = id, id, id, None
		all := j.links.of(id)
		j.used[u] = uint32(len(all))
		for _, e := range all {
			j.volume[u] += float64(e.weight)
			j.pairs[u] += int64(e.pairs)
		}
		j.tree.Parent[u], j.tree.Size[u], j.tree.Across[u] = None, 1, j.pairs[u]
	}
}

// newTree makes a tree of leaves, with room for all nodes that there can be.
func newTree(m *alloc.Maker, n int) *Tree {
	t := &Tree{Pages: n, Parent: alloc.From[uint32](m, 2*n), Size: alloc.From[uint32](m, 2*n), Inside: alloc.From[int64](m, 2*n), Across: alloc.From[int64](m, 2*n), Kids: alloc.From[[2]uint32](m, n)}
	if m.Err == nil {
		t.Parent, t.Size, t.Inside, t.Across, t.Kids = t.Parent[:n], t.Size[:n], t.Inside[:n], t.Across[:n], t.Kids[:0]
	}
	return t
}

// joinClusters joins the pages of each cluster, whether they are linked or not.
func (j *joiner) joinClusters(ctx context.Context, of []uint32) error {
	group := map[uint32]uint32{} // the smallest page of each cluster
	for u, c := range of {
		if u%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		first, ok := group[c]
		if !ok {
			group[c] = uint32(u)
			continue
		}
		j.gather(uint32(u))
		j.join(uint32(u), first)
		j.clear()
	}
	j.tree.parts = bitset.New(2 * j.tree.Pages)
	for x := range j.tree.Parent {
		if j.tree.Parent[x] != None {
			j.tree.parts.Add(x)
		}
	}
	return nil
}

// run joins until no two groups are linked.
func (j *joiner) run(ctx context.Context) (*Tree, error) {
	for u := range j.tree.Pages {
		if err := j.follow(ctx, uint32(u), uint32(u)); err != nil {
			return nil, err
		}
	}
	for k := 0; k < len(j.head); k++ {
		if err := j.follow(ctx, j.head[k], uint32(j.tree.Pages+k)); err != nil {
			return nil, err
		}
	}
	return j.tree, nil
}

// follow starts at a node that was not joined yet. It goes to the nearest neighbour, then to the nearest neighbour
// of this one, until two nodes are nearest to each other. It joins the two, and continues the chain before them.
func (j *joiner) follow(ctx context.Context, group, node uint32) error {
	if j.up[group] != group || j.node[group] != node {
		return nil
	}
	for j.chain = append(j.chain[:0], group); len(j.chain) > 0; {
		if err := ctx.Err(); err != nil {
			return err
		}
		top := j.chain[len(j.chain)-1]
		before := uint32(None)
		if len(j.chain) > 1 {
			before = j.chain[len(j.chain)-2]
		}
		best, alone := j.nearest(top, before)
		switch {
		case best == None:
			j.chain = j.chain[:len(j.chain)-1]
		case best == before || before != None && slices.Contains(j.chain, best):
			best = before
			j.chain = j.chain[:len(j.chain)-2]
			if top == j.hub.group { // its links are known, and join needs the links of the other
				top, best = best, top
				j.gather(top)
			}
			j.join(top, best)
		case alone && int(j.node[top]) < j.tree.Pages: // a page is nearest to its only neighbour, and nothing is nearer to that
			j.chain = j.chain[:len(j.chain)-1]
			j.join(top, best)
		default:
			j.chain = append(j.chain, best)
		}
		j.clear()
	}
	return nil
}

// rounding is the relative difference by which two groups may disagree about their nearness, because sums have 32
// bits. A chain continues only to nodes that are nearer by more than this. Otherwise it might return to an earlier
// node.
const rounding = 1e-5

// nearest returns the group nearest to a group, and whether the group has no other neighbour. Among equally near
// groups, within rounding, the previous one of the chain comes first. The common links stay in sum and both, or in the
// hub.
func (j *joiner) nearest(group, before uint32) (best uint32, alone bool) {
	if group != j.hub.group {
		j.gather(group)
		if len(j.met) <= leastHub {
			return j.nearestMet(before)
		}
		j.makeHub(group)
	}
	return j.nearestToHub(before), false
}

// nearestMet returns the nearest of the groups that were met.
func (j *joiner) nearestMet(before uint32) (best uint32, alone bool) {
	best = None
	most := 0.0
	if before != None && j.sum[before] > 0 {
		best, most = before, (1+rounding)*j.sum[before]/j.volume[before]
	}
	for _, v := range j.met {
		near := j.sum[v] / j.volume[v]
		if near > most || near == most && best != before && v < best {
			best, most = v, near
		}
	}
	return best, len(j.met) == 1
}

// gather sums up the links of a group by the groups that they lead to now, and writes the sums in their place.
func (j *joiner) gather(group uint32) {
	for at := group; at != None; at = j.next[at] {
		for _, e := range j.links.of(at)[:j.used[at]] {
			to := j.root(uint32(e.to))
			if to == group {
				continue
			}
			if j.sum[to] == 0 {
				j.met = append(j.met, to)
			}
			j.sum[to] += float64(e.weight)
			j.both[to] += e.pairs
		}
	}
	j.write(group, len(j.met), func(i int) link {
		to := j.met[i]
		return link{to: graph.Node(to), pairs: j.both[to], weight: float32(j.sum[to])}
	})
}

// write writes n links into the chain of a group. There is room, as each was there before.
func (j *joiner) write(group uint32, n int, each func(i int) link) {
	done := 0
	for at := group; at != None; at = j.next[at] {
		place := j.links.of(at)
		place = place[:min(n-done, len(place))]
		for i := range place {
			place[i] = each(done + i)
		}
		j.used[at] = uint32(len(place))
		if done += len(place); done == n { // the others stay empty from now on
			j.next[at], j.last[group] = None, at
		}
	}
}

func (j *joiner) clear() {
	for _, v := range j.met {
		j.sum[v], j.both[v] = 0, 0
	}
	j.met = j.met[:0]
}

// join makes one group of two. The links of the first were gathered before.
func (j *joiner) join(a, b uint32) {
	common := int64(j.both[b])
	t, x, y := j.tree, j.node[a], j.node[b]
	j.joinHub(a, b)
	a, b = min(a, b), max(a, b)
	node := uint32(len(t.Parent))
	t.Parent[x], t.Parent[y] = node, node
	t.Kids = append(t.Kids, [2]uint32{min(x, y), max(x, y)})
	t.Parent = append(t.Parent, None)
	t.Size = append(t.Size, t.Size[x]+t.Size[y])
	t.Inside = append(t.Inside, t.Inside[x]+t.Inside[y]+common)
	t.Across = append(t.Across, t.Across[x]+t.Across[y]-2*common)
	j.head = append(j.head, a)
	j.up[b], j.node[a] = a, node
	j.volume[a] += j.volume[b]
	j.next[j.last[a]], j.last[a] = b, j.last[b]
}

func (j *joiner) root(u uint32) uint32 {
	for j.up[u] != u {
		j.up[u] = j.up[j.up[u]]
		u = j.up[u]
	}
	return u
}
