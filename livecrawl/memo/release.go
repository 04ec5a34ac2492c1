package memo

import (
	"weft/crawl"
)

// releases are the pages that are picked once more: those to be judged again, those that a rule held and lets go, and those
// that waited for their hosts.
type releases struct{ *Trackers }

// Next is that of [crawl.Again].
func (r releases) Next() (crawl.Page, bool) {
	if p, ok := r.shut.next(); ok {
		return p, true
	}
	if p, ok := r.let(); ok {
		return p, true
	}
	if r.waits == nil {
		return 0, false
	}
	return r.waits.Next()
}

// let returns a page that a rule held and lets go.
func (r releases) let() (crawl.Page, bool) {
	return r.doubts.held.next(r.doubts.guard, !r.steering.trapsAt(r.visits.picks))
}

// Last is that of [crawl.Again]: a page in doubt.
func (r releases) Last() (crawl.Page, bool) {
	if r.doubts.guard == nil {
		return 0, false
	}
	return r.doubts.held.last(r.doubts.guard)
}

// Ready is that of [crawl.Again]. What is held is let go by what is learnt, and needs no signal.
func (r releases) Ready() <-chan struct{} {
	if r.waits == nil {
		return nil
	}
	return r.waits.Ready()
}

// Left is that of [crawl.Again]. With nothing under way a page that is held now stays so.
func (r releases) Left() bool {
	if _, ok := r.shut.next(); ok {
		return true
	}
	if _, ok := r.let(); ok {
		return true
	}
	if _, ok := r.Last(); ok {
		return true
	}
	return r.waits != nil && r.waits.Left()
}
