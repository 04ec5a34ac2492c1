package store_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/graph"
	"weft/graph/page"
	"weft/making/ingest"
	"weft/making/ingest/lists"
	"weft/store"
)

// listed imports a random list of links, and returns which pages have links.
func listed(t *testing.T, seed uint64, o ingest.Options) (dir string, links []bool) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 4))
	n := 2 + r.IntN(60)
	links = make([]bool, n)
	var b strings.Builder
	for range 1 + r.IntN(100) {
		u, v := r.IntN(n), r.IntN(n)
		links[u] = true
		fmt.Fprintf(&b, "%d\t%d\n", u, v)
	}
	o.Format, o.Inputs, o.Stdin, o.Output, o.Pages = lists.Edges, []string{"-"}, strings.NewReader(b.String()), filepath.Join(t.TempDir(), "c"), n
	if _, err := ingest.Import(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	if err := store.Verify(o.Output, nil); err != nil {
		t.Fatal(err)
	}
	return o.Output, links
}

func opened(t *testing.T, dir string) *store.Crawl {
	t.Helper()
	c, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// What a list says of the states of pages is what it was told.
func TestUnknownStates(t *testing.T) {
	for seed := range uint64(20) {
		for rule, want := range map[string][2]page.State{ // without links, and with
			"": {page.Unknown, page.Unknown}, ingest.AllFetched: {page.Fetched, page.Fetched}, ingest.LinkingFetched: {page.Ghost, page.Fetched},
		} {
			dir, links := listed(t, seed, ingest.Options{Fetched: rule})
			c := opened(t, dir)
			var count [page.NumStates]int
			for u, linking := range links {
				w := want[0]
				if linking {
					w = want[1]
				}
				if got := c.State(graph.Node(u)); got != w {
					t.Errorf("seed %d, rule %q: page %d is %v, want %v", seed, rule, u, got, w)
				}
				count[w]++
			}
			if n := c.Manifest.Counts; n.Unknown != count[page.Unknown] || n.Fetched != count[page.Fetched] || n.Ghosts != count[page.Ghost] {
				t.Errorf("seed %d, rule %q: got counts %+v, want %v", seed, rule, n, count)
			}
			if err := c.CheckKnown(errors.New("x")); (err != nil) != (rule == "") || err != nil && !errors.Is(err, store.ErrUnknown) {
				t.Errorf("seed %d, rule %q: got %v", seed, rule, err)
			}
		}
	}
}

// Unknown pages can be taken for fetched while a crawl is open; ghosts have no links.
func TestAssume(t *testing.T) {
	for seed := range uint64(20) {
		dir, links := listed(t, seed, ingest.Options{})
		c := opened(t, dir)
		if err := c.Assume(func(u graph.Node) bool { return !links[u] }); err == nil {
			t.Errorf("seed %d: pages with links are taken for ghosts", seed)
		}
		if c.Unknown() != len(links) {
			t.Errorf("seed %d: %d pages are unknown after a failure, want %d", seed, c.Unknown(), len(links))
		}
		if err := c.Assume(func(u graph.Node) bool { return links[u] }); err != nil {
			t.Fatal(err)
		}
		for u, linking := range links {
			want := page.Ghost
			if linking {
				want = page.Fetched
			}
			if got := c.State(graph.Node(u)); got != want {
				t.Errorf("seed %d: page %d is %v, want %v", seed, u, got, want)
			}
		}
		if c.Unknown() != 0 || c.CheckKnown(errors.New("x")) != nil {
			t.Errorf("seed %d: pages are still unknown", seed)
		}
	}
}

// A bare graph knows of no page.
func TestUnknownOfBareGraph(t *testing.T) {
	dir, links := listed(t, 1, ingest.Options{Fetched: ingest.AllFetched})
	c := opened(t, filepath.Join(dir, "graph"))
	if c.State(0) != page.Unknown || c.Unknown() != len(links) {
		t.Errorf("page 0 is %v, %d are unknown; want unknown, %d", c.State(0), c.Unknown(), len(links))
	}
}

// Crawls of the first format are read: those of lists called unknown pages fetched, archives did not. A change of such a
// crawl leaves the format and the counts as they were.
func TestFirstFormat(t *testing.T) {
	for _, c := range []struct {
		rule, format, command string
		unknown               bool
	}{
		{ingest.AllFetched, "edges", "weft import links.tsv -o c", true},
		{ingest.AllFetched, "bvgraph", "weft import g -o c", true},
		{ingest.AllFetched, "edges", "weft import links.tsv --fetched f.txt -o c", false},
		{ingest.AllFetched, "archive", "weft import a.warc -o c", false},
		{ingest.LinkingFetched, "gml", "weft import net.gml -o c", false}, // it had ghosts
	} {
		dir, links := listed(t, 2, ingest.Options{Fetched: c.rule})
		if c.rule == ingest.LinkingFetched && !strings.Contains(fmt.Sprint(links), "false") {
			t.Fatal("no page is without links")
		}
		store.Rewrite(t, dir, func(m *store.Manifest) {
			m.Format = store.FirstFormat
			m.Steps[0].Command, m.Steps[0].Inputs[0].Format = c.command, c.format
		})
		before, err := os.ReadFile(filepath.Join(dir, store.ManifestFile))
		if err != nil {
			t.Fatal(err)
		}
		check := func(x *store.Crawl) {
			t.Helper()
			got := x.Manifest.Counts
			if (got.Unknown == len(links)) != c.unknown || (x.State(0) == page.Unknown) != c.unknown || got.Unknown+got.Fetched+got.Ghosts != len(links) {
				t.Errorf("%s of %s: got %+v, page 0 %v; want unknown pages %v", c.command, c.format, got, x.State(0), c.unknown)
			}
		}
		x := opened(t, dir)
		check(x)
		if err := store.Verify(dir, nil); err != nil {
			t.Errorf("%s: %v", c.command, err)
		}
		ch, err := x.Change()
		if err != nil {
			t.Fatal(err)
		}
		if err := ch.Record(store.Step{Command: "weft rank"}); err != nil {
			t.Fatal(err)
		}
		check(x)
		check(opened(t, dir))
		after, err := os.ReadFile(filepath.Join(dir, store.ManifestFile))
		if err != nil || !strings.Contains(string(after), `"weft_format": 1,`) || line(string(after), `"fetched"`) != line(string(before), `"fetched"`) {
			t.Errorf("%s: the manifest became %s (%v)", c.command, after, err)
		}
	}
}

// line returns the line of a text that holds a word.
func line(text, word string) string {
	for l := range strings.Lines(text) {
		if strings.Contains(l, word) {
			return l
		}
	}
	return ""
}
