package fetch

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"weft/crawl"
	"weft/crawl/patience"
	"weft/crawl/polite"
	"weft/graph/page"
	"weft/livecrawl/visit"
	"weft/web/live"
	"weft/web/warc"
)

// A failure is why a page was not fetched.
type failure struct {
	status int // in the crawl log
	reason string
	weight int // of what it says against the origin
	out    polite.Outcome
	rest   time.Duration // that the origin asks for
	least  time.Duration // before it makes sense to try again
	// learn makes the reply of a page that is given up; nil if there was no answer.
	learn func() error
	final bool // without learn: it counts as failed when it is given up, as it was answered, though with nonsense
}

// isOfPage reports whether a status may concern the page alone, and not who asks for it.
func isOfPage(status int) bool {
	return status > 0 && status != http.StatusTooManyRequests || status == live.CauseProtocol.Status()
}

// what says what an origin does of which this is the last failure.
func (x *failure) what() string {
	switch {
	case x.learn != nil, x.final:
		return "answers badly"
	case x.status == live.CauseRobotsUnread.Status():
		return "cannot be asked"
	}
	return "does not answer"
}

// notNow says of a status that the page may well be had later.
func notNow(status int) bool {
	return status == http.StatusTooManyRequests || status >= 500 && status != http.StatusNotImplemented && status != http.StatusHTTPVersionNotSupported
}

// notNow tries again, or postpones, a page that was answered so.
func (f *fetcher) notNow(ctx context.Context, out polite.Outcome) error {
	x := failure{status: f.answer.Status, reason: fmt.Sprintf("answered with status %d", f.answer.Status), weight: patience.AnswerWeight, out: out, learn: func() error { return f.learn(ctx) }}
	if out.RetryAfter > maxRest {
		x.rest, x.out.RetryAfter = out.RetryAfter, 0
	}
	return f.fail(x)
}

// unanswered tries again, or postpones, or gives up.
func (f *fetcher) unanswered(ctx context.Context, err error) error {
	cause := live.CauseOf(err)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if cause == live.NoCause || cause == live.CauseLocal {
		return fmt.Errorf("%s: %w", f.v.URL, err) // not the page's fault: the crawl stops, and can go on
	}
	if !f.passes(cause) {
		return f.refuse(cause, err)
	}
	x := failure{status: cause.Status(), reason: err.Error(), weight: patience.AnswerWeight, final: isNonsense(cause)}
	if isConnect(cause) {
		x.weight, x.out.Failed = patience.ConnectWeight, true
	}
	return f.fail(x)
}

// noRobots does the same where robots.txt could not be read, so that no page of the origin may be requested.
func (f *fetcher) noRobots(ctx context.Context, verdict live.Verdict) error {
	cause := live.CauseOf(verdict.Err)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if isConnect(cause) && !f.passes(cause) {
		return f.refuse(cause, verdict.Err)
	}
	x := failure{status: live.CauseRobotsUnread.Status(), reason: verdict.Reason, weight: patience.AnswerWeight}
	if isConnect(cause) {
		x = failure{status: cause.Status(), reason: verdict.Err.Error(), weight: patience.ConnectWeight, out: polite.Outcome{Failed: true}}
	} else if f.v.tries+1 >= f.web.polite.Tries {
		x.weight = patience.Enough
	}
	x.least = time.Until(verdict.Again)
	return f.fail(x)
}

// passes says whether what fails so may be had later. A name that the DNS does not know, TLS that cannot be trusted, and
// what is no HTTP are answers, except a host that answered before.
func (f *fetcher) passes(c live.Cause) bool {
	switch c {
	case live.CauseNoHost, live.CauseTLS, live.CauseCertificate, live.CauseProtocol, live.CauseHeaderSize:
		return f.web.waits.MayPass(&f.v.Attempt, c == live.CauseNoHost)
	}
	return c.Temporary()
}

// refuse makes the reply of a page that cannot be had from its origin. The next run asks again.
func (f *fetcher) refuse(cause live.Cause, err error) error {
	w, v := f.web, f.v
	if !isConnect(cause) {
		w.sched.Done(v.turn, polite.Outcome{})
		if isNonsense(cause) {
			return f.giveUp(cause.Status(), err.Error(), true)
		}
		return f.without(page.Failed, cause.Status(), err.Error())
	}
	if cause == live.CauseNoHost || cause == live.CausePrivate {
		w.sched.Drop(v.turn) // nobody was asked
	} else {
		w.sched.Done(v.turn, polite.Outcome{Failed: true})
	}
	w.waits.Refused(&v.Attempt, cause.Status(), err.Error())
	return f.giveUp(cause.Status(), err.Error(), true)
}

// fail tries again after a moment, postpones, or gives up.
func (f *fetcher) fail(x failure) error {
	w, v := f.web, f.v
	if v.tries++; v.Seed && v.tries == 1 {
		w.waits.Say("%s: %s", v.URL, x.reason)
	}
	fate := w.waits.Failed(&v.Attempt, patience.Failure{
		Status: x.status, Reason: x.reason, What: x.what(), Weight: x.weight, Rest: x.rest, TriesLeft: v.tries < w.polite.Tries,
	})
	if fate == patience.Ask {
		return f.later(x.out, x.least)
	}
	w.sched.Done(v.turn, x.out)
	switch {
	case fate == patience.Wait:
		return f.putOff(x.status, x.reason)
	case x.learn != nil:
		f.r.Again, f.linker.note.Final = true, true
		return x.learn()
	}
	return f.giveUp(x.status, x.reason, x.final)
}

// later puts the page back after the others of its host, after a moment. Without politeness it is only a host that
// does not answer at all that gets one.
func (f *fetcher) later(o polite.Outcome, least time.Duration) error {
	w, v := f.web, f.v
	wait := backOff << (v.tries - 1)
	if w.polite.Delay == 0 && !o.Failed {
		wait = 0
	}
	wait = max(wait, least)
	turn := v.turn
	if wait == 0 {
		w.sched.Back(turn, o)
		return crawl.ErrLater
	}
	host := turn.Host
	w.sched.Done(turn, o)
	time.AfterFunc(wait, func() { w.sched.Put(host, v) })
	return crawl.ErrLater
}

// breaksOff says whether an answer broke off at the same place so many times that its server seems to be wrong about
// the length. Of a page that is kept in part once is enough, if no more comes than before.
func (v *task) breaksOff(at, times int) bool {
	if v.Part > 0 && v.Part == uint64(at) { //nolint:gosec // not negative
		return true
	}
	if v.cutAt != at {
		v.cutAt, v.cuts = at, 0
	}
	v.cuts++
	return v.cuts >= times
}

// brokeInside says of an answer that came whole whether its encoding continues where it ends, as of one that somebody on
// the way keeps who was cut off. Of an answer that is larger than what is read the rest is not known.
func (f *fetcher) brokeInside() bool {
	return f.page.BrokeOff && f.answer.Truncated == "" && len(f.answer.Response) <= warc.DefaultMaxBody
}

// onceMore lets a page whose turn was given back be requested again, after a moment: its host responds.
func (f *fetcher) onceMore() error {
	w, v := f.web, f.v
	wait := backOff << v.tries
	if v.tries++; w.polite.Delay == 0 {
		wait = 0
	}
	host := v.turn.Host
	time.AfterFunc(wait, func() { w.sched.Put(host, v) })
	return crawl.ErrLater
}

// putOff makes the reply of a page that is to be picked once more.
func (f *fetcher) putOff(status int, reason string) error {
	f.page.Reset()
	f.r.Again, f.r.Aside, f.r.Links = true, f.v.Role != visit.PageRole, f.r.Links[:0]
	f.p.arena = f.linker.fill(f.r, f.v.Visit, f.v.mentions, &f.page, f.p.arena) // what sitemaps said
	f.linker.note.Status = status
	f.p.putOff(status, reason)
	return nil
}

// giveUp makes the reply of a page that this run does not ask for again; final says that it counts as failed.
func (f *fetcher) giveUp(status int, reason string, final bool) error {
	f.r.Again, f.linker.note.Final = true, final
	return f.without(page.Failed, status, reason)
}

// isNonsense says of a cause that there was an answer of which nothing can be made.
func isNonsense(c live.Cause) bool { return c == live.CauseProtocol || c == live.CauseHeaderSize }

// isConnect says of a cause that it concerns the host and not the page.
func isConnect(c live.Cause) bool {
	switch c {
	case live.CauseNoHost, live.CauseDNS, live.CauseRefused, live.CauseUnreachable, live.CauseConnectTime, live.CauseCertificate, live.CauseTLS,
		live.CausePrivate, live.CauseProxy:
		return true
	}
	return false
}
