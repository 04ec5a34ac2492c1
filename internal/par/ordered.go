package par

import (
	"context"
	"errors"
	"sync"
)

// errStopped ends a producer whose jobs nobody wants any more.
var errStopped = errors.New("stopped")

// Ordered runs a pipeline: produce puts jobs, workers do them, and consume gets them in the order in which they were
// put. At most 4 jobs a worker are under way. newWorker is called once for each worker, so that work can keep scratch
// space. The first error, in the order of the jobs, ends everything; an error of produce counts after all it put. With
// one worker everything runs on the calling goroutine.
func Ordered[J any](ctx context.Context, workers int, produce func(put func(J) error) error, newWorker func() (work func(J)), consume func(J) error) error {
	workers = Workers(workers)
	if workers == 1 {
		work := newWorker()
		return produce(func(j J) error {
			if err := ctx.Err(); err != nil {
				return err
			}
			work(j)
			return consume(j)
		})
	}
	type task struct {
		job  J
		done chan struct{}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	todo := make(chan task, workers)
	order := make(chan task, 4*workers)
	var failed error
	var wg sync.WaitGroup
	wg.Go(func() {
		defer close(order)
		defer close(todo)
		failed = produce(func(j J) error {
			t := task{j, make(chan struct{})}
			for _, ch := range []chan task{order, todo} {
				select {
				case ch <- t:
				case <-ctx.Done():
					return errStopped
				}
			}
			return nil
		})
	})
	for range workers {
		wg.Go(func() {
			work := newWorker()
			for t := range todo {
				work(t.job)
				close(t.done)
			}
		})
	}
	err := consumeAll(ctx, func() (J, <-chan struct{}, bool) {
		t, ok := <-order
		return t.job, t.done, ok
	}, consume)
	parent := ctx.Err()
	cancel()
	for range order { // let the producer see that it is over
	}
	wg.Wait()
	switch {
	case err != nil:
		return err
	case failed != nil && !errors.Is(failed, errStopped):
		return failed
	}
	return parent
}

func consumeAll[J any](ctx context.Context, next func() (J, <-chan struct{}, bool), consume func(J) error) error {
	for {
		j, done, ok := next()
		if !ok {
			return nil
		}
		select {
		case <-done:
		case <-ctx.Done():
			return ctx.Err()
		}
		if err := consume(j); err != nil {
			return err
		}
	}
}
