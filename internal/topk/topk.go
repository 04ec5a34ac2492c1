// Package topk keeps the first few of many things.
package topk

import "slices"

// A Selection keeps the first k of the added items, by an order without equal items. It holds up to 2k+64 items
// and sorts them when it is full. Most items take one comparison, and items among the first take log k.
type Selection[T any] struct {
	k     int
	order func(a, b T) int
	held  []T
	full  bool // held[:k] are sorted, and items after the last of them need not be held
}

// New returns a Selection of the first k; of none if k is not positive.
func New[T any](k int, order func(a, b T) int) *Selection[T] {
	return &Selection[T]{k: max(k, 0), order: order}
}

// Add adds a thing.
func (s *Selection[T]) Add(x T) {
	if s.k == 0 || s.full && s.order(s.held[s.k-1], x) < 0 {
		return
	}
	s.held = append(s.held, x)
	if len(s.held) >= 2*s.k+64 {
		s.Sorted()
		s.full = true
	}
}

// Bound returns an item that all further items must precede to be among the first; false as long as there is none.
func (s *Selection[T]) Bound() (x T, ok bool) {
	if !s.full {
		return x, false
	}
	return s.held[s.k-1], true
}

// Sorted returns the first k so far, in order. The slice is valid until the next call of any method.
func (s *Selection[T]) Sorted() []T {
	slices.SortFunc(s.held, s.order)
	s.held = s.held[:min(s.k, len(s.held))]
	return s.held
}

// Take adds what another Selection holds, and empties that.
func (s *Selection[T]) Take(from *Selection[T]) {
	for _, x := range from.held {
		s.Add(x)
	}
	from.held, from.full = from.held[:0], false
}
