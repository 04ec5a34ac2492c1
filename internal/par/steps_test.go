package par_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"weft/internal/par"
)

// Each job is done once, and none before all of the step before it have ended.
func TestSteps(t *testing.T) {
	for _, c := range []struct{ steps, jobs, workers int }{{0, 3, 2}, {3, 0, 2}, {1, 1, 4}, {50, 8, 1}, {50, 8, 2}, {50, 8, 8}, {50, 3, 8}} {
		ended := make([]atomic.Int64, c.steps+1)
		err := par.Steps(t.Context(), c.steps, c.jobs, c.workers, func(step, _ int) error {
			if step > 0 && ended[step-1].Load() != int64(c.jobs) {
				t.Errorf("%+v: step %d began after %d jobs of the step before", c, step, ended[step-1].Load())
			}
			ended[step].Add(1)
			return nil
		})
		if err != nil {
			t.Fatalf("%+v: %v", c, err)
		}
		for step := range c.steps {
			if got := ended[step].Load(); got != int64(c.jobs) {
				t.Errorf("%+v: %d jobs in step %d", c, got, step)
			}
		}
	}
}

// An error, and the end of a context, end the work at once, whatever the other workers wait for.
func TestStepsEnd(t *testing.T) {
	broken := errors.New("broken")
	for _, workers := range []int{1, 2, 8} {
		var calls atomic.Int64
		err := par.Steps(t.Context(), 1000, 8, workers, func(step, job int) error {
			calls.Add(1)
			if step == 3 && job == 5 {
				return broken
			}
			return nil
		})
		if !errors.Is(err, broken) || calls.Load() > 4*8 {
			t.Errorf("%d workers: got %v after %d calls, want the error, and no step after it", workers, err, calls.Load())
		}
		ctx, cancel := context.WithCancel(t.Context())
		calls.Store(0)
		err = par.Steps(ctx, 1000, 8, workers, func(step, _ int) error {
			if calls.Add(1); step == 3 {
				cancel()
			}
			return nil
		})
		if !errors.Is(err, context.Canceled) || calls.Load() > 4*8 {
			t.Errorf("%d workers: got %v after %d calls, want the error of the context, and no step after it", workers, err, calls.Load())
		}
	}
}
