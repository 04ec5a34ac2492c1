package fetch

import (
	"context"
	"errors"

	"weft/crawl"
	"weft/crawl/polite"
	"weft/crawl/shared"
)

// A Hold returns a context for requests of a page of a frontier that crawls share, and a function to call after them. The
// context ends with the cause shared.ErrLapsed before another crawl may ask the host. It returns false if this crawl does
// not hold the page.
type Hold func(ctx context.Context, key crawl.Key) (context.Context, context.CancelFunc, bool)

// visitHeld visits a page while this crawl holds it. Without a Hold it always does, and what a rule leaves out is not
// requested.
func (f *fetcher) visitHeld(ctx context.Context) error {
	w, v := f.web, f.v
	if w.hold == nil || v.Rule != "" || v.Out != "" {
		return f.visit(ctx)
	}
	held, release, ok := w.hold(ctx, v.Pick.Key)
	if !ok && w.idles(v.Pick.Key) {
		w.sched.Drop(v.turn)
		return f.giveUp(int(v.Status), "the shared frontier does not let it be requested again now", false)
	}
	if !ok {
		return f.lose()
	}
	defer release()
	f.outer = ctx
	err := f.visit(held)
	if err == nil || errors.Is(err, crawl.ErrLater) || ctx.Err() != nil || held.Err() == nil {
		return err
	}
	if cause := context.Cause(held); !errors.Is(cause, shared.ErrLapsed) {
		return cause // the frontier has failed: this is not the end of the run that others asked for
	}
	return f.breakOff()
}

// lose forgets a page that another crawl may fetch.
func (f *fetcher) lose() error {
	f.web.sched.Drop(f.v.turn)
	f.web.done(f.v)
	f.web.waits.Ended(&f.v.Attempt, false)
	return crawl.ErrLost
}

// breakOff queues a page again whose request was broken off, unless its turn has done so. At its next turn the hold is
// asked again.
func (f *fetcher) breakOff() error {
	w, v := f.web, f.v
	if w.sched.Open(v.turn) {
		w.sched.Done(v.turn, polite.Outcome{})
		w.sched.Put(v.turn.Host, v)
	}
	return crawl.ErrLater
}

// lasting returns the context for work on a response that came. It sends no request, so that the hold does not matter.
func (f *fetcher) lasting(ctx context.Context) context.Context {
	if f.outer != nil {
		return f.outer
	}
	return ctx
}
