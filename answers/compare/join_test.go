package compare_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/answers/compare"
	"weft/build/ingest"
	"weft/graph"
	"weft/graph/bv"
	"weft/graph/graphtest"
	"weft/store"
)

// Union and difference are those of sets of pairs of names, and whole graphs in every way of reading them.
func TestJoin(t *testing.T) {
	for seed := range uint64(4) {
		a, b := random(t, seed, false), random(t, seed+20, false)
		j, err := compare.Join(context.Background(), a, b)
		if err != nil {
			t.Fatal(err)
		}
		x, y := know(a, false), know(b, false)
		keys := map[string][]byte{}
		for _, k := range []known{x, y} {
			for n := range k.number {
				keys[n] = store.Key(nil, []byte(n))
			}
		}
		names := make([]string, 0, len(keys))
		for n := range keys {
			names = append(names, n)
		}
		slices.SortFunc(names, func(n, m string) int { return slices.Compare(keys[n], keys[m]) })
		number := map[string]graph.Node{}
		for i, n := range names {
			number[n] = graph.Node(i)
		}
		var all, gone []graph.Arc
		for arc := range x.arcs {
			p := graph.Arc{From: number[arc[0]], To: number[arc[1]]}
			all = append(all, p)
			if !y.arcs[arc] {
				gone = append(gone, p)
			}
		}
		for arc := range y.arcs {
			all = append(all, graph.Arc{From: number[arc[0]], To: number[arc[1]]})
		}
		union, err1 := j.Union(a.Graph(), b.Graph())
		difference, err2 := j.Difference(a.Graph(), b.Graph())
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
		graphtest.Run(t, union, graph.FromArcs(len(names), all))
		graphtest.Run(t, difference, graph.FromArcs(len(names), gone))
	}
}

func TestJoinRefuses(t *testing.T) {
	base := filepath.Join(t.TempDir(), "g")
	if _, err := bv.Write(base, graphtest.Random(5), bv.Options{}); err != nil {
		t.Fatal(err)
	}
	bare, named := open(t, base), random(t, 1, false)
	if _, err := compare.Join(context.Background(), bare, named); !errors.Is(err, compare.ErrMixed) {
		t.Errorf("got %v, want that names are missing", err)
	}
	unordered := imported(t, ingest.Options{
		Inputs: []string{"-"}, Stdin: strings.NewReader("http://b.example/ http://a.example/\n"), KeepNumbers: true,
	})
	for _, pair := range [][2]*store.Crawl{{unordered, named}, {named, unordered}} {
		if _, err := compare.Join(context.Background(), pair[0], pair[1]); !errors.Is(err, compare.ErrOrder) {
			t.Errorf("got %v, want that pages are out of order", err)
		}
	}
	j, err := compare.Join(context.Background(), bare, bare)
	if err != nil {
		t.Fatal(err)
	}
	same, err := j.Union(bare.Graph(), bare.Graph())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := j.Union(named.Graph(), bare.Graph()); err == nil {
		t.Error("a graph of other pages is joined")
	}
	graphtest.Run(t, same, graphtest.Random(5))
}
