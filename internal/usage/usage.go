// Package usage tells what a piece of work costs the process: time of the clock and of the processors, and memory.
package usage

import (
	"time"

	"weft/internal/mem"
)

// A Cost is what a piece of work took.
type Cost struct {
	Wall, CPU time.Duration
	// Peak is how much the anonymous memory of the process grew at most, in bytes; 0 where the system does not tell.
	Peak int64
}

// every is how often memory is looked at.
const every = 2 * time.Millisecond

// Of runs f and returns what it cost. What was garbage before is collected first.
func Of(f func() error) (Cost, error) {
	mem.Release()
	before := mem.Anonymous()
	stop, peak := make(chan struct{}), make(chan int64)
	go func() { peak <- watch(stop) }()
	cpu, start := processors(), time.Now()
	err := f()
	c := Cost{Wall: time.Since(start), CPU: processors() - cpu}
	close(stop)
	c.Peak = max(<-peak-before, 0)
	return c, err
}

// watch returns the greatest anonymous memory until stop is closed.
func watch(stop <-chan struct{}) int64 {
	tick := time.NewTicker(every)
	defer tick.Stop()
	peak := mem.Anonymous()
	for {
		select {
		case <-stop:
			return max(peak, mem.Anonymous())
		case <-tick.C:
			peak = max(peak, mem.Anonymous())
		}
	}
}
