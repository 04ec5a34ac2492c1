package store_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"weft/graph"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/drawn"
	"weft/internal/extsort"
	"weft/internal/mem"
	"weft/store"
)

// A made is what a crawl is made of, and what it should then hold.
type made struct {
	states []uint8
	arcs   map[graph.Arc]kinds.Set
	keys   []string
	plain  bool // lists come without kinds
}

// drawMade draws a crawl. Of some all arcs are plain links, said or not, of others only those of the first pages.
func drawMade(r *rand.Rand) *made {
	n := []int{1, 2, 300, 6000}[r.IntN(4)]
	m := &made{arcs: map[graph.Arc]kinds.Set{}, plain: r.IntN(3) == 0}
	special := n + 1
	if !m.plain && r.IntN(3) > 0 {
		special = r.IntN(n)
	}
	for u := range n {
		m.states = append(m.states, uint8(r.IntN(page.NumStates)))
		m.keys = append(m.keys, string(store.Key(nil, fmt.Appendf(nil, "http://h%d.d%d.example/%d", u%7, u%3, u))))
		for range r.IntN(8) * r.IntN(2) {
			k := kinds.Link
			if u >= special && r.IntN(3) == 0 {
				k = []kinds.Set{kinds.Embed, kinds.Link | kinds.Nofollow, kinds.Canonical | kinds.Next, kinds.Redirect | kinds.Link}[r.IntN(4)]
			}
			m.arcs[graph.Arc{From: graph.Node(u), To: graph.Node(r.IntN(n))}] = k
		}
	}
	slices.Sort(m.keys)
	return m
}

// lists hands out the arcs, turned round or not.
func (m *made) lists(add func([]graph.Node, []kinds.Set) error) error {
	succ := make([][]graph.Node, len(m.states))
	for a := range m.arcs {
		succ[a.From] = append(succ[a.From], a.To)
	}
	for u, list := range succ {
		slices.Sort(list)
		var ks []kinds.Set
		for _, v := range list {
			ks = append(ks, m.arcs[graph.Arc{From: graph.Node(u), To: v}])
		}
		if m.plain {
			ks = nil
		}
		if err := add(list, ks); err != nil {
			return err
		}
	}
	return nil
}

// counts counts the pages and arcs one by one.
func (m *made) counts() store.Counts {
	c := store.Counts{Pages: len(m.states), Arcs: int64(len(m.arcs)), Hosts: min(21, len(m.states)), Domains: min(3, len(m.states))}
	linking := map[graph.Node]bool{}
	for a, k := range m.arcs {
		linking[a.From] = true
		if a.From == a.To {
			c.SelfLoops++
		}
		if k&(kinds.Link|kinds.Embed|kinds.Redirect|kinds.Refresh) != 0 {
			c.Measured++
		}
		for i := range 16 {
			if one := kinds.Set(1) << i; k&one != 0 {
				if c.Kinds == nil {
					c.Kinds = map[string]int64{}
				}
				c.Kinds[one.String()]++
			}
		}
	}
	for u, s := range m.states {
		*[]*int{&c.Ghosts, &c.Excluded, &c.Failed, &c.Redirected, &c.Fetched, &c.Unknown}[s]++
		if (page.State(s) == page.Fetched || page.State(s) == page.Unknown) && !linking[graph.Node(u)] {
			c.Dangling++
		}
	}
	for _, key := range m.keys {
		c.NameBytes += int64(len(key))
	}
	return c
}

// write makes a crawl of it.
func (m *made) write(ctx context.Context, o store.DraftOptions, memory int64) error {
	d, err := store.Begin(ctx, &o)
	if err != nil {
		return err
	}
	defer d.Abort()
	d.States = m.states
	for _, step := range []func() error{
		func() error { return d.WriteGraph("lists", m.lists) },
		func() error { return d.Transpose(memory) },
		func() error {
			return d.WriteNames(func(add func([]byte) error) error {
				for _, key := range m.keys {
					if err := add([]byte(key)); err != nil {
						return err
					}
				}
				return nil
			})
		},
		func() error {
			return store.AddResult(d, store.Result{Name: "numbers"}, make([]uint32, len(m.states)))
		},
		func() error { return d.Commit(store.Step{Seed: 5, Command: "not this one"}) },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// arcsOf returns the arcs of a cursor with their kinds.
func arcsOf(t *testing.T, cur graph.KindCursor, back bool) map[graph.Arc]kinds.Set {
	t.Helper()
	arcs := map[graph.Arc]kinds.Set{}
	for cur.Next() {
		for i, v := range cur.Succ() {
			a := graph.Arc{From: cur.Node(), To: v}
			if back {
				a.From, a.To = a.To, a.From
			}
			arcs[a] = cur.Kinds()[i]
		}
	}
	if err := cur.Err(); err != nil {
		t.Fatal(err)
	}
	return arcs
}

// A draft holds what it was given, both ways round, with kinds, states and names; its counts are those of counting one
// by one, and command, version and time those of its options, whatever the memory and the workers.
func TestDraftHoldsWhatItWasGiven(t *testing.T) {
	r := drawn.Rand(t)
	n := 40
	if testing.Short() {
		n = 10
	}
	for i := range n {
		m := drawMade(r)
		o := store.DraftOptions{
			Output: filepath.Join(t.TempDir(), "crawl"), Workers: 1 + i%3, Dense: i%5 == 0, Command: "weft draw", Version: "9", Now: time.Unix(1e9, 0).UTC(),
		}
		if err := m.write(t.Context(), o, []int64{extsort.MinMemory, 1 << 28}[i%2]); err != nil {
			t.Fatal(err)
		}
		if err := store.Verify(o.Output, nil); err != nil {
			t.Fatal(err)
		}
		c := open(t, o.Output)
		got, want := c.Manifest.Counts, m.counts()
		if got.GraphBits < int64(len(m.states)) || len(m.arcs) > 0 && (got.BitsPerArc <= 0 || got.TransBitsPA <= 0) {
			t.Errorf("case %d: %d bits, %v and %v an arc", i, got.GraphBits, got.BitsPerArc, got.TransBitsPA)
		}
		got.GraphBits, got.BitsPerArc, got.TransBitsPA = 0, 0, 0
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("case %d: counts\n%+v, want\n%+v", i, got, want)
		}
		for back, cur := range map[bool]graph.KindCursor{false: c.Scan(graph.Everything(c.Graph())), true: c.ScanBack(graph.Everything(c.Graph()))} {
			if arcs := arcsOf(t, cur, back); !maps.Equal(arcs, m.arcs) {
				t.Errorf("case %d, back %v: %d arcs, want %d", i, back, len(arcs), len(m.arcs))
			}
		}
		m.compare(t, c)
	}
}

// compare compares states, names, files and the step of a crawl with what it was made of.
func (m *made) compare(t *testing.T, c *store.Crawl) {
	t.Helper()
	for u, s := range m.states {
		key := string(store.Key(nil, []byte(c.Label(graph.Node(u)))))
		if c.State(graph.Node(u)) != page.State(s) || key != m.keys[u] {
			t.Fatalf("page %d is %v, %q: want %v, %q", u, c.State(graph.Node(u)), key, page.State(s), m.keys[u])
		}
	}
	if c.Manifest.Order != store.ByName || !c.Manifest.Names {
		t.Errorf("order %q, names %v", c.Manifest.Order, c.Manifest.Names)
	}
	special := false
	for _, k := range m.arcs {
		special = special || k != kinds.Link
	}
	for _, name := range []string{store.KindsFile, store.BackKindsFile} {
		if _, err := os.Stat(filepath.Join(c.Path, name)); err == nil != special {
			t.Errorf("%s: %v, though arcs that are no plain links: %v", name, err, special)
		}
	}
	want := store.Step{Command: "weft draw", Version: "9", Time: time.Unix(1e9, 0).UTC(), Seed: 5}
	if got := c.Manifest.Steps; len(got) != 1 || fmt.Sprint(got[0]) != fmt.Sprint(want) {
		t.Errorf("steps %+v, want %+v", got, want)
	}
	results, err := c.Results("")
	if err != nil {
		t.Fatal(err)
	}
	_, res, err := store.LoadVector[uint32](results, "numbers")
	if err != nil || res.Command != "weft draw" || res.Version != "9" || !res.Time.Equal(want.Time) {
		t.Errorf("the result says %+v, %v", res, err)
	}
}

// A draft that is told to stop in any phase says so, and nothing appears.
func TestDraftStops(t *testing.T) {
	r := drawn.Rand(t)
	m := drawMade(r)
	for len(m.states) < 6000 || m.plain {
		m = drawMade(r)
	}
	for _, plain := range []bool{false, true} {
		m.plain = plain
		for _, stop := range []string{"lists", "transposing"} {
			ctx, cancel := context.WithCancel(t.Context())
			dir := t.TempDir()
			err := m.write(ctx, store.DraftOptions{Output: filepath.Join(dir, "crawl"), Workers: 2, Progress: func(phase string, _, _ int64) {
				if phase == stop {
					cancel()
				} else if ctx.Err() != nil {
					t.Errorf("stopped at %q, it goes on with %q", stop, phase)
				}
			}}, 1<<28)
			cancel()
			if left := entriesOf(t, dir); !errors.Is(err, context.Canceled) || len(left) > 0 {
				t.Errorf("stopped at %q: %v, and %v", stop, err, left)
			}
		}
	}
}

// What is left for sorting is nine tenths of what the budget holds beyond a need, and the least that sorting takes.
func TestBeyond(t *testing.T) {
	for _, need := range []int64{0, 1 << 20, 1 << 28} {
		for _, more := range []int64{-1 << 20, 0, 10, 1000, 1 << 30} {
			o := store.DraftOptions{Memory: mem.Base + need + more}
			if got, want := o.Beyond(need), extsort.MinMemory+max(0, more)*9/10; got != want {
				t.Errorf("a need of %d and %d over: %d are left, want %d", need, more, got, want)
			}
		}
	}
}
