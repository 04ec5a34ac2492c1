package job

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"time"

	"weft/capture"
	"weft/crawl"
	"weft/page"
	"weft/polite"
	"weft/warc"
	"weft/web/archive"
	"weft/web/live"
)

// A fetcher is what a worker keeps.
type fetcher struct {
	web     *liveWeb
	answer  live.Answer
	capture capture.Reader
	page    capture.Page
	linker  *linker
	packer  *warc.Packer
	since   *archive.Reader  // of an earlier crawl; nil without
	earlier *archive.Earlier // the page under way there; nil if it was not

	v *visit // under way, with what comes of it
	p *parcel
	r *crawl.Reply
}

// visit asks for a page, unless something is in the way.
func (f *fetcher) visit(ctx context.Context) error {
	w, v := f.web, f.v
	if v.rule != "" {
		w.sched.Drop(v.live.turn)
		return f.without(page.Excluded, statusLeftOut, v.rule)
	}
	if rest, err := w.rest(v.host); rest > 0 {
		w.sched.Retry(v.live.turn, rest)
		return crawl.ErrLater
	} else if err != nil {
		w.sched.Drop(v.live.turn)
		return f.without(page.Failed, live.CauseOf(err).Status(), err.Error())
	}
	if w.polite.AddressDelay != 0 {
		addr, err := w.client.Locate(ctx, string(v.url))
		if err != nil {
			return f.unanswered(ctx, err)
		}
		if addr.IsValid() && !w.sched.Located(v.live.turn, addr) { // behind a proxy nobody knows
			return crawl.ErrLater
		}
	}
	v.live.asked = false
	verdict, err := w.robots.Ask(context.WithValue(ctx, visitKey{}, v), string(v.url))
	if err != nil {
		return f.unanswered(ctx, err)
	}
	f.noteSitemaps(verdict)
	if err := f.readSitemaps(ctx); err != nil {
		return err
	}
	if done, err := f.obey(verdict); done || err != nil {
		return err
	}
	if err := f.probe(ctx); err != nil {
		return err
	}
	return f.get(ctx)
}

// obey does what robots.txt says. It returns whether that is all.
func (f *fetcher) obey(verdict live.Verdict) (done bool, err error) {
	w, v := f.web, f.v
	if verdict.CrawlDelay > 0 && w.polite.Delay > 0 {
		w.sched.SetDelay(v.host, verdict.CrawlDelay)
	}
	cause := live.CauseOf(verdict.Err)
	switch {
	case !verdict.Allowed && !verdict.Later && isConnect(cause):
		w.sched.Done(v.live.turn, polite.Outcome{Failed: true})
		w.note(v.host, verdict.Err)
		return true, f.without(page.Failed, cause.Status(), verdict.Err.Error())
	case verdict.Later:
		w.sched.Retry(v.live.turn, time.Until(verdict.Again))
		return true, crawl.ErrLater
	case !verdict.Allowed:
		w.sched.Drop(v.live.turn)
		status := live.CauseRobots.Status()
		if verdict.Err != nil {
			status = live.CauseRobotsUnread.Status()
		}
		return true, f.without(page.Excluded, status, verdict.Reason)
	case v.live.asked && w.polite.Delay > 0:
		w.sched.Back(v.live.turn, polite.Outcome{})
		return true, crawl.ErrLater
	}
	return false, nil
}

// get asks for the page.
func (f *fetcher) get(ctx context.Context) error {
	w, v := f.web, f.v
	cond, err := f.condition(v.url)
	if err != nil {
		return err
	}
	f.answer.Want = f.wants
	err = w.client.Get(ctx, string(v.url), cond, &f.answer)
	f.answer.Want = nil // of robots.txt and the like
	if err != nil {
		return f.unanswered(ctx, err)
	}
	w.note(v.host, nil)
	a := &f.answer
	out := w.outcome(a)
	if a.Status == http.StatusTooManyRequests || a.Status == http.StatusServiceUnavailable {
		if v.live.tries++; v.live.tries < w.polite.Tries {
			w.later(v, out)
			return crawl.ErrLater
		}
	}
	if walled, err := f.walled(); walled || err != nil {
		w.sched.Back(v.live.turn, out)
		return cmp.Or(err, crawl.ErrLater)
	}
	w.sched.Done(v.live.turn, out)
	if a.Truncated == live.TruncatedUnwanted {
		return f.without(page.Excluded, statusLeftOut, "media type: "+mediaType(a.Field("Content-Type")))
	}
	if err := f.readAnswer(v.url); err != nil {
		return f.without(page.Failed, live.CauseProtocol.Status(), err.Error())
	}
	f.p.arena = f.linker.fill(f.r, v, &f.page, f.p.arena)
	f.linker.note.status, f.linker.note.size = a.Status, uint64(len(a.Response))
	if f.linker.note.pretends = f.pretends(); f.linker.note.pretends {
		f.p.remarks = append(f.p.remarks, "soft404")
	}
	return f.p.exchange(f, string(v.url))
}

// later puts a page back whose host asks for patience. Without politeness, and a wish of the host, it is asked for at once.
func (w *liveWeb) later(v *visit, o polite.Outcome) {
	if w.polite.Delay == 0 && o.RetryAfter == 0 {
		w.sched.Back(v.live.turn, polite.Outcome{Took: o.Took})
		return
	}
	w.sched.Retry(v.live.turn, o.RetryAfter)
}

// outcome says how the host took the request. Without politeness only its own wish for a pause counts.
func (w *liveWeb) outcome(a *live.Answer) polite.Outcome {
	o := polite.Outcome{Took: a.Took}
	if a.Status == http.StatusTooManyRequests || a.Status == http.StatusServiceUnavailable {
		o.RetryAfter = retryAfter(a.Field("Retry-After"), a.Began.Add(a.Took))
	}
	if w.polite.Delay > 0 || o.RetryAfter > 0 {
		o.Status = a.Status
	}
	return o
}

// unanswered tries again, or gives up.
func (f *fetcher) unanswered(ctx context.Context, err error) error {
	w, v := f.web, f.v
	cause := live.CauseOf(err)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if cause == live.NoCause || cause == live.CauseLocal {
		return fmt.Errorf("%s: %w", v.url, err) // not the page's fault: the crawl stops, and can go on
	}
	connect := isConnect(cause)
	if v.live.tries++; cause.Temporary() && v.live.tries < w.polite.Tries {
		if connect {
			w.sched.Retry(v.live.turn, backOff)
		} else {
			w.sched.Back(v.live.turn, polite.Outcome{})
		}
		return crawl.ErrLater
	}
	w.sched.Done(v.live.turn, polite.Outcome{Failed: connect})
	if connect {
		w.note(v.host, err)
		if w.offLine() {
			return fmt.Errorf("%s: %w: no host answers any more: is this machine off line?", v.url, err)
		}
	}
	return f.without(page.Failed, cause.Status(), err.Error())
}

// isConnect says of a cause that it concerns the host and not the page.
func isConnect(c live.Cause) bool {
	switch c {
	case live.CauseNoHost, live.CauseDNS, live.CauseRefused, live.CauseUnreachable, live.CauseConnectTime, live.CauseCertificate, live.CauseTLS,
		live.CausePrivate, live.CauseProxy:
		return true
	}
	return false
}

// without makes the reply of a page that was not had.
func (f *fetcher) without(s page.State, status int, reason string) error {
	f.page.Reset()
	f.page.State, f.page.Firm = s, true
	f.r.Links = f.r.Links[:0]
	f.p.arena = f.linker.fill(f.r, f.v, &f.page, f.p.arena) // what sitemaps said
	f.linker.note.status = status
	f.p.without(s, status, reason)
	return nil
}

const statusLeftOut = -5000 // out of scope, in Heritrix

// What a worker keeps for the next page, at most.
const (
	maxKeptBody  = 2 << 20
	maxKeptLinks = 20_000
)

// shrink gives back the memory that only few pages need.
func (f *fetcher) shrink() {
	if len(f.page.Body) > maxKeptBody || cap(f.page.Links) > maxKeptLinks {
		f.page, f.capture = capture.Page{}, capture.Reader{}
	}
	if len(f.linker.at) > maxKeptLinks {
		f.linker.at = map[crawl.Key]int{}
	}
}
