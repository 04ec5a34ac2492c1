package par

import (
	"context"
	"errors"
	"sync"
)

// errStopped ends a producer whose jobs are no longer wanted.
var errStopped = errors.New("stopped")

// A task is a job under way.
type task[J any] struct {
	job  J
	done chan struct{}
}

// Ordered runs a pipeline: produce puts jobs, workers do them, and consume gets them in the order in which they were
// put. At most 4 jobs a worker are under way. newWorker is called once for each worker, so that work can keep scratch
// space. The first error, in the order of the jobs, ends everything; an error of produce counts after all it put. With
// one worker everything runs on the calling goroutine. Panics of workers are as in [Do].
func Ordered[J any](ctx context.Context, workers int, produce func(put func(J) error) error, newWorker func() (work func(J)), consume func(J) error) error {
	workers = Workers(workers)
	if workers == 1 {
		return inLine(ctx, produce, newWorker(), consume)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	tasks := make(chan task[J], workers)
	order := make(chan task[J], 4*workers)
	var failed error
	var wg sync.WaitGroup
	panics := newCarrier()
	wg.Go(func() {
		defer close(order)
		defer close(tasks)
		panics.run(func() { failed = produce(func(j J) error { return putAll(ctx, j, order, tasks) }) }, cancel)
	})
	for range workers {
		wg.Go(func() {
			panics.run(func() {
				work := newWorker()
				for t := range tasks {
					work(t.job)
					close(t.done)
				}
			}, cancel)
		})
	}
	err := consumeAll(ctx, order, consume)
	parent := ctx.Err()
	cancel()
	for range order { // let the producer see that it is over
	}
	wg.Wait()
	panics.raise()
	switch {
	case err != nil:
		return err
	case failed != nil && !errors.Is(failed, errStopped):
		return failed
	}
	return parent
}

// putAll puts a job into queues.
func putAll[J any](ctx context.Context, j J, queues ...chan task[J]) error {
	t := task[J]{j, make(chan struct{})}
	for _, ch := range queues {
		select {
		case ch <- t:
		case <-ctx.Done():
			return errStopped
		}
	}
	return nil
}

// inLine is Ordered on the calling goroutine.
func inLine[J any](ctx context.Context, produce func(put func(J) error) error, work func(J), consume func(J) error) error {
	return produce(func(j J) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		work(j)
		return consume(j)
	})
}

func consumeAll[J any](ctx context.Context, order <-chan task[J], consume func(J) error) error {
	for t := range order {
		select {
		case <-t.done:
		case <-ctx.Done():
			return ctx.Err()
		}
		if err := consume(t.job); err != nil {
			return err
		}
	}
	return nil
}
