// Package generatetest makes crawls for tests.
package generatetest

import (
	"path/filepath"
	"testing"

	"weft/graph"
	"weft/graph/page"
	"weft/graph/random"
	"weft/making/generate"
	"weft/store"
)

// Stated is a graph whose pages have names and states.
type Stated struct {
	*graph.Memory
	Names  *random.Web
	States []page.State
}

// New returns a graph of n pages with names, without arcs or states yet.
func New(t testing.TB, n int, seed uint64) *Stated {
	t.Helper()
	names, err := random.NewWeb(random.WebOptions{Pages: n, Degree: 3, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return &Stated{Names: names, States: make([]page.State, n)}
}

// Namer implements a model with names.
func (s *Stated) Namer() *random.Namer { return s.Names.Namer() }

// State implements a model with states.
func (s *Stated) State(u graph.Node) page.State { return s.States[u] }

// Crawl returns a crawl of the graph, until the test ends.
func (s *Stated) Crawl(t testing.TB) *store.Crawl {
	t.Helper()
	return crawlOf(t, generate.Options{Model: s, Degree: 4})
}

// Web returns a crawl of a made Web, until the test ends.
func Web(t testing.TB, o random.WebOptions) *store.Crawl {
	t.Helper()
	web, err := random.NewWeb(o)
	if err != nil {
		t.Fatal(err)
	}
	return crawlOf(t, generate.Options{Model: web, Degree: o.Degree})
}

func crawlOf(t testing.TB, o generate.Options) *store.Crawl {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "crawl")
	o.DraftOptions = store.DraftOptions{Output: dir, Memory: 1 << 30}
	if _, err := generate.Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	c, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() }) //nolint:errcheck // nothing was written
	return c
}
