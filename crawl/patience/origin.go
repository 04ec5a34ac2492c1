package patience

import (
	"fmt"
	"hash/maphash"
	"slices"
	"time"

	"weft/crawl"
)

// An originState is how an origin stands.
type originState uint8

// The states of an origin; see the package comment.
const (
	well    originState = iota // its pages may be requested
	resting                    // down; an alarm rings when its pause is over
	probing                    // down; one of its pages is under way to find out whether it is back
	idle                       // down; its pause is over, and no page is in line
)

// An origin is a scheme, host and port whose pages fail, or wait. Origins that are well and have none are not kept, unless a
// check found them well.
type origin struct {
	name  string
	state originState

	bad    int       // complaints since its last good response; see Enough
	spare  int       // errors of pages that do not count, after a check
	since  time.Time // when the complaints began
	pause  time.Duration
	again  time.Time // when it is asked next
	reason string    // why it failed last
	status int       // that says so in the crawl log
	told   bool      // a sentence said that it is down

	awaited bool      // it gave a page, or has a seed
	cleared int       // checks that found it well, since one did not
	checked time.Time // when the last one did

	checking bool // a check is under way

	// refusals counts the pages which showed that it cannot be asked at all: no such host, TLS that cannot be trusted.
	refusals int

	unasked []crawl.Page // in the order in which they came
	tried   []crawl.Page // requested in vain
	freed   bool         // it is in Patience.free
	kept    int          // pages that wait
}

// The weights of complaints. With Enough and no good response between, an origin is down: three failed connections, or
// nine bad responses such as 503.
const (
	ConnectWeight = 3
	AnswerWeight  = 1
	Enough        = 9
)

// doubtful complaints without a good response between make a check, if one is possible.
const doubtful = 3

// maxRefusals is the number of pages of an origin which have to show that it cannot be asked before the others fail with
// them.
const maxRefusals = 3

func (o *origin) down() bool { return o.state != well }

// met returns the origin of an attempt, and notes if it gave a page or has a seed.
func (a *Patience) met(t *Attempt) *origin {
	o := a.originOf(t.Origin)
	o.awaited = o.awaited || t.Known || t.Seed || a.answered[maphash.String(a.seed, t.Origin)]
	return o
}

func (o *origin) waiting() int { return len(o.unasked) + len(o.tried) }

// next takes a page from the line, first pages that were not requested yet: they may work where others are broken.
func (o *origin) next() (crawl.Page, bool) {
	list := &o.unasked
	if len(*list) == 0 {
		list = &o.tried
	}
	if len(*list) == 0 {
		return 0, false
	}
	p := (*list)[0]
	if *list = (*list)[1:]; len(*list) == 0 {
		*list = nil
	}
	return p, true
}

// why returns the status of a page that failed so, and the reason as text. The origin knows the reason of its page that
// failed last; others may have failed otherwise. A page that was not requested has status 0.
func (o *origin) why(status int16) (int, string) {
	switch {
	case status == 0 && o.reason == "":
		return 0, "not asked for"
	case status == 0:
		return 0, "not requested, because other pages of its host failed: " + o.reason
	case status > 0 && int(status) != o.status:
		return int(status), fmt.Sprintf("status %d", status)
	case o.reason == "":
		return int(status), "it failed in an earlier run"
	case status < 0 && int(status) != o.status:
		return int(status), fmt.Sprintf("failed with status %d", status)
	}
	return o.status, o.reason
}

// originOf returns the record of an origin, which it makes if there is none.
func (a *Patience) originOf(name string) *origin {
	o := a.origins[name]
	if o == nil {
		o = &origin{name: name}
		a.origins[name] = o
	}
	return o
}

// The transitions of an origin follow.

// down puts an origin down for a pause: resting.
func (a *Patience) down(o *origin, now time.Time, pause time.Duration) {
	if o.since.IsZero() || !o.down() && o.bad == 0 {
		o.since = now
	}
	o.pause = max(pause, a.o.First/2)
	at := now.Add(pause)
	if a.ending {
		at = a.soonest(o, at, now)
	}
	a.rest(o, at)
}

// soonest returns the end of the patience with an origin that never gave a page, if that is before the given time.
func (a *Patience) soonest(o *origin, at, now time.Time) time.Time {
	end := o.since.Add(a.totalOf(o))
	switch {
	case !a.isStrange(o) || end.After(at):
		return at
	case end.Before(now):
		return now
	}
	return end
}

// rest sets the alarm of an origin that is down: resting.
func (a *Patience) rest(o *origin, at time.Time) {
	o.state, o.again = resting, at
	a.alarms.Push(alarm{at: at, origin: o})
	a.arm()
}

// rings takes the page that finds out whether an origin is back: probing; idle without a page.
func (a *Patience) rings(o *origin, at, now time.Time) (crawl.Page, bool) {
	if o.state != resting || !at.Equal(o.again) {
		return 0, false // the alarm is of another time
	}
	o.state = idle
	if a.over(o, now) {
		if a.abandon(o); a.ending && a.isStrange(o) {
			return 0, false // pages that were not requested keep waiting for the next run
		}
	}
	p, ok := o.next()
	if ok {
		o.state = probing
		a.set(p, probe)
	}
	return p, ok
}

// well notes that an origin answers: well. Pages that were answered with an error before are under trial: another error
// is their own.
func (a *Patience) well(o *origin) {
	if o.down() {
		if o.told {
			a.say("%s answers again", o.name)
		}
		for _, p := range o.tried {
			if a.alone[p] == nil && a.o.OfPage(int(a.pages[p].status)) {
				a.alone[p] = &trial{since: time.Now()}
			}
		}
	}
	o.state, o.bad, o.refusals, o.told = well, 0, 0, false
	a.release(o)
	if o.kept == 0 && !o.freed && o.cleared == 0 {
		delete(a.origins, o.name)
	}
}

// abandon lets the crawl give up the pages of an origin that were requested in vain: last.
func (a *Patience) abandon(o *origin) {
	if len(o.tried) == 0 {
		return
	}
	for _, p := range o.tried {
		a.set(p, last)
	}
	a.last, o.tried = append(a.last, o.tried...), nil
	a.signal()
}

// release lets the crawl have the pages of an origin.
func (a *Patience) release(o *origin) {
	if o.waiting() > 0 && !o.freed {
		o.freed = true
		a.free = append(a.free, o)
		a.signal()
	}
}

// line puts a page in the line of its origin.
func (a *Patience) line(o *origin, p crawl.Page, tried bool) {
	a.set(p, inLine)
	if tried {
		o.tried = append(o.tried, p)
	} else {
		o.unasked = append(o.unasked, p)
	}
	switch {
	case !o.down():
		a.release(o)
	case a.over(o, time.Now()):
		a.abandon(o)
	}
	if o.state == idle {
		a.rest(o, o.again)
	}
}

// begin puts pages of the log in line, in the order of their numbers. An origin with many of them is probed.
func (a *Patience) begin(pages []crawl.Page, now time.Time) {
	slices.Sort(pages)
	for _, p := range pages {
		w := a.pages[p]
		o := w.origin
		if a.set(p, inLine); w.status == 0 {
			o.unasked = append(o.unasked, p)
		} else {
			o.tried = append(o.tried, p)
		}
		if n := o.waiting(); n == 1 {
			a.release(o)
		} else if n == Enough {
			a.down(o, now, 0)
		}
	}
}

// leave leaves pages of the log to the shared frontier. Pages that were answered with an error to the end of their patience
// are under trial.
func (a *Patience) leave(pages, broken []crawl.Page, now time.Time) {
	for _, p := range broken {
		a.alone[p] = &trial{since: now}
	}
	for _, p := range append(pages, broken...) {
		a.set(p, shared)
	}
}

// beginBroken puts pages in line that were answered with an error to the end of their patience: they are under trial.
func (a *Patience) beginBroken(pages []crawl.Page, now time.Time) {
	slices.Sort(pages)
	for _, p := range pages {
		o := a.pages[p].origin
		a.set(p, inLine)
		o.tried, a.alone[p] = append(o.tried, p), &trial{since: now}
		a.release(o)
	}
}
