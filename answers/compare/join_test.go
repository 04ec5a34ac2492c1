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
	"weft/graph/view"
	"weft/store"
)

// Pages are numbered together in the order of their keys, each in the sets of the crawls that know it.
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
		for _, c := range []struct {
			known known
			set   *view.Subset
		}{{x, j.A}, {y, j.B}} {
			if c.set.Len() != len(c.known.number) || c.set.Universe() != len(names) {
				t.Fatalf("seed %d: %d members of %d, want %d of %d", seed, c.set.Len(), c.set.Universe(), len(c.known.number), len(names))
			}
			for n, u := range c.known.number {
				if got := c.set.Select(int(u)); got != int(number[n]) {
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
}
