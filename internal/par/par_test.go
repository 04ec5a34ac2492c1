package par

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
)

func TestDo(t *testing.T) {
	for _, workers := range []int{0, 1, 2, 8} {
		for _, n := range []int{0, 1, 5, 100} {
			var sum atomic.Int64
			if err := Do(context.Background(), n, workers, func(i int) error {
				sum.Add(int64(i) + 1)
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			if want := int64(n * (n + 1) / 2); sum.Load() != want {
				t.Errorf("%d parts, %d workers: got sum %d, want %d", n, workers, sum.Load(), want)
			}
		}
	}
}

func TestDoTellsTheFirstError(t *testing.T) {
	failure := errors.New("part 3")
	for _, workers := range []int{1, 4} {
		if err := Do(context.Background(), 50, workers, func(i int) error {
			if i == 3 {
				return failure
			}
			return nil
		}); !errors.Is(err, failure) {
			t.Errorf("%d workers: got %v, want %v", workers, err, failure)
		}
	}
}

func TestDoStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var done atomic.Int64
	err := Do(ctx, 1000, 2, func(int) error {
		if done.Add(1) == 10 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || done.Load() > 20 {
		t.Errorf("got %v after %d parts, want a stop soon after 10", err, done.Load())
	}
}
