// Package patience is the state machine of pages that a crawl did not get yet: why, since when, when each is
// requested again, and when it is given up. It implements [crawl.Again] for a crawl of the live Web, except Last.
//
// It owns the waiting pages and the failing origins (scheme, host and port). It knows no request, no reply and no
// journal: callers report events, and get fates and page numbers back. All methods may be called from any
// goroutine.
//
// A page that fails while its origin responds is requested again after growing pauses, once each time. Such
// pages hold up the end of a crawl for about a minute, plus one last request to each. An origin that does not
// respond is down: its pages wait without requests. After growing pauses one of them, the probe, tests whether
// the origin is back, which frees the others. When that takes longer than Options.Total, the run gives up the
// pages whose requests failed; the others keep waiting. The next run begins anew with all of them. An origin that
// never gave a page, and has no seed, holds up the end of a crawl for two minutes; see Options.Whole.
//
// Errors of pages may be faults of these pages, or of their origin. After three in a row the caller requests a page of
// the origin that was fetched before (fate [Check], [Patience.Checked]). If that succeeds, the origin is well. The next
// errors of its pages do not count against it: nine, then twice as many after each check, up to 144. Otherwise the origin
// is down. A probe that gets an error makes a check, too. So does a page that failed alone, before the run gives it up,
// but only once a minute.
//
// # Origins
//
//	state    event                                        next state
//	well     complaints reach [Enough], or a long rest    resting
//	well     a check fails                                resting
//	resting  the alarm rings; a page is in line           probing
//	resting  the alarm rings; no page is in line          idle
//	resting  the pause is over when a page asks           probing
//	idle     the pause is over when a page asks           probing
//	idle     a page joins the line                        resting
//	probing  the probe fails, or a long rest              resting, with twice the pause
//	probing  the probe ends without a response            resting, with an alarm at once
//	idle     a long rest                                  resting
//	any down nothing is under way, and no alarm is set    resting
//	any      a page of the origin gets a response         well
//	any      a check succeeds                             well
//
// # Pages
//
//	state    event                                        next state
//	kept     the run begins                               inLine, or shared with Options.Shared
//	inLine   its origin may be requested                  free
//	inLine   its origin is to be probed                   probe
//	inLine   patience with its origin is over             last
//	alone    its alarm rings                              free
//	alone    its alarm rings, and its origin is down      inLine
//	givenUp  the run begins                               inLine, or shared with Options.Shared
//	free, probe, last, shared: the crawl picks the page, which leaves the machine
//
// A picked page returns by [Patience.Put]: as inLine, as alone, or as givenUp; as kept if the log is replayed.
//
// Which pages wait is a function of the log; the time of their requests is not. Memory, measured: 60 bytes for
// each waiting page, 113 more for one that failed alone, 260 for each origin that does not respond.
package patience

import (
	"fmt"
	"hash/maphash"
	"sync"
	"time"

	"weft/crawl"
	"weft/internal/heap"
)

// Options of a Patience.
type Options struct {
	// Total is how long an origin that does not respond is asked again. A page that fails while its origin responds is
	// requested again for a tenth of Total. Such pages hold up the end of a crawl for about a minute, plus one last request
	// to each. With 0 nothing waits.
	Total time.Duration
	// First is the first pause, Longest the last: each is twice the one before.
	First, Longest time.Duration
	// Tell, if not nil, receives a sentence about each origin that fails, and each that is back. It is called under the
	// lock.
	Tell func(string)
	// OfPage reports whether a status concerns the page alone, and not the client or the host. Nil stands for
	// never.
	OfPage func(status int) bool
	// Worth reports whether a request may bring more than what is kept of a page. Nil stands for always.
	Worth func(crawl.Page) bool
	// ForSeeds lets a crawl wait that never got a response.
	ForSeeds bool
	// Whole lets the end of a crawl wait for Total also for origins that never gave a page and have no seed. Without it,
	// such origins hold the end up for two minutes.
	Whole bool
	// Shared leaves pages of earlier runs to a frontier that crawls share. This run requests the pages that the frontier
	// hands out.
	Shared bool
}

const (
	// loneShare divides Total, to give the patience for a page that fails while its origin responds.
	loneShare = 10
	// loneAtEnd is the patience for such a page when the crawl has nothing else to do. So a page that always fails does
	// not hold a crawl up.
	loneAtEnd = time.Minute
	// strangeAtEnd is the patience with an origin that never gave a page when the crawl has nothing else to do. So a link
	// to a host that does not exist any more does not hold a crawl up.
	strangeAtEnd = 2 * time.Minute
	// checkLasts is how long a check holds that found an origin well.
	checkLasts = time.Minute
	// mostCleared bounds how often the number of errors doubles that an origin may have after a check.
	mostCleared = 4
)

// A Patience holds the pages that wait. See the package comment for its states.
type Patience struct {
	o    Options
	seed maphash.Seed

	mu      sync.Mutex
	pages   map[crawl.Page]wait
	had     bool // some host answered, in this run or an earlier one; or the crawl also waits before the first answer
	origins map[string]*origin
	alone   map[crawl.Page]*trial // pages that failed while their origins answered, also while they are under way
	free    []*origin             // that may be asked, and had pages in line
	last    []crawl.Page          // to be given up
	alarms  *heap.Heap[alarm]     // the earliest first
	timer   *time.Timer
	ready   chan struct{}
	ending  bool // nothing is left but pages that failed alone, and origins that never gave a page

	answered map[uint64]bool // hashes of origins that answered in this run; true if one gave a page
	silent   map[string]bool // hosts of these that failed since any responded
}

// A pageState is the event that a waiting page waits for.
type pageState uint8

// The states of a page; see the package comment.
const (
	kept    pageState = iota // of the log: the begin of the run frees it
	inLine                   // until its origin may be asked
	alone                    // it failed while its origin answers, and an alarm rings for it
	free                     // handed to the crawl, to be requested
	probe                    // handed to the crawl, to find out whether its origin is back
	last                     // handed to the crawl, to be given up
	givenUp                  // this run does not request it again
	shared                   // of an earlier run; the shared frontier hands it out, to this crawl or another
)

// A wait is a page that was not fetched.
type wait struct {
	origin *origin
	state  pageState
	gaveUp bool  // the log says so of its last turn; checkpoints repeat it, whatever the state
	final  bool  // it counts as failed
	part   bool  // it counts as failed, and a part of it is kept
	mute   bool  // see Saved
	status int16 // as the crawl counts it; 0 if the page was not requested
}

// A trial is the patience with a page that failed alone.
type trial struct {
	since  time.Time
	rounds int // turns that failed; 0 for a page that failed in an earlier run, or before its origin was back
	// checked says that its origin was checked before the page was to be given up.
	checked bool
}

// An alarm rings for an origin that is down, or for a page that failed alone.
type alarm struct {
	at     time.Time
	origin *origin // nil for a page
	page   crawl.Page
}

// An Attempt is a page that is under way, as the machine knows it. Create it with page, origin and Known; the machine
// keeps the rest. One goroutine uses it at a time.
type Attempt struct {
	Page   crawl.Page
	Origin string // scheme, host and port
	Known  bool   // a page of the origin was fetched before
	Seed   bool
	// Checkable says that the caller can request a page of the origin that was fetched before; see [Check].
	Checkable bool
	// Status is the status of the page's last failure, now or at an earlier pick; 0 if it was not requested.
	Status int16
	// Own says that its last failure counts as its own fault, and not against its origin.
	Own bool

	tried bool      // it was requested in vain, in this turn
	alone bool      // it failed while its origin answers
	what  string    // the Failure.What of a check under way
	as    pageState // probe or last: what it was picked for
}

// New returns a Patience without pages. Close it.
func New(o Options) *Patience {
	if o.OfPage == nil {
		o.OfPage = func(int) bool { return false }
	}
	if o.Worth == nil {
		o.Worth = func(crawl.Page) bool { return true }
	}
	return &Patience{
		o: o, seed: maphash.MakeSeed(), had: o.ForSeeds, pages: map[crawl.Page]wait{}, origins: map[string]*origin{}, alone: map[crawl.Page]*trial{},
		alarms: newAlarms(), ready: make(chan struct{}, 1), answered: map[uint64]bool{}, silent: map[string]bool{},
	}
}

func newAlarms(all ...alarm) *heap.Heap[alarm] {
	return heap.New(func(a, b alarm) bool { return a.at.Before(b.at) }, all...)
}

// Close ends the alarms.
func (a *Patience) Close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.timer != nil {
		a.timer.Stop()
	}
}

// Say passes a sentence to Options.Tell.
func (a *Patience) Say(format string, args ...any) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.say(format, args...)
}

func (a *Patience) say(format string, args ...any) {
	if a.o.Tell != nil {
		a.o.Tell(fmt.Sprintf(format, args...))
	}
}

// set changes the state of a waiting page.
func (a *Patience) set(p crawl.Page, s pageState) {
	if w, ok := a.pages[p]; ok {
		w.state = s
		a.pages[p] = w
	}
}

// over reports whether the patience with an origin is over.
func (a *Patience) over(o *origin, now time.Time) bool { return now.Sub(o.since) >= a.totalOf(o) }

// totalOf returns the patience with an origin.
func (a *Patience) totalOf(o *origin) time.Duration {
	if a.ending && a.isStrange(o) {
		return min(a.o.Total, strangeAtEnd)
	}
	return a.o.Total
}

// isStrange reports whether the end of the crawl does not wait for an origin for long.
func (a *Patience) isStrange(o *origin) bool { return !o.awaited && !a.o.Whole }

// nextOf returns when a page that failed alone is requested again.
func (a *Patience) nextOf(t *trial, now time.Time) time.Time {
	at := now.Add(a.pauseOf(t))
	if a.ending {
		at = a.sooner(at, t)
	}
	return at
}

// pauseOf returns the pause after the latest turn of a page that failed alone.
func (a *Patience) pauseOf(t *trial) time.Duration {
	return min(a.o.First<<min(max(t.rounds-1, 0), 20), a.o.Longest)
}

// sooner returns the end of the patience with a page, if that is before the given time of its next turn. The latest turn
// of the page is then at least a first pause or a minute ago.
func (a *Patience) sooner(at time.Time, t *trial) time.Time {
	end, least := t.since.Add(a.loneTotal()), at.Add(min(a.o.First, loneAtEnd)-a.pauseOf(t))
	if end.Before(least) {
		end = least
	}
	if end.Before(at) {
		return end
	}
	return at
}

// loneTotal returns the patience with a page that failed alone.
func (a *Patience) loneTotal() time.Duration {
	total := a.o.Total / loneShare
	if a.ending {
		return min(total, loneAtEnd)
	}
	return total
}
