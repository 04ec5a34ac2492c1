package par

import (
	"runtime/debug"
	"sync"
)

// A carrier takes a panic of a worker to the goroutine that waits for it, if that goroutine survives faults of memory: see
// [debug.SetPanicOnFault]. A server does, as its mapped files may be cut. Otherwise a panic ends the program where it
// happens, with the stack of the worker.
type carrier struct {
	on   bool
	once sync.Once
	got  any
}

// newCarrier returns the carrier of the calling goroutine.
func newCarrier() *carrier {
	on := debug.SetPanicOnFault(false)
	debug.SetPanicOnFault(on)
	return &carrier{on: on}
}

// run calls f on a worker, and stop after a panic of f.
func (c *carrier) run(f, stop func()) {
	if !c.on {
		f()
		return
	}
	debug.SetPanicOnFault(true)
	defer func() {
		if x := recover(); x != nil {
			c.once.Do(func() { c.got = x })
			stop()
		}
	}()
	f()
}

// raise repeats the first panic of the workers, which have ended.
func (c *carrier) raise() {
	if c.got != nil {
		panic(c.got)
	}
}
