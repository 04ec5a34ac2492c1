// Package stoptest stops work at every place where it looks whether it is to stop.
package stoptest

import (
	"context"
	"errors"
	"sync"
	"testing"

	"weft/internal/drawn"
)

// A stopper is a context that is done when it was looked at so many times.
type stopper struct {
	context.Context //nolint:containedctx // it is one, with another end
	done            chan struct{}

	mu       sync.Mutex
	left     int
	answered bool // it was said that it is over
}

// Done is that of [context.Context].
func (s *stopper) Done() <-chan struct{} { return s.done }

// Err is that of [context.Context].
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

// Everywhere calls run again and again, with a context that is done when run looks at it for the first time, the
// second, and so on, until a run ends before; after the first twelve some looks are left out, which are drawn. A run
// that was told to stop returns context.Canceled, and does not panic. It returns in how many runs that was so.
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

// Somewhere calls run so many times, with a context that is done when run looks at it for a time that is drawn, of as
// many as it looks when nobody stops it. It is for what takes too long to be stopped everywhere; where workers run at
// once, a run may end before it was stopped. Its errors are those of Everywhere.
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
