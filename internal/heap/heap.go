// Package heap keeps the first of many items available while more are added. It is like container/heap for items
// of one type: the order is a function, nothing is boxed, and moves are reported to callers that need positions.
package heap

// A Heap is a binary heap.
type Heap[T any] struct {
	all    []T
	before func(a, b T) bool
	moved  func(x T, at int)
}

// New returns a Heap of things by an order; those it holds at first become its own.
func New[T any](before func(a, b T) bool, all ...T) *Heap[T] {
	h := &Heap[T]{all: all, before: before}
	for i := len(all)/2 - 1; i >= 0; i-- {
		h.down(i, all[i])
	}
	return h
}

// NewPlaced is New for items that must be found again, without items. moved receives the position of an item
// whenever it changes.
func NewPlaced[T any](before func(a, b T) bool, moved func(x T, at int)) *Heap[T] {
	return &Heap[T]{before: before, moved: moved}
}

// Len returns how many things there are.
func (h *Heap[T]) Len() int { return len(h.all) }

// First returns the first of them. There must be one.
func (h *Heap[T]) First() T { return h.all[0] }

// All returns all of them, lent, in no order but that the first comes first.
func (h *Heap[T]) All() []T { return h.all }

// Push adds a thing.
func (h *Heap[T]) Push(x T) {
	h.all = append(h.all, x)
	h.up(len(h.all)-1, x)
}

// Pop takes the first thing away.
func (h *Heap[T]) Pop() T { return h.Remove(0) }

// Remove takes away the thing at a place.
func (h *Heap[T]) Remove(at int) T {
	var none T
	x, end := h.all[at], len(h.all)-1
	last := h.all[end]
	h.all[end] = none
	if h.all = h.all[:end]; at < end {
		h.Set(at, last)
	}
	return x
}

// Set puts a thing in place of the one at a place, which may be itself, changed.
func (h *Heap[T]) Set(at int, x T) {
	if at > 0 && h.before(x, h.all[(at-1)/2]) {
		h.up(at, x)
	} else {
		h.down(at, x)
	}
}

// up puts x into the free place i, or above.
func (h *Heap[T]) up(i int, x T) {
	for i > 0 {
		parent := (i - 1) / 2
		if !h.before(x, h.all[parent]) {
			break
		}
		h.put(i, h.all[parent])
		i = parent
	}
	h.put(i, x)
}

// down puts x into the free place i, or below.
func (h *Heap[T]) down(i int, x T) {
	for {
		child := 2*i + 1
		if child >= len(h.all) {
			break
		}
		if child+1 < len(h.all) && h.before(h.all[child+1], h.all[child]) {
			child++
		}
		if !h.before(h.all[child], x) {
			break
		}
		h.put(i, h.all[child])
		i = child
	}
	h.put(i, x)
}

func (h *Heap[T]) put(i int, x T) {
	h.all[i] = x
	if h.moved != nil {
		h.moved(x, i)
	}
}
