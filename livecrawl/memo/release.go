package memo

import (
	"weft/crawl"
)

// releases are the pages that are picked once more. Some are judged again, a rule released others, and others waited for
// their hosts.
type releases struct{ *Trackers }

// Next implements [crawl.Again].
func (r releases) Next() (crawl.Page, bool) {
	if p, ok := r.shut.next(); ok {
		return p, true
	}
	if p, ok := r.let(); ok {
		return p, true
	}
	if p, ok := r.lost.next(); ok {
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

// Last implements [crawl.Again]: it returns a page in doubt.
func (r releases) Last() (crawl.Page, bool) {
	if r.doubts.guard == nil {
		return 0, false
	}
	return r.doubts.held.last(r.doubts.guard)
}

// Ready implements [crawl.Again]. Held pages are released by replies, and need no signal.
func (r releases) Ready() <-chan struct{} {
	if r.waits == nil {
		return nil
	}
	return r.waits.Ready()
}

// Left implements [crawl.Again]. With nothing under way a held page remains held.
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
	if _, ok := r.lost.next(); ok {
		return true
	}
	return r.waits != nil && r.waits.Left()
}

// listed are the releases of a run that requests some pages only. The waits have only such pages from the begin of the run on.
type listed struct {
	releases
	only func(crawl.Page) bool
}

// Next implements [crawl.Again].
func (r listed) Next() (crawl.Page, bool) {
	if p, ok := r.shut.nextOf(r.only); ok || r.waits == nil {
		return p, ok
	}
	return r.waits.Next()
}

// Last implements [crawl.Again].
func (r listed) Last() (crawl.Page, bool) { return 0, false }

// Left implements [crawl.Again].
func (r listed) Left() bool {
	if _, ok := r.shut.nextOf(r.only); ok {
		return true
	}
	return r.waits != nil && r.waits.Left()
}
