package course_test

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"weft/answers/course"
	"weft/graph"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/drawn"
	"weft/store"
)

// What is stored of a crawl is what it was told, page by page.
func TestKeep(t *testing.T) {
	seed := drawn.Seed(t)
	for i := range uint64(8) {
		w := drawWeb(rand.New(rand.NewPCG(seed+i, 1)), 80)
		c, n := w.run(t, seed+i, course.Options{Kinds: kinds.Measured}, 0)
		if len(n.pages) == 0 {
			continue
		}
		dir := filepath.Join(t.TempDir(), "crawl")
		o := store.DraftOptions{Output: dir, Memory: 1 << 30}
		draft, err := store.Begin(t.Context(), &o)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Keep(t.Context(), draft, &o, store.Step{Seed: 7}); err != nil {
			t.Fatal(err)
		}
		got, err := store.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		links := map[graph.Node][]graph.Node{}
		crawled := map[graph.Node]bool{}
		for _, p := range n.pages {
			crawled[graph.Node(p.page)] = true
			for _, to := range p.links {
				links[graph.Node(p.page)] = append(links[graph.Node(p.page)], graph.Node(to))
			}
		}
		if want := n.sums[len(n.sums)-1].known; got.NumPages() != want {
			t.Fatalf("crawl %d: %d pages, want %d", seed+i, got.NumPages(), want)
		}
		for u := range graph.Node(got.NumPages()) {
			list, err := got.Graph().AppendSucc(nil, u)
			if err != nil {
				t.Fatal(err)
			}
			want := links[u]
			slices.Sort(want)
			want = slices.Compact(want)
			if !slices.Equal(list, want) || (got.State(u) == page.Fetched) != crawled[u] || (got.State(u) == page.Ghost) == crawled[u] {
				t.Fatalf("crawl %d, page %d: %v in state %v, want %v, crawled %v", seed+i, u, list, got.State(u), want, crawled[u])
			}
		}
		if err := got.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
