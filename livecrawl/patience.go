package livecrawl

import (
	"fmt"
	"hash/maphash"
	"net/http"
	"slices"
	"sync"
	"time"

	"weft/crawl"
	"weft/graph/page"
	"weft/internal/heap"
	"weft/web/live"
)

// A patience knows which pages were not had and may be had later, and when to ask for them: it is the crawl.Again of a
// live crawl.
//
// A page that fails while its origin answers is asked for again after growing pauses. An origin that does not answer is
// down: its pages wait without being asked for, and after growing pauses one of them finds out whether it is back,
// which sets all of them free. When that has taken too long, pages that were asked for in vain are given up for this
// run, and the others go on waiting. The next run begins anew with all of them.
//
// Which pages wait is a function of the log; when they are asked for is a question of time. Memory, measured: 60 bytes
// a page that waits, 113 more of one that failed alone, 260 an origin that does not answer.
type patience struct {
	o     patienceOptions
	names names
	seed  maphash.Seed
	worth func(crawl.Page) bool // a request may bring more than what is kept of the page

	mu      sync.Mutex
	waits   map[crawl.Page]wait
	had     bool // some host has answered, in this run or before, or need not for the crawl to wait
	origins map[string]*origin
	alone   map[crawl.Page]*trial // pages that failed while their origins answered
	free    []*origin             // that have pages, and may be asked
	last    []crawl.Page          // to be given up
	marked  map[crawl.Page]mark   // pages that Next returned, until they are picked
	alarms  *heap.Heap[alarm]     // the earliest first
	timer   *time.Timer
	ready   chan struct{}

	answered map[uint64]struct{} // hashes of origins that have answered in this run
	silent   map[string]bool     // those of them that failed since any answered
}

type patienceOptions struct {
	// Total is how long an origin that does not answer is asked again; a page that fails alone, a tenth of that.
	Total time.Duration
	// First is the first pause, Longest the last: each is twice the one before.
	First, Longest time.Duration
	// Tell, if not nil, is told of origins that fail, and that are back.
	Tell func(string)
}

// loneShare is by how much less patience there is with a page that fails alone.
const loneShare = 10

// A wait is a page that was not had.
type wait struct {
	origin *origin
	gaveUp bool
	final  bool  // it counts as failed
	status int16 // as the crawl counts it
}

// A trial is a page that failed alone.
type trial struct {
	since  time.Time
	rounds int
}

// A mark says what a page is picked for.
type mark uint8

const (
	probes mark = 1 + iota // to find out whether its origin is back
	gives                  // to be given up
)

func newPatience(n names, o patienceOptions) *patience {
	return &patience{
		o: o, names: n, seed: maphash.MakeSeed(), waits: map[crawl.Page]wait{}, origins: map[string]*origin{}, alone: map[crawl.Page]*trial{},
		worth: func(crawl.Page) bool { return true }, marked: map[crawl.Page]mark{}, ready: make(chan struct{}, 1), answered: map[uint64]struct{}{}, silent: map[string]bool{}, alarms: newAlarms(),
	}
}

func (a *patience) origin(name string) *origin {
	o := a.origins[name]
	if o == nil {
		o = &origin{name: name}
		a.origins[name] = o
	}
	return o
}

// put notes a page that was put off or given up, as its reply says. live says that this happens now, and is not replayed.
func (a *patience) put(v *visit, r *crawl.Reply, n *note, live bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	o := a.origin(v.origin)
	w := wait{o, r.State != page.Ghost, n.final || v.role == aGuess, int16(n.status)} //nolint:gosec // of HTTP, or of Heritrix
	p := v.pick.Page
	a.waits[p] = w
	o.kept++
	switch {
	case w.gaveUp:
		delete(a.alone, p)
	case !live:
	case v.live.alone && a.alone[p] != nil:
		a.alarms.Push(alarm{at: time.Now().Add(a.pauseOf(a.alone[p].rounds)), page: p})
		a.arm()
	default:
		delete(a.alone, p) // its patience begins anew when its origin is back
		a.line(o, p, v.live.tried)
	}
}

// line makes a page wait for its origin.
func (a *patience) line(o *origin, p crawl.Page, tried bool) {
	if tried {
		o.tried = append(o.tried, p)
	} else {
		o.unasked = append(o.unasked, p)
	}
	switch {
	case !o.down:
		a.release(o)
	case a.over(o, time.Now()):
		a.abandon(o)
	}
	if o.down && !o.probing && !o.armed {
		a.await(o, o.again)
	}
}

// await lets an alarm ring for an origin that is down.
func (a *patience) await(o *origin, at time.Time) {
	o.again, o.armed = at, true
	a.alarms.Push(alarm{at: at, origin: o})
	a.arm()
}

// pauseOf returns the pause after so many rounds.
func (a *patience) pauseOf(rounds int) time.Duration {
	return min(a.o.First<<min(rounds, 20), a.o.Longest)
}

// picked notes that a page is picked, and returns what was known of it if it had been put off.
func (a *patience) picked(p crawl.Page) (w wait, again bool, m mark) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if w, again = a.waits[p]; again {
		w.origin.kept--
		delete(a.waits, p)
	}
	m = a.marked[p]
	delete(a.marked, p)
	return w, again, m
}

// begin sets everything free that waits, once the log was replayed. Of an origin with many such pages one finds out
// whether it is back. Pages that were answered badly to the end of their patience are broken, until they show that they
// are not.
func (a *patience) begin(had bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.had = a.had || had
	now := time.Now()
	pages, broken := make([]crawl.Page, 0, len(a.waits)), []crawl.Page(nil)
	for p, w := range a.waits {
		if !a.worth(p) {
			continue
		}
		if w.final && tellsOfPage(int(w.status)) {
			broken = append(broken, p)
		} else {
			pages = append(pages, p)
		}
	}
	slices.Sort(pages)
	for _, p := range pages {
		o := a.waits[p].origin
		if a.waits[p].status == 0 {
			o.unasked = append(o.unasked, p)
		} else {
			o.tried = append(o.tried, p)
		}
		if n := o.waiting(); n == 1 {
			a.release(o)
		} else if n == enough {
			a.lower(o, now, 0)
		}
	}
	slices.Sort(broken)
	for _, p := range broken {
		o := a.waits[p].origin
		o.tried, a.alone[p] = append(o.tried, p), &trial{since: now}
		a.release(o)
	}
	a.arm()
}

// A fate is what becomes of a page before it is asked for.
type fate uint8

const (
	mayAsk  fate = iota
	putOff       // its origin is down
	givenUp      // its origin has been down for too long
	refused      // its origin cannot be asked, as others of its pages showed
)

// admit says whether a page may be asked for, and else why not. Of an origin that is down one page at a time may, when
// its pause is over.
func (a *patience) admit(v *visit) (f fate, status int, reason string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	o := a.origins[v.origin]
	if o == nil || v.live.mark == probes {
		return mayAsk, 0, ""
	}
	switch {
	case o.refusals >= maxRefusals:
		f = refused
	case !o.down:
		return mayAsk, 0, ""
	case v.live.mark == gives:
		v.live.mark = 0
		status, reason = o.why(v.live.failed)
		return givenUp, status, reason
	case o.probing || time.Now().Before(o.again) || a.over(o, time.Now()):
		status, reason = o.why(v.live.failed)
		return putOff, status, reason // when the patience is over an alarm alone finds out
	default:
		o.probing, v.live.mark = true, probes
		return mayAsk, 0, ""
	}
	return f, o.status, o.reason
}

// maxRefusals is how many pages of an origin have to show that it cannot be asked for the others to fail with them.
const maxRefusals = 3

// refuses notes that a page showed that its origin cannot be asked.
func (a *patience) refuses(v *visit, status int, reason string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	o := a.origin(v.origin)
	o.refusals++
	o.status, o.reason = status, reason
}

// wellAgain notes that an origin has answered.
func (a *patience) wellAgain(v *visit) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.had = true
	a.answered[maphash.String(a.seed, v.origin)] = struct{}{}
	clear(a.silent)
	if v.live.mark == probes {
		v.live.mark = 0
	}
	o := a.origins[v.origin]
	if o == nil {
		return
	}
	if o.down {
		a.tell("%s answers again", o.name)
		a.suspect(o)
	}
	o.down, o.bad, o.refusals, o.probing, o.armed = false, 0, 0, false, false
	a.release(o)
	if o.kept == 0 && !o.freed {
		delete(a.origins, o.name)
	}
}

// suspect takes the pages of an origin that is back for broken that were answered with an error: when they are again
// that is theirs.
func (a *patience) suspect(o *origin) {
	for _, p := range o.tried {
		if a.alone[p] == nil && tellsOfPage(int(a.waits[p].status)) {
			a.alone[p] = &trial{since: time.Now()}
		}
	}
}

// failed notes that an origin did not answer, or badly, and why. It returns whether it is down.
func (a *patience) failed(v *visit, x failure) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	o, now := a.origin(v.origin), time.Now()
	if x.weight != connectWeight { // it said something
		a.had = true
		a.answered[maphash.String(a.seed, v.origin)] = struct{}{}
	}
	if o.bad == 0 && !o.down {
		o.since = now
	}
	if !a.isBroken(v, x.status) {
		o.bad += x.weight
	}
	o.status, o.reason = x.status, x.reason
	if x.weight >= connectWeight && a.hasAnswered(v) {
		a.silent[o.name] = true
	}
	switch {
	case o.down && v.live.mark == probes:
		v.live.mark = 0
		a.lower(o, now, min(2*o.pause, a.o.Longest))
	case !o.down && o.bad >= enough:
		a.lower(o, now, a.o.First)
		a.tell("%s %s: %s: it is asked again in %s", o.name, x.what(), x.reason, short(o.pause.Round(time.Second)))
	}
	return o.down
}

// isBroken says whether a page failed alone before, at a host that has answered well, and is answered with an error
// again: that tells nothing of its origin. Else a few broken pages that are left at the end, with no good one between,
// would be an origin that is down.
func (a *patience) isBroken(v *visit, status int) bool {
	return tellsOfPage(status) && v.known && a.alone[v.pick.Page] != nil
}

// tellsOfPage says of a status whether it may be one of the page, and not of whoever asks.
func tellsOfPage(status int) bool {
	return status > 0 && status != http.StatusTooManyRequests || status == live.CauseProtocol.Status()
}

// restUntil puts an origin down that asks for a long rest. It returns that it is down.
func (a *patience) restUntil(v *visit, rest time.Duration) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	o, now := a.origin(v.origin), time.Now()
	if !o.down {
		a.tell("%s asks for a rest of %s: %s", o.name, short(rest.Round(time.Second)), o.reason)
	}
	a.lower(o, now, rest)
	if rest > a.o.Total {
		o.since = now.Add(-a.o.Total)
	}
	o.pause = a.o.First
	if a.over(o, now) { // it is not asked again before somebody else has lost patience
		a.abandon(o)
	}
	return true
}

// abandon lets the pages of an origin be given up that were asked for in vain.
func (a *patience) abandon(o *origin) {
	if len(o.tried) > 0 {
		a.last, o.tried = append(a.last, o.tried...), nil
		a.signal()
	}
}

// lower puts an origin down for a pause.
func (a *patience) lower(o *origin, now time.Time, pause time.Duration) {
	if o.since.IsZero() || !o.down && o.bad == 0 {
		o.since = now
	}
	o.down, o.probing, o.pause = true, false, max(pause, a.o.First/2)
	a.await(o, now.Add(pause))
}

// hasAnswered says whether the origin of a page has answered before.
func (a *patience) hasAnswered(v *visit) bool {
	_, ok := a.answered[maphash.String(a.seed, v.origin)]
	return ok || v.known
}

// answeredBefore says whether a failure that is else final may pass: what answered before may do so again, and when
// nothing answers any more it is this machine that is off line. A name that is waited for already was known before.
func (a *patience) answeredBefore(v *visit, noHost bool) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if o := a.origins[v.origin]; noHost && o != nil && o.bad > 0 {
		return true
	}
	return a.hasAnswered(v) || a.had && len(a.silent) >= min(offLineAfter, len(a.answered)) && len(a.silent) > 0
}

// offLineAfter is how many origins that answered before must fail one after the other for this machine to be the one to blame.
const offLineAfter = 10

// failsAlone says whether a page that failed while its origin answers is to be asked for again, and counts the round.
func (a *patience) failsAlone(v *visit) (again bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	p, now := v.pick.Page, time.Now()
	t := a.alone[p]
	if t == nil {
		if a.o.Total == 0 {
			return false
		}
		a.alone[p] = &trial{since: now}
		return true
	}
	if now.Sub(t.since) >= a.o.Total/loneShare {
		delete(a.alone, p)
		return false
	}
	t.rounds++
	return true
}

// slowOnce reports whether a page whose body took too long is to be asked for once more in this run.
func (a *patience) slowOnce(v *visit) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if p := v.pick.Page; a.o.Total > 0 && a.alone[p] == nil {
		a.alone[p] = &trial{since: time.Now()}
		return true
	}
	return false
}

// patient says whether an origin that is down is still waited for.
func (a *patience) patient(v *visit) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	o := a.origins[v.origin]
	return o == nil || !a.over(o, time.Now())
}

func (a *patience) over(o *origin, now time.Time) bool { return now.Sub(o.since) >= a.o.Total }

// settled ends the visit of a page; one that was to find something out about its origin and did not leaves that to another.
func (a *patience) settled(v *visit, again bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !again {
		delete(a.alone, v.pick.Page)
	}
	if v.live.mark != probes {
		return
	}
	v.live.mark = 0
	if o := a.origins[v.origin]; o != nil && o.down {
		o.probing = false
		a.await(o, time.Now())
	}
}

// release lets the pages of an origin be asked for.
func (a *patience) release(o *origin) {
	if o.waiting() > 0 && !o.freed {
		o.freed = true
		a.free = append(a.free, o)
		a.signal()
	}
}

func (a *patience) signal() {
	select {
	case a.ready <- struct{}{}:
	default:
	}
}

// say tells somebody something.
func (a *patience) say(format string, args ...any) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.tell(format, args...)
}

func (a *patience) tell(format string, args ...any) {
	if a.o.Tell != nil {
		a.o.Tell(fmt.Sprintf(format, args...))
	}
}
