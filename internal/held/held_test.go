package held

import (
	"errors"
	"sync"
	"testing"
)

// TestGet computes a value once for many goroutines, and keeps an error.
func TestGet(t *testing.T) {
	var v Value[int]
	calls := 0
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if got, err := v.Get(func() (int, error) { calls++; return 7, nil }); got != 7 || err != nil {
				t.Errorf("got %d, %v", got, err)
			}
		})
	}
	all.Wait()
	if calls != 1 || v.Got != 7 {
		t.Errorf("computed %d times, got %d", calls, v.Got)
	}
	want := errors.New("failed")
	var w Value[int]
	w.Get(func() (int, error) { return 0, want })
	if _, err := w.Get(func() (int, error) { return 1, nil }); !errors.Is(err, want) || !errors.Is(w.Err, want) {
		t.Errorf("the second call: %v", err)
	}
}

// TestRegexp compiles an expression at its first use, and not again.
func TestRegexp(t *testing.T) {
	r := Regexp(`^a+$`)
	if first := r(); !first.MatchString("aa") || r() != first {
		t.Error("the expression is not the one of its text, or is compiled twice")
	}
	bad := Regexp(`(`) // no panic before it is used
	defer func() {
		if recover() == nil {
			t.Error("a wrong expression does not panic")
		}
	}()
	bad()
}
