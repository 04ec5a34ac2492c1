package patience

import (
	"hash/maphash"
	"time"

	"weft/crawl"
	"weft/internal/digits"
)

// A Fate is the next step for a page.
type Fate uint8

// The fates of a page.
const (
	Ask    Fate = iota // it is requested; after a failure, once more in the same turn
	Wait               // it waits, and is picked once more
	GiveUp             // this run does not request it again
	Refuse             // likewise, as its origin cannot be asked
	// Check asks the caller for a request to a page of the origin that was fetched before. [Patience.Checked] takes the
	// result, and returns the fate.
	Check
)

// A Failure is why a page was not fetched.
type Failure struct {
	Status int    // in the crawl log
	Reason string // as text
	What   string // what the origin does, such as "does not answer"
	Weight int    // of the complaint about the origin; see [Enough]
	Rest   time.Duration
	// TriesLeft says that the page may be requested again in this turn.
	TriesLeft bool
}

// Begin frees the pages of earlier runs, once the log was replayed. had says that some host answered in an earlier run.
// Of an origin with many pages one finds out whether it is back. Pages that were answered badly to the end of their
// patience count as broken, until they show otherwise.
func (a *Patience) Begin(had bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.had = a.had || had
	pages, broken := make([]crawl.Page, 0, len(a.pages)), []crawl.Page(nil)
	for p, w := range a.pages {
		if !a.o.Worth(p) {
			continue
		}
		if w.final && a.o.OfPage(int(w.status)) {
			broken = append(broken, p)
		} else {
			pages = append(pages, p)
		}
	}
	now := time.Now()
	if a.o.Shared {
		a.leave(pages, broken, now)
		return
	}
	a.begin(pages, now)
	a.beginBroken(broken, now)
	a.arm()
}

// Pick takes a page out of the machine, as the crawl picks it. It returns what the page last counted as; false if the
// page did not wait.
func (a *Patience) Pick(t *Attempt) (w Waited, again bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	of, again := a.pages[t.Page]
	if t.Status, t.as = of.status, 0; !again {
		a.ending = false
		return Waited{}, false
	}
	of.origin.kept--
	delete(a.pages, t.Page)
	if of.state == probe || of.state == last {
		t.as = of.state
	}
	return Waited{Final: of.final, Status: int(of.status)}, true
}

// A Waited is the former state of a page that was picked once more.
type Waited struct {
	Final  bool // as failed
	Status int
}

// Ask reports whether a page may be requested, and else why not, as status and text. If its origin is down, one page at a
// time may be, when the pause is over.
func (a *Patience) Ask(t *Attempt) (f Fate, status int, reason string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	t.tried, t.alone = false, false
	o := a.origins[t.Origin]
	if o == nil || t.as == probe {
		return Ask, 0, ""
	}
	switch now := time.Now(); {
	case o.refusals >= maxRefusals:
		return Refuse, o.status, o.reason
	case !o.down():
		return Ask, 0, ""
	case t.as == last:
		t.as = 0
		status, reason = o.why(t.Status)
		return GiveUp, status, reason
	case o.state == probing || now.Before(o.again) || a.over(o, now):
		status, reason = o.why(t.Status)
		return Wait, status, reason // when the patience is over only an alarm finds out
	}
	o.state, t.as = probing, probe
	return Ask, 0, ""
}

// Answered notes a good response of the page's origin.
func (a *Patience) Answered(t *Attempt) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.heard(t)
	a.answered[maphash.String(a.seed, t.Origin)] = true
	clear(a.silent)
	if t.as == probe {
		t.as = 0
	}
	if o := a.origins[t.Origin]; o != nil {
		a.well(o)
	}
}

// heard notes that an origin said something.
func (a *Patience) heard(t *Attempt) {
	a.had = true
	key := maphash.String(a.seed, t.Origin)
	if _, ok := a.answered[key]; !ok {
		a.answered[key] = false // until it gives a page
	}
}

// Refused notes that a page showed that its origin cannot be asked at all.
func (a *Patience) Refused(t *Attempt, status int, reason string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	o := a.originOf(t.Origin)
	o.refusals++
	o.status, o.reason = status, reason
}

// Failed notes that a page was not fetched, and decides what happens to it.
func (a *Patience) Failed(t *Attempt, f Failure) Fate {
	a.mu.Lock()
	defer a.mu.Unlock()
	t.tried, t.Status = true, int16(f.Status) //nolint:gosec // of HTTP, or of Heritrix
	o, now := a.met(t), time.Now()
	fell := a.complain(o, t, &f, now)
	if f.Rest > 0 {
		a.restFor(o, f.Rest, now)
	}
	check := f.Rest == 0 && t.Checkable && !o.checking && a.o.Total > 0 && a.mayBeOwn(&f)
	switch {
	case check && (fell && !a.over(o, now) || !o.down() && o.bad >= doubtful):
		return a.askCheck(o, t, &f)
	case !o.down() && f.TriesLeft && a.inFirstTurn(t.Page):
		return Ask
	case o.down() && !a.over(o, now):
		a.tell(o, f.What)
		return Wait
	case o.down():
		return GiveUp
	case check && a.isOver(t.Page, now) && now.Sub(o.checked) >= checkLasts && !a.alone[t.Page].checked:
		a.alone[t.Page].checked = true
		return a.askCheck(o, t, &f)
	case a.failsAlone(t.Page, now):
		t.alone = true
		return Wait
	}
	return GiveUp
}

// askCheck notes that an origin is being checked.
func (a *Patience) askCheck(o *origin, t *Attempt, f *Failure) Fate {
	o.checking, t.what = true, f.What
	return Check
}

// endCheck notes that the check is over. It returns the Failure.What of the page.
func (o *origin) endCheck(t *Attempt) string {
	what := t.what
	o.checking, t.what = false, ""
	return what
}

// tell reports once that an origin is down.
func (a *Patience) tell(o *origin, what string) {
	if !o.told {
		a.say("%s %s: %s: next request in %s", o.name, what, o.reason, digits.Span(o.pause.Round(time.Second)))
	}
	o.told = true
}

// Checked takes the result of the check that Failed asked for: whether a page of the origin that was fetched before was
// answered well. It returns Ask for a page that is requested once more now, or Wait.
func (a *Patience) Checked(t *Attempt, good bool) Fate {
	a.mu.Lock()
	defer a.mu.Unlock()
	o, now := a.originOf(t.Origin), time.Now()
	what := o.endCheck(t)
	if good {
		o.spare = Enough << o.cleared
		o.cleared, o.checked = min(o.cleared+1, mostCleared), now
		a.well(o)
		return Ask
	}
	o.spare, o.cleared = 0, 0
	if !o.down() {
		a.down(o, now, a.o.First)
	}
	if !a.over(o, now) {
		a.tell(o, what)
	}
	return Wait
}

// Unchecked notes that the check could not be made, as robots.txt forbids the page by now. From then on the origin is not
// checked for this page. It returns Ask or Wait, as Checked does.
func (a *Patience) Unchecked(t *Attempt) Fate {
	a.mu.Lock()
	defer a.mu.Unlock()
	o := a.originOf(t.Origin)
	what := o.endCheck(t)
	if t.Checkable = false; !o.down() {
		return Ask
	}
	a.tell(o, what)
	return Wait
}

// complain counts a failure against the origin. It reports whether the origin is down by it, or still down as a probe shows.
func (a *Patience) complain(o *origin, t *Attempt, f *Failure, now time.Time) (fell bool) {
	if f.Weight != ConnectWeight { // it said something
		a.heard(t)
	}
	if o.bad == 0 && !o.down() {
		o.since = now
	}
	switch t.Own = a.isBroken(t, f); {
	case t.Own:
	case o.spare > 0 && a.mayBeOwn(f):
		o.spare--
		t.Own = true
	default:
		o.bad += f.Weight
	}
	o.status, o.reason = f.Status, f.Reason
	if f.Weight >= ConnectWeight && a.hasAnswered(t) {
		a.silent[o.name] = true
	}
	switch {
	case o.down() && t.as == probe:
		t.as = 0
		a.down(o, now, min(2*o.pause, a.o.Longest))
		return true
	case !o.down() && o.bad >= Enough:
		a.down(o, now, a.o.First)
		return true
	}
	return false
}

// isBroken reports whether the fault is the page's own: it failed alone before, its origin gave a page, and the
// response is an error again. Such a failure does not count against the origin. Otherwise a few broken pages at
// the end, with no good one between, would look like an origin that is down. If the origin can be checked, the same
// holds for a page that breaks off again.
func (a *Patience) isBroken(t *Attempt, f *Failure) bool {
	return t.Known && a.alone[t.Page] != nil && (a.o.OfPage(f.Status) || t.Checkable && a.mayBeOwn(f))
}

// mayBeOwn reports whether a failure may be the page's own fault: it is an error of its response, or the response did not
// come whole.
func (a *Patience) mayBeOwn(f *Failure) bool {
	return a.o.OfPage(f.Status) || f.Status < 0 && f.Weight < ConnectWeight
}

// restFor puts an origin down that asks for a long rest.
func (a *Patience) restFor(o *origin, rest time.Duration, now time.Time) {
	if !o.down() {
		a.say("%s requests a pause of %s: %s", o.name, digits.Span(rest.Round(time.Second)), o.reason)
	}
	a.down(o, now, rest)
	if rest > a.o.Total {
		o.since = now.Add(-a.o.Total)
	}
	o.pause = a.o.First
	if a.over(o, now) { // it is not asked again before patience with another is over
		a.abandon(o)
	}
}

// failsAlone reports whether a page that failed while its origin answers waits for another request, and counts the round.
func (a *Patience) failsAlone(p crawl.Page, now time.Time) bool {
	t := a.alone[p]
	if t == nil {
		return a.try(p, now)
	}
	if a.isOver(p, now) {
		delete(a.alone, p)
		return false
	}
	if t.rounds++; t.rounds == 1 {
		t.since = now
	}
	return true
}

// isOver reports whether the patience with a page that failed alone is over.
func (a *Patience) isOver(p crawl.Page, now time.Time) bool {
	t := a.alone[p]
	if t == nil {
		return false
	}
	since := t.since
	if t.rounds == 0 { // it failed before in an earlier run, or with its origin: its patience begins now
		since = now
	}
	return now.Sub(since) >= a.loneTotal()
}

// try begins the patience with a page that failed alone; false without patience.
func (a *Patience) try(p crawl.Page, now time.Time) bool {
	if a.o.Total == 0 {
		return false
	}
	a.alone[p] = &trial{since: now, rounds: 1}
	return true
}

// inFirstTurn reports whether a page is in the first turn of its patience, which has several tries. Later turns have one.
func (a *Patience) inFirstTurn(p crawl.Page) bool {
	t := a.alone[p]
	return t == nil || t.rounds == 0
}

// BrokeOff notes that the body of a page did not come whole, though its origin answers, and reports whether the page waits
// for another request. With once, one more request in a run is enough.
func (a *Patience) BrokeOff(t *Attempt, status int, once bool) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := time.Now()
	if once && (a.alone[t.Page] != nil || !a.try(t.Page, now)) || !once && !a.failsAlone(t.Page, now) {
		return false
	}
	t.tried, t.alone, t.Status = true, true, int16(status) //nolint:gosec // of Heritrix
	return true
}

// hasAnswered reports whether the origin of a page answered before.
func (a *Patience) hasAnswered(t *Attempt) bool {
	_, ok := a.answered[maphash.String(a.seed, t.Origin)]
	return ok || t.Known
}

// MayPass reports whether a failure that would be final may pass. An origin that responded before may do so again,
// and when nothing responds any more this machine is offline. With noHost, a name with waiting pages was known
// before.
func (a *Patience) MayPass(t *Attempt, noHost bool) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if o := a.origins[t.Origin]; noHost && o != nil && o.bad > 0 {
		return true
	}
	return a.hasAnswered(t) || a.had && len(a.silent) >= min(offLineAfter, len(a.answered)) && len(a.silent) > 0
}

// offLineAfter is the number of origins which answered before and must fail one after the other for this machine to be
// the one to blame.
const offLineAfter = 10

// Ended ends the turn of a page. again says that the page is to be picked once more. A probe that found nothing out leaves
// that to another page.
func (a *Patience) Ended(t *Attempt, again bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if o := a.origins[t.Origin]; o != nil && t.what != "" { // the page is lost while its origin is checked
		o.endCheck(t)
	}
	if !again {
		delete(a.alone, t.Page)
	}
	if t.as != probe {
		return
	}
	t.as = 0
	if o := a.origins[t.Origin]; o != nil && o.down() {
		a.rest(o, time.Now())
	}
}

// Put takes a page back that waits or was given up, as its reply says. live says that this happens now; else the log is
// replayed.
func (a *Patience) Put(t *Attempt, s Saved, live bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	o, p := a.met(t), t.Page
	a.keep(o, s)
	switch {
	case s.GaveUp:
		delete(a.alone, p)
	case !live:
	case t.alone && a.alone[p] != nil:
		a.set(p, alone)
		a.alarms.Push(alarm{at: a.nextOf(a.alone[p], time.Now()), page: p})
		a.arm()
	default:
		delete(a.alone, p) // its patience begins anew when its origin is back
		a.line(o, p, t.tried)
	}
}

// keep adds a page: kept, or givenUp.
func (a *Patience) keep(o *origin, s Saved) {
	w := wait{origin: o, gaveUp: s.GaveUp, final: s.Final, part: s.Part, mute: s.Mute, status: s.Status}
	if s.GaveUp {
		w.state = givenUp
	}
	a.pages[s.Page] = w
	o.kept++
}
