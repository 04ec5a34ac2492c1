package fetch

import (
	"context"

	"weft/crawl"
	"weft/crawl/patience"
	"weft/crawl/polite"
	"weft/web/live"
)

// A doubt is the failure of a page that may be its own or its origin's.
type doubt struct {
	status int // in the crawl log
	reason string
}

// check requests a page of the origin that was fetched before, to distinguish a fault of the page from one of its origin.
// Then the page itself is requested once more, or it is postponed.
func (f *fetcher) check(ctx context.Context) error {
	w, v := f.web, f.v
	url, err := w.visits.Name(nil, v.Good)
	if err != nil {
		return err
	}
	verdict, err := w.robots.Ask(context.WithValue(ctx, visitKey{}, v), string(url))
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err == nil && v.asked && w.polite.Delay > 0 {
		w.sched.Back(v.turn, polite.Outcome{})
		return crawl.ErrLater
	}
	var good bool
	var out polite.Outcome
	var fate patience.Fate
	switch {
	case err == nil && !verdict.Unread && !verdict.Allowed:
		fate = w.waits.Unchecked(&v.Attempt)
	case err == nil && !verdict.Unread:
		if good, out, err = f.isWell(ctx, string(url)); err != nil {
			return err
		}
		fate = w.waits.Checked(&v.Attempt, good)
	default:
		out.Failed = true
		fate = w.waits.Checked(&v.Attempt, false)
	}
	x := v.doubt
	v.doubt = nil
	if fate == patience.Ask {
		w.sched.Back(v.turn, out)
		return crawl.ErrLater
	}
	w.sched.Done(v.turn, out)
	return f.putOff(x.status, x.reason)
}

// isWell reports whether a page is answered without an error of its server.
func (f *fetcher) isWell(ctx context.Context, url string) (good bool, out polite.Outcome, err error) {
	a := &f.answer
	if err := f.web.client.Get(ctx, url, live.Condition{}, a); err != nil {
		return false, polite.Outcome{Failed: isConnect(live.CauseOf(err))}, ctx.Err()
	}
	good = !notNow(a.Status) && a.Truncated != live.TruncatedDisconnect
	return good, f.web.outcome(a), f.v.keep(url, a, "check")
}
