package patience

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"weft/crawl"
)

// originTurns are the transitions of origins that the package comment lists; a state may also stay.
var originTurns = map[[2]originState]bool{
	{well, resting}: true, {resting, probing}: true, {resting, idle}: true, {idle, probing}: true, {idle, resting}: true, {probing, resting}: true,
	{resting, well}: true, {probing, well}: true, {idle, well}: true,
}

// pageTurns are those of waiting pages. A page that is picked leaves, and comes as inLine, alone or givenUp.
var pageTurns = map[[2]pageState]bool{
	{inLine, free}: true, {inLine, probe}: true, {inLine, last}: true, {alone, free}: true, {alone, inLine}: true,
	{alone, probe}: true, {alone, last}: true, // by way of inLine, in one call
	{kept, inLine}: true, {givenUp, inLine}: true,
}

// A walk drives a Patience by random events, and checks what the machine says of itself after each.
type walk struct {
	*Patience
	t       *testing.T
	r       *rand.Rand
	seed    uint64
	under   map[crawl.Page]*Attempt
	next    crawl.Page
	origins map[string]originState
	states  map[crawl.Page]pageState
	seen    map[[2]originState]int
	checks  int
}

// check compares the states with those before the last event.
func (w *walk) check(event string) {
	w.t.Helper()
	for name, o := range w.Patience.origins {
		if was := w.origins[name]; was != o.state {
			if w.seen[[2]originState{was, o.state}]++; !originTurns[[2]originState{was, o.state}] {
				w.t.Errorf("seed %d: %s takes an origin from %d to %d", w.seed, event, was, o.state)
			}
		}
		w.origins[name] = o.state
		if n := o.waiting(); n > o.kept {
			w.t.Fatalf("seed %d: after %s %d pages are in line, and %d wait", w.seed, event, n, o.kept)
		}
	}
	for name := range w.origins {
		if w.Patience.origins[name] == nil {
			delete(w.origins, name) // well, and nothing waits
		}
	}
	for p, x := range w.pages {
		if was, ok := w.states[p]; ok && was != x.state && !pageTurns[[2]pageState{was, x.state}] {
			w.t.Errorf("seed %d: %s takes page %d from %d to %d", w.seed, event, p, was, x.state)
		}
		w.states[p] = x.state
	}
	for p := range w.states {
		if _, ok := w.pages[p]; !ok {
			delete(w.states, p)
		}
	}
}

// ask asks for a page, as a fetch does, with an answer that is drawn.
func (w *walk) ask(v *Attempt) {
	delete(w.under, v.Page)
	fate, _, _ := w.Ask(v)
	w.check("Ask")
	for tries := 0; fate == Ask; tries++ {
		switch x := w.r.IntN(10); {
		case x < 4:
			if w.r.IntN(6) == 0 { // another page of the origin, which was under way as well, fails meanwhile
				w.Failed(&Attempt{Page: 1 << 30, Origin: v.Origin}, Failure{Status: -2, Weight: Enough, Reason: "x", What: "fails"})
				w.check("Failed")
			}
			w.Answered(v)
			w.check("Answered")
			if w.r.IntN(4) > 0 || !w.BrokeOff(v, -4, w.r.IntN(2) == 0) {
				w.Ended(v, false)
				w.check("Ended")
				return
			}
			fate = Wait
		case x == 4: // the turn ends, and nothing was found out
			v.tried = true
			fate = Wait
		case x == 5:
			w.Refused(v, -6, "no such host")
			w.check("Refused")
			fate = GiveUp
		default:
			f := Failure{Status: []int{503, 500, -2}[w.r.IntN(3)], Weight: []int{AnswerWeight, ConnectWeight, Enough}[w.r.IntN(3)], Reason: "x", What: "fails", TriesLeft: tries < 2}
			if w.r.IntN(8) == 0 {
				f.Rest = time.Duration(w.r.IntN(180)) * time.Minute
			}
			fate = w.Failed(v, f)
			w.check("Failed")
			if fate == Check {
				if w.r.IntN(6) == 0 {
					w.Failed(&Attempt{Page: 1 << 30, Origin: v.Origin}, Failure{Status: -2, Weight: Enough, Reason: "x", What: "fails"})
					w.check("Failed")
				}
				fate = w.Checked(v, w.r.IntN(2) == 0)
				w.check("Checked")
				w.checks++
			}
		}
	}
	w.Put(v, Saved{Page: v.Page, GaveUp: fate != Wait, Final: w.r.IntN(3) == 0, Status: v.Status}, true)
	w.check("Put")
	w.Ended(v, true)
	w.check("Ended")
}

// Whatever happens in whatever order, states change as the package comment lists, no page is lost, and each transition
// is met.
func TestWalk(t *testing.T) {
	seen, checks := map[[2]originState]int{}, 0
	for seed := range uint64(300) {
		synctest.Test(t, func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 38))
			w := &walk{
				Patience: New(Options{Total: time.Hour, First: time.Minute, Longest: 30 * time.Minute, OfPage: func(s int) bool { return s > 0 }, ForSeeds: true}),
				t:        t, r: r, seed: seed, under: map[crawl.Page]*Attempt{}, origins: map[string]originState{}, states: map[crawl.Page]pageState{}, seen: seen,
			}
			defer w.Close()
			all := map[crawl.Page]*Attempt{}
			for range 400 {
				switch r.IntN(4) {
				case 0: // a page that is new
					v := &Attempt{Page: w.next, Origin: []string{"http://a.test", "http://b.test", "http://c.test"}[r.IntN(3)], Known: r.IntN(2) == 0, Checkable: r.IntN(2) == 0}
					all[w.next] = v
					w.under[w.next] = v
					w.next++
				case 1:
					if len(w.under) > 0 {
						w.ask(w.under[slices.Min(slices.Collect(maps.Keys(w.under)))])
					}
				case 2:
					if p, ok := w.Next(); ok {
						w.check("Next")
						if _, again := w.Pick(all[p]); !again {
							t.Fatalf("seed %d: page %d is handed out, and does not wait", seed, p)
						}
						w.check("Pick")
						w.under[p] = all[p]
					}
				default:
					time.Sleep(time.Duration(r.IntN(600)) * time.Second)
				}
			}
			for p := range w.next { // whatever was not fetched is under way or waits
				_, waits := w.pages[p]
				if waits && w.under[p] != nil {
					t.Errorf("seed %d: page %d waits, and is under way", seed, p)
				}
			}
			w.drain(all)
			checks += w.checks
		})
		if t.Failed() {
			return
		}
	}
	if checks == 0 {
		t.Error("no walk checks an origin")
	}
	for turn := range originTurns {
		if seen[turn] == 0 && turn != [2]originState{idle, well} {
			t.Errorf("no walk takes an origin from %d to %d", turn[0], turn[1])
		}
	}
}

// drain lets all origins answer: then every page that waits comes out, except those that the run gave up.
func (w *walk) drain(all map[crawl.Page]*Attempt) {
	for range 3 * len(all) {
		for _, p := range slices.Sorted(maps.Keys(w.under)) {
			v := w.under[p]
			delete(w.under, p)
			if fate, _, _ := w.Ask(v); fate != Ask {
				w.Put(v, Saved{Page: v.Page, GaveUp: fate != Wait, Status: v.Status}, true)
				w.Ended(v, true)
				continue
			}
			w.Answered(v)
			w.Ended(v, false)
		}
		for p, ok := w.Next(); ok; p, ok = w.Next() {
			w.Pick(all[p])
			w.under[p] = all[p]
		}
		if len(w.under) == 0 {
			if !w.Left() {
				break
			}
			time.Sleep(31 * time.Minute)
		}
	}
	for p, x := range w.pages {
		if x.state != givenUp && !(x.state == inLine && x.origin.down() && w.over(x.origin, time.Now())) {
			w.t.Errorf("seed %d: page %d is left in state %d, its origin in %d", w.seed, p, x.state, x.origin.state)
		}
	}
}
