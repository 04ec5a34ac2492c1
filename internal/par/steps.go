package par

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Steps calls f for each job of a step, and when all have returned, for each job of the next step. It uses at most
// the given number of workers. Workers wait for the end of a step without sleeping, so steps may be as short as some
// microseconds. After an error, or when ctx is done, it skips what has not begun, and returns the error. With one worker
// it starts no goroutine. Panics of f are as in [Do].
func Steps(ctx context.Context, steps, jobs, workers int, f func(step, job int) error) error {
	workers = min(Workers(workers), jobs)
	if workers <= 1 {
		return stepsInLine(ctx, steps, jobs, f)
	}
	var (
		begun, ended atomic.Int64 // jobs of all steps
		stopped      atomic.Bool
		failed       error
		once         sync.Once
		wg           sync.WaitGroup
		panics       = newCarrier()
	)
	stop := func(err error) {
		once.Do(func() { failed = err })
		stopped.Store(true)
	}
	work := func() {
		for {
			at := int(begun.Add(1) - 1)
			step, job := at/jobs, at%jobs
			if step >= steps || !waitFor(&ended, int64(step*jobs), &stopped) {
				return
			}
			if job == 0 && ctx.Err() != nil {
				stop(ctx.Err())
				return
			}
			if err := f(step, job); err != nil {
				stop(err)
				return
			}
			ended.Add(1)
		}
	}
	for range workers {
		wg.Go(func() { panics.run(work, func() { stop(nil) }) })
	}
	wg.Wait()
	panics.raise()
	return failed
}

// stepsInLine is Steps on the calling goroutine.
func stepsInLine(ctx context.Context, steps, jobs int, f func(step, job int) error) error {
	for step := range steps {
		if err := ctx.Err(); err != nil {
			return err
		}
		for job := range jobs {
			if err := f(step, job); err != nil {
				return err
			}
		}
	}
	return nil
}

// A worker checks 64 times before it lets other work of the program have the processor, and 4,096 times before it
// sleeps. Where other programs take the processors, the worker that it waits for may have none.
const (
	patience = 64
	nap      = 64 * patience
)

// waitFor returns true when a counter has reached a number, and false when the work is stopped before.
func waitFor(counter *atomic.Int64, number int64, stopped *atomic.Bool) bool {
	for looked := 0; counter.Load() < number; looked++ {
		if stopped.Load() {
			return false
		}
		switch {
		case looked%nap == nap-1:
			time.Sleep(20 * time.Microsecond)
		case looked%patience == patience-1:
			runtime.Gosched()
		}
	}
	return !stopped.Load()
}
