package generate_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"weft/graph"
	"weft/graph/graphtest"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/graph/random"
	"weft/internal/drawn"
	"weft/making/generate"
	"weft/store"
)

// drawCrawl makes a crawl with names, or without, whose arcs are of drawn kinds and whose pages are in drawn states.
func drawCrawl(t *testing.T, r *rand.Rand, pages int, named bool) *store.Crawl {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "drawn")
	o := store.DraftOptions{Output: dir, Workers: 1, Memory: 1 << 30}
	d := must(store.Begin(context.Background(), &o))
	defer d.Abort()
	d.States, d.Manifest.Counts.Kinds = make([]uint8, pages), map[string]int64{"link": 0}
	for u := range d.States {
		d.States[u] = uint8([]page.State{page.Fetched, page.Fetched, page.Ghost, page.Failed}[r.IntN(4)])
	}
	lists := func(add func([]graph.Node, []kinds.Set) error) error {
		for u := range pages {
			var succ []graph.Node
			var ks []kinds.Set
			for v := range graph.Node(pages) {
				if page.State(d.States[u]).MayLink() && u%3 != 0 && r.IntN(pages) < 6 {
					succ, ks = append(succ, v), append(ks, []kinds.Set{kinds.Link, kinds.Link | kinds.Nofollow, kinds.Embed, kinds.Redirect | kinds.Link}[r.IntN(4)])
				}
			}
			if err := add(succ, ks); err != nil {
				return err
			}
		}
		return nil
	}
	steps := []func() error{func() error { return d.WriteGraph("", lists) }, func() error { return d.Transpose(64 << 20) }}
	if named {
		steps = append(steps, func() error {
			return d.WriteNames(func(add func([]byte) error) error {
				for u := range pages {
					if err := add(fmt.Appendf(nil, "test,a)/%05d s", u)); err != nil {
						return err
					}
				}
				return nil
			})
		})
	}
	for _, step := range append(steps, func() error { return d.Commit(store.Step{}) }) {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	c := must(store.Open(dir))
	t.Cleanup(func() { c.Close() })
	return c
}

type arc struct{ u, v graph.Node }

func arcsOf(c graph.KindCursor) map[arc]kinds.Set {
	all := map[arc]kinds.Set{}
	for c.Next() {
		for i, v := range c.Succ() {
			all[arc{c.Node(), v}] = c.Kinds()[i]
		}
	}
	return all
}

// A crawl with random arcs more has its own with their kinds, the others as links, and of the pages that have links
// only; the rest of it stays. What was drawn is there, was there, or was left out.
func TestPlus(t *testing.T) {
	r := drawn.Rand(t)
	for i, pages := range []int{2, 40, 7000} {
		c := drawCrawl(t, r, pages, i%2 == 0)
		extra := must(random.NewUniform(random.UniformOptions{Pages: pages, Draws: int64(3 * pages / 2), Seed: r.Uint64()}))
		want, fresh, barred := arcsOf(c.Scan(graph.Range{Hi: pages})), int64(0), int64(0)
		for u, succ := range graph.Lists(extra.Scan(graph.Range{Hi: pages})) {
			if !c.State(u).MayLink() {
				barred += int64(len(succ))
				continue
			}
			for _, v := range succ {
				if want[arc{u, v}] == 0 {
					fresh++
				}
				want[arc{u, v}] = want[arc{u, v}]&^kinds.Nofollow | kinds.Link
			}
		}
		var first *store.Manifest
		for _, o := range []store.DraftOptions{{Workers: 1, Memory: 1 << 30}, {Workers: 3, Memory: 64 << 20}} {
			o.Output = filepath.Join(t.TempDir(), "plus")
			m := run(t, generate.Options{Model: generate.Same(c), Degree: 4, Extra: extra, Crawl: c, DraftOptions: o})
			if first == nil {
				first = m
			}
			if !maps.Equal(m.Files, first.Files) || len(m.Steps[0].Inputs) != 1 {
				t.Fatalf("%d workers: files %v, inputs %v; want %v", o.Workers, m.Files, m.Steps[0].Inputs, first.Files)
			}
			checkPlus(t, o.Output, c, want)
		}
		notes := first.Steps[0].Notes
		if got := notes[generate.ExtraNote]; got != extra.Drawn() || notes[generate.BarredNote] != barred || notes[generate.ThereNote] != got-fresh-barred {
			t.Errorf("%d pages: notes %v, want %d new, %d left out", pages, notes, fresh, barred)
		}
	}
}

func checkPlus(t *testing.T, dir string, c *store.Crawl, want map[arc]kinds.Set) {
	t.Helper()
	if err := store.Verify(dir, nil); err != nil {
		t.Error(err)
	}
	got := must(store.Open(dir))
	defer got.Close()
	if arcs := arcsOf(got.Scan(graph.Range{Hi: c.NumPages()})); !maps.Equal(arcs, want) {
		t.Errorf("%d pages: %d arcs, want %d, or of other kinds", c.NumPages(), len(arcs), len(want))
	}
	for u := range graph.Node(c.NumPages()) {
		if got.State(u) != c.State(u) || got.Label(u) != c.Label(u) {
			t.Fatalf("page %d is %s, %v; want %s, %v", u, got.Label(u), got.State(u), c.Label(u), c.State(u))
		}
	}
}

// Random arcs come to every model.
func TestPlusOfModels(t *testing.T) {
	extra := must(random.NewUniform(random.UniformOptions{Pages: 5000, Draws: 9000, Seed: 3}))
	for name, g := range map[string]graph.Graph{
		"web": newWeb(5000, 6, 0), "copying": must(random.NewCopying(random.CopyingOptions{Pages: 5000, Degree: 3, Alpha: 0.5})),
		"fire": must(random.NewForestFire(random.ForestFireOptions{Pages: 5000})),
	} {
		dir := filepath.Join(t.TempDir(), "crawl")
		m := run(t, generate.Options{Model: g, Degree: 6, Extra: extra, DraftOptions: store.DraftOptions{Output: dir}})
		c := must(store.Open(dir))
		more := graphtest.Load(t, extra)
		want := int64(0)
		for u, succ := range graph.Lists(g.Scan(graph.Range{Hi: 5000})) {
			list := slices.Clone(succ)
			if c.State(u).MayLink() {
				list = append(list, more.Succ(u)...)
			}
			slices.Sort(list)
			list = slices.Compact(list)
			want += int64(len(list))
			if got := must(c.Graph().AppendSucc(nil, u)); !slices.Equal(got, list) {
				t.Fatalf("%s: list of %d is %v, want %v", name, u, got, list)
			}
		}
		c.Close()
		if m.Counts.Arcs != want {
			t.Errorf("%s: %d arcs, want %d", name, m.Counts.Arcs, want)
		}
	}
}

// A crawl that is its own input, or that is not in the order of its names, is refused before anything is made.
func TestSameIsRefused(t *testing.T) {
	c := drawCrawl(t, drawn.Rand(t), 30, true)
	_, err := generate.Run(context.Background(), generate.Options{Model: generate.Same(c), Crawl: c, DraftOptions: store.DraftOptions{Output: c.Path, Replace: true}})
	if !errors.Is(err, store.ErrSame) {
		t.Errorf("got %v, want %v", err, store.ErrSame)
	}
}

// Arcs that are no plain links are counted, as those that are rewired become links.
func TestKinded(t *testing.T) {
	c := drawCrawl(t, drawn.Rand(t), 300, false)
	want := int64(0)
	for _, k := range arcsOf(c.Scan(graph.Range{Hi: 300})) {
		if k != kinds.Link {
			want++
		}
	}
	if got := must(generate.Kinded(context.Background(), c)); got != want || got == 0 {
		t.Errorf("%d, want %d", got, want)
	}
}
