package answer_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"weft/answers/answer"
	"weft/graph"
	"weft/graph/bv"
	"weft/graph/graphtest"
	"weft/internal/disk"
	"weft/internal/disk/disktest"
	"weft/internal/drawn"
	"weft/internal/npy"
	"weft/making/generate/generatetest"
	"weft/store"
)

// where is the state of some work, with arrays of any length.
type where struct {
	Step   int       `json:"step"`
	Share  []float64 `json:"share"`
	marks  []uint8
	labels []uint32
	scores []float64
}

func (w *where) arrays() []npy.Piece {
	return []npy.Piece{npy.PieceOf(&w.marks), npy.PieceOf(&w.labels), npy.PieceOf(&w.scores)}
}

func (w *where) is(x *where) bool {
	return w.Step == x.Step && slices.Equal(w.Share, x.Share) && bytes.Equal(w.marks, x.marks) && slices.Equal(w.labels, x.labels) && slices.Equal(w.scores, x.scores)
}

func draw(rng *rand.Rand, step int) *where {
	w := &where{Step: step, Share: []float64{rng.Float64(), rng.ExpFloat64()}, marks: make([]uint8, rng.IntN(50)), labels: make([]uint32, rng.IntN(50)), scores: make([]float64, rng.IntN(50))}
	for i := range w.marks {
		w.marks[i] = uint8(rng.Uint32()) //nolint:gosec // its low bits
	}
	for i := range w.labels {
		w.labels[i] = rng.Uint32()
	}
	for i := range w.scores {
		w.scores[i] = rng.NormFloat64()
	}
	return w
}

// begin returns work on a view of a crawl, whose states are kept whenever there is one.
func begin(t *testing.T, c *store.Crawl, dir string, by answer.Options, options string) (*answer.Unfinished, *answer.Options) {
	t.Helper()
	o := &by
	version := ""
	if by.Interim != nil {
		version = by.Interim.Version
	}
	o.Interim, o.Memory = answer.NewInterim(dir), 1<<30
	o.Interim.Every, o.Interim.Version = 0, version
	vo, err := o.View(t.Context(), "work", true, false, store.Need{})
	if err != nil {
		t.Fatal(err)
	}
	v, err := c.View(vo)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.Close() })
	return o.Unfinished(v, "work", options), o
}

// loads says from which state work goes on, which is lent until then; nil if it begins anew.
func loads(u *answer.Unfinished, show func(*where)) {
	var w where
	if !u.Load(&w, w.arrays()...) {
		show(nil)
		return
	}
	show(&w)
	u.Ended(errors.New("killed again"))
}

func made(t *testing.T, seed uint64) *store.Crawl {
	t.Helper()
	s := generatetest.New(t, 40, seed)
	s.Memory = graph.FromArcs(40, []graph.Arc{{From: 0, To: graph.Node(1 + seed)}, {From: 3, To: 2}})
	return s.Crawl(t)
}

// A state is loaded by work of the same name on the same view of the same crawl with the same options, the latest of
// those that were saved, and by none that differs in one of these. Nothing is left when it has ended.
func TestUnfinished(t *testing.T) {
	rng := drawn.Rand(t)
	c, other := made(t, 1), made(t, 2)
	dir := t.TempDir()
	for saves := range 5 {
		u, _ := begin(t, c, dir, answer.Options{}, "alpha 1")
		var last *where
		for step := range saves {
			last = draw(rng, step)
			u.Save("now", last, last.arrays()...)
		}
		same, _ := begin(t, c, dir, answer.Options{}, "alpha 1")
		loads(same, func(w *where) {
			if (w == nil) != (last == nil) || w != nil && !w.is(last) {
				t.Errorf("%d states were saved: got %+v, want %+v", saves, w, last)
			}
		})
		for what, differs := range map[string]func() (*answer.Unfinished, *answer.Options){
			"options": func() (*answer.Unfinished, *answer.Options) { return begin(t, c, dir, answer.Options{}, "alpha 2") },
			"kinds": func() (*answer.Unfinished, *answer.Options) {
				return begin(t, c, dir, answer.Options{Kinds: "link,redirect"}, "alpha 1")
			},
			"version": func() (*answer.Unfinished, *answer.Options) {
				return begin(t, c, dir, answer.Options{Interim: &answer.Interim{Version: "2"}}, "alpha 1")
			},
			"sites": func() (*answer.Unfinished, *answer.Options) {
				return begin(t, c, dir, answer.Options{SitesID: "abc"}, "alpha 1")
			},
			"the crawl": func() (*answer.Unfinished, *answer.Options) { return begin(t, other, dir, answer.Options{}, "alpha 1") },
			"folder":    func() (*answer.Unfinished, *answer.Options) { return begin(t, c, "", answer.Options{}, "alpha 1") },
		} {
			u, _ := differs()
			loads(u, func(w *where) {
				if w != nil {
					t.Errorf("of another %s: %+v is loaded", what, w)
				}
			})
		}
		if files, _ := os.ReadDir(filepath.Join(dir, "unfinished")); len(files) != min(saves, 1)*2 {
			t.Errorf("%d files after %d savings", len(files), saves)
		}
		again, _ := begin(t, c, dir, answer.Options{}, "alpha 1")
		loads(again, func(*where) {})
		if err := again.Ended(nil); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(filepath.Join(dir, "unfinished")); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("after %d savings something is left: %v", saves, err)
		}
	}
}

// Work on a bare graph whose results are kept nowhere keeps no state, and does not mind; neither does work that is told
// to keep none.
func TestUnfinishedNowhere(t *testing.T) {
	base := filepath.Join(t.TempDir(), "bare")
	if _, err := bv.Write(base, graphtest.Random(3), bv.Options{}); err != nil {
		t.Fatal(err)
	}
	c, err := store.Open(base)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	u, o := begin(t, c, "", answer.Options{}, "")
	o.Inform = func(text string, _ bool) { t.Errorf("said: %s", text) }
	w := draw(drawn.Rand(t), 1)
	u.Save("now", w, w.arrays()...)
	loads(u, func(w *where) {
		if w != nil {
			t.Error("loaded")
		}
	})
	if err := u.Ended(os.ErrInvalid); !errors.Is(err, os.ErrInvalid) {
		t.Errorf("got %v", err)
	}
}

// A crash anywhere while a state is saved leaves it, or the one before; once it was saved, no other.
func TestUnfinishedCrashes(t *testing.T) {
	rng := drawn.Rand(t)
	c := made(t, 1)
	for before := range 3 {
		dir := t.TempDir()
		u, _ := begin(t, c, dir, answer.Options{}, "")
		states := []*where{draw(rng, 0), draw(rng, 1), draw(rng, 2), draw(rng, 3)}[:before+1]
		quick := disk.Observe(dir, func(*disk.Op) error { return nil }) // which saves the syncs
		for _, w := range states[:before] {
			u.Save("now", w, w.arrays()...)
		}
		quick()
		if before > 0 { // another command goes on
			u, _ = begin(t, c, dir, answer.Options{}, "")
			if w := new(where); !u.Load(w, w.arrays()...) || !w.is(states[before-1]) {
				t.Fatalf("got %+v, want %+v", w, states[before-1])
			}
		}
		tape := disktest.Record(t, dir)
		u.Save("now", states[before], states[before].arrays()...)
		tape.Stop()
		tape.EachCrash(t, rng.Uint64(), func(at string, done int, crash disktest.Crash, what string) {
			again, _ := begin(t, c, at, answer.Options{}, "")
			loads(again, func(w *where) {
				switch {
				case w != nil && w.is(states[before]):
				case done == tape.Len() || before > 0 && (w == nil || !w.is(states[before-1])) || before == 0 && w != nil:
					t.Errorf("%d states before, %v after %s: %+v is loaded", before, crash, what, w)
				}
			})
		})
	}
}

// Whatever byte of a state is another, it is not loaded, or is what was saved.
func TestUnfinishedDamaged(t *testing.T) {
	rng := drawn.Rand(t)
	c, dir := made(t, 1), t.TempDir()
	u, _ := begin(t, c, dir, answer.Options{}, "")
	saved := draw(rng, 7)
	u.Save("now", saved, saved.arrays()...)
	files, err := filepath.Glob(filepath.Join(dir, "unfinished", "*"))
	if err != nil || len(files) != 2 {
		t.Fatalf("%q, %v", files, err)
	}
	for range 200 {
		path := files[rng.IntN(2)]
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		damaged := slices.Clone(whole)
		at := rng.IntN(len(whole))
		if damaged[at] ^= 1 << rng.IntN(8); rng.IntN(4) == 0 {
			damaged = damaged[:at]
		}
		if err := os.WriteFile(path, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		again, _ := begin(t, c, dir, answer.Options{}, "")
		loads(again, func(w *where) {
			if w != nil && !w.is(saved) {
				t.Errorf("%s, byte %d: %+v is loaded", path, at, w)
			}
		})
		if err := os.WriteFile(path, whole, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// What was kept of work that has ended is there until the question is done, where that is asked for: who asks again
// goes on behind it.
func TestHeldUntilDone(t *testing.T) {
	rng := drawn.Rand(t)
	c, dir := made(t, 1), t.TempDir()
	u, o := begin(t, c, dir, answer.Options{}, "first")
	o.Interim.Hold = true
	saved := draw(rng, 3)
	u.Save("now", saved, saved.arrays()...)
	if err := u.Ended(nil); err != nil {
		t.Fatal(err)
	}
	again, other := begin(t, c, dir, answer.Options{}, "first")
	loads(again, func(w *where) {
		if w == nil || !w.is(saved) {
			t.Errorf("before the question is done %+v is loaded", w)
		}
	})
	told := 0
	o.Inform = func(string, bool) { told++ }
	u.GoesOn("at what it has done")
	if told > 0 {
		t.Error("the same question goes on with what was not broken off")
	}
	other.Inform = o.Inform
	if again.GoesOn("after a kill"); told != 1 {
		t.Error("another question does not say that it goes on")
	}
	o.Interim.Done()
	if _, err := os.Stat(filepath.Join(dir, "unfinished")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("when it is done something is left: %v", err)
	}
}

// Crawls whose results go to one folder keep states of the same work beside each other.
func TestCrawlsShareAFolder(t *testing.T) {
	rng := drawn.Rand(t)
	dir := t.TempDir()
	var states []*where
	crawls := []*store.Crawl{made(t, 1), made(t, 2)}
	for i, c := range crawls {
		u, _ := begin(t, c, dir, answer.Options{}, "")
		states = append(states, draw(rng, i))
		u.Save("now", states[i], states[i].arrays()...)
	}
	for i, c := range crawls {
		u, _ := begin(t, c, dir, answer.Options{}, "")
		loads(u, func(w *where) {
			if w == nil || !w.is(states[i]) {
				t.Errorf("crawl %d: %+v is loaded", i, w)
			}
		})
	}
}

// A state that cannot be written is warned of once, with what would come of a kill, and the next is written if it can
// be; the one before stays.
func TestUnfinishedThatCannotBeKept(t *testing.T) {
	rng := drawn.Rand(t)
	c := made(t, 1)
	full := errors.New("no room")
	for before := range 3 {
		dir := t.TempDir()
		u, _ := begin(t, c, dir, answer.Options{}, "")
		var last *where
		save := func(u *answer.Unfinished) *where {
			w := draw(rng, rng.IntN(100))
			u.Save("now", w, w.arrays()...)
			return w
		}
		for range before {
			last = save(u)
		}
		u, o := begin(t, c, dir, answer.Options{}, "")
		loads(u, func(*where) {})
		var said []string
		o.Inform = func(text string, _ bool) { said = append(said, text) }
		open := disk.Observe(dir, func(*disk.Op) error { return full })
		save(u)
		save(u)
		open()
		if len(said) != 1 || !strings.Contains(said[0], full.Error()) || strings.Contains(said[0], "begin anew") != (before == 0) || strings.Contains(said[0], "continue from the earlier state") != (before > 0) {
			t.Errorf("%d states before: it says %q", before, said)
		}
		again, _ := begin(t, c, dir, answer.Options{}, "")
		loads(again, func(w *where) {
			if (w == nil) != (before == 0) || w != nil && !w.is(last) {
				t.Errorf("%d states before: %+v is left, want %+v", before, w, last)
			}
		})
		last = save(u)
		again, _ = begin(t, c, dir, answer.Options{}, "")
		loads(again, func(w *where) {
			if w == nil || !w.is(last) {
				t.Errorf("when there is room again %+v is loaded, want %+v", w, last)
			}
		})
	}
}

// Of two commands that keep work in one folder, whichever is done removes what it kept, and the folder if it is empty,
// without a word.
func TestTwoCommandsInAFolder(t *testing.T) {
	c, dir := made(t, 1), t.TempDir()
	defer disk.Observe(dir, func(*disk.Op) error { return nil })() // which saves the syncs
	rng := drawn.Rand(t)
	states := []*where{draw(rng, 1), draw(rng, 2)}
	var wg sync.WaitGroup
	for i, w := range states {
		u, o := begin(t, c, dir, answer.Options{}, strconv.Itoa(i))
		o.Inform = func(text string, _ bool) {
			if strings.Contains(text, "removed") {
				t.Errorf("command %d says %q", i, text)
			}
		}
		wg.Go(func() {
			for range 400 {
				u.Save("now", w, w.arrays()...)
				u.Ended(nil) // it warns
			}
		})
	}
	wg.Wait()
	if _, err := os.Stat(filepath.Join(dir, "unfinished")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("something is left: %v", err)
	}
}
