// Package usage measures the cost of a piece of work for the process: wall time, processor time, and memory.
package usage

import (
	"time"

	"weft/internal/mem"
)

// A Cost is the cost of a piece of work.
type Cost struct {
	Wall, CPU time.Duration
	// Peak is how much the anonymous memory of the process grew at most, in bytes; 0 where the system does not tell.
	Peak int64
}

// Memory is measured often at first, and less often after a hundred times.
const (
	every     = 2 * time.Millisecond
	everyLong = 10 * every
)

// Of runs f and returns its cost. Earlier garbage is collected first.
func Of(f func() error) (Cost, error) {
	mem.Release()
	before := mem.Anonymous()
	stop, peak := make(chan struct{}), make(chan int64)
	go func() { peak <- watch(stop) }()
	c, err := Time(f)
	close(stop)
	c.Peak = max(<-peak-before, 0)
	return c, err
}

// Time is Of without looking at the memory, which takes some time itself.
func Time(f func() error) (Cost, error) {
	cpu, start := Processors(), time.Now()
	err := f()
	return Cost{Wall: time.Since(start), CPU: Processors() - cpu}, err
}

// watch returns the greatest anonymous memory until stop is closed.
func watch(stop <-chan struct{}) int64 {
	tick := time.NewTicker(every)
	defer tick.Stop()
	peak := mem.Anonymous()
	for looks := 0; ; looks++ {
		select {
		case <-stop:
			return max(peak, mem.Anonymous())
		case <-tick.C:
			peak = max(peak, mem.Anonymous())
			if looks == 100 {
				tick.Reset(everyLong)
			}
		}
	}
}
