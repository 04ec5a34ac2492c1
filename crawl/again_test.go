package crawl_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"weft/crawl"
	"weft/graph/page"
)

// A flakyWeb does not answer for some pages at first: page k not before it was asked for fails[k] times in vain.
type flakyWeb struct {
	*web
	mu    sync.Mutex
	fails []int
	asked []int
}

func newFlakyWeb(seed uint64, n int) *flakyWeb {
	w := &flakyWeb{web: randomWeb(seed, n), fails: make([]int, n), asked: make([]int, n)}
	w.slow = true
	r := rand.New(rand.NewPCG(seed, 77))
	for k := range w.fails {
		w.fails[k] = max(0, r.IntN(8)-4)
	}
	return w
}

func (w *flakyWeb) Fetch(ctx context.Context, p crawl.Pick, r *crawl.Reply) error {
	if err := w.web.Fetch(ctx, p, r); err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.asked[p.Key]++; w.asked[p.Key] <= w.fails[p.Key] {
		r.State, r.Again = page.Failed, true
		r.Links = r.Links[:min(len(r.Links), int(p.Key%3))] // some say already where they lead
	}
	return nil
}

// patience hands out what was put off, some of it later.
type patience struct {
	mu    sync.Mutex
	due   []crawl.Page
	later int
	ready chan struct{}
}

func (a *patience) Last() (crawl.Page, bool) { return 0, false }

func newPatience() *patience { return &patience{ready: make(chan struct{}, 1)} }

func (a *patience) watch(p crawl.Pick, r *crawl.Reply, _ []crawl.Link) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.due = slices.DeleteFunc(a.due, func(q crawl.Page) bool { return q == p.Page }) // in a replay nobody asks
	if !r.Again {
		return nil
	}
	if p.Page%2 == 0 {
		a.due = append(a.due, p.Page)
		return nil
	}
	a.later++
	time.AfterFunc(time.Duration(p.Page)*time.Microsecond, func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.later--
		a.due = append(a.due, p.Page)
		select {
		case a.ready <- struct{}{}:
		default:
		}
	})
	return nil
}

func (a *patience) Next() (crawl.Page, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.due) == 0 {
		return 0, false
	}
	p := a.due[0]
	a.due = a.due[1:]
	return p, true
}

func (a *patience) Ready() <-chan struct{} { return a.ready }

func (a *patience) Left() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.due)+a.later > 0
}

// remember makes of a log what waits at its end.
func (a *patience) remember(all []crawl.Event) {
	waits := map[crawl.Page]bool{}
	picks := map[uint64]crawl.Page{}
	for _, e := range all {
		switch {
		case !e.Learnt:
			picks[e.Pick.Seq] = e.Pick.Page
			delete(waits, e.Pick.Page)
		case e.Reply.Again:
			waits[e.Pick.Page] = true
		}
	}
	for p := range waits {
		a.due = append(a.due, p)
	}
	slices.Sort(a.due)
}

// checkOnce checks that each page that can be reached was had once, as soon as it was to be had.
func checkOnce(t *testing.T, what string, w *flakyWeb, all []crawl.Event) {
	t.Helper()
	replies, had := map[crawl.Page]int{}, map[crawl.Page]int{}
	for _, e := range all {
		if !e.Learnt || e.Pick.Page == crawl.None {
			continue
		}
		if replies[e.Pick.Page]++; !e.Reply.Again {
			had[e.Pick.Page]++
		}
	}
	if n := reachable(w.web, 3, 4); len(had) != n {
		t.Errorf("%s: %d pages were had, want %d", what, len(had), n)
	}
	for p, n := range had {
		if n != 1 {
			t.Errorf("%s: page %d was had %d times", what, p, n)
		}
	}
	for _, e := range all {
		if !e.Learnt {
			if k := e.Pick.Key; replies[e.Pick.Page] != w.fails[k]+1 {
				t.Fatalf("%s: page %d was learnt %d times, and failed %d times", what, e.Pick.Page, replies[e.Pick.Page], w.fails[k])
			}
		}
	}
}

// Pages that are put off are picked once more until they are had, in either order and with any strategy, also when the
// crawl is cut anywhere.
func TestAgain(t *testing.T) {
	for name := range strategies {
		for _, arrival := range []bool{false, true} {
			options := func(w *flakyWeb, a *patience, log *events) crawl.Options {
				o := replayOptions(name, log)
				o.Web, o.Again, o.Learnt, o.Arrival = w, a, a.watch, arrival
				return o
			}
			whole, w := new(events), newFlakyWeb(8, replaySize)
			if _, err := crawl.Run(context.Background(), options(w, newPatience(), whole)); err != nil {
				t.Fatal(err)
			}
			checkOnce(t, name, w, whole.all)
			for n := 1; n <= len(whole.all); n += 41 {
				cut, pages := whole.cut(n, replaySize)
				w, a := newFlakyWeb(8, replaySize), newPatience()
				for _, e := range cut.all { // it has failed so often already
					if e.Learnt && e.Pick.Page != crawl.None {
						w.asked[e.Pick.Key]++
					}
				}
				o := options(w, a, cut)
				replayed := (&events{all: slices.Clone(cut.all)}).read()
				o.Pages = pages
				o.Replay.Next = func() (*crawl.Event, error) {
					e, err := replayed()
					if errors.Is(err, io.EOF) {
						a.remember(cut.all)
					}
					return e, err
				}
				o.Learnt = func(p crawl.Pick, r *crawl.Reply, links []crawl.Link) error {
					if w.fetched.Load() == 0 { // it is replayed
						return nil
					}
					return a.watch(p, r, links)
				}
				if _, err := crawl.Run(context.Background(), o); err != nil {
					t.Fatalf("%s, cut behind %d of %d events: %v", name, n, len(whole.all), err)
				}
				checkOnce(t, name, w, cut.all)
			}
		}
	}
}

// A checkpoint keeps which pages may be picked once more.
func TestAgainFromCheckpoint(t *testing.T) {
	var saved bytes.Buffer
	at := 0
	whole, w, a := new(events), newFlakyWeb(8, replaySize), newPatience()
	o := replayOptions("bfs", whole)
	o.Web, o.Again, o.Learnt = w, a, a.watch
	o.Checkpoint = func(save func(io.Writer) error) error {
		if len(whole.all) < 60 || at > 0 || !whole.all[len(whole.all)-1].Reply.Again {
			return nil
		}
		at = len(whole.all)
		return save(&saved)
	}
	if _, err := crawl.Run(context.Background(), o); err != nil || at == 0 {
		t.Fatal(at, err)
	}
	cut, pages := whole.cut(at, replaySize)
	w, a = newFlakyWeb(8, replaySize), newPatience()
	for _, e := range cut.all {
		if e.Learnt && e.Pick.Page != crawl.None {
			w.asked[e.Pick.Key]++
		}
	}
	a.remember(cut.all)
	o = replayOptions("bfs", cut)
	o.Web, o.Again, o.Learnt, o.Pages = w, a, a.watch, pages
	o.Replay = crawl.Replay{Saved: bytes.NewReader(saved.Bytes()), Next: new(events).read()}
	if _, err := crawl.Run(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	checkOnce(t, "from a checkpoint", w, cut.all)
}
