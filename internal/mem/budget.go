package mem

import (
	"context"
	"sync"
)

// A Budget is handed out in named parts, whose sum it never exceeds.
type Budget struct {
	What  string // that works within it
	Total int64
	parts []Part
}

// NewBudget returns a budget from which [Base] is already taken.
func NewBudget(what string, total int64) *Budget {
	return &Budget{What: what, Total: total, parts: []Part{Itself}}
}

// Reserve takes a part. Of more than is left the error is a [ShortError].
func (b *Budget) Reserve(name string, bytes int64) error {
	if left := b.Left(); bytes > left {
		return &ShortError{b.What, b.Total - left + bytes, b.Total}
	}
	b.parts = append(b.parts, Part{name, bytes})
	return nil
}

// Left returns what is not taken, less than 0 if even [Base] is more than there is.
func (b *Budget) Left() int64 { return b.Total - Sum(b.parts) }

// Parts returns what was taken, in that order, lent.
func (b *Budget) Parts() []Part { return b.parts }

// A Room is memory that several goroutines share. A goroutine waits until enough is free; earlier ones go first.
type Room struct {
	mu    sync.Mutex
	size  int64
	free  int64
	queue []*claim
}

// A claim waits.
type claim struct {
	bytes int64
	had   chan struct{}
}

// NewRoom returns a room.
func NewRoom(size int64) *Room { return &Room{size: size, free: size} }

// Size returns how much there is.
func (r *Room) Size() int64 { return r.size }

// Take waits for bytes of memory, at most the whole room, and returns the number of bytes taken. The caller gives
// them back. It returns the error of ctx.
func (r *Room) Take(ctx context.Context, bytes int64) (int64, error) {
	bytes = min(bytes, r.size)
	r.mu.Lock()
	if len(r.queue) == 0 && bytes <= r.free {
		r.free -= bytes
		r.mu.Unlock()
		return bytes, nil
	}
	c := &claim{bytes, make(chan struct{})}
	r.queue = append(r.queue, c)
	r.mu.Unlock()
	select {
	case <-c.had:
		return bytes, nil
	case <-ctx.Done():
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, q := range r.queue {
		if q == c {
			r.queue = append(r.queue[:i], r.queue[i+1:]...)
			r.serve()
			return 0, ctx.Err()
		}
	}
	r.free += bytes // it came at the same time
	r.serve()
	return 0, ctx.Err()
}

// Give gives bytes back.
func (r *Room) Give(bytes int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.free += bytes
	r.serve()
}

func (r *Room) serve() {
	for len(r.queue) > 0 && r.queue[0].bytes <= r.free {
		r.free -= r.queue[0].bytes
		close(r.queue[0].had)
		r.queue = r.queue[1:]
	}
}

// List returns the maximum memory of n values of a size in a slice that grows by appending: during a move, the old
// array and one that is a quarter larger.
func List(n int, size int64) int64 { return int64(n) * size * 9 / 4 }

// Map returns the maximum memory of n entries of a size in a map: each slot has one byte more, and at least 7 of
// 16 slots are in use.
func Map(n int, size int64) int64 { return int64(n) * (size + 1) * 16 / 7 }

// SavedList is [List] with the buffer of a checkpoint, which holds the things once more and grows as well.
func SavedList(n int, size int64) int64 { return List(n, size) + List(n, size+1) }

// SavedMap is [Map] with the buffer of a checkpoint.
func SavedMap(n int, size int64) int64 { return Map(n, size) + List(n, size+1) }
