package measure_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"weft/answers/answer"
	"weft/answers/measure"
	"weft/build/generate"
	"weft/graph/random"
	"weft/store"
)

// PageRank that was broken off goes on where it stood, and ends with the scores of one that was not; with other options, or where what was kept is damaged, it begins
// anew. Nothing is left when it is done.
func TestPageRankGoesOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "web")
	web, err := random.NewWeb(random.WebOptions{Pages: 3000, Degree: 8, Seed: 2})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := generate.Run(t.Context(), generate.Options{Model: web, Degree: 8, DraftOptions: store.DraftOptions{Output: path}}); err != nil {
		t.Fatal(err)
	}
	c, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	run := func(stopAt int, alpha float64, interim bool) (r *measure.Ranking, begins int, err error) {
		t.Helper()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		o := measure.RankOptions{Options: answer.Options{Memory: 1 << 30, Workers: 1}, Alpha: alpha}
		if interim {
			if o.Interim, err = answer.NewInterim(c, ""); err != nil {
				t.Fatal(err)
			}
			o.Interim.Every = 0
		}
		o.Note = func(what string, done, _ int64) {
			if what != measure.PageRank || done == 0 {
				return
			}
			if begins == 0 {
				begins = int(done)
			}
			if int(done) == stopAt {
				cancel()
			}
		}
		r, err = measure.GetRanking(ctx, c, measure.PageRank, o)
		return r, begins, err
	}
	whole, _, err := run(0, 0, false)
	if err != nil {
		t.Fatal(err)
	}
	kept := filepath.Join(path, "results", "unfinished", "pagerank.npy")
	for _, x := range []struct {
		what   string
		alpha  float64
		damage func()
		begins int
	}{
		{"the same", 0, func() {}, 9},
		{"another damping", 0.5, func() {}, 1},
		{"a vector that is cut", 0, func() { must(t, os.Truncate(kept, 100)) }, 1},
		{"a vector with other bytes", 0, func() {
			b, err := os.ReadFile(kept)
			must(t, err)
			b[len(b)-9] ^= 1
			must(t, os.WriteFile(kept, b, 0o600))
		}, 1},
		{"no description", 0, func() { must(t, os.Remove(filepath.Join(filepath.Dir(kept), "pagerank.json"))) }, 1},
	} {
		if _, _, err := run(8, 0, true); !errors.Is(err, context.Canceled) {
			t.Fatalf("%s: stopped: %v", x.what, err)
		}
		x.damage()
		r, begins, err := run(0, x.alpha, true)
		if err != nil {
			t.Fatalf("%s: %v", x.what, err)
		}
		if begins != x.begins {
			t.Errorf("%s: the first pass is number %d, want %d", x.what, begins, x.begins)
		}
		if same := slices.Equal(r.Scores, whole.Scores); same != (x.alpha == 0) {
			t.Errorf("%s: the scores are those of the whole run: %v", x.what, same)
		}
		must(t, os.RemoveAll(filepath.Dir(kept))) // of another damping nothing was removed
	}
	if _, _, err := run(8, 0, true); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if _, _, err := run(0, 0, true); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Dir(kept)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("something is left: %v", err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
