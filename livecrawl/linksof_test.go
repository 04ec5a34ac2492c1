package livecrawl_test

import (
	"slices"
	"testing"

	"weft/graph"
	"weft/store"
)

// linksOf returns the pages that a page links to in a graph, sorted.
func linksOf(t *testing.T, path, url string) (to []string) {
	t.Helper()
	g, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	u, ok, err := g.Find(url)
	if err != nil || !ok {
		t.Fatalf("%s: found %v, %v", url, ok, err)
	}
	c := g.Graph().Scan(graph.Range{Lo: int(u), Hi: int(u) + 1})
	for c.Next() {
		for _, v := range c.Succ() {
			to = append(to, g.Label(v))
		}
	}
	slices.Sort(to)
	return to
}
