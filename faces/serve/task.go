package serve

import (
	"cmp"
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"
)

// A task is work of the server in the background, once for all requests that wait for its result.
type task[T any] struct {
	done chan struct{} // closed at the end
	mu   sync.Mutex
	note string // the current work
	got  T
	err  error
	at   time.Time // of the end
}

func newTask[T any]() *task[T] { return &task[T]{done: make(chan struct{})} }

// run does the work and ends the task. One work of the server runs at a time: each takes memory. A panic is an error of this
// task alone; the error names the work.
func (t *task[T]) run(s *Server, name string, do func(memory int64) (T, error)) {
	s.work.Lock()
	defer s.work.Unlock()
	memory, back := s.memory(workShare)
	got, err := try(name, func() (T, error) { return do(memory) })
	back()
	t.end(got, err)
}

// end ends the task with its result.
func (t *task[T]) end(got T, err error) {
	t.mu.Lock()
	t.got, t.err, t.at = got, err, time.Now()
	t.mu.Unlock()
	close(t.done)
}

// try turns a panic of some work into an error, also a fault of memory.
func try[T any](name string, do func() (T, error)) (got T, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		switch x := recover(); {
		case x == nil:
		case isFault(x):
			err = fmt.Errorf("%s: %w", name, errCut)
		default:
			err = fmt.Errorf("%s: panic: %v", name, x)
		}
	}()
	return do()
}

// tell notes the current work.
func (t *task[T]) tell(what string, done, total int64) {
	if total > 0 {
		what = fmt.Sprintf("%s: %d %%", what, 100*done/total)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.note = what
}

// wait waits for the result as long as a request may. Without a result it returns the zero value, and the current work.
func (t *task[T]) wait(ctx context.Context) (got T, doing string, err error) {
	select {
	case <-t.done:
	case <-time.After(patience):
	case <-ctx.Done():
	}
	doing = t.doing()
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.got, doing, t.err
}

// doing returns the current work.
func (t *task[T]) doing() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return cmp.Or(t.note, "waiting for other work of the server")
}

// hasEnded reports whether the task has ended.
func (t *task[T]) hasEnded() bool {
	select {
	case <-t.done:
		return true
	default:
		return false
	}
}

// freshFor is how long a result of a live crawl is shown again, whose log grows while it runs. An error is shown as long before
// the work begins again: readers see why it failed.
const freshFor = time.Minute

// isOld reports whether the work is to be done again: it has failed, or its result is of a live crawl, and not lately.
func (t *task[T]) isOld(live bool) bool {
	return t.hasEnded() && (live || t.err != nil) && time.Since(t.at) >= freshFor
}
