package store_test

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/graph"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/extsort"
	"weft/internal/npy"
	"weft/store"
)

type weighedArc struct {
	u, v   uint32
	kinds  kinds.Set
	weight float64
}

// weighedDraft is a draft of the arcs, which are in order, with their weights; it is not committed.
func weighedDraft(t *testing.T, n int, arcs []weighedArc, weights []weighedArc) (*store.Draft, store.WeightsKept, error) {
	t.Helper()
	d, err := store.Begin(t.Context(), &store.DraftOptions{Output: filepath.Join(t.TempDir(), "crawl")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Abort)
	d.States = make([]uint8, n)
	for u := range d.States {
		d.States[u] = uint8(page.Fetched)
	}
	err = d.WriteGraph("", func(add func([]graph.Node, []kinds.Set) error) error {
		for u := range n {
			var succ []graph.Node
			var ks []kinds.Set
			for _, a := range arcs {
				if int(a.u) == u {
					succ, ks = append(succ, graph.Node(a.v)), append(ks, a.kinds)
				}
			}
			if err := add(succ, ks); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		err = d.Transpose(1 << 20)
	}
	if err != nil {
		t.Fatal(err)
	}
	s := extsort.NewWeights(extsort.Options{Dir: d.Dir()})
	t.Cleanup(func() { s.Close() })
	for _, a := range weights {
		if err := s.Add(a.u, a.v, a.weight); err != nil {
			t.Fatal(err)
		}
	}
	it, err := s.Sort()
	if err != nil {
		t.Fatal(err)
	}
	kept, err := d.WriteWeights(it, 1<<20)
	return d, kept, err
}

var weighedArcs = []weighedArc{
	{0, 1, kinds.Link, 1.5}, {0, 2, kinds.Embed, 2}, {0, 3, kinds.Link, -1}, {2, 0, kinds.Redirect, 4}, {2, 2, kinds.Link, 0}, {3, 1, kinds.Embed, 1e300},
}

func commit(t *testing.T, d *store.Draft) *store.Crawl {
	t.Helper()
	if err := d.Commit(store.Step{}); err != nil {
		t.Fatal(err)
	}
	return openCrawl(t, strings.TrimSuffix(strings.Replace(d.Dir(), ".crawl", "crawl", 1), ".draft"))
}

func openCrawl(t *testing.T, path string) *store.Crawl {
	t.Helper()
	c, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func readWeights(t *testing.T, g graph.Weighted, r graph.Range, turned bool) map[string]float64 {
	t.Helper()
	all := map[string]float64{}
	cur := g.ScanWeights(r)
	for cur.Next() {
		for i, v := range cur.Succ() {
			a, b := cur.Node(), v
			if turned {
				a, b = b, a
			}
			all[fmt.Sprint(a, " ", b)] = cur.Weights()[i]
		}
	}
	if err := cur.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// Both directions, any range, and any kinds of arcs have the weights that were written; weights of arcs that are left out
// are skipped, and parallel ones are added up.
func TestWeightsAreKept(t *testing.T) {
	weights := append([]weighedArc{{1, 3, 0, 7}, {0, 1, 0, 0.25}}, weighedArcs...)
	d, kept, err := weighedDraft(t, 4, weighedArcs, weights)
	if err != nil || kept != (store.WeightsKept{Arcs: 6, Joined: 1, Negative: 1}) {
		t.Fatalf("got %+v, %v", kept, err)
	}
	c := commit(t, d)
	if err := store.Verify(c.Path, nil); err != nil {
		t.Error(err)
	}
	if !c.HasWeights() {
		t.Fatal("there are no weights")
	}
	for _, want := range []kinds.Set{kinds.All, kinds.Link, kinds.Embed | kinds.Redirect, kinds.Canonical} {
		v, err := c.View(store.ViewOptions{What: "test", Kinds: want, Out: true, In: true, Budget: 1 << 30})
		if err != nil {
			t.Fatal(err)
		}
		out, in, err := v.Weighted()
		if err != nil {
			t.Fatal(err)
		}
		all := map[string]float64{}
		for _, a := range weighedArcs {
			if a.kinds&want != 0 {
				all[fmt.Sprint(a.u, " ", a.v)] = a.weight
			}
		}
		if want&kinds.Link != 0 {
			all["0 1"] = 1.75
		}
		for _, cut := range []int{0, 1, 2, 3, 4} {
			for turned, g := range map[bool]graph.Weighted{false: out, true: in} {
				got := readWeights(t, g, graph.Range{Lo: 0, Hi: cut}, turned)
				maps.Copy(got, readWeights(t, g, graph.Range{Lo: cut, Hi: 4}, turned))
				if !maps.Equal(got, all) || g.NumArcs() != int64(len(all)) {
					t.Errorf("%v, turned %v, cut at %d: got %v, want %v", want, turned, cut, got, all)
				}
			}
		}
	}
}

// An arc without a weight, and a sum beyond all numbers, end the draft.
func TestWeightsThatAreMissing(t *testing.T) {
	if _, _, err := weighedDraft(t, 4, weighedArcs, weighedArcs[1:]); err == nil || !strings.Contains(err.Error(), "0 → 1 has no weight") {
		t.Errorf("got %v", err)
	}
	huge := append([]weighedArc{{0, 1, 0, math.MaxFloat64}, {0, 1, 0, math.MaxFloat64}}, weighedArcs...)
	if _, _, err := weighedDraft(t, 4, weighedArcs, huge); err == nil || !strings.Contains(err.Error(), "beyond the largest number") {
		t.Errorf("got %v", err)
	}
}

// Verify finds weights of the transpose that differ, weights that are no numbers, and flipped bytes; who reads a damaged
// file finds it, too. Other weights make another crawl for results.
func TestWeightsAreVerified(t *testing.T) {
	ids := map[string]bool{}
	for name, back := range map[string][]float64{"good": {4, 1.5, 1e300, 2, 0, -1}, "other": {4, 1.5, 1e300, 2, 0, 1}, "NaN": {4, math.NaN(), 1e300, 2, 0, -1}, "short": {4}} {
		d, _, err := weighedDraft(t, 4, weighedArcs, weighedArcs)
		if err != nil {
			t.Fatal(err)
		}
		if err := npy.WriteFile(d.Path(store.BackWeights), back); err != nil {
			t.Fatal(err)
		}
		c := commit(t, d)
		if err := store.Verify(c.Path, nil); (err == nil) != (name == "good") || err != nil && !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("%s: got %v", name, err)
		}
		ids[c.Manifest.ID()] = true
	}
	changed := append([]weighedArc{{0, 1, 0, 1}}, weighedArcs...)
	d, _, err := weighedDraft(t, 4, weighedArcs, changed)
	if err != nil {
		t.Fatal(err)
	}
	c := commit(t, d)
	if ids[c.Manifest.ID()] = true; len(ids) != 2 {
		t.Errorf("%d identities of crawls, want one of each weights", len(ids))
	}
	path := filepath.Join(c.Path, store.WeightsFile)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)-3] ^= 1
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := store.Verify(c.Path, nil); !errors.Is(err, store.ErrCorrupt) {
		t.Errorf("a flipped byte: got %v", err)
	}
	again := openCrawl(t, c.Path)
	if _, err := again.ScanWeights(graph.Range{}); !errors.Is(err, store.ErrCorrupt) {
		t.Errorf("a flipped byte is read: %v", err)
	}
}
