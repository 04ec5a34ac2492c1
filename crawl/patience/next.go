package patience

import (
	"slices"
	"time"

	"weft/crawl"
)

// Ready implements [crawl.Again].
func (a *Patience) Ready() <-chan struct{} { return a.ready }

// Next implements [crawl.Again]: it returns a page whose alarm rings, a page to be given up, or a page whose
// origin may be requested.
func (a *Patience) Next() (crawl.Page, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.alarms.Len() > 0 {
		if p, ok := a.ring(time.Now()); ok {
			return p, true
		}
	}
	if n := len(a.last); n > 0 {
		p := a.last[n-1]
		a.last = a.last[:n-1]
		return p, true
	}
	for len(a.free) > 0 {
		o := a.free[0]
		if !o.down() {
			if p, ok := o.next(); ok {
				a.set(p, free)
				return p, true
			}
		}
		o.freed = false
		a.free = a.free[1:]
	}
	a.free = nil
	return 0, false
}

// ring returns the page of an alarm that is due.
func (a *Patience) ring(now time.Time) (crawl.Page, bool) {
	for a.alarms.Len() > 0 && !a.alarms.First().at.After(now) {
		al := a.alarms.Pop()
		if al.origin == nil {
			if p, ok := a.due(al.page); ok {
				return p, true
			}
		} else if p, ok := a.rings(al.origin, al.at, now); ok {
			return p, true
		}
	}
	a.arm()
	return 0, false
}

// due frees a page that failed alone, unless its origin is down by now.
func (a *Patience) due(p crawl.Page) (crawl.Page, bool) {
	w, ok := a.pages[p]
	if !ok {
		return 0, false
	}
	if w.origin.down() {
		delete(a.alone, p)
		a.line(w.origin, p, true)
		return 0, false
	}
	a.set(p, free)
	return p, true
}

// Left implements [crawl.Again]: it reports whether waiting is worthwhile with nothing under way. A crawl that
// never got a page does not wait. Pages that fail while their origins respond
// hold up the end of a crawl for about a minute, plus one last request to each. Origins that never gave a page hold it up
// for two minutes.
func (a *Patience) Left() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.had {
		return false
	}
	if len(a.last) > 0 || slices.ContainsFunc(a.free, func(o *origin) bool { return !o.down() && o.waiting() > 0 }) {
		return true
	}
	now, strange := time.Now(), false
	for _, o := range a.origins {
		if !o.down() || len(o.tried) == 0 && (o.waiting() == 0 || a.over(o, now)) {
			continue
		}
		if a.alarms.Len() == 0 { // nothing would ever ring, and no probe is under way
			a.rest(o, o.again)
		}
		if strange = true; !a.isStrange(o) {
			a.ending = false
			return true
		}
	}
	if !strange && !slices.ContainsFunc(a.alarms.All(), func(al alarm) bool { return al.origin == nil }) {
		return false
	}
	a.end(now)
	return true
}

// end brings the alarms forward of pages that failed alone, and of origins that never gave a page: nothing else is left.
func (a *Patience) end(now time.Time) {
	if a.ending {
		return
	}
	a.ending = true
	all := slices.Clone(a.alarms.All())
	for i, al := range all {
		if t := a.alone[al.page]; al.origin == nil && t != nil {
			all[i].at = a.sooner(al.at, t)
		}
		if o := al.origin; o != nil && o.state == resting && al.at.Equal(o.again) {
			o.again = a.soonest(o, al.at, now)
			all[i].at = o.again
		}
	}
	a.alarms = newAlarms(all...)
	a.arm()
}

// arm sets the timer to the next alarm.
func (a *Patience) arm() {
	if a.alarms.Len() == 0 {
		return
	}
	wait := max(time.Until(a.alarms.First().at), 0)
	if a.timer == nil {
		a.timer = time.AfterFunc(wait, a.signal)
	} else {
		a.timer.Reset(wait)
	}
}

func (a *Patience) signal() {
	select {
	case a.ready <- struct{}{}:
	default:
	}
}
