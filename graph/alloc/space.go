// Package alloc hands out the arrays that algorithms keep for each page: of the heap, or of scratch files that are
// mapped where the budget is too short for the heap.
//
// An algorithm asks for its large arrays by [Make] and knows nothing else: the same code with the same results runs in
// both. What belongs to a mapped file is not memory of the process; the system keeps the blocks that are in use in its
// cache and writes the others to disk. That is quick as long as the pages in use together are close to each other, as
// in a graph that is numbered by the names of its pages.
package alloc

import "unsafe"

// A Space hands out memory. It is safe for concurrent use.
type Space interface {
	// Bytes returns n zero bytes, aligned to 64, which live as long as the space. Errors are those of making room.
	Bytes(n int64) ([]byte, error)
}

// Make returns n zero values of s, or of the heap if s is nil. T must hold no pointers.
func Make[T any](s Space, n int) ([]T, error) {
	size := int64(unsafe.Sizeof(*new(T)))
	if s == nil || n == 0 || size == 0 {
		return make([]T, n), nil
	}
	b, err := s.Bytes(int64(n) * size)
	if err != nil {
		return nil, err
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), n), nil
}

// A Maker makes several arrays and remembers the first error, after which it returns nil.
type Maker struct {
	Space Space
	Err   error
}

// From returns n zero values of the space of m.
func From[T any](m *Maker, n int) []T {
	if m.Err != nil {
		return nil
	}
	var a []T
	a, m.Err = Make[T](m.Space, n)
	return a
}
