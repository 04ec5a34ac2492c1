package livecrawl

import (
	"context"
	"sync"
	"time"

	"weft/crawl"
)

// An ending holds how the run ends, and why. Any goroutine may end the run.
type ending struct {
	stop chan struct{} // closed when the run is to end
	once sync.Once

	mu     sync.Mutex
	cancel context.CancelFunc // gives up what is being fetched
	begun  bool
	why    string
}

// Patience is how long pages that are being fetched may take when a run ends.
const Patience = 10 * time.Second

// cancels sets the function that cancels the fetches under way.
func (e *ending) cancels(cancel context.CancelFunc) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.cancel = cancel
}

// because says why the run ends. The first reason counts.
func (e *ending) because(why string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.why == "" {
		e.why = why
	}
}

// reason returns why the run ends; "" if it does not.
func (e *ending) reason() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.why
}

// giveUp gives up what is being fetched when Patience is over.
func (e *ending) giveUp() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.begun && e.cancel != nil {
		e.begun = true
		time.AfterFunc(Patience, e.cancel)
	}
}

// Stop ends the run. Result and status tell the first reason.
func (j *Job) Stop(why string) {
	j.end(why)
	j.ending.once.Do(func() { close(j.ending.stop) })
}

// end lets the run end for a reason, and gives up what is being fetched when Patience is over.
func (j *Job) end(why string) {
	j.ending.because(why)
	j.trust.cancel(crawl.ErrStop)
	j.ending.giveUp()
}
