package livecrawl_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weft/crawl/shared/sharedtest"
	"weft/graph"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/drawn"
	"weft/livecrawl"
	"weft/livecrawl/folder"
	"weft/making/assemble"
	"weft/making/ingest"
	"weft/store"
)

// snapshotOf makes and opens the graph of a crawl.
func snapshotOf(t *testing.T, dir string) *store.Crawl {
	t.Helper()
	s, err := livecrawl.MakeSnapshot(t.Context(), dir, ingest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return openCrawl(t, s.Dir)
}

func openCrawl(t *testing.T, dir string) *store.Crawl {
	t.Helper()
	c, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// A united is the union of graphs: pages with their states, and arcs with their kinds.
type united struct {
	states map[string]uint8
	arcs   map[[2]string]kinds.Set
}

// add adds a graph.
func (x *united) add(t *testing.T, c *store.Crawl) {
	t.Helper()
	cursor := c.Scan(graph.Range{Lo: 0, Hi: c.Manifest.Counts.Pages})
	for cursor.Next() {
		from := c.Label(cursor.Node())
		x.states[from] = assemble.JoinStates(x.states[from], uint8(c.State(cursor.Node())))
		for i, v := range cursor.Succ() {
			arc := [2]string{from, c.Label(v)}
			x.arcs[arc] = x.arcs[arc].Join(cursor.Kinds()[i])
		}
	}
	if err := cursor.Err(); err != nil {
		t.Fatal(err)
	}
}

// lines writes a union as text: each page with its state, and each arc with its kinds.
func (x *united) lines() (lines []string) {
	for url, state := range x.states {
		lines = append(lines, fmt.Sprintf("%s is %v", url, page.State(state)))
	}
	for arc, k := range x.arcs {
		lines = append(lines, fmt.Sprintf("%s -> %s %v", arc[0], arc[1], k))
	}
	slices.Sort(lines)
	return lines
}

func newUnited() *united { return &united{map[string]uint8{}, map[[2]string]kinds.Set{}} }

// The union of crawls that share a frontier has the pages, states, arcs and kinds of one crawl that fetches all.
func TestSharedUnion(t *testing.T) {
	w := newHostWeb(t, drawn.Rand(t), 8, 12)
	w.mapped = true
	dir := t.TempDir()
	all := func(c *folder.Config, _ *livecrawl.Options) { c.Sitemaps, c.Requisites = true, 10 }
	alone := filepath.Join(dir, "alone")
	c := w.config()
	all(&c, nil)
	crawl(t, c, sharedOptions(alone, nil))
	want := w.forget()
	dirs := []string{filepath.Join(dir, "1"), filepath.Join(dir, "2"), filepath.Join(dir, "3")}
	crawlShared(t, w, &livecrawl.Sharing{Service: sharedtest.New(time.Now)}, all, dirs...)
	w.check(t, want)
	one := newUnited()
	one.add(t, snapshotOf(t, alone))
	sameUnion(t, dirs, one)
}

// sameUnion checks that some crawls have together what one crawl has. A crawl may have got no page; then it has no graph. A
// failed page belongs to the graph of its crawl only if a page of that crawl links to it; so it may be a ghost of others.
func sameUnion(t *testing.T, dirs []string, alone *united) {
	t.Helper()
	all, one, parts := newUnited(), united{maps.Clone(alone.states), alone.arcs}, 0
	for _, d := range dirs {
		if s, err := livecrawl.MakeSnapshot(t.Context(), d, ingest.Options{}); err == nil {
			all.add(t, openCrawl(t, s.Dir))
			parts++
		}
	}
	for url, state := range one.states {
		if page.State(state) == page.Failed && page.State(all.states[url]) == page.Ghost {
			one.states[url] = uint8(page.Ghost)
		}
	}
	if got, want := all.lines(), one.lines(); !slices.Equal(got, want) {
		t.Errorf("%d of %d crawls have %d pages and arcs, one crawl %d:\n%s", parts, len(dirs), len(got), len(want), different(got, want))
	}
}

// different lists some lines that only one of two lists has.
func different(got, want []string) string {
	var b strings.Builder
	for _, x := range got {
		if _, has := slices.BinarySearch(want, x); !has {
			fmt.Fprintln(&b, "only united:", x)
		}
	}
	for _, x := range want {
		if _, has := slices.BinarySearch(got, x); !has {
			fmt.Fprintln(&b, "only alone:", x)
		}
	}
	return b.String()[:min(b.Len(), 2000)]
}
