package par

import (
	"context"
	"errors"
	"runtime/debug"
	"testing"
	"testing/synctest"
)

// caught returns what f panics with, on a goroutine that survives faults of memory.
func caught(f func()) (got any) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() { got = recover() }()
	f()
	return nil
}

// TestPanicsComeHome raises the panic of a worker where its caller waits. The bubble fails if a goroutine stays blocked.
func TestPanicsComeHome(t *testing.T) { synctest.Test(t, panicsComeHome) }

func panicsComeHome(t *testing.T) {
	failure := errors.New("a fault")
	for _, workers := range []int{1, 2, 8} {
		if got := caught(func() {
			t.Error(Do(context.Background(), 100, workers, func(i int) error {
				if i == 30 {
					panic(failure)
				}
				return nil
			}))
		}); got != failure { //nolint:errorlint // the same value
			t.Errorf("Do with %d workers: got %v", workers, got)
		}
		for _, at := range []string{"produce", "new", "work", "consume"} {
			if got := caught(func() { t.Error(pipeline(workers, at, failure)) }); got != failure { //nolint:errorlint // the same value
				t.Errorf("Ordered with %d workers, %s: got %v", workers, at, got)
			}
		}
	}
}

// pipeline puts 100 jobs, and panics in one of its functions.
func pipeline(workers int, at string, failure error) error {
	fails := func(here string, job int) {
		if here == at && job == 30 {
			panic(failure)
		}
	}
	return Ordered(context.Background(), workers, func(put func(int) error) error {
		for i := range 100 {
			fails("produce", i)
			if err := put(i); err != nil {
				return err
			}
		}
		return nil
	}, func() func(int) {
		fails("new", 30)
		return func(i int) { fails("work", i) }
	}, func(i int) error {
		fails("consume", i)
		return nil
	})
}
