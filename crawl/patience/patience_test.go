package patience

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"weft/crawl"
)

// A waiter is a patience whose pages are requested as a crawl would, in virtual time.
type waiter struct {
	*Patience
	begun  time.Time
	pages  map[crawl.Page]*Attempt
	told   []string
	events []string // what Next said, and when
}

func newWaiter(t *testing.T, total, first, longest time.Duration) *waiter {
	w := &waiter{begun: time.Now(), pages: map[crawl.Page]*Attempt{}}
	w.Patience = New(Options{ForSeeds: true, OfPage: func(status int) bool { return status > 0 && status != 429 }, Total: total, First: first, Longest: longest, Tell: func(s string) { w.told = append(w.told, s) }})
	t.Cleanup(w.Close)
	return w
}

// page returns the visit of a page of an origin, which is a letter.
func (w *waiter) page(p crawl.Page, origin string) *Attempt {
	if w.pages[p] == nil {
		w.pages[p] = &Attempt{Origin: "http://" + origin + ".test", Page: p}
	}
	return w.pages[p]
}

// fail is what a fetcher does with a page that was not fetched, and whose tries are over.
func (w *waiter) fail(v *Attempt, weight int, rest time.Duration) {
	w.failAs(v, Failure{Weight: weight, Status: -2, Reason: "no answer", What: "does not answer", Rest: rest})
}

func (w *waiter) failAs(v *Attempt, f Failure) Fate {
	fate := w.Failed(v, f)
	w.Put(v, Saved{Page: v.Page, GaveUp: fate == GiveUp, Status: int16(f.Status)}, true)
	w.Ended(v, true)
	return fate
}

// isDown reports whether an origin is down.
func (w *waiter) isDown(v *Attempt) bool { o := w.origins[v.Origin]; return o != nil && o.down() }

// isPatient reports whether an origin that is down is still waited for.
func (w *waiter) isPatient(v *Attempt) bool {
	o := w.origins[v.Origin]
	return o == nil || !w.over(o, time.Now())
}

// unasked puts a page in line without a request, as it is postponed when its origin is down.
func (w *waiter) unasked(v *Attempt) {
	v.tried, v.alone = false, false
	w.Put(v, Saved{Page: v.Page}, true)
}

// until goes on with what Next says to an end, and asks for each page by do.
func (w *waiter) until(end time.Duration, do func(v *Attempt, as pageState)) {
	stop := time.After(end - time.Since(w.begun))
	for {
		for p, ok := w.Next(); ok; p, ok = w.Next() {
			v := w.pages[p]
			w.Pick(v)
			as := v.as
			w.events = append(w.events, fmt.Sprintf("%v %d %s", time.Since(w.begun), p, map[pageState]string{0: "free", probe: "probes", last: "gives"}[as]))
			do(v, as)
		}
		select {
		case <-w.Ready():
		case <-stop:
			return
		}
	}
}

func (w *waiter) want(t *testing.T, events ...string) {
	t.Helper()
	if !slices.Equal(w.events, events) {
		t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(w.events, "\n\t"), strings.Join(events, "\n\t"))
	}
	w.events = nil
}

// An origin is down when what speaks against it since its last good answer comes to nine, whatever it is made of.
func TestWhatSpeaksAgainstAnOrigin(t *testing.T) {
	for seed := range uint64(50) {
		w, r, bad := newWaiter(t, time.Hour, time.Minute, time.Hour), rand.New(rand.NewPCG(seed, 8)), 0
		v := w.page(1, "a")
		for i := range 30 {
			weight := []int{ConnectWeight, AnswerWeight, AnswerWeight, 0}[r.IntN(4)]
			if weight == 0 {
				w.Answered(v)
				bad = 0
				continue
			}
			bad += weight
			if w.Failed(v, Failure{Weight: weight, Status: 503, Reason: "x"}); w.isDown(v) != (bad >= 9) {
				t.Fatalf("seed %d, step %d: it is down: %v, with %d against it", seed, i, w.isDown(v), bad)
			}
		}
	}
}

// An origin that does not answer is asked again after pauses that double up to the longest, by one page at a time. When
// the patience that began with the first failure is over, pages that were requested in vain are given up; the others keep
// waiting.
func TestPausesOfADeadOrigin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWaiter(t, 18*time.Minute, time.Minute, 8*time.Minute)
		for range 2 { // and again at 3m; the patience ends at 18m
			w.Failed(w.page(1, "a"), Failure{Weight: ConnectWeight, Status: -2, Reason: "no answer", TriesLeft: true})
			time.Sleep(90 * time.Second)
		}
		w.fail(w.page(1, "a"), ConnectWeight, 0)
		if want := "http://a.test does not answer: no answer: next request in 1m"; len(w.told) != 1 || w.told[0] != want {
			t.Errorf("told %q, want %q", w.told, want)
		}
		w.unasked(w.page(2, "a"))
		w.until(16*time.Minute, func(v *Attempt, as pageState) {
			if f, _, _ := w.Ask(v); f != Ask || as != probe {
				t.Errorf("page %d: %v, %v", v.Page, f, as)
			}
			if f, status, reason := w.Ask(w.page(9, "a")); f != Wait || status != 0 || reason != "not requested, because other pages of its host failed: no answer" {
				t.Errorf("while one page finds out another gets %v, %d, %s", f, status, reason)
			}
			w.fail(v, ConnectWeight, 0)
		})
		w.want(t, "4m0s 2 probes", "6m0s 1 probes", "10m0s 2 probes")
		w.unasked(w.page(3, "a"))
		gaveUp := map[crawl.Page]bool{}
		w.until(40*time.Minute, func(v *Attempt, as pageState) {
			if as == last {
				if f, status, _ := w.Ask(v); f != GiveUp || status != -2 || v.as != 0 {
					t.Errorf("page %d: %v, %d", v.Page, f, status)
				}
				gaveUp[v.Page] = true
				w.Put(v, Saved{Page: v.Page, GaveUp: true}, true)
				w.Ended(v, true)
				return
			}
			w.fail(v, ConnectWeight, 0)
		})
		if !gaveUp[1] || !gaveUp[2] || len(w.told) != 1 {
			t.Errorf("given up: %v; told %q", gaveUp, w.told)
		}
		if w.Left() {
			t.Error("it is waited for what nobody waits for")
		}
	})
}

// What waits for an origin that is back is free at once, first the pages that were not requested; a failure later on is a new one,
// with a patience of its own.
func TestOriginIsBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWaiter(t, 10*time.Minute, time.Minute, time.Hour)
		w.fail(w.page(1, "a"), Enough, 0)
		w.fail(w.page(2, "a"), ConnectWeight, 0)
		w.unasked(w.page(3, "a"))
		w.unasked(w.page(4, "a"))
		asked := 0
		w.until(5*time.Minute, func(v *Attempt, _ pageState) {
			if asked++; asked == 1 {
				w.fail(v, ConnectWeight, 0)
				return
			}
			w.Answered(v)
			w.Ended(v, false)
		})
		w.want(t, "1m0s 3 probes", "3m0s 4 probes", "3m0s 1 free", "3m0s 2 free", "3m0s 3 free")
		if len(w.told) != 2 || w.told[1] != "http://a.test answers again" {
			t.Errorf("told %q", w.told)
		}
		time.Sleep(time.Hour)
		w.fail(w.page(1, "a"), Enough, 0) // an hour later: not over
		if !w.isPatient(w.page(1, "a")) || !w.Left() {
			t.Error("the patience of long ago is over")
		}
		w.until(70*time.Minute, func(v *Attempt, _ pageState) { w.Answered(v) })
		w.want(t, "1h6m0s 1 probes")
	})
}

// A page that fails while its origin answers is requested again after growing pauses, for a tenth of the patience.
func TestPageFailsAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			total, longest time.Duration
			want           []string
		}{
			{0, time.Hour, nil},
			{90 * time.Minute, 3 * time.Minute, []string{"1m0s 1 free", "3m0s 1 free", "6m0s 1 free", "9m0s 1 free"}},
			{150 * time.Minute, time.Hour, []string{"1m0s 1 free", "3m0s 1 free", "7m0s 1 free", "15m0s 1 free"}},
			{151 * time.Minute, time.Hour, []string{"1m0s 1 free", "3m0s 1 free", "7m0s 1 free", "15m0s 1 free", "31m0s 1 free"}},
		} {
			w := newWaiter(t, c.total, time.Minute, c.longest)
			again := func(v *Attempt, _ pageState) {
				w.Answered(w.page(2, "a")) // another page of the origin is well
				w.fail(v, AnswerWeight, 0)
			}
			again(w.page(1, "a"), 0)
			w.until(2*time.Hour, again)
			w.want(t, c.want...)
			if len(w.alone) != 0 {
				t.Errorf("patience %v: %d pages are still under trial", c.total, len(w.alone))
			}
		}
	})
}

// toTheEnd goes on as a crawl does that has nothing else to do, and asks for each page by do.
func (w *waiter) toTheEnd(do func(v *Attempt, as pageState)) {
	for w.Left() {
		<-w.Ready()
		for p, ok := w.Next(); ok; p, ok = w.Next() {
			v := w.pages[p]
			w.Pick(v)
			w.events = append(w.events, fmt.Sprintf("%v %d", time.Since(w.begun), p))
			do(v, v.as)
		}
	}
}

// Pages that fail while their origins respond hold up the end of a crawl for about a minute, plus one last request to each.
// While the crawl waits for an origin that gave a page, or has other pages, these pages have their long patience. An origin
// that never gave one is waited for two minutes.
func TestPageFailsAloneAtTheEnd(t *testing.T) {
	for _, c := range []struct {
		name  string
		total time.Duration
		busy  time.Duration // what else the crawl has to do
		away  time.Duration // how long another origin is down
		known bool          // it gave a page
		want  []string
	}{
		{"nothing else", 3 * time.Hour, 0, 0, false, []string{"10s 1", "30s 1", "1m0s 1"}},
		{"less patience", 5 * time.Minute, 0, 0, false, []string{"10s 1", "30s 1"}},
		{"a strange origin is down", 3 * time.Hour, 0, 4 * time.Minute, false, []string{"10s 1", "10s 2", "30s 1", "30s 2", "1m0s 1", "1m10s 2", "2m0s 2"}},
		{"a strange origin is down for long", 3 * time.Hour, time.Hour, 4 * time.Hour, false, []string{
			"10s 1", "10s 2", "30s 1", "30s 2", "1m10s 1", "1m10s 2", "2m30s 1", "2m30s 2", "5m10s 1", "5m10s 2", "10m30s 1", "10m30s 2", "21m10s 1", "21m10s 2", "42m30s 2", "1h0m0s 2",
		}},
		{"a strange origin is down for a while", 3 * time.Hour, 0, time.Minute, false, []string{"10s 1", "10s 2", "30s 1", "30s 2", "1m0s 1", "1m10s 2"}},
		{"other pages for a while", 3 * time.Hour, 5 * time.Minute, 0, false, []string{"10s 1", "30s 1", "1m10s 1", "2m30s 1", "5m0s 1"}},
		{"an origin is down", 3 * time.Hour, 0, 4 * time.Minute, true, []string{"10s 1", "10s 2", "30s 1", "30s 2", "1m10s 1", "1m10s 2", "2m30s 1", "2m30s 2", "5m10s 1", "5m10s 2", "5m20s 1"}},
	} {
		synctest.Test(t, func(t *testing.T) {
			w := newWaiter(t, c.total, 10*time.Second, 30*time.Minute)
			gaveUp := false
			again := func(v *Attempt, _ pageState) {
				if v.Page == 2 && time.Since(w.begun) > c.away {
					w.Answered(v)
					w.Ended(v, false)
					return
				}
				f := Failure{Weight: AnswerWeight, Status: 500, Reason: "x", What: "fails", TriesLeft: v.Page == 1 && w.alone[1] != nil}
				if v.Page == 2 {
					f.Weight = Enough
				} else {
					w.Answered(w.page(99, "a"))
				}
				gaveUp = w.failAs(v, f) == GiveUp && v.Page == 1 || gaveUp
			}
			if again(w.page(1, "a"), 0); c.away > 0 {
				w.page(2, "b").Known = c.known
				again(w.page(2, "b"), 0)
			}
			w.until(c.busy, again)
			for i, e := range w.events {
				w.events[i] = strings.TrimSuffix(strings.TrimSuffix(e, " free"), " probes")
			}
			if w.toTheEnd(again); !gaveUp || len(w.alone) != 0 {
				t.Errorf("%s: given up: %v; %d pages under trial", c.name, gaveUp, len(w.alone))
			}
			w.want(t, c.want...)
		})
	}
}

// A crawl may pick a new page while it waits only for failing pages. From then on failing pages have their long patience
// again.
func TestNewPageRestoresLongPatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWaiter(t, 3*time.Hour, 10*time.Second, 30*time.Minute)
		w.fail(w.page(1, "a"), AnswerWeight, 0)
		if !w.Left() {
			t.Fatal("a page that fails alone is not waited for")
		}
		w.Pick(w.page(2, "a"))
		w.until(8*time.Minute, func(v *Attempt, _ pageState) { w.fail(v, AnswerWeight, 0) })
		w.want(t, "10s 1 free", "30s 1 free", "1m10s 1 free", "2m30s 1 free", "5m10s 1 free")
	})
}

// Pages that failed alone, and are answered with an error again, do not speak against a host that has answered well,
// however many are left; what others say does, and so does whatever a host says that never answered well.
func TestBrokenPagesAreNoDeadOrigin(t *testing.T) {
	for _, c := range []struct {
		known  bool
		status int
		down   bool
	}{{true, 500, false}, {true, 503, false}, {true, 429, true}, {true, -3, true}, {false, 500, true}} {
		synctest.Test(t, func(t *testing.T) {
			w := newWaiter(t, 150*time.Minute, time.Minute, time.Hour)
			for p := range crawl.Page(4) {
				w.page(p, "a").Known = c.known
				w.fail(w.page(p, "a"), AnswerWeight, 0)
				w.Answered(w.page(99, "a"))
			}
			down, last := false, time.Duration(0)
			w.until(14*time.Minute, func(v *Attempt, _ pageState) {
				for i := range 3 {
					f := Failure{Weight: AnswerWeight, Status: c.status, Reason: "x", TriesLeft: i < 2}
					if fate := w.Failed(v, f); fate != Ask {
						w.Put(v, Saved{Page: v.Page, GaveUp: fate == GiveUp, Status: int16(c.status)}, true)
						break
					}
				}
				down = down || w.isDown(v)
				last = time.Since(w.begun)
			})
			if down != c.down || !down && last != 7*time.Minute {
				t.Errorf("%+v: it is down: %v; asked for last after %v", c, down, last)
			}
			if c.known && c.status > 0 && !c.down {
				f := Failure{Weight: AnswerWeight, Status: c.status, Reason: "x", Rest: 1000 * time.Hour}
				if fate := w.Failed(w.page(1, "a"), f); fate != GiveUp || w.isPatient(w.page(1, "a")) {
					t.Errorf("%+v: there is patience with a rest of years", c)
				}
			}
			w.page(9, "a").Known = c.known
			if w.Failed(w.page(9, "a"), Failure{Weight: Enough, Status: c.status, Reason: "x"}); !w.isDown(w.page(9, "a")) {
				t.Errorf("%+v: what others say does not count", c)
			}
		})
	}
}

// Pages that were answered with an error while they brought their origin down are broken if they are again when it is back.
func TestBrokenPagesInARow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWaiter(t, time.Hour, time.Minute, time.Hour)
		w.page(99, "a").Known = true
		var rounds [4]int
		ask := func(v *Attempt, as pageState) {
			p := v.Page
			if as == last {
				t.Errorf("page %d is given up with its origin", p)
				w.Put(v, Saved{Page: v.Page, GaveUp: true}, true)
				w.Ended(v, true)
				return
			}
			if p == 99 {
				w.Answered(v)
				w.Ended(v, false)
				return
			}
			rounds[p]++
			v.Known, v.alone = true, false
			fate := Ask
			for i := 0; fate == Ask; i++ {
				fate = w.Failed(v, Failure{Weight: AnswerWeight, Status: 500, Reason: "x", TriesLeft: i < 2})
			}
			if fate == Wait {
				w.Put(v, Saved{Page: p, Status: 500}, true)
			}
			w.Ended(v, fate == Wait)
		}
		for p := range crawl.Page(4) {
			if f, _, _ := w.Ask(w.page(p, "a")); f == Ask {
				ask(w.page(p, "a"), 0)
			} else {
				w.unasked(w.page(p, "a"))
			}
		}
		w.unasked(w.page(99, "a"))
		w.until(2*time.Hour, ask)
		if len(w.told) != 2 || len(w.alone) != 0 || w.Left() {
			t.Errorf("told %q; asked %v times, %d under trial", w.told, rounds, len(w.alone))
		}
	})
}

// A failing waiter has an origin with pages that always fail, as a crawl at its end meets it. It may be away for a while.
type failing struct {
	*waiter
	broken   map[crawl.Page]bool
	awayFrom time.Duration
	awayTo   time.Duration
	requests int
	checks   int
	gaveUp   map[crawl.Page]time.Duration
	got      map[crawl.Page]time.Duration
}

// ask requests a page, as a fetch does, a second each time.
func (w *failing) ask(v *Attempt, _ pageState) {
	if f, _, _ := w.Ask(v); f != Ask {
		w.Put(v, Saved{Page: v.Page, GaveUp: f != Wait, Status: v.Status}, true)
		w.Ended(v, true)
		return
	}
	for tries := 0; ; tries++ {
		w.requests++
		time.Sleep(time.Second)
		if w.isUp() && !w.broken[v.Page] {
			w.got[v.Page] = time.Since(w.begun)
			w.Answered(v)
			w.Ended(v, false)
			return
		}
		f := Failure{Weight: AnswerWeight, Status: 500, Reason: "status 500", What: "answers badly", TriesLeft: tries < 2}
		fate := w.Failed(v, f)
		if fate == Check {
			w.checks++
			time.Sleep(time.Second)
			fate = w.Checked(v, w.isUp())
		}
		if fate == Ask {
			continue
		}
		if fate == GiveUp {
			w.gaveUp[v.Page] = time.Since(w.begun)
		}
		w.Put(v, Saved{Page: v.Page, GaveUp: fate == GiveUp, Status: 500}, true)
		w.Ended(v, true)
		return
	}
}

func (w *failing) isUp() bool {
	at := time.Since(w.begun)
	return at < w.awayFrom || at >= w.awayTo
}

// Pages that always fail end a crawl soon, however many they are, and whatever the order in which they are met. Nothing is
// said of their origin, which is checked a few times. If the origin is away for a while, all its good pages come.
func TestManyBrokenPages(t *testing.T) {
	for _, c := range []struct {
		name           string
		pages, broken  int // the broken ones are the last
		from, to       time.Duration
		checks, within int // seconds after the last good page
	}{
		{"5 of 25", 25, 5, 0, 0, 3, 90},
		{"20 of 100", 100, 20, 0, 0, 5, 200},
		{"all but one", 101, 100, 0, 0, 8, 800},
		{"away in the middle", 100, 20, 50 * time.Second, 10 * time.Minute, 20, 400},
		{"away at the end", 25, 5, 25 * time.Second, 10 * time.Minute, 20, 400},
		{"away before two good pages", 10, 0, 8 * time.Second, 10 * time.Minute, 10, 400},
		{"away before a good page", 10, 0, 9 * time.Second, 40 * time.Minute, 12, 1400},
		{"away while broken pages are tried", 10, 3, 40 * time.Second, 20 * time.Minute, 12, 1400},
	} {
		synctest.Test(t, func(t *testing.T) {
			w := &failing{
				waiter: newWaiter(t, 3*time.Hour, 10*time.Second, 30*time.Minute), broken: map[crawl.Page]bool{}, gaveUp: map[crawl.Page]time.Duration{}, got: map[crawl.Page]time.Duration{},
				awayFrom: c.from, awayTo: c.to,
			}
			for p := range crawl.Page(c.pages) { //nolint:gosec // few
				w.page(p, "a").Known, w.page(p, "a").Checkable = p > 0, p > 0
				w.broken[p] = int(p) >= c.pages-c.broken
				w.ask(w.page(p, "a"), 0)
			}
			w.toTheEnd(w.ask)
			last, end := w.awayTo, time.Since(w.begun)
			for _, at := range w.got {
				last = max(last, at)
			}
			if len(w.got) != c.pages-c.broken || len(w.gaveUp) != c.broken || w.Left() {
				t.Errorf("%s: got %d of %d good pages, gave %d of %d up", c.name, len(w.got), c.pages-c.broken, len(w.gaveUp), c.broken)
			}
			if took := end - last; took > time.Duration(c.within)*time.Second || w.checks > c.checks {
				t.Errorf("%s: it ends %v after the last good page, after %d checks and %d requests", c.name, took, w.checks, w.requests)
			}
			if (len(w.told) > 0) != (c.to > 0) {
				t.Errorf("%s: told %q", c.name, w.told)
			}
		})
	}
}

// A host may want minutes between requests: then each page is checked once before the run gives it up.
func TestBrokenPagesOfASlowHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWaiter(t, 3*time.Hour, 20*time.Minute, 30*time.Minute)
		v, checks := w.page(1, "a"), 0
		v.Known, v.Checkable = true, true
		gaveUp := false
		ask := func(v *Attempt, _ pageState) {
			for fate := Ask; fate == Ask; {
				time.Sleep(2 * time.Minute)
				if fate = w.Failed(v, Failure{Weight: AnswerWeight, Status: 500, Reason: "x", What: "fails"}); fate == Check {
					checks++
					time.Sleep(2 * time.Minute)
					fate = w.Checked(v, true)
				}
				if gaveUp = fate == GiveUp; fate != Ask {
					w.Put(v, Saved{Page: v.Page, GaveUp: gaveUp, Status: 500}, true)
					w.Ended(v, true)
				}
			}
		}
		ask(v, 0)
		if w.toTheEnd(ask); !gaveUp || checks == 0 || checks > 2 {
			t.Errorf("given up: %v, after %d checks and %v", gaveUp, checks, time.Since(w.begun))
		}
	})
}

// When the patience with an origin that never gave a page is over, its other pages are not requested one after the other.
func TestPagesOfAStrangeOriginAreNotRequested(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWaiter(t, 3*time.Hour, 10*time.Second, 30*time.Minute)
		w.fail(w.page(1, "dead"), Enough, 0)
		for p := range crawl.Page(20) {
			w.unasked(w.page(p+2, "dead"))
		}
		requests := 0
		w.toTheEnd(func(v *Attempt, as pageState) {
			if as == last {
				w.Put(v, Saved{Page: v.Page, GaveUp: true}, true)
				w.Ended(v, true)
				return
			}
			requests++
			time.Sleep(time.Second)
			w.fail(v, ConnectWeight, 0)
		})
		if took := time.Since(w.begun); requests > 5 || took > 3*time.Minute || took < 2*time.Minute {
			t.Errorf("%d requests in %v", requests, took)
		}
		if n := w.Waiting().Pages; n < 16 {
			t.Errorf("%d pages keep waiting", n)
		}
	})
}

// So it is in the next run.
func TestBrokenPagesBeginAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWaiter(t, time.Hour, time.Minute, time.Hour)
		for p := range crawl.Page(12) {
			w.page(p, "a").Known = true
			w.Put(w.page(p, "a"), Saved{Page: p, GaveUp: true, Status: 500, Final: true}, false)
		}
		w.Begin(true)
		asked := 0
		w.until(time.Hour, func(v *Attempt, as pageState) {
			fate := w.Failed(v, Failure{Weight: AnswerWeight, Status: 500, Reason: "x"})
			if w.isDown(v) || as != 0 {
				t.Errorf("page %d: down %v, picked as %d", v.Page, w.isDown(v), as)
			}
			if fate == Wait {
				w.Put(v, Saved{Page: v.Page, Status: 500}, true)
			}
			asked++
		})
		if asked != 12*4 || len(w.alone) != 0 || w.Left() { // at once, and after 1, 3 and 7 minutes
			t.Errorf("asked %d times, %d under trial", asked, len(w.alone))
		}
	})
}

// A page that failed alone waits with the others when its origin goes down.
func TestPageFailsAloneAndThenItsOrigin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWaiter(t, 2*time.Hour, time.Minute, time.Hour)
		w.fail(w.page(1, "a"), AnswerWeight, 0) // due at 1m
		time.Sleep(30 * time.Second)
		w.fail(w.page(2, "a"), Enough, 0) // asked again at 1m30s
		w.until(10*time.Minute, func(v *Attempt, as pageState) {
			if as == probe && time.Since(w.begun) < 3*time.Minute {
				w.fail(v, ConnectWeight, 0)
				return
			}
			w.Answered(v)
			w.Ended(v, false)
		})
		w.want(t, "1m30s 2 probes", "3m30s 1 probes", "3m30s 2 free")
	})
}

// An origin that asks for a rest gets it. Rests one after the other count as one time of silence; one that is longer
// than the patience is not waited for.
func TestRests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWaiter(t, time.Hour, time.Minute, time.Hour)
		rest := func(v *Attempt, as pageState) {
			if as == last {
				w.Put(v, Saved{Page: v.Page, GaveUp: true}, true)
				return
			}
			v.as = 0
			w.Failed(v, Failure{Rest: 25 * time.Minute})
			w.Put(v, Saved{Page: v.Page}, true)
		}
		rest(w.page(1, "a"), 0)
		w.until(49*time.Minute, func(v *Attempt, as pageState) { rest(v, as) })
		w.until(2*time.Hour, func(v *Attempt, as pageState) { rest(v, as) })
		w.want(t, "25m0s 1 probes", "50m0s 1 probes", "1h15m0s 1 gives")

		w.begun = time.Now()
		w.fail(w.page(2, "b"), AnswerWeight, 0)
		w.fail(w.page(3, "c"), AnswerWeight, time.Hour) // as long as the patience
		w.fail(w.page(4, "d"), AnswerWeight, time.Hour+time.Second)
		if w.isPatient(w.page(4, "d")) || !w.isPatient(w.page(3, "c")) {
			t.Error("patience with one rest as long as it, and one that is longer, is not what it should be")
		}
		if _, again := w.Pick(w.page(4, "d")); !again || w.Patience.pages[3].state == givenUp {
			t.Error("a page is not known that waits")
		}
	})
}

// An origin has one alarm, however many pages wait for it, and nobody is woken for nothing.
func TestAlarmsAreFew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWaiter(t, time.Hour, time.Minute, time.Hour)
		w.unasked(w.page(400, "z")) // it is well again
		if w.alarms.Len() != 0 {
			t.Errorf("%d alarms for an origin that is well", w.alarms.Len())
		}
		if p, ok := w.Next(); !ok || p != 400 || w.alarms.Len() != 0 {
			t.Errorf("got %d, %v, and %d alarms for an origin that is well", p, ok, w.alarms.Len())
		}
		<-w.Ready()
		w.fail(w.page(1, "a"), Enough, 0)
		for p := crawl.Page(2); p < 100; p++ {
			w.unasked(w.page(p, "a"))
		}
		if w.alarms.Len() != 1 {
			t.Errorf("%d alarms for one origin", w.alarms.Len())
		}
		w.until(90*time.Second, func(*Attempt, pageState) {}) // one page is under way
		for p := crawl.Page(100); p < 200; p++ {
			w.unasked(w.page(p, "a"))
		}
		if w.alarms.Len() != 0 {
			t.Errorf("%d alarms while one page finds out", w.alarms.Len())
		}
		w.down(w.originOf("http://b.test"), time.Now(), time.Minute)
		w.originOf("http://b.test").since = time.Now().Add(-2 * time.Hour)
		w.abandon(w.originOf("http://b.test"))
		w.Failed(w.page(300, "c"), Failure{Rest: 2 * time.Hour})
		select {
		case <-w.Ready():
			t.Error("somebody is woken though nothing is to be asked for or given up")
		default:
		}
	})
}

// A name that is unknown, or TLS that cannot be trusted, is final, but where the origin answered before, or where
// nothing answers any more that did.
func TestIsThisMachineOffLine(t *testing.T) {
	for _, c := range []struct {
		answered, silent int // origins
		weight           int
		want             bool
	}{{0, 0, ConnectWeight, false}, {1, 0, ConnectWeight, false}, {1, 1, ConnectWeight, true}, {2, 1, ConnectWeight, false}, {2, 2, ConnectWeight, true}, {2, 2, AnswerWeight, false}, {2, 2, Enough, true}, {30, 9, ConnectWeight, false}, {30, 10, ConnectWeight, true}} {
		w := newWaiter(t, time.Hour, time.Minute, time.Hour)
		for i := range c.answered {
			w.Answered(w.page(crawl.Page(i), fmt.Sprint(i)))
		}
		for i := range c.silent {
			w.Failed(w.page(crawl.Page(i), fmt.Sprint(i)), Failure{Weight: c.weight, Reason: "x"})
		}
		other := w.page(99, "other")
		w.Failed(other, Failure{Weight: ConnectWeight, Reason: "x"}) // never answered: says nothing
		if got := w.MayPass(other, false); got != c.want {
			t.Errorf("%+v: got %v", c, got)
		}
		if !w.MayPass(other, true) || w.MayPass(w.page(98, "new"), true) != c.want {
			t.Errorf("%+v: a name that is waited for, and one that is new", c)
		}
		if c.answered == 0 {
			continue
		}
		w.Answered(w.page(0, "0"))
		if !w.MayPass(w.page(0, "0"), false) || w.MayPass(w.page(97, "another"), false) {
			t.Errorf("%+v: it stays off line though something answers", c)
		}
	}
}

// A page that comes when the pause of its origin is over finds out itself, and others wait for it.
func TestPageThatComesInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWaiter(t, time.Hour, time.Minute, time.Hour)
		w.fail(w.page(1, "a"), Enough, 0)
		first, second := w.page(2, "a"), w.page(3, "a")
		time.Sleep(time.Minute - time.Nanosecond)
		if f, _, _ := w.Ask(first); f != Wait {
			t.Errorf("before the pause is over: %v", f)
		}
		time.Sleep(time.Nanosecond)
		if f, _, _ := w.Ask(first); f != Ask || first.as != probe {
			t.Errorf("when it is over: %v, mark %v", f, first.as)
		}
		if f, _, _ := w.Ask(second); f != Wait {
			t.Errorf("while another page finds out: %v", f)
		}
		w.fail(first, ConnectWeight, 0)
		time.Sleep(2*time.Minute - time.Nanosecond)
		if f, _, _ := w.Ask(second); f != Wait {
			t.Errorf("in the second pause, which is twice the first: %v", f)
		}
		time.Sleep(time.Hour)
		if f, _, _ := w.Ask(second); f != Wait {
			t.Errorf("when the patience is over: %v", f)
		}
	})
}

// The pages of an origin fail with three that showed that it cannot be asked.
func TestRefusals(t *testing.T) {
	w := newWaiter(t, time.Hour, time.Minute, time.Hour)
	for i := range 4 {
		f, status, reason := w.Ask(w.page(9, "a"))
		if (f == Refuse) != (i >= 3) || i >= 3 && (status != -6 || reason != "no such host") || i < 3 && f != Ask {
			t.Errorf("after %d: got %v, %d, %s", i, f, status, reason)
		}
		w.Refused(w.page(crawl.Page(i), "a"), -6, "no such host")
	}
	w.Answered(w.page(1, "a"))
	if f, _, _ := w.Ask(w.page(9, "a")); f != Ask {
		t.Errorf("when it answered: %v", f)
	}
}

// A run begins with all that waits: of an origin with nine pages or more one finds out whether it is back.
func TestBeginAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWaiter(t, time.Hour, time.Minute, time.Hour)
		w.had = false
		for p := range crawl.Page(8 + 9) {
			w.Put(w.page(p, []string{"few", "many"}[p/8&1|p>>4]), Saved{Page: p, GaveUp: true}, false)
		}
		if w.Left() {
			t.Error("a crawl that never had a page waits")
		}
		w.Begin(true)
		free := map[pageState]int{}
		var probed []time.Duration
		w.until(4*time.Minute, func(v *Attempt, as pageState) {
			free[as]++
			if as == probe {
				probed = append(probed, time.Since(w.begun))
				w.fail(v, ConnectWeight, 0)
			}
		})
		if want := []time.Duration{0, time.Minute, 3 * time.Minute}; !slices.Equal(probed, want) {
			t.Errorf("it was asked after %v, want %v", probed, want)
		}
		if free[probe] != 3 || free[0] != 8 || free[last] != 0 {
			t.Errorf("got %v: want 8 free pages of one origin, and one of another to find out", free)
		}
		if !w.Left() {
			t.Error("the others are forgotten")
		}
	})
}

// A host whose pages wait under http and https is one.
func TestUnansweredHosts(t *testing.T) {
	w := newWaiter(t, time.Hour, time.Minute, time.Minute)
	for p, origin := range []string{"http://a.test", "https://a.test", "http://a.test:81", "http://b.test"} {
		v := &Attempt{Origin: origin, Page: crawl.Page(p)}
		w.Put(v, Saved{Page: v.Page, Status: -2}, true)
	}
	if got := w.Waiting(); got.Pages != 4 || got.Hosts != 3 {
		t.Errorf("got %+v, want 4 pages of 3 hosts, one of them with a port", got)
	}
}

// A crawl with nothing under way does not end while a page waits for an origin whose alarm, or whose probe, was lost.
func TestLostAlarm(t *testing.T) {
	for _, state := range []originState{resting, idle, probing} {
		w := newWaiter(t, time.Hour, time.Minute, time.Hour)
		v := w.page(7, "a")
		o := w.originOf(v.Origin)
		w.down(o, time.Now(), 0)
		w.unasked(v)
		w.alarms, o.state = newAlarms(), state
		if !w.Left() {
			t.Errorf("state %d: nothing is left", state)
			continue
		}
		<-w.Ready()
		if p, ok := w.Next(); !ok || p != 7 {
			t.Errorf("state %d: got page %d, %v", state, p, ok)
		}
	}
}

// Pages that were given up because their origin did not answer, or without Final, are no broken pages of the next run: an
// origin of many of them is probed, and not asked for each.
func TestSilentPagesBeginAnew(t *testing.T) {
	for name, s := range map[string]Saved{
		"no answer": {GaveUp: true, Status: -2, Final: true}, "too many requests": {GaveUp: true, Status: 429, Final: true}, "not final": {GaveUp: true, Status: 500},
	} {
		synctest.Test(t, func(t *testing.T) {
			w := newWaiter(t, time.Hour, time.Minute, time.Hour)
			for p := range crawl.Page(12) {
				w.page(p, "a").Known = true
				s.Page = p
				w.Put(w.page(p, "a"), s, false)
			}
			w.Begin(true)
			var asked []pageState
			w.until(30*time.Second, func(v *Attempt, as pageState) {
				asked = append(asked, as)
				w.fail(v, ConnectWeight, 0)
			})
			if !slices.Equal(asked, []pageState{probe}) || len(w.alone) > 0 {
				t.Errorf("%s: asked as %v, %d under trial", name, asked, len(w.alone))
			}
		})
	}
}

// A failure that is else final may pass of an origin that answered in this run or an earlier one, of a name that others
// wait for, and while this machine may be off line.
func TestFailuresThatMayPass(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWaiter(t, time.Hour, time.Minute, time.Hour)
		fresh := func(p crawl.Page, known bool) *Attempt {
			v := w.page(p, "new")
			v.Known = known
			return v
		}
		if w.MayPass(fresh(1, false), false) {
			t.Error("of an origin nobody heard of")
		}
		if !w.MayPass(fresh(1, true), false) {
			t.Error("not of one that answered in an earlier run")
		}
		w.Answered(w.page(2, "b"))
		w.Ended(w.page(2, "b"), false)
		if !w.MayPass(w.page(3, "b"), false) || w.MayPass(fresh(1, false), false) {
			t.Error("an origin that answered counts for itself alone")
		}
		for p := crawl.Page(10); p < 30; p++ {
			w.fail(w.page(p, "silent"), ConnectWeight, 0)
		}
		v := w.page(40, "silent")
		if !w.MayPass(v, true) || w.MayPass(v, false) {
			t.Error("a name that others wait for was known before, and only a name")
		}
	})
}

// Checkpoints are a function of the log: what the machine does with pages until the crawl picks them does not show.
func TestSaveDependsOnTheLogAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWaiter(t, time.Hour, time.Minute, time.Hour)
		pages := []Saved{
			{Page: 1, GaveUp: true, Status: -2},
			{Page: 2, GaveUp: true, Final: true, Status: 500},
			{Page: 3, Status: -2},
			{Page: 4},
		}
		for _, s := range pages {
			w.Put(w.page(s.Page, "a"), s, false)
		}
		check := func(when string, want []Saved) {
			t.Helper()
			if got := w.Save(); !slices.Equal(got, want) {
				t.Errorf("%s: saved %v, want %v", when, got, want)
			}
		}
		check("after the log", pages)
		w.Begin(true)
		check("after the begin", pages)
		p, ok := w.Next()
		if !ok {
			t.Fatal("no page is free")
		}
		check("after a page was handed out", pages)
		w.Pick(w.page(p, "a"))
		check("after it was picked", slices.DeleteFunc(slices.Clone(pages), func(s Saved) bool { return s.Page == p }))
		for _, s := range pages {
			if s.Page == p {
				s.GaveUp = !s.GaveUp
				w.Put(w.page(p, "a"), s, true)
				if !slices.Contains(w.Save(), s) {
					t.Errorf("after its turn: saved %v, want %v among them", w.Save(), s)
				}
			}
		}
	})
}

// Pages of earlier runs that a shared frontier is to hand out are requested when the crawl picks them, and hold up no end. Pages
// that fail in this run wait as others do.
func TestSharedFrontier(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWaiter(t, time.Hour, time.Minute, time.Hour)
		w.o.Shared = true
		for p := range crawl.Page(12) {
			w.Put(w.page(p, "a"), Saved{Page: p, GaveUp: p < 5, Status: 500, Final: p < 3}, false)
		}
		w.Begin(true)
		if w.Left() || w.Waiting().Again() != 0 {
			t.Errorf("left: %v, waiting: %+v", w.Left(), w.Waiting())
		}
		if p, ok := w.Next(); ok {
			t.Errorf("page %d is picked", p)
		}
		if all, some := w.Retried(true), w.Retried(false); len(all) != 12 || len(some) != 5 {
			t.Errorf("the frontier is asked for %d and %d pages: want 12 and 5", len(all), len(some))
		}
		v := w.page(7, "a")
		if w.Waits(7) {
			t.Error("page 7 waits")
		}
		if _, again := w.Pick(v); !again {
			t.Error("page 7 was not postponed")
		}
		if fate, _, _ := w.Ask(v); fate != Ask {
			t.Errorf("page 7: fate %d", fate)
		}
		if w.fail(v, Enough, 0); !w.Waits(7) || !w.Left() || w.Waiting().Pages != 1 {
			t.Errorf("page 7 failed, and waits: %v, left: %v, waiting: %+v", w.Waits(7), w.Left(), w.Waiting())
		}
		if n := len(w.Save()); n != 12 {
			t.Errorf("%d pages are saved", n)
		}
		listed := 0
		if err := w.Each(func(crawl.Page, string) error { listed++; return nil }); err != nil || listed != 1 {
			t.Errorf("%d pages are listed, %v: want 1", listed, err)
		}
	})
}
