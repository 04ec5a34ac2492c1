package job

import (
	"time"

	"weft/web/live"
)

// hostHealth says whether a host answers at all.
type hostHealth struct {
	failed int // pages in a row, for want of a connection
	rests  int // after which it was tried again
	last   error
	again  time.Time // when its rest is over
}

const (
	// deadAfter is how many pages in a row a host may fail without a connection before it rests; after maxRests its other pages
	// fail with them.
	deadAfter = 3
	maxRests  = 2
	// offLineAfter is how many hosts in a row may fail, once some have answered, before this machine is the one to blame.
	offLineAfter = 10
)

// restOf is how long a host rests that does not answer.
func (w *liveWeb) restOf() time.Duration {
	if w.polite.Delay == 0 {
		return 2 * backOff
	}
	return 5 * time.Minute
}

// note remembers whether a host answers; an error says that it does not.
func (w *liveWeb) note(host string, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err == nil {
		w.answered = true
		clear(w.silent)
		delete(w.hosts, host)
		return
	}
	h := w.hosts[host]
	if h == nil {
		h = new(hostHealth)
		w.hosts[host] = h
	}
	w.silent[host] = true
	h.failed++
	if h.last = err; h.failed >= deadAfter && h.rests < maxRests && live.CauseOf(err).Temporary() {
		h.rests++
		h.again = time.Now().Add(w.restOf())
		h.failed = deadAfter - 1 // then one page shows whether it is back
	}
}

// rest returns how long a host still rests that does not answer, or the error with which its pages fail.
func (w *liveWeb) rest(host string) (time.Duration, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	h := w.hosts[host]
	if h == nil {
		return 0, nil
	}
	if left := time.Until(h.again); left > 0 {
		return left, nil
	}
	if h.failed >= deadAfter {
		return 0, h.last
	}
	return 0, nil
}

// offLine says whether hosts that answered before do so no more, and no other either.
func (w *liveWeb) offLine() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.answered && len(w.silent) >= offLineAfter
}
