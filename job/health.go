package job

import (
	"time"
)

// hostHealth says whether a host answers at all.
type hostHealth struct {
	failed int // pages in a row, for want of a connection
	last   error
	again  time.Time // when it is tried again
}

const (
	// deadAfter is how many pages in a row a host may fail without a connection before the others fail with them.
	deadAfter = 3
	deadFor   = 10 * time.Minute
)

// note remembers whether a host answers; an error says that it does not.
func (w *liveWeb) note(host string, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	h := w.hosts[host]
	if err == nil {
		if h != nil {
			delete(w.hosts, host)
		}
		return
	}
	if h == nil {
		h = new(hostHealth)
		w.hosts[host] = h
	}
	h.failed++
	h.last, h.again = err, time.Now().Add(deadFor)
}

// alive returns the error of a host that does not answer, unless it is time to try again.
func (w *liveWeb) alive(v *visit) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	h := w.hosts[v.host]
	if h == nil || h.failed < deadAfter || time.Now().After(h.again) {
		return nil
	}
	return h.last
}
