package combine_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/graph"
	"weft/graph/bv"
	"weft/graph/graphtest"
	"weft/graph/view"
	"weft/making/ingest"
	"weft/making/ingest/ingesttest"
	"weft/store"
)

// Pages are numbered together in the order of their keys, each in the sets of the crawls that know it.
func TestJoin(t *testing.T) {
	for seed := range uint64(4) {
		a, b := random(t, seed), random(t, seed+20)
		j, err := store.Join(context.Background(), a, b)
		if err != nil {
			t.Fatal(err)
		}
		x, y := know(t, a), know(t, b)
		keys := map[string][]byte{}
		for _, k := range []known{x, y} {
			for n := range k.pages {
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
		for _, c := range []struct {
			crawl *store.Crawl
			set   *view.Subset
		}{{a, j.A}, {b, j.B}} {
			if c.set.Len() != c.crawl.NumPages() || c.set.Universe() != len(names) {
				t.Fatalf("seed %d: %d members of %d, want %d of %d", seed, c.set.Len(), c.set.Universe(), c.crawl.NumPages(), len(names))
			}
			for u := range c.crawl.NumPages() {
				n := c.crawl.Label(graph.Node(u))
				if got := c.set.Select(u); got != int(number[n]) {
					t.Errorf("seed %d: %s is %d, want %d", seed, n, got, number[n])
				}
			}
		}
	}
}

func TestJoinRefuses(t *testing.T) {
	base := filepath.Join(t.TempDir(), "g")
	if _, err := bv.Write(base, graphtest.Random(5), bv.Options{}); err != nil {
		t.Fatal(err)
	}
	bare, named := ingesttest.Open(t, base), random(t, 1)
	if _, err := store.Join(context.Background(), bare, named); !errors.Is(err, store.ErrMixed) {
		t.Errorf("got %v, want that names are missing", err)
	}
	unordered := ingesttest.Import(t, ingest.Options{
		Inputs: []string{"-"}, Stdin: strings.NewReader("http://b.example/ http://a.example/\n"), KeepNumbers: true,
	})
	for _, pair := range [][2]*store.Crawl{{unordered, named}, {named, unordered}} {
		if _, err := store.Join(context.Background(), pair[0], pair[1]); !errors.Is(err, store.ErrOrder) {
			t.Errorf("got %v, want that pages are out of order", err)
		}
	}
}
