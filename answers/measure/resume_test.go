package measure_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"weft/answers/answer"
	"weft/answers/measure"
	"weft/graph/random"
	"weft/making/generate"
	"weft/store"
)

// PageRank that was broken off goes on where it stood, and ends with the scores of one that was not; with other
// options, or where what was kept is damaged, it begins anew. Nothing is left when it is done.
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
			o.Interim = answer.NewInterim("")
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
	kept := filepath.Join(path, "results", "unfinished", "pagerank.next.npy") // of the eighth saving, as they go by turns
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
		{"no description", 0, func() { must(t, os.Remove(filepath.Join(filepath.Dir(kept), "pagerank.next.json"))) }, 1},
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

// What cannot be kept, or not be removed, costs no work: it is told, and PageRank is done. So it is where a command
// that was killed while it saved left a vector without a description.
func TestPageRankGoesOnUnkept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "web")
	web, err := random.NewWeb(random.WebOptions{Pages: 500, Degree: 5, Seed: 2})
	must(t, err)
	_, err = generate.Run(t.Context(), generate.Options{Model: web, Degree: 5, DraftOptions: store.DraftOptions{Output: path}})
	must(t, err)
	c, err := store.Open(path)
	must(t, err)
	defer c.Close()
	unfinished := filepath.Join(path, "results", "unfinished")
	left := filepath.Join(unfinished, "pagerank.npy")
	for _, x := range []struct {
		what  string
		make  func()
		every time.Duration
		warns bool
		gone  bool // what lay there is removed
	}{
		{"a file in the place of the folder", func() { must(t, os.WriteFile(unfinished, nil, 0o600)) }, 0, true, false},
		{"a folder in the place of the vector", func() { must(t, os.MkdirAll(filepath.Join(left, "in"), 0o750)) }, 0, true, false},
		{"a vector without a description", func() { must(t, os.MkdirAll(unfinished, 0o750)); must(t, os.WriteFile(left, []byte("x"), 0o600)) }, time.Hour, false, true},
		{"a description without a vector", func() {
			must(t, os.MkdirAll(unfinished, 0o750))
			must(t, os.WriteFile(filepath.Join(unfinished, "pagerank.json"), []byte("{}"), 0o600))
		}, time.Hour, false, true},
		{"what a command was about to write when it was killed", func() {
			must(t, os.MkdirAll(unfinished, 0o750))
			must(t, os.WriteFile(filepath.Join(unfinished, ".pagerank.npy.tmp-12345"), []byte("x"), 0o600))
		}, time.Hour, false, true},
		{"nothing", func() {}, time.Hour, false, true},
	} {
		must(t, os.MkdirAll(filepath.Dir(unfinished), 0o750))
		x.make()
		o := measure.RankOptions{Options: answer.Options{Memory: 1 << 30, Workers: 1}}
		o.Interim = answer.NewInterim("")
		o.Interim.Every = x.every
		warned := 0
		o.Inform = func(_ string, warning bool) {
			if warning {
				warned++
			}
		}
		if r, err := measure.GetRanking(t.Context(), c, measure.PageRank, o); err != nil || !r.Converged {
			t.Errorf("%s: %v", x.what, err)
		}
		if (warned > 0) != x.warns {
			t.Errorf("%s: %d warnings", x.what, warned)
		}
		if _, err := os.Lstat(unfinished); errors.Is(err, os.ErrNotExist) != x.gone {
			t.Errorf("%s: what lay there: %v", x.what, err)
		}
		must(t, os.RemoveAll(unfinished))
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
