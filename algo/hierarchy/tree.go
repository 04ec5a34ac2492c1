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

// A Tree has a leaf for each page, with the number of that page, and behind these a node for each time that two groups
// were joined, in order: a child has a smaller number than its parent. A page without links to or from others is a
// root.
type Tree struct {
	Pages  int
	Parent []uint32 // None for a root
	Kids   [][2]uint32
	Size   []uint32 // pages
	// Inside are the pairs of pages of a node that link to each other, Across those of one of its pages and one of others.
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

// Bytes is what a tree of so many pages takes: 24 bytes a node, of which there are twice as many at most, and 8 for
// each that is no leaf.
func Bytes(n int) int64 { return 2*int64(n)*24 + 8*int64(n) }

// Need is what [Build] takes beside the views, of the space of the work: links, 12 bytes on each side, which is as much
// as there are if none is returned, and what stands for pages and groups.
func Need(n int, arcs int64) (forLinks, forNodes int64) {
	return 2 * linkBytes * arcs, Bytes(n) + 8*int64(n+1) + (8*4+3*8)*int64(n)
}

// Build makes the tree of a graph, given with its transpose. It reads both twice, and works on one processor; memory:
// [Need]. What stands for groups is asked of the space of w first, as it is used in no order and all the time; links of
// pages that are joined lie near each other where pages are numbered by name, so that they may lie in scratch files. A
// tie is given to the group with the smallest page, so that the same graph has the same tree for any number of workers.
//
// A step asks a group for its nearest neighbour, which takes as long as it has links to others, joined where these have
// been joined since. A page whose only neighbour is one group is joined to that at once: all its links lead there, so
// that no other is nearer to either.
// Papers: websites, §6, §4.2.2.
func Build(ctx context.Context, out, in graph.Random, w graph.Work) (*Tree, error) {
	j, err := begin(ctx, out, in, w)
	if err != nil {
		return nil, err
	}
	return j.run(ctx)
}

// BuildOn makes the tree that begins with clusters, given by page, in place of single pages: what is joined there is
// not taken apart, so that each is of one site. All else is as with [Build].
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
