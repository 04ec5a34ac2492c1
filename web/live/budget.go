package live

import (
	"cmp"
	"context"
	"slices"
	"sync"
)

// A budget is the memory that large responses share. Each response announces its largest need and then grows step
// by step. A waiting response keeps its memory. So a step is granted only if all responses that have begun can
// still end, one after the other (Dijkstra, "Een algorithme ter voorkoming van de dodelijke omarming", EWD 108:
// the banker's algorithm). No response waits for ever, and small ones need not wait for a large one that never
// comes.
type budget struct {
	mu     sync.Mutex
	free   int64
	open   []*lease      // leases that hold memory
	queue  []*lease      // leases that hold nothing and wait, in order
	change chan struct{} // closed and made anew when something changes to the better
}

func newBudget(size int64) *budget {
	return &budget{free: size, change: make(chan struct{})}
}

// A lease is the part of one answer.
type lease struct {
	budget *budget
	limit  int64 // largest size of the response, free bytes included
	held   int64
	most   int64 // that it may come to hold
}

// begin sets the limit of a lease that holds nothing.
func (l *lease) begin(b *budget, limit int64) {
	*l = lease{budget: b, limit: limit, most: limit + minRead - freeBytes}
}

// grow waits until the lease may hold size bytes.
func (l *lease) grow(ctx context.Context, size int64) error {
	b := l.budget
	queued := false
	for {
		b.mu.Lock()
		if b.grant(l, size-l.held) {
			b.leave(l, queued)
			b.mu.Unlock()
			return nil
		}
		if l.held == 0 && !queued {
			b.queue = append(b.queue, l)
			queued = true
		}
		change := b.change
		b.mu.Unlock()
		select {
		case <-change:
		case <-ctx.Done():
			b.mu.Lock()
			b.leave(l, queued)
			b.mu.Unlock()
			return cancelled(ctx)
		}
	}
}

// grant gives a lease more bytes if that is safe. A lease that holds nothing yet waits for its turn.
func (b *budget) grant(l *lease, more int64) bool {
	if more > b.free || l.held == 0 && len(b.queue) > 0 && b.queue[0] != l {
		return false
	}
	if l.held == 0 {
		b.open = append(b.open, l)
	}
	b.free -= more
	l.held += more
	if b.safe() {
		return true
	}
	b.free += more
	l.held -= more
	if l.held == 0 {
		b.close(l)
	}
	return false
}

// safe reports whether all leases that hold memory can end. The lease that lacks least ends first and returns its
// memory.
func (b *budget) safe() bool {
	slices.SortFunc(b.open, func(x, y *lease) int { return cmp.Compare(x.most-x.held, y.most-y.held) })
	free := b.free
	for _, l := range b.open {
		if l.most-l.held > free {
			return false
		}
		free += l.held
	}
	return true
}

// leave takes a lease out of the queue, which may be what the next one waits for.
func (b *budget) leave(l *lease, queued bool) {
	if queued {
		b.queue = slices.DeleteFunc(b.queue, func(q *lease) bool { return q == l })
		b.wake()
	}
}

func (b *budget) close(l *lease) {
	b.open = slices.DeleteFunc(b.open, func(o *lease) bool { return o == l })
}

func (b *budget) wake() {
	close(b.change)
	b.change = make(chan struct{})
}

// settle says that a lease will not grow any more.
func (l *lease) settle() {
	if l.held == 0 {
		return
	}
	l.budget.mu.Lock()
	defer l.budget.mu.Unlock()
	l.most = l.held
	l.budget.wake()
}

// release gives everything back.
func (l *lease) release() {
	if l.held == 0 {
		return
	}
	b := l.budget
	b.mu.Lock()
	defer b.mu.Unlock()
	b.close(l)
	b.free += l.held
	l.held = 0
	b.wake()
}
