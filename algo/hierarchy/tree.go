package hierarchy

import (
	"context"
	"fmt"
	"math"

	"weft/graph"
	"weft/internal/bitset"
)

// None is no node of a tree.
const None = math.MaxUint32

// A Tree has a leaf for each page, with the number of the page. After the leaves it has a node for each join of
// two groups, in order, so a child has a smaller number than its parent. A page without links to or from others is
// a root.
type Tree struct {
	Pages  int
	Parent []uint32 // None for a root
	Kids   [][2]uint32
	Size   []uint32 // pages
	// Inside counts the pairs of pages of a node that link to each other. Across counts the pairs of a page of the
	// node and another page.
	Inside, Across []int64

	parts bitset.Set // nodes within clusters that it began with, which are no sites
}

// Kid returns the two that were joined; not for a leaf.
func (t *Tree) Kid(node uint32) (a, b uint32) {
	k := t.Kids[int(node)-t.Pages]
	return k[0], k[1]
}

// Leaves are the pages of a node, in the order of the tree, added to a list.
func (t *Tree) Leaves(pages []graph.Node, node uint32) []graph.Node {
	for stack := []uint32{node}; len(stack) > 0; {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if int(x) < t.Pages {
			pages = append(pages, graph.Node(x))
			continue
		}
		a, b := t.Kid(x)
		stack = append(stack, b, a)
	}
	return pages
}

// Bytes returns the memory of a tree of n pages: 24 bytes for each of at most 2n nodes, and 8 more for each node
// that is not a leaf.
func Bytes(n int) int64 { return 2*int64(n)*24 + 8*int64(n) }

// Need returns the memory of [Build] beside the views, from the space of the work. forLinks is 12 bytes for each
// side of a link, the maximum, which applies if no link is returned. forNodes is for pages and groups, and for the
// neighbours of a hub.
func Need(n int, arcs int64) (forLinks, forNodes int64) {
	return 2 * linkBytes * arcs, Bytes(n) + 8*int64(n+1) + (8*4+3*8)*int64(n) + hubBytes*int64(n) + 16*(spare+1)
}

// Build makes the tree of a graph, given with its transpose. It reads both twice, and works on one processor.
// Memory: [Need]. It takes the memory for groups from the space of w first, because it is used all the time and in
// no order. If pages are numbered by name, the links of joined pages lie near each other, so links may lie in
// scratch files. A tie goes to the group with the smallest page, so the same graph has the same tree for any
// number of workers. Steps return again and again to a group with many neighbours. It keeps
// them in a heap, so a step takes the logarithm of their number.
//
// A step finds the nearest neighbours of a group. It takes as long as the group has links to others; links to
// groups joined since are joined, too. A page whose only neighbour is one group joins it at once: all its links
// lead there, so no other group is nearer to either.
// Papers: websites, §6, §4.2.2.
func Build(ctx context.Context, out, in graph.Random, w graph.Work) (*Tree, error) {
	j, err := begin(ctx, out, in, w)
	if err != nil {
		return nil, err
	}
	return j.run(ctx)
}

// BuildOn makes a tree that begins with the given clusters instead of single pages. Clusters are not taken apart,
// so each cluster belongs to one site. Otherwise it is [Build].
func BuildOn(ctx context.Context, out, in graph.Random, of []uint32, w graph.Work) (*Tree, error) {
	if len(of) != out.NumNodes() {
		return nil, fmt.Errorf("hierarchy: clusters of %d pages for a graph of %d", len(of), out.NumNodes())
	}
	j, err := begin(ctx, out, in, w)
	if err != nil {
		return nil, err
	}
	if err := j.joinClusters(ctx, of); err != nil {
		return nil, err
	}
	return j.run(ctx)
}

// begin reads the links, and makes a group of each page.
func begin(ctx context.Context, out, in graph.Random, w graph.Work) (*joiner, error) {
	j, err := newJoiner(out.NumNodes(), w.Space)
	if err != nil {
		return nil, err
	}
	if j.links, err = read(ctx, out, in, w); err != nil {
		return nil, err
	}
	j.begin()
	return j, nil
}
