package clusters

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/build/ingest"
	"weft/internal/drawn"
	"weft/store"
)

// cliques makes a crawl of groups of pages that all link to each other, each with one link to the next group.
func cliques(t *testing.T, sizes ...int) *store.Crawl {
	t.Helper()
	var lines strings.Builder
	first := 0
	for _, n := range sizes {
		for i := range n {
			for j := range n {
				if i != j {
					fmt.Fprintf(&lines, "http://a.test/%03d\thttp://a.test/%03d\n", first+i, first+j)
				}
			}
		}
		if first > 0 {
			fmt.Fprintf(&lines, "http://a.test/%03d\thttp://a.test/%03d\n", first-1, first)
		}
		first += n
	}
	dir := t.TempDir()
	list, out := filepath.Join(dir, "list.tsv"), filepath.Join(dir, "crawl")
	if err := os.WriteFile(list, []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ingest.Import(t.Context(), ingest.Options{Inputs: []string{list}, DraftOptions: store.DraftOptions{Output: out, Memory: 1 << 30}}); err != nil {
		t.Fatal(err)
	}
	c, err := store.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// Groups that all link to each other are found by every method and weight, none of which is listed if none is asked for.
func TestMethods(t *testing.T) {
	rng := drawn.Rand(t)
	sizes := []int{20 + rng.IntN(20), 20 + rng.IntN(20), 45}
	c := cliques(t, sizes...)
	slices.Sort(sizes)
	slices.Reverse(sizes)
	for _, method := range Methods {
		for _, weights := range Weights {
			for _, top := range []int{0, 5} {
				q := asked{}
				q.setDefaults()
				q.method, q.weights, q.top = method, weights, top
				if err := q.Check(); err != nil {
					t.Fatal(err)
				}
				w, err := q.Plan(t.Context(), c, answer.Options{Memory: 1 << 30, Workers: 2})
				if err != nil {
					t.Fatal(err)
				}
				got, err := w.Do()
				if err != nil {
					t.Fatal(err)
				}
				f := got.(*Found)
				if f.Method != method || f.Count != 3 || f.Single != 0 || f.Largest != 45 || len(f.Top) != min(3, top) || f.Modularity < 0.5 {
					t.Errorf("%s, %s: %+v", method, weights, f)
				}
				for i, x := range f.Top {
					if x.Pages != sizes[i] {
						t.Errorf("%s, %s: cluster %d of %d pages, want %d", method, weights, i, x.Pages, sizes[i])
					}
				}
			}
		}
	}
}
