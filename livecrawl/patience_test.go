package livecrawl

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"weft/crawl"
	"weft/graph/page"
)

// A waiter is a patience whose pages are asked for as a crawl would ask, in virtual time.
type waiter struct {
	*patience
	begun  time.Time
	pages  map[crawl.Page]*visit
	told   []string
	events []string // what Next said, and when
}

func newWaiter(t *testing.T, total, first, longest time.Duration) *waiter {
	w := &waiter{begun: time.Now(), pages: map[crawl.Page]*visit{}}
	w.patience = newPatience(nil, patienceOptions{Total: total, First: first, Longest: longest, Tell: func(s string) { w.told = append(w.told, s) }})
	w.had = true
	t.Cleanup(w.close)
	return w
}

// page returns the visit of a page of an origin, which is a letter.
func (w *waiter) page(p crawl.Page, origin string) *visit {
	if w.pages[p] == nil {
		w.pages[p] = &visit{origin: "http://" + origin + ".test", pick: crawl.Pick{Page: p}}
	}
	return w.pages[p]
}

// fail is what a fetcher does with a page that was not had.
func (w *waiter) fail(v *visit, weight int, rest time.Duration) {
	v.live.tried, v.live.alone, v.live.failed = true, false, -2
	down := w.failed(v, failure{weight: weight, status: -2, reason: "no answer"})
	if rest > 0 {
		down = w.restUntil(v, rest)
	}
	r := &crawl.Reply{}
	switch {
	case down && w.patient(v):
	case !down && w.failsAlone(v):
		v.live.alone = true
	default:
		r.State = page.Failed
	}
	w.put(v, r, &note{}, true)
	w.settled(v, true)
}

// unasked puts a page in line without having asked for it, as it is put off when its origin is down.
func (w *waiter) unasked(v *visit) {
	v.live.tried, v.live.alone = false, false
	w.put(v, &crawl.Reply{}, &note{}, true)
}

// until goes on with what Next says to an end, and asks for each page by do.
func (w *waiter) until(end time.Duration, do func(v *visit, m mark)) {
	stop := time.After(end - time.Since(w.begun))
	for {
		for p, ok := w.Next(); ok; p, ok = w.Next() {
			v := w.pages[p]
			_, _, v.live.mark = w.picked(p)
			m := v.live.mark
			w.events = append(w.events, fmt.Sprintf("%v %d %s", time.Since(w.begun), p, []string{"free", "probes", "gives"}[m]))
			do(v, m)
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
			weight := []int{connectWeight, answerWeight, answerWeight, 0}[r.IntN(4)]
			if weight == 0 {
				w.wellAgain(v)
				bad = 0
				continue
			}
			bad += weight
			if down := w.failed(v, failure{weight: weight, status: 503, reason: "x"}); down != (bad >= 9) {
				t.Fatalf("seed %d, step %d: it is down: %v, with %d against it", seed, i, down, bad)
			}
		}
	}
}

// An origin that does not answer is asked again after pauses that double up to the longest, by one page at a time. When
// the patience that began with the first failure is over, what was asked for in vain is given up; what was not goes on
// waiting.
func TestPausesOfADeadOrigin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWaiter(t, 18*time.Minute, time.Minute, 8*time.Minute)
		for range 2 { // and again at 3m; the patience ends at 18m
			w.failed(w.page(1, "a"), failure{weight: connectWeight, status: -2, reason: "no answer"})
			time.Sleep(90 * time.Second)
		}
		w.fail(w.page(1, "a"), connectWeight, 0)
		if want := "http://a.test does not answer: no answer: it is asked again in 1m"; len(w.told) != 1 || w.told[0] != want {
			t.Errorf("told %q, want %q", w.told, want)
		}
		w.unasked(w.page(2, "a"))
		w.until(16*time.Minute, func(v *visit, m mark) {
			if f, _, _ := w.admit(v); f != mayAsk || m != probes {
				t.Errorf("page %d: %v, %v", v.pick.Page, f, m)
			}
			if f, status, reason := w.admit(w.page(9, "a")); f != putOff || status != 0 || reason != "not asked for, as others of its host failed: no answer" {
				t.Errorf("while one page finds out another gets %v, %d, %s", f, status, reason)
			}
			w.fail(v, connectWeight, 0)
		})
		w.want(t, "4m0s 2 probes", "6m0s 1 probes", "10m0s 2 probes")
		w.unasked(w.page(3, "a"))
		gaveUp := map[crawl.Page]bool{}
		w.until(40*time.Minute, func(v *visit, m mark) {
			if m == gives {
				if f, status, _ := w.admit(v); f != givenUp || status != -2 || v.live.mark != 0 {
					t.Errorf("page %d: %v, %d", v.pick.Page, f, status)
				}
				gaveUp[v.pick.Page] = true
				w.put(v, &crawl.Reply{State: page.Failed}, &note{}, true)
				w.settled(v, true)
				return
			}
			w.fail(v, connectWeight, 0)
		})
		if !gaveUp[1] || !gaveUp[2] || len(w.told) != 1 {
			t.Errorf("given up: %v; told %q", gaveUp, w.told)
		}
		if w.Left() {
			t.Error("it is waited for what nobody waits for")
		}
	})
}

// What waits for an origin that is back is free at once, first what was not asked for; a failure later on is a new one,
// with a patience of its own.
func TestOriginIsBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWaiter(t, 10*time.Minute, time.Minute, time.Hour)
		w.fail(w.page(1, "a"), enough, 0)
		w.fail(w.page(2, "a"), connectWeight, 0)
		w.unasked(w.page(3, "a"))
		w.unasked(w.page(4, "a"))
		asked := 0
		w.until(5*time.Minute, func(v *visit, _ mark) {
			if asked++; asked == 1 {
				w.fail(v, connectWeight, 0)
				return
			}
			w.wellAgain(v)
			w.settled(v, false)
		})
		w.want(t, "1m0s 3 probes", "3m0s 4 probes", "3m0s 1 free", "3m0s 2 free", "3m0s 3 free")
		if len(w.told) != 2 || w.told[1] != "http://a.test answers again" {
			t.Errorf("told %q", w.told)
		}
		time.Sleep(time.Hour)
		w.fail(w.page(1, "a"), enough, 0) // an hour later: not over
		if !w.patient(w.page(1, "a")) || !w.Left() {
			t.Error("the patience of long ago is over")
		}
		w.until(70*time.Minute, func(v *visit, _ mark) { w.wellAgain(v) })
		w.want(t, "1h6m0s 1 probes")
	})
}

// A page that fails while its origin answers is asked for again after growing pauses, for a tenth of the patience.
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
			again := func(v *visit, _ mark) {
				w.wellAgain(w.page(2, "a")) // another page of the origin is well
				w.fail(v, answerWeight, 0)
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
				w.page(p, "a").known = c.known
				w.fail(w.page(p, "a"), answerWeight, 0)
				w.wellAgain(w.page(99, "a"))
			}
			down, last := false, time.Duration(0)
			w.until(14*time.Minute, func(v *visit, _ mark) {
				for range 3 {
					down = w.failed(v, failure{weight: answerWeight, status: c.status, reason: "x"}) || down
				}
				v.live.alone = w.failsAlone(v)
				w.put(v, &crawl.Reply{}, &note{status: c.status}, true)
				last = time.Since(w.begun)
			})
			if down != c.down || !down && last != 7*time.Minute {
				t.Errorf("%+v: it is down: %v; asked for last after %v", c, down, last)
			}
			if c.known && c.status > 0 && !c.down {
				if w.failed(w.page(1, "a"), failure{weight: answerWeight, status: c.status, reason: "x"}); !w.restUntil(w.page(1, "a"), 1000*time.Hour) || w.patient(w.page(1, "a")) {
					t.Errorf("%+v: there is patience with a rest of years", c)
				}
			}
			w.page(9, "a").known = c.known
			if !w.failed(w.page(9, "a"), failure{weight: enough, status: c.status, reason: "x"}) {
				t.Errorf("%+v: what others say does not count", c)
			}
		})
	}
}

// Pages that were answered with an error while they brought their origin down are broken if they are again when it is back.
func TestBrokenPagesInARow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWaiter(t, time.Hour, time.Minute, time.Hour)
		w.page(99, "a").known = true
		var rounds [4]int
		ask := func(v *visit, m mark) {
			p := v.pick.Page
			if m == gives {
				t.Errorf("page %d is given up with its origin", p)
				w.put(v, &crawl.Reply{State: page.Failed}, &note{}, true)
				w.settled(v, true)
				return
			}
			if p == 99 {
				w.wellAgain(v)
				w.settled(v, false)
				return
			}
			rounds[p]++
			v.known, v.live.tried, v.live.alone = true, true, false
			down := false
			for range 3 {
				down = w.failed(v, failure{weight: answerWeight, status: 500, reason: "x"})
			}
			if v.live.alone = !down && w.failsAlone(v); down || v.live.alone {
				w.put(v, &crawl.Reply{}, &note{status: 500}, true)
			}
			w.settled(v, down || v.live.alone)
		}
		for p := range crawl.Page(4) {
			if f, _, _ := w.admit(w.page(p, "a")); f == mayAsk {
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

// So it is in the next run.
func TestBrokenPagesBeginAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWaiter(t, time.Hour, time.Minute, time.Hour)
		for p := range crawl.Page(12) {
			w.page(p, "a").known = true
			w.put(w.page(p, "a"), &crawl.Reply{State: page.Failed}, &note{status: 500, final: true}, false)
		}
		w.begin(true)
		asked := 0
		w.until(time.Hour, func(v *visit, m mark) {
			if down := w.failed(v, failure{weight: answerWeight, status: 500, reason: "x"}); down || m != 0 {
				t.Errorf("page %d: down %v, mark %d", v.pick.Page, down, m)
			}
			if v.live.alone = w.failsAlone(v); v.live.alone {
				w.put(v, &crawl.Reply{}, &note{status: 500}, true)
			}
			asked++
		})
		if asked != 12*3 || len(w.alone) != 0 || w.Left() { // at once, and after 2 and 6 minutes
			t.Errorf("asked %d times, %d under trial", asked, len(w.alone))
		}
	})
}

// A page that failed alone waits with the others when its origin goes down.
func TestPageFailsAloneAndThenItsOrigin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWaiter(t, 2*time.Hour, time.Minute, time.Hour)
		w.fail(w.page(1, "a"), answerWeight, 0) // due at 1m
		time.Sleep(30 * time.Second)
		w.fail(w.page(2, "a"), enough, 0) // asked again at 1m30s
		w.until(10*time.Minute, func(v *visit, m mark) {
			if m == probes && time.Since(w.begun) < 3*time.Minute {
				w.fail(v, connectWeight, 0)
				return
			}
			w.wellAgain(v)
			w.settled(v, false)
		})
		w.want(t, "1m30s 2 probes", "3m30s 1 probes", "3m30s 2 free")
	})
}

// An origin that asks for a rest gets it. Rests one after the other count as one time of silence; one that is longer
// than the patience is not waited for.
func TestRests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWaiter(t, time.Hour, time.Minute, time.Hour)
		rest := func(v *visit, m mark) {
			if m == gives {
				w.put(v, &crawl.Reply{State: page.Failed}, &note{}, true)
				return
			}
			v.live.mark = 0
			v.live.tried = true
			w.restUntil(v, 25*time.Minute)
			w.put(v, &crawl.Reply{}, &note{}, true)
		}
		rest(w.page(1, "a"), 0)
		w.until(49*time.Minute, func(v *visit, m mark) { rest(v, m) })
		w.until(2*time.Hour, func(v *visit, m mark) { rest(v, m) })
		w.want(t, "25m0s 1 probes", "50m0s 1 probes", "1h15m0s 1 gives")

		w.begun = time.Now()
		w.fail(w.page(2, "b"), answerWeight, 0)
		w.fail(w.page(3, "c"), answerWeight, time.Hour) // as long as the patience
		w.fail(w.page(4, "d"), answerWeight, time.Hour+time.Second)
		if w.patient(w.page(4, "d")) || !w.patient(w.page(3, "c")) {
			t.Error("patience with one rest as long as it, and one that is longer, is not what it should be")
		}
		if _, again, _ := w.picked(4); !again || w.waits[3].gaveUp {
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
		w.fail(w.page(1, "a"), enough, 0)
		for p := crawl.Page(2); p < 100; p++ {
			w.unasked(w.page(p, "a"))
		}
		if w.alarms.Len() != 1 {
			t.Errorf("%d alarms for one origin", w.alarms.Len())
		}
		w.until(90*time.Second, func(*visit, mark) {}) // one page is under way
		for p := crawl.Page(100); p < 200; p++ {
			w.unasked(w.page(p, "a"))
		}
		if w.alarms.Len() != 0 {
			t.Errorf("%d alarms while one page finds out", w.alarms.Len())
		}
		w.lower(w.origin("http://b.test"), time.Now(), time.Minute)
		w.origin("http://b.test").since = time.Now().Add(-2 * time.Hour)
		w.abandon(w.origin("http://b.test"))
		w.restUntil(w.page(300, "c"), 2*time.Hour)
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
	}{{0, 0, connectWeight, false}, {1, 0, connectWeight, false}, {1, 1, connectWeight, true}, {2, 1, connectWeight, false}, {2, 2, connectWeight, true}, {2, 2, answerWeight, false}, {2, 2, enough, true}, {30, 9, connectWeight, false}, {30, 10, connectWeight, true}} {
		w := newWaiter(t, time.Hour, time.Minute, time.Hour)
		for i := range c.answered {
			w.wellAgain(w.page(crawl.Page(i), fmt.Sprint(i)))
		}
		for i := range c.silent {
			w.failed(w.page(crawl.Page(i), fmt.Sprint(i)), failure{weight: c.weight, status: 0, reason: "x"})
		}
		other := w.page(99, "other")
		w.failed(other, failure{weight: connectWeight, status: 0, reason: "x"}) // never answered: says nothing
		if got := w.answeredBefore(other, false); got != c.want {
			t.Errorf("%+v: got %v", c, got)
		}
		if !w.answeredBefore(other, true) || w.answeredBefore(w.page(98, "new"), true) != c.want {
			t.Errorf("%+v: a name that is waited for, and one that is new", c)
		}
		if c.answered == 0 {
			continue
		}
		w.wellAgain(w.page(0, "0"))
		if !w.answeredBefore(w.page(0, "0"), false) || w.answeredBefore(w.page(97, "another"), false) {
			t.Errorf("%+v: it stays off line though something answers", c)
		}
	}
}

// A page that comes when the pause of its origin is over finds out itself, and others wait for it.
func TestPageThatComesInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWaiter(t, time.Hour, time.Minute, time.Hour)
		w.fail(w.page(1, "a"), enough, 0)
		first, second := w.page(2, "a"), w.page(3, "a")
		time.Sleep(time.Minute - time.Nanosecond)
		if f, _, _ := w.admit(first); f != putOff {
			t.Errorf("before the pause is over: %v", f)
		}
		time.Sleep(time.Nanosecond)
		if f, _, _ := w.admit(first); f != mayAsk || first.live.mark != probes {
			t.Errorf("when it is over: %v, mark %v", f, first.live.mark)
		}
		if f, _, _ := w.admit(second); f != putOff {
			t.Errorf("while another page finds out: %v", f)
		}
		w.fail(first, connectWeight, 0)
		time.Sleep(2*time.Minute - time.Nanosecond)
		if f, _, _ := w.admit(second); f != putOff {
			t.Errorf("in the second pause, which is twice the first: %v", f)
		}
		time.Sleep(time.Hour)
		if f, _, _ := w.admit(second); f != putOff {
			t.Errorf("when the patience is over: %v", f)
		}
	})
}

// The pages of an origin fail with three that showed that it cannot be asked.
func TestRefusals(t *testing.T) {
	w := newWaiter(t, time.Hour, time.Minute, time.Hour)
	for i := range 4 {
		f, status, reason := w.admit(w.page(9, "a"))
		if (f == refused) != (i >= 3) || i >= 3 && (status != -6 || reason != "no such host") || i < 3 && f != mayAsk {
			t.Errorf("after %d: got %v, %d, %s", i, f, status, reason)
		}
		w.refuses(w.page(crawl.Page(i), "a"), -6, "no such host")
	}
	w.wellAgain(w.page(1, "a"))
	if f, _, _ := w.admit(w.page(9, "a")); f != mayAsk {
		t.Errorf("when it answered: %v", f)
	}
}

// A run begins with all that waits: of an origin with nine pages or more one finds out whether it is back.
func TestBeginAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWaiter(t, time.Hour, time.Minute, time.Hour)
		w.had = false
		for p := range crawl.Page(8 + 9) {
			w.put(w.page(p, []string{"few", "many"}[p/8&1|p>>4]), &crawl.Reply{State: page.Failed}, &note{}, false)
		}
		if w.Left() {
			t.Error("a crawl that never had a page waits")
		}
		w.begin(true)
		free := map[mark]int{}
		var probed []time.Duration
		w.until(4*time.Minute, func(v *visit, m mark) {
			free[m]++
			if m == probes {
				probed = append(probed, time.Since(w.begun))
				w.fail(v, connectWeight, 0)
			}
		})
		if want := []time.Duration{0, time.Minute, 3 * time.Minute}; !slices.Equal(probed, want) {
			t.Errorf("it was asked after %v, want %v", probed, want)
		}
		if free[probes] != 3 || free[0] != 8 || free[gives] != 0 {
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
		v := &visit{origin: origin, pick: crawl.Pick{Page: crawl.Page(p)}}
		w.put(v, &crawl.Reply{}, &note{status: -2}, true)
	}
	if got := w.unanswered(); got.Pages != 4 || got.Hosts != 3 {
		t.Errorf("got %+v, want 4 pages of 3 hosts, one of them with a port", got)
	}
}
