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

	log     stamp // of a live crawl when the work began; empty for other work
	running bool  // a run wrote that log then
}

func newTask[T any]() *task[T] { return &task[T]{done: make(chan struct{})} }

// newLogTask is a task whose result depends on the log of a crawl, if the crawl is live.
func newLogTask[T any](k *crawl) *task[T] {
	t := newTask[T]()
	t.log, t.running = k.logStamp(), k.live && k.runs()
	return t
}

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
	return t.waitFor(ctx, patience)
}

// waitFor is wait for some time.
func (t *task[T]) waitFor(ctx context.Context, most time.Duration) (got T, doing string, err error) {
	select {
	case <-t.done:
	case <-time.After(most):
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

// freshFor is how long a result of a running crawl is shown again, whose log grows all the time. An error is shown as long
// before the work begins again: readers see why it failed.
const freshFor = time.Minute

// hasFailed reports whether the work failed some time ago, so that it is to be done again.
func (t *task[T]) hasFailed() bool { return t.hasEnded() && t.err != nil && t.isLate() }

func (t *task[T]) isLate() bool { return time.Since(t.at) >= freshFor }

// isOld reports whether the work is to be done again: it has failed, or the log that it read has changed. While the run
// continues in which the result was made, the result is shown for some time.
func (t *task[T]) isOld(k *crawl) bool {
	if !t.hasEnded() || t.err != nil || !k.live || t.log.same(k.logStamp()) {
		return t.hasFailed()
	}
	return t.isLate() || !t.running || !k.runs()
}
