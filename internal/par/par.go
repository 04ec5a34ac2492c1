// Package par runs independent parts of a job on several workers.
package par

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// Workers returns n, or the number of processors if n is not positive.
func Workers(n int) int {
	if n > 0 {
		return n
	}
	return runtime.GOMAXPROCS(0)
}

// Do calls f for 0 ≤ i < n, on at most the given number of workers, and returns the error of the smallest i that
// had one. After an error or when ctx is done, it skips parts that have not begun. With one worker it starts no
// goroutine. A panic of f comes on the calling goroutine if that survives faults of memory.
func Do(ctx context.Context, n, workers int, f func(i int) error) error {
	workers = min(Workers(workers), n)
	if workers <= 1 {
		for i := range n {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := f(i); err != nil {
				return err
			}
		}
		return nil
	}
	var (
		next   atomic.Int64
		failed atomic.Bool
		errs   = make([]error, n)
		wg     sync.WaitGroup
		panics = newCarrier()
	)
	work := func() {
		for !failed.Load() && ctx.Err() == nil {
			i := int(next.Add(1) - 1)
			if i >= n {
				return
			}
			if errs[i] = f(i); errs[i] != nil {
				failed.Store(true)
			}
		}
	}
	for range workers {
		wg.Go(func() { panics.run(work, func() { failed.Store(true) }) })
	}
	wg.Wait()
	panics.raise()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}
