package par

import (
	"context"
	"errors"
	"slices"
	"testing"
)

type job struct{ in, out int }

func runOrdered(ctx context.Context, n, workers, failAt int) ([]int, error) {
	var got []int
	failure := errors.New("consume")
	err := Ordered(ctx, workers, func(put func(*job) error) error {
		for i := range n {
			if err := put(&job{in: i}); err != nil {
				return err
			}
		}
		return nil
	}, func() func(*job) {
		return func(j *job) { j.out = j.in * j.in }
	}, func(j *job) error {
		if j.in == failAt {
			return failure
		}
		got = append(got, j.out)
		return nil
	})
	return got, err
}

func TestOrderedKeepsTheOrder(t *testing.T) {
	var want []int
	for i := range 500 {
		want = append(want, i*i)
	}
	for _, workers := range []int{1, 2, 8} {
		got, err := runOrdered(context.Background(), 500, workers, -1)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%d workers: %v, or another order", workers, err)
		}
	}
}

func TestOrderedStopsAtTheFirstError(t *testing.T) {
	for _, workers := range []int{1, 4} {
		got, err := runOrdered(context.Background(), 100_000, workers, 10)
		if err == nil || len(got) != 10 {
			t.Errorf("%d workers: got %d jobs and error %v, want 10 and an error", workers, len(got), err)
		}
	}
}

func TestOrderedTellsTheProducersError(t *testing.T) {
	failure := errors.New("produce")
	for _, workers := range []int{1, 4} {
		n := 0
		err := Ordered(context.Background(), workers, func(put func(int) error) error {
			for i := range 20 {
				if err := put(i); err != nil {
					return err
				}
			}
			return failure
		}, func() func(int) { return func(int) {} }, func(int) error { n++; return nil })
		if !errors.Is(err, failure) || n != 20 {
			t.Errorf("%d workers: got %v after %d jobs, want %v after 20", workers, err, n, failure)
		}
	}
}

func TestOrderedIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, workers := range []int{1, 4} {
		if _, err := runOrdered(ctx, 1000, workers, -1); !errors.Is(err, context.Canceled) {
			t.Errorf("%d workers: got %v, want that it was cancelled", workers, err)
		}
	}
}
