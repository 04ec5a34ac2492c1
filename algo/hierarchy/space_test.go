package hierarchy_test

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"

	"weft/algo/hierarchy"
	"weft/graph"
	"weft/graph/alloc"
	"weft/graph/graphtest"
	"weft/internal/drawn"
	"weft/internal/mmap"
)

// limited hands out heap until it was asked so often.
type limited struct{ left int }

var errFull = errors.New("the disk is full")

func (l *limited) Bytes(n int64) ([]byte, error) {
	if l.left--; l.left < 0 {
		return nil, errFull
	}
	return alloc.Make[byte](nil, int(n))
}

// A tree is the same whether its arrays lie on the heap, in scratch files, or some here and some there, in blocks of any size.
func TestSpaceDoesNotMatter(t *testing.T) {
	rng := drawn.Rand(t)
	sizes := make([]int, 20)
	for i := range sizes {
		sizes[i] = 2 + rng.IntN(80)
	}
	sites, _ := planted(rng, sizes...)
	graphs := []*graph.Memory{graph.FromArcs(0, nil), graph.FromArcs(1, nil), sites}
	for range 20 {
		graphs = append(graphs, graphtest.Random(rng.Uint64()))
	}
	block := hierarchy.SetBlock(1 << 22)
	defer hierarchy.SetBlock(block)
	for _, g := range graphs {
		hierarchy.SetBlock(block)
		heap := build(t, g, 2)
		scratch := mmap.NewScratch(t.TempDir())
		hierarchy.SetBlock(1 + rng.Int64N(9))
		some := alloc.HeapFirst(rng.Int64N(200*int64(g.NumNodes())+100), scratch)
		mapped, err := hierarchy.Build(t.Context(), g, graphtest.Transpose(t, g), graph.Work{Workers: 2, Space: some})
		if err != nil {
			t.Fatal(err)
		}
		if !sameTree(heap, mapped) {
			t.Errorf("%d pages: the tree on the heap is %+v, in scratch files %+v", g.NumNodes(), heap, mapped)
		}
		for _, o := range []hierarchy.SiteOptions{{}, {Least: 2, Leak: 0.3}} {
			of, nodes := heap.Sites(o)
			if again, same := mapped.Sites(o); !reflect.DeepEqual(of, again) || !reflect.DeepEqual(nodes, same) {
				t.Errorf("%d pages: other sites in scratch files", g.NumNodes())
			}
		}
		if err := scratch.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// sameTree compares trees; an empty list is none.
func sameTree(a, b *hierarchy.Tree) bool {
	x, y := *a, *b
	if len(a.Kids)+len(b.Kids) == 0 {
		x.Kids, y.Kids = nil, nil
	}
	return reflect.DeepEqual(x, y)
}

// Whichever array there is no room for, that is an error.
func TestNoRoom(t *testing.T) {
	g, _ := planted(rand.New(rand.NewPCG(1, 2)), 30, 40)
	in := graphtest.Transpose(t, g)
	for room := 0; ; room++ {
		space := &limited{left: room}
		_, err := hierarchy.Build(t.Context(), g, in, graph.Work{Workers: 1, Space: space})
		if err == nil {
			if space.left != 0 || room < 10 {
				t.Errorf("%d arrays were asked for, %d fewer than there was room for", room, space.left)
			}
			return
		}
		if !errors.Is(err, errFull) {
			t.Fatalf("with room for %d arrays: %v", room, err)
		}
	}
}
