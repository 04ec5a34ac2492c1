// Package stoptest stops work at every place where it looks whether it is to stop.
package stoptest

import (
	"context"
	"errors"
	"sync"
	"testing"

	"weft/internal/drawn"
)

// A stopper is a context that is done after a number of checks.
type stopper struct {
	context.Context //nolint:containedctx // it is one, with another end
	done            chan struct{}

	mu       sync.Mutex
	left     int
	answered bool // it was said that it is over
}

// Done implements [context.Context].
func (s *stopper) Done() <-chan struct{} { return s.done }

// Err implements [context.Context].
func (s *stopper) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.left > 0 {
		s.left--
		return nil
	}
	if !s.answered {
		s.answered = true
		close(s.done)
	}
	return context.Canceled
}

// Everywhere calls run repeatedly, with a context that is done at the first check, then at the second, and so on,
// until run makes fewer checks. After the first twelve, it draws the numbers of checks. A stopped run must return
// context.Canceled, and must not panic. Everywhere returns the number of stopped runs.
func Everywhere(t *testing.T, run func(ctx context.Context) error) (stopped int) {
	t.Helper()
	r := drawn.Rand(t)
	for looks := 0; ; looks += 1 + r.IntN(1+2*max(0, looks-12)/3) {
		s := &stopper{Context: t.Context(), left: looks, done: make(chan struct{})}
		err := run(s)
		switch {
		case !s.answered && err != nil:
			t.Errorf("after %d looks, without being told to stop: %v", looks, err)
			return stopped
		case !s.answered:
			return stopped
		case err == nil:
			t.Errorf("told to stop at look %d it returns no error", looks+1)
		case !errors.Is(err, context.Canceled):
			t.Errorf("told to stop at look %d: got %v", looks+1, err)
		}
		stopped++
	}
}

// Somewhere calls run several times, with a context that is done at a check drawn from the checks of a complete
// run. It is for runs that take too long for Everywhere. With concurrent workers, a run may end before it is
// stopped. Errors are as for Everywhere.
func Somewhere(t *testing.T, times int, run func(ctx context.Context) error) {
	t.Helper()
	r := drawn.Rand(t)
	const never = 1 << 40
	whole := &stopper{Context: t.Context(), left: never, done: make(chan struct{})}
	if err := run(whole); err != nil {
		t.Errorf("without being told to stop: %v", err)
		return
	}
	looks := never - whole.left
	for range times {
		s := &stopper{Context: t.Context(), left: r.IntN(max(looks, 1)), done: make(chan struct{})}
		switch err := run(s); {
		case s.answered && !errors.Is(err, context.Canceled):
			t.Errorf("told to stop at a look of %d: got %v", looks, err)
		case !s.answered && err != nil:
			t.Errorf("without being told to stop: %v", err)
		}
	}
}
