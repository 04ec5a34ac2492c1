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
	weight int // how much it counts against the origin
	out    polite.Outcome
	rest   time.Duration // that the origin asks for
	least  time.Duration // before it makes sense to try again
	// learn makes the reply of a page that is given up; nil if there was no answer.
	learn func() error
	final bool // without learn: it counts as failed when it is given up, as it was answered, though with nonsense
}

// isOfPage reports whether a status may concern the page alone, and not the client.
func isOfPage(status int) bool {
	return status > 0 && status != http.StatusTooManyRequests || status == live.CauseProtocol.Status()
}

// what describes the origin's fault, judged by this latest failure.
func (x *failure) what() string {
	switch {
	case x.learn != nil, x.final:
		return "answers badly"
	case x.status == live.CauseRobotsUnread.Status():
		return "cannot be asked"
	}
	return "does not answer"
}

// notNow reports whether a status suggests that the page will be available later.
func notNow(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusLocked, http.StatusTooEarly, http.StatusTooManyRequests:
		return true
	case http.StatusNotImplemented, http.StatusHTTPVersionNotSupported:
		return false
	}
	return status >= 500
}

// notNow tries again, or postpones, a page that was answered so.
func (f *fetcher) notNow(ctx context.Context, out polite.Outcome) error {
	x := failure{status: f.answer.Status, reason: fmt.Sprintf("status %d", f.answer.Status), weight: patience.AnswerWeight, out: out, learn: func() error { return f.learn(ctx) }}
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
		return fmt.Errorf("%s: %w", f.v.URL, err) // not the page's fault: the crawl stops, and can be resumed
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

// passes reports whether a failure may pass. A name unknown to the DNS, untrusted TLS, and a response that is not
// HTTP are final, except for a host that responded before.
func (f *fetcher) passes(c live.Cause) bool {
	switch c {
	case live.CauseNoHost, live.CauseTLS, live.CauseCertificate, live.CauseProtocol, live.CauseHeaderSize:
		return f.web.waits.MayPass(&f.v.Attempt, c == live.CauseNoHost)
	}
	return c.Temporary()
}

// refuse makes the reply of a page that its origin cannot provide. The next run tries again.
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
		w.sched.Drop(v.turn) // no request was sent
	} else {
		w.sched.Done(v.turn, polite.Outcome{Failed: true})
	}
	w.waits.Refused(&v.Attempt, cause.Status(), err.Error())
	return f.giveUp(cause.Status(), err.Error(), true)
}

// fail tries again after a moment, postpones, or gives up.
func (f *fetcher) fail(x failure) error {
	w, v := f.web, f.v
	v.doubt = nil
	if v.tries++; v.Seed && v.tries == 1 {
		w.waits.Say("%s: %s", v.URL, x.reason)
	}
	fate := w.waits.Failed(&v.Attempt, patience.Failure{
		Status: x.status, Reason: x.reason, What: x.what(), Weight: x.weight, Rest: x.rest, TriesLeft: v.tries < w.polite.Tries,
	})
	if v.Own {
		x.out.Status = 0 // its host is well, and is not spared
	}
	if fate == patience.Ask {
		return f.later(x.out, x.least)
	}
	if fate == patience.Check {
		v.doubt = &doubt{x.status, x.reason}
		w.sched.Back(v.turn, x.out)
		return crawl.ErrLater
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

// later queues a page again after all pages of its host, and after a moment. Without politeness only a host that
// does not respond at all gets that moment.
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

// breaksOff reports whether a response broke off at the same place so often that its server seems to send a wrong
// length. If the page is already kept in part, one more time without further bytes is enough.
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

// brokeInside reports whether a response of full length ends within its encoding. A cache whose own transfer was
// cut sends such responses. For a response beyond the size limit the rest is not known.
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

// isNonsense reports whether a cause means an unintelligible response.
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
