package fetch

import (
	"context"
	"sync"
)

// A larder limits the memory of responses that are fetched and not learnt yet. In strict order many may wait for a
// slow one.
type larder struct {
	mu    sync.Mutex
	cond  *sync.Cond
	room  int64
	held  int64
	next  uint64 // the pick to be learnt next, in strict order
	order bool   // it is strict
	// One worker never waits, as the pick to be learnt next may still be in the queue.
	workers, waiting int
}

func newLarder(strict bool, workers int, room int64) *larder {
	l := &larder{room: room, order: strict, workers: workers}
	l.cond = sync.NewCond(&l.mu)
	return l
}

// put waits until there is room for a response. The response to be learnt next never waits, nor does the last
// worker.
func (l *larder) put(ctx context.Context, seq uint64, bytes int64) error {
	defer context.AfterFunc(ctx, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.cond.Broadcast()
	})()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waiting++
	defer func() { l.waiting-- }()
	for l.held > 0 && l.held+bytes > l.room && !(l.order && seq == l.next) && l.waiting < l.workers {
		if err := ctx.Err(); err != nil {
			return err
		}
		l.cond.Wait()
	}
	l.held += bytes
	return nil
}

// take frees the room of a learnt response; next is the response to be learnt next.
func (l *larder) take(next uint64, bytes int64) {
	l.mu.Lock()
	l.next = next
	l.mu.Unlock()
	l.give(bytes)
}

// give gives room back.
func (l *larder) give(bytes int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.held -= bytes
	l.cond.Broadcast()
}
