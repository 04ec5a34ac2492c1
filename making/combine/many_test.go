package combine_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weft/graph"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/drawn"
	"weft/internal/mem"
	"weft/making/combine"
	"weft/making/ingest/ingesttest"
	"weft/store"
)

// drawCrawl makes a crawl of some of n pages, with states, kinds, facts and texts; the pages have names or numbers.
func drawCrawl(t *testing.T, rng *rand.Rand, n int, named bool) *store.Crawl {
	t.Helper()
	o := store.DraftOptions{Output: filepath.Join(t.TempDir(), "c")}
	d, err := store.Begin(t.Context(), &o)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Abort()
	if named {
		err = d.WriteNames(func(add func([]byte) error) (err error) {
			for i := range n {
				if rng.IntN(3) > 0 {
					err = errors.Join(err, add(store.Key(nil, fmt.Appendf(nil, "http://h%d.example/%03d", i/20, i))))
					d.States = append(d.States, uint8(rng.IntN(page.NumStates))) //nolint:gosec // a few
				}
			}
			return err
		})
	} else {
		for range rng.IntN(n) {
			d.States = append(d.States, uint8(rng.IntN(page.NumStates))) //nolint:gosec // a few
		}
	}
	k := len(d.States)
	if err == nil && rng.IntN(4) > 0 {
		err = d.WriteFacts(func(add func(uint32, *store.Facts) error) (err error) {
			for u := range uint32(k) { //nolint:gosec // a few
				if rng.IntN(3) > 0 { // of few times, so that several crawls have the same
					err = errors.Join(err, add(u, &store.Facts{Status: 200 + rng.IntN(3), Time: time.UnixMilli(int64(rng.IntN(3)) * 1000).UTC(), Title: []byte(strings.Repeat("t", rng.IntN(3)))}))
				}
			}
			return err
		})
	}
	into := make([][]store.Anchor, k)
	if err == nil {
		err = d.WriteGraph("test", func(add func([]graph.Node, []kinds.Set) error) (err error) {
			for u := range k {
				var succ []graph.Node
				var ks []kinds.Set
				for v := range k {
					if rng.IntN(k) > 4 {
						continue
					}
					succ, ks = append(succ, graph.Node(v)), append(ks, []kinds.Set{kinds.Link, kinds.Link | kinds.Nofollow, kinds.Embed, kinds.Redirect | kinds.Link}[rng.IntN(4)]) //nolint:gosec // a few
					if rng.IntN(2) == 0 {
						into[v] = append(into[v], store.Anchor{From: graph.Node(u), Text: uint32(rng.IntN(3))}) //nolint:gosec // a few
					}
				}
				err = errors.Join(err, add(succ, ks))
			}
			return err
		})
	}
	if err == nil && rng.IntN(4) > 0 {
		words := []string{"every", []string{"mine", "yours", "theirs"}[rng.IntN(3)], "zero"}
		err = errors.Join(
			d.WriteTexts(func(add func([]byte) error) (err error) {
				for _, w := range words {
					err = errors.Join(err, add([]byte(w)))
				}
				return err
			}),
			d.WriteAnchors(func(add func([]store.Anchor) error) (err error) {
				for _, list := range into {
					err = errors.Join(err, add(list))
				}
				return err
			}))
	}
	if err == nil {
		err = d.Transpose(1 << 24)
	}
	if err == nil {
		err = d.Commit(store.Step{})
	}
	if err != nil {
		t.Fatal(err)
	}
	return ingesttest.Open(t, o.Output)
}

// united returns the union of some crawls.
func united(t *testing.T, crawls []*store.Crawl, memory int64) *store.Crawl {
	t.Helper()
	o := combine.Options{DraftOptions: store.DraftOptions{Output: filepath.Join(t.TempDir(), "u"), Memory: memory, Workers: 1}}
	if _, err := combine.Union(t.Context(), crawls, o); err != nil {
		t.Fatal(err)
	}
	if err := store.Verify(o.Output, nil); err != nil {
		t.Fatal(err)
	}
	return ingesttest.Open(t, o.Output)
}

// sameFiles compares two crawls byte by byte.
func sameFiles(t *testing.T, what string, got, want *store.Crawl) {
	t.Helper()
	if len(got.Manifest.Files) != len(want.Manifest.Files) {
		t.Errorf("%s: %d files, want %d", what, len(got.Manifest.Files), len(want.Manifest.Files))
	}
	for name, f := range want.Manifest.Files {
		if got.Manifest.Files[name].SHA256 != f.SHA256 {
			t.Errorf("%s: %s differs", what, name)
		}
	}
}

// The union of any number of crawls, in any order, is the union of pairs in any order, to the byte.
func TestUnionOfMany(t *testing.T) {
	rng := drawn.Rand(t)
	for i := range 8 {
		named := i%4 != 3
		crawls := make([]*store.Crawl, 1+rng.IntN(7))
		for i := range crawls {
			crawls[i] = drawCrawl(t, rng, 60, named)
		}
		all := united(t, crawls, []int64{64 << 20, 1 << 30}[rng.IntN(2)])
		rng.Shuffle(len(crawls), func(i, k int) { crawls[i], crawls[k] = crawls[k], crawls[i] })
		sameFiles(t, fmt.Sprintf("%d crawls in another order", len(crawls)), united(t, crawls, 1<<30), all)
		for len(crawls) > 1 { // pairs, drawn
			k := rng.IntN(len(crawls) - 1)
			crawls[k] = united(t, crawls[k:k+2], 1<<30)
			crawls = append(crawls[:k+1], crawls[k+2:]...)
		}
		sameFiles(t, "pairs", united(t, crawls, 1<<30), all)
	}
}

// A hundred crawls with facts are united within little memory, and no crawls are refused.
func TestUnionOfAHundred(t *testing.T) {
	rng := drawn.Rand(t)
	crawls := make([]*store.Crawl, 100)
	for i := range crawls { // twenty, each open five times
		if crawls[i] = crawls[max(0, i-20)]; i < 20 {
			crawls[i] = drawCrawl(t, rng, 30, true)
		} else {
			crawls[i] = ingesttest.Open(t, crawls[i-20].Path)
		}
	}
	o := combine.Options{DraftOptions: store.DraftOptions{Workers: 1}}
	if need := o.Need(crawls...).Total() + mem.Base; need > 80<<20 {
		t.Errorf("it needs %s", mem.Format(need))
	}
	all := united(t, crawls, 80<<20)
	if n := all.NumPages(); n != 30 {
		t.Errorf("got %d pages, want 30", n)
	}
	sameFiles(t, "halves", united(t, []*store.Crawl{united(t, crawls[:50], 1<<30), united(t, crawls[50:], 1<<30)}, 1<<30), all)
	if _, err := combine.Union(t.Context(), nil, o); err == nil {
		t.Error("no crawls are united")
	}
}
